"""The odds of a combat: strengths, terrain, shifts (9.3 to 9.5, 9.8, 14.2, 17.2, 19)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, reduce
from operator import or_
from random import Random
from typing import NamedTuple
from zlib import crc32

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.preview import CombatPreview, Modifier, Outcome, Term
from typhoon.games.operation_typhoon.charts import GERMAN, INFANTRY, SIDES, SOVIET, division_name
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.games.operation_typhoon.strength import Spread
from typhoon.hexgrid import bits

MOST_INTEGRITY_SHIFTS = 3
COVER_POINTS = 2
"""Air points that shift a column for the defender (17.23)."""

LINES = ("city", "woods", "clear")
"""Terrain lines of the table, the best for the defender first."""
LINE_WORDS = {"city": "City, Rough", "woods": "Woods, Town", "clear": "Clear"}


WORLDS = 24
"""How many worlds are looked at where closed stacks have part in a combat."""


class Weighed(NamedTuple):
    """A combat before the dice, as far as somebody can tell."""

    attack: Spread
    defense: Spread
    shifts: list[Modifier]
    columns: Spread


class Odds(TyphoonChapter):
    """What a combat comes to before the dice."""

    @case("9.26", "9.31")
    def terrain_line(self, pos: TyphoonPosition, combat: Combat) -> str:
        """The line of the table: of several hexes the best for the defender."""
        found = {pos.ground.terrain_line(target) for target in combat.targets}
        return next(line for line in LINES if line in found)

    @case("9.32", "13.52")
    def across_river(self, pos: TyphoonPosition, combat: Combat, target: int) -> bool:
        """Whether a hex is attacked over river hexsides alone (R75)."""
        if self.law.conditions.surface(pos).rivers:
            return False
        stacks = {pos.where[unit] for unit in bits(combat.units)}
        return bool(stacks) and all(pos.ground.river_between(stack, target) for stack in stacks)

    @case("9.32", "14.0", "14.21", "14.23")
    def multiple(self, pos: TyphoonPosition, combat: Combat, unit: int) -> int:
        """By how much rivers and works multiply a defender's strength."""
        hex_, side = pos.where[unit], self.law.side_of[unit]
        river = 2 if self.across_river(pos, combat, hex_) else 1
        return self.both(river, self.law.works.multiple(pos, side, hex_), side)

    @case("14.21")
    def both(self, river: int, works: int, side: int) -> int:
        """What a river and works of a side make together (R31)."""
        return river * works

    @case("9.4", "9.41", "9.43", "9.44", "9.45")
    def attack_integrity(self, pos: TyphoonPosition, combat: Combat) -> list[str]:
        """German divisions with all their regiments next to the enemy, one of them at least attacking."""
        choices = self.no_regiments(pos, combat.units, self._fighting_elsewhere(pos, combat))
        whole = [self._whole(pos, combat, not_counting) for not_counting in choices]
        return max(whole, key=len)[:MOST_INTEGRITY_SHIFTS]

    def _whole(self, pos: TyphoonPosition, combat: Combat, not_counting: int) -> list[str]:
        rules, grid, found = self.law, pos.ground.grid, []
        beside = grid.all
        for target in combat.targets:
            beside &= grid.around(target)
        for division in sorted(
            {rules.counters[u].division for u in bits(combat.units & rules.units_of[GERMAN])} - {""}
        ):
            regiments = rules.regiments_of.get(division, 0)
            if regiments.bit_count() < 2 or regiments & ~pos.in_play or not regiments & combat.units:
                continue
            if regiments & not_counting:
                continue
            if all(beside >> pos.where[unit] & 1 for unit in bits(regiments)):
                found.append(division)
        return found

    def _fighting_elsewhere(self, pos: TyphoonPosition, combat: Combat) -> int:
        """Who fights in the other combats of the phase, or has fought."""
        others = [other.units for other in pos.combats if not other.hexes & combat.hexes]
        return reduce(or_, others, pos.fought) & ~combat.units

    @case("9.42", "9.43", "9.44")
    def defense_integrity(self, pos: TyphoonPosition, defenders: int) -> bool:
        """Whether a German regiment under attack has another of its division with it or beside it."""
        return any(self._backed(pos, defenders, choice) for choice in self.no_regiments(pos, defenders))

    def _backed(self, pos: TyphoonPosition, defenders: int, not_counting: int) -> bool:
        rules, grid = self.law, pos.ground.grid
        for unit in bits(defenders & rules.regiments & ~not_counting):
            mates = rules.regiments_of.get(rules.counters[unit].division, 0) & pos.in_play & ~(1 << unit)
            mates &= ~not_counting
            near = 1 << pos.where[unit] | grid.around(pos.where[unit])
            if any(near >> pos.where[mate] & 1 for mate in bits(mates)):
                return True
        return False

    def no_regiments(self, pos: TyphoonPosition, fighters: int, elsewhere: int = 0) -> list[int]:
        """Every choice of those in combat who do not count as regiments for integrity: nobody (R34).

        Besides the units of a combat there may be others that fight in the same phase.
        """
        return [0]

    @case("9.5", "9.51")
    def combined_arms(self, pos: TyphoonPosition, combat: Combat) -> int:
        """Tank units that attack in a stack with infantry."""
        rules, found = self.law, 0
        for hex_ in {pos.where[unit] for unit in bits(combat.units)}:
            units = combat.units & pos.units_in(hex_)
            if any(rules.counters[unit].type in INFANTRY for unit in bits(units)):
                found += (units & rules.tanks).bit_count()
        return found

    @case("9.52")
    def denies_combined_arms(self, pos: TyphoonPosition, combat: Combat) -> bool:
        """Whether an attacked stack has combined arms of its own (R70, R99)."""
        return any(self.has_combined_arms(self.attacked_in(pos, target)) for target in combat.targets)

    @case("9.52")
    def has_combined_arms(self, units: int) -> bool:
        """Whether a stack has infantry together with tanks or anti-tank units."""
        types = {self.law.counters[unit].type for unit in bits(units)}
        return not types.isdisjoint(INFANTRY) and not types.isdisjoint(("armor", "antitank"))

    @case("9.43", "9.51", "17.22", "17.23", "17.24", "19.13", "19.21", "19.23")
    def shifts(self, pos: TyphoonPosition, side: int, combat: Combat, defenders: int) -> list[Modifier]:
        """The column shifts of a combat, to the right for the attacker."""
        found = []
        if side == GERMAN:
            whole = self.attack_integrity(pos, combat)
            found += [Modifier(1, f"{division_name(name)} together", "9.41", "integrity") for name in whole]
        elif self.defense_integrity(pos, defenders):
            found.append(Modifier(-1, "divisional integrity of the defender", "9.42", "integrity"))
        tanks = self.combined_arms(pos, combat)
        if tanks and not self.denies_combined_arms(pos, combat):
            found.append(Modifier(tanks, "combined arms", "9.51", "combined-arms"))
        if combat.air:
            found.append(Modifier(combat.air, "ground support of the attacker", "17.22", "air"))
        if combat.cover >= COVER_POINTS:
            found.append(Modifier(-1, "ground support of the defender", "17.23", "cover"))
        if pos.hedgehogs & combat.hexes:
            found.append(Modifier(-1, "hedgehog", "19.13", "hedgehog"))
        return found

    def shift_chances(self, shifts: list[Modifier]) -> Spread:
        """What the shifts of a combat come to."""
        return {sum([shift.value for shift in shifts]): 1.0}

    @case("9.15", "9.94")
    def attacked_in(self, pos: TyphoonPosition, target: int) -> int:
        """The units in a hex that are attacked: not who fled there, or came after a combat (R97)."""
        return pos.units_in(target) & ~(pos.fled | pos.fought)

    @case("7.24", "9.23")
    def able_defenders(self, pos: TyphoonPosition, combat: Combat) -> dict[int, list[int]]:
        """For each target hex the parts of its stack that may defend."""
        found = {}
        for target in combat.targets:
            side = self.law.side_of[bits(pos.units_in(target))[0]]
            found[target] = self.law.stacking.largest_parts(pos, side, self.attacked_in(pos, target))
        return found

    @case("8.43", "8.45")
    def preview(
        self, pos: TyphoonPosition, side: int, combat: Combat, viewer: int | None = None
    ) -> CombatPreview:
        """A combat of a side as far as it, or another viewer, can tell.

        Unknown strengths are spread over the chits they may have, closed stacks over what may lie in them.
        """
        viewer = side if viewer is None else viewer
        weighed, worlds = [], list(self._worlds(pos, combat, viewer))
        for world in worlds:
            known = combat
            if viewer != side:  # who attacks out of a closed stack is guessed with it
                same = next((c for c in world.combats if c.targets == combat.targets), combat)
                known = msgspec.structs.replace(same, air=combat.air, cover=combat.cover)
            weighed.append(self._weigh(world, side, known, viewer))
        columns = _mixed([each.columns for each in weighed])
        return self._told(pos, combat, _mixed([each.attack for each in weighed]),
                          _mixed([each.defense for each in weighed]), columns,
                          _common([each.shifts for each in weighed]),
                          self._terms(pos, combat, viewer) if worlds == [pos] else ())  # fmt: skip

    @case("12.44", "12.54", "13.44", "14.21")
    def _terms(self, pos: TyphoonPosition, combat: Combat, viewer: int) -> tuple[Term, ...]:
        """What each unit counts, and why; only where no closed stack has part in the combat."""
        found, strengths, ids = [], self.law.strengths, self.law.unit_ids
        for unit in bits(combat.units):
            why, number = strengths.weakened(pos, unit, attacks=True)
            if pos.assaulting and strengths.accelerated(pos, unit):
                why, number = f"{why}{why and ', '}doubled: accelerated assault", number or "9.64"
            printed = _range(strengths.known(pos, viewer, unit))
            found.append(
                Term(ids[unit], True, printed, _range(self._attack_spread(pos, viewer, unit)), why, number)
            )
        defenders = 0
        for parts in self.able_defenders(pos, combat).values():
            defenders |= max(parts, key=lambda part: (part.bit_count(), part), default=0)
        for unit in bits(defenders):
            why, number = strengths.weakened(pos, unit, attacks=False)
            factor = self.multiple(pos, combat, unit)
            if factor > 1:
                by_works = self.law.works.case_of(pos, self.law.side_of[unit], pos.where[unit])
                why = f"{why}{why and ', '}{factor:g} times: rivers and works"
                number = number or by_works or "9.32"
            counts = _range(self._defense_spread(pos, viewer, combat, unit))
            found.append(
                Term(ids[unit], False, _range(strengths.known(pos, viewer, unit)), counts, why, number)
            )
        return tuple(found)

    def _worlds(self, pos: TyphoonPosition, combat: Combat, viewer: int) -> Iterator[TyphoonPosition]:
        """The position, or where closed stacks have part in a combat, some that it may be to the viewer.

        They are drawn by the view, and so are the same for the same view.
        """
        near = combat.hexes | pos.ground.grid.neighbours(combat.hexes)
        hidden = self.law.looking.buried(pos, viewer)
        if not any(near >> pos.where[unit] & 1 for unit in bits(hidden)):
            yield pos
            return
        view = msgspec.json.encode(self.law.snapshot(pos, SIDES[viewer]), order="sorted")
        rng = Random(crc32(view))
        for _ in range(WORLDS):
            yield self.law.secrets.imagine(pos, viewer, rng)

    def _weigh(self, pos: TyphoonPosition, side: int, combat: Combat, viewer: int) -> Weighed:
        """Strengths, shifts and columns of a combat, each with its chance."""
        attack = _sum([self._attack_spread(pos, viewer, unit) for unit in bits(combat.units)])
        chosen = 0
        for parts in self.able_defenders(pos, combat).values():
            chosen |= max(parts, key=lambda part: (part.bit_count(), part), default=0)
        defense = _sum([self._defense_spread(pos, viewer, combat, unit) for unit in bits(chosen)]) or {1: 1.0}
        drms = self.shifts(pos, side, combat, chosen)
        chances, line = self.shift_chances(drms), self.terrain_line(pos, combat)
        table = self.law.crt
        columns: Spread = {}
        for ours, chance in attack.items():
            for theirs, other in defense.items():
                first = table.column(line, ours, max(1, theirs))
                for shift, so_far in chances.items():
                    column = table.shifted(first, shift)
                    columns[column] = columns.get(column, 0.0) + chance * other * so_far
        return Weighed(attack, defense, drms, columns)

    def _told(
        self,
        pos: TyphoonPosition,
        combat: Combat,
        attack: Spread,
        defense: Spread,
        columns: Spread,
        shifts: list[Modifier],
        terms: tuple[Term, ...],
    ) -> CombatPreview:
        table, line = self.law.crt, self.terrain_line(pos, combat)
        results: dict[str, float] = {}
        for column, chance in columns.items():
            for dice, ways in DICE.items():
                code = table.results[column, dice].code
                results[code] = results.get(code, 0.0) + chance * ways / 36
        likely = max(columns, key=lambda column: (columns[column], -column))
        return CombatPreview(
            target="+".join(pos.ground.grid.name[target] for target in combat.targets),
            attack=_about(attack),
            defense=_about(defense),
            column=f"{table.odds(line, likely)} on {LINE_WORDS[line]}",
            modifiers=tuple(shifts),
            outcomes=tuple(
                Outcome(code, round(chance, 6), (), words(code), "attacker" if code[0] == "A" else "defender")
                for code, chance in sorted(results.items(), key=lambda item: -item[1])
            ),
            columns=tuple(
                Outcome(table.odds(line, column), round(chance, 6), (), "")
                for column, chance in sorted(columns.items())
            ),
            attack_from=min(attack),
            attack_to=max(attack),
            defense_from=min(defense),
            defense_to=max(defense),
            terms=terms,
        )

    def _attack_spread(self, pos: TyphoonPosition, side: int, unit: int) -> Spread:
        found: Spread = {}
        for base, chance in self.law.strengths.known(pos, side, unit).items():
            value = self.law.strengths.attack_strength(pos, unit, base)
            found[value] = found.get(value, 0.0) + chance
        return found

    def _defense_spread(self, pos: TyphoonPosition, side: int, combat: Combat, unit: int) -> Spread:
        found: Spread = {}
        factor = self.multiple(pos, combat, unit)
        for base, chance in self.law.strengths.known(pos, side, unit).items():
            value = self.law.strengths.defense_strength(pos, unit, base) * factor
            found[value] = found.get(value, 0.0) + chance
        return found


