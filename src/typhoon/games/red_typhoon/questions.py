"""What can be asked of a position, for people who set positions up."""

from __future__ import annotations

from typhoon.engine.questions import Question
from typhoon.games.red_typhoon.charts import SIDES
from typhoon.games.red_typhoon.position import RedPosition


def control(pos: RedPosition, hex_: str) -> str:
    """The side that controls a city or supply source; empty for any other hex."""
    bit = 1 << pos.rules.grid.index(hex_)
    return next((name for side, name in enumerate(SIDES) if pos.control[side] & bit), "")


def zone(pos: RedPosition, hex_: str) -> tuple[str, ...]:
    """The sides that have a hex in a zone of control."""
    index = pos.rules.grid.index(hex_)
    return tuple([name for side, name in enumerate(SIDES) if pos.zone(side) >> index & 1])


def isolated(pos: RedPosition, unit: str) -> bool:
    """Whether a unit can trace no line of communications."""
    number = pos.rules.unit_number[unit]
    return pos.rules.isolation.isolated(pos, pos.rules.side_of[number], pos.where[number])


def line(pos: RedPosition, unit: str) -> tuple[str, ...]:
    """A unit's line of communications; empty when it is isolated."""
    number = pos.rules.unit_number[unit]
    way = pos.rules.isolation.line_from(pos, pos.rules.side_of[number], pos.where[number])
    return tuple([pos.rules.grid.name[hex_] for hex_ in way or ()])


def retreats(pos: RedPosition, unit: str, hexes: str) -> list[tuple[str, ...]]:
    """The ways that a unit could retreat so many hexes."""
    number = pos.rules.unit_number[unit]
    ways = pos.rules.retreats.ways_out(pos, number, pos.where[number], int(hexes))
    return [tuple([pos.rules.grid.name[hex_] for hex_ in way]) for way in ways]


QUESTIONS: dict[str, Question] = {
    "control": control,
    "zone": zone,
    "isolated": isolated,
    "line": line,
    "retreats": retreats,
}
