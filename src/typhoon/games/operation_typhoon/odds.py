"""The odds of a combat: strengths, terrain, shifts (9.3 to 9.5, 9.8, 14.2, 17.2, 19)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from typhoon.engine.cases import case
from typhoon.engine.preview import CombatPreview, Modifier, Outcome
from typhoon.games.operation_typhoon.charts import GERMAN, INFANTRY, SOVIET
from typhoon.games.operation_typhoon.ground import RIVER_FREEZE
from typhoon.games.operation_typhoon.position import NO_CHIT, Combat, TyphoonPosition
from typhoon.games.operation_typhoon.stacking import largest_parts
from typhoon.games.operation_typhoon.strength import attack_strength, defense_strength, strength
from typhoon.hexgrid import bits

MOST_INTEGRITY_SHIFTS = 3
COVER_POINTS = 2
"""Air points that shift a column for the defender (17.23)."""

LINES = ("city", "woods", "clear")
"""Terrain lines of the table, the best for the defender first."""
LINE_WORDS = {"city": "City, Rough", "woods": "Woods, Town", "clear": "Clear"}

Spread = dict[int, float]
"""Strengths with the chance of each."""


@case("9.26", "9.31")
def terrain_line(pos: TyphoonPosition, combat: Combat) -> str:
    """The line of the table: of several hexes the best for the defender."""
    found = {pos.ground.terrain_line(target) for target in combat.targets}
    return next(line for line in LINES if line in found)


@case("9.32", "13.52")
def across_river(pos: TyphoonPosition, combat: Combat, target: int) -> bool:
    """Whether a hex is attacked over river hexsides alone (R75)."""
    if pos.ground_state >= RIVER_FREEZE:
        return False
    stacks = {pos.where[unit] for unit in bits(combat.units)}
    return bool(stacks) and all(pos.ground.river_between(stack, target) for stack in stacks)


@case("9.32", "14.0", "14.21", "14.23")
def multiple(pos: TyphoonPosition, combat: Combat, unit: int) -> int:
    """By how much rivers and entrenchments multiply a defender's strength (R31)."""
    target = pos.where[unit]
    found = 2 if across_river(pos, combat, target) else 1
    if pos.rules.side_of[unit] == SOVIET and pos.ground.entrenched >> target & 1:
        found = found * 2 if pos.options["entrenched-rivers"] == "both" else 2
    return found


@case("9.4", "9.41", "9.43", "9.44", "9.45")
def attack_integrity(pos: TyphoonPosition, combat: Combat) -> list[str]:
    """German divisions that have all their regiments next to the enemy, one of them at least attacking."""
    rules, grid = pos.rules, pos.ground.grid
    found = []
    beside = grid.all
    for target in combat.targets:
        beside &= grid.around(target)
    for division in sorted(
        {rules.counters[u].division for u in bits(combat.units & rules.units_of[GERMAN])} - {""}
    ):
        regiments = rules.regiments_of.get(division, 0)
        if regiments.bit_count() < 2 or regiments & ~pos.in_play or not regiments & combat.units:
            continue
        if all(beside >> pos.where[unit] & 1 for unit in bits(regiments)):
            found.append(division)
    return found[:MOST_INTEGRITY_SHIFTS]


@case("9.42", "9.43", "9.44")
def defense_integrity(pos: TyphoonPosition, combat: Combat, defenders: int) -> bool:
    """Whether a German regiment under attack has another of its division with it or beside it."""
    rules, grid = pos.rules, pos.ground.grid
    for unit in bits(defenders & rules.regiments):
        mates = rules.regiments_of.get(rules.counters[unit].division, 0) & pos.in_play & ~(1 << unit)
        near = 1 << pos.where[unit] | grid.around(pos.where[unit])
        if any(near >> pos.where[mate] & 1 for mate in bits(mates)):
            return True
    return False


