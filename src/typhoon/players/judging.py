"""Judging a phase: what a side ordered, held against what the marshal would have done.

He knows no more than the side knew then.  Where a phase is planned as a whole its orders are held against his
plan, where one decides as dice fall each order against the staff's.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec

from typhoon.engine.advice import proposal, reason
from typhoon.engine.core import Core
from typhoon.engine.course import Course
from typhoon.engine.game import Game
from typhoon.engine.orders import Chooser, End, Order
from typhoon.players.chance import stream
from typhoon.players.inside import Inside
from typhoon.players.lines import Line, usual_line
from typhoon.players.marshal import MANNERS, Proposer
from typhoon.players.meaning import plan_in_words
from typhoon.players.trials import Trials

LEAST_ROUNDS = 12
"""How often a plan is held against another at the least."""
FEW_ROUNDS = 4
"""How often a single order is held against another at the least."""
SUSPICION = 1.0
"""What stands out by so many errors is looked at again, and only what is found then counts."""
FURTHER = 4
"""How many times longer that is looked at."""
MOST_AGAIN = 3
"""So many orders of a phase are looked at again."""


class Better(msgspec.Struct):
    """A plan held against the one that was followed."""

    phase: str
    orders: list[str]
    """What the marshal would have done."""
    gain: float
    """What that was worth more, in points of the side; below nought when the side's own plan was better."""
    error: float
    """The standard error of the gain."""
    start: int = 0
    """The number of orders given before the marshal goes another way."""
    words: list[str] = []
    """What the marshal would have done, in sentences."""
    followed: list[str] = []
    """The plan that was followed, in sentences."""
    hexes: list[str] = []
    """Where the marshal would have gone, and what he would have attacked."""
    open_gain: float | None = None
    """The gain with open cards, in games that have secrets."""
    mark: str = ""
    plain: float = 0.0
    """What the staff's first thought was worth more than what was done."""
    plain_error: float = 0.0
    rounds: int = LEAST_ROUNDS
    """How often the plans were held against each other."""
    steps: int = 0
    """How many orders there are in the marshal's line, which is kept by ``start``; none in old analyses."""


class Given(NamedTuple):
    """An order, and the game before it."""

    order: Order
    game: Game


