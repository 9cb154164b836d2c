"""Tracks, tables and overlays of the game."""

from __future__ import annotations

from collections.abc import Iterator

from typhoon.engine.display import Overlay, Panel, Shade
from typhoon.engine.face import CounterFace
from typhoon.engine.shown import Shown
from typhoon.games.typhoon_solitaire.charts import CODES
from typhoon.games.typhoon_solitaire.faces import faces, printed
from typhoon.games.typhoon_solitaire.generation import KINDS
from typhoon.games.typhoon_solitaire.law import SolitaireChapter
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import bits


class Displays(Shown, SolitaireChapter):
    """What is shown on, beside and over the map."""

    def faces(self, pos: SolitairePosition, side: str = "") -> list[CounterFace]:
        return faces(pos)

    def portrait(self, unit: str) -> CounterFace:
        number = self.law.unit_number[unit]
        return printed(self.law, number, self.law.cdr[number])

    def panels(self, pos: SolitairePosition, side: str = "") -> list[Panel]:
        points_left = [self._points_left(pos)] if pos.force else []
        return [
            self._checks(pos),
            self._turn_track(pos),
            *points_left,
            self._formations(pos),
            self._pool(pos),
        ]

    def _checks(self, pos: SolitairePosition) -> Panel:
        rows = [
            (str(check.turn), check.what, check.stands, "✓" if check.passed else "")
            for check in self.law.victory.checks(pos)
        ]
        taken = self.law.victory.holds_moscow(pos)
        rows.append(("any", "Moscow", *(("taken", "✓") if taken else ("Soviet", ""))))
        return Panel(
            "checks", "Victory checks", ("Turn", "", "Stands at", "Passed"), tuple(rows), pinned=True
        )

    def _turn_track(self, pos: SolitairePosition) -> Panel:
        rows = tuple(
            (
                str(turn),
                row.label,
                row.date,
                f"{row.mp_mechanized} / {row.mp_other}",
                str(row.luftwaffe),
                f"+{row.force_modifier}" if row.force_modifier else "",
                self._notes(pos, turn),
            )
            for turn, row in self.law.turns.items()
        )
        columns = ("Turn", "", "Date", "MP", "Air", "Soviets", "")
        return Panel("turns", "Turn track", columns, rows, pos.turn - 1)

    def _notes(self, pos: SolitairePosition, turn: int) -> str:
        if turn == self.law.last_turn:
            return "last turn"
        notes = {check.turn: check.name for check in self.law.victory.checks(pos)}
        notes |= {5: "stand-down north of row 41, last regroup", 6: "+1 in the first round"}
        return notes.get(turn, "")

    def _points_left(self, pos: SolitairePosition) -> Panel:
        """The movement points track, while a force is on the march (9.10)."""
        points = range(self.law.marches.allowance(pos, pos.force) + 1)
        row = tuple("●" if pos.mp == number else "" for number in points)
        return Panel("mp", f"Movement points: {pos.mp}", tuple(map(str, points)), (row,), pinned=True)

    def _formations(self, pos: SolitairePosition) -> Panel:
        rows = []
        for formation, of_formation in zip(self.law.formations, self.law.of_formation, strict=True):
            units = of_formation & pos.in_play
            rows.append(
                (
                    formation.formation,
                    formation.name,
                    str(units.bit_count()),
                    str((pos.reduced & units).bit_count() or ""),
                    str((self.law.moving.movable(pos) & units).bit_count()),
                    str(sum(pos.dice(unit) for unit in bits(units))),
                )
            )
        columns = ("", "Formation", "Units", "Reduced", "To move", "Dice")
        return Panel("formations", "Army Group Centre", columns, tuple(rows))

    def _pool(self, pos: SolitairePosition) -> Panel:
        rows = tuple(
            (
                KINDS[code].capitalize(),
                str((pos.pool & self.law.of_kind[code]).bit_count()),
                str((pos.defenders & self.law.of_kind[code]).bit_count() or ""),
                str((pos.dead & self.law.of_kind[code]).bit_count() or ""),
            )
            for code in CODES
        )
        return Panel("pool", "Soviet pool", ("", "Available", "In battle", "Out of the game"), rows)

    def overlays(self, pos: SolitairePosition, side: str = "") -> list[Overlay]:
        behind = f"Soviet hexes west of column {self.law.victory.line}"
        return [
            Overlay("zones", "German zones of control", "6.0", lambda: self._zones(pos)),
            Overlay("front", "Front and gaps", "4.3", lambda: self._held(pos)),
            Overlay("behind", behind, "4.4", lambda: self._behind(pos)),
            Overlay("control", "Ground gained", "3.5", lambda: self._gained(pos)),
        ]

    def _zones(self, pos: SolitairePosition) -> Iterator[Shade]:
        yield self._shade("german", "Zones of control", self.law.control.zone(pos))

    def _held(self, pos: SolitairePosition) -> Iterator[Shade]:
        gaps = self.law.control.gaps(pos)
        yield self._shade("german", "Front held", self.law.control.front(pos) & ~gaps)
        yield self._shade("soviet", "Gaps", gaps)

    def _behind(self, pos: SolitairePosition) -> Iterator[Shade]:
        yield self._shade("soviet", "Still Soviet", self.law.victory.left_behind(pos))

    def _gained(self, pos: SolitairePosition) -> Iterator[Shade]:
        yield self._shade("german", "Gained", pos.german & ~self.law.german_at_start)
        yield self._shade("soviet", "Soviet front", self.law.grid.neighbours(pos.german) & pos.soviet)

    def _shade(self, side: str, label: str, hexes: int) -> Shade:
        return Shade(side, label, tuple(self.law.grid.numbers(hexes)))

    def front(self, pos: SolitairePosition, side: str = "") -> list[tuple[str, str]]:
        """The hexsides between German and Soviet hexes."""
        grid = self.law.grid
        found = []
        for hex_ in bits(self.law.control.front(pos)):
            found += [(grid.name[hex_], grid.name[other]) for other in bits(grid.around(hex_) & pos.soviet)]
        return found
