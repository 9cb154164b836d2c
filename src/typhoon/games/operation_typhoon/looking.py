"""Closed stacks: what is seen of the enemy's, and which counter lies on top (8.45)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from typhoon.engine.cases import case
from typhoon.engine.chapters import F, change
from typhoon.engine.frames import leaves, names_units
from typhoon.engine.offers import Offers, offer_of
from typhoon.engine.orders import Order, OrderSet
from typhoon.engine.phase import Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import SIDES
from typhoon.games.operation_typhoon.law import TyphoonAct, TyphoonChapter
from typhoon.games.operation_typhoon.movement import Movement
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.games.operation_typhoon.setup import SetUp
from typhoon.hexgrid import bits
from typhoon.mechanics.choices import nth

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon import OperationTyphoon

CLASSES = ("", "C", "B", "A")
"""Combat classes from the weakest; battalions have none."""
MOST_KEPT = 5_000


class Top(Order, frozen=True, gc=False):
    """Lay a unit on top of its stack."""

    verb: ClassVar[str] = "top"
    label: ClassVar[str] = "Lay on top"
    sorts: ClassVar[bool] = True
    unit: str


class Looking(TyphoonChapter):
    """Of an enemy stack one sees the top counter, and how many lie below it."""

    def __init__(self, law: OperationTyphoon) -> None:
        super().__init__(law)
        self._tops: dict[tuple[int, int], int] = {}
        """The unit that usually lies on top, by the stack and its cadres."""
        counters = law.counters
        order = sorted(
            range(len(counters)),
            key=lambda unit: (CLASSES.index(counters[unit].class_), counters[unit].morale, unit),
        )
        self._ranks = [0] * len(order)
        for rank, unit in enumerate(order):
            self._ranks[unit] = rank

    # The order of a stack

    @case("8.45", "10.15", "10.24")
    def height(self, pos: TyphoonPosition, unit: int) -> tuple[int, ...]:
        """How high a unit lies: HQs at the bottom, then cadres, the strongest class on top (R126)."""
        bit = 1 << unit
        return bool(pos.top & bit), not self.law.hqs & bit, not pos.cadres & bit, self._ranks[unit]

    def top_of(self, pos: TyphoonPosition, stack: int) -> int:
        """The unit on top of a stack: the one that was laid there, or the usual one."""
        laid = stack & pos.top
        return self.usual_top(pos, laid or stack)

    def usual_top(self, pos: TyphoonPosition, stack: int) -> int:
        """The unit that lies on top of a stack when its owner has not said."""
        key = stack, stack & pos.cadres
        found = self._tops.get(key)
        if found is None:
            if len(self._tops) >= MOST_KEPT:
                self._tops.clear()
            found = self._tops[key] = max(bits(stack), key=lambda unit: self.height(pos, unit)[1:])
        return found

    def why_not_laid(self, pos: TyphoonPosition, unit: int) -> Ruling | None:
        """Why a unit that lies below another cannot be laid on top: it always can."""
        return None

    # What is seen

    @case("8.44", "8.45")
    def seen_in(self, pos: TyphoonPosition, stack: int) -> int:
        """What the enemy sees of a stack when nobody in it fights."""
        return 1 << self.top_of(pos, stack)

    @case("8.44")
    def fighting(self, pos: TyphoonPosition) -> int:
        """Units that lie open because they take part in a combat whose result is not dealt with (R125)."""
        found = 0
        for frame in pos.frames:
            if names_units(type(frame)):
                for kind, name in leaves(frame):
                    if "shown" in kind:
                        found |= 1 << self.law.unit_number[name]
        return found

    @case("8.45")
    def buried(self, pos: TyphoonPosition, side: int) -> int:
        """The units that a side does not see in the stacks of its enemy; nobody's side sees into none."""
        found, others = 0, pos.in_play & ~(self.law.units_of[side] if side >= 0 else 0)
        if pos.step < 0:
            others &= ~self.law.secrets.placing(pos, side)
        for stack in pos.stacks.values():
            if stack & (stack - 1) and stack & others:
                found |= stack & ~self.seen_in(pos, stack)
        return found & ~(pos.known | self.fighting(pos)) if found else 0

    @case("8.45")
    def unseen(self, pos: TyphoonPosition, units: int) -> int:
        """Those of some units that their enemy does not see where they are."""
        found, units = 0, units & pos.in_play
        while units:  # they are few
            unit = units & -units
            stack = pos.stacks[pos.where[unit.bit_length() - 1]]
            if stack & (stack - 1) and not self.seen_in(pos, stack) & unit:
                found |= unit
            units ^= unit
        return found & ~(pos.known | self.fighting(pos)) if found else 0

    def closed(self, pos: TyphoonPosition, side: int) -> dict[int, int]:
        """How many units lie unseen in each stack of the enemies of a side."""
        found: dict[int, int] = {}
        for unit in bits(self.buried(pos, side)):
            found[pos.where[unit]] = found.get(pos.where[unit], 0) + 1
        return found

    @case("8.45", "6.11")
    def zones_below(self, pos: TyphoonPosition, side: int) -> int:
        """Closed stacks whose zone of control comes from a unit that is not seen: the zone itself is."""
        hidden, exerts, found = self.buried(pos, side), self.law.works.exerts_zone, 0
        for hex_ in {pos.where[unit] for unit in bits(hidden)}:
            stack = pos.stacks[hex_]
            owner = self.law.side_of[bits(stack)[0]]
            if pos.firm[owner] >> hex_ & 1 and not exerts(pos, owner, hex_, stack & ~hidden):
                found |= 1 << hex_
        return found

    @case("7.24", "8.45")
    def veiled_combat(self, pos: TyphoonPosition, side: int, combat: Combat) -> Combat:
        """A declared combat as a side may know it: not who attacks out of a closed stack (R128)."""
        hidden = self.buried(pos, side)
        units, closed = combat.units, 0
        for unit in bits(combat.units & pos.in_play):
            stack = pos.stacks[pos.where[unit]]
            if stack & hidden:
                units &= ~(1 << unit)
                closed |= 1 << pos.where[unit]
        return Combat(combat.targets, units, combat.air, combat.cover, closed) if closed else combat

    # What is told, and what is remembered

    def facts(self, pos: TyphoonPosition, units: int) -> dict[str, Any]:
        """The facts that keep units out of what their enemy is told of an event: their names and hexes."""
        if not units:
            return {}
        name, ids = pos.ground.grid.name, self.law.unit_ids
        return {"unseen": {ids[unit]: name[pos.where[unit]] for unit in bits(units)}}

    @case("7.24", "8.45")
    def facts_of_attack(self, pos: TyphoonPosition, units: int) -> dict[str, Any]:
        """The same for a declared attack: of a closed stack nothing is told but that it attacks (R128)."""
        closed = 0
        for hex_ in {pos.where[unit] for unit in bits(units)}:
            if self.unseen(pos, pos.stacks[hex_]):
                closed |= pos.stacks[hex_]
        return self.facts(pos, units & closed)

    @case("12.0", "8.45")
    def facts_of_supply(self, pos: TyphoonPosition) -> dict[str, Any]:
        """How many units each side, or somebody who only watches, sees out of supply and isolated."""
        found = {}
        for number, side in (*enumerate(SIDES), (-1, "")):
            seen = ~self.buried(pos, number)
            found[side] = (pos.out & seen).bit_count(), (pos.isolated & seen).bit_count()
        return {"seen": found}

    @case("8.44")
    def show(self, pos: TyphoonPosition, units: int) -> None:
        """Both players look at units in combat, and may not note them down."""

    def leave(self, pos: TyphoonPosition, unit: int) -> None:
        """A unit is going to leave its hex."""

    def lapse(self, pos: TyphoonPosition, unit: int, hex_: int) -> None:
        """A unit has left a hex or come into it, by whatever way: what was laid on top stays there."""


