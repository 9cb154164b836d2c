"""Withdrawal of 1S, the airborne landing, and partisans (13)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet, Place
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.box import LANDING_RANGE
from typhoon.games.red_typhoon.charts import GERMAN, SOVIET, WITHDRAWAL_TURNS
from typhoon.games.red_typhoon.law import RedChapter
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.hexgrid import first
from typhoon.mechanics.choices import UnitHexes

AIRBORNE_TURNS = range(4, 8)
PARTISAN_TURNS = range(4, 7)


class Reinforcements(RedChapter):
    """Where new units appear."""

    @case("13.2")
    def landing(self, pos: RedPosition) -> int:
        """Where the airborne corps can land."""
        occupied = pos.occupied[SOVIET] | pos.occupied[GERMAN]
        return self.law.landing_ground & ~occupied & ~pos.zone(GERMAN)

    @case("13.3")
    def rising(self, pos: RedPosition, area: int) -> int:
        """Where the partisans of this turn can rise in an area."""
        unit, hexes = self.law.partisan_of_turn[pos.turn], self.law.partisan_areas[area]
        full = self.law.stacking.full_for(pos, unit, hexes)
        return hexes & ~pos.zone(GERMAN) & ~pos.occupied[GERMAN] & ~full


class Withdraw(Order, frozen=True):
    """Take 1S off the map."""

    verb: ClassVar[str] = "withdraw"
    unit: str


class Withdrawal(Phase[RedPosition], frozen=True, tag="withdrawal"):
    """The Soviet player may withdraw 1S; on turn 9 it must be gone (13.1)."""

    about: ClassVar[str] = "13.1"
    takes: ClassVar[tuple[type[Order], ...]] = (Withdraw, End)

    @property
    def name(self) -> str:
        return "1S withdrawal"

    @case("5.0", "13.1")
    def applies(self, pos: RedPosition) -> bool:
        return pos.turn in WITHDRAWAL_TURNS and bool(pos.rules.first_shock_army & pos.in_play)

    @case("13.1")
    def proceed(self, pos: RedPosition, umpire: Umpire) -> bool:
        unit = _first_shock_army(pos)
        if not pos.rules.isolation.isolated(pos, SOVIET, pos.where[unit]):
            return True
        umpire.tell("cut_off", unit=pos.rules.unit_ids[unit])
        self._leave(pos, umpire)
        return False

    def decider(self, pos: RedPosition) -> int:
        return SOVIET

    def prompt(self, pos: RedPosition) -> str:
        cost = -pos.rules.withdrawal_vp[pos.turn]
        if pos.turn == WITHDRAWAL_TURNS[-1]:
            return f"Withdraw 1S for {cost} VP, or lose it."
        return f"Withdraw 1S for {cost} VP, or let it fight on."

    def declining(self, pos: RedPosition) -> str:
        return "Lose it" if pos.turn == WITHDRAWAL_TURNS[-1] else "Let it fight on"

    def orders(self, pos: RedPosition) -> list[OrderSet]:
        return [Listed([Withdraw(pos.rules.unit_ids[_first_shock_army(pos)]), End()])]

    @case("13.1")
    def why_not(self, pos: RedPosition, order: Order) -> Ruling | None:
        if isinstance(order, End):
            return None
        if not isinstance(order, Withdraw):
            return pos.rules.out_of_place(pos, order)
        if order.unit != pos.rules.unit_ids[_first_shock_army(pos)]:
            return Ruling("13.1", f"{order.unit} is not 1S: only that army is withdrawn")
        return None

    @case("13.1")
    def apply(self, pos: RedPosition, order: Order, umpire: Umpire) -> None:
        if isinstance(order, Withdraw):
            unit = _first_shock_army(pos)
            pos.remove(unit)
            pos.disrupted &= ~(1 << unit)
            pos.withdrawn_on = pos.turn
            umpire.tell("withdrawn", unit=order.unit, cost=-pos.rules.withdrawal_vp[pos.turn])
        self._leave(pos, umpire)

    def _leave(self, pos: RedPosition, umpire: Umpire) -> None:
        pos.frames.pop()
        if pos.turn == WITHDRAWAL_TURNS[-1] and pos.rules.first_shock_army & pos.in_play:
            pos.eliminate(_first_shock_army(pos), umpire, "not withdrawn in time")


def _first_shock_army(pos: RedPosition) -> int:
    return first(pos.rules.first_shock_army & pos.in_play)


def _placements(pos: RedPosition, unit: int, hexes: int) -> UnitHexes:
    grid = pos.rules.grid
    choices = [(pos.rules.unit_ids[unit], hexes)]
    return UnitHexes(grid, choices, lambda name, hex_: Place(name, grid.name[hex_]))


def _place_in(pos: RedPosition, order: Order, due: int, case_: str) -> int | Ruling:
    """The hex that the unit due is to be placed in, or why the order says no such thing."""
    if not isinstance(order, Place):
        return pos.rules.out_of_place(pos, order)
    unit = pos.rules.own_unit(order.unit, SOVIET)
    if isinstance(unit, Ruling):
        return unit
    if unit != due:
        return Ruling(case_, f"{order.unit} does not arrive now; {pos.rules.unit_ids[due]} does")
    return pos.rules.hex_named(order.hex)


def _put_down(pos: RedPosition, order: Place, umpire: Umpire) -> None:
    hex_ = pos.rules.grid.index(order.hex)
    pos.place(pos.rules.unit_number[order.unit], hex_)
    umpire.tell("arrived", unit=order.unit, hex=order.hex)
    pos.rules.controlling.enter(pos, SOVIET, (hex_,), umpire)


class Airborne(Phase[RedPosition], frozen=True, tag="airborne"):
    """The airborne corps may land (13.2)."""

    about: ClassVar[str] = "13.2"
    takes: ClassVar[tuple[type[Order], ...]] = (Place, End)

    @property
    def name(self) -> str:
        return "airborne"

    @case("5.0", "13.2", "3.3")
    def applies(self, pos: RedPosition) -> bool:
        waiting = pos.rules.airborne & ~pos.in_play & ~pos.eliminated
        return pos.turn in AIRBORNE_TURNS and bool(waiting)

    def proceed(self, pos: RedPosition, umpire: Umpire) -> bool:
        if self.hexes(pos):
            return True
        pos.frames.pop()
        return False

    def prompt(self, pos: RedPosition) -> str:
        return "Land the airborne corps, or end the phase without it."

    def decider(self, pos: RedPosition) -> int:
        return SOVIET

    def hexes(self, pos: RedPosition) -> int:
        return pos.rules.reinforcements.landing(pos)

    @case("13.2")
    def _why_not_there(self, pos: RedPosition, hex_: int) -> Ruling | None:
        if self.hexes(pos) >> hex_ & 1:
            return None
        where = pos.rules.board.describe(hex_)
        if not pos.rules.board.terrain["clear"] >> hex_ & 1:
            return Ruling("13.2", f"{where} is not clear ground")
        if not pos.rules.landing_ground >> hex_ & 1:
            return Ruling("13.2", f"{where} is more than {LANDING_RANGE} hexes from the edge 3813-3831")
        if pos.units_in(hex_):
            return Ruling("13.2", f"{where} is occupied")
        return Ruling("13.2", f"{where} is in a German zone of control")

    def orders(self, pos: RedPosition) -> list[OrderSet]:
        return [Listed([End()]), _placements(pos, first(pos.rules.airborne), self.hexes(pos))]

    def why_not(self, pos: RedPosition, order: Order) -> Ruling | None:
        if isinstance(order, End):
            return None
        hex_ = _place_in(pos, order, first(pos.rules.airborne), "13.2")
        return hex_ if isinstance(hex_, Ruling) else self._why_not_there(pos, hex_)

    def apply(self, pos: RedPosition, order: Order, umpire: Umpire) -> None:
        pos.frames.pop()
        if isinstance(order, Place):
            _put_down(pos, order, umpire)


class Partisans(Phase[RedPosition], frozen=True, tag="partisans"):
    """The die tells where the partisans of this turn rise (13.3)."""

    @property
    def name(self) -> str:
        return "partisan"

    @case("5.0", "13.3", "3.3")
    def applies(self, pos: RedPosition) -> bool:
        unit = pos.rules.partisan_of_turn.get(pos.turn)
        if unit is None:
            return False
        return not (pos.in_play | pos.eliminated) >> unit & 1

    @case("13.3")
    def proceed(self, pos: RedPosition, umpire: Umpire) -> bool:
        area = umpire.roll("partisans")
        umpire.tell("partisan_area", area=area)
        place = PlacePartisan(area)
        if place.hexes(pos):
            pos.frames[-1] = place
        else:
            pos.frames.pop()
            unit = pos.rules.partisan_of_turn[pos.turn]
            pos.eliminate(unit, umpire, f"no hex is left to rise in area {area}")
        return False


class PlacePartisan(Phase[RedPosition], frozen=True, tag="place partisan"):
    """The Soviet player places the partisans in the area rolled."""

    about: ClassVar[str] = "13.3"
    takes: ClassVar[tuple[type[Order], ...]] = (Place,)
    area: int

    def prompt(self, pos: RedPosition) -> str:
        return f"Place the partisans in area {self.area}."

    def decider(self, pos: RedPosition) -> int:
        return SOVIET

    def hexes(self, pos: RedPosition) -> int:
        return pos.rules.reinforcements.rising(pos, self.area)

    @case("13.3")
    def _why_not_there(self, pos: RedPosition, hex_: int) -> Ruling | None:
        if self.hexes(pos) >> hex_ & 1:
            return None
        where = pos.rules.board.describe(hex_)
        if not pos.rules.partisan_areas[self.area] >> hex_ & 1:
            return Ruling("13.3", f"{where} is not in partisan area {self.area}")
        if pos.occupied[GERMAN] >> hex_ & 1:
            return Ruling("13.3", f"{where} is held by the enemy")
        if pos.zone(GERMAN) >> hex_ & 1:
            return Ruling("13.3", f"{where} is in a German zone of control")
        return Ruling("13.3", f"{where} has no room for another unit")

    def orders(self, pos: RedPosition) -> list[OrderSet]:
        return [_placements(pos, pos.rules.partisan_of_turn[pos.turn], self.hexes(pos))]

    def why_not(self, pos: RedPosition, order: Order) -> Ruling | None:
        hex_ = _place_in(pos, order, pos.rules.partisan_of_turn[pos.turn], "13.3")
        return hex_ if isinstance(hex_, Ruling) else self._why_not_there(pos, hex_)

    def apply(self, pos: RedPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, Place)
        _put_down(pos, order, umpire)
        pos.frames.pop()
