"""Positions in words, and back: what journals, views and hand-made positions are written in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from typhoon.engine.cases import case
from typhoon.engine.phase import Phase
from typhoon.engine.ruling import ImpossiblePosition
from typhoon.games.typhoon_solitaire.battle import STEPS, Battle
from typhoon.games.typhoon_solitaire.breakout import STEPS as BREAKOUT_STEPS
from typhoon.games.typhoon_solitaire.breakout import Breakout
from typhoon.games.typhoon_solitaire.charts import GERMAN, LIMIT
from typhoon.games.typhoon_solitaire.control import cut_off
from typhoon.games.typhoon_solitaire.losses import Losses
from typhoon.games.typhoon_solitaire.marching import Marching
from typhoon.games.typhoon_solitaire.movement import Movement
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.sequence import VictoryCheck
from typhoon.games.typhoon_solitaire.setup import SetUp
from typhoon.games.typhoon_solitaire.stacking import formations_kept_apart
from typhoon.hexgrid import bits
from typhoon.mechanics.snapshots import read

if TYPE_CHECKING:
    from typhoon.games.typhoon_solitaire import TyphoonSolitaire


class UnitState(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A German unit on the map, with what is not as usual about it."""

    hex: str
    reduced: bool = False
    fallen: bool = False
    """Out of the battle that is going on."""
    done: bool = False
    air: bool = False


