"""Finding what an order names, and the words for what it names wrongly."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import Order
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import ADJECTIVE
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.mechanics.wording import hex_named, on_map, out_of_place, own_unit


def unit_of(pos: TyphoonPosition, name: str, side: int) -> int | Ruling:
    """The number of a unit that the side owns, or why it is none."""
    return own_unit(pos.rules, name, side, ADJECTIVE[side], "2.3", "4.1")


def unit_on_map(pos: TyphoonPosition, name: str, side: int) -> int | Ruling:
    """The number of a unit of the side that is on the map, or why it is none."""
    return on_map(pos, unit_of(pos, name, side), "2.3")


def hex_of(pos: TyphoonPosition, number: str) -> int | Ruling:
    """The index of a hex number, or that there is no such hex in play."""
    return hex_named(pos.ground.grid, number, "3.0", "in play")


@case("3.0")
def with_proper_hexes(pos: TyphoonPosition, order: Order) -> Order:
    """An order with one number for each hex where two sheets meet (R56), and targets in their order (R79)."""
    grid = pos.ground.grid

    def proper(numbers: Sequence[str]) -> list[str]:
        return [grid.name[grid.index(number)] if number in grid else number for number in numbers]

    found: dict[str, object] = {}
    for field in order.__struct_fields__:
        told = getattr(order, field)
        if field == "path":
            found[field] = tuple(proper(told))
        elif field == "hex":
            (found[field],) = proper([told])
        elif field == "target":
            numbers = told.split("+")
            if all(number in grid for number in numbers):
                numbers.sort(key=grid.index)
            found[field] = "+".join(proper(numbers))
    return msgspec.structs.replace(order, **found) if found else order


def not_now(pos: TyphoonPosition, verb: str) -> Ruling:
    """The ruling on an order that belongs to another moment."""
    return out_of_place(pos.rules, pos, verb)


def points(sixths: int) -> str:
    """Movement points kept in sixths.

    >>> points(24), points(15), points(2)
    ('4', '2½', '⅓')
    """
    whole, rest = divmod(sixths, 6)
    fraction = {0: "", 1: "⅙", 2: "⅓", 3: "½", 4: "⅔", 5: "⅚"}[rest]
    return f"{whole or ('' if rest else '0')}{fraction}"
