"""The combat phase: which attacks are declared, with which air support, and in which order."""

from __future__ import annotations

import msgspec

from typhoon.engine.orders import Attack, Order
from typhoon.games.operation_typhoon.air_cover import Air
from typhoon.games.operation_typhoon.answers import Engage, Engaging, at_hand
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.declaring import MOST_AIR, Assault
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.games.operation_typhoon.resolving import Resolve
from typhoon.games.operation_typhoon.staff.chances import Expectation
from typhoon.games.operation_typhoon.staff.outlook import Outlook
from typhoon.hexgrid import bits

OWED = 50.0
"""What it costs to leave an attack undone that must be made."""
PRECIOUS = 4.0
"""Objectives worth so much are seldom attacked out of."""
ROUNDS = 4
"""How often the allocation is gone over."""


class Declarations:
    """All attacks of a phase, improved stack by stack."""

    def __init__(self, outlook: Outlook, doubled: int = 0) -> None:
        self.outlook, self.pos, self.side = outlook, outlook.pos, outlook.side
        self.weights = outlook.weights.attack
        self.doubled = doubled
        pos, side, grid = self.pos, self.side, outlook.grid
        self.must = pos.rules.obligation.obliged(pos, side)
        self.owed = pos.rules.obligation.must_be_attacked(pos, side)
        self._all_or_none = pos.rules.obligation.all_or_none(pos, side) & ~self.must
        self._values: dict[tuple[int, int], float] = {}
        enemies = pos.occupied[1 - side]
        self.choice: dict[int, int] = {}
        """The target of each unit that can attack; -1 for none."""
        self.beside: dict[int, list[int]] = {}
        for hex_ in bits(pos.occupied[side] & grid.neighbours(enemies)):
            units = pos.rules.obligation.able_in(pos, hex_)
            around = bits(grid.around(hex_) & enemies)
            if not units or not around:
                continue
            part = max(pos.rules.stacking.largest_parts(pos, side, units), key=self._strength, default=0)
            if not self.must >> hex_ & 1:
                part &= ~pos.rules.hqs
            for unit in bits(part):
                self.choice[unit] = -1
                self.beside[unit] = around
        self._allocate()

    def _strength(self, units: int) -> float:
        return sum([self.outlook.attack(unit) for unit in bits(units)])

    # Allocation

    def attackers(self, target: int) -> int:
        return sum([1 << unit for unit, chosen in self.choice.items() if chosen == target])

    def _allocate(self) -> None:
        stacks: dict[int, list[int]] = {}
        for unit in self.choice:
            stacks.setdefault(self.pos.where[unit], []).append(unit)
        everybody = {target: 0 for around in self.beside.values() for target in around}
        for unit, around in self.beside.items():
            for target in around:
                everybody[target] |= 1 << unit
        hopes = {target: self.value(target, units) for target, units in everybody.items()}
        for hex_, units in list(stacks.items()):
            if self._stays(hex_, max([hopes[target] for target in self.beside[units[0]]])):
                del stacks[hex_]
        for hex_, units in stacks.items():
            best = max(self.beside[units[0]], key=lambda target: (hopes[target], target))
            if self.must >> hex_ & 1 or hopes[best] > self.weights.optional * self.outlook.manner.demand:
                for unit in units:
                    self.choice[unit] = best
        for _ in range(ROUNDS):
            changed = False
            for units in stacks.values():
                changed |= self._reconsider(units)
                if len(units) > 1:
                    for unit in units:
                        changed |= self._reconsider([unit])
            if not changed:
                break

    def _stays(self, hex_: int, hope: float) -> bool:
        """Whether those who need not attack keep quiet, for the sake of what they hold."""
        if self.must >> hex_ & 1:
            return False
        worth = self.outlook.places.get(hex_, 0.0) if self.side == SOVIET else 0.0
        sortie = self.weights.sortie if worth >= PRECIOUS else 0.0  # a lost attack would drive a garrison out
        return hope < max(sortie, self.outlook.given_up.get(hex_, 0.0))

    def _reconsider(self, units: list[int]) -> bool:
        """Give units of a stack another target if that is better on the whole."""
        now = self.choice[units[0]]
        hex_ = self.pos.where[units[0]]
        options = [*self.beside[units[0]]]
        if not self.must >> hex_ & 1:
            options.append(-1)
        before = {unit: self.choice[unit] for unit in units}
        best, most = before, 0.0
        for target in options:
            if target == now and len(set(before.values())) == 1:
                continue
            touched = {target, *before.values(), *self._tied(hex_)} - {-1}
            base = sum([self._worth(t) for t in touched])
            for unit in units:
                self.choice[unit] = target
            gain = sum([self._worth(t) for t in touched]) - base
            if gain > most + 0.01:
                best, most = dict.fromkeys(units, target), gain
            self.choice.update(before)
        self.choice.update(best)
        return best is not before

    def _worth(self, target: int) -> float:
        units = self.attackers(target)
        if not units:
            return -OWED if self.owed >> target & 1 else -self._price(target)
        return self.value(target, units)

    def _tied(self, hex_: int) -> list[int]:
        """Enemies who must be attacked too, if somebody attacks out of a hex where nobody must."""
        if not self._all_or_none >> hex_ & 1:
            return []
        return bits(self.outlook.grid.around(hex_) & self.pos.firm[1 - self.side])

    def _price(self, target: int) -> float:
        """What it costs that somebody attacks who must see a hex attacked for that reason."""
        if not self._all_or_none or not self.pos.firm[1 - self.side] >> target & 1:
            return 0.0
        near, where = self._all_or_none & self.outlook.grid.around(target), self.pos.where
        tied = [unit for unit, chosen in self.choice.items() if chosen >= 0 and near >> where[unit] & 1]
        units = sum([1 << unit for unit in tied])
        return self.weights.holding - min(0.0, self.value(target, units)) if units else 0.0

    # Values

    def value(self, target: int, units: int) -> float:
        key = target, units
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = combat_value(self.outlook, Combat((target,), units), self.doubled)
        return found

    def combats(self) -> list[Combat]:
        """The attacks; hexes that nobody is free to attack are joined to a neighbour's or given out anew."""
        found = [Combat((t,), self.attackers(t)) for t in sorted(set(self.choice.values()) - {-1})]
        grid, where, twin = self.outlook.grid, self.pos.where, self.pos.copy()
        twin.combats = tuple(found)
        for target in bits(self.pos.rules.obligation.owed(twin, self.side)):
            for place, combat in enumerate(found):
                if all(grid.around(where[unit]) >> target & 1 for unit in bits(combat.units)):
                    found[place] = Combat(tuple(sorted((*combat.targets, target))), combat.units)
                    break
        twin.combats = tuple(found)
        return list(self.pos.rules.obligation.complete(twin, self.side))


