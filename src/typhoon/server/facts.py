"""What can be said of a game before it is played: its map, counters, orders and cases."""

from __future__ import annotations

from math import sqrt
from typing import Any

import msgspec

from typhoon.drawing.furniture import sheet_height
from typhoon.drawing.layout import HEX, Layout
from typhoon.drawing.signs import draw_sign, place_of
from typhoon.engine.briefing import is_guided
from typhoon.engine.cases import cases_of
from typhoon.engine.names import by_code
from typhoon.engine.offers import Form, form_of, words_of
from typhoon.engine.orders import Concede
from typhoon.engine.registry import find_rules
from typhoon.engine.rules import Rules
from typhoon.mechanics.setting_up import SettingUp
from typhoon.server.addresses import board_address
from typhoon.server.messages import encode

INKS = {"soviet": 0, "german": 1}
"""Which of the page's colours each side has, whoever plays."""


class MapFacts(msgspec.Struct, frozen=True, rename="camel"):
    title: str
    season: str
    top: str
    """Whether hexes are flat or pointy at the top."""
    km_per_hex: float
    width: float
    height: float
    scale: float
    """How far the centres of two hexes are apart in the drawing."""


class HexFacts(msgspec.Struct, frozen=True):
    """A hex, with its centre in the drawing."""

    x: float
    y: float
    terrain: str
    name: str


class UnitFacts(msgspec.Struct, frozen=True):
    """A counter; what a game does not print on its counters is empty."""

    side: str
    type: str
    name: str
    """What people call it."""
    short: str
    """The same where there is little room."""
    formation: str
    strength: float | None
    movement: float | None
    groups: dict[str, str]
    """Words by which an order can name it with others, by the field of the order: a formation, an area."""


class SignFacts(msgspec.Struct, frozen=True):
    """What a sign in a hex means, its picture, and where it lies there."""

    text: str
    picture: str
    x: float
    y: float


class FormationFacts(msgspec.Struct, frozen=True):
    formation: str
    side: str
    name: str


class CaseFacts(msgspec.Struct, frozen=True):
    title: str
    summary: str


class GameFacts(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """Everything that stays the same while a game is played under one law."""

    id: str
    title: str
    sides: tuple[str, ...]
    inks: dict[str, int]
    board: str
    """Where its map is found."""
    map: MapFacts
    hex_radius: float
    hexes: dict[str, HexFacts]
    extent: list[str] | None
    """The hexes in play; None when they are all."""
    units: dict[str, UnitFacts]
    formations: dict[str, FormationFacts]
    """By their codes, and where both sides have one for theirs, one by side and code."""
    sequence: list[str]
    cases: dict[str, CaseFacts]
    scenes: dict[str, str]
    """Kinds of log lines that tell a battle, and what each is in it."""
    forms: dict[str, Form]
    """How the orders of the game are written, by their verbs."""
    die: int
    """How many sides the dice have."""
    provenance: str
    """Whose figures are played with, where they are not all printed ones."""
    second_side: str
    badges: dict[str, str]
    signs: dict[str, SignFacts]
    """What may lie in hexes beside the counters, by its kind."""
    lines: bool
    """Whether units have lines of communications."""
    concede: bool
    guided: bool
    """Whether there is a guided first turn."""
    last_turn: int
    turns: dict[str, int]
    """How many turns each scenario has."""
    dates: list[str]


def facts_of(rules: Rules[Any]) -> bytes:
    """The facts of a game under a law, as JSON."""
    scenarios = [scenario.id for scenario in rules.about.scenarios]
    file = rules.board.file
    layout = Layout(rules.board)
    facts = GameFacts(
        id=rules.about.id,
        title=rules.about.title,
        sides=rules.sides,
        inks=INKS,
        board=board_address(rules.about.id, rules.version),
        map=MapFacts(
            file.title, file.season, file.top, file.km_per_hex, layout.width, sheet_height(layout), HEX
        ),
        hex_radius=HEX / sqrt(3),
        hexes=_hexes(rules, layout),
        extent=rules.shown.extent(),
        units=_units(rules),
        formations=_formations(rules),
        sequence=[phase.name for phase in rules.sequence],
        cases={row.case: CaseFacts(row.title, row.summary) for row in cases_of(rules).values()},
        scenes=dict(rules.scenes),
        forms={kind.verb: form_of(kind) for kind in rules.order_kinds},
        die=rules.die,
        provenance=rules.provenance,
        second_side=rules.second_side,
        badges=dict(rules.badges),
        signs={kind: SignFacts(text, draw_sign(kind), *place_of(kind)) for kind, text in rules.signs.items()},
        lines=rules.shown.has_lines,
        concede=Concede in rules.order_kinds,
        guided=is_guided(rules),
        last_turn=rules.last_turn,
        turns={id_: find_rules(rules.about.id, id_).last_turn for id_ in scenarios},
        dates=[rules.date(turn) for turn in range(1, rules.last_turn + 1)],
    )
    return encode(facts)


def _hexes(rules: Rules[Any], layout: Layout) -> dict[str, HexFacts]:
    board = rules.board
    found = {}
    for index, number in board.grid.name.items():
        x, y = layout.point(layout.node_of[index])
        found[number] = HexFacts(
            round(x, 2), round(y, 2), board.terrain_at[index], board.names.get(index, "")
        )
    return found


def _units(rules: Rules[Any]) -> dict[str, UnitFacts]:
    fields = sorted({field for kind in rules.order_kinds for field in words_of(kind)})
    pieces = {
        piece: UnitFacts(side, _type_of(rules, piece), *_called(rules, piece), "", None, None, {})
        for piece, side in rules.pieces.items()
    }
    return pieces | {
        counter.unit: UnitFacts(
            counter.side,
            getattr(counter, "type", ""),
            *_called(rules, counter.unit),
            getattr(counter, "formation", ""),
            getattr(counter, "strength", None),
            getattr(counter, "movement", None),
            _words(rules, counter, fields),
        )
        for counter in _listed(rules, "counters")
    }


def _type_of(rules: Rules[Any], piece: str) -> str:
    portrait = rules.portrait(piece)
    return portrait.type if portrait else ""


def _called(rules: Rules[Any], unit: str) -> tuple[str, str]:
    return rules.names.unit(unit), rules.names.short(unit)


def _words(rules: Rules[Any], counter: Any, fields: list[str]) -> dict[str, str]:
    """The words for a counter with others; the part it is set up with is what the set-up says."""
    found = {field: getattr(counter, field) for field in fields if hasattr(counter, field)}
    setup = getattr(rules, "setup", None)
    if "part" in fields and isinstance(setup, SettingUp):
        found["part"] = setup.part_of(rules.unit_number[counter.unit])
    return found


def _formations(rules: Rules[Any]) -> dict[str, FormationFacts]:
    rows = _listed(rules, "formations")
    return by_code([msgspec.convert(row, FormationFacts, from_attributes=True) for row in rows])


def _listed(rules: Rules[Any], name: str) -> tuple[Any, ...]:
    """The rows of a list that most games have."""
    return tuple(getattr(rules, name, ()))
