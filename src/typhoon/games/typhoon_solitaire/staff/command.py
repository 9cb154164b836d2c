"""Which force goes next, and where it marches."""

from __future__ import annotations

from typhoon.engine.orders import End, Order
from typhoon.games.typhoon_solitaire.control import front
from typhoon.games.typhoon_solitaire.movement import Drop, Form, Halt, March, movable
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.staff.forces import Group, fighting_reach, group, groups
from typhoon.games.typhoon_solitaire.staff.ground import SCALE, Ground
from typhoon.games.typhoon_solitaire.staff.line import best_posting
from typhoon.games.typhoon_solitaire.staff.plan import Wall, walls
from typhoon.games.typhoon_solitaire.victory import FRONT_TURN
from typhoon.hexgrid import Reach, bits

FAR = 24


def next_force(ground: Ground, pos: SolitairePosition) -> tuple[Order, int | None]:
    """The force that can do most for the walls."""
    plan = walls(ground, pos)
    forces = groups(pos)
    reaches: dict[int, Reach] = {}
    careful = pos.turn == FRONT_TURN
    if careful:
        closing = [wall for wall in plan if wall.closes]
        plan = [wall for wall in plan if not wall.closes]
        if best := best_for_walls(ground, pos, forces, closing, reaches):
            return Form(pos.names(best.units)), None
        if posting := best_posting(ground, pos, movable(pos)):
            return Form(pos.names(1 << posting.unit)), posting.hex
    if best := best_for_walls(ground, pos, forces, plan, reaches, careful):
        return Form(pos.names(best.units)), None
    if pos.turn == FRONT_TURN - 1 and (
        posting := best_posting(ground, pos, movable(pos) & ~pos.rules.mechanized)
    ):
        return Form(pos.names(1 << posting.unit)), posting.hex
    for force in forces if not careful else ():
        if approach(ground, pos, force, plan) is not None:
            return Form(pos.names(force.units)), None
    return End(), None


def best_for_walls(
    ground: Ground,
    pos: SolitairePosition,
    forces: list[Group],
    plan: list[Wall],
    reaches: dict[int, Reach],
    careful: bool = False,
) -> Group | None:
    for wall in plan:
        best, best_worth = None, 0.0
        for force in forces:
            if not wall.units & force.units or not ground.grid.disc(force.hex, force.mp) & wall.hexes:
                continue
            if force.units not in reaches:
                reaches[force.units] = fighting_reach(ground, pos, force)
            way = reaches[force.units]
            worth = (way.hexes & wall.hexes).bit_count()
            if careful and (target := nearest(way, wall.hexes)) is not None:
                if needs_guard(ground, pos, force.units, way.path(target)[1]) and force.units.bit_count() < 2:
                    continue
            if worth and not force.mechanized:
                worth += 100
            if worth > best_worth:
                best, best_worth = force, worth
        if best is not None:
            return best
    return None


def next_march(ground: Ground, pos: SolitairePosition) -> Order:
    force = group(pos, pos.force, pos.mp)
    plan = walls(ground, pos)
    way = fighting_reach(ground, pos, force)
    for wall in plan:
        if wall.units & force.units and (target := nearest(way, wall.hexes)) is not None:
            if (
                pos.turn == FRONT_TURN
                and not wall.closes
                and needs_guard(ground, pos, pos.force, way.path(target)[1])
            ):
                if pos.force.bit_count() < 2:
                    return Halt()
                return Drop(pos.rules.unit_ids[min(bits(pos.force), key=pos.dice)])
            return March(ground.grid.name[first_soviet(pos, way, target)])
    if pos.turn != FRONT_TURN and (to := approach(ground, pos, force, plan)) is not None:
        return March(ground.grid.name[to])
    return Halt()


def needs_guard(ground: Ground, pos: SolitairePosition, units: int, to: int) -> bool:
    """Whether the front would be open where the units stand once they have gone."""
    grid, here = ground.grid, pos.where[(units & -units).bit_length() - 1]
    if pos.stacks[here] != units:
        return False
    others = grid.grow(pos.occupied[0] & ~(1 << here))
    watched = others | grid.around(to) | 1 << to
    return bool((grid.around(here) | 1 << here) & front(pos) & ~watched)


def approach(ground: Ground, pos: SolitairePosition, force: Group, plan: list[Wall]) -> int | None:
    """A step toward the walls of a later turn: to the next battle, or as far as the points go."""
    hexes = 0
    for wall in plan:
        if wall.units & force.units:
            hexes |= wall.hexes
    if not hexes:
        return None
    way = fighting_reach(ground, pos, force, FAR)
    target = nearest(way, hexes)
    if target is None:
        return None
    best = None
    for hex_ in way.path(target)[1:]:
        cost = way.cost(hex_)
        if cost > SCALE * force.mp:
            break
        best = hex_
        if not pos.german >> hex_ & 1:
            break
    return best


def nearest(way: Reach, hexes: int) -> int | None:
    for layer in way.layers:
        if found := layer & hexes:
            return (found & -found).bit_length() - 1
    return None


def first_soviet(pos: SolitairePosition, way: Reach, to: int) -> int:
    """The first Soviet hex on the way, where the first battle will be."""
    return next((hex_ for hex_ in way.path(to)[1:] if not pos.german >> hex_ & 1), to)