def expectation(outlook: Outlook, combat: Combat, doubled: int = 0, more: int = 0) -> Expectation:
    """The mean outcome of an attack, with so many shifts more."""
    pos = outlook.pos
    side = pos.rules.side_of[bits(combat.units)[0]]
    attack = sum([outlook.attack(u) * (2 if doubled >> u & 1 else 1) for u in bits(combat.units)])
    chosen = 0
    for parts in pos.rules.odds.able_defenders(pos, combat).values():
        chosen |= max(parts, key=lambda part: sum([outlook.defense(u) for u in bits(part)]), default=0)
    defense = sum(
        [outlook.defense(unit) * pos.rules.odds.multiple(pos, combat, unit) for unit in bits(chosen)]
    )
    shift = sum([modifier.value for modifier in pos.rules.odds.shifts(pos, side, combat, chosen)]) + more
    line = pos.rules.odds.terrain_line(pos, combat)
    return outlook.expect(combat.hexes, line, attack, max(defense, 1.0), shift)


def combat_value(outlook: Outlook, combat: Combat, doubled: int = 0, more: int = 0) -> float:
    """What an attack gains in the mean."""
    pos, rules = outlook.pos, outlook.rules
    side = rules.side_of[bits(combat.units)[0]]
    weights = outlook.doctrine.weights_of(side).attack  # the enemy is taken to think alike
    found = expectation(outlook, combat, doubled, more)
    victims = 0
    for target in combat.targets:
        victims |= pos.units_in(target)
    worth = outlook.mind * sum([outlook.steps_worth(unit) for unit in bits(victims)]) / victims.bit_count()
    tanks = combat.units & rules.tanks
    own = outlook.weights.eye.tank if side == GERMAN and tanks else _mean_step(outlook, combat.units)
    places = sum([outlook.places.get(target, 0.0) for target in combat.targets])
    prize = weights.ground + weights.declared_place * places
    prize += weights.declared_onward * outlook.pull("mech", combat.targets[0])
    return (
        found.enemy_steps * worth
        + found.win * prize
        - weights.losses * outlook.mind * (found.own_steps * own + weights.back * found.own_back)
    )


