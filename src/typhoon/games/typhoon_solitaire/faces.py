"""What the counters show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from typhoon.engine.face import CounterFace, Value
from typhoon.games.typhoon_solitaire.fire import Fray
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import bits

if TYPE_CHECKING:
    from typhoon.games.typhoon_solitaire import TyphoonSolitaire

SYMBOLS = {
    "rifle": "infantry",
    "guards": "infantry",
    "brigade": "infantry",
    "howitzer": "artillery",
    "mortar": "rocket",
}
"""Branch symbols of types that have none of their own name."""


def faces(pos: SolitairePosition) -> list[CounterFace]:
    """The German counters, the strongest of a stack on top, and the Soviets of the battle going on."""
    name = pos.rules.grid.name
    found = [_face(pos, unit, name[pos.where[unit]]) for unit in _strongest_last(pos, pos.in_play)]
    battle_hex = next((frame.hex for frame in pos.frames if isinstance(frame, Fray)), "")
    soviets = _strongest_last(pos, pos.defenders & ~pos.fallen)
    return found + [_face(pos, unit, battle_hex) for unit in soviets]


def _strongest_last(pos: SolitairePosition, units: int) -> list[int]:
    return sorted(bits(units), key=lambda unit: (pos.dice(unit), -unit))


def _face(pos: SolitairePosition, unit: int, hex_: str) -> CounterFace:
    marks = {"AIR": pos.air, "OUT": pos.fallen, "ASIDE": pos.aside}
    return replace(
        printed(pos.rules, unit, pos.dice(unit)),
        hex=hex_,
        second_side=bool((pos.reduced | pos.fallen) >> unit & 1),
        badges=tuple([badge for badge, units in marks.items() if units >> unit & 1]),
    )


def printed(rules: TyphoonSolitaire, unit: int, dice: int) -> CounterFace:
    """A counter with so many dice on it, wherever it is."""
    counter, elite = rules.counters[unit], bool(rules.elite >> unit & 1)
    return CounterFace(
        unit=counter.unit,
        hex="",
        side=counter.side,
        type=SYMBOLS.get(counter.type, counter.type),
        formation=counter.formation,
        size=counter.size,
        left=counter.short,
        values=(Value(str(dice), white=elite),) if counter.cdr else (),
        tint=rules.formation_of[unit] if counter.side == "german" else int(elite),
    )
