"""Words that games share: finding what an order names, and saying what it names wrongly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from typhoon.engine.rules import Rules
from typhoon.engine.ruling import Ruling
from typhoon.hexgrid import Grid

FEW = 5


def unit_named(rules: Rules[Any], name: str, case: str) -> int | Ruling:
    """The number of a unit, or that there is none of that name."""
    unit = rules.unit_number.get(name)
    return Ruling(case, f"there is no unit '{name}'") if unit is None else unit


def own_unit(rules: Any, name: str, side: int, adjective: str, case: str, case_of_sides: str) -> int | Ruling:
    """The number of a unit that the side owns, or why it is none."""
    unit = unit_named(rules, name, case)
    if isinstance(unit, Ruling):
        return unit
    if rules.side_of[unit] != side:
        return Ruling(case_of_sides, f"{name} is not a {adjective} unit")
    return unit


def on_map(pos: Any, unit: int | Ruling, case: str) -> int | Ruling:
    """The number of a unit that is on the map, or why it is none."""
    if isinstance(unit, Ruling) or pos.on_map(unit):
        return unit
    name = pos.rules.unit_ids[unit]
    gone = "has been eliminated" if pos.eliminated >> unit & 1 else "is not on the map"
    return Ruling(case, f"{name} {gone}")


def hex_named(grid: Grid, number: str, case: str, where: str = "on the map") -> int | Ruling:
    """The index of a hex number, or that there is no such hex."""
    if number in grid:
        return grid.index(number)
    return Ruling(case, f"there is no hex {number} {where}" if number else "the number of a hex is missing")


def out_of_place(rules: Rules[Any], pos: Any, verb: str) -> Ruling:
    """The ruling on an order that belongs to another moment."""
    phase = rules.phase_in_play(pos)
    return Ruling(rules.case_of_sequence, f"'{verb}' is not an order of this part of the {phase} phase")


def not_all_placed(names: Sequence[str], case: str) -> Ruling:
    """The ruling on ending a set-up too early."""
    more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
    return Ruling(case, f"not all units are placed: {', '.join(names[:FEW])}{more}")


def counted(count: int, one: str, many: str = "") -> str:
    """A number of things.

    >>> counted(1, "hex", "hexes"), counted(3, "brigade"), counted(0, "hex", "hexes")
    ('1 hex', '3 brigades', 'no hexes')
    """
    return f"{count or 'no'} {one if count == 1 else many or one + 's'}"
