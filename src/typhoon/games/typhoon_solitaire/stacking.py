"""Stacking (7)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from typhoon.engine.cases import case
from typhoon.games.typhoon_solitaire.charts import DIVISION, GERMAN, LIMIT
from typhoon.games.typhoon_solitaire.law import SolitaireChapter
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import bits, first

if TYPE_CHECKING:
    from typhoon.games.typhoon_solitaire import TyphoonSolitaire

EVERYBODY = -1
REMEMBERED = 5_000
"""Stacks of which a chapter remembers what it has found out."""


class Stacking(SolitaireChapter):
    """Who may stand, and move, together."""

    limit: ClassVar[int] = LIMIT
    free_from: ClassVar[int] = 5
    """The turn from which armies and panzer groups may share hexes (7.3, 12.2)."""

    def __init__(self, law: TyphoonSolitaire) -> None:
        super().__init__(law)
        self._size = lru_cache(REMEMBERED)(self.size)

    @case("7.1", "7.2")
    def size(self, units: int) -> int:
        """Half divisions: a reduced division still counts as one, GD and Lehr as half of one each."""
        return DIVISION * units.bit_count() - (units & self.law.half_divisions).bit_count()

    @case("7.3", "12.2", "13.3")
    def companions(self, pos: SolitairePosition, units: int) -> int:
        """Everybody who may share a hex with units: for a time only their own army or panzer group."""
        if pos.turn >= self.free_from or self.law.scenario.free_stacking:
            return EVERYBODY
        return self.law.of_formation[self.law.formation_of[first(units)]]

    @case("7.0", "7.1", "7.6")
    def full_for(self, pos: SolitairePosition, units: int) -> int:
        """Hexes that have no room for units; Soviet units take up none."""
        room = self.limit - self.size(units)
        return sum([1 << hex_ for hex_, stack in pos.stacks.items() if self._size(stack) > room])

    @case("7.1", "7.3")
    def barred(self, pos: SolitairePosition, units: int, ground: int = -1) -> int:
        """Hexes of some ground that units cannot enter, not even in passing, because of who is there."""
        others, rest = self.law.germans & ~self.companions(pos, units), self.law.germans & ~units
        size, stacks, found = self._size, pos.stacks, pos.occupied[GERMAN] & ground
        room = self.limit - size(units)
        for hex_ in bits(found):
            stack = stacks[hex_]
            if not stack & others and size(stack & rest) <= room:
                found ^= 1 << hex_
        return found

    @case("7.4")
    def together(self, units: int) -> list[int]:
        """The parts of a stack that can move as one: mechanized units, and the others."""
        mechanized = units & self.law.mechanized
        return [part for part in (mechanized, units ^ mechanized) if part]
