"""A force on the march (9.2 to 9.8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.offers import MarchesOffer, Offers, form_of
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.preview import MovePreview, Preview
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_solitaire.battle import Battle
from typhoon.games.typhoon_solitaire.charts import GERMAN
from typhoon.games.typhoon_solitaire.forecast import forecast_of_entering
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.stacking import formations_kept_apart, full_for, held_by_others
from typhoon.games.typhoon_solitaire.wording import hex_of, not_now, unit_on_map
from typhoon.hexgrid import Reach, bits, first, reach
from typhoon.mechanics.choices import nth
from typhoon.mechanics.wording import counted

STAND_DOWN_TURN = 5
STAND_DOWN_ROW = 40
"""On turn 5 forces that start in this row or north of it enter no Soviet hexes (12.1)."""


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


@case("9.3")
def allowance(pos: SolitairePosition) -> int:
    """The movement points that the force on the march began with."""
    turn = pos.rules.turns[pos.turn]
    return turn.mp_mechanized if pos.force & pos.rules.mechanized else turn.mp_other


@case("9.3", "9.2", "12.1")
def begin_to_move(pos: SolitairePosition, units: int) -> None:
    """Units begin to move with the movement points of their class; the others of the stack stay behind."""
    rules = pos.rules
    pos.force = units
    pos.begun = True
    pos.mp = allowance(pos)
    pos.stood_down = pos.turn == STAND_DOWN_TURN and bool(rules.northern >> pos.force_hex & 1)
    pos.way = None


def disband(pos: SolitairePosition) -> None:
    """The force has finished; it is on the map like any other units."""
    pos.done |= pos.force
    pos.force = pos.mp = 0
    pos.stood_down = False
    pos.way = None


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
        names = ", ".join([pos.rules.counters[unit].identity for unit in bits(pos.force)])
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
        if order.verb in ("force", "end"):
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
        return costs(pos) if set(units) == set(pos.names(pos.force)) else {}

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
        goals = {self._name[hex_]: float(cost) for hex_, cost in self._way.costs().items()}
        if goals:
            offers.marches = MarchesOffer(form_of(March), goals)


def costs(pos: SolitairePosition) -> dict[str, float]:
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
    """A unit dropped off has finished, and the air support goes on with the rest (R23).

    Before the force has left its hex nobody is dropped off: the unit just does not come along (R48).
    In the first version of these rules it was dropped off even then.
    """
    bit, moved = 1 << unit, pos.mp < allowance(pos) or pos.rules.version <= 1
    pos.force &= ~bit
    pos.way = None
    if moved:
        pos.done |= bit
        if pos.air & bit:
            pos.air ^= bit | 1 << first(pos.force)
    name = pos.rules.board.grid.name[pos.where[unit]]
    umpire.tell("dropped" if moved else "stayed", unit=pos.rules.unit_ids[unit], hex=name)


@case("9.0", "9.5")
def _halt(pos: SolitairePosition, umpire: Umpire) -> None:
    hex_ = pos.rules.board.grid.name[pos.force_hex]
    umpire.tell("halted", units=pos.names(pos.force), hex=hex_, left=pos.mp)
    disband(pos)
    pos.frames.pop()
