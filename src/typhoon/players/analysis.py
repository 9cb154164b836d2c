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
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean, median, stdev

import msgspec

from typhoon.engine.core import Core
from typhoon.engine.game import Game
from typhoon.engine.journal import Entry
from typhoon.engine.orders import Order
from typhoon.engine.position import Position
from typhoon.engine.replay import walk
from typhoon.players.chance import stream
from typhoon.players.judging import Better, Phase
from typhoon.players.lines import Line
from typhoon.players.luck import expected
from typhoon.players.trials import Trials

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
    phase: Phase | None = None
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
            phase = Phase(entry.side, (now, name))
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
