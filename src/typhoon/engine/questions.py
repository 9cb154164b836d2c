"""What can be asked of a position in words, for people who set positions up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import signature
from typing import Any

Question = Callable[..., Any]
"""A function of a position and of words: ``unit`` is one on the map, ``counter`` any, ``hex_`` a hex."""


def where(pos: Any, counter: str) -> str:
    """The hex of a unit, or what became of it; empty when it has yet to come."""
    unit = pos.rules.unit_number[counter]
    if pos.on_map(unit):
        number: str = pos.rules.grid.name[pos.where[unit]]
        return number
    return next((fate.word for fate in pos.fates if getattr(pos, fate.name) >> unit & 1), "")


def units(pos: Any, hex_: str) -> tuple[str, ...]:
    """The units in a hex."""
    names: tuple[str, ...] = pos.names(pos.units_in(pos.rules.grid.index(hex_)))
    return names


QUESTIONS: dict[str, Question] = {"where": where, "units": units}
"""What can be asked in every game."""


def ask(pos: Any, question: str, words: Sequence[str]) -> Any:
    """The answer to a question; ``ValueError`` says what is wrong with it."""
    rules = pos.rules
    if question not in rules.questions:
        known = ", ".join(rules.questions)
        raise ValueError(f"'{question}' is no question of {rules.about.id}; there are: {known}")
    wanted = list(signature(rules.questions[question]).parameters)[1:]
    if len(words) != len(wanted):
        forms = " ".join([question, *[word.strip("_").upper() for word in wanted]])
        raise ValueError(f"the question is: {forms}")
    for kind, word in zip(wanted, words, strict=True):
        if kind in ("unit", "counter") and word not in rules.unit_number:
            raise ValueError(f"there is no unit '{word}'")
        if kind == "unit" and not pos.on_map(rules.unit_number[word]):
            raise ValueError(f"{word} is not on the map")
        if kind == "hex_" and word not in rules.grid:
            raise ValueError(f"there is no hex {word} on the map")
    return rules.questions[question](pos, *words)
