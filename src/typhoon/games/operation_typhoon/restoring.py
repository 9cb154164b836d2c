"""Positions out of words, with everything checked that can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.ruling import ImpossiblePosition
from typhoon.games.operation_typhoon.arrivals import area_hexes
from typhoon.games.operation_typhoon.charts import GERMAN, GROUNDS, SIDES, SOVIET, WEATHERS
from typhoon.games.operation_typhoon.commitment import Commitment
from typhoon.games.operation_typhoon.declaring import Declaring
from typhoon.games.operation_typhoon.ground import SIXTHS
from typhoon.games.operation_typhoon.movement import Movement
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.games.operation_typhoon.resolving import Resolving
from typhoon.games.operation_typhoon.scenarios import SCENARIOS
from typhoon.games.operation_typhoon.setup import Planning, SetUp
from typhoon.games.operation_typhoon.snapshot import MODES, Snapshot, UnitState
from typhoon.games.operation_typhoon.stacking import RemoveExcess, overfull
from typhoon.games.operation_typhoon.supply import determine
from typhoon.games.operation_typhoon.support import Allocation, Supporting
from typhoon.games.operation_typhoon.victory import PLANS
from typhoon.hexgrid import bits
from typhoon.mechanics.snapshots import read

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon import OperationTyphoon


def restore(rules: OperationTyphoon, data: Mapping[str, Any], options: Mapping[str, str]) -> TyphoonPosition:
    """The position that a snapshot tells of; ``ImpossiblePosition`` when there can be no such thing."""
    told = read(data, Snapshot)
    if told.scenario not in SCENARIOS:
        known = ", ".join(SCENARIOS)
        raise ImpossiblePosition(f"scenario: there is no scenario '{told.scenario}'; there are {known}")
    pos = TyphoonPosition(rules, told.scenario, dict(options))
    if not 1 <= told.turn <= pos.scenario.last_turn:
        raise ImpossiblePosition(f"turn: {told.turn} is not a turn from 1 to {pos.scenario.last_turn}")
    pos.turn = told.turn
    _set_state_of_things(pos, told)
    for name, state in told.units.items():
        _set_unit(pos, name, state)
    _set_arrivals(pos, told)
    _set_marks(pos, told)
    _set_combats(pos, told)
    _set_frames(pos, told)
    _set_control(pos, told)
    if told.supported is None and told.frames is None:
        determine(pos)  # a position told in few words is in the supply that it would be in
    _check_stacks(pos)
    return pos


def _set_state_of_things(pos: TyphoonPosition, told: Snapshot) -> None:
    for what, value, known in (("weather", told.weather, WEATHERS), ("ground", told.ground, GROUNDS)):
        if value not in known:
            raise ImpossiblePosition(f"{what}: '{value}' is none of {', '.join(known)}")
    pos.weather = WEATHERS.index(told.weather)
    pos.ground_state = GROUNDS.index(told.ground)
    pos.snow = told.snow
    if told.plan and (told.plan not in PLANS or not pos.scenario.plans):
        raise ImpossiblePosition(f"plan: there is no plan '{told.plan}' in this scenario")
    pos.plan = told.plan
    if told.vp < 0:
        raise ImpossiblePosition(f"vp: {told.vp} is less than 0")
    pos.vp = told.vp
    air = {"german": pos.scenario.german_air, "soviet": pos.scenario.soviet_air}
    for side, points in (told.air if told.air is not None else {s: n // 2 for s, n in air.items()}).items():
        if side not in SIDES or not 0 <= points <= air[side]:
            raise ImpossiblePosition(f"air: {side} cannot have {points} air points")
        pos.air[SIDES.index(side)] = points


def _unit_number(pos: TyphoonPosition, where: str, name: str) -> int:
    unit = pos.rules.unit_number.get(name)
    if unit is None:
        raise ImpossiblePosition(f"{where}: there is no unit '{name}'")
    return unit


def _hex(pos: TyphoonPosition, where: str, number: str) -> int:
    if number not in pos.ground.grid:
        raise ImpossiblePosition(f"{where}: there is no hex {number} in play")
    return pos.ground.grid.index(number)


def _set_of(pos: TyphoonPosition, where: str, names: tuple[str, ...], among: int, kind: str) -> int:
    found = 0
    for name in names:
        unit = _unit_number(pos, where, name)
        if not among >> unit & 1:
            raise ImpossiblePosition(f"{where}: {name} is no {kind}")
        found |= 1 << unit
    return found


def _set_unit(pos: TyphoonPosition, name: str, told: Any) -> None:
    rules = pos.rules
    unit = _unit_number(pos, "units", name)
    bit = 1 << unit
    if told == "eliminated":
        pos.eliminated |= bit
        return
    if told == "withdrawn":
        pos.withdrawn |= bit
        return
    try:
        state = UnitState(told) if isinstance(told, str) else msgspec.convert(told, UnitState)
    except msgspec.ValidationError as error:
        raise ImpossiblePosition(f"units: {name}: {error}") from error
    hex_ = _hex(pos, f"units: {name}", state.hex)
    if not pos.ground.open >> hex_ & 1:
        raise ImpossiblePosition(f"units: {name} cannot stand in the lake {state.hex}")
    _set_strength(pos, unit, name, state)
    if state.supply not in ("", "out", "isolated"):
        raise ImpossiblePosition(f"units: {name}: supply is 'out' or 'isolated', not '{state.supply}'")
    pos.out |= bit * (state.supply == "out")
    pos.isolated |= bit * (state.supply == "isolated")
    if state.uncommitted and rules.side_of[unit] == GERMAN:
        raise ImpossiblePosition(f"units: {name} is German and always committed")
    pos.uncommitted |= bit * state.uncommitted
    if state.moved:
        if state.moved not in MODES:
            raise ImpossiblePosition(f"units: {name}: '{state.moved}' is none of {', '.join(MODES)}")
        if (
            not 0 <= state.left <= rules.counters[unit].movement
            or (state.left * SIXTHS) % 1 > 1e-6 < 1 - 1e-6
        ):
            raise ImpossiblePosition(f"units: {name} cannot have {state.left} movement points left")
        pos.moving[MODES.index(state.moved)] |= bit
        pos.left[unit] = round(state.left * SIXTHS)
    pos.escaped |= bit * state.escaped
    if state.entered > pos.turn:
        raise ImpossiblePosition(f"units: {name} has not entered yet on turn {pos.turn} (12.62)")
    if state.entered:
        pos.entered[unit] = state.entered
    pos.fought |= bit * state.fought
    pos.fled |= bit * state.fled
    pos.no_zone |= bit * state.no_zone
    pos.place(unit, hex_)


def _set_strength(pos: TyphoonPosition, unit: int, name: str, state: UnitState) -> None:
    rules, bit = pos.rules, 1 << unit
    if (state.chit or state.cadre) and not rules.counters[unit].class_:
        raise ImpossiblePosition(f"units: {name} has neither a chit nor a cadre side (8.6)")
    if state.chit and state.cadre:
        raise ImpossiblePosition(f"units: {name} is a cadre and has no chit (8.52)")
    if state.chit:
        known = {
            rules.all_chits[chit].chit: chit for chit in (*rules.cup_of(unit), rules.constant_chit(unit))
        }
        if state.chit not in known:
            raise ImpossiblePosition(f"units: {name}: '{state.chit}' is no chit of its cup (8.34)")
        chit = known[state.chit]
        if chit < len(pos.pool):
            if pos.pool[chit] < 1:
                raise ImpossiblePosition(f"units: {name}: there are no more chits '{state.chit}'")
            pos.pool[chit] -= 1
        pos.chit[unit] = chit
    elif state.reduced:
        raise ImpossiblePosition(f"units: {name} has no chit that could be reduced")
    if state.reduced and not rules.all_chits[pos.chit[unit]].strength(
        rules.counters[unit].class_, reduced=True
    ):
        raise ImpossiblePosition(
            f"units: {name} would be a cadre: the back of {state.chit} shows zero (9.82)"
        )
    pos.reduced |= bit * state.reduced
    pos.cadres |= bit * state.cadre
    pos.seen[unit] = state.seen


def _set_arrivals(pos: TyphoonPosition, told: Snapshot) -> None:
    gone = pos.in_play | pos.eliminated | pos.withdrawn
    if told.arrivals is None:
        usual = pos.rules.arrivals(pos.scenario)
        pos.arrival = {
            unit: when for unit, when in usual.items() if not gone >> unit & 1 and when[0] >= pos.turn
        }
    else:
        for name, (turn, area) in told.arrivals.items():
            unit = _unit_number(pos, "arrivals", name)
            if gone >> unit & 1:
                raise ImpossiblePosition(f"arrivals: {name} is on the map or out of the game")
            if not area_hexes(pos, area):
                raise ImpossiblePosition(f"arrivals: {name}: there is no entry area '{area}' in play (15.11)")
            pos.arrival[unit] = turn, area
    for name, number in told.exited.items():
        unit = _unit_number(pos, "exited", name)
        if gone >> unit & 1 or unit in pos.arrival:
            raise ImpossiblePosition(f"exited: {name} is on the map, out of the game or still to come")
        pos.exited[unit] = _hex(pos, "exited", number)


def _set_marks(pos: TyphoonPosition, told: Snapshot) -> None:
    rules = pos.rules
    pos.supported = (
        rules.german_hqs if told.supported is None
        else _set_of(pos, "supported", told.supported, rules.german_hqs, "German HQ")
    )  # fmt: skip
    pos.assaulted = _set_of(pos, "assaulted", told.assaulted, rules.hqs, "HQ")
    hqs = rules.hqs & (pos.in_play | pos.eliminated)  # one may fall in its own assault
    pos.assaulting = _set_of(pos, "assaulting", told.assaulting, hqs, "HQ on the map")
    for number in told.interdicted:
        hex_ = _hex(pos, "interdicted", number)
        if not pos.ground.rail_hexes >> hex_ & 1:
            raise ImpossiblePosition(f"interdicted: no railway runs through {number} (17.31)")
        pos.interdicted |= 1 << hex_
    for number in told.hedgehogs:
        pos.hedgehogs |= 1 << _hex(pos, "hedgehogs", number)
    for hex_ in bits(pos.hedgehogs):
        pos.firm_up(GERMAN, hex_)
    for number, count in told.columns.items():
        pos.columns_at[_hex(pos, "columns", number)] = count


def _set_combats(pos: TyphoonPosition, told: Snapshot) -> None:
    combats = []
    for state in told.combats:
        targets = tuple(_hex(pos, "combats", number) for number in state.target.split("+"))
        units = _set_of(pos, "combats", state.units, pos.in_play | pos.eliminated, "unit of the game")
        if not units:
            raise ImpossiblePosition(f"combats: nobody attacks {state.target}")
        combats.append(Combat(targets, units, state.air, state.cover))
    pos.combats = tuple(combats)
    pos.defending = _set_of(pos, "defending", told.defending, pos.in_play, "unit on the map")


def _set_frames(pos: TyphoonPosition, told: Snapshot) -> None:
    rules = pos.rules
    if told.phase != "set-up":
        rules.choose_phase(pos, told.phase)
    if told.frames is not None:
        pos.frames = rules.frames_from_data([_as_told_now(pos, frame) for frame in told.frames])
    elif told.phase == "set-up":
        raise ImpossiblePosition("frames: a set-up needs its frames")
    if not pos.frames:
        raise ImpossiblePosition("frames: there must be at least one")
    bottom = pos.frames[0]
    if pos.step < 0:
        pos.uncommitted = rules.held_back(pos.scenario)  # also those that are not placed yet
        fits = all(isinstance(frame, (SetUp, Planning)) for frame in pos.frames)
    else:
        phase = rules.sequence[pos.step]
        stands_for = {Movement: RemoveExcess, Declaring: Resolving, Allocation: Supporting}
        fits = (
            bottom == phase
            or isinstance(bottom, stands_for.get(type(phase), ()))
            or isinstance(phase, Commitment)
        )
    if not fits:
        raise ImpossiblePosition(f"frames: they do not belong to the {rules.phase_in_play(pos)} phase")
    for frame in pos.frames:
        _check_frame(pos, frame)


def _as_told_now(pos: TyphoonPosition, frame: Any) -> Any:
    """A combat result that names the hexes it strikes, as rules version 1 told it, with the units there."""
    if not isinstance(frame, dict) or frame.get("phase") not in ("setback", "toll") or "units" in frame:
        return frame
    struck = 0
    for number in frame.get("hexes", ()):
        struck |= pos.units_in(_hex(pos, "frames", number))
    names = pos.names(struck)
    if not frame.get("others", True):
        names = tuple([name for name in names if name in frame.get("fighters", ())])
    return {**frame, "units": names}


def _check_frame(pos: TyphoonPosition, frame: Any) -> None:
    """Frames come from files too: what they name must be there."""
    if getattr(frame, "side", GERMAN) not in (GERMAN, SOVIET):
        raise ImpossiblePosition(f"frames: there is no side {frame.side}")
    if isinstance(frame, SetUp):
        open_to = frame.roster(pos).open_to
        for unit in bits(pos.in_play & pos.rules.units_of[frame.side]):
            if not open_to.get(unit, 0) >> pos.where[unit] & 1:
                where = pos.ground.describe(pos.where[unit])
                raise ImpossiblePosition(f"units: {pos.rules.unit_ids[unit]} is not set up in {where}")
    for field in ("hexes", "vacated"):
        numbers = getattr(frame, field, ())
        for number in numbers if isinstance(numbers, tuple) else ():
            _hex(pos, "frames", number)
    for path in getattr(frame, "paths", ()):
        for number in path:
            _hex(pos, "frames", number)
    targets = [*getattr(frame, "targets", ()), *([frame.target] if hasattr(frame, "target") else [])]
    for target in targets:
        for number in target.split("+"):
            _hex(pos, "frames", number)
    for field in ("units", "fighters", "victors", "comrades", "done"):
        names = getattr(frame, field, ())
        for name in names if isinstance(names, tuple) else ():
            _unit_number(pos, "frames", name)


@case("16.14")
def _set_control(pos: TyphoonPosition, told: Snapshot) -> None:
    ground = pos.ground
    start = ground.key_hexes & ground.west
    pos.control = [start, ground.key_hexes & ~start]
    for number, name in told.control.items():
        bit = 1 << _hex(pos, "control", number)
        if not ground.key_hexes & bit or name not in SIDES:
            raise ImpossiblePosition(f"control: {number} is no town or city, or '{name}' is no side")
        side = SIDES.index(name)
        pos.control[side] |= bit
        pos.control[1 - side] &= ~bit
    for side in (GERMAN, SOVIET):
        here = pos.occupied[side] & ground.key_hexes
        pos.control[side] |= here
        pos.control[1 - side] &= ~here


@case("7.0", "5.21")
def _check_stacks(pos: TyphoonPosition) -> None:
    describe = pos.ground.describe
    for hex_ in bits(pos.occupied[GERMAN] & pos.occupied[SOVIET]):
        raise ImpossiblePosition(f"units: both sides stand in {describe(hex_)}")
    if pos.step >= 0 and len(pos.frames) == 1 and isinstance(pos.frames[0], Declaring):
        for hex_ in overfull(pos, pos.frames[0].side):  # at other times retreats may have crowded a hex
            raise ImpossiblePosition(f"units: {describe(hex_)} is overstacked (7.0)")
