"""Suffering a combat result: step losses and retreats (9.8, 9.9)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.orders import Listed, Order, OrderSet
from typhoon.engine.phase import HexNumber, Phase, ShownUnit, SideNumber, Umpire, UnitId
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.advance import Advancing, pursue
from typhoon.games.operation_typhoon.law import TyphoonAct, TyphoonChapter
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted


class Lose(Order, frozen=True, gc=False):
    """Let a unit lose a step."""

    verb: ClassVar[str] = "lose"
    unit: str


class Withdraw(Order, frozen=True, gc=False):
    """Retreat the whole stack in the first hex of the path, hex by hex."""

    verb: ClassVar[str] = "withdraw"
    path: tuple[str, ...]


class Losses(TyphoonChapter):
    """Who takes losses, and who is lost."""

    def eliminate(self, pos: TyphoonPosition, unit: int, umpire: Umpire) -> None:
        """Take a unit out of the game; its chit goes back into its cup."""
        hex_, bit = pos.where[unit], 1 << unit
        self.law.strengths.return_chit(pos, unit)
        if hex_ >= 0:
            pos.remove(unit)
        pos.eliminated |= bit
        pos.entered.pop(unit, None)
        pos.cadres &= ~bit
        pos.uncommitted &= ~bit
        where = pos.ground.grid.name[hex_] if hex_ >= 0 else ""
        umpire.tell("eliminated", unit=self.law.unit_ids[unit], hex=where)
        for answer in self.law.asked("after_loss"):
            answer(pos, unit, umpire)

    @case("9.87", "9.88")
    def may_lose(self, pos: TyphoonPosition, units: int, fighters: int, attacking: bool) -> int:
        """Who may take the next loss: those that fought first, of attackers the tanks before them."""
        fought = units & fighters
        if not fought:
            return units
        tanks = fought & self.law.tanks
        return tanks if attacking and tanks else fought

    @case("9.87", "9.88")
    def why_not_lose(
        self, pos: TyphoonPosition, side: int, name: str, able: int, touched: int
    ) -> Ruling | None:
        unit = self.law.unit_on_map(pos, name, side)
        if isinstance(unit, Ruling):
            return unit
        if able >> unit & 1:
            return None
        if not touched >> unit & 1:
            return Ruling("9.86", f"{name} is not touched by this result")
        if able & self.law.tanks:
            return Ruling("9.88", f"tanks that attacked lose steps first: {', '.join(pos.names(able))}")
        return Ruling("9.87", f"units that fought lose steps first: {', '.join(pos.names(able))}")


class Toll(Phase[TyphoonPosition], frozen=True, tag="toll"):
    """A number of steps must be lost from some units."""

    about: ClassVar[str] = "9.85"
    takes: ClassVar[tuple[type[Order], ...]] = (Lose,)
    side: SideNumber
    units: tuple[UnitId, ...]
    fighters: tuple[UnitId, ...]
    steps: int
    attacking: bool = False

    def _touched(self, pos: TyphoonPosition) -> int:
        return pos.rules.units(self.units) & pos.in_play

    def _able(self, pos: TyphoonPosition) -> int:
        return pos.rules.losses.may_lose(
            pos, self._touched(pos), pos.rules.units(self.fighters), self.attacking
        )

    @case("9.85", "9.87", "9.93")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        left = self.steps
        while left and (able := self._able(pos)):
            if able & (able - 1):
                if left != self.steps:
                    pos.frames[-1] = msgspec.structs.replace(self, steps=left)
                return True
            pos.rules.strengths.lose_step(pos, bits(able)[0], umpire)
            left -= 1
        pos.frames.pop()
        return False

    def prompt(self, pos: TyphoonPosition) -> str:
        hexes = ", ".join(hexes_of(pos, self._touched(pos)))
        return f"{counted(self.steps, 'step')} must be lost in {hexes}: choose a unit."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        return [Listed([Lose(unit) for unit in pos.names(self._able(pos))])]

    def refusal(self, pos: TyphoonPosition, order: Lose) -> Ruling | None:
        return pos.rules.losses.why_not_lose(pos, self.side, order.unit, self._able(pos), self._touched(pos))

    def apply(self, pos: TyphoonPosition, order: Lose, umpire: Umpire) -> None:
        pos.frames[-1] = msgspec.structs.replace(self, steps=self.steps - 1)
        pos.rules.strengths.lose_step(pos, pos.rules.unit_number[order.unit], umpire)


def hexes_of(pos: TyphoonPosition, units: int) -> tuple[str, ...]:
    """The hexes that units stand in."""
    return tuple([pos.ground.grid.name[hex_] for hex_ in sorted({pos.where[unit] for unit in bits(units)})])


class Setback(Phase[TyphoonPosition], frozen=True, tag="setback"):
    """A side suffers a combat result: first the mandatory losses, then steps or hexes as it likes."""

    about: ClassVar[str] = "9.86"
    side: SideNumber
    units: tuple[UnitId, ...]
    """The affected stacks that have not retreated; who comes to them later is not touched (R100)."""
    fighters: tuple[ShownUnit, ...]
    steps: int
    back: int
    breakthrough: bool
    attacking: bool
    victors: tuple[ShownUnit, ...]
    out_of: tuple[HexNumber, ...] = ()
    """The hexes that the attack came from."""
    begun: bool = False
    """Whether the mandatory losses have been dealt with."""
    hexes: tuple[HexNumber, ...] = ()
    """Where the affected stacks that have not retreated were when the losses began."""
    vacated: tuple[HexNumber, ...] = ()
    paths: tuple[tuple[HexNumber, ...], ...] = ()
    """The ways that stacks have retreated, by vacated hex; empty for one that was eliminated."""

    @case("9.85", "9.86", "9.91", "9.94")
    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        if not self.begun:
            self._begin(pos, umpire)
            return False
        left = hexes_of(pos, self.touched(pos))
        if left != self.hexes:
            gone = tuple([number for number in self.hexes if number not in left])
            empty: tuple[tuple[str, ...], ...] = tuple([() for _ in gone])
            pos.frames[-1] = msgspec.structs.replace(
                self, hexes=left, vacated=self.vacated + gone, paths=self.paths + empty
            )
            return False
        if not self.hexes or not self.back:
            self._finish(pos)
            return False
        cornered = [number for number in self.hexes if not self.paths_from(pos, number)]
        if len(cornered) < len(self.hexes) and not (cornered and self.breakthrough):
            return True
        self._cornered(pos, cornered[0], umpire)
        return False

    def touched(self, pos: TyphoonPosition) -> int:
        return pos.rules.units(self.units) & pos.in_play

    def stack(self, pos: TyphoonPosition, number: str) -> int:
        """The stack in one of the hexes."""
        return self.touched(pos) & pos.units_in(pos.ground.grid.index(number))

    @case("9.85", "9.94", "9.99")
    def _begin(self, pos: TyphoonPosition, umpire: Umpire) -> None:
        """Units that fled into the hex are lost; the others take the mandatory losses.

        Attackers may have gone back by the result of another combat; they are struck where they are (R92).
        """
        touched = self.touched(pos)
        pos.frames[-1] = msgspec.structs.replace(self, begun=True, hexes=hexes_of(pos, touched))
        if not self.attacking:
            for unit in bits(touched & pos.fled):
                pos.rules.losses.eliminate(pos, unit, umpire)
        if self.steps:
            pos.frames.append(Toll(self.side, self.units, self.fighters, self.steps, self.attacking))

    @case("9.86", "9.97", "9.98")
    def _cornered(self, pos: TyphoonPosition, number: str, umpire: Umpire) -> None:
        """A stack that cannot retreat so far takes steps instead, in a breakthrough it is lost (R81, R91)."""
        stack = self.stack(pos, number)
        if self.breakthrough:
            for unit in bits(stack):
                pos.rules.losses.eliminate(pos, unit, umpire)
        elif any(self.paths):  # others have gone back: this stack pays for the whole way
            rest = pos.names(self.touched(pos) & ~stack)
            hexes = tuple([other for other in self.hexes if other != number])
            pos.frames[-1] = msgspec.structs.replace(self, units=rest, hexes=hexes)
            pos.frames.append(Toll(self.side, pos.names(stack), self.fighters, self.back, self.attacking))
        else:  # a step for a hex, and perhaps there is a way for the rest
            pos.frames[-1] = msgspec.structs.replace(self, back=self.back - 1)
            pos.frames.append(Toll(self.side, self.units, self.fighters, 1, self.attacking))

    def paths_from(self, pos: TyphoonPosition, number: str) -> list[tuple[str, ...]]:
        """The ways back of the stack in a hex."""
        retreats = pos.rules.retreats
        find = retreats.paths_broken_through if self.breakthrough else retreats.paths_back
        name, stack = pos.ground.grid.name, self.stack(pos, number)
        return [tuple([name[hex_] for hex_ in path]) for path in find(pos, stack, self.back)]

    def may_lose(self, pos: TyphoonPosition) -> int:
        """Steps may be lost instead of hexes as long as no stack has gone back (R69)."""
        if self.breakthrough or any(self.paths):
            return 0
        return pos.rules.losses.may_lose(
            pos, self.touched(pos), pos.rules.units(self.fighters), self.attacking
        )

    @case("9.92", "9.98")
    def decider(self, pos: TyphoonPosition) -> int:
        """The owner conducts a retreat, the attacker one after a breakthrough."""
        return 1 - self.side if self.breakthrough else self.side

    def prompt(self, pos: TyphoonPosition) -> str:
        hexes, where = counted(self.back, "hex", "hexes"), " or ".join(self.hexes)
        if self.breakthrough:
            return f"Breakthrough: choose the way of the retreat from {where} by {hexes}."
        also = ", or lose steps instead" if self.may_lose(pos) else ""
        return f"Retreat the {pos.rules.adjective(self.side)} stack in {where} by {hexes}{also}."

    @case("9.95", "9.98")
    def _finish(self, pos: TyphoonPosition) -> None:
        """The victors may advance where hexes have been vacated."""
        pos.frames.pop()
        far = self.back + self.breakthrough
        if self.vacated and self.victors and far:
            pursue(
                pos,
                Advancing(
                    1 - self.side,
                    self.victors,
                    self.vacated,
                    self.paths,
                    far,
                    self.breakthrough,
                    out_of=self.out_of,
                ),
            )


class LoseInstead(TyphoonAct[Setback, Lose]):
    """Lose a step instead of retreating a hex."""

    phase = Setback
    kind = Lose

    @case("9.86")
    def offered(self, pos: TyphoonPosition, phase: Setback) -> list[OrderSet]:
        return [Listed([Lose(unit) for unit in pos.names(phase.may_lose(pos))])]

    @case("9.86")
    def why_not(self, pos: TyphoonPosition, phase: Setback, order: Lose) -> Ruling | None:
        able = phase.may_lose(pos)
        if phase.breakthrough:
            return Ruling("9.98", "after a breakthrough no steps are lost instead of retreating")
        if not able:
            return Ruling("9.86", "a stack has gone back: the others must retreat as far")
        return self.law.losses.why_not_lose(pos, phase.side, order.unit, able, phase.touched(pos))

    def apply(self, pos: TyphoonPosition, phase: Setback, order: Lose, umpire: Umpire) -> None:
        pos.frames[-1] = msgspec.structs.replace(phase, back=phase.back - 1)
        self.law.strengths.lose_step(pos, self.law.unit_number[order.unit], umpire)


class WithdrawStack(TyphoonAct[Setback, Withdraw]):
    """Choose the way back of any stack that has not gone yet (R117)."""

    phase = Setback
    kind = Withdraw

    @case("9.92")
    def offered(self, pos: TyphoonPosition, phase: Setback) -> list[OrderSet]:
        ways = [Withdraw(path) for number in phase.hexes for path in phase.paths_from(pos, number)]
        return [Listed(ways)]

    @case("9.86", "9.91", "9.92")
    def why_not(self, pos: TyphoonPosition, phase: Setback, order: Withdraw) -> Ruling | None:
        if not order.path or order.path[0] not in phase.hexes:
            return Ruling("9.92", f"the stack that retreats is in {' or '.join(phase.hexes)}")
        if order.path in phase.paths_from(pos, order.path[0]):
            return None
        mech = bool(phase.stack(pos, order.path[0]) & self.law.mechanized)
        if ruling := self.law.retreats.why_not_walk(pos, phase.side, mech, order.path):
            return ruling
        if len(order.path) != phase.back + 1:
            return Ruling("9.92", f"the retreat is {counted(phase.back, 'hex', 'hexes')} long")
        if phase.breakthrough:
            return Ruling("9.92", "a retreat enters no hex twice")
        return Ruling("9.92", "a retreat leads as far from all enemies as it can, and not twice into a hex")

    @case("9.93", "9.94", "9.95", "9.98", "6.43")
    def apply(self, pos: TyphoonPosition, phase: Setback, order: Withdraw, umpire: Umpire) -> None:
        """Move the stack; every enemy-controlled hex on the way costs a step of any of its units (R115)."""
        path, side = order.path, phase.side
        way = [pos.ground.grid.index(number) for number in path]
        units, zone, looking = phase.stack(pos, path[0]), pos.zone(1 - side), self.law.looking
        hidden = looking.unseen(pos, units)
        pos.frames[-1] = msgspec.structs.replace(
            phase,
            units=pos.names(phase.touched(pos) & ~units),
            hexes=tuple([number for number in phase.hexes if number != path[0]]),
            vacated=(*phase.vacated, path[0]),
            paths=(*phase.paths, path),
        )
        for unit in bits(units):
            pos.remove(unit)
            pos.place(unit, way[-1])
        if phase.breakthrough:
            pos.no_zone |= units
            pos.firm_up(side, way[-1])
        pos.fled |= units
        unseen = looking.facts(pos, looking.unseen(pos, hidden))
        umpire.tell("retreated", units=pos.names(units), path=path, **unseen)
        pos.pass_through(side, sum([1 << hex_ for hex_ in way[1:]]), umpire)
        if entered := sum([zone >> hex_ & 1 for hex_ in way[1:]]):
            names = pos.names(units)
            pos.frames.append(Toll(side, names, names, entered))


ACTS = (LoseInstead, WithdrawStack)
