"""A force on the march (9.2 to 9.8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from typhoon.engine.cases import case
from typhoon.engine.offers import MarchesOffer, Offers, form_of
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import Umpire
from typhoon.engine.preview import MovePreview, Preview
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_solitaire.air_support import LetAircraftGo
from typhoon.games.typhoon_solitaire.battle import Battle
from typhoon.games.typhoon_solitaire.charts import GERMAN
from typhoon.games.typhoon_solitaire.forecast import forecast_of_entering
from typhoon.games.typhoon_solitaire.law import PlainAct, SolitaireAct, SolitaireChapter, SolitairePhase
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.stacking import REMEMBERED
from typhoon.hexgrid import Reach, Steps, bits, first, reach
from typhoon.mechanics.choices import nth
from typhoon.mechanics.movement import Trail
from typhoon.mechanics.wording import counted

if TYPE_CHECKING:
    from typhoon.games.typhoon_solitaire import TyphoonSolitaire

AIR = "air"
"""The word that leaves the aircraft with a unit that is dropped."""


class March(Order, frozen=True, gc=False):
    """March to a hex by the cheapest way; into a Soviet hex this means battle."""

    verb: ClassVar[str] = "march"
    hex: str


class Drop(Order, frozen=True, gc=False):
    """Leave a unit of the force behind, and if the word ``air`` is added, the aircraft with it."""

    verb: ClassVar[str] = "drop"
    unit: str
    air: str = ""


class Halt(Order, frozen=True, gc=False):
    """Finish the movement of the force."""

    verb: ClassVar[str] = "halt"


class Marching(SolitairePhase, frozen=True, tag="marching"):
    """A force is on the march."""

    about: ClassVar[str] = "9.2"

    @case("9.2", "9.8")
    def proceed(self, pos: SolitairePosition, umpire: Umpire) -> bool:
        """A force that was beaten, or can go nowhere, has finished."""
        marches = pos.rules.marches
        if pos.done & pos.force or not pos.mp or not marches.way(pos).count:
            marches.halt(pos, umpire)
            return False
        return True

    def prompt(self, pos: SolitairePosition) -> str:
        names = ", ".join(pos.names(pos.force))
        air = " with air support" if pos.air & pos.force else ""
        return f"{names}{air}: {counted(pos.mp, 'movement point')} left. March on, drop units off, or halt."

    @case("9.0", "9.5")
    def misplaced(self, pos: SolitairePosition, order: Order) -> Ruling:
        if order.verb == "force" and {*order.actors} > {*pos.names(pos.force)}:
            return Ruling("9.5", "a force on the march drops units off, but picks none up")
        if order.verb in ("force", "end"):
            return Ruling("9.0", "the force on the march must finish first: march on, or halt")
        return super().misplaced(pos, order)

    def destinations(self, pos: SolitairePosition, units: Sequence[str], verb: str = "") -> dict[str, float]:
        return pos.rules.marches.goals(pos).costs() if set(units) == set(pos.names(pos.force)) else {}


class Goals(OrderSet):
    """Every hex that the force on the march can go to."""

    def __init__(self, way: Reach, name: dict[int, str]) -> None:
        self._way, self._name = way, name

    def __len__(self) -> int:
        return self._way.count

    def __getitem__(self, number: int) -> Order:
        if not 0 <= number < self._way.count:
            raise IndexError(number)
        return March(self._name[nth(self._way.hexes, number)])

    def __iter__(self) -> Iterator[Order]:
        return (March(self._name[hex_]) for hex_ in bits(self._way.hexes))

    def offer(self, offers: Offers) -> None:
        if goals := self.costs():
            offers.marches = MarchesOffer(form_of(March), goals)

    def costs(self) -> dict[str, float]:
        """The hexes with the movement points they take."""
        return {self._name[hex_]: float(cost) for hex_, cost in self._way.costs().items()}


class Marches(SolitaireChapter):
    """How far a force can go, and what happens on the way."""

    stand_down_turn: ClassVar[int] = 5
    stand_down_row: ClassVar[int] = 40
    """On turn 5 forces that start in this row or north of it enter no Soviet hexes (12.1)."""

    @case("9.3")
    def allowance(self, pos: SolitairePosition, units: int) -> int:
        """The movement points that units begin to move with."""
        return self.law.turns[pos.turn].points(bool(units & self.law.mechanized))

    def moved(self, pos: SolitairePosition) -> bool:
        """Whether the force on the march has left the hex in which it was formed."""
        return pos.mp < self.allowance(pos, pos.force)

    def steps(self, units: int) -> Steps:
        """What marching costs units."""
        return self.law.steps_mechanized if units & self.law.mechanized else self.law.steps_other

    @case("12.1")
    def stands_down(self, pos: SolitairePosition, hex_: int) -> bool:
        """Whether a force that starts in a hex enters no Soviet hexes this turn."""
        return pos.turn == self.stand_down_turn and int(self.law.grid.name[hex_][2:]) <= self.stand_down_row

    @case("9.3", "9.2", "12.1")
    def begin(self, pos: SolitairePosition, units: int) -> None:
        """Units begin to move with the movement points of their class; the rest of the stack stays behind."""
        pos.force = units
        pos.begun = True
        pos.mp = self.allowance(pos, units)
        pos.stood_down = self.stands_down(pos, pos.force_hex)
        pos.ground = pos.way = None

    @case("7.1", "7.3", "9.2", "9.4", "9.6", "12.1")
    def way(self, pos: SolitairePosition) -> Reach:
        """How far the force on the march can go: through German hexes with room, and into Soviet ones."""
        if pos.way is None:
            grid, here = self.law.grid, pos.force_hex
            if pos.ground is None:
                ground, near = pos.german if pos.stood_down else grid.all, grid.about(here, pos.mp)
                pos.ground = ground & ~self.law.stacking.barred(pos, pos.force, near)
            pos.way = reach(grid, here, pos.mp, self.steps(pos.force), pos.ground, pos.soviet)
        return pos.way

    def goals(self, pos: SolitairePosition) -> Goals:
        return Goals(self.way(pos), self.law.grid.name)

    @case("7.1", "7.3", "9.2", "9.4", "9.6", "12.1")
    def why_out_of_reach(self, pos: SolitairePosition, to: int) -> Ruling:
        stacking, where = self.law.stacking, self.law.describe(to)
        if to == pos.force_hex:
            return Ruling("9.2", f"the force is in {where} already")
        if pos.stood_down and not pos.german >> to & 1:
            text = f"on turn 5 a force that starts on row {self.stand_down_row} or north of it"
            return Ruling("12.1", f"{text} enters no Soviet hex")
        if pos.units_in(to) & ~stacking.companions(pos, pos.force):
            return Ruling("7.3", f"another army or panzer group is in {where}")
        if stacking.full_for(pos, pos.force) >> to & 1:
            return Ruling("7.1", f"there is no room in {where}: three divisions fit into a hex")
        grid, start, steps = self.law.grid, pos.force_hex, self.steps(pos.force)
        if not reach(grid, start, pos.mp, steps, grid.all).hexes >> to & 1:
            points = counted(pos.mp, "movement point")
            return Ruling("9.2", f"{where} is farther than the {points} that the force has left")
        if not reach(grid, start, pos.mp, steps, grid.all, pos.soviet).hexes >> to & 1:
            text = f"the way to {where} leads through Soviet hexes, which must be taken one by one"
            return Ruling("9.6", text)
        if pos.in_play & ~self.law.stacking.companions(pos, pos.force):
            return Ruling("7.3", f"full hexes or other armies and panzer groups bar the way to {where}")
        return Ruling("7.1", f"full hexes bar the way to {where}")

    @case("9.0", "9.5")
    def halt(self, pos: SolitairePosition, umpire: Umpire) -> None:
        """The force has finished; it is on the map like any other units."""
        hex_ = self.law.grid.name[pos.force_hex]
        umpire.tell("halted", units=pos.names(pos.force), hex=hex_, left=pos.mp)
        pos.done |= pos.force
        pos.force = pos.mp = 0
        pos.stood_down = False
        pos.ground = pos.way = None
        if pos.groups is not None:
            pos.groups = pos.groups.without(pos.done)
        pos.frames.pop()


class HaltForce(PlainAct[Marching, Halt]):
    """Go no farther."""

    phase = Marching
    kind = Halt

    def apply(self, pos: SolitairePosition, phase: Marching, order: Halt, umpire: Umpire) -> None:
        self.law.marches.halt(pos, umpire)


class DropUnit(SolitaireAct[Marching, Drop]):
    """Go on without a unit."""

    phase = Marching
    kind = Drop

    def __init__(self, law: TyphoonSolitaire) -> None:
        super().__init__(law)
        self._drops = lru_cache(REMEMBERED)(self._drops_of)

    def offered(self, pos: SolitairePosition, phase: Marching) -> list[OrderSet]:
        if not pos.force & (pos.force - 1):
            return []
        return self._drops(pos.force, self._may_keep_aircraft(pos))

    def _drops_of(self, units: int, kept: int) -> list[OrderSet]:
        """Each of some units may be dropped, and some of them with the aircraft."""
        able, with_aircraft = self.law.names_of(units), self.law.names_of(kept)
        return [Listed([*[Drop(unit) for unit in able], *[Drop(unit, AIR) for unit in with_aircraft]])]

    @case("9.1", "9.5")
    def _may_keep_aircraft(self, pos: SolitairePosition) -> int:
        """Units with which the aircraft of the force does not stay anyhow."""
        if not pos.air & pos.force:
            return 0
        return pos.force if self.law.marches.moved(pos) else pos.force & ~pos.air

    @case("9.5")
    def why_not(self, pos: SolitairePosition, phase: Marching, order: Drop) -> Ruling | None:
        unit = self.law.unit_on_map(pos, order.unit, GERMAN)
        if isinstance(unit, Ruling):
            return unit
        if not pos.force >> unit & 1:
            return Ruling("9.5", f"{order.unit} is not part of the force on the march")
        if pos.force == 1 << unit:
            return Ruling("9.5", f"{order.unit} is the last unit of the force: halt it instead")
        if order.air not in ("", AIR):
            return Ruling("9.5", f"nothing but '{AIR}' is left with a unit, not '{order.air}'")
        if order.air and not self._may_keep_aircraft(pos) >> unit & 1:
            has = "stays with the unit anyhow" if pos.air & pos.force else "is not there: the force has none"
            return Ruling("9.1", f"the aircraft {has}")
        return None

    @case("9.5", "9.1")
    def apply(self, pos: SolitairePosition, phase: Marching, order: Drop, umpire: Umpire) -> None:
        """A unit dropped off has finished; the aircraft goes on with the rest unless it is to stay (R23).

        Before the force has left its hex nobody is dropped off: the unit just does not come along (R48).
        """
        unit, moved, whole = self.law.unit_number[order.unit], self.law.marches.moved(pos), pos.force
        bit = 1 << unit
        pos.force ^= bit
        pos.ground = pos.way = None
        hex_ = self.law.grid.name[pos.where[unit]]
        umpire.tell("dropped" if moved else "stayed", unit=order.unit, hex=hex_)
        if moved:
            pos.done |= bit
        if order.air:
            self.law.air_support.give(pos, unit, whole, umpire)
        elif moved and pos.air & bit:
            pos.air ^= bit | 1 << first(pos.force)


class LetAircraftGoOnTheMarch(LetAircraftGo[Marching]):
    """Choose it when the force is formed and has not yet left its hex."""

    phase = Marching


class MarchTo(SolitaireAct[Marching, March]):
    """March to a hex, and fight for it where it is Soviet."""

    phase = Marching
    kind = March

    def offered(self, pos: SolitairePosition, phase: Marching) -> list[OrderSet]:
        return [self.law.marches.goals(pos)]

    def why_not(self, pos: SolitairePosition, phase: Marching, order: March) -> Ruling | None:
        to = self.law.hex_named(order.hex)
        if isinstance(to, Ruling):
            return to
        if self.law.marches.way(pos).hexes >> to & 1:
            return None
        return self.law.marches.why_out_of_reach(pos, to)

    def preview(self, pos: SolitairePosition, phase: Marching, order: March) -> Preview:
        to, way = self.law.grid.index(order.hex), self.law.marches.way(pos)
        path = way.path(to)
        costs = [way.cost(hex_) for hex_ in path]
        if not pos.german >> to & 1:
            return forecast_of_entering(pos, path, costs)
        names = tuple([self.law.grid.name[hex_] for hex_ in path])
        return MovePreview(names, tuple(map(float, costs)), pos.mp - costs[-1], stops=False)

    @case("9.2", "9.4", "9.6")
    def apply(self, pos: SolitairePosition, phase: Marching, order: March, umpire: Umpire) -> None:
        to, way, name = self.law.grid.index(order.hex), self.law.marches.way(pos), self.law.grid.name
        cost = way.cost(to)
        pos.mp -= cost
        pos.move_force(to)
        path = name[way.start], order.hex
        trail = Trail(way, to, name)
        umpire.tell("marched", units=pos.names(pos.force), path=path, cost=cost, left=pos.mp, way=trail)
        if not pos.german >> to & 1:
            pos.frames.append(Battle(order.hex, name[way.before(to)]))


ACTS = (HaltForce, DropUnit, LetAircraftGoOnTheMarch, MarchTo)
