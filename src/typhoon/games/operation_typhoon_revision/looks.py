"""Order in closed stacks, and attackers on top (8.46, 9.16)."""

from __future__ import annotations

from typing import Any

from typhoon.engine.chapters import change
from typhoon.engine.display import Panel
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import SIDES
from typhoon.games.operation_typhoon.fighting import Combats
from typhoon.games.operation_typhoon.guessing import Gap, Guessing
from typhoon.games.operation_typhoon.looking import Looking
from typhoon.games.operation_typhoon.outcomes import Awaiting
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.games.operation_typhoon.setback import Setback
from typhoon.games.operation_typhoon_revision.law import Revised
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted

CLOSED = ("stacks=closed", "strengths=drawn")
SIZES = ("coy", "II", "III", "X", "XX", "XXX", "XXXX")
FREE_HEXES, FREE_IN_A_SCENARIO = 3, 1
"""Hexes in which the order may be broken, and those on a single sheet."""


@change("closed-stacks", "8.46", "9.16", needs=CLOSED)
class InOrder(Looking):
    """From the top HQs, armor, anti-tank, ski and others; HQs and the unit under them are seen (R30, R32)."""

    def __init__(self, law: Any) -> None:
        super().__init__(law)
        ranks = {type_: len(law.stack_order) - rank for type_, rank in law.stack_order.items()}
        ranks["hq"] = -1  # they lie above all others, but it is one of those that is chosen
        self._class: list[int] = [ranks.get(counter.type, 0) for counter in law.counters]
        self._above = [0] * len(ranks)
        """By class, the units of all higher ones."""
        for unit, class_ in enumerate(self._class):
            for lower in range(class_):
                self._above[lower] |= 1 << unit

    def height(self, pos: TyphoonPosition, unit: int) -> tuple[int, ...]:
        laid = 2 if self.law.hqs >> unit & 1 else pos.top >> unit & 1
        size, full = SIZES.index(self.law.counters[unit].size), 1 - (pos.cadres >> unit & 1)
        return laid, self._class[unit], size, full, -unit

    def seen_in(self, pos: TyphoonPosition, stack: int) -> int:
        return stack & self.law.hqs | super().seen_in(pos, stack)

    def above(self, unit: int) -> int:
        """All combat units that would lie above one, in order."""
        return self._above[self._class[unit]]

    # The free hexes

    def free_hexes(self) -> int:
        return FREE_HEXES if len(self.law.scenario.sheets) > 1 else FREE_IN_A_SCENARIO

    def out_of_order(self, pos: TyphoonPosition, side: int) -> set[int]:
        """The hexes of a side in which a unit of a lower class was laid on top."""
        laid = bits(pos.top & pos.in_play & self.law.units_of[side])
        return {pos.where[unit] for unit in laid if pos.stacks[pos.where[unit]] & self.above(unit)}

    def why_not_laid(self, pos: TyphoonPosition, unit: int) -> Ruling | None:
        """Anybody of the highest class may be laid under the HQs; others in the free hexes only (R32)."""
        if self.law.hqs >> unit & 1:
            return Ruling("8.46", f"{self.law.unit_ids[unit]} is an HQ and lies on top in any case")
        hex_ = pos.where[unit]
        if pos.stacks[hex_] & self.above(unit):
            broken = self.out_of_order(pos, self.law.side_of[unit])
            if len(broken) >= self.free_hexes() and hex_ not in broken:
                hexes = counted(self.free_hexes(), "hex", "hexes")
                return Ruling("8.46", f"the order of stacks may be broken in {hexes} only")
        return super().why_not_laid(pos, unit)

    def lapse(self, pos: TyphoonPosition, unit: int, hex_: int) -> None:
        """A choice lapses when the unit leaves, or when it would break the order in one hex too many."""
        if not pos.on_map(unit):
            pos.top &= ~(1 << unit)
            return
        broken = self.out_of_order(pos, self.law.side_of[unit])
        if hex_ in broken and len(broken) > self.free_hexes():
            pos.top &= ~pos.stacks[hex_]

    def tables(self, pos: TyphoonPosition, side: str) -> list[Panel]:
        """In how many hexes a side may still break the order of its stacks, and where it does (R32)."""
        broken = sorted(self.out_of_order(pos, SIDES.index(side))) if side in SIDES else []
        tops = [self.top_of(pos, pos.units_in(hex_)) for hex_ in broken]
        rows = [("Free hexes left", str(self.free_hexes() - len(broken)))] if side in SIDES else []
        rows += [(self.law.grid.name[pos.where[unit]], self.law.unit_ids[unit]) for unit in tops]
        return [Panel("order", "Stacks out of order", ("Hex", "On top"), tuple(rows))]

    # Attackers on top, and everybody in the hexes that they attack (R31)

    def fighting(self, pos: TyphoonPosition) -> int:
        found = super().fighting(pos) | self.law.obligation.committed(pos)
        for frame in pos.frames:
            if isinstance(frame, Awaiting):
                for hex_ in bits(pos.ground.hexes([n for r in frame.rolled for n in r.target.split("+")])):
                    found |= pos.units_in(hex_)
            setback = getattr(frame, "setback", frame)
            if isinstance(setback, Setback) and not setback.attacking:
                found |= self.law.units([name for name in setback.units if name in self.law.unit_number])
        return found

    def show(self, pos: TyphoonPosition, units: int) -> None:
        for unit in bits(pos.defending):
            units |= pos.units_in(pos.where[unit])
        super().show(pos, units)

    def veiled_combat(self, pos: TyphoonPosition, side: int, combat: Combat) -> Combat:
        return combat

    def facts_of_attack(self, pos: TyphoonPosition, units: int) -> dict[str, Any]:
        return {}


@change("closed-stacks", "9.16")
class SortedBefore(Combats):
    """Who attacks was settled when the declarations ended (R34), whoever sees the stacks (R76)."""

    def engagements(self, pos: TyphoonPosition, combat: Combat) -> list[int]:
        return [combat.units]


@change("closed-stacks", "8.46", needs=CLOSED)
class GuessedInOrder(Revised, Guessing):
    """Nobody is imagined below the unit on top who would lie above it."""

    def _gap(self, pos: TyphoonPosition, hex_: int, count: int, seen: int, zones: int) -> Gap:
        gap, hqs = super()._gap(pos, hex_, count, seen, zones), self.law.hqs
        if gap.top & hqs and seen & ~hqs:  # the top unit lies open because it attacks
            top = self.law.looking.usual_top(pos, seen)
            gap = gap._replace(top=1 << top, formation=self._formations[top])
        return gap

    def _barred(self, pos: TyphoonPosition, hex_: int, seen: int) -> int:
        looking = self.law.looking
        tops = seen & ~(self.law.hqs | pos.known | looking.fighting(pos))
        above = looking.above(looking.usual_top(pos, tops)) if tops else 0
        return super()._barred(pos, hex_, seen) | self.law.hqs | above
