"""Limited intelligence: chits, strengths and steps (8, 9.82, 10.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.phase import Umpire
from typhoon.games.operation_typhoon.charts import SIDES, Strength
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.position import NO_CHIT, TyphoonPosition
from typhoon.hexgrid import bits

ASSAULT_RANGE = 6
CADRE_STRENGTH = 1
THREE_STEPS_FROM = 3
"""A chit with this strength or more is worth two steps, the cadre a third (9.82)."""

Spread = dict[Any, float]
"""Strengths with the chance of each."""


class Strengths(TyphoonChapter):
    """Chits, strengths and steps."""

    @case("8.31", "8.37", "8.6")
    def needs_chit(self, pos: TyphoonPosition, unit: int) -> bool:
        """Whether a unit draws a chit when it first fights."""
        return (
            pos.chit[unit] == NO_CHIT and not pos.cadres >> unit & 1 and bool(self.law.counters[unit].class_)
        )

    def draw(self, pos: TyphoonPosition, unit: int, umpire: Umpire, *, openly: bool = True) -> None:
        """Try a unit: give it its chit, with the stronger side up."""
        pos.chit[unit] = self.take_chit(pos, unit, umpire)
        side = SIDES[self.law.side_of[unit]]
        facts = {"unit": self.law.unit_ids[unit], "strength": self.strength(pos, unit), "side": side}
        if openly:
            umpire.tell("drew", **facts)
        else:
            umpire.tell_side(side, "drew", **facts)

    @case("8.0", "8.32", "8.34", "8.35", "8.41", "8.42")
    def take_chit(self, pos: TyphoonPosition, unit: int, umpire: Umpire) -> int:
        """A chit drawn at random from the cup of the unit's morale."""
        cup = self.law.cup_of(unit)
        counts = [pos.pool[chit] for chit in cup]
        if sum(counts) <= 0:  # more units than chits: drawn with replacement (R43)
            counts = [1] * len(cup)
        chit = cup[umpire.pick(f"chit {self.law.unit_ids[unit]}", counts)]
        pos.pool[chit] -= 1
        return chit

    @case("23.0")
    def try_arrivals(self, pos: TyphoonPosition, units: int, umpire: Umpire) -> None:
        """What is done with units that have come onto the map: nothing, as long as strengths are secret."""

    @case("8.52")
    def return_chit(self, pos: TyphoonPosition, unit: int) -> None:
        """A chit that is taken off goes back into its cup."""
        if pos.chit[unit] != NO_CHIT:
            self.put_back(pos, pos.chit[unit])
            pos.chit[unit] = NO_CHIT
        pos.reduced &= ~(1 << unit)

    def put_back(self, pos: TyphoonPosition, chit: int) -> None:
        pos.pool[chit] += 1

    @case("8.33", "8.6", "10.11", "10.21")
    def strength(self, pos: TyphoonPosition, unit: int) -> int:
        """The combat strength of a unit that needs no chit any more."""
        counter = self.law.counters[unit]
        if pos.cadres >> unit & 1:
            return CADRE_STRENGTH
        if pos.chit[unit] == NO_CHIT:
            return counter.strength
        chit = self.law.all_chits[pos.chit[unit]]
        return chit.strength(counter.class_, reduced=bool(pos.reduced >> unit & 1))

    @case("9.81", "9.82", "10.13", "10.22")
    def steps(self, pos: TyphoonPosition, unit: int) -> int:
        """How many steps a unit has left; one that has drawn no chit has two at least."""
        counter = self.law.counters[unit]
        if pos.cadres >> unit & 1 or not counter.class_:
            return 1
        if pos.chit[unit] == NO_CHIT or pos.reduced >> unit & 1:
            return 2
        return 3 if self.strength(pos, unit) >= THREE_STEPS_FROM else 2

    @case("9.82", "10.12", "8.52")
    def lose_step(self, pos: TyphoonPosition, unit: int, umpire: Umpire) -> None:
        """Take a step from a unit: chit flipped, then cadre, then gone."""
        rules, bit = self.law, 1 << unit
        if self.needs_chit(pos, unit):
            self.draw(pos, unit, umpire, openly=False)  # it does not fight, so only its owner looks (R96)
        if self.steps(pos, unit) == 1:
            self.law.losses.eliminate(pos, unit, umpire)
            return
        hidden = rules.looking.unseen(pos, bit)
        if self.steps(pos, unit) == 3 and self.strength(pos, unit) >= THREE_STEPS_FROM:
            pos.reduced |= bit
            if not self.strength(pos, unit):  # a zero side never shows (R24)
                self._make_cadre(pos, unit)
        else:
            self._make_cadre(pos, unit)
        left = "a cadre" if pos.cadres & bit else "reduced"
        unseen = rules.looking.facts(pos, rules.looking.unseen(pos, hidden))
        umpire.tell("lost_step", unit=rules.unit_ids[unit], left=left, **unseen)
        for answer in rules.asked("after_loss"):
            answer(pos, unit, umpire)

    def _make_cadre(self, pos: TyphoonPosition, unit: int) -> None:
        self.return_chit(pos, unit)
        pos.cadres |= 1 << unit
        pos.firm_up(self.law.side_of[unit], pos.where[unit])
        pos.movers = None

    # What is known of strengths

    @case("8.44")
    def show(self, pos: TyphoonPosition, units: int) -> None:
        """Both players look at the strengths of units in combat, and may not note them down (R85)."""

    @case("8.43", "8.45")
    def known(self, pos: TyphoonPosition, side: int, unit: int) -> Spread:
        """What a side knows of a unit's strength: its own chits, of others what a chit may be."""
        law = self.law
        if not law.counters[unit].class_ or pos.cadres >> unit & 1:
            return {self.strength(pos, unit): 1.0}
        own = law.side_of[unit] == side
        if own and pos.chit[unit] != NO_CHIT:
            return {self.strength(pos, unit): 1.0}
        counts = pos.pool if own else law.chit_counts
        return _cup(law.cup_shape(unit, tuple([counts[chit] for chit in law.cup_of(unit)])))

    # Strength in combat

    @case("12.44", "12.54", "13.44", "13.55", "9.64", "9.65")
    def attack_strength(self, pos: TyphoonPosition, unit: int, base: int) -> Strength:
        """Halved at most once, at least one, then doubled by an accelerated assault (R32)."""
        bit = 1 << unit
        if pos.isolated & bit:
            value: Strength = 1
        elif self._frozen(pos, unit):
            value = self.halved(base, "snow")
        else:
            value = self.halved(base, "supply") if pos.out & bit else max(1, base)
        return 2 * value if pos.assaulting and self.accelerated(pos, unit) else value

    @case("12.44", "12.54", "13.55")
    def defense_strength(self, pos: TyphoonPosition, unit: int, base: int) -> Strength:
        """Halved at most once, and at least one; doublings for terrain come after."""
        if pos.isolated >> unit & 1:
            return self.halved(base, "isolation")
        return self.halved(base, "snow") if self._frozen(pos, unit) else max(1, base)

    def weakened(self, pos: TyphoonPosition, unit: int, *, attacks: bool) -> tuple[str, str]:
        """What is done to a unit's strength, in words and with the case; empty when nothing is."""
        if pos.isolated >> unit & 1:
            return ("isolated, so it counts 1" if attacks else "halved: isolated"), "12.54"
        if self._frozen(pos, unit):
            return "halved: not equipped for snow", "13.44"
        if attacks and pos.out >> unit & 1:
            return "halved: out of supply", "12.44"
        return "", ""

    @case("12.44", "12.54", "13.44")
    def halved(self, base: int, why: str) -> Strength:
        """Half a strength, fractions dropped, but at least one."""
        return max(1, base // 2)

    @case("13.41", "13.42", "13.43", "13.44", "19.22")
    def _frozen(self, pos: TyphoonPosition, unit: int) -> bool:
        return bool(pos.snow) and not self.law.counters[unit].winterized

    @case("9.64", "9.65")
    def accelerated(self, pos: TyphoonPosition, unit: int) -> bool:
        """Whether a unit's HQ makes an accelerated assault, for Soviet units within six hexes of it.

        The HQ itself is subordinate to nobody (R98).
        """
        rules = self.law
        hq = rules.forces.hq_of(unit)
        if hq is None or hq == unit or not pos.assaulting >> hq & 1 or not pos.on_map(hq):
            return False
        if rules.side_of[unit] == 0:
            return True
        return pos.ground.grid.distance(pos.where[unit], pos.where[hq]) <= ASSAULT_RANGE


@change("intelligence=kind", "8.44")
class Remembered(Strengths):
    """A kind table keeps what was seen of enemy strengths."""

    def show(self, pos: TyphoonPosition, units: int) -> None:
        super().show(pos, units)
        for unit in bits(units):
            pos.seen[unit] = self.strength(pos, unit)

    def known(self, pos: TyphoonPosition, side: int, unit: int) -> Spread:
        if pos.chit[unit] != NO_CHIT and pos.seen[unit] and self.law.side_of[unit] != side:
            return {pos.seen[unit]: 1.0}
        return super().known(pos, side, unit)


@change("strengths=constant", "23.0")
class Constant(Strengths):
    """Units of a morale and class are all equally strong, and everybody knows it."""

    def take_chit(self, pos: TyphoonPosition, unit: int, umpire: Umpire) -> int:
        return self.law.constant_chit(unit)

    def put_back(self, pos: TyphoonPosition, chit: int) -> None:
        pass

    def known(self, pos: TyphoonPosition, side: int, unit: int) -> Spread:
        counter = self.law.counters[unit]
        if not counter.class_ or pos.cadres >> unit & 1 or pos.chit[unit] != NO_CHIT:
            return {self.strength(pos, unit): 1.0}
        chit = self.law.all_chits[self.law.constant_chit(unit)]
        return {chit.strength(counter.class_, reduced=False): 1.0}


@change("strengths=open", "23.0")
class Open(Strengths):
    """Units draw when they come onto the map, for everybody to see (R90)."""

    def try_arrivals(self, pos: TyphoonPosition, units: int, umpire: Umpire) -> None:
        for unit in bits(units):
            if self.needs_chit(pos, unit):
                self.draw(pos, unit, umpire)
            pos.seen[unit] = self.strength(pos, unit)

    def show(self, pos: TyphoonPosition, units: int) -> None:
        for unit in bits(units):
            pos.seen[unit] = self.strength(pos, unit)

    def known(self, pos: TyphoonPosition, side: int, unit: int) -> Spread:
        if pos.chit[unit] != NO_CHIT:
            return {self.strength(pos, unit): 1.0}
        return super().known(pos, side, unit)


@lru_cache(maxsize=2_000)
def _cup(shape: tuple[tuple[int, int], ...]) -> Spread:
    total = sum(count for _, count in shape)
    found: Spread = {}
    for value, count in shape:
        if count > 0:
            found[value] = found.get(value, 0.0) + count / total
    return found
