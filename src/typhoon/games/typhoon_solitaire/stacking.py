"""Stacking (7)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.games.typhoon_solitaire.charts import DIVISION, LIMIT
from typhoon.games.typhoon_solitaire.law import SolitaireChapter
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import first


class Stacking(SolitaireChapter):
    """Who may stand, and move, together."""

    limit: ClassVar[int] = LIMIT
    free_from: ClassVar[int] = 5
    """The turn from which armies and panzer groups may share hexes (7.3, 12.2)."""

    @case("7.1", "7.2")
    def size(self, units: int) -> int:
        """Half divisions: a reduced division still counts as one, GD and Lehr as half of one each."""
        return DIVISION * units.bit_count() - (units & self.law.half_divisions).bit_count()

    @case("7.0", "7.1", "7.6")
    def full_for(self, pos: SolitairePosition, units: int) -> int:
        """Hexes that units cannot enter, not even in passing; Soviet units take up no room."""
        return pos.loaded[self.limit - self.size(units) + 1]

    @case("7.3", "12.2", "13.3")
    def kept_apart(self, pos: SolitairePosition) -> bool:
        """Whether armies and panzer groups may not share hexes."""
        return pos.turn < self.free_from and not self.law.scenario.free_stacking

    @case("7.3")
    def held_by_others(self, pos: SolitairePosition, units: int) -> int:
        """Hexes that units cannot enter because another army or panzer group is there."""
        if not self.kept_apart(pos):
            return 0
        own = self.law.formation_of[first(units)]  # all of one formation, as long as they are kept apart
        found = 0
        for formation, hexes in enumerate(pos.held):
            if formation != own:
                found |= hexes
        return found

    def barred(self, pos: SolitairePosition, units: int) -> int:
        """Hexes that units cannot enter because of who is there."""
        return self.full_for(pos, units) | self.held_by_others(pos, units)

    @case("7.4")
    def together(self, units: int) -> list[int]:
        """The parts of a stack that can move as one: mechanized units, and the others."""
        mechanized = units & self.law.mechanized
        return [part for part in (mechanized, units ^ mechanized) if part]
