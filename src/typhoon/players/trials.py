"""Trials: plans played on in imagined games, until it shows which is best."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
        self.played = 0
        self._begun = monotonic()
        self._worlds: list[World] = []
        self._longest = 0.0

    def best(
        self,
        seat: Seat,
        plans: Sequence[K],
        told: Callable[[Trial[K], float], None] = lambda best, share: None,
        *,
        sure: bool = False,
    ) -> Trial[K]:
        """The plan that leads to the best prospects; the first one when there is no time at all.

        With ``sure`` it is also the first one while no other has proved better.
        The worse half is dropped again and again, each time after an equal part of the thinking.
        Round by round it is ``told`` which is best so far, and how much of the thinking is done.
        """
        alive = [Trial(plan) for plan in plans]
        first = alive[0]
        stages = max(1, (len(alive) - 1).bit_length())
        done = 0
        try:
            while len(alive) > 1 and self.played + len(alive) <= self.playouts:
                self._round(seat, alive)
                best = max(alive, key=lambda trial: trial.mean)
                told(best, self.share)
                if self.share * stages > done + 1 and len(alive) > 2:
                    done += 1
                    others = sorted(alive[1:], key=lambda trial: -trial.mean)
                    alive = [first, *others[: len(others) // 2]]
        except OutOfTime:
            pass
        best = max(alive, key=lambda trial: trial.mean)
        return first if sure and not best.surely_beats(first) else best

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
        if number == len(self._worlds):
            words = self.rules.snapshot(seat.imagine(self.rng).position)
            self._worlds.append(World(words, self.rng.getrandbits(64)))
        found = self._values(self._worlds[number], [trial.plan for trial in alive])
        for trial, value in zip(alive, found, strict=True):
            trial.values.append(value)
        self.played += len(alive)
        seat.thinking.check()

    def _values(self, world: World, plans: Sequence[Plan]) -> list[float]:
        """What plans come to in one world, with the same dice for all; the crew lends a hand."""
        rules = self.rules
        core = Core(rules.restore(world.words), self.rng)

        def play_on(plan: Plan) -> float:
            return self.play_on(core, plan, Random(world.seed))

        if self.crew is None or not self.crew.knows(rules):
            return [play_on(plan) for plan in plans]
        return self.crew.values(self, world.words, world.seed, plans, play_on)

    def play_on(self, world: Core, plan: Plan, rng: Random, *, with_luck: bool = False) -> float:
        """What a plan comes to: the prospects after staffs have played on for a while.

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
