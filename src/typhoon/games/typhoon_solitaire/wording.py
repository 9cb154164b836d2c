"""Finding what an order names, and the words for what it names wrongly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_solitaire.position import SolitairePosition


def german_unit(pos: SolitairePosition, name: str) -> int | Ruling:
    """The number of a German unit, or why it is none."""
    unit = pos.rules.unit_number.get(name)
    if unit is None:
        return Ruling("2.3", f"there is no unit '{name}'")
    if not pos.rules.germans >> unit & 1:
        return Ruling("2.6", f"{name} is not a German unit")
    return unit


def unit_on_map(pos: SolitairePosition, name: str) -> int | Ruling:
    unit = german_unit(pos, name)
    if isinstance(unit, Ruling) or pos.on_map(unit):
        return unit
    return Ruling("2.3", f"{name} is not on the map")


def hex_of(pos: SolitairePosition, number: str) -> int | Ruling:
    """The index of a hex number, or that there is no such hex."""
    grid = pos.rules.board.grid
    return grid.index(number) if number in grid else Ruling("2.2", f"there is no hex {number} on the map")


def not_now(pos: SolitairePosition, verb: str) -> Ruling:
    """The ruling on an order that belongs to another moment."""
    phase = pos.rules.phase_in_play(pos)
    return Ruling("5.2", f"'{verb}' is not an order of this part of the {phase} phase")


def counted(count: int, one: str, many: str = "") -> str:
    """A number of things.

    >>> counted(1, "hex", "hexes"), counted(3, "brigade"), counted(0, "hex", "hexes")
    ('1 hex', '3 brigades', 'no hexes')
    """
    return f"{count or 'no'} {one if count == 1 else many or one + 's'}"


KINDS = {
    "GD": "guards division",
    "AC": "airborne corps",
    "RD": "rifle division",
    "B": "brigade",
    "A": "artillery unit",
    "CAS": "air support",
}


def force_in_words(force: Iterable[tuple[str, int]]) -> str:
    """The units of a Soviet force.

    >>> force_in_words((("RD", 2), ("B", 1), ("CAS", 1)))
    '2 rifle divisions, 1 brigade, air support'
    >>> force_in_words(())
    'nobody'
    """
    words = []
    for code, count in force:
        kind = KINDS[code]
        words.append(kind if code == "CAS" else counted(count, kind, kind if code == "AC" else ""))
    return ", ".join(words) or "nobody"


def signed(value: int) -> str:
    return f"{value:+}" if value else "0"


def listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def total(modifiers: Mapping[str, int]) -> int:
    return sum(modifiers.values())
