"""Which attacks to declare: bundles of them that leave nothing owed, by what their dice are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec

from typhoon.engine.manner import Mood
from typhoon.engine.orders import Attack, End, Order
from typhoon.games.typhoon_nonop.battle import Battle, Engineers, Fight
from typhoon.games.typhoon_nonop.charts import SOVIET, Outcome
from typhoon.games.typhoon_nonop.columns import Combat
from typhoon.games.typhoon_nonop.declaring import Mandate
from typhoon.games.typhoon_nonop.odds import DIE
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.staff.outlook import Outlook
from typhoon.hexgrid import bits
from typhoon.mechanics.planning import Propose

ENEMY_STEP = 1.0
"""What an enemy step lost is worth; all other worths are told in it."""
OWN_STEP = 1.4
DRIVEN_BACK = 1.0
"""What it costs to be driven back oneself."""
BINDING = 1.5
"""What a Non-Op HQ is worth to its enemy for each division that it holds back."""
MANDATED = 2.5
"""What it is worth to make an attack that is mandated, whatever comes of it."""
OWED = -4.0
"""What it costs to owe an attack that nobody makes."""
LEAST = 0.5
"""What a bundle of attacks has to be worth."""

Clearing = Callable[[int], float]
"""What it is worth to drive the enemy out of a hex."""


class Target(NamedTuple):
    """An enemy hex that can be attacked."""

    hex: int
    by: dict[int, int]
    """The hexes that it can be attacked from, with the units there."""
    defense: int
    support: int
    """Twice what the attacker's guns may add."""
    values: dict[bool, list[float]]
    """What an attack is worth by odds column, with attack supply and without."""
    points: int
    """Supply units that may feed the attack."""


class Stake:
    """What there is to win and to lose in a combat."""

    def __init__(
        self, pos: NonopPosition, side: int, hexes: tuple[int, ...], clearing: float, care: float = 1.0
    ) -> None:
        self.law, self._side, self._own_step = pos.rules, side, OWN_STEP * care
        law, enemies = self.law, 0
        for hex_ in hexes:
            enemies |= pos.units_in(hex_) & law.ground_units
        self._steps = law.losses.total_steps(pos, enemies)
        # Points for HQs and Guards count besides; a Non-Op HQ that holds many back had better live.
        points = 3 * (enemies & law.hqs).bit_count() + law.losses.total_steps(pos, enemies & law.guards)
        bound = Outlook(pos, side).bound(enemies & law.hqs) if enemies & law.hqs else 0
        self._step = ENEMY_STEP * (1 + (2 * points - BINDING * bound) / max(1, self._steps))
        self._shut_in = any(law.losses.shut_in(pos, 1 - side, hex_) for hex_ in hexes)
        self._in_fort = any(law.works.forts(pos, 1 - side) >> hex_ & 1 for hex_ in hexes)
        self._clearing = clearing

    def extra(self, *, supplied: bool) -> int:
        """Steps that an asterisk costs."""
        return (not supplied) + self._in_fort

    def of(self, code: str, extra: int) -> float:
        """What a result is worth to the attacker."""
        outcome = self.law.crt.outcomes.get(code) or Outcome.of(code)
        back, lost = outcome.defender_retreats, min(self._steps, outcome.defender_steps)
        if outcome.defender_falls or (back and self._shut_in):
            lost = self._steps
        value = self._step * lost + (self._clearing if back or lost == self._steps else 0.0)
        value -= self._own_step * (outcome.attacker_steps + extra * outcome.asterisk)
        return value - DRIVEN_BACK * outcome.attacker_retreats - 6 * self._own_step * outcome.attacker_falls


