"""`python -m typhoon` is the `typhoon` command."""

import sys

from typhoon.cli import main

if __name__ == "__main__":
    sys.exit(main())
