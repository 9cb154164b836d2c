"""Tracks, tables and overlays of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from typhoon.engine.display import Overlay, Panel, Shade, SupplyLine
from typhoon.engine.face import CounterFace
from typhoon.engine.shown import Shown
from typhoon.engine.tidings import Plight
from typhoon.games.red_typhoon.charts import GERMAN, SIDES, SOVIET, WITHDRAWAL_TURNS
from typhoon.games.red_typhoon.faces import face, printed
from typhoon.games.red_typhoon.law import RedChapter
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.reinforcements import AIRBORNE_TURNS, PARTISAN_TURNS
from typhoon.hexgrid import bits


class Displays(Shown, RedChapter):
    """What is shown beside and over the map."""

    has_lines: ClassVar[bool] = True

    def faces(self, pos: RedPosition, side: str = "") -> list[CounterFace]:
        """The counters on the map, in each stack the strongest on top."""
        units = sorted(bits(pos.in_play), key=self.law.strength.__getitem__)
        return [self.face(pos, unit) for unit in units]

    def face(self, pos: RedPosition, unit: int) -> CounterFace:
        return face(pos, unit)

    def panels(self, pos: RedPosition, side: str = "") -> list[Panel]:
        return [
            self._orders(pos, SOVIET),
            self._orders(pos, GERMAN),
            self._turn_track(pos),
            self._losses(pos),
        ]

    def _orders(self, pos: RedPosition, side: int) -> Panel:
        """The activation point track of a side (12.2)."""
        law = self.law
        rows = tuple(
            (
                law.formation_ids[f],
                law.formations[f].name,
                "●" if pos.move_orders >> f & 1 else "",
                "●" if pos.attack_orders >> f & 1 else "",
                str((law.of_formation[f] & pos.in_play).bit_count()),
            )
            for f in bits(law.formations_of[side])
        )
        title = f"{self.law.adjective(side)} orders: {pos.ap[side]} AP unused"
        return Panel(f"orders-{SIDES[side]}", title, ("", "Formation", "Move", "Attack", "Units"), rows)

    def _turn_track(self, pos: RedPosition) -> Panel:
        law = self.law
        rows = tuple(
            (
                str(turn),
                law.date(turn),
                str(law.income[SOVIET][turn]),
                str(law.income[GERMAN][turn]),
                self._events_of(pos, turn),
            )
            for turn in range(1, law.last_turn + 1)
        )
        return Panel(
            "turns", "Turn track", ("Turn", "Date", "Soviet AP", "German AP", ""), rows, pos.turn - 1
        )

    def _events_of(self, pos: RedPosition, turn: int) -> str:
        events = []
        if turn == 1:
            events.append("surprise +2")
        if turn in AIRBORNE_TURNS:
            events.append("airborne")
        if turn in PARTISAN_TURNS:
            events.append("partisans")
        if turn == pos.withdrawn_on:
            events.append(f"1S withdrawn: {self.law.withdrawal_vp[turn]} VP")  # 13.1
        elif turn in WITHDRAWAL_TURNS and not pos.withdrawn_on:
            events.append(f"1S out: {self.law.withdrawal_vp[turn]} VP")
        return ", ".join(events)

    def _losses(self, pos: RedPosition) -> Panel:
        law = self.law
        rows = tuple(
            (
                self.law.adjective(side),
                str((pos.in_play & law.units_of[side]).bit_count()),
                str((pos.disrupted & law.units_of[side]).bit_count()),
                str((pos.eliminated & law.units_of[side]).bit_count()),
                str(law.battles.strength(pos.in_play & law.units_of[side])),
            )
            for side in (SOVIET, GERMAN)
        )
        return Panel("forces", "Forces", ("", "On map", "Disrupted", "Eliminated", "Strength"), rows)

    def overlays(self, pos: RedPosition, side: str = "") -> list[Overlay]:
        return [
            Overlay("zones", "Zones of control", "6.0", lambda: self._zones(pos)),
            Overlay("isolation", "Isolated units", "10.2", lambda: self._isolated(pos)),
            Overlay("control", "Cities and supply sources", "2.1", lambda: self._control(pos)),
        ]

    def _zones(self, pos: RedPosition) -> Iterator[Shade]:
        for side in (SOVIET, GERMAN):
            yield self._shade(side, "{} zones of control", pos.zone(side))

    def _isolated(self, pos: RedPosition) -> Iterator[Shade]:
        for side in (SOVIET, GERMAN):
            cut_off = pos.occupied[side] & ~self.law.isolation.connected(pos, side)
            yield self._shade(side, "Isolated {} units", cut_off)

    def _control(self, pos: RedPosition) -> Iterator[Shade]:
        for side in (SOVIET, GERMAN):
            yield self._shade(side, "Under {} control", pos.control[side])

    def _shade(self, side: int, text: str, hexes: int) -> Shade:
        numbers = tuple(self.law.grid.numbers(hexes))
        return Shade(SIDES[side], text.format(self.law.adjective(side)), numbers)

    def front(self, pos: RedPosition, side: str = "") -> list[tuple[str, str]] | None:
        return self.law.front_line.line(pos) if pos.step >= 0 else None

    def portrait(self, unit: str) -> CounterFace | None:
        return printed(self.law, self.law.unit_number[unit])

    def plights(self, pos: RedPosition, side: str) -> list[Plight]:
        """Isolated units, and those that one enemy in the right place would isolate."""
        number, isolation = SIDES.index(side), self.law.isolation
        found, nearly = [], []
        for hex_ in bits(pos.occupied[number]):
            where, units = self.law.grid.name[hex_], pos.names(pos.stacks[hex_])
            who = f"{', '.join(units)} {'is' if len(units) == 1 else 'are'}"
            if isolation.isolated(pos, number, hex_):
                found.append(Plight(units, where, f"{who} isolated", "10.4"))
            elif (neck := isolation.neck(pos, number, hex_)) is not None:
                there = self.law.board.describe(neck)
                text = f"{who} cut off once the enemy stands in {there}"
                nearly.append(Plight(units, where, text, "10.2", nearly=True))
        return found + nearly

    def line(self, pos: RedPosition, unit: str, side: str = "") -> SupplyLine | None:
        """The line of communications of a unit on the map."""
        number = self.law.unit_number.get(unit)
        if number is None or not pos.on_map(number):
            return None
        way = self.law.isolation.line_from(pos, self.law.side_of[number], pos.where[number])
        if way is None:
            return SupplyLine((), f"{unit} is isolated", "10.4")
        name = self.law.grid.name
        end = self.law.board.describe(way[-1])
        return SupplyLine(
            tuple([name[hex_] for hex_ in way]), f"{unit} is in communication with {end}", "10.2"
        )
