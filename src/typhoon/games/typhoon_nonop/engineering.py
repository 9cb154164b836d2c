"""The engineering phases: works built and destroyed, railways converted (B18.3 to B18.8, B19)."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet
from typhoon.engine.phase import SideNumber, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop import proposals
from typhoon.games.typhoon_nonop.charts import GERMAN, SIDES, SOVIET
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits
from typhoon.mechanics.planning import Chore, Propose
from typhoon.mechanics.wording import counted

ON_ONE_RAILWAY = 2
"""Hexes of one railway that are converted in a turn."""


class Fortify(Order, frozen=True, gc=False):
    """Place a strongpoint: regular, or one that is completed at once (e)."""

    verb: ClassVar[str] = "fortify"
    label: ClassVar[str] = "Strongpoint"
    hex: str
    grade: Literal["regular", "e"] = "regular"


class Raze(Order, frozen=True, gc=False):
    """Remove an own strongpoint."""

    verb: ClassVar[str] = "raze"
    label: ClassVar[str] = "Remove the strongpoint"
    hex: str


class Convert(Order, frozen=True, gc=False):
    """Convert a railway hex to the German gauge."""

    verb: ClassVar[str] = "convert"
    label: ClassVar[str] = "Convert the railway"
    hex: str


class EngineeringPhase(Chore[NonopPosition], frozen=True, tag="engineering"):
    """A side destroys, completes and builds works; the Germans convert railways."""

    about: ClassVar[str] = "B18.3"
    takes: ClassVar[tuple[type[Order], ...]] = (Fortify, Raze, Convert, Propose, End)
    side: SideNumber
    begun: bool = False
    points: int = 0
    """Conversion points left."""
    laid: tuple[str, ...] = ()
    """The railways that hexes have been converted on."""

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} engineering"

    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        law = pos.rules
        if not self.begun:
            law.engineering.begin(pos, self.side, umpire)
            points = law.stock["conversion", "german"] if self.side == GERMAN else 0
            pos.frames[-1] = EngineeringPhase(self.side, begun=True, points=points)
            return False
        if self._worth_asking(pos):
            return True
        self._close(pos)
        return False

    def _worth_asking(self, pos: NonopPosition) -> bool:
        works, side = pos.rules.engineering, self.side
        return bool(
            works.sites(pos, side) or works.e_sites(pos, side) or self._rails(pos) or works.own(pos, side)
        )

    def _close(self, pos: NonopPosition) -> None:
        if self.side == SOVIET:
            pos.new_strongpoints = pos.new_e_strongpoints = 0
            pos.stirred = 0
        pos.frames.pop()

    def _rails(self, pos: NonopPosition) -> int:
        return pos.rules.engineering.convertible(pos, self.points, self.laid) if self.side == GERMAN else 0

    def prompt(self, pos: NonopPosition) -> str:
        if self.side == GERMAN:
            left = counted(self.points, "point")
            return f"Convert railways ({left} left), begin strongpoints with engineers. Then end."
        if not (pos.new_strongpoints or pos.new_e_strongpoints):
            return "No strongpoints to place; remove your own where you like. Then end."
        left = f"{pos.new_strongpoints} regular and {pos.new_e_strongpoints} E strongpoints"
        return f"Place strongpoints where a unit in supply stands: {left} left. Then end."

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        law, works, numbers = pos.rules, pos.rules.engineering, pos.rules.grid.numbers
        found: list[Order] = [Fortify(hex_) for hex_ in numbers(works.sites(pos, self.side))]
        found += [Fortify(hex_, "e") for hex_ in numbers(works.e_sites(pos, self.side))]
        found += [Convert(hex_) for hex_ in numbers(self._rails(pos))]
        found += [Raze(hex_) for hex_ in numbers(law.engineering.own(pos, self.side))]
        return [Listed([*found, Propose(), End()])]

    def proposed(self, pos: NonopPosition) -> list[Order]:
        """Soviet strongpoints where they matter most; German railways toward the front."""
        name, works = pos.rules.grid.name, pos.rules.engineering
        if self.side == GERMAN:
            return [Convert(name[hex_]) for hex_ in proposals.rails(pos, self.points, self.laid)]
        strong = proposals.works(pos, self.side, works.e_sites(pos, self.side), pos.new_e_strongpoints)
        taken = sum([1 << hex_ for hex_ in strong])
        sites = works.sites(pos, self.side) & ~taken
        room = works.in_stock(pos, self.side) - len(strong)
        plain = proposals.works(pos, self.side, sites, min(pos.new_strongpoints, room))
        return [*[Fortify(name[hex_], "e") for hex_ in strong], *[Fortify(name[hex_]) for hex_ in plain]]

    @case("B18.4", "B18.5", "B18.7", "B19.2")
    def refusal(self, pos: NonopPosition, order: Order) -> Ruling | None:
        law, works = pos.rules, pos.rules.engineering
        if isinstance(order, End):
            return None
        if not isinstance(order, (Fortify, Raze, Convert)):
            return law.out_of_place(pos, order)
        hex_ = law.hex_named(order.hex)
        if isinstance(hex_, Ruling):
            return hex_
        if isinstance(order, Fortify):
            return works.why_not_fortify(pos, self.side, hex_, order.grade)
        if isinstance(order, Raze):
            own = works.own(pos, self.side) >> hex_ & 1
            return None if own else Ruling("B18.4", f"there is no strongpoint of this side in {order.hex}")
        if self._rails(pos) >> hex_ & 1:
            return None
        if self.side != GERMAN:
            return Ruling("B19.4", "only the Germans convert railways")
        return works.why_not_convert(pos, hex_, self.points, self.laid)

    def carry_out(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        law = pos.rules
        if isinstance(order, End):
            self._close(pos)
            return
        assert isinstance(order, (Fortify, Raze, Convert))
        bit = 1 << law.grid.index(order.hex)
        if isinstance(order, Fortify):
            if order.grade == "e":
                pos.strongpoints[self.side] |= bit
                pos.new_e_strongpoints -= 1
            else:
                pos.sites[self.side] |= bit
                pos.new_strongpoints -= self.side == SOVIET
            umpire.tell("fortified", hex=order.hex, side=SIDES[self.side], grade=order.grade)
        elif isinstance(order, Raze):
            pos.strongpoints[self.side] &= ~bit
            pos.sites[self.side] &= ~bit
            umpire.tell("razed", hexes=(order.hex,), side=SIDES[self.side])
        else:
            railway = law.engineering.railway(pos, law.grid.index(order.hex), self.laid)
            pos.converted |= bit
            cost = law.engineering.conversion_cost(pos, law.grid.index(order.hex))
            laid = (*self.laid, railway)
            pos.frames[-1] = msgspec.structs.replace(self, points=self.points - cost, laid=laid)
            umpire.tell("converted", hex=order.hex, railway=railway)


class Engineering(NonopChapter):
    """Strongpoints and railways."""

    @case("B18.3", "B18.6", "B18.7", "B18.8", "B11.10")
    def begin(self, pos: NonopPosition, side: int, umpire: Umpire) -> None:
        """What needs no choice: markers off, enemy works destroyed, own sites and bridges completed."""
        law = self.law
        law.markers.clear_overrun(pos, side)
        self._destroy(pos, side, umpire)
        if sites := pos.sites[side]:
            done = sites & self._builders(pos, side)
            pos.sites[side] = 0
            pos.strongpoints[side] |= done
            if done:
                umpire.tell("completed", hexes=tuple(law.grid.numbers(done)), side=SIDES[side])
        for name, bridge in list(pos.bridges.items()):
            if law.works.bridges[name] == side and not bridge.ready:
                pos.bridges[name] = msgspec.structs.replace(bridge, ready=True)

    @case("B18.6", "B18.7")
    def _builders(self, pos: NonopPosition, side: int) -> int:
        """Hexes in which a strongpoint is completed: Soviet combat units do it, of the Germans engineers."""
        return pos.manned[SOVIET] if side == SOVIET else self._hexes_of(pos, self.law.engineers)

    def _hexes_of(self, pos: NonopPosition, units: int) -> int:
        return sum({1 << pos.where[unit] for unit in bits(units & pos.in_play)})

    @case("B18.3")
    def _destroy(self, pos: NonopPosition, side: int, umpire: Umpire) -> None:
        """Divisions and engineers destroy the enemy fortifications that they stand in."""
        law = self.law
        able = self._hexes_of(pos, (law.divisions | law.engineers) & law.units_of[side])
        if gone := law.works.forts(pos, 1 - side) & able:
            if side == GERMAN:
                pos.razed |= gone & law.ground.forts
            pos.strongpoints[1 - side] &= ~gone
            umpire.tell("razed", hexes=tuple(law.grid.numbers(gone)), side=SIDES[1 - side])
        pos.sites[1 - side] &= ~pos.manned[side]

    @case("B18.4")
    def give_up_empty(self, pos: NonopPosition, umpire: Umpire) -> None:
        """At the end of the Supply Phase strongpoints that are empty and out of supply are removed."""
        for side in (GERMAN, SOVIET):
            empty = pos.strongpoints[side] & ~pos.occupied[side]
            if empty and (gone := empty & ~self.law.supply.supplied(pos, side)):
                pos.strongpoints[side] &= ~gone
                umpire.tell("razed", hexes=tuple(self.law.grid.numbers(gone)), side=SIDES[side])

    def own(self, pos: NonopPosition, side: int) -> int:
        return pos.strongpoints[side] | pos.sites[side]

    @case("B2.7")
    def in_stock(self, pos: NonopPosition, side: int) -> int:
        """Strongpoints of a side that are not on the map."""
        return max(0, self.law.stock["strongpoint", SIDES[side]] - self.own(pos, side).bit_count())

    @case("B18.5", "B18.7", "22.2.5 strongpoints")
    def sites(self, pos: NonopPosition, side: int) -> int:
        """Hexes in which a regular strongpoint may be begun."""
        law = self.law
        if not self.in_stock(pos, side) or (side == SOVIET and not pos.new_strongpoints):
            return 0
        if side == SOVIET:
            return self._held(pos, side) & ~law.command.nonop_area(pos)
        return self._held(pos, side) & self._hexes_of(pos, law.engineers & ~pos.stirred & ~pos.out)

    @case("B18.5", "22.2.5 strongpoints")
    def e_sites(self, pos: NonopPosition, side: int) -> int:
        """Hexes in which an E strongpoint may be placed, Non-Op ranges included."""
        if side != SOVIET or not pos.new_e_strongpoints or not self.in_stock(pos, side):
            return 0
        return self._held(pos, side)

    @case("B18.5")
    def _held(self, pos: NonopPosition, side: int) -> int:
        """Hexes with a combat unit in general supply and without a fortification."""
        law = self.law
        units = law.combat_units & law.units_of[side] & pos.in_play & ~pos.out
        free = ~(law.works.forts(pos, side) | law.works.forts(pos, 1 - side) | pos.sites[side])
        return self._hexes_of(pos, units) & free

    def why_not_fortify(self, pos: NonopPosition, side: int, hex_: int, grade: str) -> Ruling | None:
        law, where = self.law, self.law.describe(hex_)
        if grade not in ("regular", "e"):
            return Ruling("B18.5", f"'{grade}' is no kind of strongpoint")
        if (self.e_sites(pos, side) if grade == "e" else self.sites(pos, side)) >> hex_ & 1:
            return None
        if side == SOVIET and not (pos.new_e_strongpoints if grade == "e" else pos.new_strongpoints):
            return Ruling("B7.2", "no such strongpoint has been received for this turn")
        if not self.in_stock(pos, side):
            return Ruling("B2.7", "all strongpoints are on the map")
        if side == GERMAN and grade == "e":
            return Ruling("B18.7", "the Germans have no such strongpoints")
        if not self._held(pos, side) >> hex_ & 1:
            return Ruling("B18.5", f"{where} needs a combat unit in general supply, and no fortification yet")
        if side == SOVIET and law.command.nonop_area(pos) >> hex_ & 1:
            return Ruling(
                "22.2.5", f"{where} is in range of a Non-Op HQ: no regular strongpoint is begun there"
            )
        return Ruling("B18.7", f"no engineers that stood still this turn are in {where}")

    # Railways

    @case("B19.2", "B5.7", "B5.3")
    def conversion_cost(self, pos: NonopPosition, hex_: int) -> int:
        """What a hex costs: twice as much in snow and in mud, lingering mud too."""
        conditions = self.law.conditions
        return 2 if conditions.is_short(pos) or conditions.mud(pos) >> hex_ & 1 else 1

    def railway(self, pos: NonopPosition, hex_: int, laid: tuple[str, ...]) -> str:
        """The railway that a hex is converted on; empty when on each of them two hexes have been."""
        law = self.law
        net = law.supply.rail_net(pos, GERMAN)
        names: set[str] = set()
        for direction in range(6):
            other = law.grid.step(hex_, direction)
            if other is not None and law.ground.rails[direction] >> hex_ & 1 and net >> other & 1:
                names |= law.ground.railway_of[hex_] & law.ground.railway_of[other]
        free = sorted([name for name in names if laid.count(name) < ON_ONE_RAILWAY])
        return free[0] if free else ""

    @case("B19.1", "B19.2", "B19.3")
    def convertible(self, pos: NonopPosition, points: int, laid: tuple[str, ...]) -> int:
        """Hexes that can be converted now."""
        law = self.law
        if not points:
            return 0
        net = law.supply.rail_net(pos, GERMAN)
        hexes = law.ground.over(net, law.ground.rails) & ~pos.converted & pos.control[GERMAN]
        hexes &= ~pos.occupied[SOVIET] & ~law.supply.uncontested(pos, GERMAN) & ~law.works.forts(pos, SOVIET)
        paid = [hex_ for hex_ in bits(hexes) if self.conversion_cost(pos, hex_) <= points]
        return sum([1 << hex_ for hex_ in paid if self.railway(pos, hex_, laid)])

    def why_not_convert(self, pos: NonopPosition, hex_: int, points: int, laid: tuple[str, ...]) -> Ruling:
        law, where = self.law, self.law.describe(hex_)
        if points < self.conversion_cost(pos, hex_):
            return Ruling("B19.2", f"{where} takes more conversion points than are left")
        if pos.converted >> hex_ & 1:
            return Ruling("B19.2", f"{where} has been converted")
        if not law.ground.over(law.supply.rail_net(pos, GERMAN), law.ground.rails) >> hex_ & 1:
            return Ruling("B19.2", f"{where} is not next along the railway to a converted hex of the net")
        if not pos.control[GERMAN] >> hex_ & 1:
            return Ruling("B19.3", f"{where} is not under German control")
        if law.works.forts(pos, SOVIET) >> hex_ & 1:
            return Ruling("B19.2", f"{where} is a Soviet fortification")
        if law.supply.uncontested(pos, GERMAN) >> hex_ & 1:
            return Ruling("B19.2", f"{where} is in a Soviet zone of control")
        return Ruling("B19.2", f"two hexes of the railway through {where} have been converted this turn")
