"""What a position told in few words leaves out, and what cannot be."""

from __future__ import annotations

from typing import Any

from typhoon.engine.cases import case
from typhoon.engine.ruling import ImpossiblePosition
from typhoon.games.red_typhoon.activation import SAVED_AT_START, ActivationPoints
from typhoon.games.red_typhoon.advance import Advancing
from typhoon.games.red_typhoon.charts import GERMAN, SIDES, SOVIET
from typhoon.games.red_typhoon.combat import Combat
from typhoon.games.red_typhoon.movement import Movement
from typhoon.games.red_typhoon.position import RedPosition
from typhoon.games.red_typhoon.reinforcements import Partisans, PlacePartisan
from typhoon.games.red_typhoon.results import Loss
from typhoon.games.red_typhoon.retreat import Retreating, Surplus
from typhoon.games.red_typhoon.setup import Agreement, SetUp
from typhoon.games.red_typhoon.stacking import RemoveExcess
from typhoon.hexgrid import bits

_COMBAT_FRAMES = (RemoveExcess, Loss, Retreating, Surplus, Advancing)


def fits(pos: RedPosition) -> bool:
    frames = pos.frames
    if pos.step < 0:
        asked = (SetUp, Agreement) if pos.rules.options["first-shock-army"] == "WL" else SetUp
        return all(isinstance(frame, asked) for frame in frames)
    phase, bottom = pos.rules.sequence[pos.step], frames[0]
    if len(frames) > 1:
        return bottom == phase and isinstance(phase, Combat) and all(
            isinstance(frame, _COMBAT_FRAMES) for frame in frames[1:]
        )  # fmt: skip
    if isinstance(phase, Movement) and bottom == RemoveExcess(phase.side):
        return True
    return bottom == phase or (isinstance(phase, Partisans) and isinstance(bottom, PlacePartisan))


def complete(pos: RedPosition, told: Any) -> None:
    _check_units(pos)
    _check_stacks(pos)
    for side in (SOVIET, GERMAN):
        if not pos.rules.deciding_sources[1 - side] & ~pos.control[side]:
            raise ImpossiblePosition(f"control: the {SIDES[side]} side would have won already (4.2)")
    if told.ap is None:
        _give_usual_points(pos)
    if pos.withdrawn_on:
        _check_withdrawn(pos)
    for frame in pos.frames:
        _check_frame(pos, frame)


@case("3.2")
def _check_units(pos: RedPosition) -> None:
    for name in pos.names((pos.in_play | pos.eliminated) & pos.rules.unused):
        raise ImpossiblePosition(f"units: {name} is the counter of 1S that is not used in this game (3.2)")


def _check_frame(pos: RedPosition, frame: Any) -> None:
    named = [*getattr(frame, "units", ()), *[unit for unit, _ in getattr(frame, "candidates", ())]]
    for name in named:
        if not pos.on_map(pos.rules.unit_number[name]):
            raise ImpossiblePosition(f"frames: there is no unit '{name}' on the map")
    if isinstance(frame, (Loss, Surplus)) and not named:
        raise ImpossiblePosition("frames: nobody is named to be lost or to retreat")
    if isinstance(frame, Retreating) and not 1 <= frame.distance <= 4:
        raise ImpossiblePosition(f"frames: nobody retreats {frame.distance} hexes (9.11)")
    if isinstance(frame, PlacePartisan) and frame.area not in pos.rules.partisan_areas:
        raise ImpossiblePosition(f"frames: there is no partisan area {frame.area}")


@case("7.0")
def _check_stacks(pos: RedPosition) -> None:
    """No hex is overfull except in mid-movement and in mid-combat."""
    if len(pos.frames) > 1:
        return
    for side in (SOVIET, GERMAN):
        if pos.frames[0] not in (Movement(side), RemoveExcess(side)):
            for hex_ in bits(pos.rules.stacking.overfull(pos, side)):
                where, most = pos.rules.board.describe(hex_), pos.rules.stacking.limit(side)
                raise ImpossiblePosition(
                    f"units: {where} holds more than the {most} units that may stack (7.0)"
                )


def _give_usual_points(pos: RedPosition) -> None:
    """The points of the side whose player turn it is, and the savings of the start."""
    sequence = pos.rules.sequence
    acting = SOVIET if pos.step < sequence.index(ActivationPoints(GERMAN)) else GERMAN
    received = pos.step >= 0 and sequence[pos.step] != ActivationPoints(acting)
    pos.ap[acting] = pos.rules.income[acting][pos.turn] * received
    if pos.turn == 1 and acting == SOVIET:
        pos.ap[SOVIET] += SAVED_AT_START


def _check_withdrawn(pos: RedPosition) -> None:
    turn = pos.withdrawn_on
    if turn not in pos.rules.withdrawal_vp or turn > pos.turn:
        raise ImpossiblePosition(f"withdrawn_on: 1S cannot have been withdrawn on turn {turn} (13.1)")
    if pos.rules.first_shock_army & (pos.in_play | pos.eliminated):
        raise ImpossiblePosition("withdrawn_on: 1S is on the map or eliminated")
