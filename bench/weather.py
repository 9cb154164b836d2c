"""What the ground is like in many simulated turns: snow, mud and ice of two rule sets with the same seeds.

python bench/weather.py operation-typhoon operation-typhoon-revision --turns 1000 --seed 1941
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from typing import Any

from typhoon.engine.core import Core
from typhoon.engine.start import build

STATES = ("bare", "snow", "deep snow")


def shares(game: str, turns: int, seed: int) -> dict[str, float]:
    """How often each thing was so, over autumns of the extended campaign, one after another."""
    found: Counter[str] = Counter()
    rng, done = Random(seed), 0
    while done < turns:
        core = Core(build(game, scenario="extended", units={}, phase="weather", seed=1).position.copy(), rng)
        pos: Any = core.position
        for turn in range(2, pos.rules.scenario.last_turn + 1):
            pos.turn = turn
            pos.rules.conditions.pass_day(pos, core)
            surface = pos.rules.conditions.surface(pos)
            mud = getattr(pos, "heavy_mud", False)
            found["heavy mud" if mud else STATES[pos.snow]] += 1
            found["frozen streams"] += surface.streams
            found["frozen rivers"] += surface.rivers
            done += 1
    return {what: count / done for what, count in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--turns", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1941)
    given = parser.parse_args()
    for game in given.games:
        parts = shares(game, given.turns, given.seed)
        print(game, ", ".join([f"{what} {share:.0%}" for what, share in sorted(parts.items())]))


if __name__ == "__main__":
    main()