@change("intelligence=kind", "8.44", "8.45")
class Remembering(Looking):
    """A kind table remembers who was seen in a stack until somebody leaves it unseen (R130)."""

    def show(self, pos: TyphoonPosition, units: int) -> None:
        pos.known |= units

    def leave(self, pos: TyphoonPosition, unit: int) -> None:
        if self.unseen(pos, 1 << unit):
            pos.known &= ~pos.stacks[pos.where[unit]]


@change("stacks=open", "8.45")
class OpenStacks(Looking):
    """Everybody may look into every stack."""

    def seen_in(self, pos: TyphoonPosition, stack: int) -> int:
        return stack

    def fighting(self, pos: TyphoonPosition) -> int:
        return 0  # nobody is seen because he fights

    def buried(self, pos: TyphoonPosition, side: int) -> int:
        return 0

    def unseen(self, pos: TyphoonPosition, units: int) -> int:
        return 0

    def facts_of_supply(self, pos: TyphoonPosition) -> dict[str, Any]:
        return {}

    def show(self, pos: TyphoonPosition, units: int) -> None:
        pass

    def leave(self, pos: TyphoonPosition, unit: int) -> None:
        pass


@change("strengths=constant", "23.0", "8.45")
class OpenByMail(OpenStacks):
    """Play by mail does without limited intelligence (R129)."""


