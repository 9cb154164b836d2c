"""Who may stand together: panzer divisions, cadres, small units, and tanks with their escort (7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import Any

from typhoon.engine.chapters import change
from typhoon.engine.orders import End, OrderSet, Perhaps
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.movement import EndMovement, Movement
from typhoon.games.operation_typhoon.odds import Odds
from typhoon.games.operation_typhoon.position import RAIL, STRATEGIC, TACTICAL, Combat, TyphoonPosition
from typhoon.games.operation_typhoon.reaching import VERBS, Reaching
from typhoon.games.operation_typhoon.stacking import Stacking
from typhoon.hexgrid import Reach, bits, first
from typhoon.mechanics.movement import Movers


def panzer_divisions(law: Any) -> list[tuple[int, int]]:
    """The tank battalions and the mechanized regiments of each division that has both."""
    found: dict[str, tuple[int, int]] = {}
    for unit in bits(law.units_of[GERMAN] & law.mechanized):
        division = law.counters[unit].division
        tanks, regiments = found.get(division, (0, 0))
        tank = law.tanks >> unit & 1
        found[division] = (tanks | tank << unit, regiments | (1 - tank) << unit)
    return [parts for division, parts in found.items() if division and all(parts)]


@change("panzer-stacks", "7.0")
class PanzerStacks(Stacking):
    """Two tank battalions and two regiments of a panzer division, or their cadres, may share a hex (R25)."""

    @cached_property
    def _whole(self) -> list[int]:
        parts = panzer_divisions(self.law)
        return [tanks | foot for tanks, foot in parts if tanks.bit_count() == foot.bit_count() == 2]

    def excess(self, pos: TyphoonPosition, side: int, units: int) -> int:
        found = super().excess(pos, side, units)
        for division in self._whole if found and side == GERMAN else ():
            if not division & ~units:
                counting, hqs, cadres, _ = self.parts_of(pos, side, units & ~division)
                if not counting and hqs.bit_count() <= 1 and cadres.bit_count() <= 1:
                    return 0
        return found

    def kind(self, unit: int) -> str:
        division = next((self.law.counters[unit].division for d in self._whole if d >> unit & 1), "")
        return super().kind(unit) + division


@change("cadre-size", "7.14")
class CadresBySize(Stacking):
    """One cadre of a stack is free, the largest; every other counts as a unit of its size (R26).

    So one of a Soviet battalion goes with the stack as its free battalion, where it has no other (7.15).
    """

    def parts_of(self, pos: TyphoonPosition, side: int, units: int) -> tuple[int, int, int, int]:
        counting, hqs, cadres, small = super().parts_of(pos, side, units)
        if cadres & (cadres - 1):
            free = cadres & self.law.large or cadres
            free &= -free
            others = cadres & ~free
            battalion = others & self.law.small if side == SOVIET and not small else 0
            battalion &= -battalion
            return counting | others & ~battalion, hqs, free, small | battalion
        return counting, hqs, cadres, small

    def shape(self, pos: TyphoonPosition, side: int, units: int) -> str:
        shape, (large, small) = super().shape(pos, side, units), (self.law.large, self.law.small)
        sizes = ["cC"[large >> u & 1] if pos.cadres >> u & 1 else "s" * (small >> u & 1) for u in bits(units)]
        return "".join([size or sign for size, sign in zip(sizes, shape, strict=True)])

    def is_enough(self, pos: TyphoonPosition, side: int, stack: int, busy: int) -> bool:
        """Or as many as can, if no cadre is free (R27)."""
        if super().is_enough(pos, side, stack, busy):
            return True
        counting, _, free, _ = self.parts_of(pos, side, stack)
        counting |= free
        able = [unit for unit in bits(stack) if self.may_count_together(side, (busy | 1 << unit) & counting)]
        return bool(free) and sum([1 << unit for unit in able]) == busy


@change("cadre-size", "7.14")
class CadreIntegrity(Odds):
    """A cadre that fights free beside a regiment of its stack is none itself (R27, R79)."""

    def no_regiments(self, pos: TyphoonPosition, fighters: int, elsewhere: int = 0) -> list[int]:
        """Of cadres that fight alone in a hex one counts, the owner's choice if they fight together (R80)."""
        regiments, choices = (fighters | elsewhere) & self.law.regiments, []
        for hex_ in {pos.where[unit] for unit in bits(regiments & pos.cadres)}:
            here = pos.units_in(hex_) & regiments
            cadres = here & pos.cadres
            if here != cadres:
                choices.append([cadres])
            else:
                able = [first(cadres)] if cadres & ~fighters else bits(cadres)
                choices.append([cadres ^ 1 << counting for counting in able])
        return [sum(parts) for parts in product(*choices)]

    def able_defenders(self, pos: TyphoonPosition, combat: Combat) -> dict[int, list[int]]:
        """Where it makes a difference, the owner may leave such a cadre out."""
        found = super().able_defenders(pos, combat)
        for parts in found.values():
            for part in list(parts):
                if not self.defense_integrity(pos, part):
                    without = [part & ~choice for choice in self.no_regiments(pos, part) if choice]
                    parts += [less for less in without if self.defense_integrity(pos, less)]
        return found


@change("small-stacks", "7.15")
class SmallStacks(Stacking):
    """Soviet battalions and companies alone in a hex stack without limit (R28)."""

    def excess(self, pos: TyphoonPosition, side: int, units: int) -> int:
        if side == SOVIET and not units & ~self.law.small:
            return 0
        return super().excess(pos, side, units)


