"""Who controls which hex: front line, zones of control, supply and what is cut off (3.4, 6, 11.0)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.games.typhoon_solitaire.charts import GERMAN
from typhoon.games.typhoon_solitaire.position import SolitairePosition


@case("3.4", "3.5")
def gain(pos: SolitairePosition, hexes: int, umpire: Umpire) -> None:
    """Bring hexes under German control; they never change hands again."""
    pos.german |= hexes
    pos.way = None
    umpire.tell("control", hexes=tuple(pos.rules.board.grid.numbers(hexes)))


@case("6.0")
def zone(pos: SolitairePosition) -> int:
    """The German zone of control: the hexes of all forces and those around them that are not Soviet."""
    return pos.rules.board.grid.grow(pos.occupied[GERMAN]) & pos.german


@case("3.4")
def front(pos: SolitairePosition) -> int:
    """German hexes next to a Soviet hex."""
    return pos.rules.board.grid.neighbours(pos.soviet) & pos.german


@case("4.3")
def gaps(pos: SolitairePosition) -> int:
    """Front hexes that are neither occupied nor in a zone of control (R26)."""
    return front(pos) & ~zone(pos)


@case("11.0")
def in_supply(pos: SolitairePosition) -> int:
    """Soviet hexes with a path of Soviet hexes to the east edge, whatever the terrain."""
    soviet = pos.soviet
    return pos.rules.board.grid.flood(pos.rules.east_edge & soviet, soviet)


@case("11.0", "11.1")
def cut_off(pos: SolitairePosition) -> int:
    """Soviet hexes out of supply."""
    return pos.soviet & ~in_supply(pos)


@case("11.1")
def cut_off_by(pos: SolitairePosition, hex_: int) -> int:
    """Soviet hexes that are out of supply now that a hex has become German.

    The Soviet neighbours of the hex can only have been parted when they do not lie side by side.
    """
    if not _parts_its_neighbours(pos, hex_):
        return 0
    return cut_off(pos)


def _parts_its_neighbours(pos: SolitairePosition, hex_: int) -> bool:
    rules = pos.rules
    if rules.east_edge >> hex_ & 1:
        return True
    german, arcs = pos.german, 0
    ring = rules.ring[hex_]
    before = german >> ring[-1] & 1
    for neighbour in ring:
        now = german >> neighbour & 1
        arcs += before and not now
        before = now
    return arcs > 1
