"""Pressure on places: what each side may hope to take from the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from typhoon.hexgrid import Grid


class Goal(NamedTuple):
    """A place that is fought for."""

    hex: int
    around: int
    """The hexes from which it is pressed on, and kept."""
    worth: float


def goals(grid: Grid, worths: Mapping[int, float], near: int) -> list[Goal]:
    """Places by their hexes, to be looked at so far around."""
    return [Goal(hex_, grid.disc(hex_, near), worth) for hex_, worth in worths.items() if worth]


def pressure(places: Iterable[Goal], held: Sequence[int], occupied: Sequence[int]) -> tuple[float, float]:
    """What the places are worth that the other side holds, each by the share of the hexes occupied around it.

    Who stands in three hexes near a town worth 4, its holder in one, has three quarters of 4.
    """
    found = [0.0, 0.0]
    for hex_, around, worth in places:
        holder = 0 if held[0] >> hex_ & 1 else 1
        if near := (around & occupied[1 - holder]).bit_count():
            found[1 - holder] += worth * near / (near + (around & occupied[holder]).bit_count())
    return found[0], found[1]
