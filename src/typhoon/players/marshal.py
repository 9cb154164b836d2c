"""The marshal: a player that tries out plans of the staff in its head before it gives an order.

It knows nothing of any game.  A game's staff proposes whole plans for a phase, in several manners; the
marshal plays each of them on in worlds that agree with what its side knows, with dice of its own and staffs
on both sides, and takes the plan that leads to the best prospects.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from random import Random
from time import monotonic
from typing import Any, NamedTuple, Protocol, runtime_checkable

from typhoon.engine.course import Course, Plan
from typhoon.engine.manner import USUAL, Manner
from typhoon.engine.orders import Order
from typhoon.engine.rules import Rules
from typhoon.engine.seat import Player, Seat
from typhoon.players.crew import Crew
from typhoon.players.meaning import plan_in_words
from typhoon.players.trials import Trial, Trials, playouts_a_plan

SHARE = 0.8
"""How much of what is left for a player-turn may be spent on one decision."""
SHARE_ALONE = 0.5
"""The same in a game for one, where a course is thought over again and again as dice fall."""
SHARE_OF_ANSWER = 0.15
"""How much of it on an answer in the course of something, such as who retreats: more is to be decided."""
MANNERS = (
    Manner(idea=1),
    Manner(drive=1.6),
    Manner(care=1.6),
    Manner(drive=0.6),
    Manner(idea=2),
    Manner(drive=2.5),
    Manner(idea=3),
    Manner(whim=0.3),
    Manner(idea=4),
    Manner(drive=1.5, care=0.6, whim=0.3),
    Manner(idea=5),
    Manner(drive=0.7, care=1.5, whim=0.3),
    Manner(idea=6),
    Manner(care=0.5),
    Manner(idea=7),
    Manner(whim=0.6),
    Manner(idea=8),
    Manner(drive=1.3, whim=0.5),
    Manner(care=1.3, whim=0.5),
)
"""The manners in which the staff is asked for plans besides its own."""
SECOND_THOUGHTS = 40
"""A course is thought over after so many orders, since dice have fallen, and kept if none proves better."""
ASKING = 1 / 3
"""How much of the time for a decision may pass before all plans are there."""
BLINK = 0.02
"""So few seconds are no time to think."""
LAST_WORDS = 0.8
"""How much of the thinking may be done when a plan is still put in words; later there is no time for it."""


@runtime_checkable
class Proposer(Player, Protocol):
    """A staff that proposes several plans for a decision, its own choice first."""

    def proposals(self, seat: Seat, manners: Iterable[Manner]) -> Sequence[Plan]: ...

    def group_of(self, order: Order, rules: Any) -> str:
        """Who moves as one: orders of a group are taken from one plan or from another, never mixed."""
        ...


class Budget(NamedTuple):
    """How much may be thought in a player-turn: so long, or so many playouts."""

    seconds: float | None = None
    playouts: int | None = None


class Marshal:
    """Searches among the plans of a staff."""

    def __init__(
        self,
        rules: Rules[Any],
        side: str,
        rng: Random,
        budget: Budget,
        manner: Manner = USUAL,
        crew: Crew | None = None,
    ) -> None:
        self.rules, self.side, self.rng, self.budget, self.crew = rules, side, rng, budget, crew
        self.manners = [manner.times(other) for other in MANNERS]
        staff = rules.staff(side, rng, manner)
        assert isinstance(staff, Proposer)
        self.staff = staff
        self._plan: list[Order] = []
        self._course: Course | None = None
        self._player: Player = staff
        """Who takes the course that was decided on, or else the staff."""
        self._followed = 0
        """For how many orders."""
        self._moment: tuple[int, str] = (0, "")
        self._spent = 0.0
        """How much of the budget of this player-turn is used up."""
        self._liked: Plan = []
        self._words = ""
        """The plan that was told last, and its words."""

    def choose(self, seat: Seat) -> Order:
        begun = monotonic()
        order = self._choose(seat, begun)
        if self.budget.seconds is not None:
            self._spent += monotonic() - begun
        return order

    def _choose(self, seat: Seat, begun: float) -> Order:
        decision = seat.decision
        assert decision is not None
        moment = decision.turn, decision.phase
        if moment != self._moment:
            if moment[0] != self._moment[0]:
                self._spent = 0.0
            self._plan, self._course, self._player, self._moment = [], None, self.staff, moment
        if order := self._next_of_plan(seat):
            return order
        if self._course is None or self._followed >= SECOND_THOUGHTS:
            plan = self._decide(seat, begun)
            if isinstance(plan, Course):
                self._followed = 0
                if plan != self._course:
                    self._course, self._player = plan, plan.player(self.rules, self.side)
            elif self._course is None:
                self._plan = list(plan)
        self._followed += 1
        return self._next_of_plan(seat) or self._player.choose(seat)

    @property
    def plan(self) -> Plan:
        """What it still means to do in the phase."""
        return [*self._plan] if self._course is None else self._course

    def _next_of_plan(self, seat: Seat) -> Order | None:
        while self._plan:
            order = self._plan.pop(0)
            if seat.why_not(order) is None:
                return order
        return None

    def _decide(self, seat: Seat, begun: float) -> Plan:
        """What to do; nothing when there is no time to think about it, and the staff decides."""
        playouts = self.budget.playouts
        allowed, deadline = self._allowed(seat, begun, SHARE_ALONE if len(self.rules.sides) == 1 else SHARE)
        if allowed < 2 or deadline - begun < BLINK:
            return ()
        enough = len(self.manners) if playouts is None else int(allowed / playouts_a_plan(self.rules))
        most = max(1, enough - 1)
        plans = self.staff.proposals(seat, self._asked(most, begun + (deadline - begun) * ASKING))
        if self._course is not None:
            if not isinstance(plans[0], Course):
                return plans[0]  # second thoughts come when it is to choose between courses again
            plans = [self._course, *plans[1:]]
        if is_answer := len(plans) > 1 and len(seat.imagine(self.rng).position.frames) > 1:
            allowed, deadline = self._allowed(seat, begun, SHARE_OF_ANSWER)
        if len(plans) == 1 or allowed < len(plans):
            return plans[0]
        trials = Trials(self.rules, self.side, self.rng, allowed, deadline, self.crew)
        whole = not is_answer and not isinstance(plans[0], Course) and len(plans[0]) > 1
        told, vary = partial(self._tell, seat), self.with_a_part if whole else None
        best = trials.best(seat, plans, told, vary, sure=not whole)
        if playouts is not None:
            self._spent += trials.played
        return best.plan

    def _allowed(self, seat: Seat, begun: float, share: float) -> tuple[float, float]:
        """How many playouts there may be, and until when, for a share of what is left."""
        seconds, playouts = self.budget
        if playouts is not None:
            return (playouts - self._spent) * share, begun + seat.thinking.left
        assert seconds is not None
        return float("inf"), begun + min((seconds - self._spent) * share, seat.thinking.left)

    def _tell(self, seat: Seat, best: Trial[Plan], share: float) -> None:
        """Let whoever waits know how far it is, and the plan that is best so far."""
        if seat.thinking.in_words and best.plan != self._liked and share < LAST_WORDS:
            self._liked, self._words = best.plan, " ".join(plan_in_words(seat, best.plan))
        seat.thinking.tell(self._words, share)

    def _asked(self, most: int, until: float) -> Iterator[Manner]:
        """The manners in which the staff is asked for plans, as long as there is time for it."""
        for manner in self.manners[:most]:
            if monotonic() > until:
                return
            yield manner

    def with_a_part(self, plan: Plan, other: Plan) -> Plan:
        """A plan in which one group follows the other plan."""
        assert not isinstance(plan, Course) and not isinstance(other, Course)
        own, theirs = self._by_group(plan), self._by_group(other)
        if not (different := sorted(g for g in {*own, *theirs} if own.get(g) != theirs.get(g))):
            return plan
        group = self.rng.choice(different)
        kept = [order for order in plan[:-1] if self.staff.group_of(order, self.rules) != group]
        return [*kept, *theirs.get(group, ()), plan[-1]]

    def _by_group(self, plan: Sequence[Order]) -> dict[str, list[Order]]:
        """The orders of each group, in their turn; not the last, which ends the phase."""
        found: dict[str, list[Order]] = {}
        for order in plan[:-1]:
            found.setdefault(self.staff.group_of(order, self.rules), []).append(order)
        return found
