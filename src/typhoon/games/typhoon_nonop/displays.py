"""Tracks, tables and overlays of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from typhoon.engine.cases import case
from typhoon.engine.display import Overlay, Panel, Shade, SupplyLine
from typhoon.engine.face import CounterFace
from typhoon.engine.shown import Shown
from typhoon.games.typhoon_nonop.charts import BOXES, GERMAN, SIDES, SOVIET
from typhoon.games.typhoon_nonop.faces import face
from typhoon.games.typhoon_nonop.law import NonopChapter
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted


class Displays(Shown, NonopChapter):
    """What is shown beside and over the map."""

    has_lines: ClassVar[bool] = True

    @case("B6.3", "B6.5")
    def line(self, pos: NonopPosition, unit: str, side: str = "") -> SupplyLine | None:
        """A unit's line of general supply, or that it has none."""
        law, number = self.law, self.law.unit_number[unit]
        if not law.ground_units >> number & 1 or not pos.on_map(number):
            return None
        parts = law.supply.line(pos, law.side_of[number], pos.where[number])
        if parts is None:
            return SupplyLine((), f"{unit} can trace no line of supply", "B6.7")
        hexes = [hex_ for part in parts for hex_ in part]
        names = tuple(dict.fromkeys([law.grid.name[hex_] for hex_ in hexes]))
        told = [counted(len(parts[0]) - 1, "hex overland", "hexes overland")]
        told += [counted(len(part) - 1, "hex by road or rail", "hexes by road or rail") for part in parts[1:]]
        return SupplyLine(names, f"{unit}: {', '.join(told)}", "B6.3")

    def faces(self, pos: NonopPosition, side: str = "") -> list[CounterFace]:
        """The counters on the map, in each stack the strongest on top."""
        units = sorted(bits(pos.in_play), key=lambda unit: sum(self.law.strengths[unit][pos.lost[unit]]))
        return [face(pos, unit) for unit in units]

    def panels(self, pos: NonopPosition, side: str = "") -> list[Panel]:
        return [self._hqs(pos), self._turns(pos), self._ledger(pos), self._boxes(pos), self._air(pos)]

    @case("22.2.5 movement restriction", "22.2.6a recovery roll", "B22.2")
    def _hqs(self, pos: NonopPosition) -> Panel:
        """Each HQ: its side, command left, units started and allowed, chance to recover."""
        law, command, rows = self.law, self.law.command, []
        for hq in bits(law.hqs & pos.in_play):
            nonop = pos.nonop >> hq & 1
            value = command.recovery(hq)
            left = [
                str(command.left(pos, hq, used))
                for used in (pos.activations, pos.reactions, pos.orders_given)
            ]
            rows.append(
                (
                    law.counters[hq].name,
                    law.grid.name[pos.where[hq]],
                    "Non-Op" if nonop else "operational",
                    "" if nonop else "/".join(left),
                    f"{pos.started.get(hq, 0)}/{command.allowance(hq)}" if nonop else "",
                    f"{value * 10} %" if nonop else "",
                )
            )
        columns = ("HQ", "Hex", "Side", "Command left: activate/react/order", "Units started", "Recovery")
        return Panel("hqs", "Headquarters", columns, tuple(rows))

    def _turns(self, pos: NonopPosition) -> Panel:
        law, rows = self.law, []
        for turn in range(law.first_turn, law.last_turn + 1):
            row = law.turns[turn]
            come = [law.counters[unit].name for unit in bits(pos.arrivals) if law.counters[unit].turn == turn]
            points = f"{law.arrivals.points(turn, GERMAN)}/{law.arrivals.points(turn, SOVIET)}"
            climate = row.fixed or f"{row.climate} climate"
            rows.append((str(turn), law.date(turn), climate, points, ", ".join(come)))
        columns = ("Turn", "Date", "Climate", "Points German/Soviet", "Arrivals")
        return Panel("turns", "Turn track", columns, tuple(rows), pos.turn - law.first_turn)

    @case("B24.2")
    def _ledger(self, pos: NonopPosition) -> Panel:
        scores = self.law.victory.scores(pos)
        total = self.law.victory.points(pos)
        level, _ = self.law.victory.level(total)
        rows = [(f"{score.points:+g}", score.text) for score in scores]
        return Panel("points", f"German victory points: {total} ({level})", ("VP", "From"), tuple(rows))

    @case("B16.6")
    def _boxes(self, pos: NonopPosition) -> Panel:
        rows = [
            (name, self.law.adjective(side), ", ".join(pos.names(units & self.law.units_of[side])))
            for name, units in (("Cadre", pos.cadre), ("Cannot Rebuild", pos.barred))
            for side in (GERMAN, SOVIET)
        ]
        return Panel("boxes", "Lost units", ("Box", "Side", "Units"), tuple(rows))

    @case("B9.1")
    def _air(self, pos: NonopPosition) -> Panel:
        rows = []
        for side in (GERMAN, SOVIET):
            for number, box in enumerate(BOXES):
                units = [self.law.air_ids[u] for u in bits(self.law.air_of[side]) if pos.air[u] == number]
                rows.append((self.law.adjective(side), box.capitalize(), ", ".join(units)))
        return Panel("air", "Air units", ("Side", "Box", "Units"), tuple(rows))

    def overlays(self, pos: NonopPosition, side: str = "") -> list[Overlay]:
        return [
            Overlay("command", "Command ranges", "22.2.2", lambda: self._ranges(pos)),
            Overlay("supply", "Supply", "B6.1", lambda: self._supply(pos), lines=True),
            Overlay("zones", "Zones of control", "B10.3", lambda: self._zones(pos)),
            Overlay("interdiction", "Interdiction zones", "B13.2", lambda: self._interdiction(pos)),
            Overlay("gauge", "Converted railways", "B19.1", lambda: self._gauge(pos)),
        ]

    def _shade(self, side: int, label: str, hexes: int, tone: str = "") -> Shade:
        return Shade(SIDES[side], label, tuple(self.law.grid.numbers(hexes)), tone)  # type: ignore[arg-type]

    @case("22.2.2")
    def _ranges(self, pos: NonopPosition) -> Iterator[Shade]:
        command = self.law.command
        nonop, able = command.nonop_area(pos), 0
        for hq in bits(command.operational(pos)):
            able |= command.range_of(pos.where[hq])
        yield self._shade(SOVIET, "operational", able & ~nonop, "good")
        yield self._shade(SOVIET, "Non-Op", nonop & ~able, "bad")
        yield self._shade(SOVIET, "both: Non-Op counts", nonop & able, "poor")

    def _supply(self, pos: NonopPosition) -> Iterator[Shade]:
        for side in (GERMAN, SOVIET):
            yield self._shade(side, "in supply", self.law.supply.supplied(pos, side) & pos.control[side])

    def _zones(self, pos: NonopPosition) -> Iterator[Shade]:
        for side in (GERMAN, SOVIET):
            yield self._shade(side, "zone of control", pos.zone(side))

    def _interdiction(self, pos: NonopPosition) -> Iterator[Shade]:
        yield self._shade(GERMAN, "level 1", pos.interdicted & ~pos.interdicted_twice, "poor")
        yield self._shade(GERMAN, "level 2", pos.interdicted_twice, "bad")

    def _gauge(self, pos: NonopPosition) -> Iterator[Shade]:
        yield self._shade(GERMAN, "converted", pos.converted)
