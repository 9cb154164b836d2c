"""What is done about declared attacks: from the air, in reaction, face down."""

from __future__ import annotations

from collections.abc import Sequence

from typhoon.engine.orders import End, Order
from typhoon.games.typhoon_nonop.air import Engage, Fly, Pair, Placing, Roles
from typhoon.games.typhoon_nonop.charts import GERMAN, SOVIET
from typhoon.games.typhoon_nonop.columns import NO_RETREAT, ORDERS, Combat
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.reaction import React, Reaction
from typhoon.games.typhoon_nonop.sealing import Ordering, Seal
from typhoon.hexgrid import bits

HOPELESS = 8
"""Odds to one at which nobody hurries to help any more."""
STAKE = 3
"""Points from which a place is worth dying for."""


# In the air


def missions(pos: NonopPosition, phase: Placing) -> list[Order]:
    """Bombers to where they change the die, fighters to where bombers are."""
    if phase.mission == "cas":
        return _support(pos, phase)
    return _interdict(pos, phase) if phase.side == GERMAN else _intercept(pos, phase)


def _support(pos: NonopPosition, phase: Placing) -> list[Order]:
    """Close support, the strongest first, as long as the die can still be changed by it."""
    law, twin = pos.rules, pos.copy()
    orders: list[Order] = []
    attack = phase.side == phase.phasing
    most = law.combat_modifiers["most"].value
    room: dict[int, int] = {}
    for combat in pos.combats:
        found = law.odds.modifiers(
            pos, phase.phasing, combat, supplied=True,
            engineers=law.odds.may_use_engineers(pos, phase.phasing, combat), order=0,
        )  # fmt: skip
        total = sum([modifier.value for modifier in found])
        for hex_ in combat.targets[:1]:
            room[hex_] = most + total if attack else most - total
    worth = {hex_: _odds_in_doubt(pos, hex_) for hex_ in room}
    units = sorted(bits(law.air_of[phase.side]), key=lambda unit: (-law.air_rows[unit].cas, unit))
    for unit in units:
        row = law.air_rows[unit]
        hexes = bits(law.air_war.hexes(twin, phase.side, phase.mission, phase.phasing, unit))
        if row.cas:
            hexes = [hex_ for hex_ in hexes if room.get(hex_, 0) > 0]
        else:
            hexes = [hex_ for hex_ in hexes if hex_ in twin.missions.values() or twin.unseen]
        if hexes:
            best = max(hexes, key=lambda hex_: (min(row.cas, room.get(hex_, 0)), worth.get(hex_, 0), hex_))
            room[best] = room.get(best, 0) - row.cas
            twin.missions[unit] = best
            orders.append(Fly(law.air_ids[unit], law.grid.name[best]))
    return orders


def _odds_in_doubt(pos: NonopPosition, hex_: int) -> float:
    """How much a combat hangs on its die: most at middling odds."""
    law = pos.rules
    combat = next(combat for combat in pos.combats if hex_ in combat.targets)
    attack, defense = law.attacks.attack(pos, combat.units, combat.targets), law.odds.defense(pos, combat)
    return -abs(attack / defense - 3.0)


def _interdict(pos: NonopPosition, phase: Placing) -> list[Order]:
    """One bomber over each operational Soviet HQ near the front, which has the less command for it."""
    law, twin, orders = pos.rules, pos.copy(), []
    near = law.grid.within(pos.manned[GERMAN], 7)
    hqs = [hq for hq in bits(law.command.operational(pos)) if near >> pos.where[hq] & 1]
    bombers = [unit for unit in bits(law.air_of[GERMAN]) if law.air_rows[unit].interdiction > 1]
    for hq, unit in zip(hqs, bombers, strict=False):
        if law.air_war.hexes(twin, GERMAN, phase.mission, phase.phasing, unit) >> pos.where[hq] & 1:
            twin.missions[unit] = pos.where[hq]
            orders.append(Fly(law.air_ids[unit], law.grid.name[pos.where[hq]]))
    return orders  # type: ignore[return-value]


