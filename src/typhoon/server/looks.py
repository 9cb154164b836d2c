"""Pictures of counters, each made once and sent to a client once."""

from __future__ import annotations

import hashlib

import msgspec

from typhoon.drawing import CounterFace, draw_counter
from typhoon.server.messages import Face

_looks: dict[CounterFace, str] = {}
"""The id of each picture, by the face without its place."""
_pictures: dict[str, str] = {}

MOST_LOOKS = 20_000


def seen_faces(faces: list[CounterFace], known: set[str]) -> tuple[list[Face], dict[str, str]]:
    """Faces for a client, and the pictures that are not among those it knows; they are from now on."""
    shown, fresh = [], {}
    for face in faces:
        look = _look(face)
        if look not in known:
            known.add(look)
            fresh[look] = _pictures[look]
        shown.append(
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
                look,
            )
        )
    return shown, fresh


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