@change("strengths=open", "23.0", "8.45")
class OpenWithStrengths(OpenStacks):
    """Where all strengths are open, stacks are."""


# Orders


class Tops(OrderSet):
    """Every unit that can be laid on top of its stack."""

    def __init__(self, pos: TyphoonPosition, side: int) -> None:
        self._pos, self._side = pos, side

    def most(self) -> int:
        pos, side = self._pos, self._side
        return (pos.in_play & pos.rules.units_of[side]).bit_count() - pos.occupied[side].bit_count()

    def draw(self, number: int) -> Top | None:
        unit = nth(self._below(), number)
        return self._laying(unit) if self._can_be_laid(unit) else None

    def __len__(self) -> int:
        return len(self._able())

    def __getitem__(self, number: int) -> Top:
        return self._laying(self._able()[number])

    def __iter__(self) -> Iterator[Top]:
        return map(self._laying, self._able())

    def _laying(self, unit: int) -> Top:
        return Top(self._pos.rules.unit_ids[unit])

    def _able(self) -> list[int]:
        return [unit for unit in bits(self._below()) if self._can_be_laid(unit)]

    def _can_be_laid(self, unit: int) -> bool:
        return self._pos.rules.looking.why_not_laid(self._pos, unit) is None

    def _below(self) -> int:
        """All units that lie below another."""
        pos, own, found = self._pos, self._pos.rules.units_of[self._side], 0
        for stack in pos.stacks.values():
            if stack & (stack - 1) and stack & own:
                found |= stack & ~(1 << pos.rules.looking.top_of(pos, stack))
        return found

    def offer(self, offers: Offers) -> None:
        offers.plain += map(offer_of, self)


class OnTop(TyphoonAct[F, Top], Generic[F]):
    """Choose the counter that the enemy sees."""

    kind = Top

    def offered(self, pos: TyphoonPosition, phase: F) -> list[OrderSet]:
        return [Tops(pos, phase.side)]  # type: ignore[attr-defined]

    @case("8.45")
    def why_not(self, pos: TyphoonPosition, phase: F, order: Top) -> Ruling | None:
        unit = self.law.unit_on_map(pos, order.unit, phase.side)  # type: ignore[attr-defined]
        if isinstance(unit, Ruling):
            return unit
        stack = pos.stacks[pos.where[unit]]
        if not stack & (stack - 1):
            return Ruling("8.45", f"{order.unit} is alone in its hex")
        if self.law.looking.top_of(pos, stack) == unit:
            return Ruling("8.45", f"{order.unit} lies on top already")
        return self.law.looking.why_not_laid(pos, unit)

    def apply(self, pos: TyphoonPosition, phase: F, order: Top, umpire: Umpire) -> None:
        unit = self.law.unit_number[order.unit]
        stack = pos.stacks[pos.where[unit]]
        pos.top &= ~stack
        if self.law.looking.top_of(pos, stack) != unit:
            pos.top |= 1 << unit
        self.tell(phase, umpire, unit=order.unit, hex=self.law.grid.name[pos.where[unit]])

    def tell(self, phase: F, umpire: Umpire, **facts: str) -> None:
        umpire.tell("on_top", **facts)


@change("stacks=closed", "8.45", needs=("strengths=drawn",))
class OnTopInMovement(OnTop[Movement]):
    """Order a stack while units move."""

    phase = Movement


@change("stacks=closed", "8.45", needs=("strengths=drawn",))
class OnTopInSetUp(OnTop[SetUp]):
    """Order a stack while units are set up."""

    phase = SetUp

    def tell(self, phase: SetUp, umpire: Umpire, **facts: str) -> None:
        self.law.setup.tell(umpire, phase.side, "on_top", **facts)
