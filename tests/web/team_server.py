"""`typhoon serve` with a game that has a side to be shared."""

from __future__ import annotations

import sys

from tests.teams import share_red_typhoon
from typhoon.cli import main

if __name__ == "__main__":
    share_red_typhoon()
    sys.exit(main())
