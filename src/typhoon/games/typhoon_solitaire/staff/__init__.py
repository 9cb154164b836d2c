"""The staff: a computer player for the German side of the solitaire game."""

from __future__ import annotations

from random import Random

from typhoon.engine.orders import End, Order
from typhoon.engine.seat import Seat
from typhoon.games.typhoon_solitaire.battle import Battle
from typhoon.games.typhoon_solitaire.losses import Allot, Losses
from typhoon.games.typhoon_solitaire.marching import Halt, Marching
from typhoon.games.typhoon_solitaire.movement import Movement
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.setup import SetUp
from typhoon.games.typhoon_solitaire.staff import opening
from typhoon.games.typhoon_solitaire.staff.battles import fight_or_withdraw
from typhoon.games.typhoon_solitaire.staff.command import Command
from typhoon.games.typhoon_solitaire.staff.ground import ground_of

__all__ = ["Staff"]


class Staff:
    """Follows a plan of rings and thrusts, and looks anew at the ground before every order."""

    def __init__(self, side: str, rng: Random) -> None:
        self.side = side
        self._rng = rng
        self._command: Command | None = None

    def choose(self, seat: Seat) -> Order:
        """The order that the staff gives; always a legal one."""
        pos = seat.imagine(self._rng).position
        assert isinstance(pos, SolitairePosition)
        order = self._answer(pos)
        if seat.why_not(order) is None:
            return order
        return Halt() if isinstance(pos.frames[-1], Marching) else next(iter(seat.orders))

    def _answer(self, pos: SolitairePosition) -> Order:
        phase = pos.frames[-1]
        ground = ground_of(pos.rules)
        if self._command is None:
            self._command = Command(ground)
        if isinstance(phase, SetUp):
            return opening.next_order(pos)
        if isinstance(phase, Movement):
            return self._command.next_force(pos)
        if isinstance(phase, Marching):
            return self._command.next_march(pos)
        if isinstance(phase, Battle):
            return fight_or_withdraw(ground, pos, phase)
        if isinstance(phase, Losses):
            return Allot()
        return End()
