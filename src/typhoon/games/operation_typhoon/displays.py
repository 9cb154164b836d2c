"""Tracks, tables and overlays of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from typhoon.engine.cases import case
from typhoon.engine.display import Line, Overlay, Panel, Shade
from typhoon.games.operation_typhoon import victory
from typhoon.games.operation_typhoon.air import Interdiction
from typhoon.games.operation_typhoon.attacks import name_of
from typhoon.games.operation_typhoon.charts import ADJECTIVE, GERMAN, GROUNDS, SIDES, SOVIET, WEATHERS
from typhoon.games.operation_typhoon.declaring import Declaring
from typhoon.games.operation_typhoon.faces import visible
from typhoon.games.operation_typhoon.obligation import idle, owed
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.games.operation_typhoon.supply import IN, ISOLATED, OUT, STATES, begins_short, line_of, state_of
from typhoon.games.operation_typhoon.support import points_of
from typhoon.hexgrid import bits
from typhoon.mechanics.wording import counted

TONES: tuple[tuple[int, Literal["good", "poor", "bad"]], ...] = (
    (ISOLATED, "bad"),
    (OUT, "poor"),
    (IN, "good"),
)
"""How states of supply look, the worst first."""


EFFECTS_OF_WEATHER = ("All air points", "Half the air points", "No air points; snow in any freeze")
EFFECTS_OF_GROUND = (
    "Snow melts",
    "Snow melts",
    "Lower costs for mechanized units",
    "The same, and streams cost nothing",
    "The same, and rivers neither cost nor protect",
)


def panels(pos: TyphoonPosition, side: str) -> list[Panel]:
    found = [
        _conditions(pos),
        *_tracks(pos),
        _support(pos, side),
        _chances(pos),
        _combats(pos),
        _arrivals(pos),
    ]
    found += [_destroyed(pos), _points(pos, side), _forces(pos, side)]
    return [panel for panel in found if panel.rows]


@case("13.35", "13.57", "17.16", "17.17")
def _conditions(pos: TyphoonPosition) -> Panel:
    """Weather, ground and snow, and the air points they leave."""
    rows = (
        ("Weather", WEATHERS[pos.weather].capitalize()),
        ("Ground", GROUNDS[pos.ground_state].capitalize()),
        ("Snow", "Snow" if pos.snow else "No snow"),
        ("German air points", f"{pos.air[GERMAN]} of {pos.scenario.german_air}"),
        ("Soviet air points", f"{pos.air[SOVIET]} of {pos.scenario.soviet_air}"),
    )
    return Panel("conditions", "Weather and air", ("", ""), rows, pinned=True)


@case("13.12", "13.22", "13.57")
def _tracks(pos: TyphoonPosition) -> tuple[Panel, Panel]:
    """Every state of weather and ground with what it brings, the present one marked."""
    columns = ("", "Effect")
    weathers = zip(map(str.capitalize, WEATHERS), EFFECTS_OF_WEATHER, strict=True)
    grounds = zip(map(str.capitalize, GROUNDS), EFFECTS_OF_GROUND, strict=True)
    return (
        Panel("weather", "Weather track", columns, tuple(weathers), pos.weather),
        Panel("ground", "Ground track", columns, tuple(grounds), pos.ground_state),
    )


@case("11.4")
def _support(pos: TyphoonPosition, side: str) -> Panel:
    """The German Army Display, without HQs that the German player is still placing."""
    rules, seen = pos.rules, visible(pos, side)
    rows = []
    for army in pos.scenario.armies:
        hqs = rules.hqs_of_army[army] & seen
        rows.append(
            (army, ", ".join(pos.names(hqs & pos.supported)), ", ".join(pos.names(hqs & ~pos.supported)))
        )
    return Panel("support", "German Army Display", ("Army", "In support", "Unsupported"), tuple(rows))


def _chances(pos: TyphoonPosition) -> Panel:
    """How many corps so many points can be expected to support now (11.5)."""
    rules = pos.rules
    turn = pos.turn + (1 - pos.turn) % 4
    modifier = rules.support_modifier(turn)
    rows = []
    for points in range(points_of(pos) + 1):
        results = [rules.support(points, die + modifier) for die in range(1, 7)]
        rows.append((str(points), *map(str, results), f"{sum(results) / 6:.1f}"))
    return Panel(
        "chances", f"Support table, turn {turn}", ("Points", *"123456", "Corps on average"), tuple(rows)
    )


def _combats(pos: TyphoonPosition) -> Panel:
    rows = tuple(
        (
            name_of(pos, combat.targets),
            ", ".join(pos.names(combat.units)),
            str(combat.air or ""),
            str(combat.cover or ""),
        )
        for combat in pos.combats
    )
    return Panel("combats", "Declared combats", ("Target", "Attackers", "Air", "Cover"), rows)


def _arrivals(pos: TyphoonPosition) -> Panel:
    """The reinforcement schedule (15.3, 15.4)."""
    rules = pos.rules
    rows = tuple(
        (str(turn), ADJECTIVE[rules.side_of[unit]], rules.unit_ids[unit], area.replace(";", ", "))
        for unit, (turn, area) in sorted(pos.arrival.items(), key=lambda item: (item[1][0], item[0]))
    )
    return Panel("arrivals", "Reinforcements", ("Turn", "Side", "Unit", "Area"), rows)


@case("16.4")
def _destroyed(pos: TyphoonPosition) -> Panel:
    rows = tuple(
        (ADJECTIVE[side], str(len(names)), ", ".join(names))
        for side in (SOVIET, GERMAN)
        if (names := pos.names(pos.eliminated & pos.rules.units_of[side]))
    )
    return Panel("destroyed", "Destroyed units", ("Side", "Number", "Units"), rows)


@case("16.3")
def _points(pos: TyphoonPosition, side: str) -> Panel:
    """The German Victory Point Index, and where the game stands."""
    rows = [("Victory points", str(pos.vp))] if pos.scenario.counts_points else []
    if not pos.scenario.plans or side == "german" or pos.result is not None:
        level, reason = victory.standing(pos)
        rows += [("If the game ended now", f"{level} victory".capitalize()), ("", reason)]
    for number in (GERMAN, SOVIET):
        gone = sum([pos.rules.units_of[number] >> unit & 1 for unit in pos.exited])
        if gone:
            rows.append((f"{ADJECTIVE[number]} units that left the map", str(gone)))
    if side == "german" and pos.plan:
        rows.append(("Your plan", pos.plan))
        if pos.plan == "encirclement":
            rows.append(("Moscow", "encircled" if victory.encircled(pos) else "not encircled"))
    return Panel("points", "Victory", ("", ""), tuple(rows))


def _forces(pos: TyphoonPosition, side: str) -> Panel:
    rules, seen = pos.rules, visible(pos, side)
    rows = tuple(
        (
            ADJECTIVE[number],
            str((seen & rules.units_of[number]).bit_count()),
            str((seen & pos.cadres & rules.units_of[number]).bit_count()),
            str((seen & pos.out & rules.units_of[number]).bit_count()),
            str((seen & pos.isolated & rules.units_of[number]).bit_count()),
            str((pos.eliminated & rules.units_of[number]).bit_count()),
        )
        for number in (GERMAN, SOVIET)
    )
    columns = ("", "On map", "Cadres", "Out of supply", "Isolated", "Eliminated")
    return Panel("forces", "Forces", columns, rows)


def overlays(pos: TyphoonPosition, side: str) -> list[Overlay]:
    if visible(pos, side) != pos.in_play:
        return []  # zones would tell where the enemy is being placed
    cutting = bool(pos.interdicted) or any(isinstance(frame, Interdiction) for frame in pos.frames)
    found = [
        Overlay("zones", "Zones of control", "6.0", lambda: _zones(pos)),
        Overlay("supply", "Supply", "12.0", lambda: _supply(pos), lines=True),
        Overlay("control", "Towns and cities", "16.14", lambda: _held(pos)),
        Overlay("interdiction", "Interdicted railways", "17.31", lambda: _interdicted(pos), pinned=cutting),
    ]
    frame = pos.frames[-1] if pos.frames else None
    if isinstance(frame, Declaring):
        attacker = frame.side
        found.append(Overlay("owed", "Attacks still owed", "6.41", lambda: _owed(pos, attacker), pinned=True))
    return found


def _zones(pos: TyphoonPosition) -> Iterator[Shade]:
    for n in (GERMAN, SOVIET):
        yield _shade(pos, n, f"{ADJECTIVE[n]} zones of control", pos.zone(n))


def _held(pos: TyphoonPosition) -> Iterator[Shade]:
    for n in (GERMAN, SOVIET):
        yield _shade(pos, n, f"Held by the {ADJECTIVE[n]} side", pos.control[n])


def _interdicted(pos: TyphoonPosition) -> Iterator[Shade]:
    yield _shade(pos, GERMAN, "Interdicted railways", pos.interdicted)


def _owed(pos: TyphoonPosition, attacker: int) -> Iterator[Shade]:
    yield _shade(pos, 1 - attacker, "Must be attacked", owed(pos, attacker))
    yield _shade(pos, attacker, "Must attack", idle(pos, attacker))


def _shade(pos: TyphoonPosition, side: int, label: str, hexes: int) -> Shade:
    return Shade(SIDES[side], label, tuple(pos.ground.grid.numbers(hexes)))


def _supply(pos: TyphoonPosition) -> Iterator[Shade]:
    """Where the units of each side are in each state of supply; a stack counts as its worst unit."""
    for n in (GERMAN, SOVIET):
        worse = 0
        shades = []
        own = list(bits(pos.in_play & pos.rules.units_of[n]))
        for state, tone in TONES:
            units = [unit for unit in own if state_of(pos, unit) == state]
            hexes = sum(1 << hex_ for hex_ in {pos.where[unit] for unit in units}) & ~worse
            worse |= hexes
            label = f"{ADJECTIVE[n]} units {STATES[state]}: {len(units)}"
            shades.append(Shade(SIDES[n], label, tuple(pos.ground.grid.numbers(hexes)), tone))
        yield from reversed(shades)


def line(pos: TyphoonPosition, unit: str, side: str) -> Line | None:
    """The supply line of a unit on the map."""
    number = pos.rules.unit_number.get(unit)
    if number is None or not visible(pos, side) >> number & 1:
        return None
    state = STATES[state_of(pos, number)]
    way = line_of(pos, number)
    name = pos.ground.grid.name
    if len(way) > 1:
        traced = f"a line of {counted(len(way) - 1, 'hex', 'hexes')}"
    else:
        traced = "a line within its hex" if way else "no line"
    text = f"{unit} is {state}, {traced}{_shortage(pos, number)}"
    return Line(tuple([name[hex_] for hex_ in way]), text, "12.3")


def _shortage(pos: TyphoonPosition, unit: int) -> str:
    """What else than its line keeps a unit short of supply."""
    if state_of(pos, unit) == IN or pos.rules.side_of[unit] != GERMAN:
        return ""
    if begins_short(pos, unit):
        return "; the offensive begins short of supply"
    hq = pos.rules.hq_of(pos.scenario, unit)
    unsupported = hq is not None and pos.on_map(hq) and not pos.supported >> hq & 1
    return "; its corps is unsupported" if unsupported else ""
