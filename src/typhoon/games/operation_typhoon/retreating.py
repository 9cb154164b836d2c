"""Ways to retreat (9.92, 9.97, 9.98)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from typhoon.engine.cases import case
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.hexgrid import bits, first


class Retreats(TyphoonChapter):
    """Ways to retreat."""

    @case("9.97")
    def can_cross(self, pos: TyphoonPosition, mech: bool, hex_: int, other: int) -> bool:
        """Whether a unit can cross a hexside after combat: mechanized ones no river without a road (R46)."""
        if not mech or self.law.conditions.surface(pos).rivers or not pos.ground.river_between(hex_, other):
            return True
        return pos.ground.road_between(hex_, other)

    @case("9.97", "5.21")
    def why_not_walk(
        self, pos: TyphoonPosition, side: int, mech: bool, path: tuple[str, ...]
    ) -> Ruling | None:
        """What bars the way after a combat, whatever the combat allows; None when nothing does."""
        hexes = []
        for number in path:
            hex_ = self.law.hex_named(number)
            if isinstance(hex_, Ruling):
                return hex_
            hexes.append(hex_)
        ground = pos.ground
        for here, there in pairwise(hexes):
            where = ground.describe(there)
            if not ground.grid.around(here) >> there & 1:
                return Ruling("9.9", f"{where} is not next to {ground.grid.name[here]}")
            if pos.occupied[1 - side] >> there & 1:
                return Ruling("5.21", f"{where} is held by enemy units")
            if ground.terrain["lake"] >> there & 1:
                return Ruling("5.73", f"{where} is a lake")
            if self.law.reaching.closed_to(pos, side) >> there & 1:
                case_ = self.law.scenario.case_of_special_rules
                return Ruling(case_, f"{where} is closed by the rules of the scenario")
            if not self.can_cross(pos, mech, here, there):
                return Ruling("9.97", f"vehicles cross the river to {where} by road only")
        return None

    def _walks(self, pos: TyphoonPosition, units: int, length: int) -> Iterator[tuple[int, ...]]:
        """Every way of so many steps for a stack over hexes without enemies, none of them entered twice."""
        ground, start, enemy = pos.ground, *self._place(pos, units)
        free = ground.open & ~pos.occupied[enemy] & ~self.law.reaching.closed_to(pos, 1 - enemy)
        mech = bool(units & self.law.mechanized)
        stack: list[tuple[int, ...]] = [(start,)]
        while stack:
            way = stack.pop()
            if len(way) == length + 1:
                yield way
                continue
            stack += [
                (*way, hex_)
                for hex_ in bits(ground.grid.around(way[-1]) & free)
                if hex_ not in way and self.can_cross(pos, mech, way[-1], hex_)
            ]

    def _place(self, pos: TyphoonPosition, units: int) -> tuple[int, int]:
        """Where a stack is, and the side that is its enemy."""
        unit = first(units)
        return pos.where[unit], 1 - self.law.side_of[unit]

    @case("9.92", "9.97", "6.42")
    def paths_back(self, pos: TyphoonPosition, units: int, length: int) -> list[tuple[int, ...]]:
        """The ways that end as far from all enemies as can be, and then rather outside their zones (R67)."""
        walks = list(self._walks(pos, units, length))
        if not walks:
            return []
        _, enemy = self._place(pos, units)
        far = self._distances(pos, enemy, {way[-1] for way in walks})
        most = max(far.values())
        ends = {end for end, distance in far.items() if distance == most}
        zone = pos.zone(enemy)
        quiet = {end for end in ends if not zone >> end & 1}
        ends = quiet or ends
        return sorted([way for way in walks if way[-1] in ends])

    def _distances(self, pos: TyphoonPosition, enemy: int, hexes: set[int]) -> dict[int, int]:
        """How far each hex is from the nearest enemy; a hundred without enemies."""
        grid, reached = pos.ground.grid, pos.occupied[enemy]
        found: dict[int, int] = {}
        wanted = sum([1 << hex_ for hex_ in hexes])
        if not reached:
            return dict.fromkeys(hexes, 100)
        distance = 0
        while wanted and distance < 100:
            for hex_ in bits(wanted & reached):
                found[hex_] = distance
            wanted &= ~reached
            reached = grid.grow(reached)
            distance += 1
        return found | dict.fromkeys(bits(wanted), 100)

    @case("9.98", "9.92")
    def paths_broken_through(self, pos: TyphoonPosition, units: int, length: int) -> list[tuple[int, ...]]:
        """The ways that the attacker may choose: all on which no hex is entered twice (R67)."""
        return sorted(self._walks(pos, units, length))
