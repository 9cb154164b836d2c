"""Declaring attacks, accelerated assaults and ground support (9.1, 9.2, 9.6, 17.2)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import Attack, End, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.preview import Preview, Warnings
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon import odds
from typhoon.games.operation_typhoon.attacks import Assaults, combat_named, name_of, why_not_attack
from typhoon.games.operation_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.operation_typhoon.obligation import (
    complete,
    idle,
    owed,
)
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.games.operation_typhoon.wording import not_now, unit_on_map
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted

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
    label: ClassVar[str] = "Propose attacks"


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
        from typhoon.games.operation_typhoon.air_cover import AirCover
        from typhoon.games.operation_typhoon.resolving import Resolving

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
    if pos.uncommitted >> unit & 1:
        return Ruling("16.22", f"{name} is uncommitted and makes no assault")
    return Ruling("9.62", f"{name} has made its accelerated assault of this game")
