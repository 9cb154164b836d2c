"""Pictures of counters, each made once and sent to a client once."""

from __future__ import annotations

import hashlib
from collections.abc import Set

import msgspec

from typhoon.drawing import CounterFace, draw_counter
from typhoon.server.messages import Face

_looks: dict[CounterFace, str] = {}
"""The id of each picture, by the face without its place."""
_pictures: dict[str, str] = {}

MOST_LOOKS = 20_000


def shown_faces(faces: list[CounterFace]) -> list[Face]:
    """Faces for clients, each with the id of its picture."""
    return [
        Face(
            face.unit,
            face.hex,
            face.side,
            face.type,
            face.formation,
            face.size,
            face.left,
            face.right,
            face.values,
            face.second_side,
            face.badges,
            _look(face),
        )
        for face in faces
    ]


def fresh_looks(faces: list[Face], known: Set[str]) -> dict[str, str]:
    """The pictures that are not among those a client knows."""
    return {look: _pictures[look] for look in {face.look for face in faces} - known}


def _look(face: CounterFace) -> str:
    plain = msgspec.structs.replace(face, hex="", unit="")
    look = _looks.get(plain)
    if look is None:
        if len(_looks) >= MOST_LOOKS:
            _looks.clear()
            _pictures.clear()
        look = hashlib.sha256(repr(plain).encode()).hexdigest()[:10]
        _looks[plain], _pictures[look] = look, draw_counter(plain)
    return look
