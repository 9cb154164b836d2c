"""The units on the map in words: what their counters show, and what is not as usual about them."""

from __future__ import annotations

from typing import Any

import msgspec

from typhoon.engine.face import CounterFace
from typhoon.engine.game import Game
from typhoon.engine.names import Names


class Piece(msgspec.Struct, frozen=True):
    """A unit on the map."""

    face: CounterFace
    name: str
    """What it is called, with the id that orders have for it."""
    formation: str
    state: dict[str, Any]
    """What the snapshot says of it besides its hex."""
    signs: tuple[str, ...] = ()
    """What else its counter shows: markers, and how many lie unseen below."""

    @property
    def unit(self) -> str:
        return self.face.unit

    @property
    def hex(self) -> str:
        return self.face.hex

    @property
    def side(self) -> str:
        return self.face.side

    @property
    def flipped(self) -> bool:
        """Whether it shows its second side."""
        return self.face.second_side

    @property
    def figures(self) -> str:
        return "-".join(value.text for value in self.face.values)

    @property
    def strength(self) -> int:
        """The first figure of the counter; 0 when it is none, or not known."""
        values = self.face.values
        return int(values[0].text) if values and values[0].text.isdecimal() else 0

    def __str__(self) -> str:
        told = f"{self.name} {self.figures} {self.face.type}"
        if self.formation:
            told += f", {self.formation}"
        for word, value in self.state.items():
            if value is True:
                told += f", {word.replace('_', ' ')}"
            elif word == "spent":
                told += f", {value:g} points spent"
        return told + "".join(f", {words}" for words in self.signs)


def pieces(game: Game, viewer: str, *, ids: bool = False) -> list[Piece]:
    """All units on the map that a side knows of."""
    names = game.rules.names
    units = game.view(viewer).position["units"]
    states = {unit: {} if isinstance(state, str) else state for unit, state in units.items()}
    return [
        Piece(
            face,
            face.unit if ids else f"{names.unit(face.unit)} ({face.unit})",
            _formation(names, face, ids=ids),
            states.get(face.unit, {}),
            _signs(game, face),
        )
        for face in game.rules.shown.faces(game.position, viewer)
        if face.unit in states or face.unit in game.rules.pieces or not game.rules.secrets.any
    ]


def _formation(names: Names, face: CounterFace, *, ids: bool) -> str:
    code, name = face.formation, names.formation(face.formation, face.side)
    return name if name != code and not ids else code and f"formation {code}"


def _signs(game: Game, face: CounterFace) -> tuple[str, ...]:
    """The badges of a counter that no word of the snapshot stands for."""
    known = game.rules.signs
    return tuple(game.rules.badges[badge] for badge in face.badges if badge in known or badge[0] == "+")


def signs(game: Game, viewer: str) -> list[tuple[str, str]]:
    """The hexes with signs in them that a side knows of, and what they mean."""
    found = game.rules.shown.signs(game.position, viewer)
    return sorted((number, game.rules.signs[kind]) for kind, hexes in found.items() for number in hexes)
