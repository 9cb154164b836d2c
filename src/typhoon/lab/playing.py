"""Playing one game of an arm: whoever asks for it, the record is the same byte for byte."""

from __future__ import annotations

from contextlib import suppress
from typing import BinaryIO, NamedTuple

import msgspec

from typhoon.engine.game import Game
from typhoon.engine.seat import Seat, Thinking
from typhoon.engine.start import new
from typhoon.lab import charts, persons
from typhoon.lab.experiment import Arm
from typhoon.lab.record import Record, Recorder

MOST_ORDERS = 100_000
"""A game that takes more is given up as one that does not end."""
ENCODER = msgspec.json.Encoder(order="deterministic")


class Played(NamedTuple):
    """A game as it is sent to whoever keeps it."""

    line: bytes
    """The record."""
    broken: bool = False
    journal: str = ""
    """Only where it is asked for, or the game broke."""


class Trail:
    """The journal of the game in play, order by order, in a file for whoever must end the process.

    It is written without delay, since a player that hangs may not let anything else run.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def clear(self) -> None:
        """Another game is to come."""
        self._file.seek(0)
        self._file.truncate()

    def begin(self, game: Game) -> None:
        self._write(game.journal.text() + "\n")

    def go_on(self, game: Game) -> None:
        """Add the last order."""
        number = len(game.entries)
        self._write("\n".join(game.entries[-1].lines(number, game.rules.die)) + "\n")

    def _write(self, text: str) -> None:
        with suppress(OSError):  # a full disk is no reason to break off a game
            self._file.write(text.encode())


def unfinished(arm: Arm, index: int, broken: str, journal: str = "") -> Played:
    """A game whose process was ended: how far it had come by then hangs on the machine, and is no result."""
    return Played(ENCODER.encode(Record(arm.digest, index, broken=broken)), True, journal)


def play(arm: Arm, index: int, trail: Trail | None = None) -> Played:
    """Play a game to its end; one that breaks down is told with its journal and what broke it."""
    if trail is not None:
        trail.clear()
    game: Game | None = None
    recorder: Recorder | None = None
    broken = ""
    try:
        choice = arm.choice
        seed = f"{arm.seed} game {arm.dice_number(index)}"
        folder = charts.laid_out(arm.charts)
        game = new(choice.game, choice.scenario, seed=seed, options=dict(choice.options), charts=folder)
        recorder = Recorder(game)
        if trail is not None:
            trail.begin(game)
        _play_out(game, arm, index, trail)
    except (Exception, SystemExit) as error:
        broken = f"{type(error).__name__}: {error}"
    if recorder is None or game is None:
        return unfinished(arm, index, broken)
    record = recorder.finish(arm.digest, index, broken)
    journal = game.journal.text() if broken or arm.journals else ""
    return Played(ENCODER.encode(record), bool(broken), journal)


def _play_out(game: Game, arm: Arm, index: int, trail: Trail | None) -> None:
    rules, mind = game.rules, arm.mind_number(index)
    players = {
        side: persons.find(name, arm.files.get(name, ""), rules, side, arm.seed, mind)
        for side, name in arm.players.items()
    }
    for _ in range(MOST_ORDERS):
        if (decision := game.decision) is None:
            return
        seat = Seat(game, decision.side, Thinking(arm.seconds))
        game.push(players[decision.side].choose(seat))
        if trail is not None:
            trail.go_on(game)
    raise RuntimeError(f"given up after {MOST_ORDERS} orders")
