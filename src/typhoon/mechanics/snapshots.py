"""Reading positions that people or files tell of."""

from __future__ import annotations


def readable(error: str) -> str:
    """The words of a failed conversion, with the place in front.

    >>> readable("Expected `int`, got `str` - at `$.turn`")
    'turn: Expected `int`, got `str`'
    """
    text, _, where = error.partition(" - at ")
    return f"{where.rpartition('$.')[2].strip('`') or 'position'}: {text}"
