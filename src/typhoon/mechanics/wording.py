"""Words that games share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from typhoon.engine.ruling import Ruling

FEW = 5


def not_all_placed(names: Sequence[str], case: str) -> Ruling:
    """The ruling on ending a set-up too early."""
    more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
    return Ruling(case, f"not all units are placed: {', '.join(names[:FEW])}{more}")


def counted(count: int, one: str, many: str = "") -> str:
    """A number of things.

    >>> counted(1, "hex", "hexes"), counted(3, "brigade"), counted(0, "hex", "hexes")
    ('1 hex', '3 brigades', 'no hexes')
    """
    return f"{count or 'no'} {one if count == 1 else many or one + 's'}"


def ordinal(number: int) -> str:
    """Which of many: in figures, with its ending.

    >>> [ordinal(number) for number in (1, 2, 3, 11, 53, 101, 112)]
    ['1st', '2nd', '3rd', '11th', '53rd', '101st', '112th']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def roman(number: int) -> str:
    """A number as German corps have it.

    >>> [roman(number) for number in (9, 24, 43, 53)]
    ['IX', 'XXIV', 'XLIII', 'LIII']
    """
    figures = ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
    found = ""
    for value, figure in figures:
        count, number = divmod(number, value)
        found += figure * count
    return found


@cache
def halves(count: int) -> str:
    """A number of halves.

    >>> halves(5), halves(4)
    ('2½', '2')
    """
    return f"{count // 2 or ''}½" if count % 2 else str(count // 2)


def in_halves(value: float) -> str:
    """A number that may be in halves, or below nothing.

    >>> in_halves(57.5), in_halves(-0.5), in_halves(12)
    ('57½', '-½', '12')
    """
    return ("-" if value < 0 else "") + halves(round(abs(value) * 2))


def sixths(count: int) -> str:
    """A number of sixths.

    >>> sixths(24), sixths(15), sixths(2)
    ('4', '2½', '⅓')
    """
    whole, rest = divmod(count, 6)
    fraction = {0: "", 1: "⅙", 2: "⅓", 3: "½", 4: "⅔", 5: "⅚"}[rest]
    return f"{whole or ('' if rest else '0')}{fraction}"
