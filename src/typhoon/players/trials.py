"""Trials: plans played on in imagined games, until it shows which is best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from typhoon.engine.core import Core
from typhoon.engine.course import Course, Plan
from typhoon.engine.orders import Order
from typhoon.engine.position import Position
from typhoon.engine.rules import Rules
from typhoon.engine.seat import Seat
from typhoon.players.chance import Dice
from typhoon.players.inside import Inside
from typhoon.players.luck import Weighed

if TYPE_CHECKING:
    from typhoon.players.crew import Crew

K = TypeVar("K", bound=Plan)
"""The kind of plans that are tried: orders, courses, or either."""

HORIZON = 1.0
"""How many turns are played on; a course is played on as far as its game says."""
GLANCE = 1 / 3
"""What it costs to play on with a plan until the enemy's turn, beside a whole playout.

The first round goes no further: that tells nearly as much for a third of the time, so that many plans can be
glanced at, and few are looked at closely."""
PLAYOUTS_A_PLAN = 1.0
"""No more plans are looked at than can be played on so often in the mean."""
PLAYOUTS_A_PLAN_ALONE = 3.0
"""The same in a game for one, where nobody else has a turn and a glance is a whole playout."""
ROUNDS = 2.5
"""No more are looked at closely than can be so often."""
RACE = 0.6
"""How much of the thinking goes to choosing among plans where the rest can go to changing the best."""
BROOD = 4
"""So many changes are tried beside each other."""
PATIENCE = 40
"""How often something new is looked for."""
A_DAY = 86_400.0


class OutOfTime(Exception):
    """The time for thinking is over."""


class Trial(Generic[K]):
    """A plan, and what came of it."""

    __slots__ = ("plan", "values")

    def __init__(self, plan: K) -> None:
        self.plan = plan
        self.values: list[float] = []

    @property
    def mean(self) -> float:
        return fmean(self.values) if self.values else float("-inf")

    def surely_beats(self, other: Trial[Any]) -> bool:
        """Whether it was better in the rounds of both, by more than the error of that."""
        found = [mine - theirs for mine, theirs in zip(self.values, other.values, strict=False)]
        return len(found) > 1 and fmean(found) > stdev(found) / sqrt(len(found))


def playouts_a_plan(rules: Rules[Any]) -> float:
    """How many playouts there should be for each plan, at the least."""
    return PLAYOUTS_A_PLAN_ALONE if len(rules.sides) == 1 else PLAYOUTS_A_PLAN


def _leader(alive: Sequence[Trial[K]]) -> Trial[K]:
    return max(alive, key=lambda trial: trial.mean)


def _best_of(alive: Sequence[Trial[K]], others: int) -> list[Trial[K]]:
    """The first plan, which all are held against, and the best of the others."""
    return [alive[0], *sorted(alive[1:], key=lambda trial: -trial.mean)[: max(1, others)]]


class World(NamedTuple):
    """A game as a side imagines it, and the dice that fall in it."""

    words: Mapping[str, Any]
    seed: int


class Trials:
    """Plays on with plans, all in the same worlds with the same dice, and drops the worse ones.

    ``playouts`` and ``deadline`` say how much may be thought; what is found by playouts can be repeated.
    """

    def __init__(
        self,
        rules: Rules[Any],
        side: str,
        rng: Random,
        playouts: float,
        deadline: float = float("inf"),
        crew: Crew | None = None,
    ) -> None:
        self.rules, self.side, self.rng = rules, side, rng
        self.playouts, self.deadline, self.crew = playouts, deadline, crew
        self.played = 0.0
        self._begun = monotonic()
        self._worlds: list[World] = []
        self._longest = 0.0

    def best(
        self,
        seat: Seat,
        plans: Sequence[K],
        told: Callable[[Trial[K], float], None] = lambda best, share: None,
        vary: Callable[[K, K], K] | None = None,
        *,
        sure: bool = False,
    ) -> Trial[K]:
        """The plan that leads to the best prospects; the first one when there is no time at all.

        With ``sure`` it is also the first one while no other has proved better.
        The worse half is dropped again and again, each time after an equal part of the thinking; if parts of
        plans can ``vary``, some of it is left to change parts of the best one.
        Round by round it is ``told`` which is best so far, and how much of the thinking is done.
        """
        trials = [Trial(plan) for plan in plans]
        best = first = trials[0]
        with suppress(OutOfTime):
            for best in self._race(seat, trials, RACE if vary else 1.0):
                told(best, self.share)
            for better in self._changes(seat, best, trials, vary) if vary else ():
                best = better
                told(best, self.share)
        return first if sure and not best.surely_beats(first) else best

    def _race(self, seat: Seat, trials: Sequence[Trial[K]], until: float) -> Iterator[Trial[K]]:
        """Who leads, round by round, until that share of the thinking is done."""
        first, *others = trials
        begun = monotonic()
        self._round(seat, [first])
        if others := others[: self._affordable(monotonic() - begun)]:
            self._round(seat, others)
        alive = [first, *others]
        yield _leader(alive)
        glanced = self.share
        left = (1 - glanced) / glanced * len(alive) * self._price(0)
        alive = _best_of(alive, min(len(others) // 2, int(left / ROUNDS)))
        stages, done = max(1, (len(alive) - 1).bit_length()), 0
        while len(alive) > 1:
            self._round(seat, alive)
            yield _leader(alive)
            if self.share > glanced + (until - glanced) * (done + 1) / stages and len(alive) > 2:
                done += 1
                alive = _best_of(alive, (len(alive) - 1) // 2)
            elif self.share > until:
                return

    def _price(self, number: int) -> float:
        """What a round costs for each plan, in whole playouts."""
        return 1.0 if number or len(self.rules.sides) == 1 else GLANCE

    def _affordable(self, seconds: float) -> int:
        """How many more plans can be tried often enough, when it takes so long to try one."""
        hands = 1 if self.crew is None else 1 + self.crew.size
        left = min(max(0.0, self.deadline - monotonic()), A_DAY)
        return int(left * hands * self._price(0) / (seconds * playouts_a_plan(self.rules)))

    def _changes(
        self, seat: Seat, best: Trial[K], others: Sequence[Trial[K]], vary: Callable[[K, K], K]
    ) -> Iterator[Trial[K]]:
        """Plans each better than the one before, in all worlds together, by a part of some other plan."""
        known = [trial.plan for trial in others]
        while tries := self._brood(best.plan, others, vary, known):
            while tries and len(tries[0].values) < len(best.values):
                self._round(seat, tries)
                so_far = fmean(best.values[: len(tries[0].values)])
                tries = [trial for trial in tries if trial.mean > so_far]
            if tries:
                found = max(tries, key=lambda trial: trial.mean)
                self._round(seat, [best, found])  # the best of many was lucky too
                best = max(best, found, key=lambda trial: trial.mean)
            yield best

    def _brood(
        self, plan: K, others: Sequence[Trial[K]], vary: Callable[[K, K], K], known: list[K]
    ) -> list[Trial[K]]:
        """Some plans that differ from one by a part and were not tried before; none if there are no more."""
        found: list[Trial[K]] = []
        for _ in range(PATIENCE):
            other = vary(plan, self.rng.choice(others).plan)
            if other not in known:
                known.append(other)
                found.append(Trial(other))
                if len(found) == BROOD:
                    break
        return found

    @property
    def share(self) -> float:
        """How much of what may be thought has been."""
        time = self.deadline - self._begun
        passed = (monotonic() - self._begun) / time if time > 0 else 1.0
        return min(1.0, max(self.played / self.playouts, passed))

    def compared(self, seat: Seat, plans: Sequence[Plan], rounds: int) -> list[list[float]]:
        """What each plan comes to, round by round in fresh worlds with the same dice for all."""
        different = [plan for index, plan in enumerate(plans) if plan not in plans[:index]]
        found: list[list[float]] = [[] for _ in different]
        for _ in range(rounds):
            world, seed = seat.imagine(self.rng), self.rng.getrandbits(64)
            for plan, values in zip(different, found, strict=True):
                values.append(self.play_on(world, plan, Random(seed)))
        return [found[different.index(plan)] for plan in plans]

    def _round(self, seat: Seat, alive: Sequence[Trial[K]]) -> None:
        """Try plans that were tried equally often once more; what is not finished counts for nobody."""
        number = len(alive[0].values)
        cost = len(alive) * self._price(number)
        if self.played + cost > self.playouts:
            raise OutOfTime
        if number == len(self._worlds):
            words = self.rules.snapshot(seat.imagine(self.rng).position)
            self._worlds.append(World(words, self.rng.getrandbits(64)))
        found = self._values(self._worlds[number], [trial.plan for trial in alive], glance=not number)
        for trial, value in zip(alive, found, strict=True):
            trial.values.append(value)
        self.played += cost
        seat.thinking.check()

    def _values(self, world: World, plans: Sequence[Plan], *, glance: bool) -> list[float]:
        """What plans come to in one world, with the same dice for all; the crew lends a hand."""
        rules = self.rules
        core = Core(rules.restore(world.words), self.rng)

        def play_on(plan: Plan) -> float:
            return self.play_on(core, plan, Random(world.seed), glance=glance)

        if self.crew is None or not self.crew.knows(rules):
            return [play_on(plan) for plan in plans]
        return self.crew.values(self, world, plans, play_on, glance=glance)

    def play_on(
        self, world: Core, plan: Plan, rng: Random, *, with_luck: bool = False, glance: bool = False
    ) -> float:
        """What a plan comes to: the prospects after staffs have played on for a while.

        At a ``glance`` until the other side is to begin something.
        What was mere luck of the dice is left out, unless that is wanted too.
        """
        core = _Rehearsal(world.position.copy(), Dice(rng.getrandbits(64)), self.side)
        pos, rules = core.position, self.rules
        begin, side = moment(pos), rules.sides.index(self.side)
        staffs = [rules.staff(each, rng) for each in rules.sides]
        seats = [Inside(core, each) for each in rules.sides]
        leader, turns = staffs[side], HORIZON
        if isinstance(plan, Course):
            leader, turns = plan.player(rules, self.side), rules.prospects.horizon(pos)
        until = begin + turns * len(rules.sequence)

        def go_on() -> None:
            begun = monotonic()
            if begun + self._longest > self.deadline:
                raise OutOfTime
            decider = core.decider
            player = leader if decider == side and moment(pos) == begin else staffs[decider]
            core.play(player.choose(seats[decider]))  # type: ignore[union-attr]
            self._longest = max(self._longest, monotonic() - begun)

        if not isinstance(plan, Course):
            follow(core, side, plan, go_on)
        while pos.result is None and moment(pos) < until:
            if glance and core.decider != side and len(pos.frames) == 1:
                break
            go_on()
        return rules.evaluate(pos, self.side) - (0.0 if with_luck else core.luck)


class _Rehearsal(Weighed):
    """A game played on, in which the dice of an attack hang on when and on whom it is made."""

    __slots__ = ("_dice",)

    def __init__(self, position: Position, dice: Dice, side: str) -> None:
        super().__init__(position, dice, side)
        self._dice = dice

    def play(self, order: Order) -> None:
        pos = self.position
        self._dice.thrown_for(pos.turn, pos.step, getattr(order, "target", ""))
        super().play(order)


def follow(core: Core, side: int, plan: Sequence[Order], go_on: Callable[[], None]) -> None:
    """Carry out a plan of a side, as far as it can be."""
    pos = core.position
    depth = len(pos.frames)
    for order in plan:
        while not (legal := core.decider == side and order in core.orders):
            if pos.result is not None or len(pos.frames) <= depth:
                break
            go_on()  # what an order has brought about, such as a retreat, comes before the next one
        if legal:
            core.play(order)


def moment(pos: Position) -> float:
    """How far a game has come, in steps of its sequence of play."""
    return float(pos.turn * len(pos.rules.sequence) + max(pos.step, 0))
