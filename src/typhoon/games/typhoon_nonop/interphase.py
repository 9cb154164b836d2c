"""The Game Turn Interphase: surrender, recovery and disbanding, points, markers (B4.2, B21, 22.2.6)."""

from __future__ import annotations

from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.orders import End, Listed, Order, OrderSet
from typhoon.engine.phase import HexNumber, Phase, Umpire, UnitId
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.battle import Resolve
from typhoon.games.typhoon_nonop.charts import GERMAN, SOVIET, last_from
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.losses import LosingSteps
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.mechanics.planning import Chore, Propose
from typhoon.mechanics.wording import counted


class Disband(Order, frozen=True, gc=False):
    """Disband a Non-Op HQ instead of rolling for it."""

    verb: ClassVar[str] = "disband"
    unit: str


class Recover(Order, frozen=True, gc=False):
    """Roll for the recovery of a Non-Op HQ."""

    verb: ClassVar[str] = "recover"
    unit: str


class Interphase(Phase[NonopPosition], frozen=True, tag="interphase"):
    """The end of a turn."""

    about: ClassVar[str] = "B4.2"
    name = "game turn interphase"

    @case("B4.2", "B24.6")
    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        pos.frames[-1] = Closing()
        pos.frames.append(Recovery())
        hexes = pos.rules.grid.numbers(pos.rules.surrender.rolling(pos))
        pos.rules.surrender.report(pos, umpire)
        pos.frames.append(Surrendering(tuple(hexes)))
        return False


class Surrender(NonopChapter):
    """Who is cut off, and what becomes of them."""

    @case("B21.1")
    def connected(self, pos: NonopPosition) -> int:
        """Hexes from which a way leads to a Soviet source that is free of Germans and their zones."""
        law = self.law
        open_ = self._open(pos)
        reached = law.grid.flood(law.sources_of[SOVIET] & open_, open_)
        return law.grid.grow(reached)  # the hex that a way begins in may be any

    def _open(self, pos: NonopPosition) -> int:
        """Hexes free of German units, of uncontested German zones of control, and of lakes."""
        law = self.law
        return law.ground.open & ~pos.occupied[GERMAN] & ~law.supply.uncontested(pos, SOVIET)

    @case("B21.1")
    def rolling(self, pos: NonopPosition) -> int:
        """Hexes that roll: cut off, and next to a German combat unit with a zone of control."""
        law = self.law
        beside = law.grid.neighbours(pos.firm[GERMAN] | pos.firm_motor[GERMAN])
        return pos.stood[SOVIET] & beside & ~self.connected(pos)

    @case("B21.2", "B21.4", "B22.8")
    def modifiers(self, pos: NonopPosition, hex_: int) -> list[tuple[int, str, str]]:
        law, units, chart = self.law, pos.units_in(hex_), self.law.surrender_modifiers
        units &= law.ground_units
        holds = {
            "command": law.command.commanded(pos) >> hex_ & 1,
            "guards": units & (law.guards | law.nkvd),
            "city": law.ground.cities >> hex_ & 1,
            "fortification": law.works.forts(pos, SOVIET) >> hex_ & 1,
            "emergency": units & pos.emergency and not units & pos.out,
            "out of supply": units & pos.out,
            "militia": units & law.militia and not units & ~(law.militia | law.hqs),
        }
        return [(chart[key].value, chart[key].text, "B21.2") for key, so in holds.items() if so]

    @case("B21.2", "B21.3", "B24.3")
    def roll(self, pos: NonopPosition, hex_: int, umpire: Umpire) -> None:
        """Throw for a hex."""
        law, units, number = self.law, pos.units_in(hex_), self.law.grid.name[hex_]
        found = self.modifiers(pos, hex_)
        die = umpire.roll(f"surrender {number}", 10)
        row = last_from(law.surrender_rows, die + sum([value for value, _, _ in found]))
        umpire.tell(
            "surrender", hex=number, units=pos.names(units), die=die, modifiers=tuple(found),
            result=row.result, steps=row.steps,
        )  # fmt: skip
        if row.result == "surrenders":
            pos.count("surrendered", (units & law.divisions).bit_count())
            law.losses.eliminate_all(pos, units, umpire, "surrendered", barred=True)
        elif row.steps:
            losers = pos.names(units & law.ground_units)
            pos.frames.append(LosingSteps(SOVIET, losers, row.steps, "cut off"))

    @case("B24.6")
    def report(self, pos: NonopPosition, umpire: Umpire) -> None:
        """Tell of the pockets that stand."""
        for name, divisions in self.pockets(pos).items():
            turn, most = pos.pockets.get(name, (pos.turn, 0))
            pos.pockets[name] = turn, max(most, divisions)
            umpire.tell("pocket", name=name.capitalize(), divisions=divisions, first=most == 0)

    @case("B24.6")
    def pockets(self, pos: NonopPosition) -> dict[str, int]:
        """The pockets that stand, each with the divisions in it."""
        law, grid = self.law, self.law.grid
        outside = self.connected(pos)
        closed = (self._open(pos) | pos.stood[SOVIET]) & ~outside
        found: dict[str, int] = {}
        rest = pos.stood[SOVIET] & ~outside
        while rest:
            area = grid.flood(rest & -rest, closed)
            rest &= ~area
            for name, (least, marked) in POCKETS.items():
                inside = self._divisions(pos, area)
                in_name = self._divisions(pos, area & law.ground.pockets[name])
                if inside >= least and in_name >= marked:
                    found[name] = max(inside, found.get(name, 0))
        return found

    def _divisions(self, pos: NonopPosition, hexes: int) -> int:
        units = pos.standing_in(pos.manned[SOVIET] & hexes)
        return (units & self.law.divisions & self.law.units_of[SOVIET]).bit_count()


