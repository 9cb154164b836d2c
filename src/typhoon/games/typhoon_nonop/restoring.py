"""What a position told in few words leaves out, and what cannot be."""

from __future__ import annotations

from typing import Any

from typhoon.engine.ruling import ImpossiblePosition
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits


def fits(pos: NonopPosition) -> bool:
    """Whether the lowest frame belongs to the phase."""
    if pos.step < 0:
        return not pos.frames
    name: str = getattr(pos.frames[0], "name", "")
    return name == pos.rules.phase_in_play(pos)


def complete(pos: NonopPosition, told: Any) -> None:
    law = pos.rules
    if told.arrivals is None:
        gone = pos.in_play | pos.cadre | pos.barred
        pos.arrivals = law.arrivals.scheduled() & ~gone
    for name in pos.names(pos.nonop & ~law.command.two_sided):
        raise ImpossiblePosition(f"units: {name} has no Non-Op side (22.2.1)")
    for name in pos.names(pos.arrivals & pos.in_play):
        raise ImpossiblePosition(f"arrivals: {name} is on the map")
    for hex_ in law.grid.numbers((pos.occupied[0] | pos.occupied[1]) & law.ground.lakes):
        raise ImpossiblePosition(f"units: {hex_} is a lake (B10.10)")
    for unit in bits(pos.overrun & pos.in_play):
        pos.look(law.side_of[unit], pos.where[unit])
