"""Works: who digs in where the front stands, and who takes a work over."""

from __future__ import annotations

from typing import Any

from typhoon.engine.orders import Order
from typhoon.games.operation_typhoon.staff.marches import March
from typhoon.games.operation_typhoon.works import Hedgehog
from typhoon.games.operation_typhoon_revision.building import Abandon, Build
from typhoon.games.operation_typhoon_revision.fieldworks import MAJOR, MINOR
from typhoon.games.operation_typhoon_revision.staff.outlook import RevisionOutlook
from typhoon.hexgrid import bits

TIES_DOWN_FROM = 9
"""The turn from which on regiments are tied down by building fortifications."""
SPENT, FRESHER = 2.0, 1.5
"""Holders of a work so weak are relieved, by somebody so many times stronger."""


def digs(outlook: RevisionOutlook, moving: set[str]) -> list[Order]:
    """Works to improve and hedgehogs to form by those who stay near the enemy, the most threatened first."""
    pos: Any = outlook.pos
    rules, works = outlook.rules, outlook.works
    if "hedgehogs" not in rules.on:
        return []
    able = [
        unit
        for unit in bits(rules.works.at_rest(pos) & ~rules.mechanized)
        if rules.unit_ids[unit] not in moving and outlook.near >> pos.where[unit] & 1
    ]
    able.sort(key=lambda unit: (-outlook.threat(pos.where[unit]).strength, unit))
    found: list[Order] = []
    for unit in able:
        name, level = rules.unit_ids[unit], works.level(pos, pos.where[unit]) if works else -1
        if not rules.works.dug(pos) >> pos.where[unit] & 1:
            found.append(Hedgehog(name))
        elif works is None or works.why_not_build(pos, unit):
            continue
        elif level <= MINOR or (pos.turn >= TIES_DOWN_FROM and outlook.threat(pos.where[unit]).strength):
            found.append(Build(name))
    return found + _abandoned(outlook)


def _abandoned(outlook: RevisionOutlook) -> list[Order]:
    """Fortifications that the front has left behind are not built on."""
    builders = outlook.works.builders(outlook.pos, MAJOR) if outlook.works else 0
    behind = [unit for unit in bits(builders) if not outlook.near >> outlook.pos.where[unit] & 1]
    return [Abandon(outlook.rules.unit_ids[unit]) for unit in behind]


def relieve(march: March) -> None:
    """Fresh regiments on foot take works over from spent or mechanized units before those leave."""
    outlook, pos, rules = march.outlook, march.pos, march.rules
    assert isinstance(outlook, RevisionOutlook)
    fresh = rules.regiments & outlook.own & ~pos.cadres & ~rules.mechanized
    for hex_ in bits(outlook.strong):
        fresh &= ~pos.stacks[hex_]
    for hex_ in bits(outlook.strong & outlook.near):
        here = bits(pos.stacks[hex_] & ~rules.hqs)
        best = max([outlook.defense(unit) for unit in here if not rules.mechanized >> unit & 1], default=0.0)
        if best > SPENT:
            continue
        able = [
            unit
            for unit in bits(fresh)
            if unit not in march.place
            and march.tactical(unit) >> hex_ & 1
            and outlook.defense(unit) >= FRESHER * max(best, 1.0)
            and march.crowd.room(unit, hex_)
        ]
        if able:
            march.settle(max(able, key=lambda unit: (outlook.defense(unit), -unit)), hex_)
