"""Withdrawal of 1S, the airborne landing, and partisans (13)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet, Place
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.box import LANDING_RANGE
from typhoon.games.red_typhoon.charts import GERMAN, SOVIET, WITHDRAWAL_TURNS
from typhoon.games.red_typhoon.law import RedAct, RedChapter
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.hexgrid import first
from typhoon.mechanics.choices import UnitHexes
from typhoon.mechanics.ending import Ending

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
    side: ClassVar[int] = SOVIET

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
        self.stay(pos, umpire)
        return False

    def prompt(self, pos: RedPosition) -> str:
        cost = -pos.rules.withdrawal_vp[pos.turn]
        other = "lose it" if pos.turn == WITHDRAWAL_TURNS[-1] else "let it fight on"
        return f"Withdraw 1S for {cost} VP, or {other}."

    def declining(self, pos: RedPosition) -> str:
        return "Lose it" if pos.turn == WITHDRAWAL_TURNS[-1] else "Let it fight on"

    @case("13.1")
    def stay(self, pos: RedPosition, umpire: Umpire) -> None:
        """1S has not been withdrawn."""
        pos.frames.pop()
        if pos.turn == WITHDRAWAL_TURNS[-1]:
            pos.eliminate(_first_shock_army(pos), umpire, "not withdrawn in time")


class WithdrawArmy(RedAct[Withdrawal, Withdraw]):
    """Take 1S off the map."""

    phase = Withdrawal
    kind = Withdraw

    def offered(self, pos: RedPosition, phase: Withdrawal) -> list[OrderSet]:
        return [Listed([Withdraw(self.law.unit_ids[_first_shock_army(pos)])])]

    @case("13.1")
    def why_not(self, pos: RedPosition, phase: Withdrawal, order: Withdraw) -> Ruling | None:
        if order.unit == self.law.unit_ids[_first_shock_army(pos)]:
            return None
        return Ruling("13.1", f"{order.unit} is not 1S: only that army is withdrawn")

    @case("13.1")
    def apply(self, pos: RedPosition, phase: Withdrawal, order: Withdraw, umpire: Umpire) -> None:
        unit = _first_shock_army(pos)
        pos.remove(unit)
        pos.disrupted &= ~(1 << unit)
        pos.withdrawn_on = pos.turn
        umpire.tell("withdrawn", unit=order.unit, cost=-self.law.withdrawal_vp[pos.turn])
        pos.frames.pop()


class KeepArmy(Ending[Withdrawal], RedAct[Withdrawal, End]):
    """Let 1S fight on."""

    phase = Withdrawal

    def apply(self, pos: RedPosition, phase: Withdrawal, order: End, umpire: Umpire) -> None:
        phase.stay(pos, umpire)


def _first_shock_army(pos: RedPosition) -> int:
    return first(pos.rules.first_shock_army & pos.in_play)


class Arrival(Phase[RedPosition], frozen=True):
    """The Soviet player places a unit that arrives."""

    side: ClassVar[int] = SOVIET

    def due(self, pos: RedPosition) -> int:
        """The unit that arrives."""
        raise NotImplementedError

    def hexes(self, pos: RedPosition) -> int:
        """Where it can be placed."""
        raise NotImplementedError

    def why_not_in(self, pos: RedPosition, hex_: int) -> str:
        """What speaks against another hex."""
        raise NotImplementedError


class PlaceArrival(RedAct[Arrival, Place]):
    """Place the unit that arrives."""

    phase = Arrival
    kind = Place

    def offered(self, pos: RedPosition, phase: Arrival) -> list[OrderSet]:
        grid, choices = self.law.grid, [(self.law.unit_ids[phase.due(pos)], phase.hexes(pos))]
        return [UnitHexes(grid, choices, lambda name, hex_: Place(name, grid.name[hex_]))]

    @case("13.2", "13.3")
    def why_not(self, pos: RedPosition, phase: Arrival, order: Place) -> Ruling | None:
        unit, due = self.law.own_unit(order.unit, SOVIET), phase.due(pos)
        if isinstance(unit, Ruling):
            return unit
        if unit != due:
            text = f"{order.unit} does not arrive now; {self.law.unit_ids[due]} does"
            return Ruling(phase.about, text)
        hex_ = self.law.hex_named(order.hex)
        if isinstance(hex_, Ruling) or phase.hexes(pos) >> hex_ & 1:
            return hex_ if isinstance(hex_, Ruling) else None
        return Ruling(phase.about, f"{self.law.board.describe(hex_)} {phase.why_not_in(pos, hex_)}")

    def apply(self, pos: RedPosition, phase: Arrival, order: Place, umpire: Umpire) -> None:
        pos.frames.pop()
        hex_ = self.law.grid.index(order.hex)
        pos.place(self.law.unit_number[order.unit], hex_)
        umpire.tell("arrived", unit=order.unit, hex=order.hex)
        self.law.controlling.enter(pos, SOVIET, (hex_,), umpire)


class Airborne(Arrival, frozen=True, tag="airborne"):
    """The airborne corps may land (13.2)."""

    about: ClassVar[str] = "13.2"

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

    def due(self, pos: RedPosition) -> int:
        return first(pos.rules.airborne)

    def hexes(self, pos: RedPosition) -> int:
        return pos.rules.reinforcements.landing(pos)

    @case("13.2")
    def why_not_in(self, pos: RedPosition, hex_: int) -> str:
        if not pos.rules.board.terrain["clear"] >> hex_ & 1:
            return "is not clear ground"
        if not pos.rules.landing_ground >> hex_ & 1:
            return f"is more than {LANDING_RANGE} hexes from the edge 3813-3831"
        return "is occupied" if pos.units_in(hex_) else "is in a German zone of control"


class StayOnTheGround(Ending[Airborne], RedAct[Airborne, End]):
    """Let the corps wait."""

    phase = Airborne


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


class PlacePartisan(Arrival, frozen=True, tag="place partisan"):
    """The Soviet player places the partisans in the area rolled."""

    about: ClassVar[str] = "13.3"
    area: int

    def prompt(self, pos: RedPosition) -> str:
        return f"Place the partisans in area {self.area}."

    def due(self, pos: RedPosition) -> int:
        return pos.rules.partisan_of_turn[pos.turn]

    def hexes(self, pos: RedPosition) -> int:
        return pos.rules.reinforcements.rising(pos, self.area)

    @case("13.3")
    def why_not_in(self, pos: RedPosition, hex_: int) -> str:
        if not pos.rules.partisan_areas[self.area] >> hex_ & 1:
            return f"is not in partisan area {self.area}"
        if pos.occupied[GERMAN] >> hex_ & 1:
            return "is held by the enemy"
        return (
            "is in a German zone of control"
            if pos.zone(GERMAN) >> hex_ & 1
            else "has no room for another unit"
        )


ACTS = (WithdrawArmy, KeepArmy, StayOnTheGround, PlaceArrival)
