"""The forces that can still be formed, and how far each can fight its way."""

from __future__ import annotations

from typing import NamedTuple

from typhoon.games.typhoon_solitaire.charts import GERMAN
from typhoon.games.typhoon_solitaire.generation import scenario_modifier
from typhoon.games.typhoon_solitaire.marching import STAND_DOWN_TURN
from typhoon.games.typhoon_solitaire.movement import movable
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.stacking import (
    full_for,
    held_by_others,
    kinds_that_move_together,
)
from typhoon.games.typhoon_solitaire.staff.ground import SCALE, Ground
from typhoon.hexgrid import Reach, bits, first, reach

DARING = 1
"""Half points beyond its means that a force counts on: a battle is lost only when it is lost."""


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
        sum([pos.steps[unit] for unit in each]),
    )


def forces(pos: SolitairePosition) -> list[Force]:
    """Everybody who has not moved yet, stack by stack and by mobility."""
    able, turn = movable(pos), pos.rules.turns[pos.turn]
    found = []
    for hex_ in bits(pos.occupied[GERMAN]):
        mechanized, others = kinds_that_move_together(pos, pos.stacks[hex_] & able)
        if mechanized:
            found.append(force_of(pos, mechanized, turn.mp_mechanized))
        if others:
            found.append(force_of(pos, others, turn.mp_other))
    return found


def stood_down(pos: SolitairePosition, force: Force) -> bool:
    """Whether a force may not enter Soviet hexes this turn (12.1)."""
    if force.units & pos.force:
        return pos.stood_down
    return pos.turn == STAND_DOWN_TURN and bool(pos.rules.northern >> force.hex & 1)


def nearest(way: Reach, hexes: int) -> int | None:
    """The cheapest to reach of some hexes."""
    return next((first(layer & hexes) for layer in way.layers if layer & hexes), None)


def farthest(way: Reach, hexes: int) -> int:
    """The dearest of some hexes that can be reached."""
    return next(first(layer & hexes) for layer in reversed(way.layers) if layer & hexes)


def next_battle(pos: SolitairePosition, way: Reach, to: int) -> int:
    """The first Soviet hex on the way to one."""
    return next((hex_ for hex_ in way.path(to)[1:] if not pos.german >> hex_ & 1), to)


class Reaches:
    """How far forces can be expected to fight their way."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._known: dict[int, tuple[tuple[int, ...], Reach]] = {}

    def of(self, pos: SolitairePosition, force: Force) -> Reach:
        """With the points of this turn; looked up again only when something around the force changed."""
        area = self._ground.disc(force.hex, force.mp + 1)
        state = pos.turn, force.hex, force.mp, force.dice, pos.german & area, _barred(pos, force) & area
        known = self._known.get(force.units)
        if known is None or known[0] != state:
            known = state, self.beyond(pos, force, DARING)
            self._known[force.units] = known
        return known[1]

    def beyond(self, pos: SolitairePosition, force: Force, more: int) -> Reach:
        """With so many half points more than the force has."""
        rules = pos.rules
        modifier = rules.turns[pos.turn].force_modifier
        modifier += sum([drm.value for drm in scenario_modifier(pos)])
        steps = self._ground.steps(force.mechanized, force.dice, modifier, pos.soviet)
        free = self._ground.grid.all & ~_barred(pos, force)
        return reach(self._ground.grid, force.hex, SCALE * force.mp + more, steps, free)


def _barred(pos: SolitairePosition, force: Force) -> int:
    return full_for(pos, pos.size(force.units)) | held_by_others(pos, force.units)
