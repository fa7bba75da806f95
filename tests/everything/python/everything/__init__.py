"""The everything server and client in Python: one tool, resource or prompt for each feature."""
