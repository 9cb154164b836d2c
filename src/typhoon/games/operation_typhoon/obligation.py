"""Who must attack whom (6.41, 9.1, 9.2)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.games.operation_typhoon.charts import SOVIET
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.hexgrid import bits


class Obligation(TyphoonChapter):
    """Who must attack whom."""

    @case("6.41", "16.22")
    def obliged(self, pos: TyphoonPosition, side: int) -> int:
        """Hexes whose units must attack: in an enemy zone of control, and sheltered by nothing."""
        hexes = pos.occupied[side] & pos.zone(1 - side) & ~self.law.works.shelters(pos, side)
        if side == SOVIET and pos.uncommitted:
            for hex_ in bits(hexes):
                if not pos.units_in(hex_) & ~pos.uncommitted:
                    hexes &= ~(1 << hex_)
        return hexes

    @case("6.41", "9.11", "9.21")
    def must_be_attacked(self, pos: TyphoonPosition, side: int) -> int:
        """Enemy hexes whose zones of control reach units that must attack (R11)."""
        return pos.firm[1 - side] & pos.ground.grid.neighbours(self.obliged(pos, side))

    def committed(self, pos: TyphoonPosition) -> int:
        """Units that are in a declared combat."""
        units = 0
        for combat in pos.combats:
            units |= combat.units
        return units

    def attacked(self, pos: TyphoonPosition) -> int:
        """Hexes that are under a declared attack."""
        hexes = 0
        for combat in pos.combats:
            hexes |= combat.hexes
        return hexes

    def owed(self, pos: TyphoonPosition, side: int) -> int:
        """Enemy hexes that still have to be attacked."""
        return self.must_be_attacked(pos, side) & ~self.attacked(pos)

    @case("9.13", "9.12")
    def idle(self, pos: TyphoonPosition, side: int) -> int:
        """Hexes with units that must attack, could, and do not yet (R78)."""
        busy, taken, grid = self.committed(pos), self.attacked(pos), pos.ground.grid
        enemies, together = pos.occupied[1 - side], self.law.stacking.may_fight_together
        found = 0
        for hex_ in bits(self.obliged(pos, side)):
            stack = self.able_in(pos, hex_)
            around = grid.around(hex_)
            open_ = around & enemies & ~taken
            joins = any(not combat.hexes & ~around for combat in pos.combats)
            if not open_ and not joins:
                continue
            mine = stack & busy
            if any(together(pos, side, mine | 1 << unit) for unit in bits(stack & ~busy)):
                found |= 1 << hex_
        return found

    @case("16.22", "9.15")
    def able_in(self, pos: TyphoonPosition, hex_: int) -> int:
        """The units of a hex that can attack."""
        return pos.units_in(hex_) & ~pos.uncommitted & ~pos.fought

    def free_parts(self, pos: TyphoonPosition, side: int, hex_: int, busy: int) -> list[int]:
        """The parts of a stack that can join a combat beside those already in one, the empty one first."""
        stack = self.able_in(pos, hex_)
        mine = stack & busy
        if not mine:
            return self.law.stacking.fighting_parts(pos, side, stack)
        parts = self.law.stacking.fighting_parts(pos, side, stack & ~busy)
        return [part for part in parts if self.law.stacking.may_fight_together(pos, side, part | mine)]

    @case("9.13", "9.21", "9.25")
    def complete(self, pos: TyphoonPosition, side: int) -> tuple[Combat, ...]:
        """The declared combats and such others that nothing is owed any more.

        Every target is given to one stack; a stack with several fights them as one combat, and a stack
        with none joins its neighbour's or takes a target over from it.  If what has been declared stands in
        the way, all is declared afresh.
        """
        found = self._completed(pos, side, pos.combats)
        return found if found is not None else self._completed(pos, side, ()) or ()

    def _completed(
        self, pos: TyphoonPosition, side: int, combats: tuple[Combat, ...]
    ) -> tuple[Combat, ...] | None:
        twin = pos.copy()
        twin.combats = combats
        grid, busy = pos.ground.grid, self.committed(twin)
        stacks = self.obliged(pos, side)
        able = {hex_: part for hex_ in bits(stacks) if (part := self._largest(twin, side, hex_, busy))}
        given: dict[int, list[int]] = {hex_: [] for hex_ in able}
        for target in bits(self.owed(twin, side)):
            takers = [hex_ for hex_ in able if grid.around(hex_) >> target & 1]
            if not takers:
                return None
            given[min(takers, key=lambda hex_: (len(given[hex_]), hex_))].append(target)
        helpers: dict[int, list[int]] = {}
        joins: dict[int, list[int]] = {}
        for hex_ in able:
            if not given[hex_]:
                self._find_work(twin, hex_, given, helpers, joins)
        made = list(combats)
        for place, combat in enumerate(made):
            units = combat.units
            for hex_ in joins.get(place, []):
                units |= able[hex_]
            made[place] = Combat(combat.targets, units, combat.air, combat.cover)
        for hex_, targets in given.items():
            if targets:
                units = able[hex_]
                for helper in helpers.get(targets[0], []) if len(targets) == 1 else []:
                    units |= able[helper]
                made.append(Combat(tuple(sorted(targets)), units))
        twin.combats = tuple(made)
        self._occupy(twin, side)
        return twin.combats if not self.owed(twin, side) else None

    def _occupy(self, pos: TyphoonPosition, side: int) -> None:
        """Let whoever is still idle join a combat, or attack an enemy that nobody has to attack (R11)."""
        grid = pos.ground.grid
        while stacks := self.idle(pos, side):
            hex_ = bits(stacks)[0]
            units = self._largest(pos, side, hex_, self.committed(pos))
            around = grid.around(hex_)
            combats = list(pos.combats)
            joined = next((place for place, c in enumerate(combats) if not c.hexes & ~around), None)
            if joined is None:
                targets = bits(around & pos.occupied[1 - side] & ~self.attacked(pos))
                combats.append(Combat(tuple(targets[:1]), units))
            else:
                combat = combats[joined]
                combats[joined] = Combat(combat.targets, combat.units | units, combat.air, combat.cover)
            pos.combats = tuple(combats)

    def _find_work(
        self,
        pos: TyphoonPosition,
        hex_: int,
        given: dict[int, list[int]],
        helpers: dict[int, list[int]],
        joins: dict[int, list[int]],
    ) -> None:
        around = pos.ground.grid.around(hex_)
        for other, targets in given.items():
            reachable = [target for target in targets if around >> target & 1]
            if not reachable or other == hex_:
                continue
            if len(targets) == 1:
                helpers.setdefault(targets[0], []).append(hex_)
            else:
                targets.remove(reachable[0])
                given[hex_].append(reachable[0])
            return
        for place, combat in enumerate(pos.combats):
            if not combat.hexes & ~around:
                joins.setdefault(place, []).append(hex_)
                return

    def _largest(self, pos: TyphoonPosition, side: int, hex_: int, busy: int) -> int:
        if not self.able_in(pos, hex_) & busy:
            parts = self.law.stacking.largest_parts(pos, side, self.able_in(pos, hex_))
        else:
            parts = self.free_parts(pos, side, hex_, busy)
        return max(parts, key=lambda part: (part.bit_count(), part), default=0)