class Phase:
    """A phase of a side, with what it ordered in it."""

    def __init__(self, side: str, moment: tuple[int, str]) -> None:
        self.side, self.moment = side, moment
        self._given: list[Given] = []
        self._rng = stream("analyst", moment[0], moment[1])

    def add(self, game: Game, order: Order) -> None:
        self._given.append(Given(order, game.fork(self._rng)))

    def judged(self, playouts: int) -> tuple[Better, Line] | None:
        """What the side did held against what the marshal would have done, and what comes of that.

        Nothing where both are the same.
        """
        rules, rng = self._given[0].game.rules, self._rng
        staff = rules.staff(self.side, rng)
        if not isinstance(staff, Proposer):
            return None
        seat = self._seat(self._given[0])
        trials, plans = Trials(rules, self.side, rng, playouts), staff.proposals(seat, MANNERS)
        listed = [plan for plan in plans if not isinstance(plan, Course)]
        if max(map(len, listed), default=0) > 1:
            return self._plan_judged(trials, listed)
        return self._orders_judged(trials)

    def _plan_judged(self, trials: Trials, plans: Sequence[Sequence[Order]]) -> tuple[Better, Line] | None:
        """Where a phase is planned as a whole, its orders are a plan too."""
        first, given = self._given[0], [each.order for each in self._given]
        seat, own = self._seat(first), plans[0]
        best = trials.best(seat, plans).plan
        rounds = max(LEAST_ROUNDS, int(trials.playouts) // 3)
        values = trials.compared(seat, [best, own, given], rounds)
        if fmean(values[1]) > fmean(values[0]):
            best, values[0] = own, values[1]
        if best == given:
            return None
        gain, plain = Gain.of(values[0], values[2]), Gain.of(values[1], values[2])
        if plain.stands_out or (gain.stands_out and gain.mean < 0):
            values = trials.compared(seat, [best, own, given], FURTHER * rounds)
            gain, plain = Gain.of(values[0], values[2]), Gain.of(values[1], values[2])
        return self._told(trials, first, best, given, gain, plain)

    def _orders_judged(self, trials: Trials) -> tuple[Better, Line] | None:
        """Where one decides as dice fall, each order is held against the staff's in the same place.

        What differs most and stands out is added up; the line begins where most was lost or won.
        """
        found: list[tuple[Gain, Given, Order]] = []
        rounds = max(FEW_ROUNDS, int(trials.playouts) // 4)
        for each in self._given:
            seat = self._seat(each)
            own = trials.rules.staff(self.side, trials.rng).choose(seat)  # type: ignore[union-attr]
            if own != each.order:
                gain = Gain.of(*trials.compared(seat, [[own], [each.order]], rounds))
                found.append((gain, each, own))
        if not found:
            return None
        suspect = [each for each in found if each[0].stands_out]
        sure: list[tuple[Gain, Given, Order]] = []
        for _, each, own in sorted(suspect, key=lambda each: -abs(each[0].mean))[:MOST_AGAIN]:
            again = trials.compared(self._seat(each), [[own], [each.order]], 2 * FURTHER * rounds)
            gain = Gain.of(*again)
            sure.append((gain, each, own))
        sure = sure or found
        _, worst, own = max(sure, key=lambda each: abs(each[0].mean))
        total = Gain(
            sum([gain.mean for gain, _, _ in sure]),
            sqrt(sum([gain.error**2 for gain, _, _ in sure])),
            sure[0][0].rounds,
        )
        return self._told(trials, worst, [own], [worst.order], total, total)

    def _told(
        self,
        trials: Trials,
        then: Given,
        best: Sequence[Order],
        given: Sequence[Order],
        gain: Gain,
        plain: Gain,
    ) -> tuple[Better, Line]:
        rules, seat = trials.rules, self._seat(then)
        open_gain = None
        if rules.secrets:
            open_seat = Inside(Core(then.game.position, trials.rng), self.side)
            open_gain = Gain.of(*trials.compared(open_seat, [best, given], LEAST_ROUNDS)).mean
        line = usual_line(then.game, self.side, best, trials.rng)
        better = Better(
            self.moment[1],
            [str(order) for order in best],
            gain.mean,
            gain.error,
            len(then.game.entries),
            [*_orders_in_words(then.game, best), *plan_in_words(seat, best)],
            _orders_in_words(then.game, given) or plan_in_words(seat, given, alone=True),
            sorted({hex_ for order in best for hex_ in _aims(order)}),
            open_gain,
            plain=plain.mean,
            plain_error=plain.error,
            rounds=gain.rounds,
            steps=len(line),
        )
        return better, line

    def _seat(self, then: Given) -> Known:
        return Known(Core(then.game.position, self._rng), self.side)


class Gain(NamedTuple):
    """By how much a plan is better than another, found in rounds in which both had the same world."""

    mean: float
    error: float
    """The standard error of the mean."""
    rounds: int

    @classmethod
    def of(cls, values: Sequence[float], others: Sequence[float]) -> Gain:
        found = [value - other for value, other in zip(values, others, strict=True)]
        return cls(fmean(found), stdev(found) / sqrt(len(found)), len(found))

    @property
    def stands_out(self) -> bool:
        return abs(self.mean) > SUSPICION * self.error


def _orders_in_words(game: Game, plan: Sequence[Order]) -> list[str]:
    """A single order with its reason; of more than one the plan is told as a whole."""
    if len(plan) != 1:
        return []
    if isinstance(plan[0], End):
        return ["Nothing more is done."]
    why = reason(game, plan[0])
    return [f"{proposal(game.rules, plan[0])}{f': {why}' if why else ''}."]


def _aims(order: Order) -> list[str]:
    """The hexes that an order leads to, or is against."""
    path, target = getattr(order, "path", ()), getattr(order, "target", "")
    return [*path[-1:], *[each for each in target.split("+") if each]]


class Known(Inside):
    """A side's seat in a game of the past: it knows what it knew then."""

    def imagine(self, rng: Chooser) -> Core:
        rules, pos = self._core.rules, self._core.position
        return Core(rules.secrets.imagine(pos, rules.sides.index(self.side), rng), rng)
