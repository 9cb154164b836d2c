"""Strongpoints and fortifications: building, effects, giving up (19.17 to 19.19)."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.chapters import Chapter, change
from typhoon.engine.columns import HIDDEN
from typhoon.engine.orders import End, Listed, Order, OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.preview import Modifier, Preview, Warnings
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.arrivals import Arrivals
from typhoon.games.operation_typhoon.charts import GERMAN, GROUNDS, SOVIET
from typhoon.games.operation_typhoon.declaring import Declaring, EndDeclarations
from typhoon.games.operation_typhoon.fighting import Combats
from typhoon.games.operation_typhoon.law import TyphoonAct
from typhoon.games.operation_typhoon.movement import Marching, Movement
from typhoon.games.operation_typhoon.obligation import Obligation
from typhoon.games.operation_typhoon.odds import Odds
from typhoon.games.operation_typhoon.outcomes import Outcomes, Rolled
from typhoon.games.operation_typhoon.position import DUG_IN, Combat, TyphoonPosition
from typhoon.games.operation_typhoon.reaching import Reaching
from typhoon.games.operation_typhoon.setback import Losses, Setback
from typhoon.games.operation_typhoon.strength import Strengths
from typhoon.games.operation_typhoon.supply import Supply
from typhoon.games.operation_typhoon.works import Works
from typhoon.games.operation_typhoon_revision.position import COLUMNS, LEVELS
from typhoon.hexgrid import bits

HEDGEHOGS = ("hedgehogs",)
HEDGEHOG, MINOR, MAJOR, FORT = range(4)
MULTIPLES = {MAJOR: 2, FORT: 3}


class Build(Order, frozen=True, gc=False):
    """Begin to improve the work that a regiment stands in."""

    verb: ClassVar[str] = "build"
    unit: str


class Abandon(Order, frozen=True, gc=False):
    """Give up building a fortification."""

    verb: ClassVar[str] = "abandon"
    unit: str


class Spare(Order, frozen=True, gc=False):
    """Have the retreat or the loss of a result reduced by one."""

    verb: ClassVar[str] = "spare"
    part: str


@change("fieldworks", "19.17", "19.18", "19.19", "9.14", needs=HEDGEHOGS)
class Fieldworks(Works):
    """Works of three more levels, and the markers in hexes where one is improved."""

    def strong(self, pos: Any) -> int:
        """Hexes with a strongpoint or fortification."""
        found: int = pos.minors | pos.majors | pos.forts
        return found

    def level(self, pos: Any, hex_: int) -> int:
        """The level of the work in a hex; -1 when there is none."""
        return next((n for n, works in enumerate(COLUMNS) if getattr(pos, works) >> hex_ & 1), -1)

    def set_level(self, pos: Any, hex_: int, level: int) -> None:
        for number, works in enumerate(COLUMNS):
            hexes = getattr(pos, works) & ~(1 << hex_)
            setattr(pos, works, hexes | (number == level) << hex_)
        pos.firm_up(GERMAN, hex_)

    def shelters(self, pos: TyphoonPosition, side: int) -> int:
        return super().shelters(pos, side) | (self.strong(pos) if side == GERMAN else 0)

    def multiple(self, pos: TyphoonPosition, side: int, hex_: int) -> int:
        works = MULTIPLES.get(self.level(pos, hex_), 1) if side == GERMAN else 1
        return works * super().multiple(pos, side, hex_)

    def give_up(self, pos: Any, hex_: int) -> None:
        super().give_up(pos, hex_)
        pos.given_up |= self.strong(pos) & 1 << hex_
        for works in COLUMNS[1:]:
            setattr(pos, works, getattr(pos, works) & ~(1 << hex_))

    def may_dig_in(self, pos: TyphoonPosition, side: int) -> int:
        found, strong = super().may_dig_in(pos, side), self.strong(pos)
        return sum([1 << unit for unit in bits(found) if not strong >> pos.where[unit] & 1])

    # Building

    @case("19.17e")
    def markers_left(self, pos: Any) -> int:
        """How many building markers can still be laid this turn (R14)."""
        law: Any = self.law
        row = law.building_markers[GROUNDS[pos.ground_state]]
        alone = len(law.scenario.sheets) == 1
        most = row.building_markers_scenario if alone else row.building_markers
        return int(max(0, most - pos.markers))

    @case("19.17", "19.17a", "19.17b", "19.17c")
    def why_not_build(self, pos: Any, unit: int) -> Ruling | None:
        name, hex_ = self.law.unit_ids[unit], pos.where[unit]
        level, here = self.level(pos, hex_), pos.units_in(hex_)
        if not self.law.regiments & ~pos.cadres & 1 << unit:
            return Ruling("19.17", f"{name} is no German infantry regiment")
        if any(moved >> unit & 1 for moved in pos.moving):
            return Ruling("19.17", f"{name} has moved or dug in in this phase")
        if level < 0 or pos.moving[DUG_IN] & here & ~self.builders(pos):
            return Ruling("19.17", f"there was no work in {self.law.grid.name[hex_]} when the phase began")
        if level == FORT:
            return Ruling("19.17", f"{name} stands in a fortification")
        if hex_ in pos.building:
            return Ruling("19.17", f"there is a building marker in {self.law.grid.name[hex_]} already")
        if level == MAJOR and (pos.out | pos.isolated) >> unit & 1:
            return Ruling("19.17c", f"{name} is not in supply")
        if not self.markers_left(pos):
            return Ruling("19.17e", "there are no building markers left this turn")
        return None

    def may_build(self, pos: Any, side: int) -> int:
        if side != GERMAN or not self.markers_left(pos):
            return 0
        units = 0
        for hex_ in bits(pos.hedgehogs | self.strong(pos) & ~pos.forts):
            units |= pos.units_in(hex_)
        return sum([1 << unit for unit in bits(units) if self.why_not_build(pos, unit) is None])

    def builders(self, pos: Any, level: int | None = None) -> int:
        """The units that build, on works of one level where it is given."""
        found = 0
        for hex_, (unit, _) in pos.building.items():
            if unit >= 0 and level in (None, self.level(pos, hex_)):
                found |= 1 << unit
        return found

    def build(self, pos: Any, unit: int, umpire: Umpire) -> None:
        hex_, bit = pos.where[unit], 1 << unit
        pos.building[hex_] = unit, pos.turn
        pos.moving[DUG_IN] |= bit
        pos.markers += 1
        pos.movers = None
        work, unseen = LEVELS[self.level(pos, hex_) + 1], self.law.looking.unseen(pos, bit)
        facts = self.law.looking.facts(pos, unseen)
        umpire.tell(
            "work_begun", unit=self.law.unit_ids[unit], hex=self.law.grid.name[hex_], work=work, **facts
        )

    @case("19.17d")
    def stop(self, pos: Any, hexes: int, why: str, umpire: Umpire) -> None:
        """Take building markers off."""
        for hex_ in bits(hexes):
            if pos.building.pop(hex_, None):
                pos.movers = None
                umpire.tell("building_stopped", hex=self.law.grid.name[hex_], why=why)

    def improve(self, pos: Any, level: int, umpire: Umpire) -> None:
        """Finish what improves works of a level and was begun in an earlier turn, or throw its die."""
        for hex_, (_, turn) in sorted(pos.building.items()):
            if turn >= pos.turn or self.level(pos, hex_) != level:
                continue
            number = self.law.grid.name[hex_]
            if level == MAJOR:
                die = umpire.roll(f"fortification {number}")
                umpire.tell("fortification_die", hex=number, die=die)
                if die > 1:
                    continue
            del pos.building[hex_]
            self.set_level(pos, hex_, level + 1)
            umpire.tell("work_done", hex=number, work=LEVELS[level + 1])

    @case("19.19b")
    def attack_out(self, pos: Any, umpire: Umpire) -> None:
        """The declarations are ended: works out of which somebody attacks are left for a hedgehog (R65)."""
        attackers = self.law.obligation.committed(pos)
        for hex_ in bits(self.law.obligation.attacking(pos)):
            builder, _ = pos.building.get(hex_, (-1, 0))
            strong = self.strong(pos) >> hex_ & 1
            if strong or (builder >= 0 and attackers >> builder & 1):
                self.stop(pos, 1 << hex_, "its units attack", umpire)
            if strong:
                self.set_level(pos, hex_, HEDGEHOG)
                umpire.tell("work_lost", hex=self.law.grid.name[hex_], why="its units attack")


# What follows from works elsewhere


@change("fieldworks", "19.17a", "19.17b", "19.17c", needs=HEDGEHOGS)
class WorksInMovement(Marching):
    """Major strongpoints are ready at the beginning of a phase, minor ones at its end; then come the dice."""

    works: Any

    def open(self, pos: Any, side: int, umpire: Umpire) -> None:
        if side == GERMAN:
            pos.markers = 0
            _works(self.law).improve(pos, MINOR, umpire)
        super().open(pos, side, umpire)

    def close(self, pos: Any, side: int, umpire: Umpire) -> None:
        super().close(pos, side, umpire)
        if side == GERMAN:
            _works(self.law).improve(pos, HEDGEHOG, umpire)
            _works(self.law).improve(pos, MAJOR, umpire)

    def _why_unable(self, pos: TyphoonPosition, side: int, mode: int, unit: int, to: int) -> Ruling:
        if _works(self.law).builders(pos, MAJOR) >> unit & 1:
            return Ruling("19.17c", f"{self.law.unit_ids[unit]} builds a fortification and does not move")
        return super()._why_unable(pos, side, mode, unit, to)


def _works(law: Any) -> Fieldworks:
    works: Fieldworks = law.works
    return works


@change("fieldworks", "19.17c", needs=HEDGEHOGS)
class BuildersStay(Reaching):
    """Who builds a fortification does not move (R59)."""

    def may_move(self, pos: TyphoonPosition, side: int, mode: int, units: int = -1) -> int:
        found = super().may_move(pos, side, mode, units)
        return found & ~_works(self.law).builders(pos, MAJOR) if side == GERMAN else found


@change("fieldworks", "19.17c", needs=HEDGEHOGS)
class BuildersRemain(Arrivals):
    """Nor does it leave the map."""

    def may_exit(self, pos: TyphoonPosition, side: int) -> int:
        return super().may_exit(pos, side) & ~_works(self.law).builders(pos, MAJOR)


@change("fieldworks", "19.17c", needs=HEDGEHOGS)
class BuildersSupplied(Supply):
    """A fortification is built in supply only (R61)."""

    def follow(self, pos: Any, umpire: Umpire) -> None:
        super().follow(pos, umpire)
        short = _works(self.law).builders(pos, MAJOR) & (pos.out | pos.isolated)
        hexes = sum([1 << pos.where[unit] for unit in bits(short)])
        _works(self.law).stop(pos, hexes, "the builder is not in supply", umpire)


@change("fieldworks", "19.17", needs=HEDGEHOGS)
class NoCadresBuild(Strengths):
    """A builder that becomes a cadre builds no more (R59)."""

    def lose_step(self, pos: Any, unit: int, umpire: Umpire) -> None:
        super().lose_step(pos, unit, umpire)
        if pos.cadres & _works(self.law).builders(pos) >> unit << unit & 1 << unit:
            _works(self.law).stop(pos, 1 << pos.where[unit], "the builder is a cadre", umpire)


@change("fieldworks", "19.17", needs=HEDGEHOGS)
class WorksOfTheLost(Losses):
    """A work is lost with its last unit."""

    def eliminate(self, pos: Any, unit: int, umpire: Umpire) -> None:
        super().eliminate(pos, unit, umpire)
        pos.tell_given_up(umpire)


@change("fieldworks", "9.14", "19.18a", "19.19a", needs=HEDGEHOGS)
class DutyAndWorks(Obligation):
    """Nobody must attack strongpoints, nor out of them; but who attacks, attacks all (R33)."""

    def obliged(self, pos: TyphoonPosition, side: int) -> int:
        found, strong = super().obliged(pos, side), _works(self.law).strong(pos)
        if side == SOVIET and strong:
            found &= pos.ground.grid.neighbours(pos.occupied[GERMAN] & ~strong) | self.attacking(pos)
        return found

    def all_or_none(self, pos: TyphoonPosition, side: int) -> int:
        return super().all_or_none(pos, side) | (_works(self.law).strong(pos) if side == GERMAN else 0)


@change("fieldworks", "19.18b", "19.18c", "19.18d", needs=HEDGEHOGS)
class WorksInOdds(Odds):
    """A minor strongpoint shifts a column, in place of a hedgehog (R58, R63)."""

    def shifts(self, pos: Any, side: int, combat: Combat, defenders: int) -> list[Modifier]:
        found = super().shifts(pos, side, combat, defenders)
        if pos.minors & combat.hexes:
            found = [shift for shift in found if shift.key != "hedgehog"]
            found.append(Modifier(-1, LEVELS[MINOR], "19.18b", "minor"))
        return found


@change("fieldworks", "19.17d", needs=HEDGEHOGS)
class NobodyBuildsUnderAttack(Combats):
    """A building marker goes when its hex is attacked (R62)."""

    def fight(self, pos: TyphoonPosition, side: int, target: str, combat: Combat, umpire: Umpire) -> Rolled:
        rolled = super().fight(pos, side, target, combat, umpire)
        _works(self.law).stop(pos, combat.hexes, "it is attacked", umpire)
        return rolled


# Results


class Sparing(Phase[TyphoonPosition], frozen=True, tag="sparing"):
    """Works soften a result: a minor one the retreat, others the retreat or the loss (R64)."""

    about: ClassVar[str] = "19.18"
    takes: ClassVar[tuple[type[Order], ...]] = (Spare,)
    setback: Setback
    minor: bool

    def decider(self, pos: TyphoonPosition) -> int:
        return GERMAN

    def proceed(self, pos: TyphoonPosition, umpire: Umpire) -> bool:
        if not self.minor and self.setback.steps and self.setback.back:
            return True
        self._spare(pos, "retreat" if self.minor or not self.setback.steps else "loss", umpire)
        return False

    def prompt(self, pos: TyphoonPosition) -> str:
        return f"The work softens {_code(self.setback)}: spare a hex of retreat, or a loss."

    def orders(self, pos: TyphoonPosition) -> list[OrderSet]:
        return [Listed([Spare("loss"), Spare("retreat")])]

    @case("19.18c", "19.18d")
    def why_not(self, pos: TyphoonPosition, order: Order) -> Ruling | None:
        if not isinstance(order, Spare):
            return pos.rules.out_of_place(pos, order)
        known = order.part in ("retreat", "loss")
        return None if known else Ruling("19.18", f"one spares retreat or loss, not '{order.part}'")

    def apply(self, pos: TyphoonPosition, order: Order, umpire: Umpire) -> None:
        assert isinstance(order, Spare)
        self._spare(pos, order.part, umpire)

    @case("19.18b", "19.18c", "19.18d")
    def _spare(self, pos: TyphoonPosition, part: str, umpire: Umpire) -> None:
        old = self.setback
        back, steps = max(0, old.back - (part == "retreat")), old.steps - (part == "loss")
        new = msgspec.structs.replace(old, back=back, steps=steps, breakthrough=old.breakthrough and back > 0)
        umpire.tell("softened", before=_code(old), after=_code(new))
        pos.frames.pop()
        if back or steps:
            pos.frames.append(new)


def _code(setback: Setback) -> str:
    steps = f"({setback.steps})" if setback.steps else ""
    return f"D{setback.back}{steps}{'!' if setback.breakthrough else ''}"


@change("fieldworks", "19.18b", "19.18c", "19.18d", needs=HEDGEHOGS)
class SoftenedOutcomes(Outcomes):
    """Results against works are reduced, if all attacked hexes have such (R63)."""

    def frames(self, pos: Any, side: int, results: tuple[Rolled, ...]) -> list[Phase[TyphoonPosition]]:
        return [self._softened(pos, frame) for frame in super().frames(pos, side, results)]

    def _softened(self, pos: Any, frame: Phase[TyphoonPosition]) -> Phase[TyphoonPosition]:
        if not isinstance(frame, Setback) or frame.attacking or frame.side != GERMAN:
            return frame
        hexes = 0
        for unit in bits(self.law.units(frame.units)):
            hexes |= 1 << pos.where[unit]
        if not hexes or hexes & ~_works(self.law).strong(pos):
            return frame
        return Sparing(frame, minor=bool(hexes & pos.minors))


# Orders


@change("fieldworks", "19.17", needs=HEDGEHOGS)
class BuildWork(TyphoonAct[Movement, Build]):
    """Lay a building marker."""

    phase = Movement
    kind = Build

    def offered(self, pos: TyphoonPosition, phase: Movement) -> list[OrderSet]:
        units = pos.names(_works(self.law).may_build(pos, phase.side))
        return [Listed([Build(unit) for unit in units])] if units else []

    def why_not(self, pos: TyphoonPosition, phase: Movement, order: Build) -> Ruling | None:
        unit = self.law.unit_on_map(pos, order.unit, phase.side)
        return unit if isinstance(unit, Ruling) else _works(self.law).why_not_build(pos, unit)

    def apply(self, pos: TyphoonPosition, phase: Movement, order: Build, umpire: Umpire) -> None:
        _works(self.law).build(pos, self.law.unit_number[order.unit], umpire)


@change("fieldworks", "19.17c", needs=HEDGEHOGS)
class AbandonWork(TyphoonAct[Movement, Abandon]):
    """Take the marker of a fortification off; the builder does not move in this phase either."""

    phase = Movement
    kind = Abandon

    def offered(self, pos: TyphoonPosition, phase: Movement) -> list[OrderSet]:
        able = _works(self.law).builders(pos, MAJOR) if phase.side == GERMAN else 0
        return [Listed([Abandon(unit) for unit in pos.names(able)])] if able else []

    def why_not(self, pos: TyphoonPosition, phase: Movement, order: Abandon) -> Ruling | None:
        unit = self.law.unit_on_map(pos, order.unit, phase.side)
        if isinstance(unit, Ruling):
            return unit
        builds = _works(self.law).builders(pos, MAJOR) >> unit & 1
        return None if builds else Ruling("19.17c", f"{order.unit} builds no fortification")

    def apply(self, pos: Any, phase: Movement, order: Abandon, umpire: Umpire) -> None:
        unit = self.law.unit_number[order.unit]
        _works(self.law).stop(pos, 1 << pos.where[unit], "it is given up", umpire)
        pos.moving[DUG_IN] |= 1 << unit


@change("fieldworks", "19.19b", needs=HEDGEHOGS)
class LeaveWorks(EndDeclarations):
    """Attacking out of a work gives it up."""

    def preview(self, pos: TyphoonPosition, phase: Declaring, order: End) -> Preview | None:
        left = (
            self.law.obligation.attacking(pos) & _works(self.law).strong(pos) if phase.side == GERMAN else 0
        )
        texts = [f"the work in {pos.ground.describe(hex_)} is given up (19.19b)" for hex_ in bits(left)]
        return Warnings(tuple(texts)) if texts else super().preview(pos, phase, order)

    def apply(self, pos: TyphoonPosition, phase: Declaring, order: End, umpire: Umpire) -> None:
        super().apply(pos, phase, order, umpire)
        if phase.side == GERMAN:
            _works(self.law).attack_out(pos, umpire)


def _begun(facts: Any) -> str:
    who = "A unit" if facts["unit"].startswith(HIDDEN) else facts["unit"]
    return f"{who} begins to build a {facts['work']} in {facts['hex']}."


CHANGES: tuple[type[Chapter], ...] = (
    Fieldworks, WorksInMovement, BuildersStay, BuildersRemain, BuildersSupplied, NoCadresBuild,
    WorksOfTheLost, DutyAndWorks, WorksInOdds, NobodyBuildsUnderAttack, SoftenedOutcomes,
    BuildWork, AbandonWork, LeaveWorks,
)  # fmt: skip
PHASES = (Sparing,)
STORY = {
    "work_begun": _begun,
    "work_done": "The {work} in {hex} is ready.",
    "work_lost": "The work in {hex} is lost: {why}.",
    "building_stopped": "The building marker in {hex} goes: {why}.",
    "fortification_die": "Fortification in {hex}: die {die}.",
    "softened": "The work turns {before} into {after}.",
}
STORY_CASES = {
    "work_begun": "19.17",
    "work_done": "19.17",
    "work_lost": "19.19",
    "building_stopped": "19.17d",
    "fortification_die": "19.17c",
    "softened": "19.18",
}
