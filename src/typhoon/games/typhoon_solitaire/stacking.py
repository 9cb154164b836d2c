"""Stacking (7)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.games.typhoon_solitaire.charts import LIMIT
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import first

FREE_STACKING_FROM = 5
"""The turn from which armies and panzer groups may share hexes (7.3, 12.2)."""


@case("7.0", "7.1", "7.6")
def full_for(pos: SolitairePosition, halves: int) -> int:
    """Hexes that so many half divisions cannot enter, not even in passing; Soviet units take up no room."""
    return pos.loaded[LIMIT - halves + 1]


@case("7.3", "12.2", "13.3")
def formations_kept_apart(pos: SolitairePosition) -> bool:
    return pos.turn < FREE_STACKING_FROM and not pos.rules.scenarios[pos.scenario].free_stacking


@case("7.3")
def held_by_others(pos: SolitairePosition, units: int) -> int:
    """Hexes that units cannot enter because another army or panzer group is there."""
    if not formations_kept_apart(pos):
        return 0
    own = pos.rules.formation_of[first(units)]  # all of one formation, as long as they are kept apart
    found = 0
    for formation, hexes in enumerate(pos.held):
        if formation != own:
            found |= hexes
    return found


@case("7.4")
def kinds_that_move_together(pos: SolitairePosition, units: int) -> tuple[int, int]:
    """The mechanized and the other units of a stack, which may not move as one."""
    mechanized = units & pos.rules.mechanized
    return mechanized, units & ~mechanized