POCKETS = {"vyazma": (10, 5), "bryansk": (5, 3)}
"""For each pocket the divisions that must be in it, and how many of them in its own hexes."""


class Surrendering(Chore[NonopPosition], frozen=True, tag="surrendering"):
    """Dice for the hexes that are cut off, one after another, in the order that the Soviet player likes."""

    about: ClassVar[str] = "B21.2"
    part: ClassVar[str] = "surrender"
    chancy: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Order], ...]] = (Resolve, Propose)
    hexes: tuple[HexNumber, ...]

    def decider(self, pos: NonopPosition) -> int:
        return SOVIET

    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        standing = [hex_ for hex_ in self.hexes if pos.stood[SOVIET] >> pos.rules.grid.index(hex_) & 1]
        if len(standing) > 1:
            pos.frames[-1] = Surrendering(tuple(standing))
            return True
        pos.frames.pop()
        for hex_ in standing:
            pos.rules.surrender.roll(pos, pos.rules.grid.index(hex_), umpire)
        return False

    def prompt(self, pos: NonopPosition) -> str:
        return f"Choose the next hex that is cut off: {counted(len(self.hexes), 'hex', 'hexes')} left."

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        return [Listed([*[Resolve(hex_) for hex_ in self.hexes], Propose()])]

    def proposed(self, pos: NonopPosition) -> list[Order]:
        """Hexes with HQs come last, for as long as an HQ is operational it helps the others."""
        law = pos.rules
        return [
            min(
                [Resolve(hex_) for hex_ in self.hexes],
                key=lambda order: bool(pos.units_in(law.grid.index(order.target)) & law.hqs),
            )
        ]

    @case("B21.2")
    def refusal(self, pos: NonopPosition, order: Order) -> Ruling | None:
        if not isinstance(order, Resolve):
            return pos.rules.out_of_place(pos, order)
        return None if order.target in self.hexes else Ruling("B21.1", f"{order.target} does not roll now")

    def carry_out(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, Resolve)
        pos.frames[-1] = Surrendering(tuple([hex_ for hex_ in self.hexes if hex_ != order.target]))
        pos.rules.surrender.roll(pos, pos.rules.grid.index(order.target), umpire)


