"""Where a front runs: round land that hangs together with places, on either side."""

from __future__ import annotations

from typing import Any

from typhoon.engine.rules import Rules
from typhoon.hexgrid import Grid


def places_of(rules: Rules[Any]) -> int:
    """The hexes of all named places."""
    found = 0
    for hexes in rules.annals.places.values():
        found |= hexes
    return found


def held(grid: Grid, german: int, places: int) -> int:
    """The German hexes without those that nobody holds: land that is cut off from all places of its own side
    was passed through, as by a raid, and goes with what lies around it."""
    if soviet := places & ~german:
        german = grid.all & ~grid.flood(soviet, grid.all & ~german)
    if own := places & german:
        german = grid.flood(own, german)
    return german
