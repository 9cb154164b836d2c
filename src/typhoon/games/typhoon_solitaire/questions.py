"""What can be asked of a position, for people who set positions up."""

from __future__ import annotations

from typhoon.engine.questions import Question
from typhoon.games.typhoon_solitaire.position import SolitairePosition


def control(pos: SolitairePosition, hex_: str) -> str:
    """The side that controls a hex."""
    return "german" if pos.german >> pos.rules.grid.index(hex_) & 1 else "soviet"


def zone(pos: SolitairePosition, hex_: str) -> tuple[str, ...]:
    """The sides that have a hex in a zone of control: the Germans, or nobody."""
    return ("german",) if pos.rules.control.zone(pos) >> pos.rules.grid.index(hex_) & 1 else ()


def supply(pos: SolitairePosition, hex_: str) -> bool:
    """Whether a hex is Soviet and in supply."""
    return bool(pos.rules.control.in_supply(pos) >> pos.rules.grid.index(hex_) & 1)


def pocket(pos: SolitairePosition, hex_: str) -> list[str]:
    """The hexes that would be cut off if a Soviet hex were taken."""
    return pos.rules.grid.numbers(pos.rules.control.would_cut_off(pos, pos.rules.grid.index(hex_)))


QUESTIONS: dict[str, Question] = {"control": control, "zone": zone, "supply": supply, "pocket": pocket}
