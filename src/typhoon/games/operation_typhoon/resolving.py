"""Resolving the declared combats (9.8, 9.99, 10.25, 17.23)."""

from __future__ import annotations

from itertools import product
from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.preview import Preview
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.advance import Advancing
from typhoon.games.operation_typhoon.charts import ADJECTIVE, GERMAN, SIDES
from typhoon.games.operation_typhoon.declaring import Air, combat_named, name_of
from typhoon.games.operation_typhoon.odds import (
    COVER_POINTS,
    able_defenders,
    multiple,
    preview,
    shifts,
    terrain_line,
)
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition, eliminate
from typhoon.games.operation_typhoon.retreating import paths_back
from typhoon.games.operation_typhoon.setback import Setback
from typhoon.games.operation_typhoon.strength import (
    attack_strength,
    defense_strength,
    draw,
    needs_chit,
    show,
    strength,
)
from typhoon.games.operation_typhoon.wording import counted, hex_of, not_now
from typhoon.hexgrid import bits


class Resolve(Order, frozen=True, gc=False):
    """Resolve a declared combat."""

    verb: ClassVar[str] = "resolve"
    target: str


class Defend(Order, frozen=True, gc=False):
    """Choose the units that take part in a defense."""

    verb: ClassVar[str] = "defend"
    units: tuple[str, ...]


class Evade(Order, frozen=True, gc=False):
    """Retreat an HQ that is alone one hex before the combat."""

    verb: ClassVar[str] = "evade"
    hex: str


class Stand(Order, frozen=True, gc=False):
    """Let an HQ stand and fight."""

    verb: ClassVar[str] = "stand"


class AirCover(Phase[TyphoonPosition], frozen=True, tag="air-cover"):
    """The other player allocates air points to his defenses."""

    about: ClassVar[str] = "17.23"
    part: ClassVar[str] = "air cover"
    side: int

    @case("17.21", "17.23", "17.25")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        if pos.air[self.side] >= COVER_POINTS and any(not combat.cover for combat in pos.combats):
            return True
        pos.frames.pop()
        return False

    def decider(self, pos: TyphoonPosition) -> int:
        return self.side

    def prompt(self, pos: TyphoonPosition) -> str:
        return f"Allocate air points to your defenses ({pos.air[self.side]} left, two for each), or end."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        free = [name_of(pos, combat.targets) for combat in pos.combats if not combat.cover]
        return [Listed([End(), *[Air(name, str(COVER_POINTS)) for name in free]])]

    @case("17.23", "17.27")
    def why_not(self, pos: TyphoonPosition, order: Order) -> Ruling | None:
        if isinstance(order, End):
            return None
        if not isinstance(order, Air):
            return not_now(pos, order.verb)
        combat = combat_named(pos, order.target)
        if combat is None:
            return Ruling("17.27", f"no attack on {order.target} has been declared")
        if order.points != str(COVER_POINTS):
            return Ruling("17.23", "a defense takes two air points, neither more nor less")
        if combat.cover:
            return Ruling("17.23", f"air points cover {order.target} already")
        return None

    def preview(self, pos: TyphoonPosition, order: Order) -> Preview | None:
        combat = combat_named(pos, order.target) if isinstance(order, Air) else None
        if combat is None:
            return None
        covered = msgspec.structs.replace(combat, cover=COVER_POINTS)
        return preview(pos, 1 - self.side, covered, viewer=self.side)

    @case("17.23", "17.26")
    def apply(self, pos: TyphoonPosition, order: Order, umpire: Umpire) -> None:
        if not isinstance(order, Air):
            pos.frames.pop()
            return
        combat = combat_named(pos, order.target)
        assert combat is not None
        changed = msgspec.structs.replace(combat, cover=COVER_POINTS)
        pos.combats = tuple(changed if other == combat else other for other in pos.combats)
        pos.air[self.side] -= COVER_POINTS
        umpire.tell("cover", target=order.target, points=COVER_POINTS)


