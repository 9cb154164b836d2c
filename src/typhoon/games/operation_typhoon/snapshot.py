"""Positions in words: what journals, views and hand-made positions are written in."""

from __future__ import annotations

from typing import Any

import msgspec

from typhoon.games.operation_typhoon.attacks import name_of
from typhoon.games.operation_typhoon.charts import GERMAN, GROUNDS, SIDES, SOVIET, WEATHERS
from typhoon.games.operation_typhoon.ground import SIXTHS
from typhoon.games.operation_typhoon.position import NO_CHIT, TyphoonPosition
from typhoon.hexgrid import bits

MODES = ("tactical", "strategic", "rail", "entered")
GONE = ("eliminated", "withdrawn")


class UnitState(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A unit on the map, with what is not as usual about it."""

    hex: str
    chit: str = ""
    """The strength chit under it; ``?`` where that is hidden."""
    reduced: bool = False
    cadre: bool = False
    seen: int = 0
    """The strength that it last showed in combat."""
    supply: str = ""
    """``out`` or ``isolated``."""
    uncommitted: bool = False
    moved: str = ""
    left: float = 0.0
    """Movement points left to a unit that has moved."""
    escaped: bool = False
    entered: int = 0
    fought: bool = False
    fled: bool = False
    no_zone: bool = False


class CombatState(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    target: str
    units: tuple[str, ...]
    air: int = 0
    cover: int = 0


class Snapshot(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A position in words."""

    scenario: str = "guderian"
    turn: int = 1
    phase: str = "german movement"
    units: dict[str, Any] = {}
    """For each unit on the map its hex, or its ``UnitState``; or ``"eliminated"`` or ``"withdrawn"``."""
    arrivals: dict[str, tuple[int, str]] | None = None
    """Units still to come, with turn and area; as scheduled when left out."""
    exited: dict[str, str] = {}
    weather: str = "overcast"
    ground: str = "ground freeze"
    snow: bool = False
    supported: tuple[str, ...] | None = None
    """German HQs in support; all of them when left out."""
    assaulted: tuple[str, ...] = ()
    assaulting: tuple[str, ...] = ()
    air: dict[str, int] | None = None
    interdicted: tuple[str, ...] = ()
    control: dict[str, str] = {}
    """Who was last in towns and cities, where it differs from the start."""
    hedgehogs: tuple[str, ...] = ()
    vp: int = 0
    plan: str = ""
    open: bool = False
    """Whether both players may look at all chits (23.0); the option decides."""
    columns: dict[str, int] = {}
    combats: tuple[CombatState, ...] = ()
    defending: tuple[str, ...] = ()
    frames: list[Any] | None = None
    result: dict[str, Any] | None = None


def take(pos: TyphoonPosition) -> dict[str, Any]:
    """The snapshot of a position."""
    rules, name = pos.rules, pos.ground.grid.name
    units: dict[str, Any] = {}
    for unit in bits(pos.in_play):
        units[rules.unit_ids[unit]] = _unit(pos, unit)
    units |= dict.fromkeys(pos.names(pos.eliminated), "eliminated")
    units |= dict.fromkeys(pos.names(pos.withdrawn), "withdrawn")
    start = pos.ground.key_hexes & pos.ground.west
    found: dict[str, Any] = {
        "scenario": pos.scenario.id,
        "turn": pos.turn,
        "phase": rules.phase_in_play(pos),
        "units": units,
        "arrivals": {
            rules.unit_ids[unit]: [turn, area] for unit, (turn, area) in sorted(pos.arrival.items())
        },
        "weather": WEATHERS[pos.weather],
        "ground": GROUNDS[pos.ground_state],
        "supported": pos.names(pos.supported),
        "air": {side: pos.air[number] for number, side in enumerate(SIDES)},
        "control": {
            name[hex_]: SIDES[side]
            for side, usual in ((GERMAN, start), (SOVIET, pos.ground.key_hexes & ~start))
            for hex_ in bits(pos.control[side] & ~usual)
        },
        "vp": pos.vp,
    }
    optional = {
        "exited": {rules.unit_ids[unit]: name[hex_] for unit, hex_ in sorted(pos.exited.items())},
        "snow": pos.snow,
        "assaulted": pos.names(pos.assaulted),
        "assaulting": pos.names(pos.assaulting),
        "interdicted": pos.ground.grid.numbers(pos.interdicted),
        "hedgehogs": pos.ground.grid.numbers(pos.hedgehogs),
        "plan": pos.plan,
        "open": pos.options["strengths"] == "open",
        "columns": {name[hex_]: count for hex_, count in sorted(pos.columns_at.items())},
        "combats": [
            msgspec.to_builtins(CombatState(name_of(pos, c.targets), pos.names(c.units), c.air, c.cover))
            for c in pos.combats
        ],
        "defending": pos.names(pos.defending),
    }
    found |= {key: value for key, value in optional.items() if value}
    if pos.step < 0 or pos.frames != [rules.sequence[pos.step]]:
        found["frames"] = rules.frames_to_data(pos)
    if pos.result is not None:
        found["result"] = msgspec.to_builtins(pos.result)
    return found


def _unit(pos: TyphoonPosition, unit: int) -> Any:
    bit = 1 << unit
    state = UnitState(pos.ground.grid.name[pos.where[unit]])
    if pos.chit[unit] != NO_CHIT:
        state.chit = pos.rules.all_chits[pos.chit[unit]].chit
    state.reduced, state.cadre = bool(pos.reduced & bit), bool(pos.cadres & bit)
    state.seen = pos.seen[unit]
    state.supply = "isolated" if pos.isolated & bit else "out" if pos.out & bit else ""
    state.uncommitted = bool(pos.uncommitted & bit)
    for mode, word in enumerate(MODES):
        if pos.moving[mode] & bit:
            state.moved, state.left = word, pos.left[unit] / SIXTHS
    state.escaped = bool(pos.escaped & bit)
    state.entered = pos.entered.get(unit, 0)
    state.fought, state.fled = bool(pos.fought & bit), bool(pos.fled & bit)
    state.no_zone = bool(pos.no_zone & bit)
    told = msgspec.to_builtins(state)
    return told if len(told) > 1 else state.hex
