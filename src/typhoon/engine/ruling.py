"""Rulings: why something may not be done, in plain words, with the case that says so."""

from __future__ import annotations

import msgspec


class Ruling(msgspec.Struct, frozen=True):
    """The umpire's answer to an order that is not legal.

    >>> str(Ruling("6.1", "a unit stops on entering an enemy zone of control"))
    'a unit stops on entering an enemy zone of control (6.1)'
    """

    case: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({self.case})"


class Refused(ValueError):
    """An order that was not carried out; nothing has changed."""

    def __init__(self, order: object, ruling: Ruling) -> None:
        super().__init__(order, ruling)
        self.ruling = ruling

    def __str__(self) -> str:
        return f"{self.args[0]}: {self.ruling}"


class CannotUndo(ValueError):
    """Undo was refused; the message says why."""


class ImpossiblePosition(ValueError):
    """A position that the rules cannot produce or the program cannot represent; the message says why."""
