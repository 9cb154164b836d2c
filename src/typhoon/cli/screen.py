"""Words, bars and tables on a terminal."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
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
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def wrapped(text: str, indent: str = "") -> str:
    """A text in lines that fit the terminal."""
    return textwrap.fill(text, width(), initial_indent=indent, subsequent_indent=indent)


_INKS = {"bold": "1", "dim": "2", "soviet": "1;31", "german": "1;36"}


def painted(text: str, ink: str) -> str:
    """A text in colour, where the terminal has colours and the user has not declined them."""
    if ink not in _INKS or not sys.stdout.isatty() or "NO_COLOR" in os.environ:
        return text
    return f"\x1b[{_INKS[ink]}m{text}\x1b[0m"


def columns(cells: Sequence[str], indent: str = "  ") -> Iterator[str]:
    """Short texts side by side, reading down the columns."""
    if not cells:
        return
    room = max(map(len, cells)) + 2
    across = max(1, (width() - len(indent)) // room)
    down = -(-len(cells) // across)
    for line in range(down):
        yield (indent + "".join(f"{cell:{room}}" for cell in cells[line::down])).rstrip()


def print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)
