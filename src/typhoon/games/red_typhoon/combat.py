"""The combat phase: declaring and resolving attacks (9)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from typhoon.engine.cases import case
from typhoon.engine.events import Event
from typhoon.engine.orders import Attack, End, OrderSet
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.engine.preview import CombatPreview, Modifier, Outcome, Term
from typhoon.engine.ruling import Ruling
from typhoon.engine.throws import share_below
from typhoon.engine.tidings import Fought, modifiers_in_words
from typhoon.games.red_typhoon.activation import MOST_SAVED, Activate
from typhoon.games.red_typhoon.charts import SIDES, SOVIET
from typhoon.games.red_typhoon.law import RedAct, RedChapter
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.results import RESULT_WORDS, sufferer
from typhoon.hexgrid import bits
from typhoon.mechanics.choices import Groups
from typhoon.mechanics.ending import Ending
from typhoon.mechanics.odds import odds
from typhoon.mechanics.wording import counted

if TYPE_CHECKING:
    from typhoon.games.red_typhoon import RedTyphoon

REMEMBERED = 500
"""Hexes that can be attacked of which it is remembered by whom."""


class Combat(Phase[RedPosition], frozen=True, tag="combat"):
    """A side gives attack orders and attacks, one battle after another."""

    about: ClassVar[str] = "9.0"
    side: SideNumber

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} combat"

    def prompt(self, pos: RedPosition) -> str:
        return "Give attack orders and attack, or end the combat phase."

    def unused(self, pos: RedPosition) -> list[str]:
        texts, left = [], pos.ap[self.side]
        if targets := sum([len(groups) > 0 for groups in pos.rules.battles.possible(pos, self.side)]):
            hexes = counted(targets, "enemy hex", "enemy hexes")
            texts.append(f"{hexes} could still be attacked by units with orders (9.0)")
        if left > MOST_SAVED:
            texts.append(
                f"{counted(left - MOST_SAVED, 'point')} more than can be kept for the next turn (12.6)"
            )
        return texts


class Battles(RedChapter):
    """Who can attack whom, and at what odds."""

    def __init__(self, law: RedTyphoon) -> None:
        super().__init__(law)
        self._groups = lru_cache(REMEMBERED)(self._groups_against)

    def strength(self, units: int) -> int:
        strength = self.law.strength
        return sum([strength[unit] for unit in bits(units)])

    @case("9.0", "9.5")
    def able_attackers(self, pos: RedPosition, side: int) -> int:
        """The units that could attack now, were there somebody to attack."""
        units = self.law.activation.may_attack(pos) & self.law.units_of[side] & pos.in_play
        return units & ~pos.disrupted & ~pos.attacked

    @case("6.2", "9.2")
    def possible(self, pos: RedPosition, side: int) -> list[OrderSet]:
        """For each hex that can be attacked, all groups of units that can attack it."""
        grid, stacks, able = self.law.grid, pos.stacks, self.able_attackers(pos, side)
        ground = 0
        for unit in bits(able):
            ground |= 1 << pos.where[unit]
        found: list[OrderSet] = []
        for target in bits(grid.neighbours(ground) & pos.occupied[1 - side]):
            defenders = stacks[target]
            if not defenders & pos.defended:
                beside = 0
                for hex_ in bits(grid.around(target) & ground):
                    beside |= stacks[hex_]
                found.append(self._groups(target, beside & able, defenders))
        return found

    def _groups_against(self, target: int, attackers: int, defenders: int) -> OrderSet:
        """The groups that are strong enough to attack a hex."""
        units = [(self.law.unit_ids[unit], self.law.strength[unit]) for unit in bits(attackers)]
        return Groups(self.law.grid.name[target], units, self.strength(defenders))

    @case("9.0", "9.2", "12.4", "12.7")
    def why_not(self, pos: RedPosition, side: int, order: Attack) -> Ruling | None:
        """Why these units may not attack that hex."""
        law = self.law
        target = law.hex_named(order.target)
        if isinstance(target, Ruling):
            return target
        if not pos.occupied[1 - side] >> target & 1:
            return Ruling("9.0", f"there are no enemy units in {order.target} to attack")
        if pos.units_in(target) & pos.defended:
            return Ruling("9.0", f"{order.target} holds a unit that has been attacked in this phase")
        if len(set(order.units)) < len(order.units):
            return Ruling("9.0", "a unit is named twice")
        for name in order.units:
            unit = law.unit_on_map(pos, name, side)
            if isinstance(unit, Ruling):
                return unit
            if ruling := self._why_unit_cannot(pos, unit, target):
                return ruling
        return self._why_too_weak(self.strength(law.units(order.units)), self.strength(pos.units_in(target)))

    @case("6.2", "9.0", "9.2", "9.5", "12.4")
    def _why_unit_cannot(self, pos: RedPosition, unit: int, target: int) -> Ruling | None:
        law = self.law
        name = law.unit_ids[unit]
        if pos.disrupted >> unit & 1:
            return Ruling("9.5", f"{name} is disrupted and cannot attack before it recovers")
        if not law.grid.around(target) >> pos.where[unit] & 1:
            return Ruling("6.2", f"{name} is not next to {law.grid.name[target]}")
        if pos.attacked >> unit & 1:
            return Ruling("9.0", f"{name} has attacked in this phase")
        if not law.activation.may_attack(pos) >> unit & 1:
            formation = law.counters[unit].formation
            return Ruling("12.4", f"{name} cannot attack: formation {formation} has no attack orders")
        return None

    @case("9.10")
    def _why_too_weak(self, attack: int, defense: int) -> Ruling | None:
        if odds(attack, defense) < 1:
            return Ruling("9.10", f"strength {attack} against {defense} is less than 1:1")
        return None

    @case("9.3.1", "9.3.2", "9.3.3", "9.8", "9.9", "10.4")
    def modifiers(self, pos: RedPosition, side: int, attackers: int, target: int) -> list[Modifier]:
        """The die-roll modifiers of an attack, each with its reason."""
        law = self.law
        reasons = {}
        terrain = law.board.terrain_at[target]
        if terrain in ("woods", "city"):
            reasons[terrain] = f"defender in {'a city' if terrain == 'city' else 'woods'}"
        # Over the river only when nobody attacks from this bank.
        if all(self.across_river(pos.where[unit], target) for unit in bits(attackers)):
            reasons["river"] = "all attackers across a river"
        if law.isolation.isolated(pos, 1 - side, target):
            reasons["isolated"] = "defender isolated"
        if side == SOVIET and pos.turn == 1:
            reasons["surprise"] = "Soviet surprise attack"
        rows = [(key, text, law.modifiers[key]) for key, text in reasons.items()]
        return [Modifier(row.drm, text, row.case, key) for key, text, row in rows if row.drm]

    def across_river(self, a: int, b: int) -> bool:
        """Whether a river parts two hexes."""
        direction = self.law.grid.direction(a, b)
        return direction is not None and bool(self.law.board.rivers[direction] >> a & 1)

    @case("9.3", "9.3.1", "9.3.2", "9.10")
    def preview(self, pos: RedPosition, side: int, order: Attack) -> CombatPreview:
        """Strengths, odds, modifiers and the chance of each result."""
        law = self.law
        target, attackers = law.grid.index(order.target), law.units(order.units)
        attack, defense = self.strength(attackers), self.strength(pos.units_in(target))
        ratio = odds(attack, defense)
        drms = self.modifiers(pos, side, attackers, target)
        shift = sum(m.value for m in drms)
        dice: dict[str, list[int]] = {}
        for die in range(1, 7):
            dice.setdefault(law.crt.result(die + shift, ratio), []).append(die)
        return CombatPreview(
            order.target,
            attack,
            defense,
            f"{law.crt.column(ratio)}:1",
            tuple(drms),
            tuple(
                Outcome(code, len(d) / 6, tuple(d), RESULT_WORDS[code], sufferer(code))
                for code, d in dice.items()
            ),
            terms=tuple(
                Term(law.unit_ids[unit], attacks, str(law.strength[unit]), str(law.strength[unit]))
                for units, attacks in ((attackers, True), (pos.units_in(target), False))
                for unit in bits(units)
            ),
        )

    @case("9.3", "9.3.3", "9.3.4", "10.1")
    def fight(self, pos: RedPosition, side: int, order: Attack, umpire: Umpire) -> None:
        law = self.law
        target, attackers = law.grid.index(order.target), law.units(order.units)
        defenders = pos.units_in(target)
        attack, defense = self.strength(attackers), self.strength(defenders)
        ratio = odds(attack, defense)
        drms = self.modifiers(pos, side, attackers, target)
        die = umpire.roll("combat")
        modified = law.crt.die(die + sum(m.value for m in drms))
        code = law.crt.result(modified, ratio)
        pos.attacked |= attackers
        pos.defended |= defenders
        umpire.tell(
            "battle",
            side=SIDES[side],
            hex=order.target,
            units=order.units,
            defenders=pos.names(defenders),
            attack=attack,
            defense=defense,
            odds=f"{law.crt.column(ratio)}:1",
            modifiers=tuple([(m.value, m.text, m.case) for m in drms]),
            die=die,
            modified=modified,
            result=code,
        )
        law.results.apply(pos, side, code, target, attackers, umpire)

    def fought(self, event: Event, from_worst: Sequence[str]) -> Fought:
        """An attack that is past, in words, and how lucky the attacker was."""
        facts = event.facts
        shift, ratio = sum(value for value, _, _ in facts["modifiers"]), int(facts["odds"].split(":")[0])
        possible = [from_worst.index(self.law.crt.result(die + shift, ratio)) for die in range(1, 7)]
        return Fought(
            facts["side"],
            (facts["hex"],),
            tuple(facts["units"]),
            tuple(facts["defenders"]),
            f"{facts['attack']} to {facts['defense']} is {facts['odds']}",
            modifiers_in_words(facts["modifiers"]),
            (facts["die"],),
            facts["result"],
            RESULT_WORDS[facts["result"]],
            share_below(from_worst.index(facts["result"]), possible),
        )


class GiveAttackOrders(RedAct[Combat, Activate]):
    """Let a formation attack."""

    phase = Combat
    kind = Activate

    def offered(self, pos: RedPosition, phase: Combat) -> list[OrderSet]:
        return self.law.activation.affordable(pos, phase.side, pos.attack_orders)

    def why_not(self, pos: RedPosition, phase: Combat, order: Activate) -> Ruling | None:
        return self.law.activation.why_not(pos, phase.side, pos.attack_orders, order, "attack")

    def apply(self, pos: RedPosition, phase: Combat, order: Activate, umpire: Umpire) -> None:
        pos.attack_orders |= self.law.activation.spend(pos, phase.side, order, "attack", umpire)


class EndCombat(Ending[Combat], RedAct[Combat, End]):
    """Stop attacking."""

    phase = Combat

    def apply(self, pos: RedPosition, phase: Combat, order: End, umpire: Umpire) -> None:
        pos.attacked = pos.defended = 0
        pos.frames.pop()


class AttackHex(RedAct[Combat, Attack]):
    """Attack the enemies in a hex."""

    phase = Combat
    kind = Attack

    @case("9.0", "9.1")
    def offered(self, pos: RedPosition, phase: Combat) -> list[OrderSet]:
        return self.law.battles.possible(pos, phase.side)

    def why_not(self, pos: RedPosition, phase: Combat, order: Attack) -> Ruling | None:
        return self.law.battles.why_not(pos, phase.side, order)

    def preview(self, pos: RedPosition, phase: Combat, order: Attack) -> CombatPreview:
        return self.law.battles.preview(pos, phase.side, order)

    def apply(self, pos: RedPosition, phase: Combat, order: Attack, umpire: Umpire) -> None:
        self.law.battles.fight(pos, phase.side, order, umpire)


ACTS = (GiveAttackOrders, EndCombat, AttackHex)
