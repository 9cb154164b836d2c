"""The ground as hex sets: terrain, roads, railways, rivers, fortifications."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from typhoon.engine.cases import case

if TYPE_CHECKING:
    from typhoon.engine.board import Board
    from typhoon.games.typhoon_nonop.charts import HexFacts

Links = tuple[int, ...]
"""Direction masks: for each direction the hexes that have something on that hexside."""


class Ground:
    """What is printed on the two sheets."""

    @case("B10.7", "B18.1")
    def __init__(self, board: Board, facts: Mapping[str, HexFacts]) -> None:
        self.board = board
        self.grid = grid = board.grid
        self.lakes = board.terrain.get("lake", 0)
        self.cities = board.terrain.get("city", 0)
        self.towns = board.terrain.get("town", 0)
        self.marsh = board.terrain.get("marsh", 0)
        self.woods = grid.hexes(
            n for n, f in facts.items() if f.cover == "woods" and board.rows[n].terrain != "city"
        )
        """Hexes whose ground is woods, towns in woods included."""
        self.clear = grid.all & ~(self.lakes | self.cities | self.marsh | self.woods)
        self.open = grid.all & ~self.lakes
        self.settled = self.cities | self.towns

        def links(type_: str, *classes: str) -> Links:
            edges = [e for e in board.edges if e.type == type_ and (not classes or e.class_ in classes)]
            return grid.links((e.hex_a, e.hex_b) for e in edges)

        self.motorways = links("road", "highway")
        self.main_roads = links("road", "main")
        self.minor_roads = links("road", "secondary")
        self.rails = links("rail")
        self.rivers = links("river")
        self.major_rivers = links("major_river")
        self.net_roads = both(self.motorways, self.main_roads)
        """Roads that supply runs along."""
        self.roads = both(self.net_roads, self.minor_roads)
        self.tracks = both(self.roads, self.rails)
        self.rail_hexes = union(self.rails)
        self.net_road_hexes = union(self.net_roads)
        self.railway_of: dict[int, set[str]] = {}
        """The names of the railways through a hex."""
        for edge in board.edges:
            if edge.type == "rail":
                for number in (edge.hex_a, edge.hex_b):
                    self.railway_of.setdefault(grid.index(number), set()).add(edge.name)
        self.forts = grid.hexes(n for n, f in facts.items() if f.fort)
        self.pockets = {
            name: grid.hexes(n for n, f in facts.items() if f.pocket == name)
            for name in ("vyazma", "bryansk")
        }
        self.west = grid.hexes(n for n, row in board.rows.items() if row.side == "german")
        self.east = grid.all & ~self.west
        self.sheet_n = grid.hexes(n for n in board.rows if n[0] == "N")

    def linked(self, links: Links, hex_: int, other: int) -> bool:
        """Whether something joins, or lies between, two neighbouring hexes."""
        direction = self.grid.direction(hex_, other)
        return direction is not None and bool(links[direction] >> hex_ & 1)

    def over(self, hexes: int, links: Links) -> int:
        """All hexes that are entered out of some over certain hexsides."""
        shift = self.grid.shift
        found = 0
        for direction, linked in enumerate(links):
            if here := hexes & linked:
                found |= shift(here, direction)
        return found

    def ground_of(self, index: int) -> str:
        for name, hexes in (("city", self.cities), ("woods", self.woods), ("marsh", self.marsh)):
            if hexes >> index & 1:
                return name
        return "lake" if self.lakes >> index & 1 else "clear"


def both(some: Links, others: Links) -> Links:
    return tuple([a | b for a, b in zip(some, others, strict=True)])


def without(some: Links, others: Links) -> Links:
    return tuple([a & ~b for a, b in zip(some, others, strict=True)])


def union(links: Iterable[int]) -> int:
    found = 0
    for hexes in links:
        found |= hexes
    return found
