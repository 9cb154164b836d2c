"""Sorties: units are activated and brought up for the attacks that the Soviets owe."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from typhoon.games.typhoon_nonop.activation import Activate
from typhoon.games.typhoon_nonop.attacks import MANDATED_STEPS
from typhoon.games.typhoon_nonop.charts import GERMAN, SOVIET
from typhoon.games.typhoon_nonop.ground import union
from typhoon.games.typhoon_nonop.stacking import LIMIT
from typhoon.games.typhoon_nonop.staff.marches import March
from typhoon.hexgrid import bits

FED, UNFED = 2, 3
"""The strength that is brought up for each point of defense, with attack supply and without."""

Free = Callable[[int], bool]
"""Whether a unit may leave where it is."""


def sally(march: March, is_free: Free) -> None:
    """Bring up what is missing for as many attacks as are owed, against the weakest enemies."""
    law, twin = march.law, march.twin
    owed, moves, called = twin.mandated, dict[int, int](), dict[int, int]()
    if not owed or twin.moved:
        return
    reaches, fed = dict(_reaches(march, is_free)), _fed(march)
    enemies = bits(twin.stood[GERMAN])
    for target in sorted(enemies, key=lambda hex_: (law.attacks.defense(twin, (hex_,)), hex_)):
        free = {unit: way for unit, way in reaches.items() if unit not in moves}
        force = _force(march, target, free, fed)
        calls = _calls(march, [unit for unit in force if not law.motor >> unit & 1], called)
        if force and calls is not None:
            moves |= force
            called = calls
            owed -= 1
        if not owed:
            break
    for unit, hq in called.items():
        march.give(Activate(law.unit_ids[unit], law.unit_ids[hq]))
    for unit, hex_ in moves.items():
        if march.reach(unit) >> hex_ & 1:
            march.move(unit, hex_)


def _reaches(march: March, is_free: Free) -> Iterator[tuple[int, int]]:
    """Where motor units can go, and foot units if they are activated."""
    law, twin = march.law, march.twin
    commanded = law.command.commanded(twin) & twin.manned[SOVIET]
    foot = twin.standing_in(commanded) & law.foot & law.combat_units & ~law.guns & ~twin.garrison
    woken = twin.copy()
    woken.activated |= foot
    woken.forget()
    for unit in bits(foot | law.motor & law.units_of[SOVIET] & twin.in_play & law.combat_units):
        if is_free(unit):
            way = law.mobility.way_of(woken, march.phase, "move", unit)
            if way is not None:
                yield unit, way.hexes


def _fed(march: March) -> int:
    """Hexes whose units could attack with supply."""
    law, twin, found = march.law, march.twin, 0
    for point in bits(law.supply_units & law.units_of[SOVIET] & twin.in_play):
        found |= law.supply.attack_range(twin, point)
    return found


def _force(march: March, target: int, reaches: dict[int, int], fed: int) -> dict[int, int]:
    """Who is brought up beside an enemy and where to, so that all beside him are strong enough."""
    law, twin = march.law, march.twin
    beside = [
        hex_
        for hex_ in bits(law.grid.around(target) & ~twin.stood[GERMAN])
        if not law.zones.reaching(twin, GERMAN, hex_) & ~(1 << target)
    ]
    within = [hex_ for hex_ in beside if fed >> hex_ & 1]
    return _gathered(march, target, reaches, within, FED) or _gathered(march, target, reaches, beside, UNFED)


def _gathered(
    march: March, target: int, reaches: dict[int, int], beside: list[int], odds: int
) -> dict[int, int]:
    """The strongest who can come to some hexes, as many as it takes; nobody when they are not enough."""
    law, twin = march.law, march.twin
    places = {hex_: twin.units_in(hex_) for hex_ in beside}
    units, force = union(places.values()) & law.attacks.able(twin, SOVIET), dict[int, int]()
    need = odds * law.attacks.defense(twin, (target,))
    for unit in sorted(reaches, key=lambda unit: (-law.losses.attack(twin, unit), unit)):
        if _is_enough(march, units, need):
            break
        for hex_ in beside:
            if reaches[unit] >> hex_ & 1 and law.stacking.size(places[hex_] | 1 << unit) <= LIMIT:
                force[unit], places[hex_] = hex_, places[hex_] | 1 << unit
                units |= 1 << unit
                break
    return force if _is_enough(march, units, need) else {}


def _is_enough(march: March, units: int, need: int) -> bool:
    law, twin = march.law, march.twin
    strength = sum([law.losses.attack(twin, unit) for unit in bits(units)])
    return strength >= need and law.losses.total_steps(twin, units) >= MANDATED_STEPS


def _calls(march: March, units: list[int], called: dict[int, int]) -> dict[int, int] | None:
    """Who is activated by which HQ, some units more than before; None when there is no command for them."""
    law, twin = march.law, march.twin
    called = dict(called)
    for unit in units:
        hqs = law.command.commanding(twin, twin.where[unit])
        busy = list(called.values())
        able = [hq for hq in hqs if law.command.left(twin, hq, twin.activations) > busy.count(hq)]
        if not able:
            return None
        called[unit] = able[0]
    return called
