"""Setting up: plans, historical and free deployment (18.12, 18.22, 18.32, 18.42, 18.49)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.hexgrid import bits, first
from typhoon.mechanics import setting_up
from typhoon.mechanics.setting_up import ACTS, Deploy

__all__ = ["ACTS", "ChoosePlan", "Deploy", "FreeSetUp", "Planning", "SetUp", "SettingUp"]


PLANS = {
    "historical": "Win by points alone: 50, 80 or 120. Attack wherever it pays.",
    "encirclement": "Cut Moscow off from the east, or pass 30 units round it: then 35 points are enough.",
    "broad-front": "Bring 30 units out by the east edge on the whole front: 50 points then win more, "
    "but never decisively.",
}
"""What each plan asks for (18.49)."""


class ChoosePlan(Order, frozen=True):
    """Choose the German plan of the campaign."""

    verb: ClassVar[str] = "plan"
    label: ClassVar[str] = "Plan:"
    plan: str

    @property
    def sentence(self) -> str:
        return PLANS.get(self.plan, "")


class Planning(Phase[TyphoonPosition], frozen=True, tag="planning"):
    """The German player chooses one of three plans in secret."""

    about: ClassVar[str] = "18.49"
    takes: ClassVar[tuple[type[Order], ...]] = (ChoosePlan,)

    def decider(self, pos: TyphoonPosition) -> int:
        return GERMAN

    def prompt(self, pos: TyphoonPosition) -> str:
        return "Choose your plan in secret: historical, encirclement or broad-front."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        return [Listed([ChoosePlan(plan) for plan in pos.rules.victory.plans])]

    @case("18.49")
    def refusal(self, pos: TyphoonPosition, order: ChoosePlan) -> Ruling | None:
        plans = pos.rules.victory.plans
        if order.plan not in plans:
            return Ruling("18.49", f"there is no plan '{order.plan}'; there are {', '.join(plans)}")
        return None

    @case("18.49")
    def apply(self, pos: TyphoonPosition, order: ChoosePlan, umpire: Umpire) -> None:
        pos.plan = order.plan
        umpire.tell_side("german", "planned", plan=order.plan)
        pos.frames.pop()


class SetUp(setting_up.SetUp, frozen=True, tag="set-up"):
    """A side places its units; the enemy does not see it before it is done."""

    about: ClassVar[str] = "18.0"


class SettingUp(setting_up.SettingUp, TyphoonChapter):
    """Who is set up where, as history had it."""

    case_of_setup: ClassVar[str] = "18.0"
    secret: ClassVar[bool] = True
    part: ClassVar[str] = "army"

    def frames(self) -> list[Phase[TyphoonPosition]]:
        """What comes before the first turn: the German player sets up first."""
        plan = [Planning()] if self.law.scenario.plans else []
        return [SetUp(SOVIET), SetUp(GERMAN), *plan]

    @case("18.12", "18.22", "18.32", "18.42")
    def units(self, side: int) -> int:
        return self.law.forces.at_start & self.law.units_of[side]

    def is_fixed(self, side: int) -> bool:
        return side == SOVIET  # every hex is printed

    @case("18.12", "18.22", "18.32", "18.42")
    def open_to(self, unit: int) -> int:
        """Where a unit may be set up."""
        ground, counter = self.law.ground, self.law.counters[unit]
        home = ground.hexes((self.law.forces.home(unit),))
        if self.law.side_of[unit] == SOVIET:
            return home or ground.hexes((counter.setup_hex,))
        if counter.setup == "behind":
            return self._behind
        return ground.grid.grow(ground.hexes((counter.setup_hex,))) & self._behind | home

    @property
    def _behind(self) -> int:
        """The ground behind the German front."""
        return self.law.ground.west & self.law.ground.open

    def part_of(self, unit: int) -> str:
        return self.law.counters[unit].army

    def home(self, unit: int) -> int:
        return self.law.grid.index(self.law.forces.home(unit))

    def kind(self, unit: int) -> Hashable:
        return self.law.stacking.kind(unit)

    @case("7.0")
    def full(self, pos: TyphoonPosition, unit: int) -> int:
        return self.law.stacking.full_for(pos, self.law.side_of[unit], unit)

    def has_room(self, pos: TyphoonPosition, unit: int, hex_: int) -> bool:
        return not self.law.stacking.excess(pos, self.law.side_of[unit], pos.units_in(hex_) | 1 << unit)

    @case("18.12", "18.22", "18.32", "18.42")
    def why_not_there(self, pos: TyphoonPosition, unit: int, hex_: int) -> Ruling:
        name, where = self.law.unit_ids[unit], pos.ground.describe(hex_)
        if unit not in self.roster(self.law.side_of[unit]).open_to:
            return Ruling("15.0", f"{name} is a reinforcement, or does not take part in this scenario")
        case_ = self.law.scenario.case_of_set_up
        return Ruling(case_, f"{name} is not set up in {where}, but {self.in_words(unit)}")

    def in_words(self, unit: int) -> str:
        """Where a unit is set up, in words."""
        counter = self.law.counters[unit]
        if counter.side == "soviet":
            return f"in {counter.setup_hex or self.law.forces.home(unit)}"
        where = "anywhere" if counter.setup == "behind" else f"on or next to {counter.setup_hex},"
        return f"{where} west of the front line"

    @case("18.12", "7.0")
    def why_not_end(self, pos: TyphoonPosition, side: int) -> Ruling | None:
        if ruling := super().why_not_end(pos, side):
            return Ruling(self.law.scenario.case_of_set_up, ruling.text)
        for hex_ in bits(self.law.stacking.overfull(pos, side)):
            return Ruling("7.0", f"{pos.ground.describe(hex_)} is overstacked")
        return None

    def finish(self, pos: TyphoonPosition, side: int, umpire: Umpire) -> None:
        umpire.tell("set_up_done", side=SIDES[side])
        super().finish(pos, side, umpire)
        if not pos.frames:
            self.law.strengths.try_arrivals(pos, pos.in_play, umpire)


@change("set-up=free", "18.12", "18.22", "18.32", "18.42")
class FreeSetUp(SettingUp):
    """Armies are set up freely behind their own part of the front."""

    def is_fixed(self, side: int) -> bool:
        return False

    def open_to(self, unit: int) -> int:
        forces, ground = self.law.forces, self.law.ground
        if self.law.side_of[unit] == GERMAN:
            return self._behind
        if forces.is_bound(unit):
            return super().open_to(unit)
        zone = forces.zone_of_army(self.law.counters[unit].army)
        return zone & ground.east & ground.open or super().open_to(unit)

    @case("18.12", "18.22", "18.32", "18.42")
    def home(self, unit: int) -> int:
        """The listed hex, or where that is outside the unit's zone, the nearest within it."""
        near, open_ = 1 << super().home(unit), self.open_to(unit)
        while not near & open_:
            near = self.law.grid.grow(near)
        return first(near & open_)

    def in_words(self, unit: int) -> str:
        counter = self.law.counters[unit]
        if counter.side == "german":
            return "anywhere west of the front line"
        if self.law.forces.is_bound(unit):
            return super().in_words(unit)
        return f"in the rows of {counter.army} Army, east of the front line"
