"""What is shown over the map: counters, overlays, lines, the front."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.display import Overlay, Panel, Shade, SupplyLine, Tone
from typhoon.engine.face import CounterFace
from typhoon.engine.shown import Shown
from typhoon.engine.tidings import Plight
from typhoon.games.typhoon_nonop import faces
from typhoon.games.typhoon_nonop.attacks import Declaration
from typhoon.games.typhoon_nonop.charts import GERMAN, SIDES, SOVIET
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.panels import number_of
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted


class Displays(Shown, NonopChapter):
    """What is shown of a game, to one side or to everybody."""

    has_lines: ClassVar[bool] = True

    def faces(self, pos: NonopPosition, side: str = "") -> list[CounterFace]:
        """Bridges and the counters on the map, in each stack the strongest on top."""
        units = sorted(bits(pos.in_play), key=lambda unit: sum(self.law.strengths[unit][pos.lost[unit]]))
        return [
            *[faces.bridge(pos, name) for name in sorted(pos.bridges)],
            *[faces.face(pos, unit) for unit in units],
        ]

    def portrait(self, unit: str) -> CounterFace | None:
        return faces.portrait(self.law, unit)

    def panels(self, pos: NonopPosition, side: str = "") -> list[Panel]:
        return self.law.tables.all(pos, side)

    @case("B19.3")
    def front(self, pos: NonopPosition, side: str = "") -> list[tuple[str, str]]:
        """The hexsides between what the Germans control and what the Soviets do, the German hex first."""
        grid, (german, soviet) = self.law.grid, pos.control
        return [
            (grid.name[hex_], grid.name[other])
            for hex_ in bits(grid.neighbours(soviet) & german)
            for other in bits(grid.around(hex_) & soviet)
        ]

    @case("B18.1", "B18.6")
    def signs(self, pos: NonopPosition, side: str = "") -> dict[str, list[str]]:
        """Strongpoints, finished or not, and fortifications that are gone."""
        (german, soviet), (begun, theirs) = pos.strongpoints, pos.sites
        found = {"minor": german | soviet, "minor-building": begun | theirs, "ruin": pos.razed}
        return {kind: self.law.grid.numbers(hexes) for kind, hexes in found.items() if hexes}

    # Supply

    @case("B6.3", "B6.5")
    def line(self, pos: NonopPosition, unit: str, side: str = "") -> SupplyLine | None:
        """A unit's line of general supply, or that it has none."""
        law, number = self.law, self.law.unit_number.get(unit)
        if number is None or not law.ground_units >> number & 1 or not pos.on_map(number):
            return None
        parts = law.supply.line(pos, law.side_of[number], pos.where[number])
        if parts is None:
            return SupplyLine((), f"{unit} can trace no line of supply", "B6.7")
        hexes = [hex_ for part in parts for hex_ in part]
        names = tuple(dict.fromkeys([law.grid.name[hex_] for hex_ in hexes]))
        told = [counted(len(parts[0]) - 1, "hex overland", "hexes overland")]
        told += [counted(len(part) - 1, "hex by road or rail", "hexes by road or rail") for part in parts[1:]]
        return SupplyLine(names, f"{unit}: {', '.join(told)}", "B6.3")

    @case("B6.7")
    def plights(self, pos: NonopPosition, side: str) -> list[Plight]:
        """Units out of supply or on Emergency Supply, and those that have no line any more."""
        law, number = self.law, SIDES.index(side)
        supplied, found = law.supply.supplied(pos, number), []
        for hex_ in bits(pos.stood[number]):
            units = pos.units_in(hex_) & law.ground_units
            for marked, words in ((pos.out, "Out of Supply"), (pos.emergency, "on Emergency Supply")):
                if names := pos.names(units & marked):
                    text = f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} {words}"
                    found.append(Plight(names, law.grid.name[hex_], text, "B6.7"))
            if not supplied >> hex_ & 1 and (names := pos.names(units & ~pos.out & ~pos.emergency)):
                text = f"{', '.join(names)} can trace no line of supply any more"
                found.append(Plight(names, law.grid.name[hex_], text, "B6.7", nearly=True))
        return found

    # Overlays

    def overlays(self, pos: NonopPosition, side: str = "") -> list[Overlay]:
        law, frame = self.law, pos.frames[-1] if pos.frames else None
        found = [
            Overlay("command", "Command ranges", "22.2.2", lambda: self._ranges(pos)),
            Overlay("supply", "Supply", "B6.1", lambda: self._supply(pos), lines=True),
            Overlay("zones", "Zones of control", "B10.3", lambda: self._zones(pos)),
            Overlay("interdiction", "Interdiction zones", "B13.2", lambda: self._interdiction(pos)),
            Overlay("gauge", "Railways by gauge", "B19.1", lambda: self._gauge(pos)),
            Overlay("works", "Strongpoints and fortifications", "B18.1", lambda: self._works(pos)),
            Overlay("cut-off", "Cut off", "B21.1", lambda: self._cut_off(pos)),
        ]
        if own := self._sent(pos, side):
            over = Shade(side, "Air units sent out", own)
            found.append(Overlay("missions", "Your air missions", "B17.3", lambda: [over], pinned=True))
        if isinstance(frame, Declaration):
            owed = law.attacks.owed(pos, frame.side)
            shade = self._shade(1 - frame.side, "Must still be attacked", owed)
            found.append(Overlay("owed", "Attacks still owed", "B12.3", lambda: [shade], pinned=True))
        return found

    def _sent(self, pos: NonopPosition, side: str) -> tuple[str, ...]:
        """Where the air units of a side are."""
        if (number := number_of(side)) < 0:
            return ()
        law = self.law
        hexes = {hex_ for unit, hex_ in pos.missions.items() if law.air_of[number] >> unit & 1}
        return tuple([law.grid.name[hex_] for hex_ in sorted(hexes)])

    def _shade(self, side: int, label: str, hexes: int, tone: Tone = "") -> Shade:
        return Shade(SIDES[side], label, tuple(self.law.grid.numbers(hexes)), tone)

    @case("22.2.2")
    def _ranges(self, pos: NonopPosition) -> Iterator[Shade]:
        command = self.law.command
        nonop, able = command.nonop_area(pos), 0
        for hq in bits(command.operational(pos)):
            able |= command.range_of(pos.where[hq])
        yield self._shade(SOVIET, "Range of operational HQs", able & ~nonop, "good")
        yield self._shade(SOVIET, "Range of Non-Op HQs", nonop & ~able, "bad")
        yield self._shade(SOVIET, "Both: the Non-Op range counts", nonop & able, "poor")

    def _supply(self, pos: NonopPosition) -> Iterator[Shade]:
        law = self.law
        for side in (GERMAN, SOVIET):
            who, supplied = law.adjective(side), law.supply.supplied(pos, side)
            yield self._shade(side, f"{who} side: in supply", supplied & pos.control[side])
            yield self._shade(side, f"{who} units without a line", pos.stood[side] & ~supplied, "bad")

    def _zones(self, pos: NonopPosition) -> Iterator[Shade]:
        for side in (GERMAN, SOVIET):
            yield self._shade(side, f"{self.law.adjective(side)} zones of control", pos.zone(side))

    def _interdiction(self, pos: NonopPosition) -> Iterator[Shade]:
        yield self._shade(GERMAN, "Level 1", pos.interdicted & ~pos.interdicted_twice, "poor")
        yield self._shade(GERMAN, "Level 2", pos.interdicted_twice, "bad")

    @case("B19.1", "B6.4")
    def _gauge(self, pos: NonopPosition) -> Iterator[Shade]:
        law = self.law
        net = law.supply.rail_net(pos, GERMAN)
        yield self._shade(GERMAN, "Converted, in the German net", pos.converted & net, "good")
        yield self._shade(GERMAN, "Converted, but cut off", pos.converted & ~net, "poor")
        yield self._shade(SOVIET, "Soviet rail net", law.supply.rail_net(pos, SOVIET))

    @case("B18.1", "B18.6")
    def _works(self, pos: NonopPosition) -> Iterator[Shade]:
        law = self.law
        for side in (GERMAN, SOVIET):
            who = law.adjective(side)
            yield self._shade(side, f"{who} fortifications and strongpoints", law.works.forts(pos, side))
            yield self._shade(side, f"{who} strongpoints under construction", pos.sites[side], "poor")
        yield self._shade(SOVIET, "Destroyed", pos.razed, "bad")

    @case("B21.1", "B24.6")
    def _cut_off(self, pos: NonopPosition) -> Iterator[Shade]:
        surrender = self.law.surrender
        rolling = surrender.rolling(pos)
        yield self._shade(SOVIET, "Cut off, and would roll for surrender", rolling, "bad")
        rest = pos.stood[SOVIET] & ~surrender.connected(pos) & ~rolling
        yield self._shade(SOVIET, "Cut off, no German beside", rest, "poor")
