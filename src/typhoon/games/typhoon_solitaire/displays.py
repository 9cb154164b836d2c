"""Tracks, tables and overlays of the game."""

from __future__ import annotations

from collections.abc import Iterator

from typhoon.engine.display import Overlay, Panel, Shade
from typhoon.games.typhoon_solitaire import victory
from typhoon.games.typhoon_solitaire.aftermath import reduced
from typhoon.games.typhoon_solitaire.charts import CODES
from typhoon.games.typhoon_solitaire.control import front, gaps, zone
from typhoon.games.typhoon_solitaire.outlook import checks
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.wording import KINDS
from typhoon.hexgrid import bits


def panels(pos: SolitairePosition) -> list[Panel]:
    return [_checks(pos), _turn_track(pos), *_points_left(pos), _formations(pos), _pool(pos)]


def _checks(pos: SolitairePosition) -> Panel:
    rows = tuple((check.turn, check.what, check.stands, "✓" if check.passed else "") for check in checks(pos))
    return Panel("checks", "Victory checks", ("Turn", "", "Stands at", "Passed"), rows, pinned=True)


def _turn_track(pos: SolitairePosition) -> Panel:
    rules = pos.rules
    rows = tuple(
        (
            str(turn),
            row.label,
            row.date,
            f"{row.mp_mechanized} / {row.mp_other}",
            str(row.luftwaffe),
            f"+{row.force_modifier}" if row.force_modifier else "",
            _notes(pos, turn),
        )
        for turn, row in rules.turns.items()
    )
    columns = ("Turn", "", "Date", "MP", "Air", "Soviets", "")
    return Panel("turns", "Turn track", columns, rows, pos.turn - 1)


def _notes(pos: SolitairePosition, turn: int) -> str:
    notes = {3: "front check", 5: "stand-down north of row 41, last regroup", 6: "+1 in the first round"}
    if not pos.rules.scenarios[pos.scenario].checks_dropped:
        notes |= {2: "pocket check", 4: "winter quarters check"}
    if turn == pos.rules.last_turn:
        return "last turn"
    return notes.get(turn, "")


def _points_left(pos: SolitairePosition) -> list[Panel]:
    """The movement points track, while a force is on the march (9.10)."""
    if not pos.force:
        return []
    turn = pos.rules.turns[pos.turn]
    most = turn.mp_mechanized if pos.force & pos.rules.mechanized else turn.mp_other
    row = tuple("●" if pos.mp == points else "" for points in range(most + 1))
    return [Panel("mp", f"Movement points: {pos.mp}", tuple(map(str, range(most + 1))), (row,), pinned=True)]


def _formations(pos: SolitairePosition) -> Panel:
    rules = pos.rules
    rows = []
    for number, formation in enumerate(rules.formations):
        units = rules.units_of_formations(1 << number) & pos.in_play
        rows.append(
            (
                formation.formation,
                formation.name,
                str(units.bit_count()),
                str(reduced(pos, units).bit_count() or ""),
                str((units & ~pos.done).bit_count()),
                str(sum(pos.dice(unit) for unit in bits(units))),
            )
        )
    columns = ("", "Formation", "Units", "Reduced", "To move", "Dice")
    return Panel("formations", "Army Group Centre", columns, tuple(rows))


def _pool(pos: SolitairePosition) -> Panel:
    rules = pos.rules
    rows = tuple(
        (
            KINDS[code].capitalize(),
            str((pos.pool & rules.of_kind[code]).bit_count()),
            str((pos.defenders & rules.of_kind[code]).bit_count() or ""),
            str((pos.dead & rules.of_kind[code]).bit_count() or ""),
        )
        for code in CODES
    )
    return Panel("pool", "Soviet pool", ("", "Available", "In battle", "Out of the game"), rows)


def overlays(pos: SolitairePosition) -> list[Overlay]:
    west = f"Soviet hexes west of column {victory.LINE_COLUMN}"
    return [
        Overlay("zones", "German zones of control", "6.0", lambda: _zones(pos)),
        Overlay("front", "Front and gaps", "4.3", lambda: _front(pos)),
        Overlay("behind", west, "4.4", lambda: _behind(pos)),
        Overlay("control", "Ground gained", "3.5", lambda: _gained(pos)),
    ]


def _zones(pos: SolitairePosition) -> Iterator[Shade]:
    yield _shade(pos, "german", "Zones of control", zone(pos))


def _front(pos: SolitairePosition) -> Iterator[Shade]:
    yield _shade(pos, "german", "Front held", front(pos) & ~gaps(pos))
    yield _shade(pos, "soviet", "Gaps", gaps(pos))


def _behind(pos: SolitairePosition) -> Iterator[Shade]:
    yield _shade(pos, "soviet", "Still Soviet", victory.left_behind(pos))


def _gained(pos: SolitairePosition) -> Iterator[Shade]:
    yield _shade(pos, "german", "Gained", pos.german & ~pos.rules.german_at_start)
    yield _shade(pos, "soviet", "Soviet front", pos.rules.board.grid.neighbours(pos.german) & pos.soviet)


def _shade(pos: SolitairePosition, side: str, label: str, hexes: int) -> Shade:
    return Shade(side, label, tuple(pos.rules.board.grid.numbers(hexes)))


def front_line(pos: SolitairePosition) -> list[tuple[str, str]]:
    """The hexsides between German and Soviet hexes."""
    grid = pos.rules.board.grid
    found = []
    for hex_ in bits(front(pos)):
        found += [(grid.name[hex_], grid.name[other]) for other in bits(grid.around(hex_) & pos.soviet)]
    return found
