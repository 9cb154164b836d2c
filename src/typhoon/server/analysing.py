"""A process of its own that works out the analysis of a finished game, at a low share of the machine.

It ends when its input does, so that it never outlives the server; what it has found by then is kept.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread

from typhoon.players.analysis import beside, work_out

NICE = 10
"""Orders that people give come first."""


def main() -> None:
    journal, playouts = Path(sys.argv[1]), int(sys.argv[2])
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    Thread(target=_end_with_the_server, daemon=True).start()
    for _ in work_out(beside(journal), journal.read_text("utf-8"), playouts):
        pass


def _end_with_the_server() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    main()
