"""How well positions are judged: what they are worth beside what they come to when they are played on.

python bench/value.py operation-typhoon --scenario guderian -n 100 --seed 1 --again 6

Staffs that follow odd ideas play the games, so that positions differ as plans make them differ; three of
each game are then played on several times by staffs as they are.  The mean of these is nearer to what a
position truly comes to than the end of one game, and how far it still strays is taken off.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from random import Random
from statistics import correlation, fmean, variance
from typing import Any, NamedTuple

from typhoon.engine.core import Core
from typhoon.engine.manner import USUAL, Manner
from typhoon.engine.start import new
from typhoon.players.inside import Inside

LOOKED_AT = 3
"""Positions of a game."""
IDEAS = 9


class Judged(NamedTuple):
    """A position in which a side begins to move."""

    share: float
    value: float
    ends: list[float]


def play_on(core: Core, rng: Random, manners: tuple[Manner, ...], turn: float, side: int) -> None:
    """Staffs play on until a side begins a turn to move, or to the end."""
    rules, pos = core.rules, core.position
    staffs: list[Any] = [
        rules.staff(each, rng, manner) for each, manner in zip(rules.sides, manners, strict=True)
    ]
    seats = [Inside(core, each) for each in rules.sides]
    while pos.result is None:
        moving = rules.phase_in_play(pos) == f"{rules.sides[side]} movement"
        if pos.turn >= turn and moving and core.decider == side and len(pos.frames) == 1:
            return
        core.play(staffs[core.decider].choose(seats[core.decider]))


def judged(game: str, scenario: str, again: int, seed: str) -> list[Judged]:
    """Some positions of a game."""
    rng = Random(seed)
    begun = new(game, scenario, seed=seed)
    core, rules, found = Core(begun.position.copy(), rng), begun.rules, []
    usual = (USUAL,) * len(rules.sides)
    for turn in sorted(rng.sample(range(rules.first_turn + 1, rules.last_turn), LOOKED_AT)):
        side = rng.randrange(len(rules.sides))
        ideas = tuple(Manner(idea=rng.choice((0, rng.randint(1, IDEAS)))) for _ in rules.sides)
        play_on(core, rng, ideas, turn, side)
        pos, first, ends = core.position, rules.sides[0], []
        if pos.result is not None:
            break
        for _ in range(again):
            twin = Core(pos.copy(), rng)
            play_on(twin, rng, usual, float("inf"), side)
            ends.append(rules.prospects.standing(twin.position))
        found.append(Judged(rules.prospects.share(pos), rules.evaluate(pos, first), ends))
    return found


def report(positions: list[Judged]) -> Iterator[str]:
    """Third by third, how far off the value is, how far positions differ, and how closely the two go."""
    for third, name in enumerate(("first", "second", "last")):
        some = [each for each in positions if int(min(each.share, 0.99) * 3) == third]
        means, values = [fmean(each.ends) for each in some], [each.value for each in some]
        chance = fmean([variance(each.ends) / len(each.ends) for each in some])
        true = max(0.0, variance(means) - chance)
        off = max(0.0, fmean([(a - b) ** 2 for a, b in zip(means, values, strict=True)]) - chance)
        close = correlation(means, values) * sqrt(variance(means) / true) if true else 0.0
        spread = f"{sqrt(off):.2f} off, where they differ by {sqrt(true):.2f}"
        yield f"{name:>7} third: {len(some)} positions, {spread}, correlation {close:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--scenario", required=True)
    parser.add_argument("-n", type=int, default=100)
    parser.add_argument("--again", type=int, default=6)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    play = partial(judged, given.game, given.scenario, given.again)
    with ProcessPoolExecutor() as pool:
        games = pool.map(play, [f"{given.seed} game {number}" for number in range(given.n)])
        print("\n".join(report([each for game in games for each in game])))


if __name__ == "__main__":
    main()