class Resolving(Phase[TyphoonPosition], frozen=True, tag="resolving"):
    """The phasing player resolves his combats in the order he likes."""

    about: ClassVar[str] = "9.8"
    side: int

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} combat"

    @case("9.11")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        if not pos.combats:
            close_combat(pos)
            pos.frames.pop()
            return False
        if len(clusters(pos)) == 1:
            self._begin(pos, clusters(pos)[0])
            return False
        return True

    def decider(self, pos: TyphoonPosition) -> int:
        return self.side

    def prompt(self, pos: TyphoonPosition) -> str:
        return f"Choose the next combat to resolve: {counted(len(pos.combats), 'combat')} left."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        return [Listed([Resolve(name_of(pos, combat.targets)) for combat in pos.combats])]

    def why_not(self, pos: TyphoonPosition, order: Order) -> Ruling | None:
        if not isinstance(order, Resolve):
            return not_now(pos, order.verb)
        if combat_named(pos, order.target) is None:
            return Ruling("9.8", f"there is no combat at {order.target} to resolve")
        return None

    def preview(self, pos: TyphoonPosition, order: Order) -> Preview | None:
        combat = combat_named(pos, order.target) if isinstance(order, Resolve) else None
        return preview(pos, self.side, combat) if combat is not None else None

    @case("9.8", "9.99")
    def apply(self, pos: TyphoonPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, Resolve)
        chosen = combat_named(pos, order.target)
        for cluster in clusters(pos):
            if chosen in cluster:
                self._begin(pos, [chosen, *[combat for combat in cluster if combat != chosen]])
                return

    def _begin(self, pos: TyphoonPosition, cluster: list[Combat | None]) -> None:
        names = tuple([name_of(pos, combat.targets) for combat in cluster if combat is not None])
        pos.defending = 0
        pos.frames.append(Fighting(self.side, names))


@case("9.99")
def clusters(pos: TyphoonPosition) -> list[list[Combat | None]]:
    """Combats in groups that are rolled for together: those with an attacking hex in common."""
    left = list(pos.combats)
    found: list[list[Combat | None]] = []
    while left:
        group, hexes = [left.pop(0)], 0
        hexes = _stacks(pos, group[0])
        while more := [combat for combat in left if _stacks(pos, combat) & hexes]:
            for combat in more:
                left.remove(combat)
                group.append(combat)
                hexes |= _stacks(pos, combat)
        found.append(list(group))
    return found


def _stacks(pos: TyphoonPosition, combat: Combat) -> int:
    found = 0
    for unit in bits(combat.units & pos.in_play):
        found |= 1 << pos.where[unit]
    return found


def close_combat(pos: TyphoonPosition) -> None:
    """The phase is over: zones of control are back, and nobody has fled or fought."""
    pos.fought = pos.fled = pos.assaulting = pos.defending = 0
    lost, pos.no_zone = pos.no_zone, 0
    for unit in bits(lost & pos.in_play):
        pos.firm_up(pos.rules.side_of[unit], pos.where[unit])


class Rolled(msgspec.Struct, frozen=True):
    """The result of a combat that waits to be applied."""

    target: str
    code: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


