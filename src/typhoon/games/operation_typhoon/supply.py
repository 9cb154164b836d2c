"""Supply (12)."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.games.operation_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.hexgrid import bits

GERMAN_REACH, GERMAN_REACH_IN_SNOW = 6, 4
SOVIET_REACH = 3
ARRIVALS_SUPPLIED = 2
"""Turns for which reinforcements are in supply, the turn of entry included (12.62)."""
SHORT_TURNS = 3
"""The offensive begins short of supply."""

IN, OUT, ISOLATED = range(3)
STATES = ("in supply", "out of supply", "isolated")


class SupplyPhase(Phase[TyphoonPosition], frozen=True, tag="supply"):
    """Both players determine the supply of all their units."""

    about: ClassVar[str] = "12.0"
    side: SideNumber

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} supply"

    @case("12.0", "12.43", "12.53")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        pos.rules.supply.determine(pos)
        seen = pos.rules.looking.facts_of_supply(pos)
        umpire.tell("supply", out=pos.out.bit_count(), isolated=pos.isolated.bit_count(), **seen)
        for answer in pos.rules.asked("after_supply"):
            answer(pos, self.side, umpire)
        pos.frames.pop()
        return False


class Lines:
    """The lines of a side to its HQs on the map, each worked out once."""

    def __init__(self, pos: TyphoonPosition, open_: int, hqs: int) -> None:
        self._pos, self._open = pos, open_
        self.hqs = bits(hqs & pos.in_play)
        self._within: dict[tuple[int, tuple[int, ...]], int] = {}
        self._connected: list[int] = []

    def within(self, reach: int, *hqs: int) -> int:
        """Everything within so many hexes of one of some HQs, all on the map where none is named."""
        found = self._within.get((reach, hqs))
        if found is None:
            starts = sum([1 << self._pos.where[hq] for hq in hqs or self.hqs if hq in self.hqs])
            found = self._pos.rules.supply.spread(self._pos, starts, self._open, reach)
            self._within[reach, hqs] = found
        return found

    def connected(self, hq: int) -> int:
        """Everything that a line of any length reaches from an HQ; nothing when it is not on the map."""
        start = 1 << self._pos.where[hq] if hq in self.hqs else 0
        for hexes in self._connected:
            if hexes & start:
                return hexes
        if start:
            self._connected.append(self._pos.ground.grid.flood(start, self._open))
        return self._connected[-1] if start else 0


class Supply(TyphoonChapter):
    """Who is in supply."""

    from_soviet_hq: ClassVar[float] = inf
    """How far a Soviet HQ feeds its own army, in hexes."""

    def determine(self, pos: TyphoonPosition) -> None:
        """Set the supply states of all units on the map."""
        pos.out = pos.isolated = 0
        for state_of in (self.german_states(pos), self.soviet_states(pos)):
            out, isolated = state_of
            pos.out |= out
            pos.isolated |= isolated
        pos.movers = pos.arriving = None

    @case("6.5", "6.51", "6.52", "12.3", "12.31", "12.32")
    def open_ground(self, pos: TyphoonPosition, side: int) -> int:
        """Hexes that a supply line can pass: no enemy, and no enemy zone of control but under friends."""
        enemy = 1 - side
        blocked = pos.zone(enemy) & ~pos.occupied[side] | pos.occupied[enemy]
        return pos.ground.grid.all & ~blocked

    @case("12.11", "12.14", "13.56", "12.23")
    def german_reach(self, pos: TyphoonPosition) -> int:
        return GERMAN_REACH_IN_SNOW if pos.snow else GERMAN_REACH

    @case("12.12")
    def german_sources(self, pos: TyphoonPosition, open_: int) -> int:
        """The west edge, and every road hex that is joined to it by road."""
        ground = pos.ground
        heads = ground.west_edge & ground.road_hexes & open_
        return ground.west_edge & open_ | ground.grid.flood_along(heads, open_, ground.roads)

    def spread(self, pos: TyphoonPosition, hexes: int, open_: int, reach: int) -> int:
        """All hexes within so many steps over open ground."""
        return pos.ground.grid.flood(hexes, open_, reach)

    @case("12.1", "12.11", "12.13", "12.4", "12.41", "12.5", "12.51", "12.6", "12.61", "11.3")
    def german_states(self, pos: TyphoonPosition) -> tuple[int, int]:
        """German units out of supply, and those isolated."""
        rules = self.law
        open_ = self.open_ground(pos, GERMAN)
        reach, sources = self.german_reach(pos), self.german_sources(pos, open_)
        lines = Lines(pos, open_, rules.german_hqs)
        anywhere = lines.within(reach)
        out = isolated = 0
        for formation, units in rules.forces.german_corps.items():
            units &= pos.in_play & ~rules.german_hqs
            if not units:
                continue
            hq = rules.hq_of_corps.get(formation, -1)
            there = hq >= 0 and pos.on_map(hq)
            held = lines.within(reach, hq)
            supplied = there and bool(held & sources)
            unsupported = there and not pos.supported >> hq & 1
            for unit in bits(units):
                bit = 1 << pos.where[unit]
                if held & bit and supplied:
                    state = IN
                elif anywhere & bit or lines.connected(hq) & bit:
                    state = OUT
                else:
                    state = ISOLATED
                state = min(ISOLATED, state + 1) if unsupported else state
                if self.freshly_arrived(pos, unit):
                    state = IN
                if pos.turn <= SHORT_TURNS:
                    state = self._first_turns(pos, unit, state)
                out |= (state == OUT) << unit
                isolated |= (state == ISOLATED) << unit
        return out, isolated

    @case("12.62", "15.24")
    def freshly_arrived(self, pos: TyphoonPosition, unit: int) -> bool:
        """Reinforcements are in supply on their first two turns."""
        turn = pos.entered.get(unit)
        return turn is not None and pos.turn < turn + ARRIVALS_SUPPLIED

    @case("18.18", "18.28", "18.38", "18.48")
    def _first_turns(self, pos: TyphoonPosition, unit: int, state: int) -> int:
        """The offensive begins short of supply: 2nd Panzer Army for three turns, most others for one."""
        rules, scenario, campaign = self.law, self.law.scenario.id, self.law.scenario.plans
        hq = rules.forces.hq_of(unit)
        parent = rules.counters[unit if hq is None else hq]  # 13th Corps is under 43rd in 18.1 (R88)
        if (scenario == "guderian" or campaign) and parent.army == "2PzA" and pos.turn <= SHORT_TURNS:
            return max(state, OUT)
        if pos.turn > 1:
            return state
        late = (scenario == "hoepner" or campaign) and parent.corps in ("9", "40", "46", "5")
        late |= scenario == "kluge" or (campaign and (parent.army == "4A" or parent.corps == "7"))  # R21
        return OUT if late else state  # even those who would be isolated (R89)

    def begins_short(self, pos: TyphoonPosition, unit: int) -> bool:
        """Whether a unit is out of supply because its offensive has just begun."""
        return self._first_turns(pos, unit, IN) == OUT

    @case("12.62", "18.18", "18.28", "18.38")
    def comes_out_of_supply(self, pos: TyphoonPosition, unit: int) -> bool:
        """Whether a reinforcement is out of supply from the moment it enters (R61)."""
        fights = bool((self.law.units_of[GERMAN] & ~self.law.german_hqs) >> unit & 1)
        return fights and self._first_turns(pos, unit, IN) == OUT

    @case("12.2", "12.21", "12.22", "12.42", "12.52", "12.61")
    def soviet_states(self, pos: TyphoonPosition) -> tuple[int, int]:
        """Soviet units out of supply, and those isolated."""
        rules, ground = self.law, pos.ground
        open_ = self.open_ground(pos, SOVIET)
        sources = (ground.east_edge | ground.cities) & open_
        near = self.spread(pos, sources, open_, SOVIET_REACH)
        far = ground.grid.flood(sources, open_)
        lines = Lines(pos, open_, rules.soviet_hqs)
        out = isolated = 0
        for army, units in rules.forces.soviet_armies.items():
            units &= pos.in_play & ~rules.soviet_hqs
            if not units or army in self.law.scenario.in_supply:
                continue
            away = [unit for unit in bits(units) if not near >> pos.where[unit] & 1]
            away = [unit for unit in away if not self.freshly_arrived(pos, unit)]
            hq = rules.hq_of_army.get(army, -1)
            away = _outside(pos, away, self.fed_from(lines, hq))
            lost = _outside(pos, _outside(pos, away, iter([far])), self.held_from(lines, hq))
            out |= sum([1 << unit for unit in away if unit not in lost])
            isolated |= sum([1 << unit for unit in lost])
        return out, isolated

    @case("12.21", "12.42")
    def fed_from(self, lines: Lines, hq: int) -> Iterator[int]:
        """Where units under a Soviet HQ are in supply: wherever a line to it begins, however long."""
        yield lines.connected(hq)

    @case("12.52")
    def held_from(self, lines: Lines, hq: int) -> Iterator[int]:
        """Where units under a Soviet HQ are not isolated: wherever a line to any HQ begins."""
        for other in lines.hqs:
            yield lines.connected(other)

    def state_of(self, pos: TyphoonPosition, unit: int) -> int:
        return ISOLATED if pos.isolated >> unit & 1 else OUT if pos.out >> unit & 1 else IN

    def line_of(self, pos: TyphoonPosition, unit: int) -> list[int]:
        """A shortest supply line from a unit to where it traces to; empty when there is none."""
        start = pos.where[unit]
        open_ = self.open_ground(pos, self.law.side_of[unit]) | 1 << start
        for goals, most in self.goals_of(pos, unit, open_):
            way = self._shortest(pos, start, goals, open_) if goals else []
            if way and len(way) - 1 <= most:
                return way
        return []

    def goals_of(self, pos: TyphoonPosition, unit: int, open_: int) -> list[tuple[int, float]]:
        """Where a unit traces to, the best first, each with the length of a line there: HQ, then sources."""
        hq = self.law.forces.hq_of(unit)
        goal = 1 << pos.where[hq] if hq is not None and hq != unit and pos.on_map(hq) else 0
        if self.law.side_of[unit] == GERMAN:
            sources = self.german_sources(pos, open_)
        else:
            sources = (pos.ground.east_edge | pos.ground.cities) & open_
        return [(goal, inf), (sources, inf)]

    def _shortest(self, pos: TyphoonPosition, start: int, goals: int, open_: int) -> list[int]:
        grid = pos.ground.grid
        layers = [1 << start]
        seen = 1 << start
        while layers[-1] and not layers[-1] & goals:
            layers.append(grid.grow(layers[-1]) & open_ & ~seen)
            seen |= layers[-1]
        if not layers[-1]:
            return []
        way = [bits(layers[-1] & goals)[0]]
        for layer in reversed(layers[:-1]):
            way.append(bits(layer & grid.around(way[-1]))[0])
        return way[::-1]


def _outside(pos: TyphoonPosition, units: list[int], areas: Iterator[int]) -> list[int]:
    """Those of some units that stand in none of some areas, of which no more are worked out than it takes."""
    while units and (hexes := next(areas, None)) is not None:
        units = [unit for unit in units if not hexes >> pos.where[unit] & 1]
    return units
