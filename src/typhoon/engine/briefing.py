"""Briefings: what somebody should know before the first turn of a scenario."""

from __future__ import annotations

from typing import Any

import msgspec

from typhoon.engine.data import DataError
from typhoon.engine.rules import Rules

FILE = "briefing.toml"
GUIDE = "guide.toml"
ALWAYS = "always"
"""The part of the file that holds for every scenario."""


class Briefing(msgspec.Struct, frozen=True):
    """One screen about a scenario, in the words of the game."""

    game: str
    title: str
    scenario: str
    name: str
    """What the scenario is called."""
    situation: str
    winning: tuple[str, ...]
    """Who wins when: points, sudden death, ties."""
    first: dict[str, str]
    """What each side should do on its first turn."""
    special: tuple[str, ...]
    """What is different from most games."""
    length: str
    turns: int
    sides: tuple[str, ...]
    guided: bool
    """Whether the game has a guided first turn."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    situation: str = ""
    winning: list[str] = []
    first: dict[str, str] = {}
    special: list[str] = []
    length: str = ""


def briefing_of(rules: Rules[Any]) -> Briefing:
    """The briefing of a scenario.

    What holds always goes before what the scenario says; a variant's words take the place of those of the
    game below, heading by heading.
    """
    always, own = (_merged(rules, name) for name in (ALWAYS, rules.scenario.id))
    return Briefing(
        game=rules.about.id,
        title=rules.about.title,
        scenario=rules.scenario.id,
        name=rules.about.scenario(rules.scenario.id).title,
        situation=own.situation or always.situation,
        winning=(*own.winning, *always.winning),
        first={**always.first, **own.first},
        special=(*own.special, *always.special),
        length=own.length or always.length,
        turns=rules.last_turn - rules.first_turn + 1,
        sides=rules.sides,
        guided=is_guided(rules),
    )


def is_guided(rules: Rules[Any]) -> bool:
    """Whether the game has a guided first turn."""
    return bool(rules.data.layers) and (rules.data.layers[-1].folder / GUIDE).is_file()


def _merged(rules: Rules[Any], name: str) -> _Part:
    found: dict[str, Any] = {}
    for layer in rules.data.in_layers(FILE):
        found |= layer.get(name, {})
    try:
        return msgspec.convert(found, _Part)
    except msgspec.ValidationError as error:
        raise DataError(f"{rules.data.path(FILE)}, [{name}]: {error}") from error
