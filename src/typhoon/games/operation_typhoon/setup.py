"""Setting up: plans, historical and free deployment (18.12, 18.22, 18.32, 18.42, 18.49)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet, Place
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import ADJECTIVE, GERMAN, SIDES, SOVIET
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.stacking import LIMIT, in_excess
from typhoon.games.operation_typhoon.strength import draw_openly
from typhoon.games.operation_typhoon.victory import PLANS
from typhoon.games.operation_typhoon.wording import hex_of, not_now, unit_of
from typhoon.hexgrid import bits
from typhoon.mechanics.choices import Placements
from typhoon.mechanics.wording import counted, not_all_placed


class Deploy(Order, frozen=True):
    """Place the units of an army ready-made; without an army, all of them, and finish."""

    verb: ClassVar[str] = "deploy"
    army: str = ""


class ChoosePlan(Order, frozen=True):
    """Choose the German plan of the campaign."""

    verb: ClassVar[str] = "plan"
    plan: str


class Planning(Phase[TyphoonPosition], frozen=True, tag="planning"):
    """The German player chooses one of three plans in secret."""

    about: ClassVar[str] = "18.49"

    def decider(self, pos: TyphoonPosition) -> int:
        return GERMAN

    def prompt(self, pos: TyphoonPosition) -> str:
        return "Choose your plan in secret: historical, encirclement or broad-front."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        return [Listed([ChoosePlan(plan) for plan in PLANS])]

    @case("18.49")
    def why_not(self, pos: TyphoonPosition, order: Order) -> Ruling | None:
        if not isinstance(order, ChoosePlan):
            return not_now(pos, order.verb)
        if order.plan not in PLANS:
            return Ruling("18.49", f"there is no plan '{order.plan}'; there are {', '.join(PLANS)}")
        return None

    @case("18.49")
    def apply(self, pos: TyphoonPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, ChoosePlan)
        pos.plan = order.plan
        umpire.tell_side("german", "planned", plan=order.plan)
        pos.frames.pop()


@case("18.12", "18.22", "18.32", "18.42")
def units_to_place(pos: TyphoonPosition, side: int) -> int:
    """The units of a side that begin on the map."""
    return pos.rules.at_start(pos.scenario) & pos.rules.units_of[side]


@case("18.12", "18.22", "18.32", "18.42")
def open_to(pos: TyphoonPosition, unit: int) -> int:
    """Where a unit may be set up."""
    rules, ground = pos.rules, pos.ground
    counter = rules.counters[unit]
    home = ground.hexes((rules.home(pos.scenario, unit),))
    if rules.side_of[unit] == GERMAN:
        behind = ground.west & ground.open
        if pos.options["set-up"] == "free" or counter.setup == "behind":
            return behind
        return ground.grid.grow(ground.hexes((counter.setup_hex,))) & behind | home
    fixed = home or ground.hexes((counter.setup_hex,))
    if pos.options["set-up"] != "free" or counter.setup_hex in rules.fixed_hexes(unit):
        return fixed
    return rules.zone_of_army(ground, counter.army) & ground.east & ground.open or fixed


class SetUp(Phase[TyphoonPosition], frozen=True, tag="set-up"):
    """A side places its units; the enemy does not see it before it is done."""

    about: ClassVar[str] = "18.0"
    side: int

    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        if self.side == SOVIET and pos.options["set-up"] == "historical":
            self.apply(pos, Deploy(), umpire)  # every hex is fixed
            return False
        return True

    def decider(self, pos: TyphoonPosition) -> int:
        return self.side

    def _units(self, pos: TyphoonPosition) -> int:
        return units_to_place(pos, self.side)

    def _armies(self, pos: TyphoonPosition) -> list[str]:
        return sorted({pos.rules.counters[unit].army for units, _, _ in self._groups(pos) for unit in units})

    def prompt(self, pos: TyphoonPosition) -> str:
        left = (self._units(pos) & ~pos.in_play).bit_count()
        if left:
            to_place = counted(left, "unit")
            return f"Set up the {ADJECTIVE[self.side]} units, or deploy ready-made: {to_place} to place."
        return "All units are placed: change what you like, or end the set-up."

    def _choices(self, pos: TyphoonPosition) -> list[tuple[tuple[int, ...], int]]:
        """Units in groups that may be placed in the same hexes, with those hexes."""
        full = _full(pos, self.side)
        return [(units, hexes & ~full[kind]) for units, hexes, kind in self._groups(pos)]

    def _groups(self, pos: TyphoonPosition) -> list[tuple[tuple[int, ...], int, str]]:
        """Units that are set up alike, their hexes, and what they count as in a stack; always the same."""
        key = pos.scenario.id, pos.options["set-up"], self.side
        found = pos.rules.setup_groups.get(key)
        if found is None:
            groups: dict[tuple[int, str], list[int]] = {}
            for unit in bits(self._units(pos)):
                groups.setdefault((open_to(pos, unit), _kind(pos, unit)), []).append(unit)
            found = [(tuple(units), hexes, kind) for (hexes, kind), units in groups.items()]
            pos.rules.setup_groups[key] = found
        return found

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        rules = pos.rules
        plain: list[Order] = [Deploy(), *map(Deploy, self._armies(pos))]
        if not self._units(pos) & ~pos.in_play and self._why_not_end(pos) is None:
            plain.append(End())
        return [Listed(plain), Placements(pos.ground.grid, self._choices(pos), rules.unit_ids, pos.where)]

    def why_not(self, pos: TyphoonPosition, order: Order) -> Ruling | None:
        if isinstance(order, End):
            return self._why_not_end(pos)
        if isinstance(order, Deploy):
            armies = self._armies(pos)
            if order.army and order.army not in armies:
                return Ruling("18.0", f"there is no army '{order.army}' here; there are {', '.join(armies)}")
            return None
        if not isinstance(order, Place):
            return not_now(pos, order.verb)
        unit = unit_of(pos, order.unit, self.side)
        if isinstance(unit, Ruling):
            return unit
        hex_ = hex_of(pos, order.hex)
        return hex_ if isinstance(hex_, Ruling) else self._why_not_place(pos, unit, hex_)

    @case("18.12", "18.22", "18.32", "7.0")
    def _why_not_place(self, pos: TyphoonPosition, unit: int, hex_: int) -> Ruling | None:
        name, where = pos.rules.unit_ids[unit], pos.ground.describe(hex_)
        if not self._units(pos) >> unit & 1:
            return Ruling("15.0", f"{name} is a reinforcement, or does not take part in this scenario")
        if pos.where[unit] == hex_:
            return Ruling("18.0", f"{name} stands in {where} already")
        if not open_to(pos, unit) >> hex_ & 1:
            counter = pos.rules.counters[unit]
            near = f"on or next to {counter.setup_hex}" if counter.setup == "near" else "in its own zone"
            return Ruling(
                "18.12", f"{name} is not set up in {where}, but {near}, on its side of the front line"
            )
        if not _has_room(pos, unit, hex_):
            return Ruling("7.0", f"{where} is full")
        return None

    @case("18.12", "7.0")
    def _why_not_end(self, pos: TyphoonPosition) -> Ruling | None:
        if unplaced := self._units(pos) & ~pos.in_play:
            return not_all_placed(pos.names(unplaced), "18.12")
        for hex_, units in pos.stacks.items():
            if units & pos.rules.units_of[self.side] and in_excess(pos, self.side, hex_):
                return Ruling("7.0", f"{pos.ground.describe(hex_)} is overstacked")
        return None

    @case("18.12", "18.22", "18.32", "18.42")
    def apply(self, pos: TyphoonPosition, order: Order, umpire: Umpire) -> None:
        side = SIDES[self.side]
        if isinstance(order, Place):
            unit = pos.rules.unit_number[order.unit]
            if pos.on_map(unit):
                pos.remove(unit)
            pos.place(unit, pos.ground.grid.index(order.hex))
            umpire.tell_side(side, "set_up", unit=order.unit, hex=order.hex)
            return
        if isinstance(order, Deploy):
            self._deploy(pos, order.army)
            if order.army:
                umpire.tell_side(side, "deployed", army=order.army)
                return
        umpire.tell("set_up_done", side=side)
        pos.frames.pop()
        if not pos.frames:
            draw_openly(pos, pos.in_play, umpire)

    def _deploy(self, pos: TyphoonPosition, army: str) -> None:
        rules = pos.rules
        units = sum([1 << u for u in bits(self._units(pos)) if not army or rules.counters[u].army == army])
        for unit in bits(units & pos.in_play):
            pos.remove(unit)
        for unit in bits(units):
            pos.place(unit, pos.ground.grid.index(rules.home(pos.scenario, unit)))


def _kind(pos: TyphoonPosition, unit: int) -> str:
    """What a unit counts as in a stack (7.1)."""
    if pos.rules.hqs >> unit & 1:
        return "hq"
    return "small" if pos.rules.side_of[unit] == SOVIET and pos.rules.small >> unit & 1 else "counting"


def _has_room(pos: TyphoonPosition, unit: int, hex_: int) -> bool:
    """Whether a unit can be added to a stack."""
    kind, side = _kind(pos, unit), pos.rules.side_of[unit]
    alike = sum([_kind(pos, other) == kind for other in bits(pos.units_in(hex_))])
    return alike < (LIMIT[side] if kind == "counting" else 1)


def _full(pos: TyphoonPosition, side: int) -> dict[str, int]:
    """Hexes without room for another unit, by what it counts as."""
    rules, full = pos.rules, {"hq": 0, "small": 0, "counting": 0}
    small = rules.small & rules.units_of[SOVIET]
    counting, most = rules.units_of[side] & ~rules.hqs & ~small, LIMIT[side]
    for hex_, units in pos.stacks.items():
        if (units & counting).bit_count() >= most:
            full["counting"] |= 1 << hex_
        if units & rules.hqs:
            full["hq"] |= 1 << hex_
        if units & small:
            full["small"] |= 1 << hex_
    return full
