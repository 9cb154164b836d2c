"""Strongpoints and fortifications: what stands where, and building (19.17)."""

from __future__ import annotations

from typing import Any

from typhoon.engine.cases import case
from typhoon.engine.chapters import change
from typhoon.engine.columns import HIDDEN
from typhoon.engine.phase import Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.charts import GERMAN, GROUNDS
from typhoon.games.operation_typhoon.declaring import Declaring
from typhoon.games.operation_typhoon.position import DUG_IN, Combat, TyphoonPosition
from typhoon.games.operation_typhoon.works import Works
from typhoon.games.operation_typhoon_revision.law import Revised
from typhoon.games.operation_typhoon_revision.position import COLUMNS, LEVELS
from typhoon.hexgrid import bits

HEDGEHOGS = ("hedgehogs",)
HEDGEHOG, MINOR, MAJOR, FORT = range(4)


@change(
    "fieldworks", "9.14", "19.17", "19.17a", "19.17b", "19.17c", "19.17d", "19.17e", "19.18", "19.19",
    "19.19b", needs=HEDGEHOGS,
)  # fmt: skip
class Fieldworks(Revised, Works):
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
        level = self.level(pos, hex_) if side == GERMAN else -1
        return super().multiple(pos, side, hex_) * (self.law.multiples[level] if level >= 0 else 1)

    def case_of(self, pos: TyphoonPosition, side: int, hex_: int) -> str:
        level = self.level(pos, hex_) if side == GERMAN else -1
        return {MAJOR: "19.18c", FORT: "19.18d"}.get(level) or super().case_of(pos, side, hex_)

    def shifting(self, pos: Any) -> int:
        found: int = super().shifting(pos) | pos.minors
        return found

    def leave(self, pos: Any, unit: int, hex_: int) -> None:
        """Who leaves a hex builds nothing there any more."""
        super().leave(pos, unit, hex_)
        empty = hex_ not in pos.stacks
        if hex_ in pos.building and (empty or pos.building[hex_][0] == unit):
            del pos.building[hex_]
            pos.given_up |= 1 << hex_
        if empty and (pos.minors | pos.majors | pos.forts) >> hex_ & 1:
            pos.given_up |= 1 << hex_
            for works in COLUMNS[1:]:
                setattr(pos, works, getattr(pos, works) & ~(1 << hex_))

    def dug(self, pos: Any) -> int:
        return super().dug(pos) | self.strong(pos)

    @case("19.17c")
    def bound(self, pos: Any) -> int:
        """Who builds a fortification does not move (R59)."""
        found = super().bound(pos)
        return found | self.builders(pos, MAJOR) if pos.building else found

    def why_bound(self, pos: TyphoonPosition, unit: int) -> Ruling:
        name, given_up = self.law.unit_ids[unit], self.strong(pos) >> pos.where[unit] & 1
        if self.builders(pos, MAJOR) >> unit & 1:
            return Ruling("19.17c", f"{name} builds a fortification and does not move")
        if self.builders(pos) >> unit & 1:
            return Ruling("19.17", f"{name} has begun to build and does not move in this phase")
        if given_up:
            return Ruling("19.17c", f"{name} has given up building and does not move in this phase")
        return super().why_bound(pos, unit)

    # Building

    @case("19.17e")
    def markers_left(self, pos: Any) -> int:
        """How many building markers can still be laid this turn (R14)."""
        alone = len(self.law.scenario.sheets) == 1
        return int(max(0, self.law.building_markers[alone][GROUNDS[pos.ground_state]] - pos.markers))

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

    def builders(self, pos: Any, level: int | None = None) -> int:
        """The units that build, on works of one level where it is given."""
        found, works = 0, -1 if level is None else getattr(pos, COLUMNS[level])
        for hex_, (unit, _) in pos.building.items():
            if unit >= 0 and works >> hex_ & 1:
                found |= 1 << unit
        return found

    def build(self, pos: Any, unit: int, umpire: Umpire) -> None:
        hex_, bit = pos.where[unit], 1 << unit
        pos.building[hex_] = unit, pos.turn
        pos.moving[DUG_IN] |= bit
        pos.markers += 1
        pos.movers = self.law.reaching.halted(pos, unit)
        facts = self.law.looking.facts(pos, self.law.looking.unseen(pos, bit))
        name, work = self.law.unit_ids[unit], LEVELS[self.level(pos, hex_) + 1]
        umpire.tell("work_begun", unit=name, hex=self.law.grid.name[hex_], work=work, **facts)

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

    # Moments

    @case("19.17b")
    def before_moving(self, pos: Any, side: int, umpire: Umpire) -> None:
        """Major strongpoints are ready at the beginning of a phase, minor ones at its end; then come dice."""
        if side == GERMAN:
            pos.markers = 0
            self.improve(pos, MINOR, umpire)

    @case("19.17a", "19.17c")
    def after_moving(self, pos: Any, side: int, umpire: Umpire) -> None:
        if side == GERMAN:
            self.improve(pos, HEDGEHOG, umpire)
            self.improve(pos, MAJOR, umpire)

    @case("19.17c")
    def after_supply(self, pos: Any, side: int, umpire: Umpire) -> None:
        """A fortification is built in supply only (R61)."""
        short = self.builders(pos, MAJOR) & (pos.out | pos.isolated)
        self.stop(pos, pos.hexes_of(short), "the builder is not in supply", umpire)

    @case("19.19b")
    def after_declaring(self, pos: Any, side: int, umpire: Umpire) -> None:
        """Works out of which somebody attacks are left for a hedgehog (R65)."""
        attackers = self.law.obligation.committed(pos)
        for hex_ in bits(self.law.obligation.attacking(pos) if side == GERMAN else 0):
            builder, _ = pos.building.get(hex_, (-1, 0))
            strong = self.strong(pos) >> hex_ & 1
            if strong or (builder >= 0 and attackers >> builder & 1):
                self.stop(pos, 1 << hex_, "its units attack", umpire)
            if strong:
                self.set_level(pos, hex_, HEDGEHOG)
                umpire.tell("work_lost", hex=self.law.grid.name[hex_], why="its units attack")

    @case("19.17d")
    def after_fight(self, pos: Any, combat: Combat, umpire: Umpire) -> None:
        """A building marker goes when its hex is attacked, or its unit joins an attack after all (R62)."""
        self.stop(pos, combat.hexes, "it is attacked", umpire)
        self.stop(pos, pos.hexes_of(self.builders(pos) & combat.units), "its units attack", umpire)

    def after_loss(self, pos: Any, unit: int, umpire: Umpire) -> None:
        """A work is lost with its last unit; a builder that becomes a cadre loses its marker (R59)."""
        pos.tell_given_up(umpire)
        worn = pos.hexes_of(self.builders(pos) & pos.cadres)
        self.stop(pos, worn, "the builder is worn out", umpire)

    def warnings(self, pos: Any, phase: Any) -> list[str]:
        attacks = isinstance(phase, Declaring) and phase.side == GERMAN
        left = self.law.obligation.attacking(pos) & self.strong(pos) if attacks else 0
        return [f"the work in {pos.ground.describe(hex_)} is given up (19.19b)" for hex_ in bits(left)]


def _begun(facts: Any) -> str:
    who = "A unit" if facts["unit"].startswith(HIDDEN) else facts["unit"]
    return f"{who} begins to build a {facts['work']} in {facts['hex']}."


def _fortified(facts: Any) -> str:
    so = "it is built" if facts["die"] == 1 else "not ready, for it takes a 1"
    return f"Fortification in {facts['hex']}: die {facts['die']}, {so}."


STORY = {
    "work_begun": ("19.17", _begun),
    "work_done": ("19.17", "The {work} in {hex} is ready."),
    "work_lost": ("19.19", "The work in {hex} is lost: {why}."),
    "building_stopped": ("19.17d", "The building marker in {hex} goes: {why}."),
    "fortification_die": ("19.17c", _fortified),
}
