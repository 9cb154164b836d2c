"""Pressure on places: what each side may hope to take from the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from typhoon.hexgrid import Grid, bits


class Goal(NamedTuple):
    """A place that is fought for."""

    hex: int
    around: int
    """The hexes from which it is pressed on, and kept."""
    worth: float


def goals(grid: Grid, worths: Mapping[int, float], near: int) -> list[Goal]:
    """Places by their hexes, to be looked at so far around."""
    return [Goal(hex_, grid.disc(hex_, near), worth) for hex_, worth in worths.items() if worth]


def strength_by_hex(
    where: Sequence[int], units: Iterable[int], strength: Sequence[float]
) -> dict[int, float]:
    """The strength of units that stand in each hex."""
    found: dict[int, float] = {}
    for unit in units:
        hex_ = where[unit]
        found[hex_] = found.get(hex_, 0.0) + strength[unit]
    return found


def pressure(
    places: Iterable[Goal], held: Sequence[int], occupied: Sequence[int], strength: Mapping[int, float]
) -> tuple[float, float]:
    """What the places are worth that the other side holds, each by the share of the strength around it.

    Who has 6 strength points near a town worth 3, its holder having 2, has three quarters of 3.
    """
    found = [0.0, 0.0]
    for hex_, around, worth in places:
        holder = 0 if held[0] >> hex_ & 1 else 1
        if near := around & occupied[1 - holder]:
            own = sum([strength.get(hex_, 0.0) for hex_ in bits(near)])
            other = sum([strength.get(hex_, 0.0) for hex_ in bits(around & occupied[holder])])
            found[1 - holder] += worth * own / (own + other) if own else 0.0
    return found[0], found[1]
