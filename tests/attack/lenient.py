"""`typhoon serve` without limits on how much may be asked, for attacks that are not about those.

Its part of the dice is known, so that a replica of a game throws the same ones.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from tests.attack.house import secret_of
from typhoon.engine.dice import KeyedDice, mixed_key
from typhoon.server import connections, hall
from typhoon.server.serving import serve
from typhoon.server.settings import Settings

KNOWN = "lenient"


class _KnownDice(KeyedDice):
    @classmethod
    def from_seed(cls, seed: int | str | None) -> KeyedDice:
        return KeyedDice.from_seed(KNOWN if seed is None else seed)


def known_dice(seats: Iterable[str]) -> KeyedDice:
    """The dice of a remote table of this server."""
    secrets = {seat: secret_of(seat) for seat in seats}
    return KeyedDice(mixed_key(KeyedDice.from_seed(KNOWN).key, secrets))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int)
    parser.add_argument("--data", type=Path)
    args, _ = parser.parse_known_args()
    connections.BREATH = 0.0
    hall.KeyedDice = _KnownDice  # type: ignore[misc]
    settings = Settings(args.data, port=args.port, requests_a_second=1e6, burst=10**6, share=1e3)
    serve(settings, browser=False, tell=lambda text: print(text, file=sys.stderr, flush=True))


if __name__ == "__main__":
    main()
