"""Lines: how a game would have gone on with a plan, order by order, with dice of its own.

A line is played from where the game truly stood, by staffs that know no more than their sides do.  Of a few
that fall differently the middle one is kept, so that what it shows is neither good luck nor bad.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from typhoon.engine.core import Core
from typhoon.engine.game import Game
from typhoon.engine.journal import Written
from typhoon.engine.orders import Order
from typhoon.engine.seat import Seat
from typhoon.players.trials import HORIZON, follow, moment

Line = list[Written]

TRIES = 3
"""How many lines are played to find one with usual luck."""
LONGEST = 400
"""No line has more orders."""


class Journalled(Core):
    """A game that is played on like a bare core, and keeps its journal."""

    __slots__ = ("game",)

    def __init__(self, game: Game, rng: Random) -> None:
        super().__init__(game.position, rng)
        self.game = game

    def play(self, order: Order) -> None:
        self.game.push(order)


def usual_line(game: Game, side: str, plan: Sequence[Order], rng: Random) -> Line:
    """What comes of a plan within a turn when luck is as usual; nothing where a side has no staff."""
    if any(game.rules.staff(each, rng) is None for each in game.rules.sides):
        return []
    twins = [_played_on(game.fork(rng), side, plan, rng) for _ in range(TRIES)]
    twins.sort(key=lambda twin: twin.rules.evaluate(twin.position, side))
    given = twins[TRIES // 2].entries[len(game.entries) :]
    return [Written.of(entry) for entry in given[:LONGEST]]


def _played_on(game: Game, side: str, plan: Sequence[Order], rng: Random) -> Game:
    """The game after a plan was carried out and a turn has gone by."""
    rules, core, start = game.rules, Journalled(game, rng), len(game.entries)
    players = {each: rules.staff(each, rng) for each in rules.sides}
    until = moment(game.position) + HORIZON * len(rules.sequence)

    def go_on() -> None:
        decider = rules.sides[core.decider]
        core.play(players[decider].choose(Seat(game, decider)))  # type: ignore[union-attr]

    follow(core, rules.sides.index(side), plan, go_on)
    while game.result is None and moment(game.position) < until and len(game.entries) - start < LONGEST:
        go_on()
    return game
