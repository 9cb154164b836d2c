"""What can be asked of a position, for people who set positions up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from typhoon.games.operation_typhoon.charts import SIDES
from typhoon.games.operation_typhoon.position import TACTICAL, TyphoonPosition
from typhoon.games.operation_typhoon.supply import STATES


def control(pos: TyphoonPosition, hex_: str) -> str:
    """The side that was last in a town or city; empty for any other hex."""
    bit = 1 << pos.rules.grid.index(hex_)
    return next((name for side, name in enumerate(SIDES) if pos.control[side] & bit), "")


def zone(pos: TyphoonPosition, hex_: str) -> tuple[str, ...]:
    """The sides that have a hex in a zone of control."""
    index = pos.rules.grid.index(hex_)
    return tuple([name for side, name in enumerate(SIDES) if pos.zone(side) >> index & 1])


def supply(pos: TyphoonPosition, unit: str) -> str:
    """The state of supply of a unit, as it would be determined now."""
    twin, number = pos.copy(), pos.rules.unit_number[unit]
    pos.rules.supply.determine(twin)
    return STATES[pos.rules.supply.state_of(twin, number)]


def line(pos: TyphoonPosition, unit: str) -> tuple[str, ...]:
    """A unit's supply line; empty when there is none."""
    way = pos.rules.supply.line_of(pos, pos.rules.unit_number[unit])
    return tuple([pos.rules.grid.name[hex_] for hex_ in way])


def allowance(pos: TyphoonPosition, unit: str) -> int:
    """The movement points of a unit, as supply and snow leave them."""
    return pos.rules.reaching.allowance(pos, pos.rules.unit_number[unit])


def moves(pos: TyphoonPosition, unit: str) -> tuple[str, ...]:
    """Where a unit could move tactically in its own movement phase."""
    number = pos.rules.unit_number[unit]
    way = pos.rules.reaching.reach_of(pos, pos.rules.side_of[number], number, TACTICAL)
    return tuple(pos.rules.grid.numbers(way.hexes))


def retreats(pos: TyphoonPosition, hex_: str, hexes: str) -> list[tuple[str, ...]]:
    """The ways that the stack in a hex could retreat so many hexes."""
    grid = pos.rules.grid
    ways = pos.rules.retreats.paths_back(pos, pos.units_in(grid.index(hex_)), int(hexes))
    return [tuple([grid.name[step] for step in way]) for way in ways]


QUESTIONS: dict[str, Callable[..., Any]] = {
    "control": control,
    "zone": zone,
    "supply": supply,
    "line": line,
    "allowance": allowance,
    "moves": moves,
    "retreats": retreats,
}
