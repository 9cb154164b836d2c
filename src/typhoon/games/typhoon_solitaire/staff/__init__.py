"""The staff: a computer player for the German side of the solitaire game."""

from __future__ import annotations

from typhoon.engine.manner import Temper
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
from typhoon.games.typhoon_solitaire.staff.staff_map import staff_map_of
from typhoon.mechanics import staff

__all__ = ["Staff"]


class Staff(staff.Staff[SolitairePosition]):
    """Follows a plan of rings and thrusts, and looks anew at the ground before every order."""

    _command: Command | None = None

    def answer(self, seat: Seat, pos: SolitairePosition) -> Order | list[Order]:
        phase = pos.frames[-1]
        staff_map = staff_map_of(pos.rules)
        if self._command is None:
            self._command = Command(staff_map)
        if isinstance(phase, SetUp):
            return opening.next_order(pos)
        if isinstance(phase, Movement):
            return self._command.next_force(pos, Temper(self.manner, self.rng))
        if isinstance(phase, Marching):
            return self._command.next_march(pos)
        if isinstance(phase, Battle):
            return fight_or_withdraw(staff_map, pos, phase, self.manner)
        if isinstance(phase, Losses):
            return Allot()
        return End()

    def otherwise(self, seat: Seat) -> Order:
        return Halt() if seat.why_not(Halt()) is None else super().otherwise(seat)
