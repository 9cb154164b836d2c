"""Luftwaffe air support (9.1)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Order
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.stacking import kinds_that_move_together
from typhoon.games.typhoon_solitaire.wording import unit_on_map
from typhoon.hexgrid import bits


class Support(Order, frozen=True, gc=False):
    """Place an air support unit on a German unit and its force."""

    verb: ClassVar[str] = "support"
    unit: str


@case("9.1")
def air_units_left(pos: SolitairePosition) -> int:
    """Air support units that can still be placed: at the start of the phase only."""
    return 0 if pos.begun else pos.rules.turns[pos.turn].luftwaffe - pos.air.bit_count()


@case("9.1")
def may_be_supported(pos: SolitairePosition) -> int:
    """Units of forces that have no air support yet."""
    if not air_units_left(pos):
        return 0
    units = pos.in_play
    for unit in bits(pos.air):
        units &= ~_force_of(pos, unit)
    return units


def _force_of(pos: SolitairePosition, unit: int) -> int:
    """Everybody who could move as one with a unit (R22)."""
    mechanized, others = kinds_that_move_together(pos, pos.units_in(pos.where[unit]))
    return mechanized if mechanized >> unit & 1 else others


@case("9.1")
def why_not_support(pos: SolitairePosition, name: str) -> Ruling | None:
    unit = unit_on_map(pos, name)
    if isinstance(unit, Ruling):
        return unit
    if may_be_supported(pos) >> unit & 1:
        return None
    if not pos.rules.turns[pos.turn].luftwaffe:
        return Ruling("9.1", f"the Luftwaffe has no air support unit on turn {pos.turn}")
    if pos.begun:
        return Ruling("9.1", "air support is assigned at the start of the phase, before any force moves")
    if not air_units_left(pos):
        return Ruling("9.1", "all air support units of this turn have been assigned")
    return Ruling("9.1", f"the force of {name} has an air support unit already")
