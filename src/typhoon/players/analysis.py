"""Analysis: how the prospects changed turn by turn, what of that was luck, and what was played badly or well.

The luck of an order is what its dice brought against what they bring in the mean, by the value of the
positions that may follow; all else that changes in a player-turn is play.  With playouts, the plan that was
followed in each phase is held against those of the marshal, who knows no more than the side knew then; only
what stands above the error of that is marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

import msgspec

from typhoon.engine.core import Core, chances
from typhoon.engine.game import Game
from typhoon.engine.journal import Entry
from typhoon.engine.orders import Chooser, Order
from typhoon.engine.position import Position
from typhoon.engine.replay import walk
from typhoon.players.inside import Inside
from typhoon.players.marshal import MANNERS, Proposer
from typhoon.players.shelf import stream
from typhoon.players.trials import Plan, Trials

MOST_OUTCOMES = 216
SAMPLES = 60
"""What may come of an order is sampled so often when it cannot be listed."""
CERTAIN = 2.0
"""Standard errors by which a plan must be better than another to be called so."""


class Better(msgspec.Struct, frozen=True):
    """A plan held against the one that was followed."""

    phase: str
    orders: list[str]
    """What the marshal would have done."""
    gain: float
    """What that was worth more, in points of the side; below nought when the side's own plan was better."""
    error: float
    """The standard error of the gain."""

    @property
    def certain(self) -> bool:
        return abs(self.gain) > CERTAIN * self.error


class Turn(msgspec.Struct):
    """The turn of one side."""

    turn: int
    side: str
    start: int
    """The number of orders given before it."""
    before: float
    """The margin that the first side could expect."""
    after: float = 0.0
    luck: float = 0.0
    """What dice brought the first side against their mean."""
    dice: int = 0
    """How many orders there were that took dice."""
    plans: list[Better] = []
    mark: str = ""

    @property
    def key(self) -> tuple[int, str, int]:
        return self.turn, self.side, self.start

    @property
    def play(self) -> float:
        """What changed by what was decided, for the first side."""
        return self.after - self.before - self.luck


def analyse(
    text: str, playouts: int = 0, done: Sequence[Turn] = (), charts: str | Path | None = None
) -> Iterator[Turn]:
    """The turns of a game one after another; those that are ``done`` already are not thought about again."""
    ready = {each.key: each for each in done}
    turn: Turn | None = None
    phase: _Phase | None = None
    mean: float | None = None
    """What could be expected of the order that was given last, when it took dice."""
    for number, (game, entry) in enumerate(walk(text, charts=charts)):
        rules, now = game.rules, game.position.turn
        value = rules.evaluate(game.position, rules.sides[0])
        if turn is not None and mean is not None:
            turn.luck += value - mean
        name = rules.phase_in_play(game.position)
        side = next((each for each in rules.sides if name.startswith(f"{each} ")), "")
        if turn is not None and phase is not None and (entry is None or (now, name) != phase.moment):
            turn.plans += phase.judged(playouts)
            phase = None
        if turn is None or entry is None or (side and (now, side) != (turn.turn, turn.side)):
            if turn is not None:
                turn.after = value
                yield ready.get(turn.key, turn)
            if entry is None:
                return
            turn = Turn(now, side or entry.side, number, value)
        order = _order(game, entry)
        if playouts and phase is None and turn.key not in ready:
            phase = _Phase(game, entry.side, (now, name))
        if phase is not None and entry.side == phase.side:
            phase.given.append(order)
        mean = _mean(game.position, order, rules.sides[0]) if entry.dice else None
        turn.dice += mean is not None


def _order(game: Game, entry: Entry) -> Order:
    return game.parse(entry.order) if isinstance(entry.order, str) else entry.order


def _mean(pos: Position, order: Order, side: str) -> float:
    """What the positions are worth in the mean that an order may lead to."""
    evaluate = pos.rules.evaluate
    found = chances(pos, order, MOST_OUTCOMES)
    if found is not None:
        return float(sum([float(each.probability) * evaluate(each.position, side) for each in found]))
    values: list[float] = []
    rng = stream("luck", str(order), pos.turn)
    for _ in range(SAMPLES):
        core = Core(pos.copy(), rng)
        core.play(order)
        values.append(evaluate(core.position, side))
    return fmean(values)


class _Phase:
    """A phase in which a plan was followed, from where it began."""

    def __init__(self, game: Game, side: str, moment: tuple[int, str]) -> None:
        self.side, self.moment = side, moment
        self.given: Plan = []
        self._then = Core(game.position.copy(), stream("analysis", moment[0], moment[1]))

    def judged(self, playouts: int) -> list[Better]:
        """The plan that was followed held against the best of the marshal's; nothing where none is made."""
        rules, rng = self._then.rules, stream("analyst", self.moment[0], self.moment[1])
        staff = rules.staff(self.side, rng)
        seat = Known(self._then, self.side)
        if not isinstance(staff, Proposer) or len(self.given) < 2:
            return []
        plans = staff.proposals(seat, MANNERS)
        if len(plans[0]) < 2:
            return []
        trials = Trials(rules, self.side, rng, playouts)
        best = trials.best(seat, plans, None)
        error, gain = trials.compared(seat, best.plan, self.given, max(8, playouts // 4))
        return [Better(self.moment[1], [str(order) for order in best.plan], gain, error)]


class Known(Inside):
    """A side's seat in a game of the past: it knows what it knew then."""

    def imagine(self, rng: Chooser) -> Core:
        rules, pos = self._core.rules, self._core.position
        return Core(rules.secrets.imagine(pos, rules.sides.index(self.side), rng), rng)


def mark(turns: Sequence[Turn], most: int = 3) -> None:
    """Mark the few worst and best decisions, as far as they stand above the error of the evaluation."""
    judged = [(plan.gain, turn, plan) for turn in turns for plan in turn.plans if plan.certain]
    for turn in turns:
        turn.mark = ""
    worst = sorted([each for each in judged if each[0] > 0], key=lambda each: -each[0])[:most]
    best = sorted([each for each in judged if each[0] < 0], key=lambda each: each[0])[:most]
    for word, found in (("mistake", worst), ("strong", best)):
        for _, turn, _ in found:
            turn.mark = word
