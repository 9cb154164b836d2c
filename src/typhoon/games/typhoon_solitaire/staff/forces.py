"""The forces that can still be formed, and how far each could fight its way."""

from __future__ import annotations

from typing import NamedTuple

from typhoon.games.typhoon_solitaire.generation import scenario_modifier
from typhoon.games.typhoon_solitaire.movement import STAND_DOWN_TURN, movable
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.stacking import full_for, held_by_others, kinds_that_move_together, size
from typhoon.games.typhoon_solitaire.staff.ground import SCALE, Ground
from typhoon.hexgrid import Reach, bits, reach


class Group(NamedTuple):
    """Units that can move as one force."""

    units: int
    hex: int
    mechanized: bool
    mp: int
    dice: int
    steps: int


def group(pos: SolitairePosition, units: int, mp: int | None = None) -> Group:
    rules = pos.rules
    number = (units & -units).bit_length() - 1
    mechanized = bool(rules.mechanized >> number & 1)
    if mp is None:
        turn = rules.turns[pos.turn]
        mp = turn.mp_mechanized if mechanized else turn.mp_other
    each = bits(units)
    return Group(
        units,
        pos.where[number],
        mechanized,
        mp,
        sum([pos.dice(unit) for unit in each]),
        sum([pos.steps[unit] for unit in each]),
    )


def groups(pos: SolitairePosition) -> list[Group]:
    """Everybody who has not moved yet, stack by stack and by mobility."""
    able = movable(pos)
    found = []
    for hex_ in bits(pos.occupied[0]):
        for units in kinds_that_move_together(pos, pos.stacks[hex_] & able):
            if units:
                found.append(units)
    return [group(pos, units) for units in found]


def force_modifier(pos: SolitairePosition) -> int:
    return pos.rules.turns[pos.turn].force_modifier + sum([drm.value for drm in scenario_modifier(pos)])


def fighting_reach(ground: Ground, pos: SolitairePosition, force: Group, spare: int = 1) -> Reach:
    """Where a force can be expected to come, fighting its way; a point more than it has is dared."""
    barred = full_for(pos, size(pos, force.units)) | held_by_others(pos, force.units)
    free = ground.grid.all & ~barred
    if pos.turn == STAND_DOWN_TURN and (
        pos.stood_down if pos.force == force.units else pos.rules.northern >> force.hex & 1
    ):
        free &= pos.german
    steps = ground.steps(force.mechanized, force.dice, force_modifier(pos), pos.soviet)
    return reach(ground.grid, force.hex, SCALE * force.mp + spare, steps, free)