def _mean_step(outlook: Outlook, units: int) -> float:
    return sum([outlook.steps_worth(unit) for unit in bits(units)]) / units.bit_count()


# Orders


def doubled_by(pos: TyphoonPosition, hqs: int) -> int:
    """The units whose HQ makes an accelerated assault."""
    found = 0
    for unit in bits(pos.in_play & ~pos.rules.hqs):
        hq = pos.rules.forces.hq_of(unit)
        if hq is not None and hqs >> hq & 1:
            found |= 1 << unit
    return found


def orders(outlook: Outlook) -> list[Order]:
    """Accelerated assaults, attacks and air points of a phase."""
    pos, side = outlook.pos, outlook.side
    plan = Declarations(outlook)
    hqs = _accelerating(outlook, plan)
    doubled = doubled_by(pos, hqs)
    if hqs:
        plan = Declarations(outlook, doubled)
    combats = plan.combats()
    found: list[Order] = [Assault(unit) for unit in pos.names(hqs)]
    found += [
        Attack(pos.rules.attacks.name_of(pos, combat.targets), pos.names(combat.units)) for combat in combats
    ]
    return found + _air(outlook, combats, doubled, pos.air[side])


def _accelerating(outlook: Outlook, plan: Declarations) -> int:
    """HQs whose accelerated assault pays now."""
    pos, side = outlook.pos, outlook.side
    able, weights = pos.rules.assaults.may_assault(pos, side), outlook.weights.attack
    found = 0
    late = pos.turn / pos.rules.scenario.last_turn
    combats = plan.combats()
    for hq in bits(able):
        doubled = doubled_by(pos, 1 << hq)
        gain = 0.0
        for combat in combats:
            if combat.units & doubled:
                gain += combat_value(outlook, combat, doubled) - combat_value(outlook, combat)
        if gain > weights.faster - weights.faster_late * late:
            found |= 1 << hq
    return found


def _air(outlook: Outlook, combats: list[Combat], doubled: int, points: int) -> list[Order]:
    """Each air point where it adds most."""
    given = [0] * len(combats)
    values = [combat_value(outlook, combat, doubled) for combat in combats]
    for _ in range(points):
        gains = [
            combat_value(outlook, combat, doubled, given[place] + 1) - values[place]
            if given[place] < MOST_AIR
            else 0.0
            for place, combat in enumerate(combats)
        ]
        if not gains or max(gains) < outlook.weights.attack.air:
            break
        best = gains.index(max(gains))
        given[best] += 1
        values[best] += gains[best]
    pos = outlook.pos
    return [
        Air(pos.rules.attacks.name_of(pos, combat.targets), str(number))
        for combat, number in zip(combats, given, strict=True)
        if number
    ]


def cover_order(outlook: Outlook, orders: list[Order]) -> Order:
    """The combat that air cover helps most, or none."""
    pos = outlook.pos
    best, most = next(order for order in orders if not isinstance(order, Air)), 0.3
    for order in orders:
        if isinstance(order, Air):
            combat = next(c for c in pos.combats if pos.rules.attacks.name_of(pos, c.targets) == order.target)
            gain = combat_value(outlook, combat) - combat_value(outlook, combat, more=-1)
            if gain > most:
                best, most = order, gain
    return best


def engage_order(outlook: Outlook, orders: list[Order]) -> Order:
    """The attackers who gain most; of equals those declared."""
    pos = outlook.pos
    phase = pos.frames[-1]
    assert isinstance(phase, Engaging)
    declared = at_hand(pos, phase.side, phase.target)

    def gain(order: Order) -> float:
        assert isinstance(order, Engage)
        chosen = pos.rules.units(order.units)
        return combat_value(outlook, msgspec.structs.replace(declared, units=chosen))

    return max(orders, key=gain)


def next_combat(outlook: Outlook, orders: list[Order]) -> Order:
    """The surest combat first."""
    pos = outlook.pos

    def hope(order: Order) -> float:
        assert isinstance(order, Resolve)
        combat = pos.rules.attacks.combat_named(pos, order.target)
        if combat is None or not combat.units & pos.in_play:
            return -1.0
        if any(not pos.units_in(target) for target in combat.targets):
            return -1.0
        units = combat.units & pos.in_play
        return expectation(outlook, Combat(combat.targets, units)).win

    return max(orders, key=lambda order: (hope(order), str(order)))
