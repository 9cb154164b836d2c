"""Whether the front could still be watched if this or that were done (4.3)."""

from __future__ import annotations

from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.staff.forces import Force, Reaches, farthest, force_of
from typhoon.games.typhoon_solitaire.staff.pickets import Pickets
from typhoon.games.typhoon_solitaire.staff.plan import Task
from typhoon.games.typhoon_solitaire.staff.staff_map import StaffMap
from typhoon.hexgrid import bits, first

RESERVE = sum([1 << unit for unit in range(0, 80, 8)])
"""Units that are not counted on when something is dared."""
REMEMBERED = 200
"""Positions of which it is remembered what of the front is open."""


class Front:
    """Looks after the front on the turn on which it is checked."""

    def __init__(self, staff_map: StaffMap, reaches: Reaches) -> None:
        self._pickets = Pickets(staff_map)
        self._reaches = reaches
        self._known: dict[tuple[int, int, int, tuple[int, ...]], int] = {}

    def open(self, pos: SolitairePosition, reserve: int = 0) -> int:
        """The hexes of the front that could not be watched by those who can still move."""
        units = pos.rules.moving.movable(pos) & ~reserve
        key = pos.turn, pos.german, units, tuple(pos.where)
        found = self._known.get(key)
        if found is None:
            if len(self._known) == REMEMBERED:
                self._known.clear()
            found = self._known[key] = self._pickets.watch(pos, units).open
        return found

    def next_post(self, pos: SolitairePosition, units: int, stacks: list[int]) -> tuple[int, int] | None:
        """Units that should go and watch the front, and where: rather some who bar nobody's way (7.3).

        Of the stacks as many stay together as can, the first ones rather than the last.
        """
        watch = self._pickets.watch(pos, units, sum(stacks))
        while watch.open and stacks:
            stacks = stacks[: len(stacks) // 2]
            watch = self._pickets.watch(pos, units, sum(stacks))
        gaps = watch.open.bit_count()
        away = [(some, hex_) for some, hex_ in watch.postings.items() if pos.where[first(some)] != hex_]
        for some, hex_ in away:
            if self._gaps(arrived(pos, force_of(pos, some, 0), [hex_])) <= gaps:
                return some, hex_
        return away[0] if away else None

    def may_go(self, pos: SolitairePosition, force: Force, task: Task, daring: bool) -> bool:
        """Whether the front can be watched when a force has done its task, or been stopped on its way.

        Who is daring does not think of being stopped.
        """
        way = self._reaches.of(pos, force)
        path = way.path(farthest(way, task.hexes))
        if daring:
            after = self.open(_after(pos, force, task, path), RESERVE)
            if after.bit_count() <= self.open(pos, RESERVE).bit_count():
                return True
        battles = [number for number, hex_ in enumerate(path) if not pos.german >> hex_ & 1]
        stops = [path[: number + 1] for number in (0, *battles)]
        now = self._gaps(pos)
        return all(self._gaps(arrived(pos, force, stop)) <= now for stop in reversed(stops))

    def opens(self, pos: SolitairePosition, force: Force, to: int) -> bool:
        """Whether more of the front would be open with the force there than if it stays here."""
        here, there = [force.hex], self._reaches.of(pos, force).path(to)
        return self._gaps(arrived(pos, force, there)) > self._gaps(arrived(pos, force, here))

    def _gaps(self, pos: SolitairePosition) -> int:
        return self.open(pos).bit_count()


def arrived(pos: SolitairePosition, force: Force, path: list[int]) -> SolitairePosition:
    """The position when a force has fought its way to the end of a path."""
    twin = pos.copy()
    twin.german |= sum([1 << hex_ for hex_ in path])
    twin.german |= twin.rules.control.cut_off(twin)
    twin.force = force.units
    twin.move_force(path[-1])
    twin.done |= force.units
    return twin


def _after(pos: SolitairePosition, force: Force, task: Task, path: list[int]) -> SolitairePosition:
    """The position when a force has come as far as can be expected; a thrust leaves guards on the way."""
    twin = arrived(pos, force, path)
    if not task.operation.ring:
        guards = sorted(bits(force.units), key=pos.dice)[:-1]
        for unit, hex_ in zip(guards, path[1:-1:3], strict=False):
            twin.force = 1 << unit
            twin.move_force(hex_)
    return twin
