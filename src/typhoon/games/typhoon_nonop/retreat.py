"""Retreats: away from the hex, through zones of control if need be (B16.7 to B16.9)."""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import Eliminate, Listed, Order, OrderSet
from typhoon.engine.phase import HexNumber, SideNumber, Umpire, UnitId
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.charts import last_from
from typhoon.games.typhoon_nonop.ground import Links
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.losses import LosingSteps
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.proposals import danger
from typhoon.hexgrid import bits
from typhoon.mechanics.planning import Chore, Propose
from typhoon.mechanics.retreat import Way, one_farther, paths_away
from typhoon.mechanics.wording import counted

FARTHER = 5
"""So many hexes are looked at for room, each one farther than the one before."""


class FallBack(Order, frozen=True, gc=False):
    """Retreat units along a path, one of them or all that are left."""

    verb: ClassVar[str] = "retreat"
    path: tuple[str, ...]
    units: tuple[str, ...]


class Retreats(NonopChapter):
    """Where units can retreat to."""

    @case("B16.7")
    def open_to(self, pos: NonopPosition, side: int) -> int:
        return self.law.ground.open & ~pos.occupied[1 - side]

    @case("B16.7")
    def passable(self, pos: NonopPosition, side: int) -> Links:
        """Hexsides that a retreat may cross."""
        return self.law.supply.crossable(pos, side)

    @case("B16.7", "B16.8", "B16.9", "B14.9")
    def ways(
        self, pos: NonopPosition, side: int, units: int, distance: int, *, deadly: bool = False
    ) -> list[Way]:
        """Every way that units may take together; none when they are lost.

        A way without enemy zones must be taken if there is one; two such hexes in a row are no way, and
        under Additional Retreat one is not.
        """
        law = self.law
        if any(not law.counters[unit].ma for unit in bits(units)):
            return []
        start = pos.where[bits(units)[0]]
        zone = law.supply.uncontested(pos, side)
        found = self._paths(pos, side, units, start, distance, self.open_to(pos, side) & ~zone)
        if found or deadly:
            return found
        every = self._paths(pos, side, units, start, distance, self.open_to(pos, side))
        return [way for way in every if not self._twice(zone, way)]

    @staticmethod
    def _twice(zone: int, way: Way) -> bool:
        """Whether two hexes in a row are in the zone."""
        return any(zone >> a & 1 and zone >> b & 1 for a, b in pairwise(way[1:]))

    def _paths(
        self, pos: NonopPosition, side: int, units: int, start: int, distance: int, open_: int
    ) -> list[Way]:
        """Ways of so many hexes, each farther from the start, and on to the next where there is no room."""
        law, grid, links = self.law, self.law.grid, self.passable(pos, side)
        marsh = law.ground.marsh & law.conditions.mud(pos)
        heavy = marsh and any(law.cost_class[unit] for unit in bits(units))

        def beside(hex_: int) -> int:
            near = law.ground.over(1 << hex_, links)
            return near & (~marsh | law.ground.over(1 << hex_, law.ground.tracks)) if heavy else near

        done: list[Way] = []
        ways = paths_away(grid, start, start, distance, open_, beside)
        for _ in range(FARTHER):
            rooms = {way[-1]: law.stacking.has_room(pos, units, way[-1]) for way in ways}
            done += [way for way in ways if rooms[way[-1]]]
            ways = one_farther(grid, start, [way for way in ways if not rooms[way[-1]]], open_, beside)
        return done

    @case("B16.7", "B16.8", "22.2.3 retreat through enemy ZOC")
    def carry_out(self, pos: NonopPosition, units: int, way: Way, umpire: Umpire) -> None:
        """Move units along a way, with what zones of control take of them (R41, R62)."""
        law, side = self.law, self.law.side_of[bits(units)[0]]
        zone = law.supply.uncontested(pos, side)
        through = [hex_ for hex_ in way[1:] if zone >> hex_ & 1]
        names = pos.names(units)
        for unit in bits(units):
            pos.remove(unit)
            pos.place(unit, way[-1])
        pos.garrison &= ~units
        umpire.tell("retreated", units=names, path=tuple([law.grid.name[hex_] for hex_ in way]))
        if units & law.combat_units:
            passed = sum([1 << hex_ for hex_ in way[1:]])
            pos.pass_through(side, passed, umpire)
            law.works.overrun_bridges(pos, side, passed, umpire)
        if not through:
            return
        law.command.break_down(pos, units & law.hqs, umpire, "retreated through a German zone of control")
        fighters = units & law.ground_units
        if not fighters & law.combat_units:
            return
        for hex_ in through:
            die = umpire.roll(f"retreat {law.grid.name[hex_]}", 10)
            guns = bool(fighters & law.guns & pos.in_play)
            modified = die + law.small_modifiers["retreat", "artillery"] * guns
            row = last_from(law.retreat_rows, modified)
            umpire.tell(
                "gauntlet",
                units=pos.names(fighters),
                die=die,
                guns=guns,
                steps=row.steps,
                lost=row.eliminated,
            )
            if row.eliminated:
                law.losses.eliminate_all(pos, units, umpire, "lost in the retreat", barred=False)  # R74
                return
            pos.frames.append(
                LosingSteps(side, pos.names(fighters), row.steps, "retreat through a zone of control")
            )


