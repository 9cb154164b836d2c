"""Ladders: every player against every other on both sides, with the same dice, and how strong each one is.

A ladder is an experiment with an arm for each way that two players can sit down; in a game for one each plays
alone.  A *pair* is a game with the same dice in both ways.  It is won by whoever did better in its two games
together, by the margin of victory: in points, or where a game is won by levels in those and nothing else.

Strengths are those of Bradley and Terry: a player with 400 points more than another wins ten pairs for one
that it loses.  Before the first pair, each two are taken to have drawn one, so that nobody is infinitely
strong.  The intervals are those of a Bayesian bootstrap: the rounds, that one of draws among them, are given
chance weights again and again.  All pairs on the same dice are one round, since they share their luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from math import log10
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from typhoon.engine.registry import find_rules
from typhoon.engine.rules import Rules
from typhoon.lab import persons
from typhoon.lab.experiment import Experiment
from typhoon.lab.intervals import Estimate
from typhoon.lab.running import Run
from typhoon.lab.summary import interval as wilson

SCALE = 400.0
"""Points of strength for which ten pairs are won to one lost."""
RESAMPLES = 500
MARSHAL = "marshal:24"
"""The marshal who plays when none is named: one that finds the same on every machine."""

Match = tuple[str, str]
Round = Mapping[Match, float]
"""What the first of each two won of a pair on the same dice: 1, a half, or 0."""


class Met(NamedTuple):
    """Two players that met."""

    one: str
    other: str
    pairs: int
    won: float
    """By the first of the two; a drawn pair is half won."""

    @property
    def share(self) -> Estimate:
        low, high = wilson(self.won, self.pairs)
        return Estimate(self.won / self.pairs, low, high, self.pairs)


class Ladder(NamedTuple):
    """Who is how strong, the strongest first, and how everybody fared against everybody."""

    strengths: dict[str, Estimate]
    """In points; those of all players together are nought."""
    met: list[Met]


def usual_players(rules: Rules[Any]) -> list[str]:
    """Every player that the game has, from the weakest up as far as is known."""
    staffs = ["recruit", "staff"] if rules.staff(rules.sides[0], Random(0)) is not None else []
    if staffs and type(rules).first_staff is not Rules.first_staff:
        staffs.insert(1, "staff-1")
    return ["random", *staffs, *([MARSHAL] if staffs else [])]


def ladder_of(
    game: str,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    players: Sequence[str] = (),
    pairs: int = 10,
    seed: int | str = 1942,
    folder: Path | None = None,
) -> Experiment:
    """The experiment that is played for a ladder; ``ValueError`` says what is wrong with it."""
    rules = find_rules(game, scenario, dict(options or {}))
    named = [*players] or usual_players(rules)
    for name in named:
        if named.count(name) > 1:
            raise ValueError(f"player '{name}' is named twice")
        text = persons.read_player(name, folder or Path()) if persons.is_own(name) else ""
        for side in rules.sides:
            persons.find(name, text, rules, side, seed, 0)
    if len(named) < 2:
        raise ValueError(f"a ladder takes two players at least, not {len(named)}")
    arms = {
        _arm_name(seats): {"players": dict(zip(rules.sides, seats, strict=True)), "against": False}
        for seats in permutations(named, len(rules.sides))
    }
    return Experiment(
        _folder=folder,
        title=f"Ladder of {rules.about.title}",
        game=game,
        scenario=rules.scenario.id,
        options=dict(options or {}),
        games=pairs,
        seed=seed,
        arms=arms,
    )


def _arm_name(seats: Sequence[str]) -> str:
    return " against ".join(seats)


def climbed(run: Run) -> Ladder:
    """What the games so far say."""
    rounds = _rounds(run)
    return Ladder(strengths(rounds), [*_met(rounds)])


def _rounds(run: Run) -> list[Round]:
    """Round by round who won; a pair counts when both of its games came to an end."""
    names = {arm.digest: tuple(arm.players.values()) for arm in run.experiment.arms}
    games = {(names[each.arm], each.index): each for each in run.log.records(run.keys()) if each.level}
    players = list(dict.fromkeys(name for seats in names.values() for name in seats))
    rounds: list[Round] = []
    for index in range(1, max((index for _, index in games), default=0) + 1):
        found = {}
        for one, other in combinations(players, 2):
            ways: tuple[tuple[str, ...], ...] = ((one, other), (other, one))
            if (ways[0], index) not in games:
                ways = ((one,), (other,))
            if all((seats, index) in games for seats in ways):
                first, second = [games[seats, index].by_turn[-1].margin for seats in ways]
                found[one, other] = 1.0 if first > second else 0.5 if first == second else 0.0
        if found:
            rounds.append(found)
    return rounds


def _met(rounds: Sequence[Round]) -> Iterator[Met]:
    for one, other in dict.fromkeys(match for found in rounds for match in found):
        results = [found[one, other] for found in rounds if (one, other) in found]
        yield Met(one, other, len(results), sum(results))


def strengths(rounds: Sequence[Round], seed: int | str = "ladder") -> dict[str, Estimate]:
    """How strong each player is, the strongest first.

    >>> found = strengths([{("staff", "random"): 1.0}] * 9)  # 9 won, 1 drawn: 9.5 to 0.5
    >>> [(name, round(each.value)) for name, each in found.items()]  # 200 log10(19)
    [('staff', 256), ('random', -256)]
    """
    matches = list(dict.fromkeys(match for found in rounds for match in found))
    if not matches:
        return {}
    drawn = dict.fromkeys(matches, 0.5)
    weighted = [drawn, *rounds]
    best = _fitted(weighted, [1.0] * len(weighted))
    rng = Random(f"{seed} {len(rounds)}")
    samples = [_fitted(weighted, [rng.expovariate(1.0) for _ in weighted], best) for _ in range(RESAMPLES)]
    found = {}
    for name in sorted(best, key=lambda each: -best[each]):
        middle, spread = SCALE * best[name], sorted(SCALE * sample[name] for sample in samples)
        low, high = spread[round(0.025 * RESAMPLES)], spread[round(0.975 * RESAMPLES) - 1]
        played = sum(name in match for each in rounds for match in each)
        found[name] = Estimate(middle, min(low, middle), max(high, middle), played)
    return found


def _fitted(
    rounds: Sequence[Round], weights: Sequence[float], start: Mapping[str, float] | None = None
) -> dict[str, float]:
    """The strengths that make the results most likely, as powers of ten with a mean of nought.

    By minorization and maximization (Hunter 2004): a player's strength is what it won over what it might have
    won, again and again until nothing changes.
    """
    won: dict[str, float] = {}
    played: dict[Match, float] = {}
    for found, weight in zip(rounds, weights, strict=True):
        for (one, other), result in found.items():
            won[one] = won.get(one, 0.0) + weight * result
            won[other] = won.get(other, 0.0) + weight * (1.0 - result)
            played[one, other] = played.get((one, other), 0.0) + weight
    strong = {name: 10 ** start[name] if start else 1.0 for name in won}
    change = 1.0
    while change > 1e-4:
        chances = dict.fromkeys(won, 0.0)
        for (one, other), number in played.items():
            share = number / (strong[one] + strong[other])
            chances[one] += share
            chances[other] += share
        new = {name: won[name] / chances[name] for name in won}
        change = max(abs(new[name] / strong[name] - 1.0) for name in won)
        strong = new
    level = fmean(log10(each) for each in strong.values())
    return {name: log10(each) - level for name, each in strong.items()}
