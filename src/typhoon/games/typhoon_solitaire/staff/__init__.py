"""The staff: a computer player for the German side of the solitaire game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from typhoon.engine.course import Plan
from typhoon.engine.manner import USUAL, Manner, Mood
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

STRAY = 0.4
"""How far judgement strays at least in other courses than its own."""


class Staff(staff.Staff[SolitairePosition]):
    """Follows a plan of rings and thrusts, and looks anew at the ground before every order."""

    _command: Command | None = None

    def __init__(self, side: str, rng: Random, manner: Manner = USUAL) -> None:
        super().__init__(side, rng, manner)
        self._moods: dict[tuple[int, Manner], Mood] = {}

    def answer(self, seat: Seat, pos: SolitairePosition) -> Order | list[Order]:
        phase = pos.frames[-1]
        staff_map = staff_map_of(pos.rules)
        if self._command is None:
            self._command = Command(staff_map)
        if isinstance(phase, SetUp):
            return opening.next_order(pos)
        if isinstance(phase, Movement):
            return self._command.next_force(pos, self._mood(pos.turn))
        if isinstance(phase, Marching):
            return self._command.next_march(pos)
        if isinstance(phase, Battle):
            return fight_or_withdraw(staff_map, pos, phase, self.manner)
        if isinstance(phase, Losses):
            return Allot()
        return End()

    def proposals(self, seat: Seat, manners: Iterable[Manner] = ()) -> Sequence[Plan]:
        """Courses that differ in what is done first, and by whom; more daring ones only lose the front."""
        if isinstance(seat.imagine(self.rng).position.frames[-1], Movement):
            own = self.manner
            return self.courses(own._replace(whim=own.whim + max(STRAY, manner.whim)) for manner in manners)
        return super().proposals(seat, manners)

    def _mood(self, turn: int) -> Mood:
        """His judgement of forces and operations strays alike for a whole turn."""
        key = turn, self.manner
        if key not in self._moods:
            self._moods = {key: Mood(self.manner, self.rng)}
        return self._moods[key]

    def otherwise(self, seat: Seat) -> Order:
        return Halt() if seat.why_not(Halt()) is None else super().otherwise(seat)
