"""Setting up: the fixed and the flexible deployment (3)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet, Place
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.activation import SAVED_AT_START
from typhoon.games.red_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.red_typhoon.control import set_control
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.stacking import full_hexes, size
from typhoon.games.red_typhoon.wording import ADJECTIVE, hex_of, not_now, unit_of
from typhoon.hexgrid import bits
from typhoon.mechanics.choices import UnitHexes
from typhoon.mechanics.wording import not_all_placed


@case("3.1", "3.4", "3.5")
def fixed_deployment(pos: RedPosition) -> None:
    """Everybody where history had them."""
    for side in (SOVIET, GERMAN):
        for area in pos.rules.areas_of[side]:
            _deploy(pos, area)
    _begin(pos)


@case("3.1")
def flexible_deployment(pos: RedPosition) -> None:
    """The Germans set up, then the Soviets; counters with a printed hex stand there already."""
    _begin(pos)
    pos.frames = [SetUp(SOVIET), SetUp(GERMAN)]


def _begin(pos: RedPosition) -> None:
    for unit in bits(pos.rules.printed_hex):
        pos.place(unit, pos.rules.home[unit])
    pos.ap[SOVIET] = SAVED_AT_START
    set_control(pos)


def _deploy(pos: RedPosition, area: str) -> None:
    for unit in bits(units_of_area(pos, area)):
        if pos.on_map(unit):
            pos.remove(unit)
    for unit in bits(units_of_area(pos, area)):
        pos.place(unit, pos.rules.home[unit])


@case("3.2", "3.3")
def units_of_area(pos: RedPosition, area: str) -> int:
    """The units set up in an area; of the two counters of 1S the one chosen, no reinforcements."""
    return pos.rules.units_of_area[area] & ~pos.rules.unused_first_shock_army(pos.options)


class Deploy(Order, frozen=True):
    """Put the units of an area where history had them; without an area, all units, and finish."""

    verb: ClassVar[str] = "deploy"
    area: str = ""


class SetUp(Phase[RedPosition], frozen=True, tag="set-up"):
    """A side places its units in their areas."""

    about: ClassVar[str] = "3.1"
    side: int

    def proceed(self, pos: RedPosition, umpire: Umpire) -> bool:
        return True

    def decider(self, pos: RedPosition) -> int:
        return self.side

    def prompt(self, pos: RedPosition) -> str:
        to_place = self._unplaced(pos).bit_count()
        if to_place:
            return f"Set up the {ADJECTIVE[self.side]} units, or deploy historically: {to_place} to place."
        uncovered = self._uncovered(pos)
        if uncovered:
            return f"Hexes without a unit or zone of control of their own area: {', '.join(uncovered)}."
        return "All units are placed: change what you like, or end the set-up."

    def _units(self, pos: RedPosition) -> int:
        units = 0
        for area in pos.rules.areas_of[self.side]:
            units |= units_of_area(pos, area)
        return units

    def _unplaced(self, pos: RedPosition) -> int:
        return self._units(pos) & ~pos.in_play

    @case("3.1")
    def _uncovered(self, pos: RedPosition) -> list[str]:
        """Hexes that no unit of their own area holds or has in its zone of control."""
        grid = pos.rules.board.grid
        missing = 0
        for area in pos.rules.areas_of[self.side]:
            held = 0
            for unit in bits(units_of_area(pos, area) & pos.in_play):
                held |= 1 << pos.where[unit]
            missing |= pos.rules.area_hexes[area] & ~grid.grow(held)
        return grid.numbers(missing)

    @case("3.1", "7.0")
    def _choices(self, pos: RedPosition, units: int) -> list[tuple[str, int]]:
        """Where units can be put: in their areas, within the stacking limit, not where they are."""
        rules = pos.rules
        full = {count: full_hexes(pos, self.side, count) for count in (1, 2)}
        found = []
        for unit in bits(units):
            here = 1 << pos.where[unit] if pos.on_map(unit) else 0
            area = rules.area_hexes[rules.counters[unit].setup]
            found.append((rules.unit_ids[unit], area & ~full[size(pos, 1 << unit)] & ~here))
        return found

    def orders(self, pos: RedPosition) -> list[OrderSet]:
        grid = pos.rules.board.grid
        choices = self._choices(pos, self._units(pos))
        plain: list[Order] = [Deploy(), *map(Deploy, pos.rules.areas_of[self.side])]
        if self._why_not_end(pos) is None:
            plain.append(End())
        return [
            Listed(plain),
            UnitHexes(grid, choices, lambda unit, hex_: Place(unit, grid.name[hex_])),
        ]

    @case("3.1")
    def why_not(self, pos: RedPosition, order: Order) -> Ruling | None:
        if isinstance(order, End):
            return self._why_not_end(pos)
        if isinstance(order, Deploy):
            if order.area and order.area not in pos.rules.areas_of[self.side]:
                known = ", ".join(pos.rules.areas_of[self.side])
                whose = ADJECTIVE[self.side]
                return Ruling("3.1", f"'{order.area}' is no {whose} set-up area; there are {known}")
            return None
        if not isinstance(order, Place):
            return not_now(pos, order.verb)
        unit = unit_of(pos, order.unit, self.side)
        if isinstance(unit, Ruling):
            return unit
        hex_ = hex_of(pos, order.hex)
        return hex_ if isinstance(hex_, Ruling) else self._why_not_place(pos, unit, hex_)

    @case("3.1", "3.2", "3.3", "7.0")
    def _why_not_place(self, pos: RedPosition, unit: int, hex_: int) -> Ruling | None:
        name, setup = pos.rules.unit_ids[unit], pos.rules.counters[unit].setup
        where = pos.rules.board.describe(hex_)
        if pos.rules.printed_hex >> unit & 1:
            return Ruling("3.1", f"{name} has its hex printed on the counter: {setup}")
        if setup not in pos.rules.area_hexes:
            return Ruling("3.3", f"{name} is a reinforcement and is not set up")
        if not self._units(pos) >> unit & 1:
            return Ruling("3.2", f"{name} is the counter of 1S that is not used in this game")
        if not pos.rules.area_hexes[setup] >> hex_ & 1:
            return Ruling("3.1", f"{where} is not in area {setup}, where {name} is set up")
        if self._choices(pos, 1 << unit)[0][1] >> hex_ & 1:
            return None
        if pos.where[unit] == hex_:
            return Ruling("3.1", f"{name} stands in {where} already")
        return Ruling("7.0", f"{where} is full")

    @case("3.1")
    def _why_not_end(self, pos: RedPosition) -> Ruling | None:
        if unplaced := self._unplaced(pos):
            return not_all_placed([pos.rules.unit_ids[unit] for unit in bits(unplaced)], "3.1")
        if uncovered := self._uncovered(pos):
            hexes = ", ".join(uncovered)
            return Ruling("3.1", f"no unit of their own area covers {hexes}")
        return None

    @case("3.1")
    def apply(self, pos: RedPosition, order: Order, umpire: Umpire) -> None:
        if isinstance(order, Place):
            unit = pos.rules.unit_number[order.unit]
            if pos.on_map(unit):
                pos.remove(unit)
            pos.place(unit, pos.rules.board.grid.index(order.hex))
            umpire.tell("set_up", unit=order.unit, hex=order.hex)
            return
        if isinstance(order, Deploy):
            for area in [order.area] if order.area else pos.rules.areas_of[self.side]:
                _deploy(pos, area)
            umpire.tell("deployed", side=SIDES[self.side], areas=order.area or "all areas")
            if order.area:
                return
        set_control(pos)
        pos.frames.pop()
