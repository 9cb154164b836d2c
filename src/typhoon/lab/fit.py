"""What the figures of a position are worth: the weights of ``Rules.evaluate``, out of games between staffs.

    python -m typhoon.lab.fit red-typhoon --scenario fixed -n 150 --seed 1941

plays so many games, solves for the weights with which the figures of the positions on the way come nearest
to the margins that the games ended with, and writes them into the game's ``value.csv``.  A figure that would
speak against its side counts for nothing.  In every third game one side plays at random for some turns before
its staff takes over, so that there are odd positions too; a side that is alone would never make up for that,
and is spared it.  Then it plays half as many games more and tells how far off the weights are in those,
beside the margin as it stands and the mean.  The same seed gives the same weights.
"""

from __future__ import annotations

import csv
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from copy import copy
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from statistics import correlation, fmean
from typing import NamedTuple

from typhoon.engine.prospects import BALANCE, COMMON, SET_UP, STANDING, VALUES, Prospects, Weight, parts
from typhoon.engine.registry import find_rules, folder_of
from typhoon.engine.seat import Seat
from typhoon.engine.start import new
from typhoon.players import find_player

ODD = 3
"""One game of so many begins at random."""
HELD_BACK = 2.0
"""As if so many games had told it, weights are held to what they are when nothing is known: that at the end
what stands counts for what it is, and all else for nothing."""
NEVER_SURE = 0.05
"""Late positions leave less to chance: each counts by one over the share of the game left and this."""
NONE: Mapping[str, Weight] = {}
HEADER = ("scenario", "feature", "early", "middle", "late", "provenance")


class Sample(NamedTuple):
    """A position on the way, as a phase began or another hundredth of the game had been played."""

    turn: int
    share: float
    figures: dict[str, float]
    standing: float


class Record(NamedTuple):
    """A game: positions on the way, and the margin that it ended with."""

    samples: list[Sample]
    margin: float


def play(name: str, scenario: str, seed: str, index: int, odd: bool = False) -> Record:
    """Play a game between staffs; in an odd one a side first plays at random for some turns."""
    game = new(name, scenario, seed=f"{seed} game {index}")
    rules, rng = game.rules, Random(f"{seed} beginning {index}")
    prospects, astray = rules.prospects, rng.choice(rules.sides)
    until = rng.randint(1, rules.last_turn // 2) if odd else 0
    players = {
        (side, who): find_player(who, rules, side, seed, index)
        for side in rules.sides
        for who in ("staff", "random")
    }
    samples, last = [], (0, 0, 0)
    while (decision := game.decision) is not None:
        pos, side = game.position, decision.side
        share = prospects.share(pos)
        moment = pos.turn, pos.step, int(100 * share)
        if pos.turn > until and last != moment:
            last = moment
            figures, standing = prospects.figures(pos), prospects.standing(pos)
            samples.append(Sample(pos.turn, share, figures, standing))
        lost = side == astray and pos.step >= 0 and pos.turn <= until
        game.push(players[side, "random" if lost else "staff"].choose(Seat(game, side)))
    return Record(samples, prospects.standing(game.position))


def fit(
    records: Sequence[Record], names: Sequence[str], scenario: str, kept: Mapping[str, Weight] = NONE
) -> dict[str, Weight]:
    """The weights, none of them negative, with which the figures come nearest to the margins.

    Those that are ``kept`` stay as they are, so that the others are what is missing beside them.
    """
    count, size = len(names), 3 * len(names)
    start = [0.0] * size
    start[2 * count + names.index(STANDING)] = 1.0
    for name, weight in kept.items():
        start[names.index(name) :: count] = weight.early, weight.middle, weight.late
    bound = [i for i in range(size) if names[i % count] not in (SET_UP, BALANCE)]
    nothing = 2 * count + names.index(BALANCE)  # in the end no side has more than its position
    used = [i for i in range(size) if i != nothing and names[i % count] not in kept]
    equations = _equations(records, names, start, bound)
    while True:
        found = list(start)
        solution = solve([[equations[i][j] for j in (*used, -1)] for i in used])
        for i, more in zip(used, solution, strict=True):
            found[i] += more
        if not (wrong := [i for i in used if i in bound and found[i] < 0]):
            return {name: Weight(scenario, name, *found[i::count]) for i, name in enumerate(names)}
        used = [i for i in used if i not in wrong]


def _equations(
    records: Sequence[Record], names: Sequence[str], start: Sequence[float], bound: Sequence[int]
) -> list[list[float]]:
    """The normal equations of what comes to the weights, early ones first; ``bound`` ones are held back."""
    size = 3 * len(names)
    equations, sums, total = [[0.0] * (size + 1) for _ in range(size)], [0.0] * size, 0.0
    for samples, margin in records:
        for _, share, figures, _ in samples:
            row = [figures.get(name, 0.0) * part for part in parts(share) for name in names]
            trust = 1 / (1 - share + NEVER_SURE)
            total += trust
            missing = margin - sum([weight * cell for weight, cell in zip(start, row, strict=True)])
            for i, cell in enumerate(row):
                if cell:
                    sums[i] += trust * cell
                    pairs = zip(equations[i], (*row, missing), strict=True)
                    equations[i] = [so_far + trust * cell * other for so_far, other in pairs]
    for i in range(size):
        spread = equations[i][i] - sums[i] ** 2 / total
        equations[i][i] += 1e-6 + (HELD_BACK / len(records) * spread if i in bound else 0.0)
    return equations


def solve(equations: Sequence[Sequence[float]]) -> list[float]:
    """The unknowns of linear equations, each told by its factors and, last, what they add up to.

    >>> solve([[2, 1, 5], [1, 3, 10]])
    [1.0, 3.0]
    """
    rows = [list(equation) for equation in equations]
    for i in range(len(rows)):
        best = max(range(i, len(rows)), key=lambda j: abs(rows[j][i]))
        rows[i], rows[best] = rows[best], rows[i]
        rows[i] = [cell / rows[i][i] for cell in rows[i]]
        for j, row in enumerate(rows):
            if j != i:
                rows[j] = [cell - row[i] * other for cell, other in zip(row, rows[i], strict=True)]
    return [row[-1] for row in rows]


class Trial(NamedTuple):
    """How guesses did in games that they were not made from."""

    errors: tuple[float, ...]
    """How far off the value, the margin as it stands and the mean are: the root of the mean square."""
    agreement: tuple[float, ...]
    """How closely the value and the margin as it stands go with the end, from -1 to 1; flat ones 0."""


def trials(prospects: Prospects, records: Iterable[Record], mean: float) -> dict[str, Trial]:
    """How good the value is, turn by turn and in all."""
    found: dict[str, list[tuple[float, ...]]] = {}
    for samples, margin in records:
        for turn, share, figures, standing in samples:
            for when in (str(turn), "all"):
                row = prospects.worth(figures, share), standing, mean, margin
                found.setdefault(when, []).append(row)
    return {when: _trial(rows) for when, rows in sorted(found.items(), key=lambda item: item[0].zfill(3))}


def _trial(rows: Sequence[tuple[float, ...]]) -> Trial:
    *guesses, margins = zip(*rows, strict=True)
    off = [sqrt(fmean([(a - b) ** 2 for a, b in zip(each, margins, strict=True)])) for each in guesses]
    flat = len(set(margins)) == 1
    both = [0.0 if flat or len(set(each)) == 1 else correlation(each, margins) for each in guesses[:2]]
    return Trial(tuple(off), tuple(both))


def write(path: Path, weights: Iterable[Weight], provenance: str) -> None:
    """Put weights into a file, in place of those that their figures had in their scenario."""
    rows, replaced = [], set()
    for weight in weights:
        values = weight.early, weight.middle, weight.late
        replaced.add((weight.scenario, weight.feature))
        if any(values):
            rows.append([weight.scenario, weight.feature, *[f"{value:.4g}" for value in values], provenance])
    if path.exists():
        old = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))[1:]
        rows += [row for row in old if (row[0], row[1]) not in replaced]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([HEADER, *sorted(rows, key=lambda row: row[0])])


