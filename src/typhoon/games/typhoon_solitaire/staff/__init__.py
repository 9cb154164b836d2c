"""The staff: a computer player for the German side."""

from __future__ import annotations

from random import Random

from typhoon.engine.orders import End, Order
from typhoon.engine.seat import Seat
from typhoon.games.typhoon_solitaire.battle import Battle, Fight
from typhoon.games.typhoon_solitaire.losses import Allot, Losses
from typhoon.games.typhoon_solitaire.movement import Halt, March, Marching, Movement
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.setup import Deploy, SetUp
from typhoon.games.typhoon_solitaire.staff import command
from typhoon.games.typhoon_solitaire.staff.ground import ground_of

__all__ = ["Staff"]


class Staff:
    def __init__(self, side: str, rng: Random) -> None:
        self._rng = rng
        self._errand: int | None = None

    def choose(self, seat: Seat) -> Order:
        """The order that the staff gives; always a legal one."""
        pos = seat.imagine(self._rng).position
        assert isinstance(pos, SolitairePosition)
        order = self._answer(pos)
        return order if seat.why_not(order) is None else self._safe(pos, seat)

    def _safe(self, pos: SolitairePosition, seat: Seat) -> Order:
        return Halt() if isinstance(pos.frames[-1], Marching) else next(iter(seat.orders))

    def _answer(self, pos: SolitairePosition) -> Order:
        phase, ground = pos.frames[-1], ground_of(pos.rules)
        if isinstance(phase, SetUp):
            return Deploy()
        if isinstance(phase, Movement):
            order, self._errand = command.next_force(ground, pos)
            return order
        if isinstance(phase, Marching):
            if self._errand is not None:
                order = March(ground.grid.name[self._errand]) if pos.force_hex != self._errand else Halt()
                return order
            return command.next_march(ground, pos)
        if isinstance(phase, Battle):
            return Fight()
        if isinstance(phase, Losses):
            return Allot()
        return End()
