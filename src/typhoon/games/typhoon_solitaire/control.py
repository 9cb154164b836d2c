"""Who controls which hex: front line, zones of control, supply and what is cut off (3.4, 6, 11.0)."""

from __future__ import annotations

from itertools import pairwise

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.games.typhoon_solitaire.charts import GERMAN
from typhoon.games.typhoon_solitaire.law import SolitaireChapter
from typhoon.games.typhoon_solitaire.position import SolitairePosition


class Control(SolitaireChapter):
    """Who controls what, and what hangs on it."""

    @case("3.4", "3.5")
    def gain(self, pos: SolitairePosition, hexes: int, umpire: Umpire) -> None:
        """Bring hexes under German control; they never change hands again."""
        pos.german |= hexes
        pos.way = None
        umpire.tell("control", hexes=tuple(self.law.grid.numbers(hexes)))

    @case("6.0")
    def zone(self, pos: SolitairePosition) -> int:
        """The German zone of control: the hexes of all forces and those around them that are not Soviet."""
        return self.law.grid.grow(pos.occupied[GERMAN]) & pos.german

    @case("3.4")
    def front(self, pos: SolitairePosition) -> int:
        """German hexes next to a Soviet hex."""
        return self.law.grid.neighbours(pos.soviet) & pos.german

    @case("4.3")
    def gaps(self, pos: SolitairePosition) -> int:
        """Front hexes that are neither occupied nor in a zone of control (R26)."""
        return self.front(pos) & ~self.zone(pos)

    @case("11.0")
    def in_supply(self, pos: SolitairePosition) -> int:
        """Soviet hexes with a path of Soviet hexes to the east edge, whatever the terrain."""
        soviet = pos.soviet
        return self.law.grid.flood(self.law.east_edge & soviet, soviet)

    @case("11.0", "11.1")
    def cut_off(self, pos: SolitairePosition) -> int:
        """Soviet hexes out of supply."""
        return pos.soviet & ~self.in_supply(pos)

    @case("11.1")
    def cut_off_by(self, pos: SolitairePosition, hex_: int) -> int:
        """Soviet hexes that are out of supply now that a hex has become German.

        The Soviet neighbours of the hex can only have been parted when they do not lie side by side.
        """
        return self.cut_off(pos) if self._parts_its_neighbours(pos, hex_) else 0

    def would_cut_off(self, pos: SolitairePosition, hex_: int) -> int:
        """The pocket that would be closed if a hex were German."""
        twin = pos.copy()
        twin.german |= 1 << hex_
        return self.cut_off_by(twin, hex_)

    def _parts_its_neighbours(self, pos: SolitairePosition, hex_: int) -> bool:
        """Whether the Soviet hexes around one lie in more than one arc; beyond the edge nothing is Soviet."""
        ring = [self.law.grid.step(hex_, direction) for direction in range(6)]
        soviet = [other is not None and not pos.german >> other & 1 for other in ring]
        arcs = [now and not before for before, now in pairwise([soviet[-1], *soviet])]
        return sum(arcs) > 1 or bool(self.law.east_edge >> hex_ & 1)