class Fighting(Phase[TyphoonPosition], frozen=True, tag="fighting"):
    """Combats are rolled for, one after another, and then applied together."""

    about: ClassVar[str] = "9.8"
    side: int
    targets: tuple[str, ...]
    rolled: tuple[Rolled, ...] = ()
    asked: bool = False
    """Whether a lone HQ has decided to stand."""

    @case("9.8", "9.99", "10.25", "8.42")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        if not self.targets:
            self._apply_results(pos)
            return False
        combat = self._current(pos)
        if combat is None:
            self._next(pos)
        elif self._lone_hq(pos, combat) and not self.asked:
            pos.frames.append(Evading(1 - self.side, self.targets[0]))
        elif choices := self._choices(pos, combat):
            if len(choices) > 1:
                pos.frames.append(Defending(1 - self.side, self.targets[0]))
            else:
                pos.defending = choices[0]
                self._roll(pos, combat, umpire)
        else:
            self._roll(pos, combat, umpire)
        return False

    @case("9.15")
    def _current(self, pos: TyphoonPosition) -> Combat | None:
        """The combat at hand without those that can no longer take part; None when nothing is left."""
        combat = combat_named(pos, self.targets[0])
        if combat is None:
            return None
        grid = pos.ground.grid
        targets = tuple([t for t in combat.targets if pos.occupied[1 - self.side] >> t & 1])
        units = 0
        for unit in bits(combat.units & pos.in_play & ~pos.fled):
            if all(grid.around(pos.where[unit]) >> target & 1 for target in targets):
                units |= 1 << unit
        if not targets or not units:
            return None
        return msgspec.structs.replace(combat, targets=targets, units=units)

    def _next(self, pos: TyphoonPosition, rolled: tuple[Rolled, ...] = ()) -> None:
        combat = combat_named(pos, self.targets[0])
        pos.combats = tuple(other for other in pos.combats if other != combat)
        pos.defending = 0
        pos.frames[-1] = Fighting(self.side, self.targets[1:], self.rolled + rolled)

    @case("10.25")
    def _lone_hq(self, pos: TyphoonPosition, combat: Combat) -> bool:
        if len(combat.targets) != 1:
            return False
        units = pos.units_in(combat.targets[0])
        return units.bit_count() == 1 and bool(units & pos.rules.hqs)

    @case("7.24")
    def _choices(self, pos: TyphoonPosition, combat: Combat) -> list[int]:
        """What the defender may choose from, as long as he has not chosen."""
        return [] if pos.defending else defenses(pos, combat)

    @case("8.32", "8.41", "8.42", "8.44", "9.0", "9.31", "9.72", "9.73", "9.83", "9.84")
    def _roll(self, pos: TyphoonPosition, combat: Combat, umpire: Umpire) -> None:
        """Draw chits, work out the odds, and throw two dice."""
        rules = pos.rules
        for unit in bits(combat.units | pos.defending):
            if needs_chit(pos, unit):
                draw(pos, unit, umpire)
        show(pos, combat.units | pos.defending)
        attack = sum([attack_strength(pos, unit, strength(pos, unit)) for unit in bits(combat.units)])
        defense = sum(
            [
                defense_strength(pos, unit, strength(pos, unit)) * multiple(pos, combat, unit)
                for unit in bits(pos.defending)
            ]
        )
        line = terrain_line(pos, combat)
        drms = shifts(pos, self.side, combat, pos.defending)
        column = rules.crt.column(line, attack, max(1, defense))
        final = rules.crt.shifted(column, sum(drm.value for drm in drms))
        target = self.targets[0]
        dice = umpire.throw(f"combat {target}", 2)
        code = rules.crt.results[final, sum(dice)].code
        umpire.tell(
            "combat",
            side=SIDES[self.side],
            target=target,
            units=pos.names(combat.units),
            defenders=pos.names(pos.defending),
            attack=attack,
            defense=defense,
            line=line,
            odds=rules.crt.odds(line, column),
            modifiers=tuple([(drm.value, drm.text, drm.case) for drm in drms]),
            final=rules.crt.odds(line, final),
            dice=tuple(dice),
            result=code,
        )
        pos.fought |= combat.units | pos.defending
        result = Rolled(target, code, pos.names(combat.units), pos.names(pos.defending))
        self._next(pos, (result,))

    @case("9.99", "9.85", "9.86")
    def _apply_results(self, pos: TyphoonPosition) -> None:
        """The attacker's setbacks come first; if both sides could advance, nobody does."""
        pos.frames.pop()
        both = len({rolled.code[0] for rolled in self.rolled}) > 1
        frames = [_setback(pos, self.side, rolled, may_advance=not both) for rolled in self.rolled]
        attackers = [frame for frame in frames if frame.side == self.side]
        defenders = [frame for frame in frames if frame.side != self.side]
        pos.frames += [*reversed(defenders), *reversed(attackers)]

    def decider(self, pos: TyphoonPosition) -> int:
        return self.side


@case("7.24")
def defenses(pos: TyphoonPosition, combat: Combat) -> list[int]:
    """Every choice of defenders: a largest part of each stack."""
    return [sum(parts) for parts in product(*able_defenders(pos, combat).values())]


def _setback(pos: TyphoonPosition, side: int, rolled: Rolled, *, may_advance: bool) -> Setback:
    attacker_suffers = rolled.code[0] == "A"
    number, _, rest = rolled.code[1:].partition("(")
    if attacker_suffers:
        units = pos.rules.units(rolled.attackers)
        hexes = {pos.where[unit] for unit in bits(units & pos.in_play)}
        fighters, victors = rolled.attackers, rolled.defenders
    else:
        hexes = {pos.ground.grid.index(number) for number in rolled.target.split("+")}
        fighters, victors = rolled.defenders, rolled.attackers
    return Setback(
        side=side if attacker_suffers else 1 - side,
        hexes=tuple([pos.ground.grid.name[hex_] for hex_ in sorted(hexes)]),
        fighters=fighters,
        steps=int(rest.rstrip(")!")) if rest else 0,
        back=int(number.rstrip("!")),
        breakthrough=rolled.code.endswith("!"),
        attacking=attacker_suffers,
        victors=victors if may_advance else (),
    )


