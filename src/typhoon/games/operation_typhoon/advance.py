"""Advance after combat (9.95, 9.96, 9.98)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import Advance, End, Listed, OrderSet
from typhoon.engine.phase import HexNumber, Phase, SideNumber, Umpire, UnitId
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.law import TyphoonAct
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.hexgrid import bits
from typhoon.mechanics.ending import Ending
from typhoon.mechanics.wording import counted


class Advancing(Phase[TyphoonPosition], frozen=True, tag="advancing"):
    """Victorious units advance, one after another."""

    about: ClassVar[str] = "9.96"
    part: ClassVar[str] = "advance"
    side: SideNumber
    units: tuple[UnitId, ...]
    """Those that fought."""
    vacated: tuple[HexNumber, ...]
    paths: tuple[tuple[HexNumber, ...], ...]
    """The path of retreat from each vacated hex; empty where the enemy was eliminated."""
    hexes: int
    breakthrough: bool = False
    comrades: tuple[UnitId, ...] = ()
    """Those that were stacked with them."""
    done: tuple[UnitId, ...] = ()
    out_of: tuple[HexNumber, ...] = ()
    """The hexes that the attack came from."""

    @case("9.95")
    def able(self, pos: TyphoonPosition) -> int:
        """Victors on the map and those that were stacked with them, who have not advanced."""
        units = pos.rules.units(self.units) | pos.rules.units(self.comrades)
        return units & pos.in_play & ~pos.rules.units(self.done) & ~pos.uncommitted & ~pos.fled

    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        if any(self.ways(pos, unit) for unit in bits(self.able(pos))):
            return True
        pos.frames.pop()
        return False

    @case("9.96", "9.97", "9.98")
    def ways(self, pos: TyphoonPosition, unit: int) -> list[tuple[int, ...]]:
        """Every advance open to a unit."""
        grid, rules = pos.ground.grid, pos.rules
        start, mech = pos.where[unit], bool(rules.mechanized >> unit & 1)
        zone, free = pos.zone(1 - self.side), pos.ground.open & ~pos.occupied[1 - self.side]
        free &= ~rules.reaching.closed_to(pos, self.side)
        most = self.most(pos, unit)
        found: list[tuple[int, ...]] = []
        for number, path in zip(self.vacated, self.paths, strict=True):
            first = grid.index(number)
            beside = grid.around(start) & free
            if not beside >> first & 1 or not rules.retreats.can_cross(pos, mech, start, first):
                continue
            trail = [grid.index(step) for step in path]
            ends: list[tuple[int, ...]] = [(start, first)]
            while ends:
                way = ends.pop()
                found.append(way)
                if len(way) > most or (len(way) > 2 and zone >> way[-1] & 1):
                    continue
                ends += [
                    (*way, hex_)
                    for hex_ in self._next(way, trail, bits(grid.around(way[-1]) & free), mech)
                    if hex_ not in way and pos.rules.retreats.can_cross(pos, mech, way[-1], hex_)
                ]
        return sorted(set(found))

    @case("9.98")
    def most(self, pos: TyphoonPosition, unit: int) -> int:
        """How far a unit may go; the hex more after a breakthrough is for those that fought (R93)."""
        fought = pos.rules.unit_ids[unit] in self.units
        return self.hexes if fought or not self.breakthrough else self.hexes - 1

    def _next(self, way: tuple[int, ...], trail: list[int], around: list[int], mech: bool) -> list[int]:
        """Where an advance may go on: along the path of retreat, or anywhere for those that may deviate."""
        if mech or not trail:
            return around
        step = len(way) - 1
        if self.breakthrough and step + 1 == self.hexes:
            return around
        return [hex_ for hex_ in around if step < len(trail) and trail[step] == hex_]

    def prompt(self, pos: TyphoonPosition) -> str:
        far = counted(self.hexes, "hex", "hexes")
        return f"Advance into {', '.join(self.vacated)}, up to {far}, or end the advance."


class EndAdvance(Ending[Advancing], TyphoonAct[Advancing, End]):
    """Advance no farther."""

    phase = Advancing


class AdvanceUnit(TyphoonAct[Advancing, Advance]):
    """Let a unit advance."""

    phase = Advancing
    kind = Advance

    def offered(self, pos: TyphoonPosition, phase: Advancing) -> list[OrderSet]:
        name, ids = pos.ground.grid.name, self.law.unit_ids
        orders = [
            Advance(ids[unit], tuple([name[hex_] for hex_ in way]))
            for unit in bits(phase.able(pos))
            for way in phase.ways(pos, unit)
        ]
        return [Listed(orders)]

    @case("9.95", "9.96", "9.97")
    def why_not(self, pos: TyphoonPosition, phase: Advancing, order: Advance) -> Ruling | None:
        unit = self.law.unit_on_map(pos, order.unit, phase.side)
        if isinstance(unit, Ruling):
            return unit
        if not phase.able(pos) >> unit & 1:
            return Ruling("9.95", f"{order.unit} did not fight here, or has advanced")
        name = pos.ground.grid.name
        ways = [tuple([name[hex_] for hex_ in way]) for way in phase.ways(pos, unit)]
        if order.path in ways:
            return None
        if order.path[0] != (here := name[pos.where[unit]]):
            return Ruling("9.96", f"{order.unit} stands in {here}, not in {order.path[0]}")
        mech = bool(self.law.mechanized >> unit & 1)
        if ruling := self.law.retreats.why_not_walk(pos, phase.side, mech, order.path):
            return ruling
        if len(order.path) < 2 or order.path[1] not in phase.vacated:
            vacated = ", ".join(phase.vacated)
            return Ruling("9.96", f"the first hex entered is one that was vacated: {vacated}")
        if len(order.path) > (most := phase.most(pos, unit)) + 1:
            return Ruling(
                "9.95", f"the advance of {order.unit} is at most {counted(most, 'hex', 'hexes')} long"
            )
        return Ruling("9.96", "an advance follows the path of retreat, and stops in enemy zones of control")

    @case("7.24", "9.96", "16.25")
    def apply(self, pos: TyphoonPosition, phase: Advancing, order: Advance, umpire: Umpire) -> None:
        unit = self.law.unit_number[order.unit]
        way, looking = [pos.ground.grid.index(number) for number in order.path], self.law.looking
        hidden = looking.unseen(pos, 1 << unit)
        looking.leave(pos, unit)
        pos.remove(unit)
        pos.place(unit, way[-1])
        pos.fought |= 1 << unit  # also who only stood by, and may not fight elsewhere (7.24)
        passed = sum([1 << hex_ for hex_ in way[1:]])
        unseen = looking.facts(pos, looking.unseen(pos, hidden))
        umpire.tell("advanced", unit=order.unit, path=order.path, **unseen)
        pos.pass_through(phase.side, passed, umpire)
        pos.frames[-1] = msgspec.structs.replace(phase, done=(*phase.done, order.unit))


class Pursuit(Phase[TyphoonPosition], frozen=True, tag="pursuit"):
    """Advances wait until all results that were rolled together have been suffered."""

    about: ClassVar[str] = "9.99"
    advances: tuple[Advancing, ...] = ()
    """What those results have opened, in their order."""
    weighed: bool = False
    """Whether those that keep each other from advancing have been taken out."""

    @case("9.95", "9.99")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        advances = self.advances if self.weighed else self._undisputed()
        pos.frames.pop()
        if advances:
            pos.frames.append(Pursuit(advances[1:], weighed=True))
            comrades = stacked_with(pos, advances[0].units)
            pos.frames.append(msgspec.structs.replace(advances[0], comrades=comrades))
        return False

    @case("9.99")
    def _undisputed(self) -> tuple[Advancing, ...]:
        """Where both sides may advance after attacks with a hex in common, neither does (R101)."""

        def disputed(mine: Advancing) -> bool:
            enemies = [other for other in self.advances if other.side != mine.side]
            return any({*mine.out_of} & {*other.out_of} for other in enemies)

        return tuple([mine for mine in self.advances if not disputed(mine)])


def pursue(pos: TyphoonPosition, advance: Advancing) -> None:
    """Let an advance follow when everything that was rolled together is over."""
    for place, frame in enumerate(pos.frames):
        if isinstance(frame, Pursuit):
            pos.frames[place] = Pursuit((*frame.advances, advance))
            return
    pos.frames.append(Pursuit((advance,)))


@case("9.95")
def stacked_with(pos: TyphoonPosition, names: tuple[str, ...]) -> tuple[str, ...]:
    """The other units in the hexes of some units."""
    units = pos.rules.units(names)
    found = 0
    for unit in bits(units & pos.in_play):
        found |= pos.units_in(pos.where[unit])
    return pos.names(found & ~units)


ACTS = (EndAdvance, AdvanceUnit)
