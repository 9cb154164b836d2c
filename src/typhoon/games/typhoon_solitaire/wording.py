"""Finding what an order names, and the words for what it names wrongly."""

from __future__ import annotations

from collections.abc import Iterable

from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.mechanics.wording import counted, hex_named, out_of_place, unit_named


def german_unit(pos: SolitairePosition, name: str) -> int | Ruling:
    """The number of a German unit, or why it is none."""
    unit = unit_named(pos.rules, name, "2.3")
    if isinstance(unit, Ruling):
        return unit
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
    return hex_named(pos.rules.board.grid, number, "2.2")


def not_now(pos: SolitairePosition, verb: str) -> Ruling:
    """The ruling on an order that belongs to another moment."""
    return out_of_place(pos.rules, pos, verb)


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