@change("tank-escort", "7.16")
class TankEscort(Reaching):
    """A tank battalion ends its move with or next to a mechanized regiment of its division (R29)."""

    @cached_property
    def _mates(self) -> dict[int, list[int]]:
        """The regiments that each battalion keeps in touch with."""
        return {tank: bits(foot) for tanks, foot in panzer_divisions(self.law) for tank in bits(tanks)}

    @cached_property
    def _followers(self) -> dict[int, list[int]]:
        """The battalions that keep in touch with each regiment."""
        return {unit: bits(tanks) for tanks, foot in panzer_divisions(self.law) for unit in bits(foot)}

    @cached_property
    def escorted(self) -> int:  # type: ignore[override]
        return sum([1 << tank for tank in self._mates])

    @cached_property
    def escorts(self) -> int:  # type: ignore[override]
        return sum([1 << unit for unit in self._followers])

    def touch(self, where: Sequence[int], unit: int) -> int:
        """The hexes in which a battalion is in touch; none when it has nobody to be in touch with."""
        hexes, around = 0, self.law.grid.around
        for mate in self._mates.get(unit, ()):
            if where[mate] >= 0:
                hexes |= around(where[mate]) | 1 << where[mate]
        return hexes

    def may_end(self, where: Sequence[int], unit: int) -> bool:
        """Whether a battalion is in touch, or has nobody to be in touch with."""
        touch = self.touch(where, unit)
        return not touch or bool(touch >> where[unit] & 1)

    def kept_near(self, pos: TyphoonPosition, unit: int, way: Reach) -> Reach:
        return _in_touch(way, self.touch(pos.where, unit))

    def reach_among(self, pos: TyphoonPosition, side: int, unit: int, mode: int, group: int) -> Reach:
        """A battalion goes wherever a regiment of its division goes first."""
        if any(group >> mate & 1 for mate in self._mates.get(unit, ())):
            return self.reach_of(pos, side, unit, mode).whole
        return super().reach_among(pos, side, unit, mode, group)

    def why_held(self, pos: TyphoonPosition, side: int, unit: int, mode: int, to: int) -> Ruling | None:
        """A battalion could move so, if it need not keep in touch."""
        touch, may = self.touch(pos.where, unit), self.may_move(pos, side, mode, 1 << unit)
        if mode == RAIL or not may or not touch or touch >> to & 1:
            return None
        if not self.reach_of(pos, side, unit, mode).whole.hexes >> to & 1:
            return None
        name = self.law.unit_ids[unit]
        return Ruling("7.16", f"{name} stays with or next to a mechanized regiment of its division")

    def lead(self, pos: TyphoonPosition, side: int, unit: int, known: dict[str, Movers]) -> None:
        tanks = self._followers[unit]
        touch = self.touch(pos.where, tanks[0])
        for mode, verb in enumerate(VERBS):
            ways: list[tuple[int, Reach]] = []
            for tank in tanks if verb in known else ():
                before = known[verb].get(tank)
                if before is None and self.may_move(pos, side, mode, 1 << tank):
                    ways.append((tank, self.reach_of(pos, side, tank, mode)))
                elif before is not None and (way := _in_touch(before.whole, touch)) is not before:
                    ways.append((tank, way))
            if ways:
                known[verb] = known[verb].updated(ways, ())

    def warnings(self, pos: TyphoonPosition, phase: Any) -> list[str]:
        tanks = self._mates if phase == Movement(GERMAN) else ()
        alone = [unit for unit in tanks if pos.on_map(unit) and not self.may_end(pos.where, unit)]
        told = "is out of touch with the regiments of its division (7.16)"
        return [f"{self.law.unit_ids[unit]} {told}" for unit in alone]

    def strays(self, pos: TyphoonPosition, side: int) -> Iterator[int]:
        """Battalions out of touch that can still move into touch in a hex with room, as they are found."""
        ways = [self.movers(pos, side, mode) for mode in (TACTICAL, STRATEGIC)] if side == GERMAN else []
        for unit in self._mates if ways else ():
            found = [movers[unit] for movers in ways if unit in movers]
            if any(not way.may_stay and self._has_room(pos, unit, way.hexes) for way in found):
                yield unit

    def _has_room(self, pos: TyphoonPosition, unit: int, hexes: int) -> bool:
        """Whether there is room for a unit in one of some hexes."""
        if hexes & ~pos.occupied[GERMAN]:
            return True
        stacks, excess = pos.stacks, self.law.stacking.excess
        return any(not excess(pos, GERMAN, stacks[hex_] | 1 << unit) for hex_ in bits(hexes))


def _in_touch(way: Reach, touch: int) -> Reach:
    """What is left of a battalion's reach when it keeps in touch, if it can."""
    return way.ending_in(touch) if touch & (way.hexes | 1 << way.start) else way


@change("tank-escort", "7.16")
class EndInTouch(EndMovement):
    """The movement phase is not over while a battalion can still come into touch."""

    def why_not(self, pos: TyphoonPosition, phase: Movement, order: End) -> Ruling | None:
        reaching: Any = self.law.reaching
        for unit in reaching.strays(pos, phase.side):
            return Ruling("7.16", f"{self.law.unit_ids[unit]} can still join a regiment of its division")
        return super().why_not(pos, phase, order)

    def offered(self, pos: TyphoonPosition, phase: Movement) -> list[OrderSet]:
        if phase.side != GERMAN:
            return super().offered(pos, phase)
        return [Perhaps(End(), lambda: self.why_not(pos, phase, End()) is None)]
