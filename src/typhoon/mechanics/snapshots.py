"""Reading positions that people or files tell of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from typhoon.engine.ruling import ImpossiblePosition

Told = TypeVar("Told", bound=msgspec.Struct)


def read(data: Mapping[str, Any], kind: type[Told]) -> Told:
    """A snapshot of a game that goes on; ``ImpossiblePosition`` names the place of what it is not."""
    try:
        told = msgspec.convert(dict(data), kind)
    except msgspec.ValidationError as error:
        raise ImpossiblePosition(readable(str(error))) from error
    if getattr(told, "result", None) is not None:
        raise ImpossiblePosition("result: a game that is over cannot be set up")
    return told


def readable(error: str) -> str:
    """The words of a failed conversion, with the place in front.

    >>> readable("Expected `int`, got `str` - at `$.turn`")
    'turn: Expected `int`, got `str`'
    """
    text, _, where = error.partition(" - at ")
    return f"{where.rpartition('$.')[2].strip('`') or 'position'}: {text}"
