"""What the counters show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from typhoon.engine.face import CounterFace, Value
from typhoon.games.typhoon_solitaire.battle import Battle
from typhoon.games.typhoon_solitaire.breakout import Breakout
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
    germans = sorted(bits(pos.in_play), key=lambda unit: (pos.dice(unit), -unit))
    found = [_german(pos, unit) for unit in germans]
    hex_ = battle_hex(pos)
    if hex_:
        soviets = sorted(bits(pos.defenders & ~pos.fallen), key=lambda unit: (pos.dice(unit), -unit))
        found += [_soviet(pos, unit, hex_) for unit in soviets]
    return found


def battle_hex(pos: SolitairePosition) -> str:
    """Where a battle is going on; empty when there is none."""
    for frame in pos.frames:
        if isinstance(frame, (Battle, Breakout)):
            return frame.hex
    return ""


def portrait(rules: TyphoonSolitaire, unit: str) -> CounterFace:
    """A counter at full strength, wherever it is."""
    number = rules.unit_number[unit]
    shown = _german_face if rules.germans >> number & 1 else _soviet_face
    return shown(rules, number, "", rules.cdr[number])


def _german(pos: SolitairePosition, unit: int) -> CounterFace:
    rules, bit = pos.rules, 1 << unit
    badges = []
    if pos.air & bit:
        badges.append("AIR")
    if pos.fallen & bit:
        badges.append("OUT")
    face = _german_face(rules, unit, rules.grid.name[pos.where[unit]], pos.dice(unit))
    return replace(face, second_side=bool((pos.reduced | pos.fallen) & bit), badges=tuple(badges))


def _soviet(pos: SolitairePosition, unit: int, hex_: str) -> CounterFace:
    return replace(
        _soviet_face(pos.rules, unit, hex_, pos.dice(unit)),
        second_side=bool(pos.reduced >> unit & 1),
        badges=("ASIDE",) if pos.aside >> unit & 1 else (),
    )


def _german_face(rules: TyphoonSolitaire, unit: int, hex_: str, dice: int) -> CounterFace:
    counter = rules.counters[unit]
    return CounterFace(
        unit=counter.unit,
        hex=hex_,
        side="german",
        type=counter.type,
        formation=counter.formation,
        size=counter.size,
        left=counter.short,
        values=(Value(str(dice)),),
        tint=rules.formation_of[unit],
    )


def _soviet_face(rules: TyphoonSolitaire, unit: int, hex_: str, dice: int) -> CounterFace:
    counter = rules.counters[unit]
    elite = bool(rules.elite >> unit & 1)
    return CounterFace(
        unit=counter.unit,
        hex=hex_,
        side="soviet",
        type=SYMBOLS.get(counter.type, counter.type),
        formation=counter.formation,
        size=counter.size,
        left=counter.short,
        values=(Value(str(dice), white=elite),) if counter.cdr else (),
        tint=1 if elite else 0,
    )
