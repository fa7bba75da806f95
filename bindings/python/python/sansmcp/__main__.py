"""`python -m sansmcp`: tries a server from a terminal, and serves a file."""

import sys

from ._terminal import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
