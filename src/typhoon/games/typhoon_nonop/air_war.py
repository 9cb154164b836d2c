"""Air power: readiness, where air units can be sent, and what becomes of them (B9, B13, B17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from typhoon.engine.cases import case
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.typhoon_nonop.charts import (
    BOXES,
    DAMAGED,
    DESTROYED,
    FLOWN,
    GERMAN,
    MUD,
    READY,
    SIDES,
    SOVIET,
    last_from,
)
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits

if TYPE_CHECKING:
    from typhoon.games.typhoon_nonop.air import Fly
    from typhoon.games.typhoon_nonop.charts import AirRow

MOST = 3
"""Air units of a side over one hex."""
HEAVY = 3
"""Interdiction points that make level 2."""
WIDEST = 3
"""Rating differences beyond it count as it."""


Mission = Literal["cas", "interdiction"]


class ReadinessPhase(Phase[NonopPosition], frozen=True, tag="air readiness"):
    """Dice tell which air units are ready again."""

    about: ClassVar[str] = "B9.2"
    name = "air readiness"

    @case("B9.1", "B9.2", "B5.6")
    def proceed(self, pos: NonopPosition, umpire: Umpire) -> bool:
        law, before = pos.rules, list(pos.air)
        modifier = law.small_modifiers["air readiness", "mud"] if pos.weather == MUD else 0
        if pos.storm:
            modifier += law.small_modifiers["air readiness", "storm"]
        for side, name in enumerate(SIDES):
            moved: dict[str, list[str]] = {"ready": [], "flown": []}
            for box in (FLOWN, DAMAGED):
                row = law.readiness[BOXES[box]]
                most = row.german if side == GERMAN else row.soviet
                for unit in bits(law.air_of[side]):
                    if (
                        before[unit] == box
                        and umpire.roll(f"air readiness {law.air_ids[unit]}", 10) + modifier <= most
                    ):
                        pos.air[unit] = BOXES.index(row.to)
                        moved[row.to].append(law.air_ids[unit])
            if moved["ready"] or moved["flown"]:
                umpire.tell("readied", side=name, ready=tuple(moved["ready"]), repaired=tuple(moved["flown"]))
        pos.frames.pop()
        return False


class AirWar(NonopChapter):
    """Missions and what comes of them."""

    @case("B13.1", "B17.1", "B17.2", "B17.3", "22.2.5 air support")
    def hexes(self, pos: NonopPosition, side: int, mission: str, phasing: int, unit: int) -> int:
        """Where an air unit can be sent."""
        return self._open_to(pos, side, mission, self.law.air_rows[unit]) if self._is_ready(pos, unit) else 0

    def choices(self, pos: NonopPosition, side: int, mission: str) -> list[tuple[int, int]]:
        """Where each air unit of a side can be sent, those left out that can be sent nowhere."""
        found = []
        known: dict[tuple[str, bool, bool], int] = {}
        for unit in bits(self.law.air_of[side]):
            if not self._is_ready(pos, unit):
                continue
            row = self.law.air_rows[unit]
            kind = row.class_, bool(row.cas), bool(row.interdiction)
            if kind not in known:
                known[kind] = self._open_to(pos, side, mission, row)
            if known[kind]:
                found.append((unit, known[kind]))
        return found

    @case("B17.1")
    def _is_ready(self, pos: NonopPosition, unit: int) -> bool:
        """Whether an air unit can be sent out."""
        return pos.air[unit] == READY and unit not in pos.missions

    @case("B13.1", "B17.2", "B17.3", "22.2.5 air support")
    def _open_to(self, pos: NonopPosition, side: int, mission: str, row: AirRow) -> int:
        """Where air units of a kind can be sent."""
        law = self.law
        if mission == "interdiction":
            if side == GERMAN:
                wanted = law.ground.open if row.interdiction or row.class_ != "B" else 0
            else:
                seen = {*pos.missions.values(), *pos.unseen}  # faces are hidden, places are not
                wanted = sum([1 << hex_ for hex_ in seen]) if row.class_ != "B" else 0
        else:
            wanted = law.attacks.attacked(pos)
            if row.class_ == "B" and not row.cas:
                wanted = 0
            if side == SOVIET and row.class_ == "B":
                wanted &= ~law.command.nonop_area(pos)
        return wanted & ~self._full(pos, side)

    @case("B17.2")
    def _full(self, pos: NonopPosition, side: int) -> int:
        """The hexes over which as many air units of a side have been sent as may fly there."""
        own = self.law.air_of[side]
        over = [hex_ for unit, hex_ in pos.missions.items() if own >> unit & 1]
        return sum([1 << hex_ for hex_ in set(over) if over.count(hex_) >= MOST]) if len(over) >= MOST else 0

    def why_not_fly(
        self, pos: NonopPosition, side: int, mission: str, phasing: int, order: Fly
    ) -> Ruling | None:
        law = self.law
        unit, hex_ = law.air_number.get(order.unit), law.hex_named(order.hex)
        if unit is None or not law.air_of[side] >> unit & 1:
            return Ruling("B17.1", f"there is no air unit '{order.unit}' of this side")
        if isinstance(hex_, Ruling):
            return hex_
        if self.hexes(pos, side, mission, phasing, unit) >> hex_ & 1:
            return None
        if pos.air[unit] != READY:
            return Ruling("B17.1", f"{order.unit} stands in the box {BOXES[pos.air[unit]].capitalize()}")
        if unit in pos.missions:
            return Ruling("B17.1", f"{order.unit} has been sent out already")
        over = sum([1 for u, h in pos.missions.items() if h == hex_ and law.air_of[side] >> u & 1])
        if over >= MOST:
            return Ruling("B17.2", f"{MOST} air units of a side fly over one hex at most")
        if side == SOVIET and mission == "cas" and law.command.nonop_area(pos) >> hex_ & 1:
            return Ruling(
                "22.2.5", f"{law.describe(hex_)} is in range of a Non-Op HQ: no Soviet air support there"
            )
        if mission == "cas":
            return Ruling(
                "B17.2", f"{law.describe(hex_)} is no defender hex, or {order.unit} gives no support"
            )
        return Ruling("B13.1", f"{order.unit} has nothing to do over {law.describe(hex_)}")

    def rating(self, unit: int, mission: str) -> int:
        row = self.law.air_rows[unit]
        return row.cas if mission == "cas" else row.interdiction

    def over(self, pos: NonopPosition, hex_: int, side: int) -> int:
        """Air units of a side over a hex."""
        units = sum([1 << unit for unit, there in pos.missions.items() if there == hex_])
        return units & self.law.air_of[side]

    def go(self, pos: NonopPosition, unit: int, box: int) -> None:
        """An air unit leaves for a box."""
        pos.missions.pop(unit, None)
        pos.firing &= ~(1 << unit)
        pos.air[unit] = box

    @case("B17.6", "B17.7")
    def shoot(self, pos: NonopPosition, unit: int, enemy: int, umpire: Umpire, *, free: bool = False) -> int:
        """One air unit fires at another: the box that the other goes to, or -1."""
        law = self.law
        difference = law.air_rows[unit].air_combat - law.air_rows[enemy].air_combat
        difference = max(-WIDEST, min(WIDEST, difference))
        die = umpire.roll(f"{'free ' if free else ''}air combat {law.air_ids[unit]}", 10)
        result = law.air_combat[difference, die]
        umpire.tell(
            "air_fire", unit=law.air_ids[unit], enemy=law.air_ids[enemy], die=die, result=result or "missed"
        )
        return {"": -1, "aborted": FLOWN, "damaged": DAMAGED, "destroyed": DESTROYED}[result]

    @case("B17.8")
    def flak(self, pos: NonopPosition, hex_: int, side: int, umpire: Umpire) -> None:
        """AA fire on the mission units of a side over a hex."""
        law = self.law
        around = bits((law.grid.around(hex_) | 1 << hex_) & pos.stood[1 - side])
        guns = 0
        for there in around:
            guns |= pos.stacks[there]
        guns &= law.aa_fire & law.units_of[1 - side]
        if not guns:
            return
        modifier = 0
        if guns & law.anti_aircraft:
            modifier += law.small_modifiers["aa fire", "anti-aircraft unit"]
        if 1 - side == SOVIET and not guns & ~(law.divisions | law.hqs):
            modifier += law.small_modifiers["aa fire", "divisions only"]
        for unit in bits(self.over(pos, hex_, side) & ~pos.firing):
            die = umpire.roll(f"AA fire {law.air_ids[unit]}", 10)
            result = last_from(law.aa_rows, die + modifier).result
            if result:
                umpire.tell("flak", unit=law.air_ids[unit], hex=law.grid.name[hex_], die=die, result=result)
                self.go(pos, unit, DAMAGED if result == "damaged" else FLOWN)

    @case("B13.2", "B17.9")
    def take_effect(self, pos: NonopPosition, hex_: int, mission: str, umpire: Umpire) -> None:
        """What the mission units that are left do; then all go home."""
        law = self.law
        points = [
            sum([self.rating(unit, mission) for unit in bits(self.over(pos, hex_, side) & ~pos.firing)])
            for side in (GERMAN, SOVIET)
        ]
        for side in (GERMAN, SOVIET):
            for unit in bits(self.over(pos, hex_, side)):
                self.go(pos, unit, FLOWN)
        if mission == "cas":
            if any(points):
                pos.cover[hex_] = points[GERMAN], points[SOVIET]
                umpire.tell("cas", hex=law.grid.name[hex_], german=points[GERMAN], soviet=points[SOVIET])
        elif points[GERMAN]:
            zone = law.grid.around(hex_) | 1 << hex_
            pos.interdicted |= zone
            if points[GERMAN] >= HEAVY:
                pos.interdicted_twice |= zone
            level = 2 if points[GERMAN] >= HEAVY else 1
            umpire.tell("interdicted", hex=law.grid.name[hex_], level=level)
