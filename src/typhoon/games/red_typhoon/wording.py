"""Finding what an order names, and the words for what it names wrongly."""

from __future__ import annotations

from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.charts import SIDES
from typhoon.games.red_typhoon.position import RedPosition

ADJECTIVE = ("Soviet", "German")


def unit_of(pos: RedPosition, name: str, side: int) -> int | Ruling:
    """The number of a unit that the side owns, or why it is none."""
    unit = pos.rules.unit_number.get(name)
    if unit is None:
        return Ruling("2.2", f"there is no unit '{name}'")
    if pos.rules.side_of[unit] != side:
        return Ruling("5.0", f"{name} is not a {ADJECTIVE[side]} unit")
    return unit


def unit_on_map(pos: RedPosition, name: str, side: int) -> int | Ruling:
    """The number of a unit of the side that is on the map, or why it is none."""
    unit = unit_of(pos, name, side)
    if isinstance(unit, Ruling) or pos.on_map(unit):
        return unit
    if pos.eliminated >> unit & 1:
        return Ruling("2.2", f"{name} has been eliminated")
    return Ruling("2.2", f"{name} is not on the map")


def hex_of(pos: RedPosition, number: str) -> int | Ruling:
    """The index of a hex number, or that there is no such hex."""
    grid = pos.rules.board.grid
    return grid.index(number) if number in grid else Ruling("2.1", f"there is no hex {number} on the map")


def path_of(pos: RedPosition, numbers: tuple[str, ...]) -> tuple[int, ...] | Ruling:
    path = []
    for number in numbers:
        index = hex_of(pos, number)
        if isinstance(index, Ruling):
            return index
        path.append(index)
    return tuple(path)


def not_now(pos: RedPosition, verb: str) -> Ruling:
    """The ruling on an order that belongs to another moment."""
    phase = pos.rules.phase_in_play(pos)
    return Ruling("5.0", f"'{verb}' is not an order of this part of the {phase} phase")


def side_name(side: int) -> str:
    return SIDES[side]


def points(halves: int) -> str:
    """Half movement points in words.

    >>> points(5), points(4)
    ('2½', '2')
    """
    return f"{halves // 2 or ''}½" if halves % 2 else str(halves // 2)
