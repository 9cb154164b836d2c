"""What is shown of a game: counters, tables, overlays, lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from typhoon.engine.chapters import Chapter

if TYPE_CHECKING:
    from typhoon.engine.display import Overlay, Panel, SupplyLine
    from typhoon.engine.face import CounterFace
    from typhoon.engine.tidings import Plight


class Shown(Chapter):
    """What is shown to one side, or with no side named, to whoever may only know what everybody may."""

    has_lines: ClassVar[bool] = False
    """Whether units have lines of communications that can be shown."""

    def faces(self, pos: Any, side: str = "") -> list[CounterFace]:
        """What the counters on the map show; in a stack the top one last."""
        raise NotImplementedError

    def panels(self, pos: Any, side: str = "") -> list[Panel]:
        """Tracks and tables to be shown beside the map."""
        return []

    def overlays(self, pos: Any, side: str = "") -> list[Overlay]:
        """What can be laid over the map."""
        return []

    def signs(self, pos: Any, side: str = "") -> dict[str, list[str]]:
        """The hexes in which signs lie beside the counters, such as works, by the kind of sign."""
        return {}

    def front(self, pos: Any, side: str = "") -> list[tuple[str, str]] | None:
        """The front line as it runs now, as pairs of hexes, in each that of the side whose name
        comes first in the alphabet first.

        None where it is only printed on the map.
        """
        return None

    def extent(self) -> list[str] | None:
        """The hexes in play; None when all of the map is."""
        return None

    def portrait(self, unit: str) -> CounterFace | None:
        """The counter of a unit that is not on the map, for reports; None where there are no such units."""
        return None

    def line(self, pos: Any, unit: str, side: str = "") -> SupplyLine | None:
        """A unit's line of communications, where the game has such a thing."""
        return None

    def plights(self, pos: Any, side: str) -> list[Plight]:
        """The units of a side that are cut off, and those that soon may be."""
        return []
