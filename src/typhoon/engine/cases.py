"""The cases of a rulebook, and the marks that tie code and tests to them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec

if TYPE_CHECKING:
    from typhoon.engine.rules import Rules

T = TypeVar("T", bound=Callable[..., Any])

CASES = "cases.csv"
"""Where a game lists its cases; it is no chart, and users have none of their own."""
EXAMPLES = "examples.toml"
"""Where it shows what some of them mean."""

marks: dict[str, list[tuple[str, str]]] = {}
"""For each module the cases it plays, each with the name of the code."""


def case(*cases: str) -> Callable[[T], T]:
    """Mark a function, method or class as the code, or the test, of some cases."""

    def mark(code: T) -> T:
        marks.setdefault(code.__module__, []).extend((c, code.__qualname__) for c in cases)
        return code

    return mark


class CaseRow(msgspec.Struct, frozen=True):
    """A line of a game's ``cases.csv``."""

    case: str
    kind: Literal["rule", "narrative", "heading"]
    title: str
    summary: str


def cases_of(rules: Rules[Any]) -> dict[str, CaseRow]:
    """The cases of a game in their order; a variant's lie over those of the game that it varies."""
    found: dict[str, CaseRow] = {}
    for layer in rules.data.by_layer(CASES, CaseRow, "case"):
        order = numbering(found or layer)
        both = found | layer
        found = {number: both[number] for number in sorted(both, key=order)}
    return found


def numbering(cases: Iterable[str]) -> Callable[[str], Any]:
    """How a rulebook counts its cases: 9.10 after 9.9, or before 9.2 like a decimal.

    >>> sorted(["9.10", "P1", "9.2.1", "9.2"], key=numbering(["1.9", "1.10"]))
    ['9.2', '9.2.1', '9.10', 'P1']
    >>> sorted(["10.0", "9.2", "9.10"], key=numbering(["1.10", "1.9"]))
    ['9.10', '9.2', '10.0']
    """
    listed = list(cases)
    return _counting if listed == sorted(listed, key=_counting) else _decimal


def _counting(case: str) -> Any:
    return [_number(part) for part in case.split(".")]


def _decimal(case: str) -> Any:
    chapter, _, rest = case.partition(".")
    return _number(chapter), rest


def _number(part: str) -> tuple[bool, int, str]:
    """A number with letters behind it; what begins with a letter comes after all numbers."""
    digits = re.match("[0-9]*", part)
    assert digits is not None
    return not digits[0], int(digits[0] or 0), part[digits.end() :]
