"""Odds, modifiers and the table of outcomes (B15.5 to B15.12)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.engine.preview import CombatPreview, Modifier, Outcome
from typhoon.games.typhoon_nonop.charts import DRY, FROST, GERMAN, SOVIET
from typhoon.games.typhoon_nonop.charts import Outcome as Result
from typhoon.games.typhoon_nonop.columns import NO_RETREAT, Combat
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted

DIE = 10


class Sum(NonopChapter):
    """A combat worked out up to the die."""

    @case("B15.5", "B15.6", "B2.8")
    def attack(self, pos: NonopPosition, side: int, combat: Combat, guns: int) -> int:
        """The strength of an attack with its support."""
        law = self.law
        fighters = combat.units & pos.in_play
        doubled = sum([law.attacks.doubled(pos, unit, combat.targets) for unit in bits(fighters)])
        return (doubled + self.support(pos, combat, guns, self.plain(pos, combat))) // 2

    def plain(self, pos: NonopPosition, combat: Combat) -> int:
        """The strength of the attackers before halving."""
        return sum([self.law.losses.attack(pos, unit) for unit in bits(combat.units & pos.in_play)])

    @case("B15.5", "B15.6")
    def support(self, pos: NonopPosition, combat: Combat, guns: int, most: int) -> int:
        """Twice the support that guns give: no more than those whom they support, and half of it into mud."""
        total = min(sum([self.law.counters[gun].support for gun in bits(guns & pos.in_play)]), most)
        return total if self.law.conditions.mud(pos) & combat.hexes else 2 * total

    @case("B15.5", "B15.7")
    def defense(self, pos: NonopPosition, combat: Combat) -> int:
        plain = self.law.attacks.defense(pos, combat.targets)
        guns = self.law.artillery.supporting(pos, combat)
        return plain + self.support(pos, combat, guns, self.supported(pos, combat)) // 2

    @case("B15.5")
    def supported(self, pos: NonopPosition, combat: Combat) -> int:
        """The most that support adds to a defence: the strength of those who are no artillery."""
        fighters = self._defenders(pos, combat) & ~self.law.guns
        return sum([self.law.losses.defense(pos, unit) for unit in bits(fighters)])

    # Modifiers

    @case("B15.9", "B6.11", "B14.8", "B18.2")
    def modifiers(
        self, pos: NonopPosition, side: int, combat: Combat, *, supplied: bool, engineers: bool, order: int
    ) -> list[Modifier]:
        """All that changes the die, with what keeps it within three."""
        law, hexes = self.law, combat.hexes
        defenders = self._defenders(pos, combat)
        holds = {
            "no supply": (not supplied, "B6.11"),
            "no retreat": (order == NO_RETREAT, "B14.8"),
            **{key: (so, "B15.9") for key, so in self.works(pos, side, combat).items()},
            "combined arms": (self.combined_arms(pos, side, combat), "B15.10"),
            "engineers": (engineers, "B15.12"),
            "out of supply": (bool(defenders & pos.out), "B6.8"),
            "overrun": (bool(defenders & pos.overrun), "B11.10"),
        }
        chart = law.combat_modifiers
        found = [Modifier(chart[k].value, chart[k].text, c, k) for k, (so, c) in holds.items() if so]
        if count := self.integrity(pos, side, combat, supplied=supplied):
            found.append(
                Modifier(count * chart["integrity"].value, chart["integrity"].text, "B15.11", "integrity")
            )
        for key, points in zip(("attacker air", "defender air"), self._air(pos, side, hexes), strict=True):
            if points:
                found.append(Modifier(points * chart[key].value, chart[key].text, "B17.9", key))
        most, total = chart["most"].value, sum(m.value for m in found)
        if abs(total) > most:
            capped = most if total > 0 else -most
            found.append(Modifier(capped - total, "no more than three in all", "B15.9", "most"))
        return found

    def _defenders(self, pos: NonopPosition, combat: Combat) -> int:
        units = 0
        for hex_ in combat.targets:
            units |= pos.units_in(hex_)
        return units & self.law.ground_units

    @case("B17.9")
    def _air(self, pos: NonopPosition, side: int, hexes: int) -> tuple[int, int]:
        """CAS points of the attacker and of the defender."""
        attacker = sum([points[side] for hex_, points in pos.cover.items() if hexes >> hex_ & 1])
        return attacker, sum([points[1 - side] for hex_, points in pos.cover.items() if hexes >> hex_ & 1])

    @case("B15.9", "B18.2")
    def works(self, pos: NonopPosition, side: int, combat: Combat) -> dict[str, bool]:
        """What the ground does for the defender, once each kind."""
        law, ground, hexes = self.law, self.law.ground, combat.hexes
        muddy = -1 if law.conditions.is_short(pos) else law.conditions.mud(pos)
        return {
            "city": bool(ground.cities & hexes),
            "town": bool(ground.towns & hexes & muddy),
            "river": not pos.frozen and self._all_cross(pos, combat, ground.rivers),
            "frozen major river": pos.frozen and self._all_cross(pos, combat, ground.major_rivers),
            "fortification": bool(law.works.forts(pos, 1 - side) & hexes),
        }

    @case("B15.9")
    def _all_cross(self, pos: NonopPosition, combat: Combat, links: tuple[int, ...], among: int = -1) -> bool:
        """Whether all attackers, or all of some, attack across a river."""
        linked = self.law.ground.linked
        units = bits(combat.units & pos.in_play & among)
        return bool(units) and all(
            any(linked(links, pos.where[unit], target) for target in combat.targets) for unit in units
        )

    @case("B15.10")
    def combined_arms(self, pos: NonopPosition, side: int, combat: Combat) -> bool:
        law, ground, hexes = self.law, self.law.ground, combat.hexes
        armor, light = combat.units & law.armor & pos.in_play, combat.units & law.light & pos.in_play
        if side != GERMAN or not armor or not light or pos.weather not in (DRY, FROST):
            return False
        if self._defenders(pos, combat) & (law.armor | law.anti_tank):
            return False
        if hexes & (law.conditions.mud(pos) | ground.cities | law.works.forts(pos, SOVIET)):
            return False
        water = tuple([a | b for a, b in zip(ground.rivers, ground.major_rivers, strict=True)])
        return not self._all_cross(pos, combat, water, armor | light)

    @case("B15.11", "B6.8")
    def integrity(self, pos: NonopPosition, side: int, combat: Combat, *, supplied: bool) -> int:
        """Panzer divisions that attack as such, and as many motorized divisions beside them."""
        if side != GERMAN:
            return 0
        law, panzer, motorized = self.law, 0, 0
        units = combat.units & pos.in_play
        if not supplied:
            units &= ~pos.out
        for members in law.formations_of_units.values():
            present = (members & units).bit_count()
            if members & law.panzers:
                panzer += bool(members & law.panzers & units) and present >= 3
            elif present >= 3:
                motorized += 1
        return panzer + min(panzer, motorized)

    @case("B15.12")
    def may_use_engineers(self, pos: NonopPosition, side: int, combat: Combat) -> bool:
        """Whether an engineer attacks and the defender has something that engineers help against."""
        helped = self.works(pos, side, combat)
        kinds = ("city", "river", "fortification", "town")
        return bool(combat.units & self.law.engineers & pos.in_play) and any(helped[kind] for kind in kinds)

    # The table of outcomes

    def outcomes(self, column: int, total: int, extra: int) -> tuple[Outcome, ...]:
        """Results with their chances; ``extra`` are the steps that an asterisk takes."""
        dice: dict[str, list[int]] = {}
        for die in range(1, DIE + 1):
            dice.setdefault(self.law.crt.code(column, die + total), []).append(die)
        return tuple(
            [
                Outcome(
                    code,
                    len(rolls) / DIE,
                    tuple(rolls),
                    words(self.law.crt.outcomes[code], extra),
                    self.law.crt.outcomes[code].suffers,
                )
                for code, rolls in dice.items()
            ]
        )

    @case("B15.8")
    def preview(
        self, pos: NonopPosition, side: int, combat: Combat, guns: int = 0, *,
        supplied: bool = True, engineers: bool = False, order: int = 0, notes: tuple[str, ...] = (),
    ) -> CombatPreview:  # fmt: skip
        """A combat as it would be fought, with what is openly known."""
        law = self.law
        attack, defense = self.attack(pos, side, combat, guns), self.defense(pos, combat)
        column = law.crt.column(attack, defense)
        found = self.modifiers(pos, side, combat, supplied=supplied, engineers=engineers, order=order)
        total = sum(m.value for m in found)
        extra = self.asterisk(pos, side, combat, supplied=supplied)
        lost = (Outcome("e/-", 1.0, (), "all attackers are lost", "attacker"),)  # R20
        outcomes = self.outcomes(column, total, extra) if column >= 0 else lost
        odds = law.crt.columns[column] if column >= 0 else "below 1-4"
        return CombatPreview(
            law.attacks.name_of(combat.targets), attack, defense, odds, tuple(found), outcomes, notes=notes
        )

    @case("B16.3")
    def asterisk(self, pos: NonopPosition, side: int, combat: Combat, *, supplied: bool) -> int:
        """The steps that the attacker loses besides when the result has an asterisk."""
        return (not supplied) + combat.mandated + self.works(pos, side, combat)["fortification"]


def words(result: Result, extra: int) -> str:
    """A combat result as people say it.

    >>> words(Result.of("1*R/2"), 1)
    'the attacker loses 2 steps and retreats, the defender loses 2 steps'
    >>> words(Result.of("-/-"), 0)
    'nothing happens'
    """
    steps = result.attacker_steps + (extra if result.asterisk else 0)
    parts = [
        f"the {who} {fate}"
        for who, fate in (
            ("attacker", _fate(steps, result.attacker_retreats, result.attacker_falls)),
            ("defender", _fate(result.defender_steps, result.defender_retreats, result.defender_falls)),
        )
        if fate
    ]
    return ", ".join(parts) or "nothing happens"


def _fate(steps: int, retreats: bool, falls: bool) -> str:
    if falls:
        return "is destroyed"
    parts = [f"loses {counted(steps, 'step')}"] if steps else []
    return " and ".join([*parts, *(["retreats"] if retreats else [])])
