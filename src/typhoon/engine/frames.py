"""What frames name: the units, hexes and sides in their fields, however deep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec

if TYPE_CHECKING:
    from typhoon.engine.phase import Phase

S = TypeVar("S", bound=msgspec.Struct)
Names = tuple[str, ...]


def leaves(frame: Phase[Any]) -> Iterator[tuple[Names, Any]]:
    """Everything in a frame that has a kind of its own, with the words of its kind."""
    for field, shape in _fields_of(type(frame)):
        yield from _leaves(getattr(frame, field), shape)


@lru_cache(maxsize=200)
def names_units(kind: type[msgspec.Struct]) -> bool:
    """Whether frames of a kind can name units."""
    return any(_may_name(shape) for _, shape in _fields_of(kind))


def _may_name(shape: Any) -> bool:
    if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        return any(_may_name(inner) for _, inner in _fields_of(shape))
    return "unit" in _kind(shape) or any(map(_may_name, get_args(shape)))


def renamed(frame: S, rename: Callable[[Names], Names]) -> S:
    """A frame in which other names stand for the units that are named together."""
    changed = {}
    for field, shape in _fields_of(type(frame)):
        before = getattr(frame, field)
        after = _renamed(before, shape, rename)
        if after is not before:
            changed[field] = after
    return msgspec.structs.replace(frame, **changed) if changed else frame


@lru_cache(maxsize=200)
def _fields_of(kind: type[msgspec.Struct]) -> list[tuple[str, Any]]:
    """The fields of a frame, with their types."""
    hints = get_type_hints(kind, include_extras=True)
    return [(field, hints[field]) for field in kind.__struct_fields__]


def _kind(shape: Any) -> Names:
    return shape.__metadata__ if get_origin(shape) is Annotated else ()


def _shapes(value: tuple[Any, ...], shape: Any) -> list[Any]:
    """The type of each member of a tuple."""
    inner = get_args(shape)
    return [inner[0]] * len(value) if inner[-1] is Ellipsis else list(inner)


def _leaves(value: Any, shape: Any) -> Iterator[tuple[Names, Any]]:
    if kind := _kind(shape):
        yield kind, value
    elif isinstance(value, tuple):
        for member, member_shape in zip(value, _shapes(value, shape), strict=True):
            yield from _leaves(member, member_shape)
    elif isinstance(value, msgspec.Struct):
        for field, field_shape in _fields_of(type(value)):
            yield from _leaves(getattr(value, field), field_shape)


def _renamed(value: Any, shape: Any, rename: Callable[[Names], Names]) -> Any:
    if "unit" in _kind(shape):
        return rename((value,))[0]
    if isinstance(value, msgspec.Struct):
        return renamed(value, rename)
    if not isinstance(value, tuple) or not value:
        return value
    shapes = _shapes(value, shape)
    if "unit" in _kind(shapes[0]):
        return rename(value)
    pairs = zip(value, shapes, strict=True)
    return tuple([_renamed(member, member_shape, rename) for member, member_shape in pairs])
