"""Positions out of words, column by column, with everything checked that can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Union

import msgspec

from typhoon.engine.columns import HIDDEN
from typhoon.engine.frames import leaves
from typhoon.engine.ruling import ImpossiblePosition
from typhoon.hexgrid import bits

if TYPE_CHECKING:
    from typhoon.engine.phase import Phase
    from typhoon.engine.rules import Rules


def restore(rules: Rules[Any], data: Mapping[str, Any]) -> Any:
    """The position that a snapshot tells of; ``ImpossiblePosition`` when there can be no such thing."""
    pos = rules.position_type(rules)
    told = _read(data, pos.told_type)
    _set_turn(pos, told)
    early = [column for column in pos.told_columns if not column.late]
    late = [column for column in pos.told_columns if column.late]
    for columns in (early, late):
        for column in columns:
            value = getattr(told, column.word)
            if value is not None and (value != column.usual or column.depends):
                column.read(pos, value)
        if columns is early:
            for name, state in told.units.items():
                _set_unit(pos, name, state)
    if len(rules.sides) > 1:
        for hex_ in bits(pos.occupied[0] & pos.occupied[1]):
            raise ImpossiblePosition(f"units: both sides stand in {rules.describe(hex_)}")
    _set_frames(pos, told)
    rules.complete(pos, told)
    return pos


def _read(data: Mapping[str, Any], kind: type[Any]) -> Any:
    try:
        told = msgspec.convert(dict(data), kind)
    except msgspec.ValidationError as error:
        raise ImpossiblePosition(readable(str(error))) from error
    if told.result is not None:
        raise ImpossiblePosition("result: a game that is over cannot be set up")
    return told


def readable(error: str) -> str:
    """The words of a failed conversion, with the place in front.

    >>> readable("Expected `int`, got `str` - at `$.turn`")
    'turn: Expected `int`, got `str`'
    """
    text, _, where = error.partition(" - at ")
    return f"{where.rpartition('$.')[2].strip('`') or 'position'}: {text}"


def _set_turn(pos: Any, told: Any) -> None:
    rules = pos.rules
    turn = rules.first_turn if told.turn is msgspec.UNSET else told.turn
    if not rules.first_turn <= turn <= rules.last_turn:
        raise ImpossiblePosition(f"turn: {turn} is not a turn from {rules.first_turn} to {rules.last_turn}")
    pos.turn = turn


def _set_unit(pos: Any, name: str, told: Any) -> None:
    rules = pos.rules
    unit = rules.unit_number.get(name)
    if unit is None or rules.side_of[unit] < 0:
        whose = "" if len(rules.sides) > 1 else f"{rules.adjective(0)} "
        raise ImpossiblePosition(f"units: there is no {whose}unit '{name}'")
    if isinstance(told, str):
        for fate in pos.fates:
            if told == fate.word:
                setattr(pos, fate.name, getattr(pos, fate.name) | 1 << unit)
                return
    else:
        try:
            state = msgspec.convert(told, pos.unit_type)
        except msgspec.ValidationError as error:
            raise ImpossiblePosition(f"units: {name}: {error}") from error
        for word in told:
            columns = pos.by_word.get(word)
            if columns is None:  # the hex
                continue
            value = getattr(state, word)
            for column in columns:
                if value != column.usual:
                    column.read_unit(pos, unit, value)
            if (says := pos.shared_words.get(word)) and value and value not in says:
                raise ImpossiblePosition(f"units: {name}: {word} '{value}' is none of {', '.join(says)}")
        told = state.hex
    pos.place(unit, rules.hex_in_words(f"units: {name}", told))


# Frames


def _set_frames(pos: Any, told: Any) -> None:
    rules = pos.rules
    phase = rules.usual_phase if told.phase is msgspec.UNSET else told.phase
    if phase != "set-up":
        _choose_phase(pos, phase)
    if told.frames is not None:
        pos.frames = _frames(rules, told.frames)
    else:
        pos.frames = rules.usual_frames(pos)
    if not pos.frames:
        raise ImpossiblePosition("frames: there must be at least one")
    for frame in pos.frames:
        _check_frame(pos, frame)
    if not rules.fits(pos):
        raise ImpossiblePosition(f"frames: they do not belong to the {rules.phase_in_play(pos)} phase")


def _choose_phase(pos: Any, name: str) -> None:
    """Set a position to the start of a phase of the sequence of play."""
    rules = pos.rules
    if name not in rules.phase_names:
        raise ImpossiblePosition(f"phase: no phase '{name}'; there are {', '.join(rules.phase_names)}")
    pos.step = rules.phase_names.index(name)
    if not rules.sequence[pos.step].applies(pos):
        raise ImpossiblePosition(f"phase: there is no {name} phase on turn {pos.turn}")


def _frames(rules: Rules[Any], data: list[Any]) -> list[Phase[Any]]:
    kinds = Union[rules.phases]  # type: ignore[name-defined]  # noqa: UP007
    try:
        return [msgspec.convert(frame, kinds) for frame in data]
    except msgspec.ValidationError as error:
        raise ImpossiblePosition(f"frames: {error}") from error


def _check_frame(pos: Any, frame: Phase[Any]) -> None:
    """Frames come from files too: what they name must be there."""
    rules = pos.rules
    for (kind, *_), value in leaves(frame):
        if kind == "side" and value not in range(len(rules.sides)):
            raise ImpossiblePosition(f"frames: there is no side {value}")
        if kind == "unit" and value.startswith(HIDDEN):  # somebody in that hex, who a view may not tell
            rules.hex_in_words("frames", value.removeprefix(HIDDEN))
        elif kind == "unit" and value not in rules.unit_number:
            raise ImpossiblePosition(f"frames: there is no unit '{value}'")
        if kind in ("hex", "hexes"):
            for number in value.split("+") if kind == "hexes" else (value,):
                rules.hex_in_words("frames", number)