class ForceState(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The force on the march."""

    units: tuple[str, ...]
    mp: int
    stood_down: bool = False


class BattleState(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The battle that is going on."""

    defenders: dict[str, int] = {}
    """The Soviet units with the steps they have left."""
    aside: tuple[str, ...] = ()
    fired: tuple[str, ...] = ()
    hit: tuple[str, ...] = ()
    entrusted: bool = False


class Snapshot(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A position in words."""

    scenario: str = "typhoon"
    turn: int = 1
    phase: str = "german movement and combat"
    units: dict[str, Any] = {}
    """For each German unit on the map its hex, or its ``UnitState``."""
    gained: tuple[str, ...] = ()
    """Hexes that have become German since the start; those that units stand in need not be named."""
    tally: int = 0
    dead: tuple[str, ...] = ()
    """Guards divisions and airborne corps that are out of the game."""
    begun: bool = False
    force: ForceState | None = None
    battle: BattleState | None = None
    frames: list[Any] | None = None
    """What interrupts the phase, as a snapshot of the program gives it."""
    result: dict[str, Any] | None = None


def take(pos: SolitairePosition) -> dict[str, Any]:
    """The snapshot of a position."""
    rules = pos.rules
    found: dict[str, Any] = {
        "scenario": pos.scenario,
        "turn": pos.turn,
        "phase": rules.phase_in_play(pos),
        "units": {rules.unit_ids[unit]: _unit(pos, unit) for unit in bits(pos.in_play)},
        "gained": rules.board.grid.numbers(pos.german & ~rules.german_at_start),
        "tally": pos.tally,
    }
    if pos.dead:
        found["dead"] = pos.names(pos.dead)
    if pos.begun:
        found["begun"] = True
    if pos.force:
        found["force"] = msgspec.to_builtins(ForceState(pos.names(pos.force), pos.mp, pos.stood_down))
    if pos.defenders or pos.fired or pos.hit:
        found["battle"] = msgspec.to_builtins(_battle(pos))
    if pos.step < 0 or pos.frames != [rules.sequence[pos.step]]:
        found["frames"] = rules.frames_to_data(pos)
    if pos.result is not None:
        found["result"] = msgspec.to_builtins(pos.result)
    return found


def _unit(pos: SolitairePosition, unit: int) -> Any:
    hex_ = pos.rules.board.grid.name[pos.where[unit]]
    steps, bit = pos.steps[unit], 1 << unit
    if steps == pos.rules.full_steps[unit] and not (pos.done | pos.air) & bit:
        return hex_
    state = UnitState(
        hex_,
        reduced=steps == 1 and bool(pos.rules.two_steps & bit),
        fallen=not steps,
        done=bool(pos.done & bit),
        air=bool(pos.air & bit),
    )
    return msgspec.to_builtins(state)


def _battle(pos: SolitairePosition) -> BattleState:
    return BattleState(
        {pos.rules.unit_ids[unit]: pos.steps[unit] for unit in bits(pos.defenders)},
        pos.names(pos.aside),
        pos.names(pos.fired),
        pos.names(pos.hit),
        pos.entrusted,
    )


def restore(
    rules: TyphoonSolitaire, data: Mapping[str, Any], options: Mapping[str, str]
) -> SolitairePosition:
    """The position that a snapshot tells of; ``ImpossiblePosition`` when there can be no such thing."""
    told = read(data, Snapshot)
    if told.scenario not in rules.scenarios:
        known = ", ".join(rules.scenarios)
        raise ImpossiblePosition(f"scenario: there is no scenario '{told.scenario}'; there are {known}")
    pos = SolitairePosition(rules, told.scenario, dict(options))
    _set_clock(pos, told)
    for name, state in told.units.items():
        _set_unit(pos, name, state)
    _set_counts(pos, told)
    _set_force(pos, told)
    _set_battle(pos, told)
    _set_frames(pos, told)
    _set_control(pos, told)
    _check_stacks(pos)
    if pos.step < 0:
        _check_set_up(pos)
    return pos


def _set_clock(pos: SolitairePosition, told: Snapshot) -> None:
    first = pos.rules.scenarios[told.scenario].first_turn
    if not first <= told.turn <= pos.rules.last_turn:
        raise ImpossiblePosition(f"turn: {told.turn} is not a turn from {first} to {pos.rules.last_turn}")
    pos.turn = told.turn


def _set_unit(pos: SolitairePosition, name: str, told: Any) -> None:
    rules = pos.rules
    unit = _number(pos, "units", name, rules.germans, "German unit")
    try:
        state = UnitState(told) if isinstance(told, str) else msgspec.convert(told, UnitState)
    except msgspec.ValidationError as error:
        raise ImpossiblePosition(f"units: {name}: {error}") from error
    if state.hex not in rules.board.grid:
        raise ImpossiblePosition(f"units: {name}: there is no hex {state.hex} on the map")
    if state.reduced and not rules.two_steps >> unit & 1:
        raise ImpossiblePosition(f"units: {name} has only one step and cannot be reduced")
    pos.steps[unit] = 0 if state.fallen else 1 if state.reduced else rules.full_steps[unit]
    pos.done |= state.done << unit
    pos.air |= state.air << unit
    hex_ = rules.board.grid.index(state.hex)
    _check_room(pos, hex_, pos.units_in(hex_) | 1 << unit)
    pos.place(unit, hex_)


def _number(pos: SolitairePosition, where: str, name: str, among: int, kind: str) -> int:
    unit = pos.rules.unit_number.get(name)
    if unit is None or not among >> unit & 1:
        raise ImpossiblePosition(f"{where}: there is no {kind} '{name}'")
    return unit


def _set_of(pos: SolitairePosition, where: str, names: tuple[str, ...], among: int, kind: str) -> int:
    found = 0
    for name in names:
        found |= 1 << _number(pos, where, name, among, kind)
    return found


def _set_counts(pos: SolitairePosition, told: Snapshot) -> None:
    if told.tally < 0:
        raise ImpossiblePosition(f"tally: {told.tally} is less than 0 (11.3)")
    pos.tally = told.tally
    pos.dead = _set_of(pos, "dead", told.dead, pos.rules.elite, "guards division or airborne corps")
    pos.begun = told.begun or bool(pos.done) or told.force is not None
    luftwaffe = pos.rules.turns[pos.turn].luftwaffe
    if pos.air.bit_count() > luftwaffe:
        raise ImpossiblePosition(
            f"units: the Luftwaffe has {luftwaffe} air support units on turn {pos.turn} (9.1)"
        )


def _set_force(pos: SolitairePosition, told: Snapshot) -> None:
    if told.force is None:
        return
    rules = pos.rules
    pos.force = _set_of(pos, "force", told.force.units, pos.in_play, "German unit on the map")
    if not pos.force or len({pos.where[unit] for unit in bits(pos.force)}) > 1:
        raise ImpossiblePosition("force: the units of a force stand in one hex (9.0)")
    if pos.force & rules.mechanized and pos.force & ~rules.mechanized:
        raise ImpossiblePosition("force: mechanized and other units do not move together (7.4)")
    if (pos.air & pos.force).bit_count() > 1:
        raise ImpossiblePosition("force: a force has at most one air support unit (9.1)")
    turn = rules.turns[pos.turn]
    most = turn.mp_mechanized if pos.force & rules.mechanized else turn.mp_other
    if not 0 <= told.force.mp <= most:
        raise ImpossiblePosition(f"force: mp: {told.force.mp} is not from 0 to {most} (9.3)")
    pos.mp, pos.stood_down = told.force.mp, told.force.stood_down


def _set_battle(pos: SolitairePosition, told: Snapshot) -> None:
    battle = told.battle
    if battle is None:
        return
    rules = pos.rules
    pos.defenders = _set_of(pos, "battle", tuple(battle.defenders), pos.pool, "Soviet unit in the pool")
    for name, steps in battle.defenders.items():
        unit = rules.unit_number[name]
        if not 0 <= steps <= rules.full_steps[unit]:
            raise ImpossiblePosition(f"battle: {name} cannot have {steps} steps")
        pos.steps[unit] = steps
    there = pos.defenders | pos.force
    pos.aside = _set_of(pos, "battle: aside", battle.aside, pos.defenders, "defender")
    pos.fired = _set_of(pos, "battle: fired", battle.fired, there, "unit in the battle")
    pos.hit = _set_of(pos, "battle: hit", battle.hit, there & rules.two_steps, "two-step unit in the battle")
    pos.entrusted = battle.entrusted


def _set_frames(pos: SolitairePosition, told: Snapshot) -> None:
    rules = pos.rules
    if told.phase != "set-up":
        rules.choose_phase(pos, told.phase)
    if told.frames is not None:
        pos.frames = rules.frames_from_data(told.frames)
    elif pos.force and isinstance(pos.frames[0], Movement):
        pos.frames.append(Marching())
    if told.phase == "set-up" and not pos.frames:
        pos.frames = [SetUp()]
    bottom: Phase[SolitairePosition] = SetUp() if pos.step < 0 else rules.sequence[pos.step]
    kinds = [type(frame) for frame in pos.frames]
    if not kinds or pos.frames[0] != bottom or (len(kinds) > 1 and not _is_march(kinds)):
        raise ImpossiblePosition(f"frames: they do not belong to the {rules.phase_in_play(pos)} phase")
    if (Marching in kinds) != bool(pos.force):
        raise ImpossiblePosition("frames: a force on the march is needed, neither more nor less")
    for frame in pos.frames:
        _check_frame(pos, frame)
    fighting = any(isinstance(frame, (Battle, Breakout)) for frame in pos.frames)
    if not fighting and (told.battle is not None or pos.force & ~pos.alive(pos.force)):
        raise ImpossiblePosition("battle: there is no battle going on")
    if pos.in_play & ~pos.alive(pos.in_play) & ~pos.force:
        raise ImpossiblePosition("units: only units of the force that fights can have fallen")


def _is_march(kinds: list[type]) -> bool:
    """Movement, the force on the march, and what interrupts it."""
    interrupting = kinds[2:]
    return (
        kinds[:2] == [Movement, Marching]
        and (not interrupting or interrupting[0] in (Battle, Breakout))
        and interrupting[1:] in ([], [Losses])
    )


def _check_frame(pos: SolitairePosition, frame: Phase[SolitairePosition]) -> None:
    grid = pos.rules.board.grid
    if isinstance(frame, (Battle, Breakout)):
        for number in (frame.hex, frame.came_from):
            if number not in grid:
                raise ImpossiblePosition(f"frames: there is no hex {number} on the map")
        hex_, other = grid.index(frame.hex), grid.index(frame.came_from)
        if not grid.around(hex_) >> other & 1:
            raise ImpossiblePosition(f"frames: {frame.hex} and {frame.came_from} are not neighbours")
        if pos.force_hex != hex_:
            raise ImpossiblePosition(f"frames: the force does not stand in {frame.hex}")
        if frame.step not in (STEPS if isinstance(frame, Battle) else BREAKOUT_STEPS):
            raise ImpossiblePosition(f"frames: a battle has no step {frame.step} (10.4)")
    if isinstance(frame, Battle) and frame.round < 1:
        raise ImpossiblePosition(f"frames: a battle has no round {frame.round} (10.4)")
    if isinstance(frame, Losses) and frame.hits < 1:
        raise ImpossiblePosition("frames: there are no hits to allot")


@case("3.5", "11.1")
def _set_control(pos: SolitairePosition, told: Snapshot) -> None:
    grid, rules = pos.rules.board.grid, pos.rules
    for number in told.gained:
        if number not in grid:
            raise ImpossiblePosition(f"gained: there is no hex {number} on the map")
        pos.german |= 1 << grid.index(number)
    top = pos.frames[2] if len(pos.frames) > 2 else None
    disputed = grid.hexes([top.hex]) if isinstance(top, Battle) else 0
    if disputed & pos.german:
        raise ImpossiblePosition("frames: there is no battle for a hex that is German")
    if isinstance(top, Breakout) and not pos.german & grid.hexes([top.hex]):
        raise ImpossiblePosition("frames: a pocket is closed from a German hex")
    pos.german |= pos.occupied[GERMAN] & ~disputed
    cut = cut_off(pos)
    if isinstance(top, Breakout):
        if cut.bit_count() != top.size:
            raise ImpossiblePosition(f"frames: the pocket has {cut.bit_count()} hexes, not {top.size}")
    elif cut:
        hexes = ", ".join(grid.numbers(cut)[:5])
        raise ImpossiblePosition(f"gained: a pocket would have been dealt with at once: {hexes} (11.1)")
    if pos.german & rules.moscow and _after_a_check(pos):
        raise ImpossiblePosition("gained: the game would have been won by now (4.5)")
    if isinstance(top, (Battle, Breakout)) and not pos.german & grid.hexes([top.came_from]):
        raise ImpossiblePosition(f"frames: no force comes from {top.came_from}, which is Soviet")


def _after_a_check(pos: SolitairePosition) -> bool:
    """Whether nothing has happened since a victory check."""
    return not isinstance(pos.frames[0], VictoryCheck) and not pos.begun


@case("7.1")
def _check_room(pos: SolitairePosition, hex_: int, stack: int) -> None:
    if pos.size(stack) > LIMIT:
        where = pos.rules.board.describe(hex_)
        raise ImpossiblePosition(f"units: {where} holds more than three divisions (7.1)")


@case("7.1", "7.3")
def _check_stacks(pos: SolitairePosition) -> None:
    stacks = dict(pos.stacks)
    for frame in pos.frames:
        if isinstance(frame, (Battle, Breakout)):  # it may have to go back (9.9)
            back = pos.rules.board.grid.index(frame.came_from)
            stacks[back] = pos.units_in(back) | pos.force
    for hex_, stack in stacks.items():
        _check_room(pos, hex_, stack)
        if formations_kept_apart(pos) and pos.rules.formations_among(stack).bit_count() > 1:
            where = pos.rules.board.describe(hex_)
            raise ImpossiblePosition(f"units: {where} holds units of several formations (7.3)")


@case("3.2", "13.2")
def _check_set_up(pos: SolitairePosition) -> None:
    rules = pos.rules
    if pos.turn != rules.scenarios[pos.scenario].first_turn:
        raise ImpossiblePosition("turn: units are set up before the first turn")
    for unit in bits(pos.in_play):
        if not rules.sector(pos.scenario, unit) >> pos.where[unit] & 1:
            raise ImpossiblePosition(f"units: {rules.unit_ids[unit]} is not in its set-up area (3.2)")
    if pos.german != rules.german_at_start:
        raise ImpossiblePosition("gained: no hex changes hands before the first turn")
