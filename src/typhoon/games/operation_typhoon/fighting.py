"""A combat or several at once: who defends, the odds, the dice, and what they do (9.8, 9.99)."""

from __future__ import annotations

from itertools import product
from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.phase import Phase, Umpire
from typhoon.games.operation_typhoon.attacks import combat_named
from typhoon.games.operation_typhoon.charts import SIDES
from typhoon.games.operation_typhoon.odds import (
    able_defenders,
    multiple,
    shifts,
    terrain_line,
)
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.games.operation_typhoon.setback import Setback
from typhoon.games.operation_typhoon.strength import (
    attack_strength,
    defense_strength,
    draw,
    needs_chit,
    show,
    strength,
)
from typhoon.hexgrid import bits


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
        from typhoon.games.operation_typhoon.answers import Defending, Evading

        if not self.targets:
            self._apply_results(pos)
            return False
        combat = self.combat_at_hand(pos)
        if combat is None:
            self.move_on(pos)
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
    def combat_at_hand(self, pos: TyphoonPosition) -> Combat | None:
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

    def move_on(self, pos: TyphoonPosition, rolled: tuple[Rolled, ...] = ()) -> None:
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
        self.move_on(pos, (result,))

    @case("9.99", "9.85", "9.86")
    def _apply_results(self, pos: TyphoonPosition) -> None:
        """The attacker's setbacks come first; where both could advance from a fight, nobody does (R101)."""
        pos.frames.pop()
        frames = []
        for rolled in self.rolled:
            contrary = [other for other in self.rolled if other.code[0] != rolled.code[0]]
            disputed = any(_hexes(pos, rolled.attackers) & _hexes(pos, other.attackers) for other in contrary)
            frames.append(_setback(pos, self.side, rolled, may_advance=not disputed))
        attackers = [frame for frame in frames if frame.side == self.side]
        defenders = [frame for frame in frames if frame.side != self.side]
        pos.frames += [*reversed(defenders), *reversed(attackers)]

    def decider(self, pos: TyphoonPosition) -> int:
        return self.side


def _hexes(pos: TyphoonPosition, names: tuple[str, ...]) -> int:
    """The hexes of some units."""
    found = 0
    for unit in bits(pos.rules.units(names)):
        found |= 1 << pos.where[unit]
    return found


@case("7.24")
def defenses(pos: TyphoonPosition, combat: Combat) -> list[int]:
    """Every choice of defenders: a largest part of each stack."""
    return [sum(parts) for parts in product(*able_defenders(pos, combat).values())]


def _setback(pos: TyphoonPosition, side: int, rolled: Rolled, *, may_advance: bool) -> Setback:
    """The result as it strikes the side that suffers it: everybody in the hexes that fought (9.86)."""
    attacker_suffers = rolled.code[0] == "A"
    number, _, rest = rolled.code[1:].partition("(")
    fighters, victors = rolled.defenders, rolled.attackers
    hexes = pos.ground.hexes(rolled.target.split("+"))
    if attacker_suffers:
        fighters, victors = victors, fighters
        hexes = _hexes(pos, fighters)
    units = 0
    for hex_ in bits(hexes):
        units |= pos.units_in(hex_)
    return Setback(
        side=side if attacker_suffers else 1 - side,
        units=pos.names(units),
        fighters=fighters,
        steps=int(rest.rstrip(")!")) if rest else 0,
        back=int(number.rstrip("!")),
        breakthrough=rolled.code.endswith("!"),
        attacking=attacker_suffers,
        victors=victors if may_advance else (),
    )