def _range(spread: Spread) -> str:
    """A strength, or the least and the most that it may be.

    >>> _range({4: 1.0}), _range({2: 0.5, 7.5: 0.5})
    ('4', '2 to 7.5')
    """
    least, most = min(spread), max(spread)
    return f"{least:g}" if least == most else f"{least:g} to {most:g}"


@change("ski-troops", "19.21", "19.23", "19.0")
class InSnow(Odds):
    """Ski troops are at home in snow."""

    def shifts(self, pos: TyphoonPosition, side: int, combat: Combat, defenders: int) -> list[Modifier]:
        found = super().shifts(pos, side, combat, defenders)
        if pos.snow:
            if self._skis & combat.units:
                found.append(Modifier(1, "ski troops attack in snow", "19.23", "skis"))
            if self._skis & defenders:
                found.append(Modifier(-1, "ski troops defend in snow", "19.23", "skis"))
        return found

    @cached_property
    def _skis(self) -> int:
        return self.law.units_that(lambda counter: counter.type == "ski")


@change("entrenched-rivers=one", "14.21")
class OneDoubling(Odds):
    """Entrenchments behind rivers count once."""

    def both(self, river: int, works: int, side: int) -> int:
        return max(river, works) if side == SOVIET else super().both(river, works, side)


DICE = {dice: 6 - abs(7 - dice) for dice in range(2, 13)}
"""In how many ways of 36 two dice make a sum."""


