"""What the counters show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from typhoon.engine.face import CounterFace, Value
from typhoon.games.red_typhoon.position import RedPosition

if TYPE_CHECKING:
    from typhoon.games.red_typhoon import RedTyphoon

SIZES = {"soviet": "XXXX", "german": "XX"}
SMALLER = {"airborne": "XXX", "partisan": "X", "cavalry": "XXX"}


def face(pos: RedPosition, unit: int) -> CounterFace:
    """What the counter of a unit on the map shows."""
    where, disrupted = pos.rules.grid.name[pos.where[unit]], bool(pos.disrupted >> unit & 1)
    return replace(printed(pos.rules, unit), hex=where, second_side=disrupted)


def printed(rules: RedTyphoon, unit: int) -> CounterFace:
    """What is printed on a counter."""
    counter = rules.counters[unit]
    size = SIZES[counter.side]
    if counter.side == "soviet":
        size = SMALLER.get(counter.type, size)
    elif "Bde" in counter.identity:
        size = "X"
    formation = rules.formation_number[counter.formation]
    return CounterFace(
        unit=counter.unit,
        hex="",
        side=counter.side,
        type=counter.type,
        formation=counter.formation,
        size=size,
        left=_beside(counter.identity, rules.names.short(counter.unit)),
        values=(
            Value(str(counter.strength), counter.white_strength),
            Value(str(counter.movement), counter.white_movement),
        ),
        colours="white on dark grey" if rules.panzers >> unit & 1 else "",
        tint=formation - _lowest(rules.formations_of[rules.side_of[unit]]),
    )


def _lowest(formations: int) -> int:
    return (formations & -formations).bit_length() - 1


def _beside(identity: str, short: str) -> str:
    """A name that fits beside the symbol, which says what kind of unit it is.

    >>> _beside("253 ID", "253 ID"), _beside("3rd/4th Shock Army infantry", "NW 1")
    ('253', 'NW 1')
    """
    number = identity.split()[0]
    return number if number.isdigit() else short
