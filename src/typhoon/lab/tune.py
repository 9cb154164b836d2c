"""What a staff should make of what it sees: its weights, moved by games in which they stray.

    python -m typhoon.lab.tune operation-typhoon --scenarios guderian hoepner kluge -n 1000 --seed 1941

plays so many games between staffs, the scenarios in turn.  In each both sides stray in every weight, up or
down by the toss of a coin, so that each game tells something of all of them at once; in two of three one
of the sides is as it was at first instead, so that none learns answers to its like alone.  What a weight is
worth is how far the margin of those who had more of it lies above that of those who had less, in standard
deviations of the margin in such games.  Weights whose worth stands out of its error are moved, the others
hardly.  The table of all is printed, and ``--to`` writes those that are others than at first.  The same seed
gives the same.

A margin counts half as the game ended, half as it was in the last third of the game, which says more.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import exp, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import NamedTuple

import msgspec

from typhoon.engine.registry import find_rules
from typhoon.engine.seat import Seat, Thinking
from typhoon.engine.start import new

LATE = 2 / 3
"""From what share of the game on the margin counts as it stands."""
MOST = 2.0
"""How many times the stray a weight is moved at most."""


class Job(NamedTuple):
    """A game to be played."""

    game: str
    scenario: str
    seed: str
    number: int
    stray: float


class Played(NamedTuple):
    """A game: the margin of the first side, and which way every side's weights strayed."""

    job: Job
    margin: float
    ways: dict[str, dict[str, int]]


def strayed(value: float, by: float) -> float:
    """A weight moved by so many times; those of nought are moved by a tenth of that.

    >>> round(strayed(2.0, 0.7), 2), round(strayed(0.0, 0.7), 2)
    (4.03, 0.07)
    """
    return value * exp(by) if value else by / 10


def play(job: Job) -> Played:
    """Play a game between staffs whose weights stray."""
    game = new(job.game, job.scenario, seed=f"{job.seed} game {job.number}")
    rules, rng = game.rules, Random(f"{job.seed} stray {job.number}")
    at_first = (*rules.sides, "")[job.number % (len(rules.sides) + 1)]
    ways = {
        side: {name: rng.choice((-1, 1)) for name in rules.staff_weights(side)}
        for side in rules.sides
        if side != at_first
    }

    def weigh(side: str) -> Callable[[str, float], float]:
        def one(name: str, value: float) -> float:
            return strayed(value, ways[side].get(name, 0) * job.stray)

        return one

    players = {}
    for side in rules.sides:
        mind = Random(f"{job.seed} mind {job.number} {side}")
        first = side == at_first
        player = rules.first_staff(side, mind) if first else rules.weighed_staff(side, mind, weigh(side))
        assert player is not None
        players[side] = player
    standings, at = [0.0], 0
    while (decision := game.decision) is not None:
        moment = decision.turn * 100 + game.position.step
        if moment != at and rules.prospects.share(game.position) > LATE:
            standings.append(rules.prospects.standing(game.position))
            at = moment
        game.push(players[decision.side].choose(Seat(game, decision.side, Thinking(0))))
    late = fmean(standings[1:] or standings)
    return Played(job, (rules.prospects.standing(game.position) + late) / 2, ways)


def played(jobs: Sequence[Job], processes: int, kept: Path | None) -> list[Played]:
    """All games, in their order; those that are kept in a file are not played again."""
    lines = kept.read_bytes().splitlines() if kept is not None and kept.exists() else []
    games = [msgspec.json.decode(line, type=Played) for line in lines[: len(jobs)]]
    if any(game.job != job for game, job in zip(games, jobs, strict=False)):
        raise SystemExit(f"{kept}: the games kept there are of another run")
    with ProcessPoolExecutor(processes) as pool:
        for game in pool.map(play, jobs[len(games) :]):
            games.append(game)
            if kept is not None:
                with kept.open("ab") as file:
                    file.write(msgspec.json.encode(game) + b"\n")
    return games


class Slope(NamedTuple):
    """What more of a weight is worth to its side, in standard deviations of the margin."""

    worth: float
    error: float

    @property
    def sure(self) -> float:
        """The worth with what may be chance taken off."""
        return self.worth * max(0.0, 1.0 - (self.error / self.worth) ** 2) if self.worth else 0.0


