"""Tracks, tables and overlays of the game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from msgspec.structs import replace

from typhoon.engine.cases import case
from typhoon.engine.display import Overlay, Panel, Shade, SupplyLine, Tone
from typhoon.engine.face import CounterFace
from typhoon.engine.shown import Shown
from typhoon.engine.tidings import Plight
from typhoon.games.operation_typhoon.air import Interdiction
from typhoon.games.operation_typhoon.charts import GERMAN, GROUNDS, SIDES, SOVIET, WEATHERS
from typhoon.games.operation_typhoon.declaring import Declaring
from typhoon.games.operation_typhoon.faces import face, portrait
from typhoon.games.operation_typhoon.law import TyphoonChapter
from typhoon.games.operation_typhoon.marks import Mark, marks_in
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.supply import IN, ISOLATED, OUT, STATES
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted, in_halves

TONES: tuple[tuple[int, Tone], ...] = ((ISOLATED, "bad"), (OUT, "poor"), (IN, "good"))
"""How states of supply look, the worst first."""


EFFECTS_OF_WEATHER = ("All air points", "Half the air points", "No air points; snow in any freeze")


def _number(side: str) -> int:
    """The number of a side; -1 for whoever may only know what everybody may."""
    return SIDES.index(side) if side in SIDES else -1


class Displays(Shown, TyphoonChapter):
    """What is shown of a game, to one side or to everybody."""

    has_lines: ClassVar[bool] = True

    def placed(self, pos: TyphoonPosition, side: str) -> int:
        """Units on the map that a side may know of: not those the enemy is still placing."""
        return pos.in_play & ~self.law.secrets.placing(pos, _number(side))

    @case("8.45")
    def visible(self, pos: TyphoonPosition, side: str) -> int:
        """Units that a side may see: not those that lie below others in enemy stacks either."""
        return pos.in_play & ~self.law.secrets.hidden(pos, _number(side))

    @case("8.45")
    def known_to(self, pos: TyphoonPosition, side: str) -> TyphoonPosition:
        """The position without the units that a side does not see, for whatever is worked out from it."""
        if not self.law.looking.buried(pos, _number(side)):
            return pos
        twin = pos.copy()
        self.law.guessing.forget(twin, _number(side))
        return twin

    @case("8.45")
    def faces(self, pos: TyphoonPosition, side: str = "") -> list[CounterFace]:
        """The counters that a side may see, the top one of a stack last, with how many lie below."""
        looking, closed = self.law.looking, self.law.looking.closed(pos, _number(side))
        found, where = [], pos.where  # hex by hex, so that nobody is told whose place was chosen
        for unit in sorted(bits(self.visible(pos, side)), key=lambda u: (where[u], looking.height(pos, u))):
            hex_ = pos.where[unit]
            on_top = hex_ in closed and looking.top_of(pos, pos.stacks[hex_]) == unit
            found.append(self.face(pos, unit, side, closed[hex_] if on_top else 0))
        return found

    def face(self, pos: TyphoonPosition, unit: int, side: str, below: int) -> CounterFace:
        """What a counter shows to a side, with how many lie unseen below it, and with their markers."""
        found, shown = face(pos, unit, side, below), pos.stacks[pos.where[unit]] if below else 1 << unit
        marks = [mark.letter for mark in self._marks if getattr(pos, mark.name) & shown]
        return replace(found, badges=(*found.badges, *marks)) if marks else found

    @cached_property
    def _marks(self) -> list[Mark]:
        return marks_in(self.law.position_type.columns)

    def markers(self, pos: TyphoonPosition, side: str) -> dict[str, int]:
        placed = self.placed(pos, side)
        return {mark.letter: pos.hexes_of(getattr(pos, mark.name) & placed) for mark in self._marks}

    def portrait(self, unit: str) -> CounterFace | None:
        return portrait(self.law, self.law.unit_number[unit])

    def extent(self) -> list[str] | None:
        """One sheet, or all of them."""
        if len(self.law.ground.sheets) == len(self.law.board.file.sheets):
            return None
        return self.law.grid.numbers(self.law.grid.all)

    def panels(self, pos: TyphoonPosition, side: str = "") -> list[Panel]:
        found = [
            self._conditions(pos),
            *self._tracks(pos),
            self._support(pos, side),
            *self._chances(pos),
            self._combats(pos, side),
            self._arrivals(pos),
        ]
        found += [self._destroyed(pos), self._points(pos, side), self._forces(pos, side)]
        found += [table for answer in self.law.asked("tables") for table in answer(pos, side)]
        return [panel for panel in found if panel.rows]

    def signs(self, pos: TyphoonPosition, side: str = "") -> dict[str, list[str]]:
        found = [marked for answer in self.law.asked("markers") for marked in answer(pos, side).items()]
        return {kind: self.law.grid.numbers(hexes) for kind, hexes in found if hexes}

    @case("13.35", "13.57", "17.16", "17.17")
    def _conditions(self, pos: TyphoonPosition) -> Panel:
        """Weather, ground and snow, and the air points they leave."""
        rows = (
            *self.law.conditions.in_words(pos),
            ("German air points", f"{pos.air[GERMAN]} of {self.law.scenario.german_air}"),
            ("Soviet air points", f"{pos.air[SOVIET]} of {self.law.scenario.soviet_air}"),
        )
        return Panel("conditions", "Weather and air", ("", ""), rows, pinned=True)

    @case("13.12", "13.22", "13.57")
    def _tracks(self, pos: TyphoonPosition) -> tuple[Panel, Panel]:
        """Every state of weather and ground with what it brings, the present one marked."""
        columns = ("", "Effect")
        weathers = zip(map(str.capitalize, WEATHERS), EFFECTS_OF_WEATHER, strict=True)
        grounds = zip(map(str.capitalize, GROUNDS), self.law.conditions.effects_of_ground(), strict=True)
        return (
            Panel("weather", "Weather track", columns, tuple(weathers), pos.weather),
            Panel("ground", "Ground track", columns, tuple(grounds), pos.ground_state),
        )

    @case("11.4", "11.22", "11.23")
    def _support(self, pos: TyphoonPosition, side: str) -> Panel:
        """The German Army Display; of HQs that lie unseen those in support are named, as all know them."""
        law, seen = self.law, self.visible(pos, side)
        if law.looking.buried(pos, _number(side)):
            elsewhere = sum([1 << unit for unit in (*pos.arrival, *pos.exited)])
            seen |= pos.supported & ~(elsewhere | pos.eliminated)
        display = {army: (str(points), str(corps)) for army, points, corps in pos.allotted}
        rows = []
        for army in law.scenario.armies:
            hqs = law.hqs_of_army[army] & seen
            supported, others = pos.names(hqs & pos.supported), pos.names(hqs & ~pos.supported)
            rows.append((army, *display.get(army, ("", "")), ", ".join(supported), ", ".join(others)))
        columns = ("Army", "Points", "Corps", "In support", "Unsupported")
        return Panel("support", "German Army Display", columns, tuple(rows))

    def _chances(self, pos: TyphoonPosition) -> list[Panel]:
        """How many corps so many points can be expected to support now, for armies with equal dice (11.5)."""
        turn = pos.turn + (1 - pos.turn) % 4
        alike: dict[int, list[str]] = {}
        for army in self.law.scenario.armies:
            alike.setdefault(self.law.supports.modifier_on(turn, army), []).append(army)
        return [
            self._chances_of(pos, turn, modifier, ", ".join(armies) if len(alike) > 1 else "")
            for modifier, armies in alike.items()
        ]

    def _chances_of(self, pos: TyphoonPosition, turn: int, modifier: int, armies: str) -> Panel:
        law, rows = self.law, []
        for points in range(min(law.supports.points_of(pos), law.most_support) + 1):
            results = [law.corps_in_support(points, die + modifier) for die in range(1, 7)]
            rows.append((str(points), *map(str, results), f"{sum(results) / 6:.1f}"))
        title = f"Support table, turn {turn}{armies and ': '}{armies}"
        return Panel("chances" + armies, title, ("Points", *"123456", "Corps on average"), tuple(rows))

    def _combats(self, pos: TyphoonPosition, side: str) -> Panel:
        looking, rows = self.law.looking, []
        for combat in [looking.veiled_combat(pos, _number(side), combat) for combat in pos.combats]:
            unseen = [f"units in {number}" for number in pos.ground.grid.numbers(combat.closed)]
            who = ", ".join([*pos.names(combat.units), *unseen])
            target = self.law.attacks.name_of(pos, combat.targets)
            rows.append((target, who, str(combat.air or ""), str(combat.cover or "")))
        return Panel("combats", "Declared combats", ("Target", "Attackers", "Air", "Cover"), tuple(rows))

    def _arrivals(self, pos: TyphoonPosition) -> Panel:
        """The reinforcement schedule (15.3, 15.4)."""
        law = self.law
        rows = tuple(
            (str(turn), self.law.adjective(law.side_of[unit]), law.unit_ids[unit], area.replace(";", ", "))
            for unit, (turn, area) in sorted(pos.arrival.items(), key=lambda item: (item[1][0], item[0]))
        )
        return Panel("arrivals", "Reinforcements", ("Turn", "Side", "Unit", "Area"), rows)

    @case("16.4")
    def _destroyed(self, pos: TyphoonPosition) -> Panel:
        rows = tuple(
            (self.law.adjective(side), str(len(names)), ", ".join(names))
            for side in (SOVIET, GERMAN)
            if (names := pos.names(pos.eliminated & self.law.units_of[side]))
        )
        return Panel("destroyed", "Destroyed units", ("Side", "Number", "Units"), rows)

    @case("16.3")
    def _points(self, pos: TyphoonPosition, side: str) -> Panel:
        """The German Victory Point Index, and where the game stands."""
        rows = [("Victory points", in_halves(pos.vp))] if self.law.scenario.counts_points else []
        if not self.law.scenario.plans or side == "german" or pos.result is not None:
            level, reason = self.law.victory.standing(self.known_to(pos, side))
            rows += [("If the game ended now", self.law.victory.title(level).capitalize()), ("", reason)]
        for number in (GERMAN, SOVIET):
            gone = sum([self.law.units_of[number] >> unit & 1 for unit in pos.exited])
            if gone:
                rows.append((f"{self.law.adjective(number)} units that left the map", str(gone)))
        if side == "german" and pos.plan:
            rows.append(("Your plan", pos.plan))
            if pos.plan == "encirclement":
                rows.append(("Moscow", "encircled" if self.law.victory.encircled(pos) else "not encircled"))
        return Panel("points", "Victory", ("", ""), tuple(rows))

    def _forces(self, pos: TyphoonPosition, side: str) -> Panel:
        law, placed, seen = self.law, self.placed(pos, side), self.visible(pos, side)
        rows = tuple(
            (
                self.law.adjective(number),
                str((placed & law.units_of[number]).bit_count()),
                str((seen & pos.cadres & law.units_of[number]).bit_count()),
                str((seen & pos.out & law.units_of[number]).bit_count()),
                str((seen & pos.isolated & law.units_of[number]).bit_count()),
                str((pos.eliminated & law.units_of[number]).bit_count()),
            )
            for number in (GERMAN, SOVIET)
        )
        columns = ("", "On map", "Cadres", "Out of supply", "Isolated", "Eliminated")
        return Panel("forces", "Forces", columns, rows)

    def overlays(self, pos: TyphoonPosition, side: str = "") -> list[Overlay]:
        if self.placed(pos, side) != pos.in_play:
            return []  # zones would tell where the enemy is being placed
        cutting = self.law.interdicting.placed(pos) > 0 or any(
            isinstance(frame, Interdiction) for frame in pos.frames
        )
        found = [
            Overlay("zones", "Zones of control", "6.0", lambda: self._zones(pos)),
            Overlay("supply", "Supply", "12.0", lambda: self._supply(pos, side), lines=True),
            Overlay("control", "Towns and cities", "16.14", lambda: self._held(pos)),
            Overlay("interdiction", "Interdicted railways", "17.31", lambda: self._cut(pos), pinned=cutting),
        ]
        if self.signs(pos, side):
            found.append(Overlay("works", "Works and markers", "19.0", lambda: self._marked(pos, side)))
        frame = pos.frames[-1] if pos.frames else None
        closed = self.law.looking.buried(pos, _number(side))
        if isinstance(frame, Declaring) and (side == SIDES[frame.side] or not closed):
            attacker = frame.side
            owed = Overlay(
                "owed", "Attacks still owed", "6.41", lambda: self._owed(pos, attacker), pinned=True
            )
            found.append(owed)
        return found

    def _marked(self, pos: TyphoonPosition, side: str) -> Iterator[Shade]:
        for kind, numbers in self.signs(pos, side).items():
            yield Shade("german", self.law.signs[kind].capitalize(), tuple(numbers))

    def _zones(self, pos: TyphoonPosition) -> Iterator[Shade]:
        for side in (GERMAN, SOVIET):
            yield self._shade(side, f"{self.law.adjective(side)} zones of control", pos.zone(side))

    def _held(self, pos: TyphoonPosition) -> Iterator[Shade]:
        for side in (GERMAN, SOVIET):
            yield self._shade(side, f"Held by the {self.law.adjective(side)} side", pos.control[side])

    def _cut(self, pos: TyphoonPosition) -> Iterator[Shade]:
        for label, hexes, tone in self.law.interdicting.cut(pos):
            yield self._shade(GERMAN, label, hexes, tone)

    def _owed(self, pos: TyphoonPosition, attacker: int) -> Iterator[Shade]:
        obligation = self.law.obligation
        yield self._shade(1 - attacker, "Must be attacked", obligation.owed(pos, attacker))
        yield self._shade(attacker, "Must attack", obligation.idle(pos, attacker))

    def _shade(self, side: int, label: str, hexes: int, tone: Tone = "") -> Shade:
        return Shade(SIDES[side], label, tuple(self.law.grid.numbers(hexes)), tone)

    def _supply(self, pos: TyphoonPosition, side: str) -> Iterator[Shade]:
        """Where the units of each side are in each state of supply; a stack counts as its worst unit."""
        seen = self.visible(pos, side)
        for n in (GERMAN, SOVIET):
            worse = 0
            shades = []
            own = list(bits(seen & self.law.units_of[n]))
            for state, tone in TONES:
                units = [unit for unit in own if self.law.supply.state_of(pos, unit) == state]
                hexes = sum(1 << hex_ for hex_ in {pos.where[unit] for unit in units}) & ~worse
                worse |= hexes
                label = f"{self.law.adjective(n)} units {STATES[state]}: {len(units)}"
                shades.append(Shade(SIDES[n], label, tuple(pos.ground.grid.numbers(hexes)), tone))
            yield from reversed(shades)

    def plights(self, pos: TyphoonPosition, side: str) -> list[Plight]:
        """Units that are isolated or out of supply, and those that will be when supply is judged next."""
        law, name, supply = self.law, pos.ground.grid.name, self.law.supply
        found: dict[int, list[Plight]] = {ISOLATED: [], OUT: [], IN: []}
        for unit in bits(law.units_of[SIDES.index(side)] & pos.in_play):
            where, id_, state = name[pos.where[unit]], law.unit_ids[unit], supply.state_of(pos, unit)
            if state != IN:
                found[state].append(Plight((id_,), where, f"{id_} is {STATES[state]}", "12.0"))
            elif not supply.line_of(pos, unit):
                text = f"{id_} has no line any more, and is out of supply when that is judged next"
                found[IN].append(Plight((id_,), where, text, "12.3", nearly=True))
        return [plight for plights in found.values() for plight in plights]

    def line(self, pos: TyphoonPosition, unit: str, side: str = "") -> SupplyLine | None:
        """The supply line of a unit on the map."""
        number = self.law.unit_number.get(unit)
        if number is None or not self.visible(pos, side) >> number & 1:
            return None
        if self.law.counters[number].side != side:
            pos = self.known_to(pos, side)  # its HQ may lie unseen in a stack
        state = STATES[self.law.supply.state_of(pos, number)]
        way = self.law.supply.line_of(pos, number)
        name = pos.ground.grid.name
        if len(way) > 1:
            traced = f"a line of {counted(len(way) - 1, 'hex', 'hexes')}"
        else:
            traced = "a line within its hex" if way else "no line"
        text = f"{unit} is {state}, {traced}{self._shortage(pos, number)}"
        return SupplyLine(tuple([name[hex_] for hex_ in way]), text, "12.3")

    def _shortage(self, pos: TyphoonPosition, unit: int) -> str:
        """What else than its line keeps a unit short of supply."""
        if self.law.supply.state_of(pos, unit) == IN or self.law.side_of[unit] != GERMAN:
            return ""
        if self.law.supply.begins_short(pos, unit):
            return "; the offensive begins short of supply"
        hq = self.law.forces.hq_of(unit)
        unsupported = hq is not None and pos.on_map(hq) and not pos.supported >> hq & 1
        return "; its corps is unsupported" if unsupported else ""
