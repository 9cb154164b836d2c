"""`typhoon serve` without limits on how much may be asked, for attacks that are not about those."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from typhoon.server import connections
from typhoon.server.serving import serve
from typhoon.server.settings import Settings


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int)
    parser.add_argument("--data", type=Path)
    args, _ = parser.parse_known_args()
    connections.BREATH = 0.0
    settings = Settings(args.data, port=args.port, requests_a_second=1e6, burst=10**6, share=1e3)
    serve(settings, browser=False, tell=lambda text: print(text, file=sys.stderr, flush=True))


if __name__ == "__main__":
    main()
