"""Setting up: the fixed and the flexible deployment (3)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.activation import SAVED_AT_START
from typhoon.games.red_typhoon.charts import GERMAN, SOVIET
from typhoon.games.red_typhoon.law import RedChapter
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.hexgrid import bits
from typhoon.mechanics import setting_up
from typhoon.mechanics.setting_up import ACTS

__all__ = ["ACTS", "FIXED", "Agreement", "LeftWingByAgreement", "SetUp", "SettingUp"]

FIXED = "fixed"
"""The scenario in which every unit has its hex."""


class SetUp(setting_up.SetUp, frozen=True, tag="set-up"):
    """A side places its units in their areas."""

    about: ClassVar[str] = "3.1"


class Agree(Order, frozen=True):
    """Agree to what both players must agree to before play begins."""

    verb: ClassVar[str] = "agree"


class Agreement(Phase[RedPosition], frozen=True, tag="agreement"):
    """A player is asked for consent; without it there is no such game."""

    about: ClassVar[str] = "3.2"
    takes: ClassVar[tuple[type[Order], ...]] = (Agree,)
    side: SideNumber

    def prompt(self, pos: RedPosition) -> str:
        return "1S is to belong to WL instead of WR, for 1 VP, if both players agree. Do you?"

    def orders(self, pos: RedPosition) -> list[OrderSet]:
        return [Listed([Agree()])]

    @case("3.2")
    def why_not(self, pos: RedPosition, order: Order) -> Ruling | None:
        if isinstance(order, Agree):
            return None
        side = pos.rules.adjective(self.side)
        return Ruling("3.2", f"the {side} player must agree first to 1S in WL")

    def apply(self, pos: RedPosition, order: Order, umpire: Umpire) -> None:
        umpire.tell("agreed", side=pos.rules.sides[self.side])
        pos.frames.pop()


class SettingUp(setting_up.SettingUp, RedChapter):
    """Who is set up where; in the fixed deployment all is done ready-made."""

    case_of_setup: ClassVar[str] = "3.1"
    part: ClassVar[str] = "set-up area"

    @case("3.1", "3.4", "3.5")
    def begin(self, pos: RedPosition) -> None:
        """Counters with a printed hex stand there already; the others are placed, the Germans first."""
        for unit in bits(self.law.printed_hex):
            pos.place(unit, self.law.home[unit])
        pos.ap[SOVIET] = SAVED_AT_START
        if self.law.scenario.id == FIXED:
            for side in (SOVIET, GERMAN):
                self.deploy(pos, side, "")
        else:
            pos.frames = [SetUp(SOVIET), SetUp(GERMAN)]
        self.law.controlling.take_stock(pos)

    @case("3.2", "3.3")
    def units(self, side: int) -> int:
        """Those with a set-up area; of the two counters of 1S the one chosen, no reinforcements."""
        return self._in_areas & self.law.units_of[side] & ~self.law.unused

    @property
    def _in_areas(self) -> int:
        return self.law.units_that(lambda counter: counter.setup in self.law.area_hexes)

    @case("3.1")
    def open_to(self, unit: int) -> int:
        return self.law.area_hexes[self.law.counters[unit].setup]

    def part_of(self, unit: int) -> str:
        return self.law.counters[unit].setup

    def home(self, unit: int) -> int:
        return self.law.home[unit]

    def kind(self, unit: int) -> Hashable:
        return self.law.stacking.size(1 << unit)

    @case("7.0")
    def full(self, pos: RedPosition, unit: int) -> int:
        return self.law.stacking.full_for(pos, unit)

    def has_room(self, pos: RedPosition, unit: int, hex_: int) -> bool:
        return self.law.stacking.has_room(pos, unit, hex_)

    @case("3.1", "3.2", "3.3")
    def why_not_there(self, pos: RedPosition, unit: int, hex_: int) -> Ruling:
        name, area = self.law.unit_ids[unit], self.law.counters[unit].setup
        if self.law.printed_hex >> unit & 1:
            return Ruling("3.1", f"{name} has its hex printed on the counter: {area}")
        if area not in self.law.area_hexes:
            return Ruling("3.3", f"{name} is a reinforcement and is not set up")
        if self.law.unused >> unit & 1:
            return Ruling("3.2", f"{name} is the counter of 1S that is not used in this game")
        where = self.law.board.describe(hex_)
        return Ruling("3.1", f"{where} is not in area {area}, where {name} is set up")

    @case("3.1")
    def why_not_end(self, pos: RedPosition, side: int) -> Ruling | None:
        if ruling := super().why_not_end(pos, side):
            return ruling
        if uncovered := self._uncovered(pos, side):
            return Ruling("3.1", f"no unit of their own area covers {', '.join(uncovered)}")
        return None

    @case("3.1")
    def _uncovered(self, pos: RedPosition, side: int) -> list[str]:
        """Hexes that no unit of their own area holds or has in its zone of control."""
        grid, missing = self.law.grid, 0
        for area, units in self.roster(side).parts.items():
            held = 0
            for unit in bits(units & pos.in_play):
                held |= 1 << pos.where[unit]
            missing |= self.law.area_hexes[area] & ~grid.grow(held)
        return grid.numbers(missing)

    def prompt(self, pos: RedPosition, side: int) -> str:
        if not self.units(side) & ~pos.in_play and (uncovered := self._uncovered(pos, side)):
            return f"Hexes without a unit or zone of control of their own area: {', '.join(uncovered)}."
        return super().prompt(pos, side)

    def finish(self, pos: RedPosition, side: int, umpire: Umpire) -> None:
        self.law.controlling.take_stock(pos)
        super().finish(pos, side, umpire)


@change("first-shock-army=WL", "3.2")
class LeftWingByAgreement(SettingUp):
    """1S belongs to the left wing if both players agree."""

    def begin(self, pos: RedPosition) -> None:
        """Both are asked before anybody sets up; the fixed deployment knows no such choice (R17)."""
        if self.law.scenario.id == FIXED:
            raise ValueError("option first-shock-army: WL goes with the flexible deployment (3.1, 3.2)")
        super().begin(pos)
        pos.frames += [Agreement(GERMAN), Agreement(SOVIET)]