@case("9.5", "9.51")
def combined_arms(pos: TyphoonPosition, combat: Combat) -> int:
    """Tank units that attack in a stack with infantry."""
    rules, found = pos.rules, 0
    for hex_ in {pos.where[unit] for unit in bits(combat.units)}:
        units = combat.units & pos.units_in(hex_)
        if any(rules.counters[unit].type in INFANTRY for unit in bits(units)):
            found += (units & rules.tanks).bit_count()
    return found


@case("9.52")
def denies_combined_arms(pos: TyphoonPosition, combat: Combat) -> bool:
    """Whether an attacked stack has infantry together with tanks or anti-tank units (R70, R99)."""
    counters = pos.rules.counters
    for target in combat.targets:
        types = {counters[unit].type for unit in bits(attacked_in(pos, target))}
        if types & set(INFANTRY) and types & {"armor", "antitank"}:
            return True
    return False


@case("9.43", "9.51", "17.22", "17.23", "17.24", "19.13", "19.21", "19.23")
def shifts(pos: TyphoonPosition, side: int, combat: Combat, defenders: int) -> list[Modifier]:
    """The column shifts of a combat, to the right for the attacker."""
    rules = pos.rules
    found = []
    if side == GERMAN:
        found += [Modifier(1, f"division {name} together", "9.41") for name in attack_integrity(pos, combat)]
    elif defense_integrity(pos, combat, defenders):
        found.append(Modifier(-1, "divisional integrity of the defender", "9.42"))
    tanks = combined_arms(pos, combat)
    if tanks and not denies_combined_arms(pos, combat):
        found.append(Modifier(tanks, "combined arms", "9.51"))
    if combat.air:
        found.append(Modifier(combat.air, "ground support of the attacker", "17.22"))
    if combat.cover >= COVER_POINTS:
        found.append(Modifier(-1, "ground support of the defender", "17.23"))
    if pos.hedgehogs & combat.hexes:
        found.append(Modifier(-1, "hedgehog", "19.13"))
    if pos.snow and pos.options["ski-troops"] == "yes":
        skis = sum([1 << unit for unit, counter in enumerate(rules.counters) if counter.type == "ski"])
        if skis & combat.units:
            found.append(Modifier(1, "ski troops attack in snow", "19.23"))
        if skis & defenders:
            found.append(Modifier(-1, "ski troops defend in snow", "19.23"))
    return found


@case("9.15", "9.94")
def attacked_in(pos: TyphoonPosition, target: int) -> int:
    """The units in a hex that are attacked: not who fled there, or came after a combat of his own (R97)."""
    return pos.units_in(target) & ~(pos.fled | pos.fought)


@case("7.24", "9.23")
def able_defenders(pos: TyphoonPosition, combat: Combat) -> dict[int, list[int]]:
    """For each target hex the parts of its stack that may defend."""
    found = {}
    for target in combat.targets:
        side = pos.rules.side_of[bits(pos.units_in(target))[0]]
        found[target] = largest_parts(pos, side, attacked_in(pos, target))
    return found


# What-if


