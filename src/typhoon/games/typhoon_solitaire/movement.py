"""The German movement and combat phase: forces, air support and marches (9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Offers, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.preview import MovePreview, Preview, Warnings
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_solitaire import outlook
from typhoon.games.typhoon_solitaire.battle import Battle
from typhoon.games.typhoon_solitaire.charts import GERMAN
from typhoon.games.typhoon_solitaire.forecast import forecast_of_entering
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.stacking import (
    formations_kept_apart,
    full_for,
    held_by_others,
    kinds_that_move_together,
)
from typhoon.games.typhoon_solitaire.wording import counted, hex_of, listed, not_now, unit_on_map
from typhoon.hexgrid import Reach, bits, first, reach
from typhoon.mechanics.choices import nth

STAND_DOWN_TURN = 5
STAND_DOWN_ROW = 40
"""On turn 5 forces that start in this row or north of it enter no Soviet hexes (12.1)."""


class Support(Order, frozen=True, gc=False):
    """Place an air support unit on a German unit and its force."""

    verb: ClassVar[str] = "support"
    unit: str


class Form(Order, frozen=True, gc=False):
    """Form a force of units that stand together, and begin to move it."""

    verb: ClassVar[str] = "force"
    units: tuple[str, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "units", tuple(sorted(self.units)))


class March(Order, frozen=True, gc=False):
    """March to a hex by the cheapest way; into a Soviet hex this means battle."""

    verb: ClassVar[str] = "march"
    hex: str


class Drop(Order, frozen=True, gc=False):
    """Leave a unit of the force behind."""

    verb: ClassVar[str] = "drop"
    unit: str


class Halt(Order, frozen=True, gc=False):
    """Finish the movement of the force."""

    verb: ClassVar[str] = "halt"


class Movement(Phase[SolitairePosition], frozen=True, tag="movement"):
    """The Germans move and fight, one force after another."""

    about: ClassVar[str] = "9.0"

    @property
    def name(self) -> str:
        return "german movement and combat"

    def decider(self, pos: SolitairePosition) -> int:
        return GERMAN

    def prompt(self, pos: SolitairePosition) -> str:
        if left := air_units_left(pos):
            return f"Place {counted(left, 'air support unit')}, form a force to move, or end the phase."
        return "Form a force to move, or end the phase."

    @case("9.0", "9.5")
    def orders(self, pos: SolitairePosition) -> list[OrderSet]:
        plain: list[Order] = [Support(pos.rules.unit_ids[unit]) for unit in bits(may_be_supported(pos))]
        return [Listed([*plain, End()]), Forces(pos)]

    def why_not(self, pos: SolitairePosition, order: Order) -> Ruling | None:
        if isinstance(order, Form):
            return why_not_form(pos, order.units)
        if isinstance(order, Support):
            return why_not_support(pos, order.unit)
        return None if isinstance(order, End) else not_now(pos, order.verb)

    def destinations(self, pos: SolitairePosition, units: Sequence[str], verb: str = "") -> dict[str, float]:
        if why_not_form(pos, tuple(units)) is not None:
            return {}
        twin = pos.copy()
        _form(twin, twin.rules.units(units))
        return _costs(twin)

    def preview(self, pos: SolitairePosition, order: Order) -> Preview | None:
        if not isinstance(order, End):
            return None
        texts = outlook.before_the_check(pos)
        return Warnings(tuple(texts)) if texts else None

    def apply(self, pos: SolitairePosition, order: Order, umpire: Umpire) -> None:
        rules = pos.rules
        if isinstance(order, Support):
            unit = rules.unit_number[order.unit]
            pos.air |= 1 << unit
            umpire.tell("supported", unit=order.unit, hex=rules.board.grid.name[pos.where[unit]])
        elif isinstance(order, Form):
            _form(pos, rules.units(order.units))
            umpire.tell("formed", units=order.units, hex=rules.board.grid.name[pos.force_hex], mp=pos.mp)
            pos.frames.append(Marching())
        else:
            self._close(pos)

    @case("9.1", "9.2", "9.5")
    def _close(self, pos: SolitairePosition) -> None:
        """Air units go back to the pool, and movement points that are left are lost."""
        pos.done = pos.air = pos.mp = 0
        pos.begun = False
        pos.frames.pop()


# Air support


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


# Forces


@case("9.0", "9.5")
def movable(pos: SolitairePosition) -> int:
    """Units that have not yet moved and fought in this phase."""
    return pos.in_play & ~pos.done


class Forces(OrderSet):
    """Every force that can be formed: any part of the units in a hex that can move together."""

    def __init__(self, pos: SolitairePosition) -> None:
        self._ids = pos.rules.unit_ids
        able, mechanized = movable(pos), pos.rules.mechanized
        # Sorted, so that the order of the forces hangs on the position alone.
        stacks = sorted([stack & able for stack in pos.stacks.values()])
        groups = [group for stack in stacks if stack for group in (stack & mechanized, stack & ~mechanized)]
        self._groups = [group for group in groups if group]
        self._count = sum([(1 << group.bit_count()) - 1 for group in self._groups])

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> Order:
        if number >= 0:
            for group in self._groups:
                count = (1 << group.bit_count()) - 1
                if number < count:
                    return self._form(group, number + 1)
                number -= count
        raise IndexError(number)

    def __iter__(self) -> Iterator[Order]:
        for group in self._groups:
            for chosen in range(1, 1 << group.bit_count()):
                yield self._form(group, chosen)

    def _form(self, group: int, chosen: int) -> Form:
        return Form(tuple([self._ids[unit] for n, unit in enumerate(bits(group)) if chosen >> n & 1]))

    def offer(self, offers: Offers) -> None:
        offers.forces = [[self._ids[unit] for unit in bits(group)] for group in self._groups]


@case("7.4", "9.0", "9.5")
def why_not_form(pos: SolitairePosition, names: tuple[str, ...]) -> Ruling | None:
    """Why units may not begin to move as a force."""
    units = 0
    for name in names:
        unit = unit_on_map(pos, name)
        if isinstance(unit, Ruling):
            return unit
        if units >> unit & 1:
            return Ruling("9.0", f"{name} is named twice")
        units |= 1 << unit
        if pos.done >> unit & 1:
            return Ruling("9.5", f"{name} has finished moving and fighting in this phase")
    if not units:
        return Ruling("9.0", "a force has at least one unit")
    if len({pos.where[unit] for unit in bits(units)}) > 1:
        return Ruling("9.0", "the units of a force stand in one hex; others are not picked up on the way")
    if units & pos.rules.mechanized and units & ~pos.rules.mechanized:
        return Ruling("7.4", "mechanized and other units do not move as one force")
    return None


@case("9.3", "9.2", "12.1")
def _form(pos: SolitairePosition, units: int) -> None:
    """Units begin to move with the movement points of their class; the others of the stack stay behind."""
    rules = pos.rules
    turn = rules.turns[pos.turn]
    pos.force = units
    pos.begun = True
    pos.mp = turn.mp_mechanized if units & rules.mechanized else turn.mp_other
    pos.stood_down = pos.turn == STAND_DOWN_TURN and bool(rules.northern >> pos.force_hex & 1)
    pos.way = None


def disband(pos: SolitairePosition) -> None:
    """The force has finished; it is on the map like any other units."""
    pos.done |= pos.force
    pos.force = pos.mp = 0
    pos.stood_down = False
    pos.way = None


# Marches


class Marching(Phase[SolitairePosition], frozen=True, tag="marching"):
    """A force is on the march."""

    about: ClassVar[str] = "9.2"

    def decider(self, pos: SolitairePosition) -> int:
        return GERMAN

    @case("9.2", "9.8")
    def proceed(self, pos: SolitairePosition, umpire: Umpire) -> bool:
        """A force that was beaten, or can go nowhere, has finished."""
        if pos.done & pos.force or not way_of(pos).count:
            _halt(pos, umpire)
            return False
        return True

    def prompt(self, pos: SolitairePosition) -> str:
        names = listed(pos.rules.counters[unit].identity for unit in bits(pos.force))
        air = " with air support" if pos.air & pos.force else ""
        return f"{names}{air}: {counted(pos.mp, 'movement point')} left. March on, drop units off, or halt."

    @case("9.2", "9.5")
    def orders(self, pos: SolitairePosition) -> list[OrderSet]:
        plain: list[Order] = [Halt()]
        if pos.force.bit_count() > 1:
            plain += [Drop(unit) for unit in pos.names(pos.force)]
        return [Listed(plain), Marches(pos)]

    def why_not(self, pos: SolitairePosition, order: Order) -> Ruling | None:
        if isinstance(order, March):
            return why_not_march(pos, order.hex)
        if isinstance(order, Drop):
            return self._why_not_drop(pos, order.unit)
        if isinstance(order, (Form, End)):
            return Ruling("9.0", "the force on the march must finish first: march on, or halt")
        return None if isinstance(order, Halt) else not_now(pos, order.verb)

    @case("9.5")
    def _why_not_drop(self, pos: SolitairePosition, name: str) -> Ruling | None:
        unit = unit_on_map(pos, name)
        if isinstance(unit, Ruling):
            return unit
        if not pos.force >> unit & 1:
            return Ruling("9.5", f"{name} is not part of the force on the march")
        if pos.force == 1 << unit:
            return Ruling("9.5", f"{name} is the last unit of the force: halt it instead")
        return None

    def destinations(self, pos: SolitairePosition, units: Sequence[str], verb: str = "") -> dict[str, float]:
        return _costs(pos) if set(units) == set(pos.names(pos.force)) else {}

    def preview(self, pos: SolitairePosition, order: Order) -> Preview | None:
        if not isinstance(order, March):
            return None
        to = pos.rules.board.grid.index(order.hex)
        way = way_of(pos)
        path = way.path(to)
        if not pos.german >> to & 1:
            return forecast_of_entering(pos, path, [way.cost(hex_) for hex_ in path])
        names = tuple([pos.rules.board.grid.name[hex_] for hex_ in path])
        costs = tuple([float(way.cost(hex_)) for hex_ in path])
        return MovePreview(names, costs, pos.mp - costs[-1], stops=False)

    def apply(self, pos: SolitairePosition, order: Order, umpire: Umpire) -> None:
        if isinstance(order, March):
            _march(pos, pos.rules.board.grid.index(order.hex), umpire)
        elif isinstance(order, Drop):
            _drop(pos, pos.rules.unit_number[order.unit], umpire)
        else:
            _halt(pos, umpire)


class Marches(OrderSet):
    """Every hex that the force on the march can go to."""

    def __init__(self, pos: SolitairePosition) -> None:
        self._name = pos.rules.board.grid.name
        self._way = way_of(pos)

    def __len__(self) -> int:
        return self._way.count

    def __getitem__(self, number: int) -> Order:
        if not 0 <= number < self._way.count:
            raise IndexError(number)
        return March(self._name[nth(self._way.hexes, number)])

    def __iter__(self) -> Iterator[Order]:
        return (March(self._name[hex_]) for hex_ in bits(self._way.hexes))

    def offer(self, offers: Offers) -> None:
        offers.marches = {self._name[hex_]: cost for hex_, cost in self._way.costs().items()}


def _costs(pos: SolitairePosition) -> dict[str, float]:
    name = pos.rules.board.grid.name
    return {name[hex_]: cost for hex_, cost in way_of(pos).costs().items()}


@case("7.1", "7.3", "9.2", "9.4", "9.6", "12.1")
def way_of(pos: SolitairePosition) -> Reach:
    """How far the force on the march can go: through German hexes with room, and into Soviet ones."""
    if pos.way is None:
        rules = pos.rules
        free = pos.german & ~full_for(pos, pos.size(pos.force)) & ~held_by_others(pos, pos.force)
        soviet = pos.soviet
        if not pos.stood_down:
            free |= soviet
        steps = rules.steps_mechanized if pos.force & rules.mechanized else rules.steps_other
        pos.way = reach(rules.board.grid, pos.force_hex, pos.mp, steps, free, soviet)
    return pos.way


@case("7.1", "7.3", "9.2", "9.4", "12.1")
def why_not_march(pos: SolitairePosition, number: str) -> Ruling | None:
    to = hex_of(pos, number)
    if isinstance(to, Ruling):
        return to
    if way_of(pos).hexes >> to & 1:
        return None
    where = pos.rules.board.describe(to)
    if to == pos.force_hex:
        return Ruling("9.2", f"the force is in {where} already")
    if pos.stood_down and not pos.german >> to & 1:
        return Ruling("12.1", "on turn 5 a force that starts on row 40 or north of it enters no Soviet hex")
    if held_by_others(pos, pos.force) >> to & 1:
        return Ruling("7.3", f"another army or panzer group is in {where}")
    if full_for(pos, pos.size(pos.force)) >> to & 1:
        return Ruling("7.1", f"there is no room in {where}: three divisions fit into a hex")
    return _why_out_of_reach(pos, to, where)


def _why_out_of_reach(pos: SolitairePosition, to: int, where: str) -> Ruling:
    rules = pos.rules
    steps = rules.steps_mechanized if pos.force & rules.mechanized else rules.steps_other
    grid, start = rules.board.grid, pos.force_hex
    unhindered = reach(grid, start, pos.mp, steps, grid.all)
    if not unhindered.hexes >> to & 1:
        points = counted(pos.mp, "movement point")
        return Ruling("9.2", f"{where} is farther than the {points} that the force has left")
    if reach(grid, start, pos.mp, steps, grid.all, pos.soviet).hexes >> to & 1:
        if formations_kept_apart(pos) and held_by_others(pos, pos.force):
            return Ruling("7.3", f"full hexes or other armies and panzer groups bar the way to {where}")
        return Ruling("7.1", f"full hexes bar the way to {where}")
    return Ruling("9.6", f"the way to {where} leads through Soviet hexes, which must be taken one by one")


@case("9.2", "9.4", "9.6")
def _march(pos: SolitairePosition, to: int, umpire: Umpire) -> None:
    way, name = way_of(pos), pos.rules.board.grid.name
    cost = way.cost(to)
    pos.mp -= cost
    pos.move_force(to)
    path = name[way.start], name[to]
    umpire.tell("marched", units=pos.names(pos.force), path=path, cost=cost, left=pos.mp)
    if not pos.german >> to & 1:
        pos.frames.append(Battle(name[to], name[way.before(to)]))


@case("9.5", "9.1")
def _drop(pos: SolitairePosition, unit: int, umpire: Umpire) -> None:
    """The unit has finished; the air support goes on with the rest (R23)."""
    bit = 1 << unit
    pos.force &= ~bit
    pos.done |= bit
    pos.way = None
    if pos.air & bit:
        pos.air ^= bit | 1 << first(pos.force)
    name = pos.rules.board.grid.name[pos.where[unit]]
    umpire.tell("dropped", unit=pos.rules.unit_ids[unit], hex=name)


@case("9.0", "9.5")
def _halt(pos: SolitairePosition, umpire: Umpire) -> None:
    hex_ = pos.rules.board.grid.name[pos.force_hex]
    umpire.tell("halted", units=pos.names(pos.force), hex=hex_, left=pos.mp)
    disband(pos)
    pos.frames.pop()
