"""Order in closed stacks, and attackers on top (8.46, 9.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from typhoon.engine.chapters import F, change
from typhoon.engine.orders import Chooser, OrderSet
from typhoon.engine.phase import Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.fighting import Combats
from typhoon.games.operation_typhoon.guessing import Gap, Guessing
from typhoon.games.operation_typhoon.looking import (
    MOST_KEPT,
    Looking,
    OnTop,
    OnTopInMovement,
    OnTopInSetUp,
    Top,
)
from typhoon.games.operation_typhoon.movement import Movement
from typhoon.games.operation_typhoon.outcomes import Awaiting
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.games.operation_typhoon.setback import Setback
from typhoon.games.operation_typhoon.setup import SetUp
from typhoon.games.operation_typhoon.strength import Strengths
from typhoon.hexgrid import bits
from typhoon.mechanics.choices import OfUnits
from typhoon.mechanics.wording import counted

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon import OperationTyphoon

CLOSED = ("stacks=closed", "strengths=drawn")
SIZES = ("coy", "II", "III", "X", "XX", "XXX", "XXXX")
FREE_HEXES, FREE_IN_A_SCENARIO = 3, 1
"""Hexes in which the order may be broken, and those on a single sheet."""


@change("closed-stacks", "8.46", "9.16", needs=CLOSED)
class InOrder(Looking):
    """From the top HQs, armor, anti-tank, ski and others; HQs and the unit under them are seen (R30, R32)."""

    def __init__(self, law: OperationTyphoon) -> None:
        super().__init__(law)
        ranks = {row.type: len(law.stack_order) - row.rank for row in law.stack_order if row.type}  # type: ignore[attr-defined]
        self._class = [ranks.get(counter.type, 0) for counter in law.counters]
        self._choices: dict[tuple[int, int, int], tuple[int, int, bool]] = {}
        """By stack, who was laid on top, and cadres: who can be, in order and out of it; is it broken."""

    def height(self, pos: TyphoonPosition, unit: int) -> tuple[int, ...]:
        laid = 2 if self.law.hqs >> unit & 1 else pos.top >> unit & 1
        size, full = SIZES.index(self.law.counters[unit].size), 1 - (pos.cadres >> unit & 1)
        return laid, self._class[unit], size, full, -unit

    def usual_top(self, pos: TyphoonPosition, stack: int) -> int:
        return super().usual_top(pos, stack & ~self.law.hqs or stack)

    def seen_in(self, pos: TyphoonPosition, stack: int) -> int:
        return stack & self.law.hqs | super().seen_in(pos, stack)

    def above(self, unit: int) -> int:
        """All units that would lie above one, in order."""
        return sum([1 << other for other, class_ in enumerate(self._class) if class_ > self._class[unit]])

    # The free hexes

    def free_hexes(self) -> int:
        return FREE_HEXES if len(self.law.scenario.sheets) > 1 else FREE_IN_A_SCENARIO

    def _sort(self, pos: Any) -> None:
        """Work out anew who can be laid on top in stacks that have changed."""
        stacks, combat_units = pos.stacks, ~self.law.hqs
        ordered, freely, broken = pos.may_top, pos.may_top_freely, pos.broken_order
        for hex_ in pos.changed_stacks:
            stack = stacks.get(hex_, 0) & combat_units
            ordered &= ~stack
            freely &= ~stack
            broken.pop(hex_, None)
            if stack & (stack - 1):
                key = stack, stack & pos.top, stack & pos.cadres
                in_order, others, out_of_order = self._choices.get(key) or self._choose(pos, key)
                ordered |= in_order
                freely |= others
                if out_of_order:
                    broken[hex_] = None
        pos.may_top, pos.may_top_freely = ordered, freely
        pos.changed_stacks.clear()

    def _choose(self, pos: Any, key: tuple[int, int, int]) -> tuple[int, int, bool]:
        if len(self._choices) >= MOST_KEPT:
            self._choices.clear()
        stack, top = key[0], 1 << self.top_of(pos, key[0])
        highest = max([self._class[unit] for unit in bits(stack)])
        first = sum([1 << unit for unit in bits(stack) if self._class[unit] == highest])
        found = self._choices[key] = first & ~top, stack & ~(first | top), not first & top
        return found

    def out_of_order(self, pos: Any, side: int) -> list[int]:
        """The hexes of a side in which a unit of a lower class was laid on top."""
        if pos.changed_stacks:
            self._sort(pos)
        own = self.law.units_of[side]
        return [hex_ for hex_ in pos.broken_order if pos.stacks[hex_] & own]

    def may_be_laid(self, pos: Any, side: int) -> int:
        """Units that can be laid on top: of a lower class as long as there are free hexes."""
        broken, mine = self.out_of_order(pos, side), pos.in_play & self.law.units_of[side]
        others = pos.may_top_freely & mine
        if broken and len(broken) >= self.free_hexes():
            others &= sum([pos.stacks[hex_] for hex_ in broken])
        return int(pos.may_top & mine | others)

    def lapse(self, pos: Any, unit: int, hex_: int) -> None:
        """A choice lapses when the unit leaves, or when it would break the order in one hex too many."""
        super().lapse(pos, unit, hex_)
        if not pos.on_map(unit):
            pos.top &= ~(1 << unit)
        elif pos.top & (stack := pos.stacks[hex_]):
            broken = self.out_of_order(pos, self.law.side_of[unit])
            if hex_ in broken and len(broken) > self.free_hexes():
                pos.top &= ~stack
                pos.changed_stacks[hex_] = None

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


@change("closed-stacks", "8.46", needs=CLOSED)
class CadresLower(Strengths):
    """A unit that becomes a cadre lies lower."""

    def _make_cadre(self, pos: Any, unit: int) -> None:
        super()._make_cadre(pos, unit)
        pos.changed_stacks[pos.where[unit]] = None


@change("closed-stacks", "9.16", needs=CLOSED)
class SortedBefore(Combats):
    """Who attacks was settled when the declarations ended (R34)."""

    def engagements(self, pos: TyphoonPosition, combat: Combat) -> list[int]:
        return [combat.units]


@change("closed-stacks", "8.46", needs=CLOSED)
class GuessedInOrder(Guessing):
    """Nobody is imagined below the unit on top who would lie above it."""

    def fill(self, pos: Any, side: int, rng: Chooser) -> None:
        super().fill(pos, side, rng)
        pos.may_top = pos.may_top_freely = 0
        pos.broken_order, pos.changed_stacks = {}, dict.fromkeys(pos.stacks)

    def _gap(self, pos: TyphoonPosition, hex_: int, count: int, seen: int, zones: int) -> Gap:
        gap, hqs = super()._gap(pos, hex_, count, seen, zones), self.law.hqs
        if gap.top & hqs and seen & ~hqs:  # the top unit lies open because it attacks
            top = self.law.looking.usual_top(pos, seen)
            gap = gap._replace(top=1 << top, formation=self._formations[top])
        return gap

    def _barred(self, pos: TyphoonPosition, hex_: int, seen: int) -> int:
        looking: Any = self.law.looking
        tops = seen & ~(self.law.hqs | pos.known | looking.fighting(pos))
        above = looking.above(looking.usual_top(pos, tops)) if tops else 0
        return super()._barred(pos, hex_, seen) | self.law.hqs | above


class LayOnTop(OnTop[F], Generic[F]):
    """Anybody of the highest class may be laid under the HQs; others in the free hexes only."""

    def offered(self, pos: TyphoonPosition, phase: F) -> list[OrderSet]:
        looking: Any = self.law.looking
        return [OfUnits(Top, self.law.unit_ids, looking.may_be_laid(pos, phase.side))]  # type: ignore[attr-defined]

    def why_not(self, pos: TyphoonPosition, phase: F, order: Top) -> Ruling | None:
        if ruling := super().why_not(pos, phase, order):
            return ruling
        looking: Any = self.law.looking
        unit, side = self.law.unit_number[order.unit], phase.side  # type: ignore[attr-defined]
        if self.law.hqs >> unit & 1:
            return Ruling("8.46", f"{order.unit} is an HQ and lies on top in any case")
        if not looking.may_be_laid(pos, side) >> unit & 1:
            hexes = counted(looking.free_hexes(), "hex", "hexes")
            return Ruling("8.46", f"the order of stacks may be broken in {hexes} only")
        return None

    def apply(self, pos: Any, phase: F, order: Top, umpire: Umpire) -> None:
        super().apply(pos, phase, order, umpire)
        pos.changed_stacks[pos.where[self.law.unit_number[order.unit]]] = None


@change("closed-stacks", "8.46", needs=CLOSED)
class LayOnTopInMovement(LayOnTop[Movement], OnTopInMovement):
    """Order a stack while units move."""


@change("closed-stacks", "8.46", needs=CLOSED)
class LayOnTopInSetUp(LayOnTop[SetUp], OnTopInSetUp):
    """Order a stack while units are set up."""
