"""A combat: who takes part, the odds, and the dice (9.8)."""

from __future__ import annotations

from itertools import product
from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.engine.preview import Modifier
from typhoon.games.operation_typhoon.answers import AtHand, Defending, Engaging, Evading
from typhoon.games.operation_typhoon.charts import SIDES, Strength
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.outcomes import Awaiting, Rolled
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.hexgrid import bits, first


class Fighting(AtHand, frozen=True, tag="fighting"):
    """A combat is fought; its result waits for those that are applied with it."""

    about: ClassVar[str] = "9.8"

    @case("7.24", "8.42", "9.8", "10.25")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        combats, name = pos.rules.combats, pos.ground.grid.name
        combat = combats.at_hand(pos, self.side, self.target)
        if combat is None:
            pos.frames.pop()
            combats.close(pos, self.target)
            return False
        hqs = [name[hex_] for hex_ in bits(combats.lone_hqs(pos, combat)) if name[hex_] not in self.stood]
        if hqs:
            pos.frames.append(Evading(1 - self.side, self.target, hqs[0]))
        elif not self.engaged and len(combats.engagements(pos, combat)) > 1:
            pos.frames.append(Engaging(self.side, self.target))
        elif not pos.defending and len(choices := combats.defenses(pos, combat)) > 1:
            pos.frames.append(Defending(1 - self.side, self.target))
        else:
            if not pos.defending and choices:
                pos.defending = choices[0]
            rolled = combats.fight(pos, self.side, self.target, combat, umpire)
            pos.frames.pop()
            below = pos.frames[-1]
            assert isinstance(below, Awaiting)
            pos.frames[-1] = msgspec.structs.replace(below, rolled=(*below.rolled, rolled))
            combats.close(pos, self.target)
        return False


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

    def close(self, pos: TyphoonPosition, name: str) -> None:
        """A combat is over: it is declared no longer, and nobody defends."""
        combat = self.law.attacks.combat_named(pos, name)
        if combat is not None:
            self.law.attacks.change(pos, combat, None)
        pos.defending = 0

    @case("10.25")
    def lone_hqs(self, pos: TyphoonPosition, combat: Combat) -> int:
        """Hexes under attack in which an HQ is alone, which may retreat before the combat (R103)."""
        found = 0
        for target in combat.targets:
            units = pos.units_in(target)
            if units.bit_count() == 1 and units & self.law.hqs:
                found |= 1 << target
        return found

    @case("7.24", "8.42")
    def engagements(self, pos: TyphoonPosition, combat: Combat) -> list[int]:
        """Every choice of attackers, the declared ones first.

        In each hex others of the same size who fight nowhere else may take the places of the declared (R116).
        """
        law, busy = self.law, self.law.obligation.committed(pos) | pos.fled
        choices = []
        for hex_ in sorted({pos.where[unit] for unit in bits(combat.units)}):
            stack = pos.units_in(hex_)
            spare = law.obligation.able_in(pos, hex_) & ~busy
            side = law.side_of[first(stack)]
            choices.append(law.stacking.exchanges(pos, side, stack & combat.units, spare))
        return [sum(parts) for parts in product(*choices)]

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

    def shifts(self, pos: TyphoonPosition, side: int, combat: Combat, umpire: Umpire) -> list[Modifier]:
        """The column shifts that take effect."""
        return self.law.odds.shifts(pos, side, combat, pos.defending)

    @case("8.32", "8.41", "8.42", "8.44", "9.0", "9.31", "9.72", "9.73", "9.83", "9.84")
    def fight(self, pos: TyphoonPosition, side: int, target: str, combat: Combat, umpire: Umpire) -> Rolled:
        """Draw chits, work out the odds, and throw two dice."""
        law, fighters = self.law, combat.units | pos.defending
        for unit in bits(fighters):
            if law.strengths.needs_chit(pos, unit):
                law.strengths.draw(pos, unit, umpire)
        law.strengths.show(pos, fighters)
        law.looking.show(pos, fighters)
        attack, defense = self.attack(pos, combat), self.defense(pos, combat)
        line = law.odds.terrain_line(pos, combat)
        drms = self.shifts(pos, side, combat, umpire)
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
        for answer in law.asked("after_fight"):
            answer(pos, combat, umpire)
        return Rolled(target, code, attackers, defenders)
