"""Proposals: what the program would choose is told before it is taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from typhoon.engine.events import Event, tell
from typhoon.engine.orders import Order
from typhoon.engine.preview import Warnings


class Notes:
    """An umpire who only writes down what would happen; nothing that is tried out so may need a die."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def roll(self, purpose: str, sides: int = 6) -> int:
        raise AssertionError(f"a proposal throws no die for {purpose}")

    def throw(self, purpose: str, count: int, *, each: bool = False) -> list[int]:
        raise AssertionError(f"a proposal throws no dice for {purpose}")

    def pick(self, purpose: str, counts: Sequence[int]) -> int:
        raise AssertionError(f"a proposal draws nothing for {purpose}")

    def tell(self, kind: str, /, **facts: Any) -> None:
        self.events.append(Event(kind, facts))

    def tell_side(self, only: str, kind: str, /, **facts: Any) -> None:
        self.events.append(Event(kind, facts, only))


def planned(pos: Any, order: Order) -> Warnings:
    """What an order without dice would do, in the words in which it would be told."""
    twin, notes = pos.copy(), Notes()
    twin.frames[-1].apply(twin, order, notes)
    return Warnings(tuple([tell(event, pos.rules) for event in notes.events]), plan=True)
