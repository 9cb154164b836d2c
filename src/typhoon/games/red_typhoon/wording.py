"""Finding what an order names, and the words for what it names wrongly."""

from __future__ import annotations

from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.charts import SIDES
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.mechanics.wording import hex_named, on_map, out_of_place, own_unit

ADJECTIVE = ("Soviet", "German")


def unit_of(pos: RedPosition, name: str, side: int) -> int | Ruling:
    """The number of a unit that the side owns, or why it is none."""
    return own_unit(pos.rules, name, side, ADJECTIVE[side], "2.2", "5.0")


def unit_on_map(pos: RedPosition, name: str, side: int) -> int | Ruling:
    """The number of a unit of the side that is on the map, or why it is none."""
    return on_map(pos, unit_of(pos, name, side), "2.2")


def hex_of(pos: RedPosition, number: str) -> int | Ruling:
    """The index of a hex number, or that there is no such hex."""
    return hex_named(pos.rules.board.grid, number, "2.1")


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
    return out_of_place(pos.rules, pos, verb)


def side_name(side: int) -> str:
    return SIDES[side]


def points(halves: int) -> str:
    """Half movement points in words.

    >>> points(5), points(4)
    ('2½', '2')
    """
    return f"{halves // 2 or ''}½" if halves % 2 else str(halves // 2)
