"""Words, bars and tables on a terminal."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import Any

import msgspec


def print_json(value: Any) -> None:
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def width() -> int:
    """How many characters a line may have."""
    return max(40, min(shutil.get_terminal_size().columns, 110))


def can_show(text: str) -> bool:
    """Whether the terminal has the characters of a text."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def bar(share: float, length: int) -> str:
    """A share as a bar.

    >>> bar(0.5, 6)
    '███'
    """
    eighths = round(share * length * 8)
    if not can_show("█▏"):
        return "#" * (eighths // 8)
    return "█" * (eighths // 8) + ("", *"▏▎▍▌▋▊▉")[eighths % 8]


def wrapped(text: str, indent: str = "") -> str:
    """A text in lines that fit the terminal."""
    return textwrap.fill(text, width(), initial_indent=indent, subsequent_indent=indent)