def _intercept(pos: NonopPosition, phase: Placing) -> list[Order]:
    law, orders = pos.rules, []
    twin = pos.copy()
    for unit in bits(law.air_of[SOVIET]):
        hexes = bits(law.air_war.hexes(twin, SOVIET, phase.mission, phase.phasing, unit))
        if hexes:
            best = min(hexes, key=lambda hex_: (list(twin.missions.values()).count(hex_), hex_))
            twin.missions[unit] = best
            orders.append(Fly(law.air_ids[unit], law.grid.name[best]))
    return orders  # type: ignore[return-value]


def role(pos: NonopPosition, phase: Roles, orders: Sequence[Order]) -> Order:
    """Fighters fight when enemy fighters are there and nobody else does; else they keep to the mission."""
    law, hex_ = pos.rules, pos.rules.grid.index(phase.hex)
    enemies = law.air_war.over(pos, hex_, 1 - phase.side)
    hunters = [unit for unit in bits(enemies) if law.air_rows[unit].class_ != "B"]
    own = law.air_war.over(pos, hex_, phase.side) & pos.firing
    engage = [order for order in orders if isinstance(order, Engage)]
    return engage[0] if engage and hunters and not own else End()


def pairing(pos: NonopPosition, orders: Sequence[Order]) -> Order:
    """The pair in which the own unit is most ahead."""
    law = pos.rules

    def ahead(order: Pair) -> tuple[int, str]:
        mine, enemy = law.air_number[order.unit], law.air_number[order.enemy]
        return law.air_rows[mine].air_combat - law.air_rows[enemy].air_combat, order.unit

    return max([order for order in orders if isinstance(order, Pair)], key=ahead)


# In reaction


def reaction(pos: NonopPosition, phase: Reaction) -> Order:
    """Send a unit into the defender hex that gains most by it, or end."""
    law, side = pos.rules, phase.side
    best: tuple[float, int, int] | None = None
    for unit, way in law.reactions.movers(pos, side).items():
        for combat in pos.combats:
            for hex_ in combat.targets:
                if way.hexes >> hex_ & 1 and law.stacking.has_room(pos, 1 << unit, hex_):
                    gain = _help(pos, combat, unit)
                    if gain > 0 and (best is None or (gain, -unit, hex_) > best):
                        best = gain, -unit, hex_
    if best is None:
        return End()
    name, unit = law.grid.name, -best[1]
    return React(law.unit_ids[unit], (name[pos.where[unit]], name[best[2]]))


def _help(pos: NonopPosition, combat: Combat, unit: int) -> float:
    """By how many columns a unit more lowers the odds, where they are not hopeless anyway."""
    law = pos.rules
    attack, defense = (
        law.attacks.attack(pos, combat.units, combat.targets),
        law.attacks.defense(pos, combat.targets),
    )
    more = defense + law.losses.defense(pos, unit)
    if attack >= HOPELESS * more:
        return 0.0
    return law.crt.column(attack, defense) - law.crt.column(attack, more)


# Face down


def sealed(pos: NonopPosition, phase: Ordering, orders: Sequence[Order]) -> Order:
    """No Retreat where a place is at stake or a retreat would be the end; the attacker lays nothing."""
    law, side = pos.rules, phase.side
    if side != phase.reacting:
        return End()
    for order in orders:
        if not isinstance(order, Seal) or order.order != ORDERS[NO_RETREAT]:
            continue
        combat = law.attacks.named(pos, order.target)
        if combat is None:
            continue
        attack, defense = law.attacks.attack(pos, combat.units, combat.targets), law.odds.defense(pos, combat)
        if attack >= HOPELESS * defense:
            continue
        at_stake = any(hex_ in law.places and law.places[hex_].german_vp >= STAKE for hex_ in combat.targets)
        if at_stake or any(law.losses.shut_in(pos, side, hex_) for hex_ in combat.targets):
            return order
    return End()
