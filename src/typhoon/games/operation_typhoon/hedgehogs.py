"""German hedgehogs (19.1)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Order
from typhoon.engine.phase import Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.reaching import RAIL
from typhoon.games.operation_typhoon.wording import unit_on_map
from typhoon.hexgrid import bits


class Hedgehog(Order, frozen=True, gc=False):
    """Form a hedgehog with an infantry regiment."""

    verb: ClassVar[str] = "hedgehog"
    unit: str


@case("19.11", "19.12", "19.16")
def may_dig_in(pos: TyphoonPosition, side: int) -> int:
    """German infantry regiments that have not moved and are in no hedgehog yet."""
    if side != GERMAN or pos.options["hedgehogs"] != "yes":
        return 0
    rules = pos.rules
    units = pos.in_play & rules.units_of[GERMAN] & rules.regiments & ~pos.cadres
    moved = pos.moving[0] | pos.moving[1] | pos.moving[2] | pos.moving[3]
    return sum([1 << unit for unit in bits(units & ~moved) if not pos.hedgehogs >> pos.where[unit] & 1])


@case("19.11", "19.12")
def why_not_dig_in(pos: TyphoonPosition, side: int, name: str) -> Ruling | None:
    unit = unit_on_map(pos, name, side)
    if isinstance(unit, Ruling):
        return unit
    if may_dig_in(pos, side) >> unit & 1:
        return None
    if pos.options["hedgehogs"] != "yes":
        return Ruling("19.11", "hedgehogs are not in use in this game")
    return Ruling(
        "19.12", f"{name} is no German infantry regiment that has stood still and is in no hedgehog"
    )


@case("19.12", "19.13", "19.14", "19.15")
def dig_in(pos: TyphoonPosition, unit: int, umpire: Umpire) -> None:
    """The whole hex is in hedgehog formation, and the unit moves no more in this phase."""
    hex_ = pos.where[unit]
    pos.hedgehogs |= 1 << hex_
    pos.moving[RAIL] |= 1 << unit
    pos.firm_up(GERMAN, hex_)
    pos.movers = None
    umpire.tell("hedgehog", unit=pos.rules.unit_ids[unit], hex=pos.ground.describe(hex_))
