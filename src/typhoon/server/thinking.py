"""A process of its own in which computer players think, so that nobody waits for them.

It reads jobs from standard input and writes answers to standard output, one JSON value a line, and
ends when its input does.  It gets the orders and dice of a game as they fell, never the dice key.
"""

from __future__ import annotations

import signal
import sys
from collections import OrderedDict

import msgspec

from typhoon.engine.dice import GivenDice
from typhoon.engine.game import Game
from typhoon.engine.replay import load
from typhoon.engine.seat import Player, Seat
from typhoon.players import find_player

MOST_GAMES = 16
"""As many games are kept in memory."""


class GivenOrder(msgspec.Struct, array_like=True):
    """An order with the dice it took."""

    text: str
    dice: list[int]


class SoFar(msgspec.Struct, frozen=True):
    """A game as far as it has gone, for somebody else to follow."""

    table: str
    history: int
    """Changes when orders are taken back."""
    opening: str
    """The journal before the first order, without the dice key."""
    orders: list[GivenOrder]


class Job(msgspec.Struct):
    """A decision to be made; ``orders`` are those from number ``start`` on."""

    table: str
    history: int
    """Changes when orders are taken back."""
    side: str
    player: str
    seed: str
    start: int
    orders: list[GivenOrder]
    opening: str = ""
    """The journal before the first order, when ``start`` is 0."""
    fresh: bool = False
    """Whether the player begins to think anew, and is forgotten afterwards."""


class Answer(msgspec.Struct):
    """The order chosen; ``resend`` asks for the whole game."""

    order: str = ""
    resend: bool = False
    error: str = ""


class Replica:
    """A game followed order by order."""

    def __init__(self, opening: str, history: int) -> None:
        self.game: Game = load(opening, verify=False)
        self.dice = GivenDice()
        self.game.dice = self.dice
        self.history = history
        self.given = 0
        self.players: dict[tuple[str, str], Player] = {}

    def follow(self, orders: list[GivenOrder]) -> None:
        for order in orders:
            self.dice.rolls = list(order.dice)
            self.game.push(order.text)
            self.given += 1

    def choose(self, job: Job) -> str:
        key = job.side, job.player
        player = None if job.fresh else self.players.get(key)
        if player is None:
            player = find_player(job.player, self.game.rules, job.side, job.seed)
            if not job.fresh:
                self.players[key] = player
        return str(player.choose(Seat(self.game, job.side)))


class Desk:
    """Every game this process thinks about."""

    def __init__(self) -> None:
        self.replicas: OrderedDict[str, Replica] = OrderedDict()

    def answer(self, job: Job) -> Answer:
        try:
            replica = self._replica(job)
            if replica is None:
                return Answer(resend=True)
            replica.follow(job.orders)
            return Answer(replica.choose(job))
        except Exception as error:
            self.replicas.pop(job.table, None)
            return Answer(error=f"{type(error).__name__}: {error}")

    def _replica(self, job: Job) -> Replica | None:
        if job.start == 0 and job.opening:
            self.replicas[job.table] = Replica(job.opening, job.history)
        replica = self.replicas.get(job.table)
        if replica is None or replica.history != job.history or replica.given != job.start:
            return None
        self.replicas.move_to_end(job.table)
        while len(self.replicas) > MOST_GAMES:
            self.replicas.popitem(last=False)
        return replica


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends it by closing its input
    desk, decode = Desk(), msgspec.json.Decoder(Job).decode
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(desk.answer(decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
