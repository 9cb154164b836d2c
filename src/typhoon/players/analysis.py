"""Analysis: how the prospects changed turn by turn, what of that was luck, and what was played badly or well.

The luck of an order is what its dice brought against what they bring in the mean, by the value of the
positions that may follow; all else that changes in a player-turn is play.  With playouts, the plan that was
followed in each phase is held against those of the marshal, who knows no more than the side knew then; only
what stands above the error of that is marked.  An analysis is kept in a file beside the game, and goes on
from there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean, median, stdev
from typing import NamedTuple

import msgspec

from typhoon.engine.advice import proposal, reason
from typhoon.engine.core import Core
from typhoon.engine.game import Game
from typhoon.engine.journal import Entry
from typhoon.engine.orders import Chooser, End, Order
from typhoon.engine.position import Position
from typhoon.engine.replay import walk
from typhoon.players.chance import stream
from typhoon.players.inside import Inside
from typhoon.players.lines import Line, usual_line
from typhoon.players.luck import expected
from typhoon.players.marshal import MANNERS, Proposer
from typhoon.players.meaning import plan_in_words
from typhoon.players.trials import Plan, Trials

MOST_OUTCOMES = 216
SAMPLES = 60
"""What may come of an order is sampled so often when it cannot be listed."""
DOUBT = 0.05
"""The chance that in a whole game anything is marked that is no more than noise."""
OUTLOOKS = 6
"""How often a game is played on for a turn to see how far its prospects may stray."""
GREAT = 0.1
"""The share of the greatest difference that another must have to be told beside it."""
MARKS = ("", "strong", "mistake")
"""What a decision may be, and of a turn the last of them that applies."""
FEW = 8
"""Of fewer decisions than these nobody can say what is usual."""
LEAST_ROUNDS = 12
"""How often a plan is held against another at the least."""
FEW_ROUNDS = 4
"""How often a single order is held against another at the least."""
SUSPICION = 1.0
"""What stands out by so many errors is looked at again, and only what is found then counts."""
FURTHER = 4
"""How many times longer that is looked at."""


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
    spread: float = 0.0
    """How far the prospects may stray within a turn, as a standard deviation; 0 where that was not tried."""
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
    text: str,
    playouts: int = 0,
    done: Sequence[Turn] = (),
    charts: str | Path | None = None,
    lines: dict[int, Line] | None = None,
) -> Iterator[Turn]:
    """The turns of a game one after another; those that are ``done`` already are not thought about again.

    The marshal's ``lines`` are noted by the number of orders given before them, where that is asked for.
    """
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
            if (found := phase.judged(playouts)) is not None:
                better, line = found
                turn.plans.append(better)
                if lines is not None:
                    lines[better.start] = line
            phase = None
        if turn is None or entry is None or (side and (now, side) != (turn.turn, turn.side)):
            if turn is not None:
                turn.after = value
                if playouts and turn.key not in ready:
                    turn.spread = _spread(game)
                yield ready.get(turn.key, turn)
            if entry is None:
                return
            turn = Turn(now, side or entry.side, number, value)
        order = _order(game, entry)
        if playouts and phase is None and turn.key not in ready:
            phase = _Phase(entry.side, (now, name))
        if phase is not None and entry.side == phase.side:
            phase.add(game, order)
        mean = _mean(game.position, order, rules.sides[0]) if entry.dice else None
        turn.dice += mean is not None


def _order(game: Game, entry: Entry) -> Order:
    return game.parse(entry.order) if isinstance(entry.order, str) else entry.order


def _mean(pos: Position, order: Order, side: str) -> float:
    """What the positions are worth in the mean that an order may lead to."""
    if (mean := expected(pos, order, side, MOST_OUTCOMES)) is not None:
        return mean
    values: list[float] = []
    rng = stream("luck", str(order), pos.turn)
    for _ in range(SAMPLES):
        core = Core(pos.copy(), rng)
        core.play(order)
        values.append(pos.rules.evaluate(core.position, side))
    return fmean(values)


def _spread(game: Game) -> float:
    """How far prospects stray when a game is played on for a turn."""
    rules, rng = game.rules, stream("outlook", game.position.turn, len(game.entries))
    if game.result is not None or any(rules.staff(side, rng) is None for side in rules.sides):
        return 0.0
    trials = Trials(rules, rules.sides[0], rng, OUTLOOKS)
    core = Core(game.position, rng)
    seeds = [rng.getrandbits(64) for _ in range(OUTLOOKS)]
    return stdev([trials.play_on(core, [], Random(seed), with_luck=True) for seed in seeds])


class _Given(NamedTuple):
    """An order, and the game before it."""

    order: Order
    game: Game


class _Phase:
    """A phase of a side, with what it ordered in it."""

    def __init__(self, side: str, moment: tuple[int, str]) -> None:
        self.side, self.moment = side, moment
        self._given: list[_Given] = []
        self._rng = stream("analyst", moment[0], moment[1])

    def add(self, game: Game, order: Order) -> None:
        self._given.append(_Given(order, game.fork(self._rng)))

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
        if max(map(len, plans)) > 1:
            return self._plan_judged(trials, plans)
        return self._orders_judged(trials)

    def _plan_judged(self, trials: Trials, plans: list[Plan]) -> tuple[Better, Line] | None:
        """Where a phase is planned as a whole, its orders are a plan too."""
        first, given = self._given[0], [each.order for each in self._given]
        seat, own = self._seat(first), plans[0]
        best = trials.best(seat, plans, None).plan
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

        What differs and stands out is added up; the line begins where most was lost or won.
        """
        found: list[tuple[Gain, _Given, Order]] = []
        rounds = max(FEW_ROUNDS, int(trials.playouts) // 4)
        for each in self._given:
            seat = self._seat(each)
            own = trials.rules.staff(self.side, trials.rng).choose(seat)  # type: ignore[union-attr]
            if own != each.order:
                gain = Gain.of(*trials.compared(seat, [[own], [each.order]], rounds))
                found.append((gain, each, own))
        for index, (gain, each, own) in enumerate(found):
            if gain.stands_out:
                plans: list[Plan] = [[own], [each.order]]
                gain = Gain.of(*trials.compared(self._seat(each), plans, 2 * FURTHER * rounds))
                found[index] = gain, each, own
        if not found:
            return None
        sure = [each for each in found if each[0].rounds > rounds] or found
        _, worst, own = max(sure, key=lambda each: abs(each[0].mean))
        total = Gain(
            sum([gain.mean for gain, _, _ in sure]),
            sqrt(sum([gain.error**2 for gain, _, _ in sure])),
            sure[0][0].rounds,
        )
        return self._told(trials, worst, [own], [worst.order], total, total)

    def _told(
        self, trials: Trials, then: _Given, best: Plan, given: Plan, gain: Gain, plain: Gain
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

    def _seat(self, then: _Given) -> Known:
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


def _orders_in_words(game: Game, plan: Plan) -> list[str]:
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


def mark(turns: Sequence[Turn], most: int = 3) -> None:
    """Mark the few worst and best decisions, as far as they stand above the error of the evaluation.

    A mistake is what even the staff avoids that thinks no further, strong what the marshal does not find.
    All that was judged is judged at once: the more there is, the surer one must be of each.  What is usually
    better is nobody's mistake, nor is a trifle beside a blunder.
    """
    plans = [plan for turn in turns for plan in turn.plans]
    for plan in plans:
        plan.mark = ""
    losses = [plan.plain for plan in plans]
    usual = max(0.0, median([*losses, *[0.0] * (FEW - len(losses))]))
    least = GREAT * max([abs(loss) for loss in losses], default=0.0)
    doubt = DOUBT / (2 * max(1, len(plans)))

    def beyond(size: float, error: float, rounds: int) -> bool:
        return size > max(least, _sure(doubt, rounds) * error)

    worst = [plan for plan in plans if beyond(plan.plain - usual, plan.plain_error, plan.rounds)]
    best = [plan for plan in plans if beyond(-plan.gain, plan.error, plan.rounds)]
    for plan in sorted(worst, key=lambda plan: -plan.plain)[:most]:
        plan.mark = "mistake"
    for plan in sorted(best, key=lambda plan: plan.gain)[:most]:
        plan.mark = "strong"
    for turn in turns:
        turn.mark = max([plan.mark for plan in turn.plans], key=MARKS.index, default="")


def _sure(doubt: float, rounds: int) -> float:
    """By how many standard errors a difference of few playouts must be above chance: Student's quantile.

    >>> round(_sure(0.025, 12), 2)
    2.2
    """
    z, freedom = NormalDist().inv_cdf(1 - doubt), rounds - 1
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


class Analysis(msgspec.Struct):
    """An analysis as it is kept beside its journal."""

    journal: str
    """The hash of the journal."""
    playouts: int
    turns: list[Turn]
    thought: int = 0
    """How many of the turns were held against the marshal's."""
    lines: dict[int, Line] = {}
    """The marshal's lines, by the number of orders given before them."""

    @property
    def whole(self) -> bool:
        return self.thought == len(self.turns) > 0


def beside(journal: Path) -> Path:
    """Where the analysis of a journal is kept."""
    return journal.with_name(f"{journal.name}.analysis")


def kept(path: Path, text: str, playouts: int | None = None) -> Analysis:
    """What is known already, by so many playouts or any number; a file that does not fit is as none."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Analysis)
        if found.journal == digest and playouts in (found.playouts, None):
            return found
    except (OSError, msgspec.MsgspecError):
        pass
    return Analysis(digest, playouts or 0, [])


def found_beside(journal: Path, text: str) -> list[Turn]:
    """The turns of the analysis that lies beside a journal; none where there is none."""
    return kept(beside(journal), text).turns


def keep(path: Path, analysis: Analysis) -> None:
    """Write down what is known so far; half a file never takes the place of a whole one."""
    partial = path.with_name(f"{path.name}.partial")
    partial.write_bytes(msgspec.json.encode(analysis))
    partial.replace(path)


def work_out(path: Path, text: str, playouts: int, charts: str | Path | None = None) -> Iterator[Analysis]:
    """An analysis as it grows: first what the dice did, then turn by turn what the marshal would have done.

    It is kept in ``path``, and what is there already is not thought about again.
    """
    found = kept(path, text, playouts)
    if not found.turns:
        found.turns = list(analyse(text, charts=charts))
        keep(path, found)
    yield found
    if found.whole or not playouts:
        return
    done = found.turns[: found.thought]
    for number, turn in enumerate(analyse(text, playouts, done, charts, found.lines), start=1):
        if number > found.thought:
            found.turns[number - 1], found.thought = turn, number
            mark(found.turns)
            keep(path, found)
            yield found
