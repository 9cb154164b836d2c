"""Limited intelligence: chits, strengths and steps (8, 9.82, 10.1)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.games.operation_typhoon.charts import SIDES
from typhoon.games.operation_typhoon.position import NO_CHIT, TyphoonPosition, eliminate
from typhoon.hexgrid import bits

CADRE_STRENGTH = 1
THREE_STEPS_FROM = 3
"""A chit with this strength or more is worth two steps, the cadre a third (9.82)."""


@case("8.31", "8.37", "8.6")
def needs_chit(pos: TyphoonPosition, unit: int) -> bool:
    """Whether a unit draws a chit when it first fights."""
    return pos.chit[unit] == NO_CHIT and not pos.cadres >> unit & 1 and bool(pos.rules.counters[unit].class_)


@case("8.0", "8.32", "8.34", "8.35", "8.41", "8.42")
def draw(pos: TyphoonPosition, unit: int, umpire: Umpire, *, openly: bool = True) -> None:
    """Draw a chit at random from the cup of the unit's morale; it lies with its stronger side up."""
    rules = pos.rules
    if pos.options["strengths"] == "constant":
        pos.chit[unit] = rules.constant_chit(unit)
    else:
        cup = rules.cup_of(unit)
        size = sum([pos.pool[chit] for chit in cup])
        if size:
            number = umpire.roll(f"chit {rules.unit_ids[unit]}", size) if size > 1 else 1
            for chit in cup:
                number -= pos.pool[chit]
                if number <= 0:
                    break
            pos.pool[chit] -= 1
        else:  # more units than chits: drawn with replacement (R43)
            chit = cup[umpire.roll(f"chit {rules.unit_ids[unit]}", len(cup)) - 1] if len(cup) > 1 else cup[0]
            pos.pool[chit] -= 1
        pos.chit[unit] = chit
    side = SIDES[rules.side_of[unit]]
    facts = {"unit": rules.unit_ids[unit], "strength": strength(pos, unit), "side": side}
    if openly:
        umpire.tell("drew", **facts)
    else:
        umpire.tell_side(side, "drew", **facts)


@case("23.0")
def draw_openly(pos: TyphoonPosition, units: int, umpire: Umpire) -> None:
    """With open strengths units draw when they come onto the map, for everybody to see (R90)."""
    if pos.options["strengths"] == "open":
        for unit in bits(units):
            if needs_chit(pos, unit):
                draw(pos, unit, umpire)
        show(pos, units)


@case("8.52")
def return_chit(pos: TyphoonPosition, unit: int) -> None:
    """A chit that is taken off goes back into its cup."""
    if pos.chit[unit] != NO_CHIT:
        if pos.options["strengths"] != "constant":
            pos.pool[pos.chit[unit]] += 1
        pos.chit[unit] = NO_CHIT
    pos.reduced &= ~(1 << unit)


@case("8.33", "8.6", "10.11", "10.21")
def strength(pos: TyphoonPosition, unit: int) -> int:
    """The combat strength of a unit that needs no chit any more."""
    counter = pos.rules.counters[unit]
    if pos.cadres >> unit & 1:
        return CADRE_STRENGTH
    if pos.chit[unit] == NO_CHIT:
        return counter.strength
    chit = pos.rules.all_chits[pos.chit[unit]]
    return chit.strength(counter.class_, reduced=bool(pos.reduced >> unit & 1))


@case("9.81", "9.82", "10.13", "10.22")
def steps(pos: TyphoonPosition, unit: int) -> int:
    """How many steps a unit has left; one that has drawn no chit yet counts with the two it has at least."""
    counter = pos.rules.counters[unit]
    if pos.cadres >> unit & 1 or not counter.class_:
        return 1
    if pos.chit[unit] == NO_CHIT or pos.reduced >> unit & 1:
        return 2
    return 3 if strength(pos, unit) >= THREE_STEPS_FROM else 2


@case("9.82", "10.12", "8.52")
def lose_step(pos: TyphoonPosition, unit: int, umpire: Umpire) -> None:
    """Take a step from a unit: chit flipped, then cadre, then gone."""
    rules, bit = pos.rules, 1 << unit
    if needs_chit(pos, unit):
        draw(pos, unit, umpire, openly=False)  # it does not fight, so only its owner looks (R96)
    if steps(pos, unit) == 1:
        eliminate(pos, unit, umpire)
        return
    if steps(pos, unit) == 3 and strength(pos, unit) >= THREE_STEPS_FROM:
        pos.reduced |= bit
        if not strength(pos, unit):  # a zero side never shows (R24)
            _make_cadre(pos, unit)
    else:
        _make_cadre(pos, unit)
    left = "a cadre" if pos.cadres & bit else "reduced"
    umpire.tell("lost_step", unit=rules.unit_ids[unit], left=left)


def _make_cadre(pos: TyphoonPosition, unit: int) -> None:
    return_chit(pos, unit)
    pos.cadres |= 1 << unit
    pos.firm_up(pos.rules.side_of[unit], pos.where[unit])
    pos.movers = None


@case("8.44")
def show(pos: TyphoonPosition, units: int) -> None:
    """Both players look at the strengths of units in combat; only a kind table remembers them (R85)."""
    if pos.options["intelligence"] == "kind" or pos.options["strengths"] == "open":
        for unit in bits(units):
            pos.seen[unit] = strength(pos, unit)


# Strength in combat


@case("12.44", "12.54", "13.44", "13.55", "9.64", "9.65")
def attack_strength(pos: TyphoonPosition, unit: int, base: int) -> int:
    """Halved at most once, at least one, then doubled by an accelerated assault (R32)."""
    bit = 1 << unit
    if pos.isolated & bit:
        value = 1
    elif pos.out & bit or _frozen(pos, unit):
        value = max(1, base // 2)
    else:
        value = max(1, base)
    return 2 * value if pos.assaulting and accelerated(pos, unit) else value


@case("12.44", "12.54", "13.55")
def defense_strength(pos: TyphoonPosition, unit: int, base: int) -> int:
    """Halved at most once, and at least one; doublings for terrain come after."""
    if pos.isolated >> unit & 1 or _frozen(pos, unit):
        return max(1, base // 2)
    return max(1, base)


@case("13.41", "13.42", "13.43", "13.44", "19.22")
def _frozen(pos: TyphoonPosition, unit: int) -> bool:
    return pos.snow and not pos.rules.counters[unit].winterized


@case("9.64", "9.65")
def accelerated(pos: TyphoonPosition, unit: int) -> bool:
    """Whether a unit's HQ makes an accelerated assault, for Soviet units within six hexes of it.

    The HQ itself is subordinate to nobody (R98).
    """
    rules = pos.rules
    hq = rules.hq_of(pos.scenario, unit)
    if hq is None or hq == unit or not pos.assaulting >> hq & 1 or not pos.on_map(hq):
        return False
    if rules.side_of[unit] == 0:
        return True
    return pos.ground.grid.distance(pos.where[unit], pos.where[hq]) <= ASSAULT_RANGE


ASSAULT_RANGE = 6
