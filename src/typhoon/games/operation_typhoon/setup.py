"""Setting up: plans, historical and free deployment (18.12, 18.22, 18.32, 18.42, 18.49)."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet, Place
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import ADJECTIVE, GERMAN, SIDES, SOVIET
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.stacking import LIMIT, overfull
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


class Alike(NamedTuple):
    """Units that are set up alike."""

    units: tuple[int, ...]
    set: int
    hexes: int
    kind: str
    """What they count as in a stack."""


class Roster:
    """What a side sets up; the same in every game of a scenario."""

    def __init__(self, pos: TyphoonPosition, side: int) -> None:
        self.units = units_to_place(pos, side)
        self.open_to = {unit: open_to(pos, unit) for unit in bits(self.units)}
        alike: dict[tuple[int, str], list[int]] = {}
        for unit, hexes in self.open_to.items():
            alike.setdefault((hexes, _kind(pos, unit)), []).append(unit)
        self.groups = [
            Alike(tuple(units), sum([1 << unit for unit in units]), hexes, kind)
            for (hexes, kind), units in alike.items()
        ]
        self.armies = sorted({pos.rules.counters[unit].army for unit in self.open_to})
        self.deployments = (Deploy(), *map(Deploy, self.armies))


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

    def roster(self, pos: TyphoonPosition) -> Roster:
        key = pos.scenario.id, pos.options["set-up"], self.side
        found = pos.rules.rosters.get(key)
        if found is None:
            found = pos.rules.rosters[key] = Roster(pos, self.side)
        return found

    def prompt(self, pos: TyphoonPosition) -> str:
        left = (self.roster(pos).units & ~pos.in_play).bit_count()
        if left:
            to_place = counted(left, "unit")
            return f"Set up the {ADJECTIVE[self.side]} units, or deploy ready-made: {to_place} to place."
        return "All units are placed: change what you like, or end the set-up."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        roster = self.roster(pos)
        plain: list[Order] = list(roster.deployments)
        if not roster.units & ~pos.in_play and self._why_not_end(pos) is None:
            plain.append(End())
        room, placed = {}, {}
        for kind, (hexes, units) in _full(pos, self.side).items():
            room[kind], placed[kind] = pos.ground.grid.all & ~hexes, pos.in_play & ~units
        choices = [
            (units, hexes & room[kind], (set_ & placed[kind]).bit_count())
            for units, set_, hexes, kind in roster.groups
        ]
        return [Listed(plain), Placements(pos.ground.grid, choices, pos.rules.unit_ids, pos.where)]

    def why_not(self, pos: TyphoonPosition, order: Order) -> Ruling | None:
        if isinstance(order, End):
            return self._why_not_end(pos)
        if isinstance(order, Deploy):
            armies = self.roster(pos).armies
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
        roster = self.roster(pos)
        if roster.open_to.get(unit, 0) >> hex_ & 1 and pos.where[unit] != hex_ and _has_room(pos, unit, hex_):
            return None
        name, where = pos.rules.unit_ids[unit], pos.ground.describe(hex_)
        if unit not in roster.open_to:
            return Ruling("15.0", f"{name} is a reinforcement, or does not take part in this scenario")
        if pos.where[unit] == hex_:
            return Ruling("18.0", f"{name} stands in {where} already")
        if not roster.open_to[unit] >> hex_ & 1:
            case_ = pos.scenario.case_of_set_up
            return Ruling(case_, f"{name} is not set up in {where}, but {_wanted(pos, unit)}")
        return Ruling("7.0", f"{where} is full")

    @case("18.12", "7.0")
    def _why_not_end(self, pos: TyphoonPosition) -> Ruling | None:
        if unplaced := self.roster(pos).units & ~pos.in_play:
            return not_all_placed(pos.names(unplaced), pos.scenario.case_of_set_up)
        for hex_ in overfull(pos, self.side):
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
        units = sum([1 << u for u in self.roster(pos).open_to if not army or rules.counters[u].army == army])
        for unit in bits(units & pos.in_play):
            pos.remove(unit)
        for unit in bits(units):
            pos.place(unit, pos.ground.grid.index(rules.home(pos.scenario, unit)))


@case("18.12", "18.22", "18.32", "18.42")
def _wanted(pos: TyphoonPosition, unit: int) -> str:
    """Where a unit is set up, in words."""
    counter, free = pos.rules.counters[unit], pos.options["set-up"] == "free"
    if counter.side == "german":
        where = "anywhere" if free or counter.setup == "behind" else f"on or next to {counter.setup_hex},"
        return f"{where} west of the front line"
    if not free or counter.setup_hex in pos.rules.fixed_hexes(unit):
        return f"in {counter.setup_hex}"
    return f"in the rows of {counter.army} Army, east of the front line"


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


def _full(pos: TyphoonPosition, side: int) -> dict[str, tuple[int, int]]:
    """Hexes without room for another unit and the units in them, by what it counts as."""
    rules, own = pos.rules, pos.rules.units_of[side]
    hqs, small = own & rules.hqs, own & rules.small if side == SOVIET else 0
    found = {}
    for kind, alike, most in (
        ("hq", hqs, 1),
        ("small", small, 1),
        ("counting", own & ~hqs & ~small, LIMIT[side]),
    ):
        hexes = crowd = 0
        if most == 1:
            full = [pos.where[unit] for unit in bits(alike & pos.in_play)]
        else:
            large = [(hex_, units) for hex_, units in pos.stacks.items() if units & (units - 1)]
            full = [hex_ for hex_, units in large if (units & alike).bit_count() >= most]
        for hex_ in full:
            hexes |= 1 << hex_
            crowd |= pos.units_in(hex_)
        found[kind] = hexes, crowd
    return found
