"""A combat or several at once: who defends, the odds, the dice, and what they do (9.8, 9.99)."""

from __future__ import annotations

from itertools import product
from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.phase import HexNumbers, Phase, SideNumber, Umpire, UnitId
from typhoon.games.operation_typhoon.charts import SIDES, Strength
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.games.operation_typhoon.setback import Setback
from typhoon.hexgrid import bits


class Rolled(msgspec.Struct, frozen=True):
    """The result of a combat that waits to be applied."""

    target: HexNumbers
    code: str
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]


class Fighting(Phase[TyphoonPosition], frozen=True, tag="fighting"):
    """Combats are rolled for, one after another, and then applied together."""

    about: ClassVar[str] = "9.8"
    side: SideNumber
    targets: tuple[HexNumbers, ...]
    rolled: tuple[Rolled, ...] = ()
    asked: bool = False
    """Whether a lone HQ has decided to stand."""

    @case("9.8", "9.99", "10.25", "8.42", "7.24")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        from typhoon.games.operation_typhoon.answers import Defending, Evading

        combats = pos.rules.combats
        if not self.targets:
            combats.apply_results(pos, self.side, self.rolled)
            return False
        combat = self.combat_at_hand(pos)
        if combat is None:
            self.move_on(pos)
        elif not self.asked and combats.may_evade(pos, combat):
            pos.frames.append(Evading(1 - self.side, self.targets[0]))
        elif not pos.defending and len(choices := combats.defenses(pos, combat)) > 1:
            pos.frames.append(Defending(1 - self.side, self.targets[0]))
        else:
            if not pos.defending and choices:
                pos.defending = choices[0]
            self.move_on(pos, (combats.fight(pos, self.side, self.targets[0], combat, umpire),))
        return False

    def combat_at_hand(self, pos: TyphoonPosition) -> Combat | None:
        return pos.rules.combats.at_hand(pos, self.side, self.targets[0])

    def move_on(self, pos: TyphoonPosition, rolled: tuple[Rolled, ...] = ()) -> None:
        combat = pos.rules.attacks.combat_named(pos, self.targets[0])
        if combat is not None:
            pos.rules.attacks.change(pos, combat, None)
        pos.defending = 0
        pos.frames[-1] = Fighting(self.side, self.targets[1:], self.rolled + rolled)


class Combats(TyphoonChapter):
    """How a combat is fought."""

    @case("9.15")
    def at_hand(self, pos: TyphoonPosition, side: int, name: str) -> Combat | None:
        """A combat without those that can no longer take part; None when nothing is left of it."""
        combat = self.law.attacks.combat_named(pos, name)
        if combat is None:
            return None
        grid = pos.ground.grid
        targets = tuple([t for t in combat.targets if pos.occupied[1 - side] >> t & 1])
        units = 0
        for unit in bits(combat.units & pos.in_play & ~pos.fled):
            if all(grid.around(pos.where[unit]) >> target & 1 for target in targets):
                units |= 1 << unit
        if not targets or not units:
            return None
        return msgspec.structs.replace(combat, targets=targets, units=units)

    @case("10.25")
    def may_evade(self, pos: TyphoonPosition, combat: Combat) -> bool:
        """Whether a lone HQ is attacked, which may retreat before the combat."""
        if len(combat.targets) != 1:
            return False
        units = pos.units_in(combat.targets[0])
        return units.bit_count() == 1 and bool(units & self.law.hqs)

    @case("7.24")
    def defenses(self, pos: TyphoonPosition, combat: Combat) -> list[int]:
        """Every choice of defenders: a largest part of each stack."""
        return [sum(parts) for parts in product(*self.law.odds.able_defenders(pos, combat).values())]

    def attack(self, pos: TyphoonPosition, combat: Combat) -> Strength:
        """The strength of the attackers, whose chits are known."""
        strengths = self.law.strengths
        values = [strengths.attack_strength(pos, u, strengths.strength(pos, u)) for u in bits(combat.units)]
        return sum(values)

    def defense(self, pos: TyphoonPosition, combat: Combat) -> Strength:
        """The strength of the chosen defenders, with rivers and works."""
        strengths, multiple = self.law.strengths, self.law.odds.multiple
        values = [
            strengths.defense_strength(pos, unit, strengths.strength(pos, unit)) * multiple(pos, combat, unit)
            for unit in bits(pos.defending)
        ]
        return max(1, sum(values))

    @case("8.32", "8.41", "8.42", "8.44", "9.0", "9.31", "9.72", "9.73", "9.83", "9.84")
    def fight(self, pos: TyphoonPosition, side: int, target: str, combat: Combat, umpire: Umpire) -> Rolled:
        """Draw chits, work out the odds, and throw two dice."""
        law, fighters = self.law, combat.units | pos.defending
        for unit in bits(fighters):
            if law.strengths.needs_chit(pos, unit):
                law.strengths.draw(pos, unit, umpire)
        law.strengths.show(pos, fighters)
        attack, defense = self.attack(pos, combat), self.defense(pos, combat)
        line = law.odds.terrain_line(pos, combat)
        drms = law.odds.shifts(pos, side, combat, pos.defending)
        column = law.crt.column(line, attack, defense)
        final = law.crt.shifted(column, sum(drm.value for drm in drms))
        dice = umpire.throw(f"combat {target}", 2)
        code = law.crt.results[final, sum(dice)].code
        attackers, defenders = pos.names(combat.units), pos.names(pos.defending)
        umpire.tell(
            "combat",
            side=SIDES[side],
            target=target,
            units=attackers,
            defenders=defenders,
            attack=attack,
            defense=defense,
            line=line,
            odds=law.crt.odds(line, column),
            modifiers=tuple([(drm.value, drm.text, drm.case) for drm in drms]),
            final=law.crt.odds(line, final),
            dice=tuple(dice),
            result=code,
        )
        pos.fought |= fighters
        return Rolled(target, code, attackers, defenders)

    @case("9.99", "9.85", "9.86")
    def apply_results(self, pos: TyphoonPosition, side: int, results: tuple[Rolled, ...]) -> None:
        """The attacker's setbacks come first; where both could advance from a fight, nobody does (R101)."""
        pos.frames.pop()
        frames = []
        for rolled in results:
            hexes = self._hexes(pos, rolled.attackers)
            contrary = [other for other in results if other.code[0] != rolled.code[0]]
            disputed = any(hexes & self._hexes(pos, other.attackers) for other in contrary)
            frames.append(self.setback(pos, side, rolled, may_advance=not disputed))
        attackers = [frame for frame in frames if frame.side == side]
        defenders = [frame for frame in frames if frame.side != side]
        pos.frames += [*reversed(defenders), *reversed(attackers)]

    def _hexes(self, pos: TyphoonPosition, names: tuple[str, ...]) -> int:
        """The hexes of some units."""
        found = 0
        for unit in bits(self.law.units(names)):
            found |= 1 << pos.where[unit]
        return found

    def setback(self, pos: TyphoonPosition, side: int, rolled: Rolled, *, may_advance: bool) -> Setback:
        """The result as it strikes the side that suffers it: everybody in the hexes that fought (9.86)."""
        attacker_suffers = rolled.code[0] == "A"
        number, _, rest = rolled.code[1:].partition("(")
        fighters, victors = rolled.defenders, rolled.attackers
        hexes = pos.ground.hexes(rolled.target.split("+"))
        if attacker_suffers:
            fighters, victors = victors, fighters
            hexes = self._hexes(pos, fighters)
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
