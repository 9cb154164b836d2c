"""Attacks that leave nobody out who must attack or be attacked (9.1, 9.2)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.hexgrid import bits, first


class Proposal:
    """What can be added to the declared attacks, and which of them stand in the way.

    Stacks and enemies without an attack are tied to a neighbour each, and ties are cut that both ends can do
    without.  What still hangs together is a star: a stack with all the enemies that it attacks as one combat,
    or an enemy with all the stacks that attack him together.  Before anything is declared everybody has a
    neighbour to be tied to, so this never fails.
    """

    def __init__(self, pos: TyphoonPosition, side: int) -> None:
        obligation = pos.rules.obligation
        self._pos, self._side, self._around = pos, side, pos.ground.grid.around
        self._busy = obligation.committed(pos)
        self._owed, self._idle = obligation.owed(pos, side), obligation.idle(pos, side)
        self._split = sum([1 << hex_ for hex_ in bits(self._idle) if pos.units_in(hex_) & self._busy])
        """Stacks with something to do: who is left of them need not find anything else."""

    @case("9.11", "9.13", "9.15")
    def in_the_way(self) -> Combat | None:
        """A declared attack without which somebody would find a neighbour; None when everybody does."""
        for target in bits(self._owed):
            if not self._around(target) & self._idle:
                duty, beside = self._pos.rules.obligation, self._around(target)
                full = beside & duty.obliged(self._pos, self._side) or beside & duty.attacking(self._pos)
                units = self._pos.units_in(first(full))
                return next(combat for combat in self._pos.combats if combat.units & units)
        for hex_ in bits(self._idle & ~self._split):
            if not self._around(hex_) & self._owed and not self._open_to(hex_):
                return next(combat for combat in self._pos.combats if combat.hexes & self._around(hex_))
        return None

    def _open_to(self, hex_: int) -> list[int]:
        """The places of the declared attacks that a stack can join: it is next to all their targets."""
        around = self._around(hex_)
        return [place for place, combat in enumerate(self._pos.combats) if not combat.hexes & ~around]

    @case("9.13", "9.21", "9.22", "9.25")
    def combats(self) -> tuple[Combat, ...]:
        """The declared attacks, joined by whoever finds nothing else, and new ones."""
        targets_of, stacks_of = self._stars()
        made = list(self._pos.combats)
        for hex_ in bits(self._idle):
            if hex_ not in targets_of:
                place = self._to_join(hex_)
                old, units = made[place], made[place].units | self._largest(hex_)
                made[place] = Combat(old.targets, units, old.air, old.cover)
        for hex_, targets in targets_of.items():
            if len(targets) > 1 or len(stacks_of[targets[0]]) == 1:
                made.append(Combat(tuple(sorted(targets)), self._largest(hex_)))
        for target, stacks in stacks_of.items():
            if len(stacks) > 1:
                made.append(Combat((target,), sum([self._largest(hex_) for hex_ in stacks])))
        return tuple(made)

    def _stars(self) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """The targets of each stack and the stacks of each target, one of the two always alone."""
        targets_of: dict[int, list[int]] = {}
        stacks_of: dict[int, list[int]] = {}

        def tie(hex_: int, target: int) -> None:
            targets_of.setdefault(hex_, []).append(target)
            stacks_of.setdefault(target, []).append(hex_)

        for target in bits(self._owed):
            beside = bits(self._around(target) & self._idle)
            tie(min(beside, key=lambda hex_: (len(targets_of.get(hex_, ())), hex_)), target)
        for hex_ in bits(self._idle & ~self._split):
            if hex_ not in targets_of and (beside := bits(self._around(hex_) & self._owed)):
                tie(hex_, min(beside, key=lambda target: (len(stacks_of[target]), target)))
        for hex_, targets in list(targets_of.items()):
            for target in list(targets):
                spare = len(targets) > 1 or self._split >> hex_ & 1
                if spare and len(stacks_of[target]) > 1:
                    targets.remove(target)
                    stacks_of[target].remove(hex_)
            if not targets:
                del targets_of[hex_]
        return targets_of, stacks_of

    def _to_join(self, hex_: int) -> int:
        """The declared attack that a stack joins: one of its own, or any that is open to it."""
        mine = self._pos.units_in(hex_)
        places = self._open_to(hex_)
        return next((place for place in places if self._pos.combats[place].units & mine), places[0])

    def _largest(self, hex_: int) -> int:
        parts = self._pos.rules.obligation.free_parts(self._pos, self._side, hex_, self._busy)
        return max(parts, key=lambda part: (part.bit_count(), part))
