"""Overruns in the middle of a move (B11.4 to B11.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.offers import AttacksOffer, Offers, Target, form_of
from typhoon.engine.orders import Order, OrderSet
from typhoon.engine.phase import HexNumber, Phase, SideNumber, Umpire, UnitId
from typhoon.engine.preview import CombatPreview, Modifier, Outcome, Preview
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.charts import GERMAN, MUD, SNOW, SOVIET, OverrunRow
from typhoon.games.typhoon_nonop.law import NonopAct, NonopChapter
from typhoon.games.typhoon_nonop.losses import LosingSteps
from typhoon.games.typhoon_nonop.marching import Movement
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.retreat import Retreating
from typhoon.hexgrid import bits
from typhoon.mechanics.choices import Groups
from typhoon.mechanics.wording import counted

LEAST = 5
AGAINST_FORTS = 12
HEXES = 2
ENTRY = 2
"""One movement point more than the hex, in halves."""


class Overrun(Order, frozen=True, gc=False):
    """Overrun a neighbouring hex with units that started together."""

    verb: ClassVar[str] = "overrun"
    target: str
    units: tuple[str, ...]


class Overruns(NonopChapter):
    """Who may overrun whom, and how it goes."""

    @case("B5.7", "B11.6")
    def in_season(self, pos: NonopPosition, side: int) -> bool:
        """Whether the weather allows overruns."""
        return pos.weather != MUD and (side != GERMAN or pos.weather != SNOW)

    @case("B11.4", "B6.8")
    def able(self, pos: NonopPosition, phase: Movement) -> int:
        """Units that may take part in an overrun now."""
        law = self.law
        if not self.in_season(pos, phase.side):
            return 0
        units = law.motor if phase.side == GERMAN else law.motor | law.horse
        units &= law.mobility.able(pos, phase) & law.combat_units & ~pos.out & ~law.nkvd
        # Those who have finished are out, and those on the move have started from one hex.
        going = sum([1 << unit for unit in pos.left])
        return units & (~pos.moved | going)

    @case("B11.4")
    def is_target(self, pos: NonopPosition, side: int, hex_: int, to: int) -> bool:
        """Whether a stack in a hex may overrun an enemy beside it: no other enemy zone may be on it."""
        if self.law.zones.reaching(pos, 1 - side, hex_) & ~(1 << to):
            return False
        return self.why_not_into(pos, side, hex_, to) is None

    @case("B11.6", "B5.7")
    def why_not_into(self, pos: NonopPosition, side: int, hex_: int, to: int) -> Ruling | None:
        """What the ground forbids."""
        law, ground = self.law, self.law.ground
        if ground.linked(ground.major_rivers, hex_, to):
            return Ruling("B11.6", "nobody overruns across a major river")
        if ground.cities >> to & 1:
            return Ruling("B11.6", f"{law.describe(to)} is a city")
        if law.conditions.mud(pos) >> to & 1:
            return Ruling("B11.6", f"{law.describe(to)} is in mud")
        if ground.marsh >> to & 1 and not pos.frozen and not ground.linked(ground.tracks, hex_, to):
            return Ruling("B11.6", f"{law.describe(to)} is marsh, and no road or railway leads into it")
        return None

    @case("B11.5")
    def cost(self, pos: NonopPosition, phase: Movement, units: int, to: int) -> int | None:
        """What the dearest of some units pays, in halves; None when one of them cannot go there."""
        law, most = self.law, 0
        for unit in bits(units):
            price = law.terrain.price(pos, unit, to, zones=False)
            if price is None:
                return None
            most = max(most, price)
        return most + ENTRY

    @case("B11.5", "new 4")
    def left(self, pos: NonopPosition, phase: Movement, unit: int, to: int) -> int:
        """What a unit can spend on overrunning a hex."""
        reaching = self.law.reaching
        on_n = self.law.ground.sheet_n >> to & 1
        return reaching.left(pos, unit, phase) if on_n else reaching.left_on_p(pos, unit, phase)

    @case("B11.6", "B15.6")
    def defense(self, pos: NonopPosition, hex_: int) -> int:
        defense = self.law.losses.defense
        return max(1, sum([defense(pos, unit) for unit in bits(pos.units_in(hex_))]))

    def attack(self, pos: NonopPosition, units: int) -> int:
        return sum([self.law.losses.attack(pos, unit) for unit in bits(units)])

    @case("B11.6", "B18.2")
    def least(self, pos: NonopPosition, side: int, to: int) -> int:
        """The odds that an overrun needs."""
        return AGAINST_FORTS if self.law.works.forts(pos, 1 - side) >> to & 1 else LEAST

    def need(self, pos: NonopPosition, side: int, to: int) -> int:
        """The strength that an overrun of a hex takes."""
        return self.least(pos, side, to) * self.defense(pos, to)

    @case("B11.6")
    def line(self, odds: int) -> OverrunRow:
        """The line of the table: the highest that is not above the odds."""
        return max([row for row in self.law.overrun_lines if row.odds <= odds], key=lambda row: row.odds)

    @case("B11.6", "B11.7", "B11.10")
    def modifiers(self, pos: NonopPosition, start: int, to: int, row: OverrunRow) -> list[Modifier]:
        ground, chart = self.law.ground, self.law.overrun_modifiers
        holds = {
            "woods": ground.woods >> to & 1,
            "river": not pos.frozen and ground.linked(ground.rivers, start, to),
            "marsh": ground.marsh >> to & 1,
            "overrun": pos.units_in(to) & pos.overrun,
        }
        found = [Modifier(chart[key].value, chart[key].text, "B11.7", key) for key, so in holds.items() if so]
        if row.modifier:
            found.append(Modifier(row.modifier, f"odds of {row.odds}-1", "B11.7", "line"))
        most, total = chart["most"].value, sum(m.value for m in found)
        if abs(total) > most:
            found.append(
                Modifier((most if total > 0 else -most) - total, "no more than three", "B11.7", "most")
            )
        return found

    @case("B11.4", "B11.5", "B11.6")
    def why_not(self, pos: NonopPosition, phase: Movement, order: Overrun) -> Ruling | None:
        law = self.law
        to = law.hex_named(order.target)
        if isinstance(to, Ruling):
            return to
        units = 0
        for name in order.units:
            unit = law.unit_on_map(pos, name, phase.side)
            if isinstance(unit, Ruling):
                return unit
            ruling = self._why_not_unit(pos, phase, unit)
            if ruling is not None:
                return ruling
            units |= 1 << unit
        places = {pos.where[unit] for unit in bits(units)}
        if len(places) > 1 or len(order.units) != units.bit_count():
            return Ruling("B11.4", "an overrun is made by units that stand together")
        if len({bool(pos.moved >> unit & 1) for unit in bits(units)}) > 1 and pos.origin not in places:
            return Ruling("B11.4", "an overrun is made by units that started the phase together")
        (start,) = places
        return self._why_not_there(pos, phase, units, start, to)

    def chance_of(self, pos: NonopPosition, phase: Movement, unit: int, to: int) -> str:
        """What is in the way of overrunning an enemy next to a unit with all who stand beside it and may."""
        start, able = pos.where[unit], self.able(pos, phase)
        if not able >> unit & 1 or not self.law.grid.around(start) >> to & 1:
            return ""
        moved = bool(pos.moved >> unit & 1)
        stack = sum([1 << u for u in bits(pos.units_in(start) & able) if bool(pos.moved >> u & 1) == moved])
        ruling = self._why_not_there(pos, phase, stack, start, to)
        if ruling is None:
            return "; its stack can overrun it (B11.4)"
        return f", and its stack cannot overrun it: {ruling.text} ({ruling.case})"

    def _why_not_unit(self, pos: NonopPosition, phase: Movement, unit: int) -> Ruling | None:
        law, name = self.law, self.law.unit_ids[unit]
        if self.able(pos, phase) >> unit & 1:
            return None
        ruling = law.marching.why_not_begin(pos, phase, unit)
        if ruling is not None:
            return ruling
        if pos.weather in (MUD, SNOW):
            return Ruling("B11.6", "the weather allows no overrun")
        if pos.out >> unit & 1:
            return Ruling("B6.8", f"{name} is Out of Supply and takes part in no overrun")
        return Ruling("B11.4", f"{name} is of no kind that overruns")

    def _why_not_there(
        self, pos: NonopPosition, phase: Movement, units: int, start: int, to: int
    ) -> Ruling | None:
        law, where = self.law, self.law.describe(to)
        if not law.grid.around(start) >> to & 1:
            return Ruling("B11.4", f"{where} is not next to {law.describe(start)}")
        if not pos.stood[1 - phase.side] >> to & 1:
            return Ruling("B11.4", f"there is nobody to overrun in {where}")
        if law.zones.reaching(pos, 1 - phase.side, start) & ~(1 << to):
            return Ruling("B11.4", f"another enemy has a zone of control on {law.describe(start)}")
        ruling = self.why_not_into(pos, phase.side, start, to)
        if ruling is not None:
            return ruling
        cost = self.cost(pos, phase, units, to)
        if cost is None:
            return Ruling("B11.5", f"not all of them can enter {where}")
        for unit in bits(units):
            if self.left(pos, phase, unit, to) < cost:
                return Ruling(
                    "B11.5", f"{law.unit_ids[unit]} has too few movement points: it takes {cost / 2:g}"
                )
        if self.law.works.forts(pos, 1 - phase.side) >> to & 1 and not units & law.engineers:
            return Ruling("B11.6", f"{where} is a fortification, and no motorized engineers are there")
        if (law.combat_units & law.units_of[SOVIET] & units & ~pos.moved).bit_count() > 1 and (
            ruling := self._why_too_many(pos, units)
        ) is not None:
            return ruling
        attack, defense = self.attack(pos, units), self.defense(pos, to)
        if attack < self.need(pos, phase.side, to):
            need = self.least(pos, phase.side, to)
            return Ruling("B11.6", f"{attack} to {defense} is not {need}-1")
        return None

    @case("22.2.5 movement restriction")
    def _why_too_many(self, pos: NonopPosition, units: int) -> Ruling | None:
        """A stack counts unit by unit against the Non-Op HQs in whose range it starts (R34, R35)."""
        command, law = self.law.command, self.law
        fresh = units & ~pos.moved
        start = pos.where[bits(units)[0]]
        for hq in bits(command.nonop_hqs(pos)):
            if command.range_of(pos.where[hq]) >> start & 1:
                left = command.allowance(hq) - pos.started.get(hq, 0)
                if fresh.bit_count() > left:
                    who = law.counters[hq].unit
                    return Ruling("22.2.5", f"{who} lets only {left} more of these units begin to move")
        return None

    @case("B11.8")
    def fail(self, pos: NonopPosition, units: int, umpire: Umpire) -> None:
        """The stack stays without points; Soviet cavalry loses a step."""
        for unit in bits(units):
            pos.left.pop(unit, None)
        if cavalry := units & self.law.horse & self.law.units_of[SOVIET]:
            pos.frames.append(LosingSteps(SOVIET, pos.names(cavalry), 1, "the overrun failed"))

    @case("B11.9", "B11.10", "22.2.3 overrun marker")
    def succeed(
        self, pos: NonopPosition, phase: Movement, units: int, to: int, row: OverrunRow, umpire: Umpire
    ) -> None:
        """Losses, then a retreat led by the overrunner, then the stack enters."""
        law, name = self.law, self.law.grid.name
        losers = pos.units_in(to)
        law.losses.remove_supply(pos, losers & law.supply_units, umpire, "overrun")
        victims = pos.names(losers & law.ground_units)
        self._clear(pos, 1 - phase.side, to, umpire)
        pos.frames.append(Entering(phase.side, name[to], pos.names(units)))
        pos.frames.append(
            Retreating(phase.side, 1 - phase.side, name[to], victims, row.retreat, overrun=True)
        )
        pos.frames.append(LosingSteps(1 - phase.side, victims, row.steps, "overrun"))

    @case("B11.9", "B2.7")
    def _clear(self, pos: NonopPosition, side: int, hex_: int, umpire: Umpire) -> None:
        """The markers of a side in a hex are removed: strongpoints, finished or not, and bridges."""
        law, bit = self.law, 1 << hex_
        pos.sites[side] &= ~bit
        if pos.strongpoints[side] & bit:
            pos.strongpoints[side] &= ~bit
            umpire.tell("razed", hexes=(law.grid.name[hex_],), side=law.sides[side])
        law.works.overrun_bridges(pos, 1 - side, bit, umpire)


class Entering(Phase[NonopPosition], frozen=True, tag="entering"):
    """A stack that has overrun a hex enters it, and goes on when it has points left."""

    about: ClassVar[str] = "B11.9"
    side: SideNumber
    hex: HexNumber
    units: tuple[UnitId, ...]

    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        law, to = pos.rules, pos.rules.grid.index(self.hex)
        pos.frames.pop()
        if not pos.stood[1 - self.side] >> to & 1:
            for unit in bits(law.units(self.units) & pos.in_play):
                law.marching.carry(pos, unit, to, 1 << to, umpire)
            law.garrisons.release(pos, 1 << to, umpire)
        return False


class OverrunHex(NonopAct[Movement, Overrun]):
    """Overrun a hex."""

    phase = Movement
    kind = Overrun

    def offered(self, pos: NonopPosition, phase: Movement) -> list[OrderSet]:
        if not self.law.overruns.in_season(pos, phase.side):
            return []
        known = self.law.mobility.known(pos, phase)
        fresh = known.field.contact & pos.manned[phase.side]
        fresh ^= fresh & known.looked
        if fresh and (able := self.law.overruns.able(pos, phase)):
            for hex_ in bits(fresh):
                if found := self._out_of(pos, phase, hex_, pos.stacks[hex_] & able):
                    known.overruns[hex_] = found
            known.looked |= fresh
        return [overruns for hex_ in sorted(known.overruns) for overruns in known.overruns[hex_]]

    def _out_of(self, pos: NonopPosition, phase: Movement, hex_: int, stack: int) -> list[OrderSet]:
        """The overruns by a stack, or parts of it."""
        law, enemy = self.law, 1 - phase.side
        if not stack:
            return []
        strength = law.overruns.attack(pos, stack)
        sets: list[OrderSet] = [
            Stacked(pos, phase, stack, to)
            for to in bits(law.grid.around(hex_) & pos.stood[enemy])
            if strength >= law.overruns.need(pos, phase.side, to)
            and law.overruns.is_target(pos, phase.side, hex_, to)
        ]
        return [found for found in sets if len(found)]

    def why_not(self, pos: NonopPosition, phase: Movement, order: Overrun) -> Ruling | None:
        return self.law.overruns.why_not(pos, phase, order)

    @case("B11.7")
    def preview(self, pos: NonopPosition, phase: Movement, order: Overrun) -> Preview | None:
        law, units, to = self.law, self.law.units(order.units), self.law.grid.index(order.target)
        attack, defense = law.overruns.attack(pos, units), law.overruns.defense(pos, to)
        row = law.overruns.line(attack // defense)
        found = law.overruns.modifiers(pos, pos.where[bits(units)[0]], to, row)
        total, cost = sum(m.value for m in found), law.overruns.cost(pos, phase, units, to)
        dice = tuple(die for die in range(1, 11) if die + total <= row.success)
        outcomes = (
            Outcome(
                "overrun",
                len(dice) / 10,
                dice,
                f"the defender loses {counted(row.steps, 'step')} and retreats {row.retreat} hexes",
            ),
            Outcome(
                "fails",
                1 - len(dice) / 10,
                tuple(die for die in range(1, 11) if die not in dice),
                "the stack stays and has no movement points left; Soviet cavalry loses a step",
            ),
        )
        notes = (
            f"it takes {cost / 2:g} movement points of each" if cost is not None else "",
            *law.command.uses(pos, units),
        )
        return CombatPreview(
            order.target, attack, defense, f"{row.odds}-1", tuple(found), outcomes,
            notes=tuple([note for note in notes if note]),
        )  # fmt: skip

    @case("B11.7", "B11.8", "B11.9")
    def apply(self, pos: NonopPosition, phase: Movement, order: Overrun, umpire: Umpire) -> None:
        law, units, to = self.law, self.law.units(order.units), self.law.grid.index(order.target)
        start = pos.where[bits(units)[0]]
        cost = law.overruns.cost(pos, phase, units, to)
        assert cost is not None
        attack, defense = law.overruns.attack(pos, units), law.overruns.defense(pos, to)
        row = law.overruns.line(attack // defense)
        found = law.overruns.modifiers(pos, start, to, row)
        left = {unit: law.reaching.left(pos, unit, phase) - cost for unit in bits(units)}
        for unit in bits(units):
            law.marching.set_out(pos, unit)
            pos.left.pop(unit, None)
        pos.left |= {unit: points for unit, points in left.items() if points > 0}
        pos.forget()
        die = umpire.roll(f"overrun {order.target}", 10)
        success = die + sum(m.value for m in found) <= row.success
        umpire.tell(
            "overrun", side=law.sides[phase.side], units=order.units, hex=order.target,
            defenders=pos.names(pos.units_in(to)), attack=attack, defense=defense, odds=f"{row.odds}-1",
            modifiers=tuple([(m.value, m.text, m.case) for m in found]), die=die, success=success,
        )  # fmt: skip
        law.garrisons.release(pos, 1 << to, umpire)
        if success:
            law.overruns.succeed(pos, phase, units, to, row, umpire)
        else:
            law.overruns.fail(pos, units, umpire)


class Stacked(OrderSet):
    """Overruns of a hex by a part of one stack."""

    def __init__(self, pos: NonopPosition, phase: Movement, stack: int, to: int) -> None:
        law, self._to = pos.rules, pos.rules.grid.name[to]
        costs = {unit: law.overruns.cost(pos, phase, 1 << unit, to) for unit in bits(stack)}
        able = [
            (unit, cost) for unit, cost in costs.items()
            if cost is not None and law.overruns.left(pos, phase, unit, to) >= cost
        ]  # fmt: skip
        # The dearest sets the price for all: groups by who pays most.
        able.sort(key=lambda pair: (pair[1], pair[0]))
        self._orders: list[Order] = []
        need = law.overruns.need(pos, phase.side, to)
        total = sum([law.losses.attack(pos, unit) for unit, _ in able])
        if total >= need:
            named = [(law.unit_ids[unit], law.losses.attack(pos, unit)) for unit, _ in able]
            group = Groups(self._to, named, need)
            every = [Overrun(self._to, order.actors) for order in group]
            self._orders = [o for o in every if law.overruns.why_not(pos, phase, o) is None]
        self._units = tuple([law.unit_ids[unit] for unit, _ in able])

    def __len__(self) -> int:
        return len(self._orders)

    def __getitem__(self, number: int) -> Order:
        return self._orders[number]

    def __iter__(self) -> Iterator[Order]:
        return iter(self._orders)

    def offer(self, offers: Offers) -> None:
        if offers.attacks is None:
            offers.attacks = AttacksOffer(form_of(Overrun))
        known = offers.attacks.targets.get(self._to)
        units = tuple(dict.fromkeys([*(known.units if known else ()), *self._units]))
        offers.attacks.targets[self._to] = Target((self._to,), units)
