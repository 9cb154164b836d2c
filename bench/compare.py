"""Games of two or more rule sets with the same seeds, staff against staff, in the figures of their battles.

python bench/compare.py operation-typhoon operation-typhoon-revision --scenario guderian -n 20 --seed 1941
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from typhoon.engine.registry import find_rules
from typhoon.engine.seat import Seat
from typhoon.engine.start import new
from typhoon.hexgrid import bits
from typhoon.players import find_player

EARLY, LATE = range(1, 9), range(17, 32)
NEAR = 2
"""Germans with an enemy so near stand in the front."""


class Tally:
    """What happened in a game."""

    def __init__(self, game: str, scenario: str, seed: int, index: int, options: dict[str, str]) -> None:
        self.attacks = self.lost = 0
        self.front: list[float] = []
        playing = new(game, scenario, seed=f"{seed} game {index}", options=options)
        rules: Any = playing.rules
        staff = {side: find_player("staff", rules, side, seed, index) for side in rules.sides}
        turn = 0
        while (decision := playing.decision) is not None:
            if decision.turn != turn:
                turn = decision.turn
                self.front += _front(rules, playing.position)
            events = playing.push(staff[decision.side].choose(Seat(playing, decision.side)))
            for event in events:
                self._count(rules, event.kind, event.facts, turn)
        assert playing.result is not None
        self.level, self.points = playing.result.level, playing.result.points["german"]

    def _count(self, rules: Any, kind: str, facts: Any, turn: int) -> None:
        """Soviet attacks in the first weeks, German losses in the last."""
        if kind == "combat" and turn in EARLY:
            self.attacks += rules.side_of[rules.unit_number[facts["units"][0]]]
        if kind == "eliminated" and turn in LATE:
            self.lost += 1 - rules.side_of[rules.unit_number[facts["unit"]]]

    @property
    def pace(self) -> float:
        """How far the front moved a turn, east or west, in hexes."""
        return fmean([abs(after - before) for before, after in zip(self.front, self.front[1:], strict=False)])


def _front(rules: Any, pos: Any) -> Iterator[float]:
    """How far east the German front stands in the mean, in hexes."""
    grid = rules.grid
    hexes = bits(pos.occupied[0] & grid.within(pos.occupied[1], NEAR))
    if hexes:
        yield fmean([grid.centre(hex_)[0] for hex_ in hexes])


def _mean(figures: Sequence[float]) -> str:
    """The mean, with where the true one lies nineteen times out of twenty."""
    if len(figures) < 2:
        return f"{fmean(figures):.1f}"
    return f"{fmean(figures):.1f} ± {1.96 * stdev(figures) / sqrt(len(figures)):.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--scenario", required=True)
    parser.add_argument("-n", type=int, default=20, help="games of each")
    parser.add_argument("--seed", type=int, default=1941)
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE, where a game has it")
    given = parser.parse_args()
    options = dict(text.split("=", 1) for text in given.option)
    for game in given.games:
        known = {option.id for option in find_rules(game).about.options}
        chosen = {name: value for name, value in options.items() if name in known}
        tallies = [Tally(game, given.scenario, given.seed, index, chosen) for index in range(1, given.n + 1)]
        print(f"{game} {given.scenario}: {given.n} games, seed {given.seed}")
        for level, count in Counter(tally.level for tally in tallies).most_common():
            print(f"  {level}: {count}")
        for name, figures in (
            ("German points", [tally.points for tally in tallies]),
            ("Soviet attacks on turns 1 to 8", [tally.attacks for tally in tallies]),
            ("German units lost on turns 17 to 31", [tally.lost for tally in tallies]),
            ("hexes that the front moves a turn", [tally.pace for tally in tallies]),
        ):
            print(f"  {name}: {_mean(figures)}", flush=True)


if __name__ == "__main__":
    main()
