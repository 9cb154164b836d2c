"""Guided first turns: a real game whose first orders are told one by one, each with its reason."""

from __future__ import annotations

from typing import Any

import msgspec

from typhoon.engine.briefing import GUIDE as FILE
from typhoon.engine.data import DataError, DataFolder, Layer
from typhoon.engine.offers import OrderOffer, offer_of
from typhoon.engine.orders import OrderText, parse_order
from typhoon.engine.registry import folder_of, law_of
from typhoon.engine.rules import Rules


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do, or to look at where there is no order."""

    say: str
    why: str
    orders: tuple[str, ...] = ()
    """What is to be ordered: several where one click gives them all."""
    hexes: tuple[str, ...] = ()
    """What to look at."""


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first turn of a side, with dice that are known."""

    scenario: str
    side: str
    seed: int
    steps: tuple[Step, ...] = msgspec.field(name="step")


class StepFacts(msgspec.Struct, frozen=True):
    """A step for a client, with its orders taken apart."""

    say: str
    why: str
    orders: tuple[OrderOffer, ...]
    hexes: tuple[str, ...]


class GuideFacts(msgspec.Struct, frozen=True):
    """A guide as a client follows it; the table is opened like any other."""

    game: str
    scenario: str
    side: str
    seed: int
    steps: tuple[StepFacts, ...]


def guide_of(game: str) -> Guide | None:
    """The guide of a game; None when it has none."""
    data = DataFolder([Layer(folder_of(game) / "data", 0)])
    if FILE not in data.files:
        return None
    try:
        return msgspec.convert(data.toml(FILE), Guide)
    except msgspec.ValidationError as error:
        raise DataError(f"{data.path(FILE)}: {error}") from error


def guide_facts(game: str) -> GuideFacts | None:
    """The guide of a game for a client."""
    guide = guide_of(game)
    if guide is None:
        return None
    law = law_of(game)
    steps = [
        StepFacts(step.say, step.why, tuple([_offer(law, text) for text in step.orders]), step.hexes)
        for step in guide.steps
    ]
    return GuideFacts(game, guide.scenario, guide.side, guide.seed, tuple(steps))


def _offer(law: type[Rules[Any]], text: str) -> OrderOffer:
    try:
        return offer_of(parse_order(text, law.verbs))
    except OrderText as error:
        raise DataError(f"{FILE}: {error}") from error
