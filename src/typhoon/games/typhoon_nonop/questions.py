"""What can be asked of a position, for people who set positions up."""

from __future__ import annotations

from typhoon.engine.questions import Question
from typhoon.games.typhoon_nonop.charts import SIDES, SOVIET
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.hexgrid import bits


def control(pos: NonopPosition, hex_: str) -> str:
    """The side that controls a hex."""
    return SIDES[pos.control[SOVIET] >> pos.rules.grid.index(hex_) & 1]


def zone(pos: NonopPosition, hex_: str) -> tuple[str, ...]:
    """The sides that have a hex in a zone of control."""
    index = pos.rules.grid.index(hex_)
    return tuple([name for side, name in enumerate(SIDES) if pos.zone(side) >> index & 1])


def supplied(pos: NonopPosition, hex_: str) -> tuple[str, ...]:
    """The sides that can trace a line of general supply from a hex."""
    index = pos.rules.grid.index(hex_)
    return tuple(
        [name for side, name in enumerate(SIDES) if pos.rules.supply.supplied(pos, side) >> index & 1]
    )


def nonop(pos: NonopPosition, hex_: str) -> tuple[str, ...]:
    """The Non-Op HQs in whose range a hex is."""
    index, command = pos.rules.grid.index(hex_), pos.rules.command
    hqs = [hq for hq in bits(command.nonop_hqs(pos)) if command.range_of(pos.where[hq]) >> index & 1]
    return tuple([pos.rules.unit_ids[hq] for hq in hqs])


QUESTIONS: dict[str, Question] = {"control": control, "zone": zone, "supplied": supplied, "nonop": nonop}
