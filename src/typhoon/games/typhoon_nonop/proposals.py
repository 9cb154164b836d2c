"""What the program proposes where a chore is to be done: legal, sensible, and no more than that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from typhoon.games.typhoon_nonop.charts import GERMAN, SOVIET
from typhoon.hexgrid import bits

if TYPE_CHECKING:
    from typhoon.games.typhoon_nonop.position import NonopPosition

FAR = 99
NEAR = 2
"""Enemies so near are a danger to whoever retreats."""
ENOUGH_SUPPORT = 3
"""No more points of air support count over one hex (B15.9)."""


def nearness(pos: NonopPosition, side: int, hex_: int) -> int:
    """How far the next enemy combat unit is; far away when there is none."""
    enemies, near = pos.manned[1 - side], 1 << hex_
    for distance in range(FAR if enemies else 0):
        if near & enemies:
            return distance
        near = pos.rules.grid.grow(near)
    return FAR


def danger(pos: NonopPosition, side: int, way: Sequence[int]) -> tuple[int, int, int]:
    """How bad a way to retreat is: enemy zones on it, enemies near its end, and no line of supply there."""
    law, end = pos.rules, way[-1]
    zone = law.supply.uncontested(pos, side)
    zones = sum([zone >> hex_ & 1 for hex_ in way[1:]])
    enemies = (law.grid.disc(end, NEAR) & pos.stood[1 - side]).bit_count()
    return zones, enemies, int(not law.supply.supplied(pos, side) >> end & 1)


def losses(pos: NonopPosition, units: int, first: int, last: int, steps: int) -> list[int]:
    """Who takes so many steps, each by whom it costs least."""
    law, lost = pos.rules, {unit: pos.lost[unit] for unit in bits(units)}
    chosen: list[int] = []
    for number in range(steps):
        alive = [unit for unit in lost if lost[unit] < len(law.strengths[unit])]
        able = [unit for unit in alive if first >> unit & 1] if number == 0 else []
        able = able or [unit for unit in alive if not last >> unit & 1] or alive
        if not able:
            break
        unit = min(able, key=lambda unit: (law.losses.value(unit, lost[unit]), unit))
        lost[unit] += 1
        chosen.append(unit)
    return chosen


def excess(pos: NonopPosition, hex_: int, limit: int, *, with_engineer: bool) -> list[int]:
    """Who is removed from an overfull hex: as little as will do."""
    law, units = pos.rules, pos.units_in(hex_)
    gone: list[int] = []
    while law.stacking.size(units, with_engineer=with_engineer) > limit:
        able = [unit for unit in bits(units) if law.stacking_points[unit]]
        worth = {unit: sum(law.strengths[unit][pos.lost[unit]]) + law.counters[unit].support for unit in able}
        gone.append(min(able, key=lambda unit: (worth[unit], unit)))
        units &= ~(1 << gone[-1])
    return gone


def works(pos: NonopPosition, side: int, hexes: int, count: int) -> list[int]:
    """Where strongpoints are placed: places worth points, then towns and cities, then near the enemy."""
    law = pos.rules

    def worth(hex_: int) -> tuple[int, int, int, int]:
        points, town = law.victory.places >> hex_ & 1, law.ground.settled >> hex_ & 1
        return -points, -town, nearness(pos, side, hex_), hex_

    return sorted(bits(hexes), key=worth)[:count]


def rails(pos: NonopPosition, points: int, laid: tuple[str, ...]) -> list[int]:
    """Which railway hexes are converted: those nearest to the enemy first."""
    twin, chosen, engineering = pos.copy(), [], pos.rules.engineering
    while hexes := engineering.convertible(twin, points, laid):
        hex_ = min(bits(hexes), key=lambda hex_: (nearness(pos, GERMAN, hex_), hex_))
        laid = (*laid, engineering.railway(twin, hex_, laid))
        points -= engineering.conversion_cost(twin, hex_)
        twin.converted |= 1 << hex_
        chosen.append(hex_)
    return chosen


def strengthened(pos: NonopPosition, units: int, count: int) -> list[int]:
    """Who gets steps back: those who gain most by it."""
    strengths = pos.rules.strengths

    def gain(unit: int) -> int:
        lost = pos.lost[unit]
        return sum(strengths[unit][lost - 1]) - sum(strengths[unit][lost])

    return sorted(bits(units), key=lambda unit: (-gain(unit), unit))[:count]


def rebuilt(pos: NonopPosition, count: int) -> list[tuple[int, int]]:
    """Who is rebuilt and where: the strongest, as near to the front as they may, HQs last."""
    law, twin = pos.rules, pos.copy()
    chosen: list[tuple[int, int]] = []
    units = bits(law.replacements.rebuildable(pos))
    for unit in sorted(units, key=lambda unit: (law.hqs >> unit & 1, -sum(law.strengths[unit][-1]), unit)):
        hexes = law.replacements.hexes(twin, unit) if len(chosen) < count else 0
        if hexes:
            hex_ = min(bits(hexes), key=lambda hex_: (nearness(pos, SOVIET, hex_), hex_))
            twin.place(unit, hex_)
            chosen.append((unit, hex_))
    return chosen


def released(pos: NonopPosition, hexes: int, count: int) -> list[int]:
    """Which garrisons go free: those nearest to the enemy."""
    return sorted(bits(hexes), key=lambda hex_: (nearness(pos, SOVIET, hex_), hex_))[:count]


def missions(pos: NonopPosition, side: int, mission: str, phasing: int) -> list[tuple[int, int]]:
    """Air units with the hexes they are sent to."""
    law, twin, sent = pos.rules, pos.copy(), []
    bombers = [unit for unit in bits(law.air_of[side]) if law.air_rows[unit].class_ == "B"]
    fighters = [unit for unit in bits(law.air_of[side]) if law.air_rows[unit].class_ != "B"]

    def send(units: Iterable[int], hex_: int, enough: int) -> None:
        over = 0
        for unit in units:
            if over < enough and law.air_war.hexes(twin, side, mission, phasing, unit) >> hex_ & 1:
                twin.missions[unit] = hex_
                sent.append((unit, hex_))
                over += law.air_war.rating(unit, mission) or 1

    bombers.sort(key=lambda unit: (-law.air_war.rating(unit, mission), unit))
    for hex_ in _goals(pos, side, mission):
        send(bombers, hex_, ENOUGH_SUPPORT)
    fighters.sort(key=lambda unit: (-law.air_rows[unit].air_combat, unit))
    enemies = {hex_ for unit, hex_ in pos.missions.items() if not law.air_of[side] >> unit & 1}
    for hex_ in sorted(enemies | set(pos.unseen)) or sorted({hex_ for _, hex_ in sent}):
        send(fighters, hex_, 1)
    return sent


def _goals(pos: NonopPosition, side: int, mission: str) -> list[int]:
    """Where bombers go: over the largest combats, or over the HQs with the most command."""
    law = pos.rules
    if mission == "cas":
        combats = sorted(pos.combats, key=lambda combat: (-law.odds.plain(pos, combat), combat.targets))
        return [combat.targets[0] for combat in combats]
    if side != GERMAN:
        return []
    hqs = sorted(bits(law.command.operational(pos)), key=lambda hq: (-law.command.command_value(hq), hq))
    return [pos.where[hq] for hq in hqs]


def pair(pos: NonopPosition, mine: int, enemies: int) -> tuple[int, int]:
    """Which firing unit is set on which enemy next: the widest difference of ratings."""
    rows = pos.rules.air_rows
    every = [(a, b) for a in bits(mine) for b in bits(enemies)]
    return max(
        every, key=lambda pair: (rows[pair[0]].air_combat - rows[pair[1]].air_combat, -pair[0], -pair[1])
    )
