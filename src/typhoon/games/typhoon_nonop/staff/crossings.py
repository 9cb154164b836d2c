"""Bridges for the spearheads: where a river lies across their way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from typhoon.games.typhoon_nonop.bridging import Span
from typhoon.games.typhoon_nonop.charts import GERMAN, MOTOR_COSTS
from typhoon.games.typhoon_nonop.staff import plan
from typhoon.games.typhoon_nonop.staff.marches import March

AHEAD = 6
"""Hexes of the way ahead of the foremost in which a crossing matters now."""


def lay_bridges(march: March) -> None:
    """Bridges that serve nobody go to where a spearhead meets a river, in the order of the spearheads."""
    law, twin = march.law, march.twin
    wanted = list(dict.fromkeys(_crossings(march)))
    lying = {(bridge.hex, bridge.other) for bridge in twin.bridges.values()}
    idle = [name for name, at in law.bridging.free(twin, GERMAN).items() if at is None or at not in wanted]
    for name, (hex_, other) in zip(idle, [span for span in wanted if span not in lying], strict=False):
        march.give(Span(name, (law.grid.name[hex_], law.grid.name[other])))


def _crossings(march: March) -> Iterator[tuple[int, int]]:
    """Where the ways of spearheads cross rivers out of hexes in which a bridge may be laid."""
    law, twin, outlook = march.law, march.twin, march.outlook
    able = law.bridging.hexes(twin, GERMAN)
    for corps, head in plan.heads(outlook):
        field = outlook.way_to(corps.aim, MOTOR_COSTS)
        way = [head, *outlook.walk(field, head)][: AHEAD + 1]
        for hex_, other in pairwise(way):
            if able >> hex_ & 1 and law.bridging.banks(twin, GERMAN, hex_) >> other & 1:
                yield hex_, other