def main() -> None:
    parser = ArgumentParser(
        prog="python -m typhoon.lab.fit", description="Weigh the figures of positions anew."
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--scenario", metavar="S", help="the game's first one when not given")
    parser.add_argument("-n", metavar="N", type=int, default=100, help="how many games (default 100)")
    parser.add_argument(
        "--seed", metavar="K", default="1942", help="another seed, other games (default 1942)"
    )
    parser.add_argument(
        "--only", metavar="FIGURE", nargs="+", help="weigh these alone, beside the others as they are"
    )
    args = parser.parse_args()
    rules = find_rules(args.game, args.scenario)
    about, names = (args.game, rules.scenario.id, args.seed), (*COMMON, *rules.prospects.features)
    if wrong := [name for name in args.only or () if name not in names]:
        parser.error(f"there is no figure '{wrong[0]}'; there are: {', '.join(names)}")
    odd = {index for index in range(ODD, args.n + 1, ODD) if len(rules.sides) > 1}
    with ProcessPoolExecutor() as pool:
        play_one = partial(play, *about)
        records = list(pool.map(play_one, range(1, args.n + 1), [i in odd for i in range(1, args.n + 1)]))
        others = list(pool.map(play_one, range(args.n + 1, args.n + args.n // 2 + 1)))
    prospects = copy(rules.prospects)
    kept = {name: each for name, each in prospects.weights.items() if name not in (args.only or names)}
    prospects.weights = fit(records, names, rules.scenario.id, kept)
    command = f"fit {args.game} --scenario {rules.scenario.id} -n {args.n} --seed {args.seed}"
    command += f" --only {' '.join(args.only)}" if args.only else ""
    write(
        folder_of(args.game) / "data" / VALUES,
        (each for name, each in prospects.weights.items() if name not in kept),
        command,
    )
    mean = fmean([margin for index, (_, margin) in enumerate(records, 1) if index not in odd])
    print("                error of                agreement of")
    print("turn    value   standing     mean       value   standing")
    for turn, (off, both) in trials(prospects, others, mean).items():
        print(f"{turn:>4} {off[0]:8.2f} {off[1]:10.2f} {off[2]:8.2f} {both[0]:11.2f} {both[1]:10.2f}")


if __name__ == "__main__":
    main()
