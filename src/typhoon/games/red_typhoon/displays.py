"""Tracks, tables and overlays of the game."""

from __future__ import annotations

from collections.abc import Iterator

from typhoon.engine.display import Line, Overlay, Panel, Shade
from typhoon.games.red_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.red_typhoon.isolation import connected, line_from
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.reinforcements import AIRBORNE_TURNS, PARTISAN_TURNS, WITHDRAWAL_TURNS
from typhoon.games.red_typhoon.wording import ADJECTIVE
from typhoon.hexgrid import bits


def panels(pos: RedPosition) -> list[Panel]:
    return [_orders(pos, SOVIET), _orders(pos, GERMAN), _turn_track(pos), _losses(pos)]


def _orders(pos: RedPosition, side: int) -> Panel:
    """The activation point track of a side (12.2)."""
    rules = pos.rules
    rows = tuple(
        (
            rules.formation_ids[f],
            rules.formations[f].name,
            "●" if pos.move_orders >> f & 1 else "",
            "●" if pos.attack_orders >> f & 1 else "",
            str((rules.units_in_formations(1 << f) & pos.in_play).bit_count()),
        )
        for f in bits(rules.formations_of[side])
    )
    title = f"{ADJECTIVE[side]} orders: {pos.ap[side]} AP unused"
    return Panel(f"orders-{SIDES[side]}", title, ("", "Formation", "Move", "Attack", "Units"), rows)


def _turn_track(pos: RedPosition) -> Panel:
    rules = pos.rules
    rows = tuple(
        (
            str(turn),
            rules.date(turn),
            str(rules.income[SOVIET][turn]),
            str(rules.income[GERMAN][turn]),
            _events_of(pos, turn),
        )
        for turn in range(1, rules.last_turn + 1)
    )
    return Panel("turns", "Turn track", ("Turn", "Date", "Soviet AP", "German AP", ""), rows, pos.turn - 1)


def _events_of(pos: RedPosition, turn: int) -> str:
    events = []
    if turn == 1:
        events.append("surprise +2")
    if turn in AIRBORNE_TURNS:
        events.append("airborne")
    if turn in PARTISAN_TURNS:
        events.append("partisans")
    if turn in WITHDRAWAL_TURNS:
        events.append(f"1S out: {pos.rules.withdrawal_vp[turn]} VP")
    return ", ".join(events)


def _losses(pos: RedPosition) -> Panel:
    rules = pos.rules
    rows = tuple(
        (
            ADJECTIVE[side],
            str((pos.in_play & rules.units_of[side]).bit_count()),
            str((pos.disrupted & rules.units_of[side]).bit_count()),
            str((pos.eliminated & rules.units_of[side]).bit_count()),
            str(pos.strength(pos.in_play & rules.units_of[side])),
        )
        for side in (SOVIET, GERMAN)
    )
    return Panel("forces", "Forces", ("", "On map", "Disrupted", "Eliminated", "Strength"), rows)


def overlays(pos: RedPosition) -> list[Overlay]:
    return [
        Overlay("zones", "Zones of control", "6.0", lambda: _zones(pos)),
        Overlay("isolation", "Isolated units", "10.2", lambda: _isolated(pos)),
        Overlay("control", "Cities and supply sources", "2.1", lambda: _control(pos)),
    ]


def _zones(pos: RedPosition) -> Iterator[Shade]:
    for side in (SOVIET, GERMAN):
        yield Shade(SIDES[side], f"{ADJECTIVE[side]} zones of control", _numbers(pos, pos.zone(side)))


def _isolated(pos: RedPosition) -> Iterator[Shade]:
    for side in (SOVIET, GERMAN):
        cut_off = pos.occupied[side] & ~connected(pos, side)
        yield Shade(SIDES[side], f"Isolated {ADJECTIVE[side]} units", _numbers(pos, cut_off))


def _control(pos: RedPosition) -> Iterator[Shade]:
    for side in (SOVIET, GERMAN):
        yield Shade(SIDES[side], f"Under {ADJECTIVE[side]} control", _numbers(pos, pos.control[side]))


def _numbers(pos: RedPosition, hexes: int) -> tuple[str, ...]:
    return tuple(pos.rules.board.grid.numbers(hexes))


def line(pos: RedPosition, unit: str) -> Line | None:
    """The line of communications of a unit on the map."""
    number = pos.rules.unit_number.get(unit)
    if number is None or not pos.on_map(number):
        return None
    way = line_from(pos, pos.rules.side_of[number], pos.where[number])
    if way is None:
        return Line((), f"{unit} is isolated", "10.4")
    name = pos.rules.board.grid.name
    end = pos.rules.board.describe(way[-1])
    return Line(tuple([name[hex_] for hex_ in way]), f"{unit} is in communication with {end}", "10.2")
