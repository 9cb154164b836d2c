"""Fortifications, strongpoints and bridges: what there is and what it does (B18.1, B18.2, B18.9)."""

from __future__ import annotations

from functools import cached_property

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.games.typhoon_nonop.charts import SIDES, SOVIET
from typhoon.games.typhoon_nonop.ground import Links
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition

NO_LINKS: Links = (0,) * 6
MOST_KEPT = 20
"""As many answers are kept."""


class Works(NonopChapter):
    """Fortifications and bridges."""

    @cached_property
    def bridges(self) -> dict[str, int]:
        """The bridges in the box, each with its side."""
        return {name: SIDES.index(side) for name, side in self.law.bridge_sides.items()}

    @case("B18.1", "B18.2")
    def forts(self, pos: NonopPosition, side: int) -> int:
        """The intact fortifications of a side; those under construction are none yet."""
        if side == SOVIET:
            return self.law.ground.forts & ~pos.razed | pos.strongpoints[SOVIET]
        return pos.strongpoints[side]

    @case("B18.9")
    def bridge_links(self, pos: NonopPosition, side: int) -> Links:
        """The hexsides that bridges of a side lead across; asked again and again, answered once."""
        if not pos.bridges:
            return NO_LINKS
        key = side, *pos.bridges.items()
        found = self._links.get(key)
        if found is None:
            if len(self._links) >= MOST_KEPT:
                self._links.clear()
            found = self._links[key] = self._links_of(pos, side)
        return found

    @cached_property
    def _links(self) -> dict[tuple[object, ...], Links]:
        return {}

    def _links_of(self, pos: NonopPosition, side: int) -> Links:
        links = [0] * 6
        for name, bridge in pos.bridges.items():
            if self.bridges[name] == side and bridge.ready:
                direction = self.law.grid.direction(bridge.hex, bridge.other)
                assert direction is not None
                links[direction] |= 1 << bridge.hex
                links[(direction + 3) % 6] |= 1 << bridge.other
        return tuple(links)

    def bridge_hexes(self, pos: NonopPosition, side: int) -> int:
        """The hexes that bridges of a side lie in."""
        found = 0
        for name, bridge in pos.bridges.items():
            if self.bridges[name] == side:
                found |= 1 << bridge.hex
        return found

    @case("B18.9")
    def overrun_bridges(self, pos: NonopPosition, side: int, hexes: int, umpire: Umpire) -> None:
        """Combat units of a side were in these hexes: enemy bridges there go back to stock."""
        for name, bridge in list(pos.bridges.items()):
            if self.bridges[name] != side and hexes >> bridge.hex & 1:
                del pos.bridges[name]
                pos.forget()
                umpire.tell("bridge_lost", bridge=name, hex=self.law.grid.name[bridge.hex])
