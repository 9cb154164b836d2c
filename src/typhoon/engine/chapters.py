"""Chapters: the law of a game in parts, each of which a variant can change.

A chapter is an object that a law holds; what it remembers lives in it, so it is right for the one
scenario and the one choice of options that the law was made for.  A change is a small class laid over
a chapter: it answers what it changes and passes everything else on with ``super()``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from typhoon.engine.cases import case
from typhoon.engine.phase import P, Phase, Umpire

if TYPE_CHECKING:
    from typhoon.engine.orders import Order, OrderSet
    from typhoon.engine.preview import Preview
    from typhoon.engine.ruling import Ruling


class Turn(NamedTuple):
    """What turns a change on."""

    switch: str
    """An option that is ``yes``, ``option=value``, or a name of its own."""
    needs: tuple[str, ...]
    """Other switches without which it does nothing."""
    cases: tuple[str, ...]
    """The cases that the change is about."""

    def is_on(self, on: frozenset[str]) -> bool:
        return self.switch in on and on.issuperset(self.needs)


class Chapter:
    """A part of the law; games give ``law`` its type in a base of their own."""

    turns: ClassVar[tuple[Turn, ...]] = ()
    """Each of them turns a change on; usually there is but one."""
    since: ClassVar[int] = 0
    """The version of the rules that a change came with, when no option turns it on."""

    law: Any

    def __init__(self, law: Any) -> None:
        self.law = law


C = TypeVar("C", bound=Chapter)


class Declared(NamedTuple):
    """A chapter as it is declared in the body of a law."""

    kind: type[Chapter]


def chapter(kind: type[C]) -> C:
    """Declare a chapter of a law, under the name that the law holds it by."""
    return Declared(kind)  # type: ignore[return-value]


def change(
    switch: str, *cases: str, needs: Iterable[str] = (), since: int = 0
) -> Callable[[type[C]], type[C]]:
    """Mark a class as a change of the chapter that it is derived from; marked twice, either turns it on."""

    def mark(layer: type[C]) -> type[C]:
        layer.turns = (Turn(switch, tuple(needs), cases), *vars(layer).get("turns", ()))
        layer.since = since
        return case(*cases)(layer)

    return mark


def _classes_in(module: ModuleType) -> list[type[Any]]:
    """The classes that a module declares, in the order in which it does."""
    found = [each for each in vars(module).values() if isinstance(each, type)]
    return [each for each in found if each.__module__ == module.__name__]


def changes_in(module: ModuleType) -> list[type[Chapter]]:
    """The changes that a module declares."""
    return [each for each in _classes_in(module) if "turns" in vars(each)]


def phases_in(module: ModuleType) -> list[type[Phase[Any]]]:
    """The phases that a module declares; one without a tag of its own is but what others have in common."""
    found = [each for each in _classes_in(module) if issubclass(each, Phase)]
    return [each for each in found if each.__struct_config__.tag != each.__name__]


def is_on(layer: type[Chapter], on: frozenset[str]) -> bool:
    """Whether a change is in force when these switches are on."""
    return any(turn.is_on(on) for turn in layer.turns)


_made: dict[tuple[type[Chapter], ...], type[Chapter]] = {}
"""One class for each combination of changes that was ever in force."""


def in_force(
    chapter: type[C], changes: Sequence[type[Chapter]], on: frozenset[str], first: type[Chapter] | None = None
) -> type[C]:
    """A chapter with the changes that are on laid over it, the last on top.

    What changes the chapter that this one took the place of, the ``first`` of its name, changes it too.
    """
    layers = [layer for layer in changes if layer is not chapter and issubclass(layer, first or chapter)]
    bases: tuple[type[Chapter], ...] = (*reversed([layer for layer in layers if is_on(layer, on)]), chapter)
    if len(bases) == 1:
        return chapter
    found = _made.get(bases)
    if found is None:
        name = " over ".join(base.__name__ for base in bases)
        found = _made[bases] = type(name, bases, {"__module__": chapter.__module__})
    return found  # type: ignore[return-value]


F = TypeVar("F", bound=Phase[Any])
O = TypeVar("O", bound="Order")  # noqa: E741


class Act(Chapter, Generic[P, F, O]):
    """One thing that a player can do in a phase."""

    phase: ClassVar[type[Phase[Any]]]
    kind: ClassVar[type[Order]]
    """The order that says so."""

    def offered(self, pos: P, phase: F) -> Sequence[OrderSet]:
        """The orders of this kind that are legal now."""
        raise NotImplementedError

    def why_not(self, pos: P, phase: F, order: O) -> Ruling | None:
        """Why an order of this kind is not among them; None when it is."""
        raise NotImplementedError

    def preview(self, pos: P, phase: F, order: O) -> Preview | None:
        """What a legal order would lead to, where there is more to say than its text."""
        return None

    def apply(self, pos: P, phase: F, order: O, umpire: Umpire) -> None:
        """Carry out a legal order."""
        raise NotImplementedError
