"""Declaring attacks, accelerated assaults and ground support (9.1, 9.2, 9.6, 17.2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import Attack, End, Listed, Offers, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.preview import Preview, Warnings
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon import odds
from typhoon.games.operation_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.operation_typhoon.obligation import (
    able_in,
    attacked,
    committed,
    complete,
    free_parts,
    idle,
    owed,
)
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.games.operation_typhoon.stacking import may_fight_together
from typhoon.games.operation_typhoon.wording import counted, hex_of, not_now, unit_on_map
from typhoon.hexgrid import bits

MOST_AIR = 2
"""Air points in one combat (17.22, 17.23)."""
SOVIET_ASSAULTS_FROM = 17
"""R7."""


class Assault(Order, frozen=True, gc=False):
    """Declare the accelerated assault of an HQ."""

    verb: ClassVar[str] = "assault"
    unit: str


class Cancel(Order, frozen=True, gc=False):
    """Take a declared attack back."""

    verb: ClassVar[str] = "cancel"
    target: str


class Air(Order, frozen=True, gc=False):
    """Allocate air points to a combat."""

    verb: ClassVar[str] = "air"
    target: str
    points: str


class Propose(Order, frozen=True, gc=False):
    """Let the program declare all attacks that are still owed."""

    verb: ClassVar[str] = "propose"


def name_of(pos: TyphoonPosition, targets: tuple[int, ...]) -> str:
    """A combat by its target hexes (R79)."""
    return "+".join([pos.ground.grid.name[target] for target in targets])


def combat_named(pos: TyphoonPosition, name: str) -> Combat | None:
    for combat in pos.combats:
        if name_of(pos, combat.targets) == name:
            return combat
    return None


class Declaring(Phase[TyphoonPosition], frozen=True, tag="declaring"):
    """The phasing player declares every attack before the first is resolved (R80)."""

    about: ClassVar[str] = "9.1"
    part: ClassVar[str] = "declarations"
    side: int

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} combat"

    def decider(self, pos: TyphoonPosition) -> int:
        return self.side

    def prompt(self, pos: TyphoonPosition) -> str:
        if left := owed(pos, self.side):
            hexes = counted(left.bit_count(), "enemy hex", "enemy hexes")
            return f"Declare attacks: {hexes} must still be attacked."
        if stacks := idle(pos, self.side):
            return f"Declare attacks: {counted(stacks.bit_count(), 'stack')} must still attack somebody."
        return "Declare attacks and air support, or end the declarations."

    # Orders

    @case("9.11", "9.22", "9.24", "9.25", "9.62", "17.22")
    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        plain: list[Order] = [Propose()]
        if self._why_not_end(pos) is None:
            plain.append(End())
        plain += [Assault(unit) for unit in pos.names(may_assault(pos, self.side))]
        for combat in pos.combats:
            name = name_of(pos, combat.targets)
            plain.append(Cancel(name))
            most = min(MOST_AIR, pos.air[self.side] + combat.air)
            plain += [Air(name, str(points)) for points in range(most + 1) if points != combat.air]
        return [Listed(plain), Assaults(pos, self.side)]

    def why_not(self, pos: TyphoonPosition, order: Order) -> Ruling | None:
        if isinstance(order, Attack):
            return why_not_attack(pos, self.side, order)
        if isinstance(order, End):
            return self._why_not_end(pos)
        if isinstance(order, Assault):
            return _why_not_assault(pos, self.side, order.unit)
        if isinstance(order, Cancel):
            return None if combat_named(pos, order.target) else _no_combat(order.target)
        if isinstance(order, Air):
            return self._why_not_air(pos, order)
        return None if isinstance(order, Propose) else not_now(pos, order.verb)

    @case("6.41", "9.11", "9.13")
    def _why_not_end(self, pos: TyphoonPosition) -> Ruling | None:
        if left := owed(pos, self.side):
            hexes = ", ".join(pos.ground.describe(hex_) for hex_ in bits(left)[:5])
            return Ruling("6.41", f"units in zones of control must attack all who exert them: {hexes}")
        if stacks := idle(pos, self.side):
            hexes = ", ".join(pos.ground.describe(hex_) for hex_ in bits(stacks)[:5])
            return Ruling("9.13", f"units in enemy zones of control must attack: those in {hexes}")
        return None

    @case("17.21", "17.22", "17.25", "17.27")
    def _why_not_air(self, pos: TyphoonPosition, order: Air) -> Ruling | None:
        combat = combat_named(pos, order.target)
        if combat is None:
            return _no_combat(order.target)
        if order.points not in ("0", "1", "2"):
            return Ruling("17.22", f"at most {MOST_AIR} air points go into one combat, not {order.points}")
        if int(order.points) == combat.air:
            return Ruling("17.22", f"{order.points} air points are in the combat already")
        if int(order.points) > pos.air[self.side] + combat.air:
            return Ruling(
                "17.15", f"only {counted(pos.air[self.side], 'air point')} can still be used this turn"
            )
        return None

    def preview(self, pos: TyphoonPosition, order: Order) -> Preview | None:
        if isinstance(order, Attack):
            return odds.preview(pos, self.side, _combat(pos, order))
        if isinstance(order, Assault):
            return Warnings((f"{order.unit} makes its one accelerated assault of the game (9.62)",))
        if isinstance(order, Cancel):
            return odds.preview(pos, self.side, _named(pos, order.target))
        if isinstance(order, Air):
            combat = msgspec.structs.replace(_named(pos, order.target), air=int(order.points))
            return odds.preview(pos, self.side, combat)
        return None

    def apply(self, pos: TyphoonPosition, order: Order, umpire: Umpire) -> None:
        if isinstance(order, Attack):
            combat = _combat(pos, order)
            pos.combats += (combat,)
            umpire.tell("declared", target=name_of(pos, combat.targets), units=order.units)
        elif isinstance(order, Cancel):
            combat = _named(pos, order.target)
            pos.combats = tuple(other for other in pos.combats if other != combat)
            pos.air[self.side] += combat.air
            umpire.tell("cancelled", target=order.target)
        elif isinstance(order, Air):
            self._give_air(pos, order, umpire)
        elif isinstance(order, Assault):
            pos.assaulting |= 1 << pos.rules.unit_number[order.unit]
            umpire.tell("accelerated", unit=order.unit)
        elif isinstance(order, Propose):
            before = sum(combat.air for combat in pos.combats)
            pos.combats = complete(pos, self.side)
            pos.air[self.side] += before - sum(combat.air for combat in pos.combats)
            names = tuple([name_of(pos, combat.targets) for combat in pos.combats])
            umpire.tell("proposed", targets=names)
        else:
            self._close(pos)

    def _give_air(self, pos: TyphoonPosition, order: Air, umpire: Umpire) -> None:
        combat = _named(pos, order.target)
        points = int(order.points)
        pos.air[self.side] += combat.air - points
        changed = msgspec.structs.replace(combat, air=points)
        pos.combats = tuple(changed if other == combat else other for other in pos.combats)
        umpire.tell("air", target=order.target, points=points)

    @case("9.62", "17.25")
    def _close(self, pos: TyphoonPosition) -> None:
        from typhoon.games.operation_typhoon.resolving import AirCover, Resolving

        pos.assaulted |= pos.assaulting
        pos.groups = None  # the other side has other targets, even when nobody moves
        pos.frames[-1] = Resolving(self.side)
        pos.frames.append(AirCover(1 - self.side))


def _no_combat(target: str) -> Ruling:
    return Ruling("9.1", f"no attack on {target} has been declared")


def _named(pos: TyphoonPosition, name: str) -> Combat:
    combat = combat_named(pos, name)
    assert combat is not None
    return combat


def _combat(pos: TyphoonPosition, order: Attack) -> Combat:
    grid = pos.ground.grid
    targets = tuple(sorted([grid.index(number) for number in order.target.split("+")]))
    return Combat(targets, pos.rules.units(order.units))


# Accelerated assaults


@case("9.6", "9.61", "9.62", "9.63")
def may_assault(pos: TyphoonPosition, side: int) -> int:
    """HQs that have not yet made their accelerated assault."""
    rules = pos.rules
    if side == SOVIET and pos.turn < SOVIET_ASSAULTS_FROM:
        return 0
    hqs = rules.german_hqs if side == GERMAN else rules.soviet_hqs
    return hqs & pos.in_play & ~pos.assaulted & ~pos.assaulting & ~pos.uncommitted


@case("9.61", "9.62", "9.63")
def _why_not_assault(pos: TyphoonPosition, side: int, name: str) -> Ruling | None:
    unit = unit_on_map(pos, name, side)
    if isinstance(unit, Ruling):
        return unit
    if may_assault(pos, side) >> unit & 1:
        return None
    if not pos.rules.hqs >> unit & 1:
        return Ruling("9.62", f"{name} is no HQ")
    if side == SOVIET and pos.turn < SOVIET_ASSAULTS_FROM:
        return Ruling("9.63", f"Soviet accelerated assaults are made from turn {SOVIET_ASSAULTS_FROM} on")
    return Ruling("9.62", f"{name} has made its accelerated assault of this game")


# Attacks


@case("9.11", "9.12", "9.15", "9.22", "9.23", "9.24", "9.25", "9.71")
def why_not_attack(pos: TyphoonPosition, side: int, order: Attack) -> Ruling | None:
    """Why these units may not attack these hexes together; being too weak is no reason."""
    targets = []
    for number in order.target.split("+"):
        target = hex_of(pos, number)
        if isinstance(target, Ruling):
            return target
        targets.append(target)
        if not pos.occupied[1 - side] >> target & 1:
            return Ruling("9.11", f"there are no enemy units in {number} to attack")
        if attacked(pos) >> target & 1:
            return Ruling("9.15", f"an attack on {number} has been declared already")
    if len(set(targets)) < len(targets):
        return Ruling("9.25", "a target hex is named twice")
    if name_of(pos, tuple(sorted(targets))) != order.target:
        return Ruling("9.25", f"the targets go by the name {name_of(pos, tuple(sorted(targets)))}")
    units = 0
    for name in order.units:
        unit = unit_on_map(pos, name, side)
        if isinstance(unit, Ruling):
            return unit
        if units >> unit & 1:
            return Ruling("9.15", f"{name} is named twice")
        units |= 1 << unit
        if ruling := _why_unit_cannot(pos, unit, targets):
            return ruling
    return _why_stack_cannot(pos, side, units)


def _why_unit_cannot(pos: TyphoonPosition, unit: int, targets: list[int]) -> Ruling | None:
    name, grid = pos.rules.unit_ids[unit], pos.ground.grid
    if pos.uncommitted >> unit & 1:
        return Ruling("16.22", f"{name} is uncommitted and does not fight")
    if committed(pos) >> unit & 1:
        return Ruling("9.15", f"{name} is in another attack already")
    for target in targets:
        if not grid.around(pos.where[unit]) >> target & 1:
            return Ruling("9.25", f"{name} is not next to {grid.name[target]}")
    return None


@case("7.21", "7.22", "9.12")
def _why_stack_cannot(pos: TyphoonPosition, side: int, units: int) -> Ruling | None:
    busy = committed(pos)
    for hex_ in {pos.where[unit] for unit in bits(units)}:
        stack = pos.units_in(hex_)
        if not may_fight_together(pos, side, stack & (units | busy)):
            limit = "a regiment and two battalions" if side == GERMAN else "a division and a brigade"
            case_ = "7.21" if side == GERMAN else "7.22"
            return Ruling(case_, f"only {limit} may fight out of {pos.ground.describe(hex_)}")
    return None


@case("9.2", "9.21", "9.22", "9.25")
class Assaults(OrderSet):
    """Every attack that can be declared: on a group of hexes by a part of each stack beside it."""

    def __init__(self, pos: TyphoonPosition, side: int) -> None:
        self._pos = pos
        busy, taken = committed(pos), attacked(pos)
        self._parts = {hex_: free_parts(pos, side, hex_, busy) for hex_ in bits(_attackers(pos, side))}
        sizes = {hex_: len(parts) for hex_, parts in self._parts.items()}
        self._groups: list[tuple[tuple[int, ...], list[int], int]] = []
        for targets, hexes, stacks in target_groups(pos, side):
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
        return Attack(name_of(self._pos, targets), self._pos.names(units))

    def __iter__(self) -> Iterator[Order]:
        for targets, stacks, count in self._groups:
            for number in range(1, count + 1):
                yield self._attack(targets, stacks, number)

    def offer(self, offers: Offers) -> None:
        for targets, stacks, _ in self._groups:
            able = together = 0
            for stack in stacks:
                for part in self._parts[stack]:
                    able |= part
                together |= max(self._parts[stack], key=int.bit_count)
            name = name_of(self._pos, targets)
            offers.attacks[name] = list(self._pos.names(able))
            if able != together:
                offers.together[name] = list(self._pos.names(together))


def _attackers(pos: TyphoonPosition, side: int) -> int:
    """Hexes of the side next to an enemy, with somebody who can attack."""
    hexes = pos.occupied[side] & pos.ground.grid.neighbours(pos.occupied[1 - side])
    if side == SOVIET and pos.uncommitted:
        hexes = sum([1 << hex_ for hex_ in bits(hexes) if able_in(pos, hex_)])
    return hexes


def target_groups(pos: TyphoonPosition, side: int) -> list[tuple[tuple[int, ...], int, list[int]]]:
    """All groups of enemy hexes that some stack is next to all of, with their set and those stacks."""
    if pos.groups is None:
        grid, enemies = pos.ground.grid, pos.occupied[1 - side]
        stacks_of: dict[tuple[int, ...], list[int]] = {}
        for hex_ in bits(_attackers(pos, side)):
            beside = bits(grid.around(hex_) & enemies)
            for count in range(1, len(beside) + 1):
                for targets in combinations(beside, count):
                    stacks_of.setdefault(targets, []).append(hex_)
        pos.groups = [
            (targets, sum([1 << target for target in targets]), stacks)
            for targets, stacks in sorted(stacks_of.items())
        ]
    return pos.groups