class Retreating(Chore[NonopPosition], frozen=True, tag="retreat"):
    """Units retreat, together or one by one."""

    about: ClassVar[str] = "B16.7"
    chancy: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Order], ...]] = (FallBack, Eliminate, Propose)
    conductor: SideNumber
    side: SideNumber
    hex: HexNumber
    units: tuple[UnitId, ...]
    distance: int
    deadly: bool = False
    """Whether a hex in an enemy zone kills (B14.9)."""
    overrun: bool = False
    """Whether survivors get an Overrun marker (B11.9)."""

    def decider(self, pos: NonopPosition) -> int:
        return self.conductor

    def _here(self, pos: NonopPosition) -> int:
        """Those who have not yet retreated, and whoever of no strength stands with them."""
        hex_ = pos.rules.grid.index(self.hex)
        units = pos.rules.units(self.units) & pos.in_play
        return sum([1 << unit for unit in bits(units) if pos.where[unit] == hex_])

    def _choices(self, pos: NonopPosition) -> list[FallBack]:
        """All ways for all of them, and for each alone."""
        here, name = self._here(pos), pos.rules.grid.name
        groups = [here, *([1 << unit for unit in bits(here)] if here & (here - 1) else [])]
        find = pos.rules.retreats.ways
        return [
            FallBack(tuple([name[hex_] for hex_ in way]), pos.names(group))
            for group in groups
            for way in find(pos, self.side, group, self.distance, deadly=self.deadly)
        ]

    @case("B16.9", "B16.6")
    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        here = self._here(pos)
        if not here:
            pos.frames.pop()
            return False
        choices = self._choices(pos)
        if not choices:
            pos.rules.losses.eliminate_all(pos, here, umpire, "no way to retreat")
            return False
        if len(choices) == 1:
            self.apply(pos, choices[0], umpire)
            return False
        return True

    def prompt(self, pos: NonopPosition) -> str:
        names = ", ".join(pos.names(self._here(pos)))
        return f"Retreat {names} by {counted(self.distance, 'hex', 'hexes')}."

    @case("B16.8")
    def _guns(self, pos: NonopPosition, choices: list[FallBack]) -> list[Eliminate]:
        """Guns that may be given up before they slow a retreat through zones of control."""
        law, here = pos.rules, self._here(pos)
        zone = law.supply.uncontested(pos, self.side)
        if self.conductor != self.side or not any(zone & law.grid.hexes(order.path[1:]) for order in choices):
            return []
        return [Eliminate(name) for name in pos.names(here & law.guns)]

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        choices = self._choices(pos)
        return [Listed([*choices, *self._guns(pos, choices), Propose()])]

    def proposed(self, pos: NonopPosition) -> list[Order]:
        """As many as can go together, out of danger, or into it when the enemy leads them."""
        index = pos.rules.grid.index
        worse = 1 if self.conductor == self.side else -1

        def badness(order: FallBack) -> tuple[int, ...]:
            bad = danger(pos, self.side, [index(number) for number in order.path])
            return -len(order.units), *[worse * each for each in bad]

        return [min(self._choices(pos), key=badness)]

    @case("B16.7", "B16.8")
    def refusal(self, pos: NonopPosition, order: Order) -> Ruling | None:
        if not isinstance(order, (FallBack, Eliminate)):
            return Ruling("B16.5", "first the retreat must be made")
        choices = self._choices(pos)
        if isinstance(order, Eliminate):
            if order in self._guns(pos, choices):
                return None
            return Ruling("B16.8", "only guns are given up, before a retreat through a zone of control")
        spelt = pos.rules.spelt(order)
        if spelt in choices:
            return None
        hexes, law = pos.rules.hexes_named(order.path), pos.rules
        if isinstance(hexes, Ruling):
            return hexes
        for name in order.units:
            if name not in law.unit_number:
                return Ruling("B2.1", f"there is no unit '{name}'")
            if not self._here(pos) >> law.unit_number[name] & 1:
                return Ruling("B16.7", f"{name} does not retreat here")
        groups = {choice.units for choice in choices}
        assert isinstance(spelt, FallBack)
        if spelt.units not in groups:
            return Ruling("B16.7", "those that are left retreat together, or one of them goes alone")
        return Ruling(
            "B16.7", f"{'-'.join(order.path)} is no way of {self.distance} hexes that they may take"
        )

    def carry_out(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        law = pos.rules
        if isinstance(order, Eliminate):
            law.losses.eliminate(pos, law.unit_number[order.unit], umpire, "given up in the retreat")
            return
        assert isinstance(order, FallBack)
        units, way = law.units(order.units), tuple([law.grid.index(number) for number in order.path])
        rest = tuple([name for name in self.units if name not in order.units])
        pos.frames[-1] = msgspec.structs.replace(self, units=rest)
        law.retreats.carry_out(pos, units, way, umpire)
        if self.overrun:
            law.markers.mark_overrun(pos, units & pos.in_play & law.ground_units, umpire)