def preview(pos: TyphoonPosition, side: int, combat: Combat, viewer: int | None = None) -> CombatPreview:
    """A combat of a side as far as it, or another viewer, can tell.

    Unknown strengths are spread over the chits they may have.
    """
    viewer = side if viewer is None else viewer
    attack = _sum([_attack_spread(pos, viewer, unit) for unit in bits(combat.units)])
    chosen = 0
    for parts in able_defenders(pos, combat).values():
        chosen |= max(parts, key=lambda part: (part.bit_count(), part), default=0)
    defense = _sum([_defense_spread(pos, viewer, combat, unit) for unit in bits(chosen)]) or {1: 1.0}
    drms = shifts(pos, side, combat, chosen)
    shift, line = sum(drm.value for drm in drms), terrain_line(pos, combat)
    table = pos.rules.crt
    columns: dict[int, float] = {}
    for ours, chance in attack.items():
        for theirs, other in defense.items():
            column = table.shifted(table.column(line, ours, max(1, theirs)), shift)
            columns[column] = columns.get(column, 0.0) + chance * other
    results: dict[str, float] = {}
    for column, chance in columns.items():
        for dice, ways in DICE.items():
            code = table.results[column, dice].code
            results[code] = results.get(code, 0.0) + chance * ways / 36
    likely = max(columns, key=lambda column: (columns[column], -column))
    return CombatPreview(
        target="+".join(pos.ground.grid.name[target] for target in combat.targets),
        attack=round(_mean(attack)),
        defense=round(_mean(defense)),
        column=f"{table.odds(line, likely)} on {LINE_WORDS[line]}",
        modifiers=tuple(drms),
        outcomes=tuple(
            Outcome(code, round(chance, 6), (), words(code))
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
    )


DICE = {dice: 6 - abs(7 - dice) for dice in range(2, 13)}
"""In how many ways of 36 two dice make a sum."""


def words(code: str) -> str:
    """A combat result in words.

    >>> words("D2(1)!"), words("A1")
    ('breakthrough: defender loses 1 step and retreats 2 hexes', 'attacker retreats 1 hex or loses steps')
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
    parts.append(hexes if bold else f"{hexes} or loses steps")
    return f"{'breakthrough: ' if bold else ''}{who} {' and '.join(parts)}"


def _mean(spread: Mapping[int, float]) -> float:
    return sum(value * chance for value, chance in spread.items())


def _sum(spreads: list[Spread]) -> Spread:
    total: Spread = {0: 1.0}
    for spread in spreads:
        wider: Spread = {}
        for value, chance in total.items():
            for more, other in spread.items():
                wider[value + more] = wider.get(value + more, 0.0) + chance * other
        total = wider
    return total


def _attack_spread(pos: TyphoonPosition, side: int, unit: int) -> Spread:
    found: Spread = {}
    for base, chance in known_strengths(pos, side, unit).items():
        value = attack_strength(pos, unit, base)
        found[value] = found.get(value, 0.0) + chance
    return found


def _defense_spread(pos: TyphoonPosition, side: int, combat: Combat, unit: int) -> Spread:
    found: Spread = {}
    factor = multiple(pos, combat, unit)
    for base, chance in known_strengths(pos, side, unit).items():
        value = defense_strength(pos, unit, base) * factor
        found[value] = found.get(value, 0.0) + chance
    return found


@case("8.43", "8.44", "8.45", "23.0")
def known_strengths(pos: TyphoonPosition, side: int, unit: int) -> Spread:
    """What a side knows of a unit's strength: its own chits, what it has seen, else what a chit may be."""
    rules = pos.rules
    counter = rules.counters[unit]
    open_ = rules.side_of[unit] == side or pos.options["strengths"] != "drawn"
    if not counter.class_ or pos.cadres >> unit & 1:
        return {strength(pos, unit): 1.0}
    if pos.chit[unit] != NO_CHIT:
        if open_:
            return {strength(pos, unit): 1.0}
        if pos.options["intelligence"] == "kind" and pos.seen[unit]:
            return {pos.seen[unit]: 1.0}
    if pos.options["strengths"] == "constant":
        chit = rules.all_chits[rules.constant_chit(unit)]
        return {chit.strength(counter.class_, reduced=False): 1.0}
    counts = pos.pool if rules.side_of[unit] == side else rules.chit_counts
    return _cup(rules.cup_shape(unit, tuple(counts[chit] for chit in rules.cup_of(unit))))


@lru_cache(maxsize=2_000)
def _cup(shape: tuple[tuple[int, int], ...]) -> Spread:
    total = sum(count for _, count in shape)
    found: Spread = {}
    for value, count in shape:
        if count > 0:
            found[value] = found.get(value, 0.0) + count / total
    return found
