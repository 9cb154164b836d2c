"""What a side sees of the board: strengths in the mean, ways to the objectives, and dangers."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import NamedTuple

from typhoon.engine.manner import USUAL, Manner, Whim
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.going import Going, Surface
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.staff import objectives
from typhoon.games.operation_typhoon.staff.chances import Chances, Expectation
from typhoon.games.operation_typhoon.staff.doctrine import LEARNT, Doctrine
from typhoon.hexgrid import Grid, bits, reach

MECH_RANGE = 7
"""How far mechanized units are expected to strike."""
SPEED = {"mech": 12, "foot": 4}
"""Movement points of a turn."""
FAR = 90
"""Movement points beyond which an objective is out of sight."""
FACING = 3
"""Hexes from which a stack is usually attacked."""
SURROUNDING = 5
"""Hexes from which an objective is attacked."""
MOST_TANKS = 3
"""Panzer battalions that are expected in one attack."""


@lru_cache(maxsize=8)
def chances_of(rules: object) -> Chances:
    return Chances(rules.crt)  # type: ignore[attr-defined]


@lru_cache(maxsize=2_000)
def _distances(going: Going, goal: int, class_: str, surface: Surface) -> tuple[int, ...]:
    """Sets of hexes by movement points from a goal."""
    parts, steps = going.steps(class_, "tactical", surface)
    ground = going.law.ground
    return tuple(reach(ground.grid, goal, FAR * parts, steps, ground.open).layers)


@lru_cache(maxsize=5_000)
def _disc(grid: Grid, hex_: int, far: int) -> int:
    return grid.disc(hex_, far)


@lru_cache(maxsize=500)
def _levels(
    going: Going, goals: tuple[tuple[int, float], ...], class_: str, surface: Surface, growth: float
) -> list[tuple[float, int]]:
    """Sets of hexes by the pull of some goals on a class of units, the strongest first."""
    levels: dict[float, int] = {}
    for goal, worth in goals:
        for cost, hexes in enumerate(_distances(going, goal, class_, surface)):
            if hexes:
                value = round(worth * (1 / growth) ** (cost / SPEED[class_]), 2)
                levels[value] = levels.get(value, 0) | hexes
    found, seen = [], 0
    for value in sorted(levels, reverse=True):
        hexes = levels[value] & ~seen
        if hexes:
            found.append((value, hexes))
            seen |= hexes
    return found


class Threat(NamedTuple):
    """What an enemy can bring against a hex."""

    strength: float
    divisions: int
    """Whole German divisions, each of which shifts a column."""
    tanks: int
    """Tanks that shift columns against those without combined arms."""


class Outlook:
    """A position as one side may know it."""

    def __init__(
        self,
        pos: TyphoonPosition,
        side: int,
        manner: Manner = USUAL,
        rng: Random | None = None,
        doctrine: Doctrine = LEARNT,
    ) -> None:
        self.pos, self.side, self.manner, self.doctrine = pos, side, manner, doctrine
        self.weights = weights = doctrine.weights_of(side)
        self.whim = Whim(manner, rng)
        self.rules, self.ground, self.grid = pos.rules, pos.ground, pos.ground.grid
        self.chances = chances_of(pos.rules)
        self.own = pos.in_play & pos.rules.units_of[side]
        self.enemies = pos.in_play & pos.rules.units_of[1 - side]
        self.enemy_zone = pos.zone(1 - side)
        self.contact = self.grid.neighbours(pos.rules.obligation.binding(pos, side))
        """Hexes next to an enemy, where one has to attack (9.13)."""
        self.screened = pos.rules.works.shifting(pos)
        """German hexes against which odds are shifted."""
        self.shelters = pos.rules.works.shelters(pos, side)
        """Hexes whose units need not attack."""
        self.places = objectives.places(pos, weights.aims, pos.plan if side == GERMAN else "")
        mind = weights.eye.mind_last, weights.eye.mind_late, 1.0
        self.mind = mind[min(pos.rules.scenario.last_turn - pos.turn, 2)]
        """How much losses still matter, now that the end is so near."""
        hunted = side == GERMAN and doctrine.hunts
        self.points_lost = (0.0, objectives.destroyed(pos, weights.aims, hunted=hunted))
        """What it costs each side, beside its strength, that a unit is lost."""
        self.hq_worth, self.lone_hq = weights.eye.hq, weights.eye.lone_hq
        self.guards_hqs = False
        """Whether German HQs need somebody with them."""
        self.staying = 0
        """Units that are not sent into an attack elsewhere."""
        self.given_up: dict[int, float] = {}
        """What is given up by attacking out of a hex."""
        self._attack: dict[int, float] = {}
        self._defense: dict[int, float] = {}
        self._stacks: dict[int, float] = {}
        self._steps: dict[int, float] = {}
        self._goals: dict[int, float] | None = None
        self._pull: dict[tuple[int, str, int], float] = {}
        self._pulls: dict[tuple[int, str], list[tuple[float, int]]] = {}
        self._threat: dict[int, Threat] = {}
        self._threats: list[tuple[int, float, bool]] | None = None

    # Strengths

    def attack(self, unit: int) -> float:
        """The mean strength of a unit when it attacks, as supply and weather leave it."""
        found = self._attack.get(unit)
        if found is None:
            spread = self.pos.rules.strengths.known(self.pos, self.side, unit)
            found = sum(
                [
                    chance * self.pos.rules.strengths.attack_strength(self.pos, unit, value)
                    for value, chance in spread.items()
                ]
            )
            self._attack[unit] = found
        return found

    def defense(self, unit: int) -> float:
        """The mean strength of a unit when it defends, before terrain."""
        found = self._defense.get(unit)
        if found is None:
            spread = self.pos.rules.strengths.known(self.pos, self.side, unit)
            found = sum(
                [
                    chance * self.pos.rules.strengths.defense_strength(self.pos, unit, value)
                    for value, chance in spread.items()
                ]
            )
            self._defense[unit] = found
        return found

    def stack_defense(self, side: int, units: int) -> float:
        """The strength that the best part of a stack defends with."""
        found = self._stacks.get(units)
        if found is None:
            parts = self.rules.stacking.largest_parts(self.pos, side, units)
            found = max([sum([self.defense(unit) for unit in bits(part)]) for part in parts], default=0.0)
            self._stacks[units] = found
        return found

    def steps_worth(self, unit: int) -> float:
        """What a step of a unit is worth."""
        found = self._steps.get(unit)
        if found is None:
            found = self._steps[unit] = self._reckon_steps_worth(unit)
        return found

    def _reckon_steps_worth(self, unit: int) -> float:
        bit, side, eye = 1 << unit, self.rules.side_of[unit], self.weights.eye
        if self.rules.hqs & bit:
            return self.hq_worth
        tank = self.rules.tanks & bit and side == GERMAN
        worth = eye.tank if tank else eye.step + self.defense(unit) * eye.strength
        return worth + self.points_lost[side] / self.pos.rules.strengths.steps(self.pos, unit)

    def worth_of_staying(self, unit: int, others: int) -> float:
        """What it is worth that a German unit does not move, beside others who have their place there."""
        return 0.0

    def wanted_edges(self) -> dict[str, float]:
        """Edges by which own units should leave the map, the most worth having last."""
        return (
            objectives.wanted_edges(self.pos, self.weights.aims, self.doctrine.exits_in_step)
            if self.side == GERMAN
            else {}
        )

    def may_leave(self, unit: int) -> bool:
        """Whether a unit is better off the map than on it, where it can leave by such an edge."""
        return not self.rules.hqs >> unit & 1

    # Objectives

    def goals(self, side: int) -> dict[int, float]:
        """Places that a side has still to take; for the Soviet side, also those it has to keep."""
        held = self.pos.control[side]
        if side == GERMAN:
            found = {hex_: worth for hex_, worth in self.places.items() if not held >> hex_ & 1}
            return found | objectives.exits(self.pos, self.weights.aims, self.doctrine.exits_in_step)
        return dict(self.places)

    def distances(self, goal: int, class_: str) -> tuple[int, ...]:
        """Sets of hexes by the movement points that it takes from there to a goal."""
        return _distances(self.rules.going, goal, class_, self.rules.conditions.surface(self.pos))

    def levels(self, class_: str) -> list[tuple[float, int]]:
        """Sets of hexes by the pull of the German objectives on a class of units, the strongest first."""
        return self._levels(self._german_goals(), class_)

    def _german_goals(self) -> dict[int, float]:
        if self._goals is None:
            self._goals = self.goals(GERMAN)
        return self._goals

    def _levels(self, goals: dict[int, float], class_: str) -> list[tuple[float, int]]:
        key = id(goals), class_
        found = self._pulls.get(key)
        if found is None:
            surface = self.rules.conditions.surface(self.pos)
            found = self._pulls[key] = _levels(
                self.rules.going, tuple(goals.items()), class_, surface, 1 + self.weights.eye.fade
            )
        return found

    def pull(self, class_: str, hex_: int) -> float:
        """How near a hex is to what the Germans still want, by worth."""
        return self.pull_of(self._german_goals(), class_, hex_)

    def pull_of(self, goals: dict[int, float], class_: str, hex_: int) -> float:
        """How near a hex is to some of these goals, which must be kept as long as this outlook."""
        key = id(goals), class_, hex_
        found = self._pull.get(key)
        if found is None:
            levels = self._levels(goals, class_)
            found = next((value for value, hexes in levels if hexes >> hex_ & 1), 0.0)
            self._pull[key] = found
        return found

    # Dangers

    def _enemy_strikes(self) -> list[tuple[int, float, bool]]:
        """Enemy units with the hexes that they may strike, and how hard."""
        if self._threats is None:
            pos, rules = self.pos, self.rules
            self._threats = []
            units = self.enemies & ~rules.hqs & ~pos.cadres & ~pos.uncommitted
            for unit in bits(units):
                mech = bool(rules.mechanized >> unit & 1)
                far = pos.rules.reaching.allowance(pos, unit)
                far = min(MECH_RANGE, far // 2) if mech else min(far, 5)
                tank = bool(rules.tanks >> unit & 1)
                self._threats.append(
                    (
                        _disc(self.grid, pos.where[unit], far + 1),
                        self.weights.eye.strikes * self.attack(unit),
                        tank,
                    )
                )
            self._threats.sort(key=lambda threat: -threat[1])
        return self._threats

    def threat(self, hex_: int) -> Threat:
        """What the enemy can bring against a hex."""
        found = self._threat.get(hex_)
        if found is None:
            storm = hex_ in self.places
            most = SURROUNDING if storm else FACING if self.side == SOVIET else FACING + 1
            total, count, tanks = 0.0, 0, 0
            for hexes, strength, tank in self._enemy_strikes():
                if hexes >> hex_ & 1:
                    if tank and self.side == SOVIET:
                        tanks += 1
                    elif count < most:
                        total += strength
                        count += 1
            whole = 0
            if self.side == SOVIET and count:
                whole = 1 + (count >= FACING) + (count >= SURROUNDING)
            tanks = min(tanks, MOST_TANKS + storm)
            found = self._threat[hex_] = Threat(total, whole, tanks)
        return found

    def risk_of_hq(self, hex_: int, guards: int) -> float:
        """What it costs a German HQ to be in a hex, with others who have their place there."""
        return self.weights.eye.hq_fear * self.threat(hex_).strength

    def danger(self, hex_: int, units: int) -> Expectation | None:
        """What an enemy attack on own units in a hex would lead to; None where none is likely."""
        total, shift, tanks = self.threat(hex_)
        if not total:
            return None
        defense = self.stack_defense(self.side, units) * self.rules.works.multiple(self.pos, self.side, hex_)
        if self.side == SOVIET and not self.rules.odds.has_combined_arms(units):
            shift += tanks
        if self.side == GERMAN and (units & self.rules.regiments).bit_count() > 1:
            shift -= 1
        shift -= self.screened >> hex_ & 1
        return self.expect(1 << hex_, self.ground.terrain_line(hex_), total, max(defense, 1.0), shift)

    def expect(self, hexes: int, line: str, attack: float, defense: float, shift: int) -> Expectation:
        """The mean outcome of an attack on some hexes."""
        return self.chances.expect(line, attack, defense, shift)

    def frozen_rivers(self) -> bool:
        return self.rules.conditions.surface(self.pos).rivers
