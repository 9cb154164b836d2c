"""Positions in words, and back: what journals, views and hand-made positions are written in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.phase import Phase
from typhoon.engine.ruling import ImpossiblePosition
from typhoon.games.red_typhoon.activation import SAVED_AT_START
from typhoon.games.red_typhoon.advance import Advancing
from typhoon.games.red_typhoon.charts import GERMAN, SIDES, SOVIET, SideName
from typhoon.games.red_typhoon.combat import Combat
from typhoon.games.red_typhoon.control import set_control
from typhoon.games.red_typhoon.movement import Movement
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.reinforcements import Partisans, PlacePartisan
from typhoon.games.red_typhoon.results import Loss
from typhoon.games.red_typhoon.retreat import Retreating, Surplus
from typhoon.games.red_typhoon.setup import SetUp
from typhoon.games.red_typhoon.stacking import LIMIT, RemoveExcess, overfull_hexes
from typhoon.hexgrid import bits
from typhoon.mechanics.snapshots import read


class UnitState(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A unit that is on the map, with what is not as usual about it."""

    hex: str
    disrupted: bool = False
    spent: float = 0.0
    stopped: bool = False
    attacked: bool = False
    defended: bool = False


class Snapshot(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A position in words."""

    turn: int = 1
    phase: str = "soviet movement"
    units: dict[str, Any] = {}
    """For each unit its hex, or its ``UnitState``, or ``"eliminated"``; units left out are not on the map."""
    control: dict[str, SideName] = {}
    """Who controls cities and sources, where it differs from the start and from who stands there."""
    ap: dict[SideName, int] | None = None
    """Unused points; when left out, what the side to act would have received."""
    move_orders: tuple[str, ...] = ()
    attack_orders: tuple[str, ...] = ()
    withdrawn_on: int = 0
    frames: list[Any] | None = None
    """What interrupts the phase, as a snapshot of the program gives it."""
    result: dict[str, Any] | None = None


def take(pos: RedPosition) -> dict[str, Any]:
    """The snapshot of a position."""
    rules = pos.rules
    name = rules.board.grid.name
    units: dict[str, Any] = {}
    odd = pos.disrupted | pos.stopped | pos.attacked | pos.defended
    for unit, hex_ in enumerate(pos.where):
        if hex_ < 0:
            if pos.eliminated >> unit & 1:
                units[rules.unit_ids[unit]] = "eliminated"
        elif odd >> unit & 1 or pos.left[unit] != rules.allowance[unit]:
            units[rules.unit_ids[unit]] = msgspec.to_builtins(_state(pos, unit))
        else:
            units[rules.unit_ids[unit]] = name[hex_]
    found: dict[str, Any] = {
        "turn": pos.turn,
        "phase": rules.phase_in_play(pos),
        "units": units,
        "control": {name[h]: SIDES[s] for s in (SOVIET, GERMAN) for h in bits(pos.control[s])},
        "ap": {SIDES[s]: pos.ap[s] for s in (SOVIET, GERMAN)},
        "move_orders": [rules.formation_ids[f] for f in bits(pos.move_orders)],
        "attack_orders": [rules.formation_ids[f] for f in bits(pos.attack_orders)],
    }
    if pos.withdrawn_on:
        found["withdrawn_on"] = pos.withdrawn_on
    if pos.step < 0 or pos.frames != [rules.sequence[pos.step]]:
        found["frames"] = rules.frames_to_data(pos)
    if pos.result is not None:
        found["result"] = msgspec.to_builtins(pos.result)
    return found


def _state(pos: RedPosition, unit: int) -> UnitState:
    state = UnitState(
        pos.rules.board.grid.name[pos.where[unit]],
        disrupted=bool(pos.disrupted >> unit & 1),
        stopped=bool(pos.stopped >> unit & 1),
        attacked=bool(pos.attacked >> unit & 1),
        defended=bool(pos.defended >> unit & 1),
    )
    if spent := pos.rules.allowance[unit] - pos.left[unit]:
        state.spent = spent / 2
    return state


def restore(pos: RedPosition, data: Mapping[str, Any]) -> None:
    """Fill an empty position from a snapshot; ``ImpossiblePosition`` when it cannot be."""
    snapshot = read(data, Snapshot)
    for name, state in snapshot.units.items():
        _set_unit(pos, name, state)
    # Which phases there are can depend on the units.
    _set_clock(pos, snapshot)
    _check_stacks(pos)
    _set_control(pos, snapshot)
    _set_points(pos, snapshot)
    if snapshot.withdrawn_on:
        _set_withdrawn(pos, snapshot.withdrawn_on)


def _set_clock(pos: RedPosition, snapshot: Snapshot) -> None:
    rules = pos.rules
    if not 1 <= snapshot.turn <= rules.last_turn:
        raise ImpossiblePosition(f"turn: {snapshot.turn} is not a turn from 1 to {rules.last_turn}")
    pos.turn = snapshot.turn
    if snapshot.frames is None:
        rules.choose_phase(pos, snapshot.phase)
        return
    if snapshot.phase != "set-up":
        rules.choose_phase(pos, snapshot.phase)
    pos.frames = rules.frames_from_data(snapshot.frames)
    _check_frames(pos)


_COMBAT_FRAMES = (RemoveExcess, Loss, Retreating, Surplus, Advancing)


def _check_frames(pos: RedPosition) -> None:
    """Frames come from files too: they must belong to the phase, and what they name must be there."""
    frames = pos.frames
    if not frames:
        raise ImpossiblePosition("frames: there must be at least one")
    fits = all(isinstance(frame, SetUp) for frame in frames)
    if pos.step >= 0:
        phase, bottom = pos.rules.sequence[pos.step], frames[0]
        fits = bottom == phase and (len(frames) == 1 or isinstance(phase, Combat))
        fits &= all(isinstance(frame, _COMBAT_FRAMES) for frame in frames[1:])
        if len(frames) == 1 and isinstance(phase, Movement):
            fits |= bottom == RemoveExcess(phase.side)
        if len(frames) == 1 and isinstance(phase, Partisans):
            fits |= isinstance(bottom, PlacePartisan)
    if not fits:
        raise ImpossiblePosition(f"frames: they do not belong to the {pos.rules.phase_in_play(pos)} phase")
    for frame in frames:
        _check_frame(pos, frame)


def _check_frame(pos: RedPosition, frame: Phase[RedPosition]) -> None:
    rules = pos.rules
    side = getattr(frame, "side", getattr(frame, "conductor", SOVIET))
    if side not in (SOVIET, GERMAN):
        raise ImpossiblePosition(f"frames: there is no side {side}")
    units = list(getattr(frame, "units", ()))
    hexes = [frame.hex] if isinstance(frame, (Advancing, Surplus)) else []
    if isinstance(frame, Surplus):
        units += [unit for unit, _ in frame.candidates]
    for unit, hex_ in getattr(frame, "candidates", getattr(frame, "done", ())):
        hexes.append(hex_)
        if unit not in rules.unit_number:
            raise ImpossiblePosition(f"frames: there is no unit '{unit}'")
    for unit in units:
        if unit not in rules.unit_number or not pos.on_map(rules.unit_number[unit]):
            raise ImpossiblePosition(f"frames: there is no unit '{unit}' on the map")
    for hex_ in hexes:
        if hex_ not in rules.board.grid:
            raise ImpossiblePosition(f"frames: there is no hex {hex_} on the map")
    if isinstance(frame, (Loss, Surplus)) and not units:
        raise ImpossiblePosition("frames: nobody is named to be lost or to retreat")
    if isinstance(frame, Retreating) and not 1 <= frame.distance <= 4:
        raise ImpossiblePosition(f"frames: nobody retreats {frame.distance} hexes (9.11)")
    if isinstance(frame, PlacePartisan) and frame.area not in rules.partisan_areas:
        raise ImpossiblePosition(f"frames: there is no partisan area {frame.area}")


def _set_unit(pos: RedPosition, name: str, told: Any) -> None:
    rules = pos.rules
    unit = rules.unit_number.get(name)
    if unit is None:
        raise ImpossiblePosition(f"units: there is no unit '{name}'")
    if rules.unused_first_shock_army(pos.options) >> unit & 1:
        raise ImpossiblePosition(f"units: {name} is the counter of 1S that is not used in this game (3.2)")
    if told == "eliminated":
        pos.eliminated |= 1 << unit
        return
    try:
        state = UnitState(told) if isinstance(told, str) else msgspec.convert(told, UnitState)
    except msgspec.ValidationError as error:
        raise ImpossiblePosition(f"units: {name}: {error}") from error
    if state.hex not in rules.board.grid:
        raise ImpossiblePosition(f"units: {name}: there is no hex {state.hex} on the map")
    if not 0 <= state.spent * 2 <= rules.allowance[unit] or state.spent * 2 % 1:
        raise ImpossiblePosition(f"units: {name} cannot have spent {state.spent} movement points")
    bit = 1 << unit
    pos.disrupted |= bit * state.disrupted
    pos.stopped |= bit * state.stopped
    pos.attacked |= bit * state.attacked
    pos.defended |= bit * state.defended
    pos.left[unit] -= int(state.spent * 2)
    pos.place(unit, rules.board.grid.index(state.hex))


@case("7.0")
def _check_stacks(pos: RedPosition) -> None:
    """No hex is shared by enemies, and none is overfull except in mid-movement."""
    describe = pos.rules.board.describe
    for hex_ in bits(pos.occupied[SOVIET] & pos.occupied[GERMAN]):
        raise ImpossiblePosition(f"units: both sides stand in {describe(hex_)}")
    settled = len(pos.frames) == 1
    for side in (SOVIET, GERMAN):
        moving = pos.frames[0] in (Movement(side), RemoveExcess(side))
        for hex_ in overfull_hexes(pos, side):
            if settled and not moving:
                raise ImpossiblePosition(
                    f"units: {describe(hex_)} holds more than the {LIMIT[side]} units that may stack (7.0)"
                )


def _set_control(pos: RedPosition, snapshot: Snapshot) -> None:
    set_control(pos)
    grid = pos.rules.board.grid
    for number, name in snapshot.control.items():
        hex_ = grid.index(number) if number in grid else -1
        if hex_ < 0 or not pos.rules.key_hexes >> hex_ & 1:
            raise ImpossiblePosition(f"control: {number} is no city or supply source")
        side = SIDES.index(name)
        if pos.occupied[1 - side] >> hex_ & 1:
            raise ImpossiblePosition(f"control: {number} is occupied by the other side")
        pos.control[side] |= 1 << hex_
        pos.control[1 - side] &= ~(1 << hex_)
    for side in (SOVIET, GERMAN):
        if not pos.rules.deciding_sources[1 - side] & ~pos.control[side]:
            raise ImpossiblePosition(f"control: the {SIDES[side]} side would have won already (4.2)")


def _set_points(pos: RedPosition, snapshot: Snapshot) -> None:
    rules = pos.rules
    if snapshot.ap is None:
        _usual_points(pos)
    else:
        for name, value in snapshot.ap.items():
            if value < 0:
                raise ImpossiblePosition(f"ap: the {name} side cannot have {value} activation points")
            pos.ap[SIDES.index(name)] = value
    for kind, codes in (("move_orders", snapshot.move_orders), ("attack_orders", snapshot.attack_orders)):
        given = 0
        for code in codes:
            if code not in rules.formation_number:
                raise ImpossiblePosition(f"{kind}: there is no formation '{code}'")
            given |= 1 << rules.formation_number[code]
        setattr(pos, kind, given)


def _usual_points(pos: RedPosition) -> None:
    """The points of the side whose player turn it is, and the savings of the start."""
    acting = SOVIET if pos.step < pos.rules.first_german_step else GERMAN
    received = pos.step >= 0 and pos.rules.sequence[pos.step].name != f"{SIDES[acting]} activation points"
    pos.ap[acting] = pos.rules.income[acting][pos.turn] * received
    if pos.turn == 1 and acting == SOVIET:
        pos.ap[SOVIET] += SAVED_AT_START


def _set_withdrawn(pos: RedPosition, turn: int) -> None:
    if turn not in pos.rules.withdrawal_vp or turn > pos.turn:
        raise ImpossiblePosition(f"withdrawn_on: 1S cannot have been withdrawn on turn {turn} (13.1)")
    if pos.rules.first_shock_army & (pos.in_play | pos.eliminated):
        raise ImpossiblePosition("withdrawn_on: 1S is on the map or eliminated")
    pos.withdrawn_on = turn
