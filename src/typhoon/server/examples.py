"""Examples of cases for clients: the counters of each little position, and what is drawn between them."""

from __future__ import annotations

from functools import cache

import msgspec

from typhoon.engine.examples import Drawn, Example, arrows, examples_of, played
from typhoon.server.looks import fresh_looks, shown_faces
from typhoon.server.messages import Face


class ExampleFacts(msgspec.Struct, frozen=True):
    """A small position, an order as arrows on it, and what the rules say to that."""

    say: str
    ruling: str
    """Why the order cannot be given; empty when it can."""
    faces: list[Face]
    arrows: tuple[Drawn, ...]


class ExamplesFacts(msgspec.Struct, frozen=True):
    """The examples of a game by their cases, with the pictures of their counters."""

    examples: dict[str, ExampleFacts]
    looks: dict[str, str]


@cache
def examples_facts(game: str) -> ExamplesFacts:
    examples = {case: _facts(game, example) for case, example in examples_of(game).items()}
    faces = [face for example in examples.values() for face in example.faces]
    return ExamplesFacts(examples, fresh_looks(faces, frozenset()))


def _facts(game: str, example: Example) -> ExampleFacts:
    begun = played(game, example)
    ruling = begun.why_not(example.order)
    faces = shown_faces(begun.rules.shown.faces(begun.position))
    return ExampleFacts(example.say, ruling.text if ruling else "", faces, arrows(begun, example))
