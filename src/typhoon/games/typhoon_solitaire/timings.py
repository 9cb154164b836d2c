"""What benchmarks time of this game."""

from __future__ import annotations

from collections.abc import Callable

from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import bits


def timings(pos: SolitairePosition) -> dict[str, tuple[Callable[[], object], int]]:
    return {"pocket-detection": _pocket_detection(pos)}


def _pocket_detection(pos: SolitairePosition) -> tuple[Callable[[], object], int]:
    """What each hex near the front would cut off, were it to change hands."""
    changed = []
    for hex_ in bits(pos.rules.grid.within(pos.german, 6) & ~pos.german):
        twin = pos.copy()
        twin.german |= 1 << hex_
        changed.append((twin, hex_))
    cut_off_by = pos.rules.control.cut_off_by
    return lambda: [cut_off_by(twin, hex_) for twin, hex_ in changed], len(changed)