def words(code: str) -> str:
    """A combat result in words.

    >>> words("D2(1)!")
    'breakthrough: the defender loses 1 step and retreats 2 hexes'
    >>> words("A1(2)")
    'the attacker loses 2 steps and retreats 1 hex or loses more'
    """
    who = "attacker" if code[0] == "A" else "defender"
    number, _, rest = code[1:].partition("(")
    bold = code.endswith("!")
    back = int(number.rstrip("!"))
    steps = int(rest.rstrip(")!")) if rest else 0
    parts = []
    if steps:
        parts.append(f"loses {steps} step{'s' if steps > 1 else ''}")
    hexes = f"retreats {back} hex{'es' if back > 1 else ''}"
    parts.append(hexes if bold else f"{hexes} or loses {'more' if steps else 'steps'}")
    return f"{'breakthrough: ' if bold else ''}the {who} {' and '.join(parts)}"


def _mixed(spreads: list[Spread]) -> Spread:
    """What may come, where each of some spreads is as likely as the others."""
    if len(spreads) == 1:
        return spreads[0]
    found: Spread = {}
    for spread in spreads:
        for value, chance in spread.items():
            found[value] = found.get(value, 0.0) + chance / len(spreads)
    return found


def _common(lists: list[list[Modifier]]) -> list[Modifier]:
    """The shifts of all cases; one that is not in every case is only possible."""
    every = dict.fromkeys([shift for shifts in lists for shift in shifts])
    return [
        shift
        if all(shift in shifts for shifts in lists)
        else msgspec.structs.replace(shift, text=f"{shift.text} (possible)", possible=True)
        for shift in every
    ]


def _about(spread: Spread) -> float:
    """A strength that is known, or the mean of what it may be."""
    known: float = next(iter(spread))
    return known if len(spread) == 1 else round(sum(value * chance for value, chance in spread.items()))


def _sum(spreads: list[Spread]) -> Spread:
    total: Spread = {0: 1.0}
    for spread in spreads:
        wider: Spread = {}
        for value, chance in total.items():
            for more, other in spread.items():
                wider[value + more] = wider.get(value + more, 0.0) + chance * other
        total = wider
    return total
