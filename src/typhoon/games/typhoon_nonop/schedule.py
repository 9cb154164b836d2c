"""What arrives, and where; replacements, and who can use them (B6.13, B7, B8, B20)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.games.typhoon_nonop.charts import DESTROYED, GERMAN, MUD, SOVIET, ReplacementRow
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.stacking import LIMIT
from typhoon.hexgrid import bits

BEHIND = 5
"""How far from enemy combat units points and rebuilt units are placed."""


class Arrivals(NonopChapter):
    """What comes, and where."""

    def scheduled(self) -> int:
        """Units that arrive in the course of the game."""
        return self.law.units_that(lambda counter: counter.turn > 0)

    def due(self, pos: NonopPosition) -> int:
        counters = self.law.counters
        return sum([1 << unit for unit in bits(pos.arrivals) if counters[unit].turn <= pos.turn])

    @case("B25.4", "B25.5", "change 2")
    def points(self, turn: int, side: int) -> int:
        """Attack supply points of a turn."""
        row = self.law.turns[turn]
        return row.soviet_points if side == SOVIET else row.german_points_variant

    @case("B6.13")
    def spare(self, pos: NonopPosition, side: int) -> int:
        """Supply units that are not on the map."""
        return self.law.supply_units & self.law.units_of[side] & ~pos.in_play

    @case("B6.13")
    def point_hexes(self, pos: NonopPosition, side: int) -> int:
        """Where points are placed: rail net and sources, away from the enemy."""
        law = self.law
        hexes = law.supply.rail_net(pos, side) | law.supply.sources(pos, side, law.sources_of)
        return hexes & ~self.near(pos, side) & ~pos.occupied[1 - side]

    @case("B6.13", "B20.2")
    def near(self, pos: NonopPosition, side: int) -> int:
        return self.law.grid.within(pos.manned[1 - side], BEHIND - 1)

    @case("B8.1")
    def open_for(self, pos: NonopPosition, unit: int, hexes: int) -> int:
        """Those of some hexes in which a unit can arrive."""
        law = self.law
        free = hexes & ~pos.occupied[GERMAN] & ~law.supply.uncontested(pos, SOVIET)
        size, stacking = law.stacking_points[unit], law.stacking.size
        return sum([1 << hex_ for hex_ in bits(free) if stacking(pos.units_in(hex_)) + size <= LIMIT])

    @case("B8.1")
    def entries(self, pos: NonopPosition, unit: int) -> int:
        """Where a reinforcement may be placed: its hex, or the nearest free source of the same edge."""
        law = self.law
        home = law.grid.index(law.counters[unit].hex)
        if self.open_for(pos, unit, 1 << home):
            return 1 << home
        row = law.sources.get(law.counters[unit].hex)
        edge = [
            r.hex for r in law.sources.values() if r.side == "soviet" and (row is None or r.edge == row.edge)
        ]
        free = self.open_for(pos, unit, law.grid.hexes(edge))
        near = min([law.grid.distance(home, hex_) for hex_ in bits(free)], default=0)
        return sum([1 << hex_ for hex_ in bits(free) if law.grid.distance(home, hex_) == near])


@change("fewer-asps=no", "B25.5", "change 2")
class MorePoints(Arrivals):
    """The points of the scenario as it was."""

    def points(self, turn: int, side: int) -> int:
        return self.law.turns[turn].german_points if side == GERMAN else super().points(turn, side)


class Replacements(NonopChapter):
    """Type I points."""

    @case("B7.1")
    def row(self, pos: NonopPosition, die: int) -> ReplacementRow:
        """The line of the table for a die, with its modifiers."""
        law, rows = self.law, self.law.replacement_rows
        modified = die + pos.mandated * law.small_modifiers["replacements", "mandated"]
        if pos.weather == MUD:
            modified += law.small_modifiers["replacements", "mud"]
        row: ReplacementRow = rows[max(min(rows), min(max(rows), modified))]
        return row

    @case("B20.1", "B6.8")
    def restorable(self, pos: NonopPosition, done: int) -> int:
        """Units that can get a step back."""
        law = self.law
        units = law.rebuildable & law.units_of[SOVIET] & pos.in_play & ~pos.out & ~done
        zone = pos.zone(GERMAN)
        return sum([1 << unit for unit in bits(units) if pos.lost[unit] and not zone >> pos.where[unit] & 1])

    @case("B20.2", "B20.3")
    def rebuildable(self, pos: NonopPosition) -> int:
        """Units in the Cadre Box that can be brought back, HQs too (R43)."""
        return pos.cadre & self.law.units_of[SOVIET] & (self.law.rebuildable | self.law.hqs)

    @case("B7.5")
    def air_units(self, pos: NonopPosition) -> list[int]:
        """Destroyed air units of which one may come back, the best first."""
        rows = self.law.air_rows
        gone = [unit for unit in bits(self.law.air_of[SOVIET]) if pos.air[unit] == DESTROYED]
        return sorted(gone, key=lambda unit: (-rows[unit].air_combat - rows[unit].cas, unit))

    @case("B20.2")
    def hexes(self, pos: NonopPosition, unit: int) -> int:
        law = self.law
        towns = law.ground.settled & pos.control[SOVIET] & law.supply.supplied(pos, SOVIET)
        towns &= ~law.arrivals.near(pos, SOVIET)
        sources = law.supply.sources(pos, SOVIET, law.sources_of)
        return law.arrivals.open_for(pos, unit, towns | sources)
