"""Infiltration: getting round enemies who are to be attacked, so that they cannot get away."""

from __future__ import annotations

from typhoon.games.typhoon_nonop.charts import SOVIET
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.special import Infiltrate
from typhoon.games.typhoon_nonop.staff.marches import March
from typhoon.hexgrid import bits


def slip_round(march: March) -> None:
    """Whoever is held up beside an enemy slips to where that enemy is shut in, if others stay behind."""
    law = march.law
    for unit, way in law.mobility.movers(march.twin, march.phase, Infiltrate.verb).items():
        if law.with_zone >> unit & 1 and _is_spare(march, unit):
            caught = {hex_: _caught(march, unit, hex_) for hex_ in bits(way.hexes)}
            goal = max(caught, key=lambda hex_: (caught[hex_], hex_))
            if caught[goal] > 0 and law.stacking.has_room(march.twin, 1 << unit, goal):
                march.move(unit, goal, Infiltrate)


def _is_spare(march: March, unit: int) -> bool:
    """Whether a hex is held as well without a unit."""
    law, twin = march.law, march.twin
    rest = twin.stacks[twin.where[unit]] & ~(1 << unit) & law.with_zone
    return rest.bit_count() > 1 or bool(rest & ~law.motor)


def _caught(march: March, unit: int, to: int) -> int:
    """How many more enemy divisions beside it would be shut in, were a unit in a hex."""
    law, twin = march.law, march.twin
    beside = law.grid.around(to) & twin.manned[SOVIET]
    after = twin.copy()
    after.remove(unit)
    after.place(unit, to)
    return _shut_in(march, after, beside) - _shut_in(march, twin, beside)


def _shut_in(march: March, pos: NonopPosition, hexes: int) -> int:
    shut = [hex_ for hex_ in bits(hexes) if march.law.losses.shut_in(pos, SOVIET, hex_)]
    return march.outlook.divisions(sum([1 << hex_ for hex_ in shut]))
