"""Which attacks can be declared (7.2, 9.1, 9.2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.offers import AttacksOffer, Offers, Target, form_of
from typhoon.engine.orders import Attack, Order, OrderSet
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.hexgrid import bits

DECLARE = msgspec.structs.replace(form_of(Attack), label="Declare")
"""Attacks are declared, and resolved when all of them are (9.1)."""


class Attacks(TyphoonChapter):
    """Which attacks can be declared."""

    def named(self, pos: TyphoonPosition, name: str) -> Combat:
        """The declared combat of that name, which must be there."""
        combat = self.combat_named(pos, name)
        assert combat is not None
        return combat

    def ordered(self, pos: TyphoonPosition, order: Attack) -> Combat:
        """The combat that an order would declare."""
        grid = pos.ground.grid
        targets = tuple(sorted([grid.index(number) for number in order.target.split("+")]))
        return Combat(targets, self.law.units(order.units))

    def change(self, pos: TyphoonPosition, combat: Combat, new: Combat | None) -> None:
        """Put another combat in the place of one, or none."""
        found = [new if other == combat else other for other in pos.combats]
        pos.combats = tuple([other for other in found if other is not None])

    def name_of(self, pos: TyphoonPosition, targets: tuple[int, ...]) -> str:
        """A combat by its target hexes (R79)."""
        return "+".join([pos.ground.grid.name[target] for target in targets])

    def combat_named(self, pos: TyphoonPosition, name: str) -> Combat | None:
        for combat in pos.combats:
            if self.name_of(pos, combat.targets) == name:
                return combat
        return None

    @case("9.11", "9.12", "9.15", "9.22", "9.23", "9.24", "9.25", "9.71")
    def why_not_attack(self, pos: TyphoonPosition, side: int, order: Attack) -> Ruling | None:
        """Why these units may not attack these hexes together; being too weak is no reason."""
        targets = []
        for number in order.target.split("+"):
            target = self.law.hex_named(number)
            if isinstance(target, Ruling):
                return target
            targets.append(target)
            if not pos.occupied[1 - side] >> target & 1:
                return Ruling("9.11", f"there are no enemy units in {number} to attack")
            if self.law.obligation.attacked(pos) >> target & 1:
                return Ruling("9.15", f"an attack on {number} has been declared already")
        if len(set(targets)) < len(targets):
            return Ruling("9.25", "a target hex is named twice")
        if self.name_of(pos, tuple(sorted(targets))) != order.target:
            return Ruling("9.25", f"the targets go by the name {self.name_of(pos, tuple(sorted(targets)))}")
        units = 0
        for name in order.units:
            unit = self.law.unit_on_map(pos, name, side)
            if isinstance(unit, Ruling):
                return unit
            if units >> unit & 1:
                return Ruling("9.15", f"{name} is named twice")
            units |= 1 << unit
            if ruling := self._why_unit_cannot(pos, unit, targets):
                return ruling
        return self._why_stack_cannot(pos, side, units)

    def _why_unit_cannot(self, pos: TyphoonPosition, unit: int, targets: list[int]) -> Ruling | None:
        name, grid = self.law.unit_ids[unit], pos.ground.grid
        if pos.uncommitted >> unit & 1:
            return Ruling("16.22", f"{name} is uncommitted and does not fight")
        if self.law.obligation.committed(pos) >> unit & 1:
            return Ruling("9.15", f"{name} is in another attack already")
        for target in targets:
            if not grid.around(pos.where[unit]) >> target & 1:
                return Ruling("9.25", f"{name} is not next to {grid.name[target]}")
        return None

    @case("7.21", "7.22", "9.12")
    def _why_stack_cannot(self, pos: TyphoonPosition, side: int, units: int) -> Ruling | None:
        busy = self.law.obligation.committed(pos)
        for hex_ in {pos.where[unit] for unit in bits(units)}:
            stack = pos.units_in(hex_)
            if not self.law.stacking.may_fight_together(pos, side, stack & (units | busy)):
                limit = "a regiment and two battalions" if side == GERMAN else "a division and a brigade"
                case_ = "7.21" if side == GERMAN else "7.22"
                return Ruling(case_, f"only {limit} may fight out of {pos.ground.describe(hex_)}")
        return None

    def attackers(self, pos: TyphoonPosition, side: int) -> int:
        """Hexes of the side next to an enemy, with somebody who can attack."""
        hexes = pos.occupied[side] & pos.ground.grid.neighbours(pos.occupied[1 - side])
        if side == SOVIET and pos.uncommitted:
            hexes = sum([1 << hex_ for hex_ in bits(hexes) if self.law.obligation.able_in(pos, hex_)])
        return hexes

    def target_groups(self, pos: TyphoonPosition, side: int) -> list[tuple[tuple[int, ...], int, list[int]]]:
        """All groups of enemy hexes that some stack is next to all of, with their set and those stacks."""
        if pos.groups is None:
            grid, enemies = pos.ground.grid, pos.occupied[1 - side]
            stacks_of: dict[tuple[int, ...], list[int]] = {}
            for hex_ in bits(self.attackers(pos, side)):
                beside = bits(grid.around(hex_) & enemies)
                for count in range(1, len(beside) + 1):
                    for targets in combinations(beside, count):
                        stacks_of.setdefault(targets, []).append(hex_)
            pos.groups = [
                (targets, sum([1 << target for target in targets]), stacks)
                for targets, stacks in sorted(stacks_of.items())
            ]
        return pos.groups


@case("9.2", "9.21", "9.22", "9.25")
class Declarations(OrderSet):
    """Every attack that can be declared: on a group of hexes by a part of each stack beside it."""

    def __init__(self, pos: TyphoonPosition, side: int) -> None:
        self._pos = pos
        busy, taken = pos.rules.obligation.committed(pos), pos.rules.obligation.attacked(pos)
        hexes, free_parts = pos.rules.attacks.attackers(pos, side), pos.rules.obligation.free_parts
        self._parts = {hex_: free_parts(pos, side, hex_, busy) for hex_ in bits(hexes)}
        sizes = {hex_: len(parts) for hex_, parts in self._parts.items()}
        self._groups: list[tuple[tuple[int, ...], list[int], int]] = []
        for targets, hexes, stacks in pos.rules.attacks.target_groups(pos, side):
            if not hexes & taken:
                ways = 1
                for stack in stacks:
                    ways *= sizes[stack]
                if ways > 1:  # the first is the attack by nobody
                    self._groups.append((targets, stacks, ways - 1))
        self._count = sum([count for _, _, count in self._groups])

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> Order:
        if number >= 0:
            for targets, stacks, count in self._groups:
                if number < count:
                    return self._attack(targets, stacks, number + 1)
                number -= count
        raise IndexError(number)

    def _attack(self, targets: tuple[int, ...], stacks: list[int], number: int) -> Attack:
        units = 0
        for stack in stacks:
            number, place = divmod(number, len(self._parts[stack]))
            units |= self._parts[stack][place]
        return Attack(self._pos.rules.attacks.name_of(self._pos, targets), self._pos.names(units))

    def __iter__(self) -> Iterator[Order]:
        for targets, stacks, count in self._groups:
            for number in range(1, count + 1):
                yield self._attack(targets, stacks, number)

    def offer(self, offers: Offers) -> None:
        grid, found = self._pos.ground.grid, {}
        for targets, stacks, _ in self._groups:
            able = together = 0
            for stack in stacks:
                for part in self._parts[stack]:
                    able |= part
                together |= max(self._parts[stack], key=int.bit_count)
            found[self._pos.rules.attacks.name_of(self._pos, targets)] = Target(
                tuple([grid.name[target] for target in targets]),
                self._pos.names(able),
                self._pos.names(together) if able != together else (),
            )
        if found:
            offers.attacks = AttacksOffer(DECLARE, found)
