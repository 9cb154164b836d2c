"""Counters, tracks, tables and overlays of the game."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from typhoon.engine.cases import case
from typhoon.engine.display import Overlay, Panel, Shade
from typhoon.engine.face import Colours, CounterFace, Value
from typhoon.engine.shown import Shown
from typhoon.games.typhoon_solitaire.fire import Fray
from typhoon.games.typhoon_solitaire.generation import KINDS
from typhoon.games.typhoon_solitaire.law import SolitaireChapter
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import bits

SYMBOLS = {
    "rifle": "infantry",
    "guards": "infantry",
    "brigade": "infantry",
    "howitzer": "artillery",
    "mortar": "rocket",
}
"""Branch symbols of types that have none of their own name."""


class Displays(Shown, SolitaireChapter):
    """What is shown on, beside and over the map."""

    def faces(self, pos: SolitairePosition, side: str = "") -> list[CounterFace]:
        """The German counters, the strongest of a stack on top, and the Soviets of the battle going on."""
        name = self.law.grid.name
        found = [self._face(pos, unit, name[pos.where[unit]]) for unit in _strongest_last(pos, pos.in_play)]
        battle_hex = next((frame.hex for frame in pos.frames if isinstance(frame, Fray)), "")
        soviets = _strongest_last(pos, pos.defenders & ~pos.fallen)
        return found + [self._face(pos, unit, battle_hex) for unit in soviets]

    def _face(self, pos: SolitairePosition, unit: int, hex_: str) -> CounterFace:
        marks = {"AIR": pos.air, "OUT": pos.fallen, "ASIDE": pos.aside}
        return replace(
            self._printed(unit, pos.dice(unit)),
            hex=hex_,
            second_side=bool((pos.reduced | pos.fallen) >> unit & 1),
            badges=tuple([badge for badge, units in marks.items() if units >> unit & 1]),
        )

    def portrait(self, unit: str) -> CounterFace:
        number = self.law.unit_number[unit]
        return self._printed(number, self.law.cdr[number])

    @case("2.6")
    def _colours(self, unit: int) -> Colours:
        """Each army and panzer group has its own; among the Soviets the guards and airborne stand out."""
        if self.law.germans >> unit & 1:
            return self.law.formations[self.law.formation_of[unit]].colours
        return "white on orange" if self.law.elite >> unit & 1 else "black on orange"

    @case("2.4")
    def _printed(self, unit: int, dice: int) -> CounterFace:
        """A counter with so many dice on it, wherever it is."""
        counter, colours = self.law.counters[unit], self._colours(unit)
        return CounterFace(
            unit=counter.unit,
            hex="",
            side=counter.side,
            type=SYMBOLS.get(counter.type, counter.type),
            formation=counter.formation,
            size=counter.size,
            left=counter.short,
            values=(Value(str(dice), white=colours.startswith("white")),) if counter.cdr else (),
            colours=colours,
        )

    def panels(self, pos: SolitairePosition, side: str = "") -> list[Panel]:
        track = [self._points_left(pos)] if pos.force else []
        return [self._checks(pos), self._turn_track(pos), *track, self._formations(pos), self._pool(pos)]

    def _checks(self, pos: SolitairePosition) -> Panel:
        rows = [
            (str(check.turn), check.what, check.stands, "✓" if check.passed else "")
            for check in self.law.victory.checks(pos)
        ]
        taken = self.law.victory.holds_moscow(pos)
        rows.append(("any", "Moscow", *(("taken", "✓") if taken else ("Soviet", ""))))
        columns = ("Turn", "", "Stands at", "Passed")
        return Panel("checks", "Victory checks", columns, tuple(rows), pinned=True)

    def _turn_track(self, pos: SolitairePosition) -> Panel:
        rows = tuple(
            (
                str(turn),
                row.label,
                row.date,
                f"{row.mp_mechanized} / {row.mp_other}",
                str(row.luftwaffe),
                f"+{row.force_modifier}" if row.force_modifier else "",
                self._note(pos, turn),
            )
            for turn, row in self.law.turns.items()
        )
        columns = ("Turn", "", "Date", "MP", "Air", "Soviets", "")
        return Panel("turns", "Turn track", columns, rows, pos.turn - 1)

    def _note(self, pos: SolitairePosition, turn: int) -> str:
        """What is special about a turn."""
        law = self.law
        special = [
            *[(check.turn, check.name) for check in law.victory.checks(pos)],
            (law.marches.stand_down_turn, f"stand-down north of row {law.marches.stand_down_row + 1}"),
            (law.battles.last_regroup, "last regroup"),
            (law.fire.bonus_turn, "+1 in the first round"),
            (law.last_turn, "last turn"),
        ]
        return ", ".join(dict.fromkeys([text for on, text in special if on == turn]))

    def _points_left(self, pos: SolitairePosition) -> Panel:
        """The movement points track, while a force is on the march (9.10)."""
        points = range(self.law.marches.allowance(pos, pos.force) + 1)
        row = tuple("●" if pos.mp == number else "" for number in points)
        return Panel("mp", f"Movement points: {pos.mp}", tuple(map(str, points)), (row,), pinned=True)

    def _formations(self, pos: SolitairePosition) -> Panel:
        rows = []
        for formation, of_formation in zip(self.law.formations, self.law.of_formation, strict=True):
            units = of_formation & pos.in_play
            reduced, movable = pos.reduced & units, self.law.moving.movable(pos) & units
            dice = sum([pos.dice(unit) for unit in bits(units)])
            figures = units.bit_count(), reduced.bit_count() or "", movable.bit_count(), dice
            rows.append((formation.formation, formation.name, *map(str, figures)))
        columns = ("", "Formation", "Units", "Reduced", "To move", "Dice")
        return Panel("formations", "Army Group Centre", columns, tuple(rows))

    def _pool(self, pos: SolitairePosition) -> Panel:
        rows = []
        for code, units in self.law.of_kind.items():
            there, *gone = [(units & those).bit_count() for those in (pos.pool, pos.defenders, pos.dead)]
            rows.append((KINDS[code].capitalize(), str(there), *[str(count or "") for count in gone]))
        columns = ("", "Available", "In battle", "Out of the game")
        return Panel("pool", "Soviet pool", columns, tuple(rows))

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


def _strongest_last(pos: SolitairePosition, units: int) -> list[int]:
    return sorted(bits(units), key=lambda unit: (pos.dice(unit), -unit))