class Assaults:
    """The attacks of a phase, chosen bundle by bundle."""

    def __init__(self, pos: NonopPosition, side: int, clearing: Clearing, mood: Mood) -> None:
        self.pos, self.side, self.law = pos, side, pos.rules
        self._clearing, self._mood = clearing, mood
        self._reached: dict[int, int] = {}
        self._supplied = self._points()
        self.targets = self._targets()
        self.chosen: dict[int, int] = {}
        """Enemy hexes under attack, with those who attack them."""
        self._busy = 0
        self._spent = 0
        self._mandates = pos.mandated if side == SOVIET else 0

    def _points(self) -> dict[int, int]:
        """What each supply unit reaches."""
        pos, law = self.pos, self.law
        points = law.supply_units & law.units_of[self.side] & pos.in_play
        return {unit: law.supply.attack_range(pos, unit) for unit in bits(points)}

    def _targets(self) -> dict[int, Target]:
        pos, law = self.pos, self.law
        able, around = law.attacks.able(pos, self.side), law.grid.around
        by: dict[int, dict[int, int]] = {}
        for hex_ in {pos.where[unit] for unit in bits(able)}:
            self._reached[hex_] = law.zones.reaching(pos, 1 - self.side, hex_)
            units = pos.stacks[hex_] & able
            for target in bits(around(hex_) & pos.stood[1 - self.side]):
                may = self._may(units, target)
                if may:
                    by.setdefault(target, {})[hex_] = may
        return {target: self._target(target, near) for target, near in sorted(by.items())}

    def _may(self, units: int, target: int) -> int:
        """Those of a stack that may attack a hex: asked once for those who pay foot and motor costs."""
        law, found, known = self.law, 0, {}
        for unit in bits(units):
            costs = law.cost_class[unit]
            if costs not in known:
                known[costs] = law.attacks.may_attack(self.pos, self.side, unit, target)
            found |= known[costs] << unit
        return found

    def _target(self, hex_: int, by: dict[int, int]) -> Target:
        """A target with what all who can attack it would bring along."""
        pos, law, side = self.pos, self.law, self.side
        units = sum(by.values())
        plain = Combat((hex_,), units)
        defending = law.artillery.defending(pos, 1 - side, plain)
        guns = law.artillery.best(pos, 1 - side, plain, defending, attack=False)
        combat = Combat((hex_,), units, guns=guns)
        firing = law.artillery.attacking(pos, side, plain, -1)
        firing = law.artillery.best(pos, side, plain, firing, attack=True)
        strength = law.attacks.attack(pos, units, (hex_,))
        support = law.odds.support(pos, combat, firing, strength)
        places = sum({1 << place for place in by})
        points = sum([1 << unit for unit, reach in self._supplied.items() if reach & places])
        engineers = law.odds.may_use_engineers(pos, side, combat)
        manner = self._mood.manner
        worth = self._clearing(hex_) * manner.drive * self._mood.whim[hex_]
        stake, values = Stake(pos, side, (hex_,), worth, manner.care), {}
        for supplied in (True, False):
            found = law.odds.modifiers(pos, side, combat, supplied=supplied, engineers=engineers, order=0)
            total = sum([modifier.value for modifier in found])
            values[supplied] = self._values(stake, total, supplied)
        return Target(hex_, by, law.odds.defense(pos, combat), support, values, points)

    def _values(self, stake: Stake, total: int, supplied: bool) -> list[float]:
        """What an attack is worth in each odds column."""
        crt, extra = self.law.crt, stake.extra(supplied=supplied)
        worth: dict[str, float] = {}
        found = []
        for column in range(len(crt.columns)):
            codes = [crt.code(column, die + total) for die in range(1, DIE + 1)]
            worth |= {code: stake.of(code, extra) for code in codes if code not in worth}
            found.append(sum([worth[code] for code in codes]) / DIE)
        return found

    # Choosing

    def value(self, target: Target, units: int, *, supplied: bool) -> float:
        """What an attack by some units is worth."""
        law, pos = self.law, self.pos
        doubled = sum([law.attacks.doubled(pos, unit, (target.hex,)) for unit in bits(units)])
        if supplied:
            doubled += min(target.support, doubled)
        column = law.crt.column(doubled // 2, target.defense)
        if column < 0:
            return OWED
        worth = target.values[supplied][column]
        return worth + MANDATED if self._mandates and self._is_mandated(target, units) else worth

    def _is_mandated(self, target: Target, units: int) -> bool:
        """Whether an attack would count as one that is owed (B12.8)."""
        return self.law.attacks.why_not_mandated(self.pos, Combat((target.hex,), units)) is None

    def _supply(self, target: Target) -> bool:
        return bool(target.points & ~self._spent)

    def _bundle(self, seed: Target) -> tuple[float, dict[int, int]]:
        """The best attack on a hex together with all that it obliges to."""
        places = [place for place in seed.by if seed.by[place] & ~self._busy]
        places.sort(key=lambda place: (self._reached[place].bit_count(), -seed.by[place].bit_count(), place))
        best: tuple[float, dict[int, int]] = (0.0, {})
        under = sum([1 << hex_ for hex_ in self.chosen])
        for count in range(1, len(places) + 1):
            owed = 0
            for place in places[:count]:
                owed |= self._reached[place]
            hexes = bits((owed | 1 << seed.hex) & ~under)
            if any(hex_ not in self.targets for hex_ in hexes):
                continue
            allowed = {p for p in self._reached if not self._reached[p] & ~(owed | 1 << seed.hex | under)}
            found = self._allotted([self.targets[hex_] for hex_ in hexes], allowed)
            if found[0] > best[0]:
                best = found
        return best

    def _allotted(self, targets: list[Target], places: Iterable[int]) -> tuple[float, dict[int, int]]:
        """Units of some places dealt out to targets, each to where it adds most."""
        law, pos = self.law, self.pos
        choices: dict[int, list[Target]] = {}
        for target in targets:
            for place, units in target.by.items():
                if place in places:
                    for unit in bits(units & ~self._busy):
                        choices.setdefault(unit, []).append(target)
        given = {target.hex: 0 for target in targets}
        worth = {target.hex: OWED for target in targets}
        supplied = {target.hex: self._supply(target) for target in targets}
        order = sorted(choices, key=lambda unit: (len(choices[unit]), -law.losses.attack(pos, unit), unit))
        for unit in order:
            options = []
            for target in choices[unit]:
                value = self.value(target, given[target.hex] | 1 << unit, supplied=supplied[target.hex])
                options.append((value - worth[target.hex], value, target.hex))
            gain, value, hex_ = max(options)
            if gain >= 0 or not given[hex_]:
                given[hex_] |= 1 << unit
                worth[hex_] = value
        if not all(given.values()):
            return OWED, {}
        for target in targets:
            given[target.hex] = self._needed(target, given[target.hex], supplied=supplied[target.hex])
        return sum(worth.values()), given

    def _needed(self, target: Target, units: int, *, supplied: bool) -> int:
        """Those of some attackers who make a difference; the weakest are spared first."""
        law, pos = self.law, self.pos
        worth = self.value(target, units, supplied=supplied)
        for unit in sorted(bits(units), key=lambda unit: (law.losses.attack(pos, unit), unit)):
            fewer = units & ~(1 << unit)
            if fewer and self.value(target, fewer, supplied=supplied) >= worth:
                units = fewer
        return units

    def choose(self) -> None:
        """Take bundle after bundle, the best first, as long as they are worth it."""
        bundles = {hex_: self._bundle(target) for hex_, target in self.targets.items()}
        while bundles:
            hex_ = max(bundles, key=lambda hex_: (bundles[hex_][0], hex_))
            value, given = bundles.pop(hex_)
            if value < LEAST * self._mood.manner.demand:
                break
            if any(units & self._busy for units in given.values()) or given.keys() & self.chosen.keys():
                if hex_ not in self.chosen:
                    bundles[hex_] = self._bundle(self.targets[hex_])
                continue
            for target, units in given.items():
                self.chosen[target] = units
                self._busy |= units
                if self._mandates and self._is_mandated(self.targets[target], units):
                    self._mandates -= 1
                free = self.targets[target].points & ~self._spent
                self._spent |= free & -free

    def orders(self) -> list[Order]:
        law, pos = self.law, self.pos
        self.choose()
        found: list[Order] = [
            Attack(law.attacks.name_of((hex_,)), pos.names(units)) for hex_, units in self.chosen.items()
        ]
        if self.side == SOVIET and pos.mandated:
            found += [Mandate(law.attacks.name_of((hex_,))) for hex_ in self.chosen]
        return [*found, Propose(), End()]


POINT = 1.8
"""What a supply point is worth to whoever may need it tomorrow."""


def combat_orders(pos: NonopPosition, battle: Battle, clearing: Clearing) -> list[Order]:
    """Supply, guns and engineers as proposed, or the die at once where they would change little."""
    law, combat = pos.rules, battle.combat(pos)
    stake = Stake(pos, battle.side, combat.targets, max([clearing(hex_) for hex_ in combat.targets]))
    proposed = battle.frame_proposed(pos)
    bare = msgspec.structs.replace(proposed, supply=battle.supply, guns=battle.guns)

    def value(frame: Battle) -> float:
        supplied = frame.is_supplied(pos)
        told = law.odds.preview(
            pos, frame.side, combat, law.units(frame.guns), supplied=supplied, engineers=frame.engineers
        )
        extra = stake.extra(supplied=supplied)
        return sum([outcome.chance * stake.of(outcome.result, extra) for outcome in told.outcomes])

    points = len(proposed.supply) - len(battle.supply)
    if points and value(proposed) < value(bare) + POINT * points:
        return [Engineers(), Fight()] if bare.engineers and not battle.engineers else [Fight()]
    return [Propose(), Fight()]
