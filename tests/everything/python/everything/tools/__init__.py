"""The tools. Most are the fixtures that the official conformance suite calls."""
