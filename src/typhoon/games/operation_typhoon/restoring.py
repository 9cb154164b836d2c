"""What a position told in few words leaves out, and what cannot be."""

from __future__ import annotations

from typing import Any

from typhoon.engine.cases import case
from typhoon.engine.ruling import ImpossiblePosition
from typhoon.games.operation_typhoon.charts import GERMAN, SIDES
from typhoon.games.operation_typhoon.commitment import Commitment
from typhoon.games.operation_typhoon.declaring import Declaring
from typhoon.games.operation_typhoon.movement import Movement
from typhoon.games.operation_typhoon.position import NO_CHIT, UNKNOWN, TyphoonPosition
from typhoon.games.operation_typhoon.resolving import Resolving
from typhoon.games.operation_typhoon.setup import SetUp
from typhoon.games.operation_typhoon.stacking import RemoveExcess
from typhoon.games.operation_typhoon.support import Allocation, Supporting
from typhoon.hexgrid import bits

STANDS_FOR: dict[type, type] = {Movement: RemoveExcess, Declaring: Resolving, Allocation: Supporting}
"""What may lie on the stack in place of a phase of the sequence of play."""


def fits(pos: TyphoonPosition) -> bool:
    if pos.step < 0:
        return all(isinstance(frame, pos.rules.before_play) for frame in pos.frames)
    phase, bottom = pos.rules.sequence[pos.step], pos.frames[0]
    instead = isinstance(bottom, STANDS_FOR.get(type(phase), ()))
    return bottom == phase or instead or isinstance(phase, Commitment)


def complete(pos: TyphoonPosition, told: Any) -> None:
    rules = pos.rules
    for unit in bits(pos.in_play):
        _check_unit(pos, unit)
    if told.arrivals is None:
        gone = pos.in_play | pos.eliminated | pos.withdrawn
        pos.arrival = {
            unit: when
            for unit, when in rules.forces.schedule().items()
            if not gone >> unit & 1 and when[0] >= pos.turn
        }
    for unit in pos.exited:
        if unit in pos.arrival:
            raise ImpossiblePosition(f"exited: {rules.unit_ids[unit]} is still to come")
    _set_air(pos, told.air)
    if told.supported is None:
        pos.supported = rules.german_hqs
    if pos.step < 0:
        pos.uncommitted = rules.forces.held_back()  # also those that are not placed yet
        _check_set_up(pos)
    if told.supported is None and told.frames is None:
        _determine_supply(pos)
    _check_stacks(pos)


def _check_unit(pos: TyphoonPosition, unit: int) -> None:
    rules, bit = pos.rules, 1 << unit
    counter = rules.counters[unit]

    def wrong(text: str) -> ImpossiblePosition:
        return ImpossiblePosition(f"units: {counter.unit} {text}")

    if not pos.ground.open >> pos.where[unit] & 1:
        raise wrong(f"cannot stand in the lake {rules.grid.name[pos.where[unit]]}")
    if pos.cadres & bit and not counter.class_:
        raise wrong("has neither a chit nor a cadre side (8.6)")
    if pos.cadres & bit and pos.chit[unit] != NO_CHIT:
        raise wrong("is a cadre and has no chit (8.52)")
    if pos.reduced & bit:
        if pos.chit[unit] == NO_CHIT:
            raise wrong("has no chit that could be reduced")
        if pos.chit[unit] != UNKNOWN and not rules.strengths.strength(pos, unit):
            chit = rules.all_chits[pos.chit[unit]].chit
            raise wrong(f"would be a cadre: the back of {chit} shows zero (9.82)")
    if pos.uncommitted & bit and rules.side_of[unit] == GERMAN:
        raise wrong("is German and always committed")
    if pos.entered.get(unit, 0) > pos.turn:
        raise wrong(f"has not entered yet on turn {pos.turn} (12.62)")


def _determine_supply(pos: TyphoonPosition) -> None:
    """A position told in few words is in the supply that it would be in, but for what is told of it."""
    out, isolated = pos.out, pos.isolated
    pos.rules.supply.determine(pos)
    others = ~(out | isolated)
    pos.out, pos.isolated = pos.out & others | out, pos.isolated & others | isolated


@case("17.13")
def _set_air(pos: TyphoonPosition, told: dict[str, int] | None) -> None:
    """As told, or what the weather leaves."""
    if told is None:
        pos.rules.conditions.provide_air_points(pos)
        return
    for side, most in enumerate((pos.rules.scenario.german_air, pos.rules.scenario.soviet_air)):
        if pos.air[side] > most:
            raise ImpossiblePosition(f"air: {SIDES[side]} cannot have {pos.air[side]} air points")


def _check_set_up(pos: TyphoonPosition) -> None:
    for frame in pos.frames:
        if isinstance(frame, SetUp):
            open_to = pos.rules.setup.roster(frame.side).open_to
            for unit in bits(pos.in_play & pos.rules.units_of[frame.side]):
                if not open_to.get(unit, 0) >> pos.where[unit] & 1:
                    where = pos.ground.describe(pos.where[unit])
                    raise ImpossiblePosition(f"units: {pos.rules.unit_ids[unit]} is not set up in {where}")


@case("7.0", "5.21")
def _check_stacks(pos: TyphoonPosition) -> None:
    """Stacks are within their limits when combat begins; at other times retreats may have crowded a hex."""
    if pos.step >= 0 and len(pos.frames) == 1 and isinstance(pos.frames[0], Declaring):
        for hex_ in bits(pos.rules.stacking.overfull(pos, pos.frames[0].side)):
            raise ImpossiblePosition(f"units: {pos.ground.describe(hex_)} is overstacked (7.0)")
