"""The units of a snapshot with the figures on their counters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from typhoon.engine.rules import Rules

_STATES = ("disrupted", "stopped", "attacked", "spent")


class Piece(msgspec.Struct, frozen=True):
    """A unit on the map, as its counter shows it."""

    unit: str
    hex: str
    side: str
    type: str
    formation: str
    identity: str
    strength: int
    movement: int
    white_strength: bool
    white_movement: bool
    state: dict[str, Any]
    """What is not as usual about it."""

    @property
    def disrupted(self) -> bool:
        return bool(self.state.get("disrupted"))

    def __str__(self) -> str:
        told = f"{self.unit} {self.strength}-{self.movement} {self.type}"
        if self.formation:
            told += f", formation {self.formation}"
        for state in _STATES:
            value = self.state.get(state)
            if value is True:
                told += f", {state}"
            elif value:
                told += f", {value:g} points {state}"
        return told


def pieces(rules: Rules[Any], position: Mapping[str, Any]) -> list[Piece]:
    """All units of a snapshot that are on the map."""
    grid = rules.board.grid
    counters: Any = rules
    found = []
    for unit, state in position["units"].items():
        if isinstance(state, str):
            state = {"hex": state}
        if state.get("hex") in grid:
            found.append(_piece(counters.counters[rules.unit_number[unit]], state))
    return found


def _piece(counter: Any, state: dict[str, Any]) -> Piece:
    return Piece(
        counter.unit,
        state["hex"],
        counter.side,
        counter.type,
        counter.formation,
        counter.identity,
        counter.strength,
        counter.movement,
        counter.white_strength,
        counter.white_movement,
        state,
    )
