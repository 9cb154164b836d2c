"""Reaction movement of the side that is attacked (B14.1 to B14.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, SideNumber, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.appointing import Answering, Appointing
from typhoon.games.typhoon_nonop.charts import GERMAN, HALVES, SIDES, SOVIET
from typhoon.games.typhoon_nonop.gunnery import Gunnery
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.reaching import Field
from typhoon.games.typhoon_nonop.stacking import RemoveExcess
from typhoon.hexgrid import Asked, Reach, bits
from typhoon.mechanics.movement import Movers, Moves, Trail
from typhoon.mechanics.wording import counted

NEAR = 3
"""How far from a defender hex a unit reacts."""


class React(Order, frozen=True, gc=False):
    """Move a motor unit in reaction to a declared attack."""

    verb: ClassVar[str] = "react"
    unit: str
    path: tuple[str, ...]


class Reaction(Phase[NonopPosition], frozen=True, tag="reaction"):
    """The side that is attacked moves a motor unit for each defender hex."""

    about: ClassVar[str] = "B14.2"
    part: ClassVar[str] = "reaction movement"
    takes: ClassVar[tuple[type[Order], ...]] = (React, End)
    side: SideNumber

    @property
    def name(self) -> str:
        return f"{SIDES[self.side]} reaction"

    @case("B14.1")
    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        if not pos.combats:
            pos.frames.pop()
            return False
        if pos.rules.reactions.movers(pos, self.side):
            return True
        self._close(pos)
        return False

    def _close(self, pos: NonopPosition) -> None:
        pos.reacted, pos.reactions = 0, {}
        pos.frames[-1] = Gunnery(self.side)
        pos.frames.append(RemoveExcess(self.side, self.name))

    def prompt(self, pos: NonopPosition) -> str:
        count = counted(pos.rules.reactions.open_hexes(pos).bit_count(), "attacked hex", "attacked hexes")
        return f"Reaction: {count}, for each a motor unit within {NEAR} hexes may move at half. Then end."

    def destinations(self, pos: NonopPosition, units: Sequence[str], verb: str = "react") -> dict[str, float]:
        able = pos.rules.reactions.movers(pos, self.side)
        way = able.get(pos.rules.unit_number.get(units[0], -1)) if len(units) == 1 else None
        if way is None:
            return {}
        return {pos.rules.grid.name[hex_]: cost / HALVES for hex_, cost in way.costs().items()}

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        law = pos.rules
        moves = Moves(law.grid, law.reactions.movers(pos, self.side), law.unit_ids, HALVES, React)
        return [moves, Listed([End()])]

    def why_not(self, pos: NonopPosition, order: Order) -> Ruling | None:
        if isinstance(order, End):
            return None
        if not isinstance(order, React):
            return pos.rules.out_of_place(pos, order)
        return pos.rules.reactions.why_not(pos, self.side, order)

    @case("B14.2", "B14.3")
    def apply(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        if isinstance(order, End):
            self._close(pos)
            return
        assert isinstance(order, React)
        law = pos.rules
        unit, to = law.unit_number[order.unit], law.grid.index(order.path[1])
        trail = Trail(law.reactions.reach(pos, self.side, unit), to, law.grid.name)
        umpire.tell("reacted", unit=order.unit, path=order.path, way=trail)
        law.reactions.carry_out(pos, self.side, unit, to, umpire)


class Reactions(NonopChapter):
    """Who may react, and how far."""

    @case("B14.2")
    def open_hexes(self, pos: NonopPosition) -> int:
        """Defender hexes for which nobody has reacted yet."""
        return self.law.attacks.attacked(pos) & ~pos.reacted

    @case("B14.2", "B14.3", "22.2.4 no reaction movement", "B13.3", "B6.8", "B11.10")
    def why_not_unit(self, pos: NonopPosition, side: int, unit: int) -> Ruling | None:
        law, bit, hex_, name = self.law, 1 << unit, pos.where[unit], self.law.unit_ids[unit]
        if not law.motor & bit:
            return Ruling("B14.2", f"{name} is no motor unit")
        if pos.fired & bit:
            return Ruling("B14.2", f"{name} has reacted")
        if pos.out & bit:
            return Ruling("B6.8", f"{name} is Out of Supply and does not react")
        if pos.overrun & bit:
            return Ruling("B11.10", f"{name} was overrun and does not react")
        if pos.zone(1 - side) >> hex_ & 1:
            return Ruling("B14.2", f"{name} is in an enemy zone of control")
        if law.attacks.attacked(pos) >> hex_ & 1:
            return Ruling("B14.2", f"{name} is under attack itself")
        if not law.grid.within(self.open_hexes(pos), NEAR) >> hex_ & 1:
            return Ruling("B14.2", f"no attacked hex within {NEAR} hexes of {name} is left to react to")
        if side == GERMAN:
            return None
        if law.nkvd & bit:
            return Ruling("B14.3", "NKVD units never react")
        if pos.interdicted >> hex_ & 1:
            return Ruling("B13.3", f"{name} is in an interdiction zone")
        if law.command.nonop_area(pos) >> hex_ & 1:
            return Ruling("22.2.4", f"{name} is in range of a Non-Op HQ and does not react")
        if not self._hqs(pos, hex_):
            return Ruling("B14.3", f"no operational HQ with command left is in range of {name}")
        return None

    def _hqs(self, pos: NonopPosition, hex_: int) -> list[int]:
        return self.law.command.able(pos, 1 << hex_, pos.reactions)

    @case("B14.2", "B13.3")
    def reach(self, pos: NonopPosition, side: int, unit: int, field: Field | None = None) -> Reach:
        """Half the allowance, into enemy zones only where a friend stands, and no farther there."""
        law = self.law
        zone = pos.zone(1 - side)
        free = law.reaching.free(pos, unit, field) & ~(zone & ~pos.occupied[side])
        if side == SOVIET:
            free &= ~pos.interdicted
        steps = law.terrain.steps(pos, side, law.cost_class[unit], zones=False)
        most = law.reaching.printed(pos, unit) * HALVES // 2
        return law.reaching.way(steps, Asked(pos.where[unit], most, free, zone))

    def movers(self, pos: NonopPosition, side: int) -> Movers:
        near = self.law.grid.within(self.open_hexes(pos), NEAR) & pos.manned[side]
        units = pos.standing_in(near) & self.law.motor
        able = [unit for unit in bits(units) if self.why_not_unit(pos, side, unit) is None]
        field = self.law.reaching.field(pos, side) if able else None
        return Movers.of([(unit, self.reach(pos, side, unit, field)) for unit in able])

    def why_not(self, pos: NonopPosition, side: int, order: React) -> Ruling | None:
        law = self.law
        unit, hexes = law.unit_on_map(pos, order.unit, side), law.hexes_named(order.path)
        if isinstance(unit, Ruling):
            return unit
        if isinstance(hexes, Ruling):
            return hexes
        if len(hexes) != 2 or hexes[0] != pos.where[unit]:
            return Ruling("B14.2", "a reaction names the hex it begins in and the hex it ends in")
        ruling = self.why_not_unit(pos, side, unit)
        if ruling is not None:
            return ruling
        if self.reach(pos, side, unit).hexes >> hexes[1] & 1:
            return None
        return Ruling("B14.2", f"{order.unit} cannot react as far as {law.describe(hexes[1])}")

    @case("B14.2", "B14.3", "B22.2")
    def carry_out(self, pos: NonopPosition, side: int, unit: int, to: int, umpire: Umpire) -> None:
        """A unit reacts; then it is said to which hex, and by whose command, where others may still react."""
        law, start = self.law, pos.where[unit]
        way, distance = self.reach(pos, side, unit), law.grid.distance
        near = [hex_ for hex_ in bits(self.open_hexes(pos)) if distance(hex_, start) <= NEAR]
        hqs = self._hqs(pos, start) if side == SOVIET else []
        passed = law.marching.passed(pos, unit, way, to, law.works.bridge_hexes(pos, 1 - side))
        law.marching.carry(pos, unit, to, passed, umpire)
        pos.fired |= 1 << unit  # one reaction a unit
        others = bool(self.movers(pos, side))
        if hqs:
            Appointing.ask(pos, hqs, "reactions", matters=others)
        near.sort(key=lambda hex_: (distance(hex_, start), hex_))
        Answering.ask(pos, side, near, matters=others)