def slopes(games: Sequence[Played], first_side: str) -> dict[str, dict[str, Slope]]:
    """What each weight is worth to each side; the coins are thrown apart, so each is told by itself.

    Games are measured among those of their scenario in which the same sides stray.
    """
    alike: dict[tuple[str, ...], list[float]] = {}
    for each in games:
        alike.setdefault((each.job.scenario, *each.ways), []).append(each.margin)
    spread = {key: (fmean(margins), pstdev(margins) or 1.0) for key, margins in alike.items()}
    found: dict[str, dict[str, Slope]] = {}
    for side in {side: None for each in games for side in each.ways}:
        sign, strays = 1 if side == first_side else -1, [each for each in games if side in each.ways]
        found[side] = {}
        for name in strays[0].ways[side]:
            products = []
            for job, margin, ways in strays:
                mean, deviation = spread[job.scenario, *ways]
                products.append(sign * ways[side][name] * (margin - mean) / deviation)
            found[side][name] = Slope(fmean(products), pstdev(products) / sqrt(len(products)))
    return found


def moved(value: float, slope: Slope, stray: float, pace: float) -> float:
    """A weight as it should be from now on."""
    by = stray * max(-MOST, min(MOST, pace * slope.sure))
    return strayed(value, by) if by else value


def written(
    weights: Mapping[str, Mapping[str, float]], first: Mapping[str, Mapping[str, float]]
) -> Iterator[str]:
    """The weights that are others than at first, as the module that holds them."""
    yield '"""Weights that play has moved; ``python -m typhoon.lab.tune`` writes them."""'
    yield ""
    yield "MOVED: dict[str, dict[str, float]] = {"
    for side, by_name in weights.items():
        yield f'    "{side}": {{'
        for name, weight in by_name.items():
            if (rounded := float(f"{weight:.3g}")) != first[side][name]:
                yield f'        "{name}": {rounded},'
        yield "    },"
    yield "}"


def main() -> None:
    parser = ArgumentParser(
        prog="python -m typhoon.lab.tune", description="Move the weights of a staff by play."
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--scenarios", metavar="S", nargs="+", help="the game's first one when not given")
    parser.add_argument("-n", metavar="N", type=int, default=500, help="how many games (default 500)")
    parser.add_argument("--seed", metavar="K", default="1942", help="other games (default 1942)")
    parser.add_argument(
        "--stray", metavar="X", type=float, default=0.3, help="how far they stray (default 0.3)"
    )
    parser.add_argument(
        "--pace", metavar="X", type=float, default=12.0, help="how far they move (default 12)"
    )
    parser.add_argument("--jobs", metavar="N", type=int, default=2, help="how many processes (default 2)")
    parser.add_argument("--games", metavar="FILE", type=Path, help="keep the games, to go on with later")
    parser.add_argument("--to", metavar="FILE", type=Path, help="write the moved weights into a module")
    args = parser.parse_args()
    if args.n < 2 or args.stray <= 0 or args.pace <= 0 or args.jobs < 1:
        parser.error("it takes two games, one process, a stray and a pace above nought")
    names = args.scenarios or [None]
    try:
        rules, *_ = found_rules = [find_rules(args.game, name) for name in names]
    except ValueError as error:
        parser.error(str(error))
    weights = {side: rules.staff_weights(side) for side in rules.sides}
    if not all(weights.values()):
        parser.error(f"the staff of {args.game} has no weights")
    scenarios = [each.scenario.id for each in found_rules]
    jobs = [
        Job(
            args.game,
            find_rules(args.game, scenarios[number % len(scenarios)]).scenario.id,
            args.seed,
            number,
            args.stray,
        )
        for number in range(args.n)
    ]
    games = played(jobs, args.jobs, args.games)
    found = slopes(games, rules.sides[0])
    print(f"{'weight':<26}{'was':>8}{'is':>8}   worth")
    first = {side: rules.staff_weights(side, first=True) for side in rules.sides}
    after: dict[str, dict[str, float]] = {}
    for side, by_name in found.items():
        after[side] = {}
        for name, slope in by_name.items():
            was = weights[side][name]
            now = after[side][name] = moved(was, slope, args.stray, args.pace)
            print(f"{side} {name:<18} {was:8.3g}{now:8.3g}   {slope.worth:+.3f} +- {slope.error:.3f}")
    if args.to:
        args.to.write_text("\n".join(written(after, first)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
