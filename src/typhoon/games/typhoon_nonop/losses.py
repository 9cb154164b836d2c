"""Steps, the boxes of lost units, and who loses them (B2.4, B16.2, B16.6)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import SideNumber, Umpire, UnitId
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop import proposals
from typhoon.games.typhoon_nonop.charts import SIDES
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits
from typhoon.mechanics.planning import Chore, Propose
from typhoon.mechanics.wording import counted


class Lose(Order, frozen=True, gc=False):
    """Take a step from a unit."""

    verb: ClassVar[str] = "lose"
    label: ClassVar[str] = "Lose a step"
    unit: str


class Losses(NonopChapter):
    """How strong units are, and what becomes of those that are lost."""

    @case("B2.4")
    def attack(self, pos: NonopPosition, unit: int) -> int:
        return self.law.strengths[unit][pos.lost[unit]][0]

    @case("B2.4")
    def defense(self, pos: NonopPosition, unit: int) -> int:
        return self.law.strengths[unit][pos.lost[unit]][1]

    def steps(self, pos: NonopPosition, unit: int) -> int:
        return len(self.law.strengths[unit]) - pos.lost[unit]

    def total_steps(self, pos: NonopPosition, units: int) -> int:
        return sum([self.steps(pos, unit) for unit in bits(units)])

    @case("B22.7", "B24.3")
    def _count(self, pos: NonopPosition, unit: int, steps: int) -> None:
        law, bit = self.law, 1 << unit
        if bit & (law.armor | law.guns):
            pos.count(f"{SIDES[law.side_of[unit]]} steps", steps)
        if bit & law.guards:
            pos.count("guards", steps)

    def lose_step(self, pos: NonopPosition, unit: int, umpire: Umpire, why: str) -> None:
        """Take a step; the last one takes the unit off the map."""
        if self.steps(pos, unit) <= 1:
            self.eliminate(pos, unit, umpire, why)
            return
        pos.lost[unit] += 1
        pos.forget()
        self._count(pos, unit, 1)
        umpire.tell("lost_step", unit=self.law.unit_ids[unit], left=self.steps(pos, unit), why=why)

    @case("B16.6", "B22.6", "B24.3", "B6.12")
    def eliminate(
        self, pos: NonopPosition, unit: int, umpire: Umpire, why: str, *, barred: bool | None = None
    ) -> None:
        """Take a unit off the map: ``barred`` says whether to the Cannot Rebuild box, where a table does.

        Else it goes there when it had no way out.
        """
        law, bit, hex_ = self.law, 1 << unit, pos.where[unit]
        if law.supply_units & bit:
            self.remove_supply(pos, bit, umpire, why)
            return
        if barred is None:
            barred = self.shut_in(pos, law.side_of[unit], hex_)
        self._count(pos, unit, self.steps(pos, unit))
        if law.hqs & bit:
            pos.count("hq")
        if law.panzers & bit:
            pos.count("panzer")
        self.take_off(pos, unit)
        if barred:
            pos.barred |= bit
        else:
            pos.cadre |= bit
        umpire.tell("eliminated", unit=law.unit_ids[unit], hex=law.grid.name[hex_], why=why, barred=barred)
        alone = pos.units_in(hex_)
        if alone and not alone & law.ground_units:
            self.remove_supply(pos, alone, umpire, "its escort is lost")

    def eliminate_all(
        self, pos: NonopPosition, units: int, umpire: Umpire, why: str, *, barred: bool | None = None
    ) -> None:
        """Take units off the map, one after another; supply units may go with the last of their escort."""
        for unit in bits(units):
            if pos.on_map(unit):
                self.eliminate(pos, unit, umpire, why, barred=barred)

    def take_off(self, pos: NonopPosition, unit: int) -> None:
        """Take a unit off the map and leave no marker on it; a gun supports no combat any more."""
        pos.remove(unit)
        for combat in pos.combats if self.law.guns >> unit & 1 else ():
            if combat.guns >> unit & 1:
                left = msgspec.structs.replace(combat, guns=combat.guns & ~(1 << unit))
                self.law.attacks.change(pos, combat, left)
        for each in pos.unit_columns:
            each.forget(pos, 1 << unit, (unit,))

    def remove_supply(self, pos: NonopPosition, units: int, umpire: Umpire, why: str) -> None:
        """Take supply units off the map; they can come again as new points."""
        for unit in bits(units):
            hex_ = pos.where[unit]
            self.take_off(pos, unit)
            umpire.tell("supply_lost", unit=self.law.unit_ids[unit], hex=self.law.grid.name[hex_], why=why)

    @case("B16.6")
    def shut_in(self, pos: NonopPosition, side: int, hex_: int) -> bool:
        """Whether all six neighbours of a hex are closed to retreat."""
        law = self.law
        open_ = law.retreats.open_to(pos, side) & ~law.supply.uncontested(pos, side)
        return not law.ground.over(1 << hex_, law.retreats.passable(pos, side)) & open_

    @case("B16.2")
    def value(self, unit: int, lost: int) -> int:
        """What the next step of a unit that has lost some is worth, for whoever proposes losses."""
        law, bit, strengths = self.law, 1 << unit, self.law.strengths[unit]
        now = sum(strengths[lost]) + law.counters[unit].support
        after = sum(strengths[lost + 1]) if lost + 1 < len(strengths) else -2
        return now - after + 3 * bool(bit & (law.armor | law.guards)) + 6 * bool(bit & law.hqs)


class LosingSteps(Chore[NonopPosition], frozen=True, tag="losing steps"):
    """A side takes steps from units of its choice, the first from some of them where that is prescribed."""

    about: ClassVar[str] = "B16.2"
    takes: ClassVar[tuple[type[Order], ...]] = (Lose, Propose)
    side: SideNumber
    units: tuple[UnitId, ...]
    steps: int
    why: str
    first: tuple[UnitId, ...] = ()
    """Those of whom one takes the first step (B16.4)."""
    last: tuple[UnitId, ...] = ()
    """Those who lose theirs when nobody else is left (B14.7)."""

    @case("B16.2", "B16.4", "B14.7")
    def candidates(self, pos: NonopPosition) -> int:
        """Those who may take the next step."""
        here = pos.rules.units(self.units) & pos.in_play
        if first := pos.rules.units(self.first) & here:
            return first
        return here & ~pos.rules.units(self.last) or here

    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        losses, here = pos.rules.losses, pos.rules.units(self.units) & pos.in_play
        if self.steps <= 0 or not here:
            pos.frames.pop()
        elif losses.total_steps(pos, here) <= self.steps:
            pos.frames.pop()
            losses.eliminate_all(pos, here, umpire, self.why)
        elif (units := self.candidates(pos)).bit_count() > 1:
            return True
        else:
            self._take(pos, bits(units)[0], umpire)
        return False

    def _take(self, pos: NonopPosition, unit: int, umpire: Umpire) -> None:
        pos.frames[-1] = msgspec.structs.replace(self, steps=self.steps - 1, first=())
        pos.rules.losses.lose_step(pos, unit, umpire, self.why)

    def prompt(self, pos: NonopPosition) -> str:
        return f"Choose who loses a step: {counted(self.steps, 'step')} to lose ({self.why})."

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        return [Listed([*[Lose(name) for name in pos.names(self.candidates(pos))], Propose()])]

    def refusal(self, pos: NonopPosition, order: Order) -> Ruling | None:
        if not isinstance(order, Lose):
            return Ruling("B16.2", "first the losses must be taken")
        unit = pos.rules.unit_on_map(pos, order.unit, self.side)
        if isinstance(unit, Ruling):
            return unit
        if self.candidates(pos) >> unit & 1:
            return None
        if order.unit in self.units:
            if self.first:
                return Ruling("B16.4", f"the first step is lost by {' or '.join(self.first)}")
            return Ruling("B14.7", f"{order.unit} loses its steps last")
        return Ruling("B16.2", f"{order.unit} is not among those that lose steps")

    def carry_out(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, Lose)
        self._take(pos, pos.rules.unit_number[order.unit], umpire)

    @case("B16.2")
    def proposed(self, pos: NonopPosition) -> list[Order]:
        """Steps are taken where they cost least."""
        law = pos.rules
        here, first, last = (law.units(names) & pos.in_play for names in (self.units, self.first, self.last))
        return [
            Lose(law.unit_ids[unit]) for unit in proposals.losses(pos, here, first & here, last, self.steps)
        ]
