"""The combat phase: declaring and resolving attacks (9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import Attack, End, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.preview import CombatPreview, Modifier, Outcome, Preview
from typhoon.engine.ruling import Ruling
from typhoon.games.red_typhoon.activation import Activate, affordable, may_attack, spend, why_not_activate
from typhoon.games.red_typhoon.charts import SIDES, SOVIET
from typhoon.games.red_typhoon.isolation import isolated
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.results import apply_result
from typhoon.games.red_typhoon.wording import hex_of, not_now, unit_on_map
from typhoon.hexgrid import bits
from typhoon.mechanics.choices import Groups
from typhoon.mechanics.odds import odds


class Combat(Phase[RedPosition], frozen=True, tag="combat"):
    """A side gives attack orders and attacks, one battle after another."""

    about: ClassVar[str] = "9.0"
    side: int

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} combat"

    def decider(self, pos: RedPosition) -> int:
        return self.side

    def prompt(self, pos: RedPosition) -> str:
        return "Give attack orders and attack, or end the combat phase."

    @case("9.0", "9.1")
    def orders(self, pos: RedPosition) -> list[OrderSet]:
        plain = [*affordable(pos, self.side, pos.attack_orders), End()]
        return [Listed(plain), *possible_attacks(pos, self.side)]

    def why_not(self, pos: RedPosition, order: Order) -> Ruling | None:
        if isinstance(order, Attack):
            return why_not_attack(pos, self.side, order)
        if isinstance(order, Activate):
            return why_not_activate(pos, self.side, pos.attack_orders, order, "attack")
        return None if isinstance(order, End) else not_now(pos, order.verb)

    def preview(self, pos: RedPosition, order: Order) -> Preview | None:
        return preview_attack(pos, self.side, order) if isinstance(order, Attack) else None

    def apply(self, pos: RedPosition, order: Order, umpire: Umpire) -> None:
        if isinstance(order, Attack):
            _attack(pos, self.side, order, umpire)
        elif isinstance(order, Activate):
            pos.attack_orders |= spend(pos, self.side, order, "attack", umpire)
        else:
            pos.attacked = pos.defended = 0
            pos.frames.pop()


@case("9.0", "9.5")
def able_attackers(pos: RedPosition, side: int) -> int:
    """The units that could attack now, were there somebody to attack."""
    units = may_attack(pos) & pos.rules.units_of[side] & pos.in_play
    return units & ~pos.disrupted & ~pos.attacked


@case("6.2", "9.2")
def possible_attacks(pos: RedPosition, side: int) -> list[Groups]:
    """For each hex that can be attacked, all groups of units that can attack it."""
    grid, rules = pos.rules.board.grid, pos.rules
    attackers: dict[int, list[tuple[str, int]]] = {}
    ground = 0
    for unit in bits(able_attackers(pos, side)):
        hex_ = pos.where[unit]
        attackers.setdefault(hex_, []).append((rules.unit_ids[unit], rules.strength[unit]))
        ground |= 1 << hex_
    found = []
    for target in bits(grid.neighbours(ground) & pos.occupied[1 - side]):
        defenders = pos.stacks[target]
        if not defenders & pos.defended:
            units = [unit for hex_ in bits(grid.around(target) & ground) for unit in attackers[hex_]]
            found.append(Groups(grid.name[target], units, pos.strength(defenders)))
    return found


@case("9.0", "9.2", "12.4", "12.7")
def why_not_attack(pos: RedPosition, side: int, order: Attack) -> Ruling | None:
    """Why these units may not attack that hex."""
    target = hex_of(pos, order.target)
    if isinstance(target, Ruling):
        return target
    if not pos.occupied[1 - side] >> target & 1:
        return Ruling("9.0", f"there are no enemy units in {order.target} to attack")
    if pos.units_in(target) & pos.defended:
        return Ruling("9.0", f"{order.target} holds a unit that has been attacked in this phase")
    if len(set(order.units)) < len(order.units):
        return Ruling("9.0", "a unit is named twice")
    strength = 0
    for name in order.units:
        unit = unit_on_map(pos, name, side)
        if isinstance(unit, Ruling):
            return unit
        if ruling := _why_unit_cannot_attack(pos, unit, target):
            return ruling
        strength += pos.rules.strength[unit]
    return _why_too_weak(strength, pos.strength(pos.units_in(target)))


@case("6.2", "9.0", "9.2", "9.5", "12.4")
def _why_unit_cannot_attack(pos: RedPosition, unit: int, target: int) -> Ruling | None:
    name = pos.rules.unit_ids[unit]
    if pos.disrupted >> unit & 1:
        return Ruling("9.5", f"{name} is disrupted and cannot attack before it recovers")
    if not pos.rules.board.grid.around(target) >> pos.where[unit] & 1:
        return Ruling("6.2", f"{name} is not next to {pos.rules.board.grid.name[target]}")
    if pos.attacked >> unit & 1:
        return Ruling("9.0", f"{name} has attacked in this phase")
    if not may_attack(pos) >> unit & 1:
        formation = pos.rules.counters[unit].formation
        return Ruling("12.4", f"{name} cannot attack: formation {formation} has no attack orders")
    return None


@case("9.10")
def _why_too_weak(attack: int, defense: int) -> Ruling | None:
    if odds(attack, defense) < 1:
        return Ruling("9.10", f"strength {attack} against {defense} is less than 1:1")
    return None


@case("9.3.1", "9.3.2", "9.3.3", "9.8", "9.9", "10.4")
def modifiers(pos: RedPosition, side: int, attackers: int, target: int) -> list[Modifier]:
    """The die-roll modifiers of an attack, each with its reason."""
    rules = pos.rules
    found = []

    def count(key: str, text: str) -> None:
        row = rules.modifiers[key]
        if row.drm:
            found.append(Modifier(row.drm, text, row.case))

    terrain = rules.board.terrain_at[target]
    if terrain in ("woods", "city"):
        count(terrain, f"defender in {'a city' if terrain == 'city' else 'woods'}")
    # Over the river only when nobody attacks from this bank.
    if all(_across_river(pos, pos.where[unit], target) for unit in bits(attackers)):
        count("river", "all attackers across a river")
    if isolated(pos, 1 - side, target):
        count("isolated", "defender isolated")
    if side == SOVIET and pos.turn == 1:
        count("surprise", "Soviet surprise attack")
    return found


def _across_river(pos: RedPosition, a: int, b: int) -> bool:
    direction = pos.rules.board.grid.direction(a, b)
    return direction is not None and bool(pos.rules.board.rivers[direction] >> a & 1)


@case("9.3", "9.3.1", "9.3.2", "9.10")
def preview_attack(pos: RedPosition, side: int, order: Attack) -> CombatPreview:
    """Strengths, odds, modifiers and the chance of each result."""
    rules = pos.rules
    target = rules.board.grid.index(order.target)
    attackers = units_set(pos, order.units)
    attack, defense = pos.strength(attackers), pos.strength(pos.units_in(target))
    ratio = odds(attack, defense)
    drms = modifiers(pos, side, attackers, target)
    shift = sum(m.value for m in drms)
    dice: dict[str, list[int]] = {}
    for die in range(1, 7):
        dice.setdefault(rules.crt.result(die + shift, ratio), []).append(die)
    return CombatPreview(
        order.target,
        attack,
        defense,
        f"{rules.crt.column(ratio)}:1",
        tuple(drms),
        tuple(Outcome(code, len(d) / 6, tuple(d), rules.result_words[code]) for code, d in dice.items()),
    )


@case("9.3", "9.3.3", "9.3.4", "10.1")
def _attack(pos: RedPosition, side: int, order: Attack, umpire: Umpire) -> None:
    rules = pos.rules
    target = rules.board.grid.index(order.target)
    attackers, defenders = units_set(pos, order.units), pos.units_in(target)
    attack, defense = pos.strength(attackers), pos.strength(defenders)
    ratio = odds(attack, defense)
    drms = modifiers(pos, side, attackers, target)
    die = umpire.roll("combat")
    modified = rules.crt.die(die + sum(m.value for m in drms))
    code = rules.crt.result(modified, ratio)
    pos.attacked |= attackers
    pos.defended |= defenders
    umpire.tell(
        "battle",
        side=SIDES[side],
        hex=rules.board.describe(target),
        units=order.units,
        defenders=tuple([rules.unit_ids[unit] for unit in bits(defenders)]),
        attack=attack,
        defense=defense,
        odds=f"{rules.crt.column(ratio)}:1",
        modifiers=tuple([(m.value, m.text, m.case) for m in drms]),
        die=die,
        modified=modified,
        result=code,
    )
    apply_result(pos, side, code, target, attackers, umpire)


def units_set(pos: RedPosition, names: Sequence[str]) -> int:
    units = 0
    for name in names:
        units |= 1 << pos.rules.unit_number[name]
    return units
