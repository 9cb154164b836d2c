"""Who can attack whom, what is owed, and declaring it (B12)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import combinations
from typing import ClassVar, NamedTuple

from typhoon.engine.cases import case
from typhoon.engine.orders import Attack
from typhoon.engine.phase import Phase, SideNumber
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.charts import GERMAN, SIDES, SOVIET
from typhoon.games.typhoon_nonop.columns import Combat, hexes_of
from typhoon.games.typhoon_nonop.ground import union
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits, first
from typhoon.mechanics.choices import Groups
from typhoon.mechanics.wording import counted

MANDATED_ODDS = (3, 2)
MANDATED_STEPS = 6


class Declaration(Phase[NonopPosition], frozen=True, tag="declaration"):
    """The phasing side declares every attack before the first is fought."""

    about: ClassVar[str] = "B12.1"
    part: ClassVar[str] = "the declarations"
    side: SideNumber

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} attack declaration"

    def prompt(self, pos: NonopPosition) -> str:
        attacks, mandated = pos.rules.attacks, ""
        if self.side == SOVIET and (unmet := attacks.unmet(pos)):
            odds, owing = "-".join(map(str, MANDATED_ODDS)), counted(unmet, "Mandated Attack")
            mandated = (
                f" {owing} owed: declare one at {odds} or better with {MANDATED_STEPS} steps and name it so."
            )
        if owed := attacks.owed(pos, self.side):
            hexes = counted(owed.bit_count(), "enemy hex", "enemy hexes")
            return f"Declare attacks: {hexes} must still be attacked.{mandated}"
        return f"Declare attacks, or end the declarations.{mandated}"


class Front:
    """Who can attack whom, as long as nobody moves and nobody grows weaker."""

    def __init__(self, side: int, in_reach: dict[int, list[int]]) -> None:
        self.side, self.in_reach = side, in_reach
        """The hexes that each unit may attack."""
        groups: dict[tuple[int, ...], int] = {}
        for unit, targets in in_reach.items():
            for count in range(1, len(targets) + 1):
                for group in combinations(targets, count):
                    groups[group] = groups.get(group, 0) | 1 << unit
        self.groups = [(targets, hexes_of(targets), units) for targets, units in sorted(groups.items())]
        """Hexes that can be attacked as one, each group with those who may attack all of it."""
        self.beside = {targets[0]: units for targets, units in groups.items() if len(targets) == 1}
        """Who may attack each hex."""
        self.places: dict[int, list[int]] = {}
        """For each hex the groups that it is in."""
        for place, (group, _, _) in enumerate(self.groups):
            for target in group:
                self.places.setdefault(target, []).append(place)
        self.made: dict[tuple[tuple[int, ...], int], Groups] = {}
        """The attacks on some hexes by some units."""
        self.choices = Choices(-1, -1, [NOBODY] * len(groups), 0)
        """What could be declared when somebody asked last; at first all are taken."""
        self.reached: dict[int, int] = {}
        """Enemy hexes whose zones reach some attackers."""
        self.owed: tuple[tuple[Combat, ...] | None, int] = None, 0
        """What is owed after the attacks that somebody asked about last."""


class Choices(NamedTuple):
    """Attacks that can be declared when some units and hexes are taken."""

    busy: int
    taken: int
    groups: list[Groups]
    """The attacks on each group of hexes of the front."""
    total: int


NOBODY = Groups("", (), 1)
"""No attack at all."""


class Attacks(NonopChapter):
    """Attackers, targets and obligations."""

    def name_of(self, targets: tuple[int, ...]) -> str:
        found = self._names.get(targets)
        if found is None:
            found = self._names[targets] = "+".join([self.law.grid.name[target] for target in targets])
        return found

    @cached_property
    def _names(self) -> dict[tuple[int, ...], str]:
        return {}

    def named(self, pos: NonopPosition, name: str) -> Combat | None:
        return next((combat for combat in pos.combats if self.name_of(combat.targets) == name), None)

    def change(self, pos: NonopPosition, combat: Combat, other: Combat | None) -> None:
        """Put another combat in the place of one, or nothing."""
        changed = [other if each is combat else each for each in pos.combats]
        pos.combats = tuple([each for each in changed if each is not None])

    def committed(self, pos: NonopPosition) -> int:
        units = 0
        for combat in pos.combats:
            units |= combat.units
        return units

    def attacked(self, pos: NonopPosition) -> int:
        """All defender hexes; asked again and again of the same combats."""
        if self._last[0] is not pos.combats:
            self._last = pos.combats, union([hexes_of(combat.targets) for combat in pos.combats])
        return self._last[1]

    _last: tuple[tuple[Combat, ...], int] = (), 0
    """The combats that somebody asked about last, with their hexes."""

    @case("B12.2", "B12.6", "B12.7", "B25.2")
    def able(self, pos: NonopPosition, side: int) -> int:
        """Units that may attack in this phase."""
        law = self.law
        units = law.combat_units & law.units_of[side] & pos.in_play & ~law.guns & ~pos.garrison
        if side == GERMAN:
            units &= law.reaching.unbound(pos)
        near = law.grid.neighbours(pos.stood[1 - side]) & pos.manned[side]
        units &= pos.standing_in(near)
        return sum([1 << unit for unit in bits(units) if law.losses.attack(pos, unit)])

    @case("B12.2")
    def may_attack(self, pos: NonopPosition, side: int, unit: int, target: int) -> bool:
        """Whether a unit next to a hex could enter it, or is in a zone of control out of it."""
        law, start = self.law, pos.where[unit]
        if not law.grid.around(start) >> target & 1:
            return False
        if law.zones.reaching(pos, 1 - side, start) >> target & 1:
            return True
        if law.terrain.price(pos, unit, target, zones=False) is not None:
            return True
        return not law.cost_class[unit] and bool(law.special.over_major(pos, side, start) >> target & 1)

    def front(self, pos: NonopPosition, side: int) -> Front:
        """Who may attack which hexes; it holds for all attacks that are declared before anybody moves."""
        if pos.front is None or pos.front.side != side:
            pos.front = Front(side, self._in_reach(pos, side))
        return pos.front

    def _in_reach(self, pos: NonopPosition, side: int) -> dict[int, list[int]]:
        found = {}
        for unit in bits(self.able(pos, side)):
            beside = self.law.grid.around(pos.where[unit]) & pos.stood[1 - side]
            found[unit] = [hex_ for hex_ in bits(beside) if self.may_attack(pos, side, unit, hex_)]
        return found

    @case("B12.3")
    def owed(self, pos: NonopPosition, side: int) -> int:
        """Enemy hexes that must still be attacked because their zone reaches an attacking hex."""
        front = self.front(pos, side)
        if front.owed[0] is not pos.combats:
            found = 0
            for combat in pos.combats:
                reached = front.reached.get(combat.units)
                if reached is None:
                    places = self._places(pos, combat)
                    reached = union([self.law.zones.reaching(pos, 1 - side, hex_) for hex_ in places])
                    front.reached[combat.units] = reached
                found |= reached
            front.owed = pos.combats, found & ~self.attacked(pos)
        return front.owed[1]

    @case("B12.5", "B15.7")
    def defense(self, pos: NonopPosition, targets: tuple[int, ...]) -> int:
        """The strength of the defenders without support; guns defend for themselves only when alone (R58)."""
        law, total = self.law, 0
        for target in targets:
            units = pos.units_in(target) & law.ground_units
            fighters = units & ~law.guns if units & law.combat_units & ~law.guns else units
            total += sum([law.losses.defense(pos, unit) for unit in bits(fighters)])
        return max(1, total)

    @case("B15.6", "B2.8")
    def doubled(self, pos: NonopPosition, unit: int, targets: tuple[int, ...]) -> int:
        """Twice what a unit attacks with: halved into a city or across a major river it counts once (R63)."""
        law, strength = self.law, self.law.losses.attack(pos, unit)
        halved = law.armor >> unit & 1 and any(law.ground.cities >> target & 1 for target in targets)
        if not halved and not pos.frozen:
            start = pos.where[unit]
            halved = any(law.ground.linked(law.ground.major_rivers, start, target) for target in targets)
        return strength if halved else 2 * strength

    @case("B12.5", "B2.8")
    def attack(self, pos: NonopPosition, units: int, targets: tuple[int, ...]) -> int:
        return sum([self.doubled(pos, unit, targets) for unit in bits(units)]) // 2

    @case("B12.5")
    def need(self, defense: int) -> int:
        """Twice the least strength that may be declared against a defense: 1-4."""
        return 2 * -(-defense // 4)

    @case("B12.4")
    def choices(self, pos: NonopPosition, side: int) -> Choices:
        """What can be declared: attacks on groups of hexes, by any beside them who are strong enough."""
        front, busy, taken = self.front(pos, side), self.committed(pos), self.attacked(pos)
        known = front.choices
        if (busy, taken) != (known.busy, known.taken):
            groups, total = list(known.groups), known.total
            for place in self._concerned(front, busy ^ known.busy, taken ^ known.taken):
                targets, hexes, units = front.groups[place]
                free = 0 if hexes & taken else units & ~busy
                made = self._attacks_on(pos, front, targets, free)
                total += made.count - groups[place].count
                groups[place] = made
            known = front.choices = Choices(busy, taken, groups, total)
        return known

    def _concerned(self, front: Front, units: int, hexes: int) -> Iterable[int]:
        """The groups that hang on whether some units, or some hexes, are taken."""
        if units < 0:  # nobody has asked yet
            return range(len(front.groups))
        near = {target for unit in bits(units) for target in front.in_reach.get(unit, ())}
        return {place for hex_ in (*near, *bits(hexes)) for place in front.places.get(hex_, ())}

    def _attacks_on(self, pos: NonopPosition, front: Front, targets: tuple[int, ...], units: int) -> Groups:
        found = front.made.get((targets, units))
        if found is None:
            named = [(self.law.unit_ids[unit], self.doubled(pos, unit, targets)) for unit in bits(units)]
            found = Groups(self.name_of(targets), named, self.need(self.defense(pos, targets)))
            front.made[targets, units] = found
        return found

    @case("B12.1", "B12.2", "B12.4", "B12.5")
    def why_not(self, pos: NonopPosition, side: int, order: Attack) -> Ruling | None:
        law = self.law
        targets = law.hexes_named(order.target.split("+"))
        if isinstance(targets, Ruling):
            return targets
        if len(set(targets)) < len(targets):
            return Ruling("B12.4", f"{order.target} is no group of hexes that can be attacked as one")
        if list(targets) != sorted(targets):
            return Ruling("B12.4", f"these hexes are named {self.name_of(tuple(sorted(targets)))}")
        units = 0
        for name in order.units:
            unit = law.unit_on_map(pos, name, side)
            if isinstance(unit, Ruling):
                return unit
            if units >> unit & 1:
                return Ruling("B12.2", f"{name} is named twice")
            units |= 1 << unit
        for target in targets:
            if not pos.stood[1 - side] >> target & 1:
                return Ruling("B12.2", f"there is no enemy in {law.describe(target)}")
            if self.attacked(pos) >> target & 1:
                return Ruling("B12.2", f"{law.describe(target)} is under attack already")
        for unit in bits(units):
            ruling = self._why_not_unit(pos, side, unit, targets)
            if ruling is not None:
                return ruling
        attack, defense = self.attack(pos, units, targets), self.defense(pos, targets)
        if attack * 4 < defense:
            return Ruling("B12.5", f"{attack} to {defense} is below 1-4")
        return None

    def _why_not_unit(
        self, pos: NonopPosition, side: int, unit: int, targets: tuple[int, ...]
    ) -> Ruling | None:
        law, name = self.law, self.law.unit_ids[unit]
        if self.committed(pos) >> unit & 1:
            return Ruling("B12.2", f"{name} attacks already")
        if not self.able(pos, side) >> unit & 1:
            if pos.garrison >> unit & 1:
                return Ruling("B12.6", f"{name} is a garrison and does not attack")
            if side == GERMAN and not law.reaching.unbound(pos) >> unit & 1:
                return Ruling(
                    "B12.7", f"on turn 1 only German units that start south of P1921 attack, not {name}"
                )
            if law.grid.neighbours(pos.stood[1 - side]) >> pos.where[unit] & 1:
                return Ruling("B12.2", f"{name} has no attack strength")
        for target in targets:
            if not law.grid.around(pos.where[unit]) >> target & 1:
                case_ = "B12.4" if len(targets) > 1 else "B12.2"
                return Ruling(case_, f"{name} is not next to {law.describe(target)}")
            if not self.may_attack(pos, side, unit, target):
                return Ruling(
                    "B12.2", f"{name} could not enter {law.describe(target)}, which has no zone on it"
                )
        return None

    def ordered(self, order: Attack) -> Combat:
        targets = tuple([self.law.grid.index(number) for number in order.target.split("+")])
        return Combat(targets, self.law.units(order.units))

    @case("B12.8")
    def unmet(self, pos: NonopPosition) -> int:
        """Mandated Attacks that are owed and have not been named."""
        return pos.mandated - sum([each.mandated for each in pos.combats])

    @case("B12.8")
    def why_not_mandated(self, pos: NonopPosition, combat: Combat) -> Ruling | None:
        """Why an attack does not count as one that is owed."""
        if not self.unmet(pos):
            return Ruling("B12.8", "no Mandated Attack is owed")
        if combat.mandated:
            return Ruling("B12.8", "the attack is a Mandated Attack already")
        steps = self.law.losses.total_steps(pos, combat.units)
        if steps < MANDATED_STEPS:
            return Ruling("B12.8", f"a Mandated Attack is made with {MANDATED_STEPS} steps, not with {steps}")
        attack, defense = self.attack(pos, combat.units, combat.targets), self.defense(pos, combat.targets)
        left, right = MANDATED_ODDS
        if attack * right < defense * left:
            return Ruling("B12.8", f"{attack} to {defense} is less than 3-2")
        return None

    @case("B12.3")
    def complete(self, pos: NonopPosition, side: int) -> tuple[Combat, ...]:
        """The declared combats with such others that nothing is owed; what cannot be, is called off."""
        twin, home = pos.copy(), 0
        while owed := self.owed(twin, side):
            combat = self._owed_attack(twin, side, owed, home)
            if combat is not None:
                twin.combats += (combat,)
                continue
            # Nobody is left to attack a hex that reaches some attackers: whoever is reached stays at home.
            home |= self._reached(twin, side, first(owed))
            at_home = twin.standing_in(home)
            twin.combats = tuple([c for c in twin.combats if not c.units & at_home])
        return twin.combats

    def _owed_attack(self, pos: NonopPosition, side: int, owed: int, home: int) -> Combat | None:
        """An attack on one of the hexes that are owed, by all who can and need not stay at home."""
        front, busy = self.front(pos, side), self.committed(pos)
        for hex_ in bits(owed):
            free = front.beside.get(hex_, 0) & ~busy
            units = [unit for unit in bits(free) if not home >> pos.where[unit] & 1]
            doubled = sum([self.doubled(pos, unit, (hex_,)) for unit in units])
            if units and doubled >= self.need(self.defense(pos, (hex_,))):
                return Combat((hex_,), sum([1 << unit for unit in units]))
        return None

    def places(self, pos: NonopPosition, combat: Combat) -> int:
        return union([1 << hex_ for hex_ in self._places(pos, combat)])

    def _places(self, pos: NonopPosition, combat: Combat) -> set[int]:
        return {pos.where[unit] for unit in bits(combat.units)}

    def _reached(self, pos: NonopPosition, side: int, hex_: int) -> int:
        """The attacking hexes that zones of control out of a hex reach."""
        found, attackers = 0, self.committed(pos)
        for place in bits(self.law.grid.around(hex_) & pos.manned[side]):
            if pos.stacks[place] & attackers and self.law.zones.reaching(pos, 1 - side, place) >> hex_ & 1:
                found |= 1 << place
        return found
