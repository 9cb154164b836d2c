"""Reinforcements, attack supply points and replacements (B6.13, B7, B8, B20)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet, Place
from typhoon.engine.phase import SideNumber, Umpire, UnitId
from typhoon.engine.preview import Preview, Warnings
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop import proposals
from typhoon.games.typhoon_nonop.charts import FLOWN, GERMAN, SIDES, SOVIET
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.proposals import nearness
from typhoon.games.typhoon_nonop.schedule import BEHIND
from typhoon.hexgrid import bits, first
from typhoon.mechanics.choices import UnitHexes
from typhoon.mechanics.planning import Chore, Propose
from typhoon.mechanics.wording import counted


class ReinforcementPhase(Chore[NonopPosition], frozen=True, tag="reinforcement"):
    """Units arrive, and each side places its points."""

    about: ClassVar[str] = "B8.1"
    takes: ClassVar[tuple[type[Order], ...]] = (Place, Propose, End)
    name = "reinforcement"
    side: SideNumber = GERMAN
    begun: bool = False

    def decider(self, pos: NonopPosition) -> int:
        return self.side

    @case("B6.13", "B8.1", "B8.2", "B8.3")
    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        law = pos.rules
        if not self.begun:
            points = law.arrivals.points(pos.turn, self.side)
            pos.points[self.side] = points
            umpire.tell("points", side=SIDES[self.side], points=points)
            pos.frames[-1] = ReinforcementPhase(self.side, begun=True)
            return False
        if self.side == SOVIET:
            for unit in bits(law.arrivals.due(pos)):
                entries = law.arrivals.entries(pos, unit)
                if entries.bit_count() == 1:
                    self._arrive(pos, unit, first(entries), umpire)
        if self._choices(pos):
            return True
        self._close(pos, umpire)
        return False

    def _arrive(self, pos: NonopPosition, unit: int, hex_: int, umpire: Umpire) -> None:
        law, bit = pos.rules, 1 << unit
        pos.arrivals &= ~bit
        pos.place(unit, hex_)
        pos.nonop |= law.command.nonop_on_arrival() & bit
        umpire.tell("arrived", unit=law.unit_ids[unit], hex=law.grid.name[hex_])

    def _choices(self, pos: NonopPosition) -> list[tuple[str, int]]:
        """Units to be placed, each with its hexes; of the supply units the next one."""
        law = pos.rules
        found: list[tuple[str, int]] = []
        if self.side == SOVIET:
            entries = [(law.unit_ids[u], law.arrivals.entries(pos, u)) for u in bits(law.arrivals.due(pos))]
            found += [(name, hexes) for name, hexes in entries if hexes]
        spare = law.arrivals.spare(pos, self.side)
        hexes = law.arrivals.point_hexes(pos, self.side)
        if pos.points[self.side] and spare and hexes:
            found.append((law.unit_ids[first(spare)], hexes))
        return found

    def _close(self, pos: NonopPosition, umpire: Umpire) -> None:
        if lost := pos.points[self.side]:
            umpire.tell("points_lost", side=SIDES[self.side], points=lost)
        pos.points[self.side] = 0
        if self.side == GERMAN:
            pos.frames[-1] = ReinforcementPhase(SOVIET)
        else:
            pos.frames.pop()

    def prompt(self, pos: NonopPosition) -> str:
        points = counted(pos.points[self.side], "supply point")
        return f"Place what arrives, and {points} on the rail net {BEHIND} hexes from the enemy. Then end."

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        law = pos.rules
        places = UnitHexes(law.grid, self._choices(pos), lambda unit, hex_: Place(unit, law.grid.name[hex_]))
        return [places, Listed([Propose()] if self._due(pos) else [Propose(), End()])]

    @case("B8.1")
    def _due(self, pos: NonopPosition) -> int:
        """Reinforcements that can be placed, and so must be."""
        if self.side != SOVIET:
            return 0
        arrivals = pos.rules.arrivals
        return sum([1 << unit for unit in bits(arrivals.due(pos)) if arrivals.entries(pos, unit)])

    @case("B6.13", "B8.1")
    def refusal(self, pos: NonopPosition, order: Order) -> Ruling | None:
        law = pos.rules
        if isinstance(order, End):
            late = pos.names(self._due(pos))
            return Ruling("B8.1", f"{', '.join(late)} must be placed first") if late else None
        if not isinstance(order, Place):
            return law.out_of_place(pos, order)
        hex_, unit = law.hex_named(order.hex), law.own_unit(order.unit, self.side)
        for found in (hex_, unit):
            if isinstance(found, Ruling):
                return found
        assert isinstance(hex_, int) and isinstance(unit, int)
        hexes = dict(self._choices(pos)).get(order.unit)
        if hexes is None:
            if law.supply_units >> unit & 1:
                next_ = law.arrivals.spare(pos, self.side)
                if not pos.points[self.side] or not next_:
                    return Ruling("B6.13", "no more supply points can be placed")
                return Ruling("B6.13", f"the next point to be placed is {law.unit_ids[first(next_)]}")
            return Ruling("B8.1", f"{order.unit} does not arrive now")
        if hexes >> hex_ & 1:
            return None
        if law.supply_units >> unit & 1:
            return Ruling(
                "B6.13", f"points are placed in the rail net or in sources, {BEHIND} hexes from the enemy"
            )
        return Ruling("B8.1", f"{order.unit} arrives in {' or '.join(law.grid.numbers(hexes))}")

    def preview(self, pos: NonopPosition, order: Order) -> Preview | None:
        if not isinstance(order, End) or not self._choices(pos):
            return super().preview(pos, order)
        points = pos.points[self.side]
        return Warnings((f"{counted(points, 'supply point')} would be lost (B6.13)",)) if points else None

    def carry_out(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        law = pos.rules
        if isinstance(order, End):
            self._close(pos, umpire)
        elif isinstance(order, Place):
            self._place(pos, law.unit_number[order.unit], law.grid.index(order.hex), umpire)

    def proposed(self, pos: NonopPosition) -> list[Order]:
        """Everything that can be placed, points behind the front."""
        law, twin, orders = pos.rules, pos.copy(), []
        while choices := self._choices(twin):
            name, hexes = choices[0]
            hex_, unit = self._best(twin, hexes), law.unit_number[name]
            twin.arrivals &= ~(1 << unit)
            twin.points[self.side] -= law.supply_units >> unit & 1
            twin.place(unit, hex_)
            orders.append(Place(name, law.grid.name[hex_]))
        return orders  # type: ignore[return-value]

    def _best(self, pos: NonopPosition, hexes: int) -> int:
        """The hex behind the front: nearest to the enemy, and where the fewest points lie."""
        points = pos.rules.supply_units

        def order(hex_: int) -> tuple[int, int, int]:
            return (pos.units_in(hex_) & points).bit_count(), nearness(pos, self.side, hex_), hex_

        return min(bits(hexes), key=order)

    def _place(self, pos: NonopPosition, unit: int, hex_: int, umpire: Umpire) -> None:
        law = pos.rules
        if law.supply_units >> unit & 1:
            pos.points[self.side] -= 1
            pos.place(unit, hex_)
            umpire.tell("placed", unit=law.unit_ids[unit], hex=law.grid.name[hex_])
        else:
            self._arrive(pos, unit, hex_, umpire)


# Replacements


class Restore(Order, frozen=True, gc=False):
    """Restore a step of a unit with a replacement point."""

    verb: ClassVar[str] = "restore"
    label: ClassVar[str] = "Restore a step"
    unit: str


class Rebuild(Order, frozen=True, gc=False):
    """Bring a unit back from the Cadre Box."""

    verb: ClassVar[str] = "rebuild"
    label: ClassVar[str] = "Rebuild"
    waiting: ClassVar[str] = "In the Cadre Box"
    unit: str
    hex: str


class Replace(Order, frozen=True, gc=False):
    """Choose the destroyed air unit that comes back."""

    verb: ClassVar[str] = "replace"
    label: ClassVar[str] = "Bring back"
    waiting: ClassVar[str] = "Destroyed air units"
    unit: str


class Release(Order, frozen=True, gc=False):
    """Release the garrison of a hex."""

    verb: ClassVar[str] = "release"
    label: ClassVar[str] = "Release the garrison"
    hex: str


class ReplacementPhase(Chore[NonopPosition], frozen=True, tag="replacements"):
    """The Soviet player rolls for replacements and uses them."""

    about: ClassVar[str] = "B7.1"
    takes: ClassVar[tuple[type[Order], ...]] = (Restore, Rebuild, Release, Replace, Propose, End)
    name = "replacements"
    rolled: bool = False
    restored: tuple[UnitId, ...] = ()
    releases: int = 0
    """Garrisons that may still be released."""
    air: bool = False
    """Whether a destroyed air unit comes back that has not been chosen yet."""

    def decider(self, pos: NonopPosition) -> int:
        return SOVIET

    @case("B7.1", "B7.2", "B7.3", "B7.4", "B7.5", "B7.6", "B25.3")
    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        law = pos.rules
        if not self.rolled:
            if not law.turns[pos.turn].replacements:
                pos.frames.pop()
                return False
            die = umpire.roll("replacements", 10)
            row = law.replacements.row(pos, die)
            pos.replacements = row.points
            pos.new_strongpoints = row.strongpoints
            pos.new_e_strongpoints = row.e_strongpoints
            pos.mandated += row.mandated
            umpire.tell(
                "replacements", die=die, points=pos.replacements, strongpoints=pos.new_strongpoints,
                e_strongpoints=pos.new_e_strongpoints, mandated=row.mandated,
            )  # fmt: skip
            releases = min(row.released, law.garrisons.hexes(pos).bit_count())
            air = bool(row.air and law.replacements.air_units(pos))
            pos.frames[-1] = ReplacementPhase(rolled=True, releases=releases, air=air)
            return False
        if self.air and len(law.replacements.air_units(pos)) == 1:
            self._replace(pos, law.replacements.air_units(pos)[0], umpire)
            return False
        if self._choices(pos):
            return True
        self._close(pos, umpire)
        return False

    @case("B7.5")
    def _replace(self, pos: NonopPosition, unit: int, umpire: Umpire) -> None:
        """A destroyed air unit comes back."""
        pos.air[unit] = FLOWN
        pos.frames[-1] = msgspec.structs.replace(self, air=False)
        umpire.tell("air_replaced", unit=pos.rules.air_ids[unit])

    @case("B20.4")
    def _close(self, pos: NonopPosition, umpire: Umpire) -> None:
        if self.air:
            self._replace(pos, pos.rules.replacements.air_units(pos)[0], umpire)
        pos.replacements = 0
        pos.frames.pop()

    def prompt(self, pos: NonopPosition) -> str:
        points = counted(pos.replacements, "type I point")
        free = f", release {counted(self.releases, 'garrison')}" if self.releases else ""
        return f"Replacements: {points} left, each gives a step back or rebuilds a unit{free}. Then end."

    def _choices(self, pos: NonopPosition) -> list[OrderSet]:
        law = pos.rules
        found: list[OrderSet] = []
        if self.air:
            found.append(Listed([Replace(law.air_ids[unit]) for unit in law.replacements.air_units(pos)]))
        if self.releases and (hexes := law.garrisons.hexes(pos)):
            found.append(Listed([Release(number) for number in law.grid.numbers(hexes)]))
        if pos.replacements:
            done = law.units(self.restored)
            if units := law.replacements.restorable(pos, done):
                found.append(Listed([Restore(name) for name in pos.names(units)]))
            pairs = [
                (law.unit_ids[unit], law.replacements.hexes(pos, unit))
                for unit in bits(law.replacements.rebuildable(pos))
            ]
            if any(hexes for _, hexes in pairs):
                found.append(
                    UnitHexes(law.grid, pairs, lambda unit, hex_: Rebuild(unit, law.grid.name[hex_]))
                )
        return found

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        return [*self._choices(pos), Listed([Propose(), End()])]

    def proposed(self, pos: NonopPosition) -> list[Order]:
        """Release those nearest to the enemy, restore those who gain most, and rebuild with what is left."""
        law, ids, name = pos.rules, pos.rules.unit_ids, pos.rules.grid.name
        back = law.replacements.air_units(pos)[:1] if self.air else []
        orders: list[Order] = [Replace(law.air_ids[unit]) for unit in back]
        free = proposals.released(pos, law.garrisons.hexes(pos), self.releases)
        orders += [Release(name[hex_]) for hex_ in free]
        weak = law.replacements.restorable(pos, law.units(self.restored))
        restored = proposals.strengthened(pos, weak, pos.replacements)
        orders += [Restore(ids[unit]) for unit in restored]
        rebuilt = proposals.rebuilt(pos, pos.replacements - len(restored))
        return [*orders, *[Rebuild(ids[unit], name[hex_]) for unit, hex_ in rebuilt]]

    @case("B20.1", "B20.2", "B20.3", "B20.4", "B7.3", "B7.5")
    def refusal(self, pos: NonopPosition, order: Order) -> Ruling | None:
        law = pos.rules
        if isinstance(order, End):
            return None
        if isinstance(order, Replace):
            gone = [law.air_ids[unit] for unit in law.replacements.air_units(pos)] if self.air else []
            return None if order.unit in gone else Ruling("B7.5", f"{order.unit} cannot be replaced now")
        if isinstance(order, Release):
            hex_ = law.hex_named(order.hex)
            if isinstance(hex_, Ruling):
                return hex_
            if self.releases and law.garrisons.hexes(pos) >> hex_ & 1:
                return None
            return Ruling("B7.3", f"no garrison can be released in {order.hex}")
        if not isinstance(order, (Restore, Rebuild)):
            return law.out_of_place(pos, order)
        if not pos.replacements:
            return Ruling("B20.4", "no replacement points are left")
        unit = law.own_unit(order.unit, SOVIET)
        if isinstance(unit, Ruling):
            return unit
        if isinstance(order, Restore):
            if law.replacements.restorable(pos, law.units(self.restored)) >> unit & 1:
                return None
            return Ruling("B20.1", f"{order.unit} cannot get a step back now")
        hex_ = law.hex_named(order.hex)
        if isinstance(hex_, Ruling):
            return hex_
        if not law.replacements.rebuildable(pos) >> unit & 1:
            return Ruling("B20.2", f"{order.unit} is not in the Cadre Box, or not of type I")
        if not law.replacements.hexes(pos, unit) >> hex_ & 1:
            return Ruling("B20.2", f"{order.unit} cannot be rebuilt in {order.hex}")
        return None

    @case("B20.1", "B20.2", "B20.3", "22.2.3 reformed by I replacements")
    def carry_out(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        law = pos.rules
        if isinstance(order, End):
            self._close(pos, umpire)
        elif isinstance(order, Replace):
            self._replace(pos, law.air_number[order.unit], umpire)
        elif isinstance(order, Release):
            law.garrisons.release(pos, 1 << law.grid.index(order.hex), umpire)
            pos.frames[-1] = msgspec.structs.replace(self, releases=self.releases - 1)
        elif isinstance(order, Restore):
            unit = law.unit_number[order.unit]
            pos.lost[unit] -= 1
            pos.forget()
            pos.replacements -= 1
            pos.frames[-1] = msgspec.structs.replace(self, restored=(*self.restored, order.unit))
            umpire.tell("restored", unit=order.unit, left=law.losses.steps(pos, unit))
        else:
            assert isinstance(order, Rebuild)
            unit = law.unit_number[order.unit]
            pos.replacements -= 1
            pos.cadre &= ~(1 << unit)
            pos.lost[unit] = len(law.strengths[unit]) - 1
            pos.place(unit, law.grid.index(order.hex))
            pos.frames[-1] = msgspec.structs.replace(self, restored=(*self.restored, order.unit))
            umpire.tell("rebuilt", unit=order.unit, hex=order.hex)
            if law.hqs >> unit & 1:
                law.command.break_down(pos, 1 << unit, umpire, "rebuilt")
