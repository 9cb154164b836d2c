"""Who must attack whom (6.41, 9.1, 9.2)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.games.operation_typhoon.proposals import Proposal
from typhoon.hexgrid import bits


class Obligation(TyphoonChapter):
    """Who must attack whom."""

    @case("4.2", "6.41", "9.0", "9.13", "9.14", "16.22")
    def obliged(self, pos: TyphoonPosition, side: int) -> int:
        """Hexes whose units must attack: next to an enemy of any kind, and sheltered by nothing (R11)."""
        return self.law.attacks.attackers(pos, side) & ~self.law.works.shelters(pos, side)

    def binding(self, pos: TyphoonPosition, side: int) -> int:
        """Enemy hexes next to which one must attack: those of any enemy (R11)."""
        return pos.occupied[1 - side]

    @case("4.2", "6.41", "9.0", "9.11", "9.21")
    def must_be_attacked(self, pos: TyphoonPosition, side: int) -> int:
        """Enemy hexes next to units that must attack, with a zone of control or without (R11)."""
        return self._beside_obliged(pos, side) | self._beside_whole(pos, side)

    def _beside_obliged(self, pos: TyphoonPosition, side: int) -> int:
        return pos.occupied[1 - side] & pos.ground.grid.neighbours(self.obliged(pos, side))

    def _beside_whole(self, pos: TyphoonPosition, side: int) -> int:
        whole = self.all_or_none(pos, side) & self.attacking(pos) if pos.combats else 0
        return pos.firm[1 - side] & pos.ground.grid.neighbours(whole) if whole else 0

    def all_or_none(self, pos: TyphoonPosition, side: int) -> int:
        """Hexes out of which one attacks all who exert a zone of control, or nobody: there are none."""
        return 0

    def attacking(self, pos: TyphoonPosition) -> int:
        """Hexes with units in a declared combat."""
        found = 0
        for unit in bits(self.committed(pos) & pos.in_play):
            found |= 1 << pos.where[unit]
        return found

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

    @case("9.12", "9.13")
    def idle(self, pos: TyphoonPosition, side: int) -> int:
        """Hexes with units that must attack and do not yet, though their stack may commit them (R78)."""
        busy, found = self.committed(pos), 0
        for hex_ in bits(self.obliged(pos, side)):
            stack = self.able_in(pos, hex_)
            mine = stack & busy
            if not mine or not self.law.stacking.is_enough(pos, side, stack, mine):
                found |= 1 << hex_
        return found

    def settled(self, pos: TyphoonPosition, side: int) -> bool:
        """Whether everybody is attacked who must be, and everybody attacks who must."""
        free = ~self.attacked(pos)  # what takes longer to find is asked for last
        if free & self._beside_obliged(pos, side) or free & self._beside_whole(pos, side):
            return False
        return not self.idle(pos, side)

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

    def complete(self, pos: TyphoonPosition, side: int) -> tuple[Combat, ...]:
        """The declared combats and such others that nothing is owed any more.

        There always are some; a declared combat that leaves somebody without any is called off.
        """
        twin = pos.copy()
        while combat := Proposal(twin, side).in_the_way():
            self.law.attacks.change(twin, combat, None)
        return Proposal(twin, side).combats()
