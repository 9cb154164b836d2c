"""Stacking (7)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.games.typhoon_solitaire.charts import DIVISION
from typhoon.games.typhoon_solitaire.position import SolitairePosition

LIMIT = 3 * DIVISION
"""Half divisions that fit into a hex (7.1)."""

FREE_STACKING_FROM = 5
"""The turn from which armies and panzer groups may share hexes (7.3, 12.2)."""


@case("7.1", "7.2")
def size(pos: SolitairePosition, units: int) -> int:
    """Half divisions; a reduced division still counts as one, GD and Lehr as half of one each."""
    return DIVISION * units.bit_count() - (units & pos.rules.half_divisions).bit_count()


@case("7.0", "7.1", "7.6")
def full_for(pos: SolitairePosition, units: int) -> int:
    """Hexes that units cannot enter, not even in passing, for want of room; Soviet units take up none."""
    room = LIMIT - size(pos, units)
    full = 0
    for hex_, stack in pos.stacks.items():
        if size(pos, stack & ~units) > room:
            full |= 1 << hex_
    return full


@case("7.3", "12.2", "13.3")
def formations_kept_apart(pos: SolitairePosition) -> bool:
    return pos.turn < FREE_STACKING_FROM and not pos.rules.scenarios[pos.scenario].free_stacking


@case("7.3")
def held_by_others(pos: SolitairePosition, units: int) -> int:
    """Hexes that units cannot enter because another army or panzer group is there."""
    if not formations_kept_apart(pos):
        return 0
    own = pos.rules.units_of_formations(pos.rules.formations_among(units))
    found = 0
    for hex_, stack in pos.stacks.items():
        if stack & ~own:
            found |= 1 << hex_
    return found


@case("7.4")
def kinds_that_move_together(pos: SolitairePosition, units: int) -> tuple[int, int]:
    """The mechanized and the other units of a stack, which may not move as one."""
    mechanized = units & pos.rules.mechanized
    return mechanized, units & ~mechanized
