"""Run the benchmarks from a checkout: the same as `typhoon bench`."""

import sys

from typhoon.cli import main

if __name__ == "__main__":
    sys.exit(main(["bench", *sys.argv[1:]]))
