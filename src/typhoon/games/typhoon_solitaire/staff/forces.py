"""The forces that can still be formed, and how far each can fight its way."""

from __future__ import annotations

from typing import NamedTuple

from typhoon.games.typhoon_solitaire.charts import GERMAN
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.staff.staff_map import SCALE, StaffMap, strength_of
from typhoon.hexgrid import Reach, bits, first, reach

DARING = 1, 1, 1, 1, 1, 1, 3, 3, 6
"""Half points beyond its means that a force counts on, by turn: a battle is lost only when it is lost."""


class Force(NamedTuple):
    """Units that can move as one."""

    units: int
    hex: int
    mechanized: bool
    mp: int
    dice: int
    steps: int


def force_of(pos: SolitairePosition, units: int, mp: int) -> Force:
    each = bits(units)
    return Force(
        units,
        pos.where[each[0]],
        bool(pos.rules.mechanized >> each[0] & 1),
        mp,
        sum([pos.dice(unit) for unit in each]),
        pos.steps(units),
    )


def forces(pos: SolitairePosition) -> list[Force]:
    """Everybody who has not moved yet, stack by stack and by mobility."""
    rules = pos.rules
    able = rules.moving.movable(pos)
    return [
        force_of(pos, units, rules.marches.allowance(pos, units))
        for hex_ in bits(pos.occupied[GERMAN])
        for units in rules.stacking.together(pos.stacks[hex_] & able)
    ]


def stood_down(pos: SolitairePosition, force: Force) -> bool:
    """Whether a force may not enter Soviet hexes this turn (12.1)."""
    if force.units & pos.force:
        return pos.stood_down
    return pos.rules.marches.stands_down(pos, force.hex)


def farthest(way: Reach, hexes: int) -> int:
    """The dearest of some hexes that can be reached."""
    return next(first(layer & hexes) for layer in reversed(way.layers) if layer & hexes)


def next_battle(pos: SolitairePosition, way: Reach, to: int) -> int:
    """The first Soviet hex on the way to one."""
    return next((hex_ for hex_ in way.path(to)[1:] if not pos.german >> hex_ & 1), to)


class Reaches:
    """How far forces can be expected to fight their way."""

    def __init__(self, staff_map: StaffMap) -> None:
        self._staff_map = staff_map
        self.spirit = 1.0
        """How much more than usual is dared."""
        self._known: dict[int, tuple[tuple[float, ...], Reach]] = {}
        self._now: dict[Force, Reach] = {}
        self._could: dict[tuple[Force, int], bool] = {}

    def look_anew(self) -> None:
        """The position has changed."""
        self._now.clear()
        self._could.clear()

    def of(self, pos: SolitairePosition, force: Force) -> Reach:
        """With the points of this turn."""
        found = self._now.get(force)
        if found is None:
            found = self._now[force] = self._found(pos, force)
        return found

    def _found(self, pos: SolitairePosition, force: Force) -> Reach:
        """Searched for again only when something around the force has changed."""
        area = self._staff_map.disc(force.hex, force.mp + 1)
        barred = pos.rules.stacking.barred(pos, force.units, area)
        state = self.spirit, pos.turn, force.hex, force.mp, force.dice, pos.german & area, barred
        known = self._known.get(force.units)
        if known is None or known[0] != state:
            known = state, self.beyond(pos, force, self._daring(pos))
            self._known[force.units] = known
        return known[1]

    def _daring(self, pos: SolitairePosition) -> int:
        return round(self.spirit * DARING[min(pos.turn, len(DARING) - 1)])

    def beyond(self, pos: SolitairePosition, force: Force, more: int) -> Reach:
        """With so many half points more than the force has."""
        steps = self._staff_map.steps(force.mechanized, force.dice, *_modifiers(pos), pos.soviet)
        free = self._staff_map.grid.all & ~pos.rules.stacking.barred(pos, force.units)
        return reach(self._staff_map.grid, force.hex, SCALE * force.mp + more, steps, free)

    def could_take(self, pos: SolitairePosition, force: Force, goal: int) -> bool:
        """Whether a force could come to a goal and take it, if others had opened the way."""
        staff_map = self._staff_map
        if not staff_map.disc(force.hex, force.mp) >> goal & 1:
            return False
        key = force, goal
        if (found := self._could.get(key)) is None:
            terrain, modifiers = pos.rules.terrain[goal].terrain, _modifiers(pos)
            battle = staff_map.battle(force.mechanized, strength_of(force.dice), terrain, *modifiers)
            steps = staff_map.steps(force.mechanized, force.dice, *modifiers, 0)
            free = staff_map.grid.all & ~pos.rules.stacking.barred(pos, force.units)
            left = SCALE * force.mp + self._daring(pos) - battle
            way = reach(staff_map.grid, force.hex, left, steps, free) if left > 0 else None
            found = self._could[key] = way is not None and bool(way.hexes >> goal & 1)
        return found


def _modifiers(pos: SolitairePosition) -> tuple[int, int]:
    """What is added to all rolls for defenders, and to German fire in the first round."""
    generation = pos.rules.generation
    drms = generation.turn_modifiers(pos) + generation.scenario_modifiers()
    return sum([drm.value for drm in drms]), int(pos.turn == pos.rules.fire.bonus_turn)