class Recovery(Chore[NonopPosition], frozen=True, tag="recovery"):
    """The Soviet player disbands an HQ or none, then rolls for those he likes (R44)."""

    about: ClassVar[str] = "22.2.6"
    part: ClassVar[str] = "recovery"
    chancy: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Order], ...]] = (Disband, Recover, Propose, End)
    tried: tuple[UnitId, ...] = ()
    disbanded: bool = False

    def decider(self, pos: NonopPosition) -> int:
        return SOVIET

    @case("22.2.6b disband")
    def _may_disband(self, pos: NonopPosition) -> int:
        return 0 if self.tried or self.disbanded else pos.rules.command.may_disband(pos)

    @case("22.2.6a recovery roll")
    def _may_recover(self, pos: NonopPosition) -> int:
        return pos.rules.command.may_roll(pos) & ~pos.rules.units(self.tried)

    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        if self._may_disband(pos) or self._may_recover(pos):
            return True
        pos.frames.pop()
        return False

    def prompt(self, pos: NonopPosition) -> str:
        if self._may_disband(pos):
            return "Disband one Non-Op HQ or none, for 2 German VP; then roll for the others. Then end."
        return "Roll for Non-Op HQs: they recover with their value or less on a ten-sided die. Then end."

    def orders(self, pos: NonopPosition) -> list[OrderSet]:
        return [
            Listed([
                *[Disband(name) for name in pos.names(self._may_disband(pos))],
                *[Recover(name) for name in pos.names(self._may_recover(pos))],
                Propose(),
                End(),
            ])
        ]  # fmt: skip

    def proposed(self, pos: NonopPosition) -> list[Order]:
        """All roll, and nobody is disbanded."""
        return [*[Recover(name) for name in pos.names(self._may_recover(pos))], End()]

    @case("22.2.6a recovery roll", "22.2.6b disband", "new 2", "new 3")
    def refusal(self, pos: NonopPosition, order: Order) -> Ruling | None:
        law = pos.rules
        if isinstance(order, End):
            return None
        if not isinstance(order, (Disband, Recover)):
            return law.out_of_place(pos, order)
        unit = law.unit_on_map(pos, order.unit, SOVIET)
        if isinstance(unit, Ruling):
            return unit
        if not law.command.nonop_hqs(pos) >> unit & 1:
            return Ruling("22.2.6", f"{order.unit} is no Non-Op HQ")
        if isinstance(order, Recover):
            if self._may_recover(pos) >> unit & 1:
                return None
            if order.unit in self.tried:
                return Ruling("22.2.6", f"{order.unit} has rolled in this Interphase")
            return Ruling("new 2", f"{order.unit} does not roll before the Interphase of turn 2")
        if self._may_disband(pos) >> unit & 1:
            return None
        if self.disbanded:
            return Ruling("22.2.6", "one HQ has been disbanded this turn, and no more can be")
        if self.tried:
            return Ruling("22.2.6", "disbanding comes before the recovery rolls, not after one that failed")
        return Ruling("new 3", "no HQ is disbanded in the Interphase of turn 1")

    @case("22.2.6a recovery roll", "22.2.6b disband")
    def carry_out(self, pos: NonopPosition, order: Order, umpire: Umpire) -> None:
        law = pos.rules
        if isinstance(order, End):
            pos.frames.pop()
            return
        assert isinstance(order, (Disband, Recover))
        unit = law.unit_number[order.unit]
        if isinstance(order, Disband):
            law.losses.take_off(pos, unit)
            pos.cadre |= 1 << unit
            pos.count("disbanded")
            pos.frames[-1] = Recovery(self.tried, disbanded=True)
            umpire.tell("hq_disbanded", unit=order.unit)
            return
        die, value = umpire.roll(f"recovery {order.unit}", 10), law.command.recovery(unit)
        if die <= value:
            pos.nonop &= ~(1 << unit)
        pos.frames[-1] = Recovery((*self.tried, order.unit), self.disbanded)
        umpire.tell("hq_rolled", unit=order.unit, die=die, value=value, recovered=die <= value)


class Closing(Phase[NonopPosition], frozen=True, tag="closing"):
    """Points are counted and the markers of the turn removed."""

    about: ClassVar[str] = "B24.4"
    name = "game turn interphase"

    @case("B24.4", "B4.2", "B13.2")
    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        held = pos.taken & pos.control[GERMAN]
        if pos.mandated and held:
            umpire.tell("unmet", count=pos.mandated, hexes=tuple(pos.rules.grid.numbers(held)))
            pos.count("mandated", pos.mandated)
            pos.mandated = 0
        pos.taken = 0
        pos.activated = 0
        pos.interdicted = pos.interdicted_twice = 0
        pos.frames.pop()
        return False