class Defending(Phase[TyphoonPosition], frozen=True, tag="defending"):
    """The defender chooses who takes part."""

    about: ClassVar[str] = "7.24"
    side: int
    target: str

    def _parts(self, pos: TyphoonPosition) -> list[tuple[str, ...]]:
        frame = pos.frames[-2]
        assert isinstance(frame, Fighting)
        combat = frame._current(pos)
        assert combat is not None
        return [pos.names(part) for part in defenses(pos, combat)]

    def decider(self, pos: TyphoonPosition) -> int:
        return self.side

    def prompt(self, pos: TyphoonPosition) -> str:
        return f"{self.target} is attacked: choose the units that defend."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        return [Listed([Defend(part) for part in self._parts(pos)])]

    @case("7.24", "7.21", "7.22")
    def why_not(self, pos: TyphoonPosition, order: Order) -> Ruling | None:
        if not isinstance(order, Defend):
            return not_now(pos, order.verb)
        if order.units in self._parts(pos):
            return None
        ways = "; ".join(" ".join(part) for part in self._parts(pos))
        return Ruling("7.24", f"as many units as can must defend; the choices are: {ways}")

    def apply(self, pos: TyphoonPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, Defend)
        pos.defending = pos.rules.units(order.units)
        pos.frames.pop()


class Evading(Phase[TyphoonPosition], frozen=True, tag="evading"):
    """An HQ attacked alone in its hex may retreat before the combat."""

    about: ClassVar[str] = "10.25"
    side: int
    target: str

    @case("10.25", "9.92")
    def _hexes(self, pos: TyphoonPosition) -> int:
        """Where it may go: it retreats like any other stack (R94)."""
        paths = paths_back(pos, self.side, pos.ground.grid.index(self.target), 1)
        return sum([1 << hex_ for _, hex_ in paths])

    def decider(self, pos: TyphoonPosition) -> int:
        return self.side

    def prompt(self, pos: TyphoonPosition) -> str:
        return f"The {ADJECTIVE[self.side]} HQ in {self.target} is attacked: retreat one hex, or stand."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        name = pos.ground.grid.name
        return [Listed([Stand(), *[Evade(name[hex_]) for hex_ in bits(self._hexes(pos))]])]

    @case("10.25", "5.92")
    def why_not(self, pos: TyphoonPosition, order: Order) -> Ruling | None:
        if isinstance(order, Stand):
            return None
        if not isinstance(order, Evade):
            return not_now(pos, order.verb)
        hex_ = hex_of(pos, order.hex)
        if isinstance(hex_, Ruling):
            return hex_
        if not self._hexes(pos) >> hex_ & 1:
            return Ruling(
                "9.92", f"the HQ retreats from {self.target} one hex, as far from enemies as it can"
            )
        return None

    @case("10.25", "5.92")
    def apply(self, pos: TyphoonPosition, order: Order, umpire: Umpire) -> None:
        fighting = pos.frames[-2]
        assert isinstance(fighting, Fighting)
        pos.frames.pop()
        if isinstance(order, Stand):
            pos.frames[-1] = msgspec.structs.replace(fighting, asked=True)
            return
        assert isinstance(order, Evade)
        combat = fighting._current(pos)
        assert combat is not None
        start, to = combat.targets[0], pos.ground.grid.index(order.hex)
        (unit,) = bits(pos.units_in(start))
        trapped = pos.zone(1 - self.side) >> to & 1
        pos.remove(unit)
        pos.place(unit, to)
        pos.fled |= 1 << unit
        umpire.tell("evaded", unit=pos.rules.unit_ids[unit], path=(self.target, order.hex))
        if trapped:
            eliminate(pos, unit, umpire)
        else:
            pos.pass_through(self.side, 1 << to, umpire)
        if self.side == GERMAN:
            pos.wake(1 << to, umpire)
        pos.fought |= combat.units
        fighting._next(pos)
        attackers = pos.names(combat.units)
        pos.frames.append(Advancing(1 - self.side, attackers, (self.target,), ((),), hexes=2))
