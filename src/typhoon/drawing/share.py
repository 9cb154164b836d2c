"""A game as one file that opens in any browser: map, counters, every order with its captions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from typhoon.drawing.counters import draw_counter
from typhoon.drawing.document import LAYERS, draw_board
from typhoon.drawing.layout import HEX, Layout
from typhoon.engine.face import CounterFace
from typhoon.engine.game import Game
from typhoon.engine.history import Ground, Surveyor
from typhoon.engine.journal import JournalError
from typhoon.engine.replay import branch
from typhoon.engine.rules import Rules
from typhoon.players.analysis import Analysis, Turn
from typhoon.players.lines import Line

PLAYER = Path(__file__).parent / "player"
NONE = Analysis("", 0, [])


class Frame(msgspec.Struct, array_like=True, frozen=True):
    """What an order changed."""

    n: int
    turn: int
    date: str
    phase: str
    side: str
    texts: list[str]
    places: dict[str, tuple[str, int] | None]
    """Units that moved or look different: where they are and how; None for those that are gone."""
    fought: tuple[str, ...]
    """Hexes in which there was a battle."""
    front: tuple[list[str], list[str]]
    """Parts of the front line that are new, and those that are gone, each between two hexes."""


class Sidetrack(msgspec.Struct, array_like=True, frozen=True):
    """What might have been played instead."""

    title: str
    start: int
    """The frame after which it goes another way."""
    frames: list[Frame]


class Note(msgspec.Struct, array_like=True, frozen=True):
    """What an analysis says of a turn of a side."""

    n: int
    """The number of orders when it was over."""
    title: str
    value: float
    """The margin that the first side could expect then."""
    spread: float
    """How far it might stray within a turn."""
    texts: list[str]
    lines: list[Sidetrack]
    """The marshal's lines where something else was a mistake."""


class Film(msgspec.Struct, frozen=True):
    """All that the player needs."""

    title: str
    result: str
    hexes: dict[str, tuple[float, float]]
    radius: float
    flat: bool
    """Whether hexes are flat at the top."""
    looks: list[str]
    frames: list[Frame]
    notes: list[Note]
    first_side: str
    ground: Ground
    """What was won by the end, beside history."""


def share_page(games: Iterator[Game], title: str = "", analysis: Analysis | None = None) -> str:
    """The page of a game that is watched from its beginning, with its analysis where there is one."""
    game = next(games)
    rules = game.rules
    film = _film(chain([game], games), game, title or rules.about.title, analysis or NONE)
    land = draw_board(rules.board, layers=[layer for layer in LAYERS if layer not in ("counters", "numbers")])
    style, script = ((PLAYER / name).read_text("utf-8") for name in ("player.css", "player.js"))
    data = msgspec.json.encode(film).decode().replace("</", "<\\/")
    parts = {
        "TITLE": escape(film.title),
        "STYLE": style,
        "LAND": land,
        "FILM": data,
        "SCRIPT": script,
    }
    page = (PLAYER / "player.html").read_text("utf-8")
    for name, text in parts.items():
        page = page.replace(f"<!--{name}-->", text)
    return page


def _film(games: Iterator[Game], game: Game, title: str, analysis: Analysis) -> Film:
    rules = game.rules
    camera, surveyor = _Camera(rules), Surveyor(game)
    titles = {
        plan.start: f"turn {turn.turn}, {plan.phase}"
        for turn in analysis.turns
        for plan in turn.plans
        if plan.mark == "mistake"
    }
    lines = dict[int, Sidetrack]()
    for now in games:
        camera.take(now)
        surveyor.note()
        start = len(now.entries)
        if start in titles and (line := analysis.lines.get(start)):
            with suppress(JournalError):  # a line that cannot be played any more is left out
                lines[start] = Sidetrack(titles[start], len(camera.frames) - 1, camera.aside(now, line))
    result = game.result
    told = f"{result.level}: {result.reason}" if result else "The game goes on."
    layout = Layout(rules.board)
    hexes = {}
    for index, number in rules.board.grid.name.items():
        x, y = layout.point(layout.node_of[index])
        hexes[number] = (round(x, 1), round(y, 1))
    return Film(
        title,
        told,
        hexes,
        HEX / 2,
        rules.board.file.top == "flat",
        list(camera.pictures),
        camera.frames,
        [*_notes(analysis.turns, camera.frames[-1].n, lines)],
        rules.sides[0].capitalize(),
        surveyor.ground(),
    )


def _notes(turns: Sequence[Turn], last: int, lines: Mapping[int, Sidetrack]) -> Iterator[Note]:
    ends = [*[turn.start for turn in turns[1:]], last]
    for turn, end in zip(turns, ends, strict=False):
        title = f"Turn {turn.turn}, {turn.side.capitalize()}{turn.mark and f': {turn.mark}'}"
        texts = [f"Luck {turn.luck:+.1f}, play {turn.play:+.1f}."]
        for plan in turn.plans:
            if plan.mark == "mistake":
                texts.append(
                    f"{plan.phase}: the marshal would have gained {plan.gain:.1f}. {' '.join(plan.words)}"
                )
            elif plan.mark:
                texts.append(f"{plan.phase}: better than the marshal's plan by {-plan.gain:.1f}.")
        aside = [lines[plan.start] for plan in turn.plans if plan.start in lines]
        yield Note(end, title, round(turn.after, 2), round(turn.spread, 2), texts, aside)


class _Camera:
    """Takes a frame after every order, with what has changed since the one before."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules
        self.pictures: dict[str, int] = {}
        self._looks: dict[CounterFace, int] = {}
        self.frames: list[Frame] = []
        self._shown: dict[str, tuple[str, int]] = {}
        self._front: set[str] = set()
        self._orders = -1

    def aside(self, game: Game, line: Line) -> list[Frame]:
        """The frames of a line that goes on from here, with the same pictures."""
        other = copy(self)
        other.frames = []
        for then in branch(game, line):
            other.take(then)
        return other.frames

    def take(self, game: Game) -> None:
        orders = len(game.entries)
        if orders == self._orders:
            return  # nothing was ordered since
        self._orders = orders
        pos, rules = game.position, self.rules
        events = game.entries[-1].events if orders else game.opening
        told = [event for event in events if rules.veil(event, pos, "", past=True) is not None]
        now = {face.unit: (face.hex, self._look(face)) for face in rules.faces(pos)}
        changed: dict[str, tuple[str, int] | None] = dict.fromkeys(self._shown.keys() - now.keys())
        changed |= {unit: at for unit, at in now.items() if self._shown.get(unit) != at}
        front = {f"{a} {b}" for a, b in rules.front(pos) or ()}
        battles = [rules.fought(event).hexes for event in told if rules.tiding(event) == "battle"]
        self.frames.append(
            Frame(
                orders,
                pos.turn,
                rules.date(pos.turn),
                rules.phase_in_play(pos),
                game.entries[-1].side if orders else "",
                [rules.names.said(game.told(event)) for event in told],
                changed,
                tuple(chain.from_iterable(battles)),
                (sorted(front - self._front), sorted(self._front - front)),
            )
        )
        self._shown, self._front = now, front

    def _look(self, face: CounterFace) -> int:
        plain = msgspec.structs.replace(face, unit="", hex="")
        if plain not in self._looks:
            self._looks[plain] = self.pictures.setdefault(draw_counter(plain), len(self.pictures))
        return self._looks[plain]
