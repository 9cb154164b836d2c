"""What a position told in few words leaves out, and what cannot be."""

from __future__ import annotations

from typing import Any

from typhoon.engine.cases import case
from typhoon.engine.ruling import ImpossiblePosition
from typhoon.games.typhoon_solitaire.battle import Battle
from typhoon.games.typhoon_solitaire.breakout import Breakout
from typhoon.games.typhoon_solitaire.charts import GERMAN
from typhoon.games.typhoon_solitaire.fire import Fray
from typhoon.games.typhoon_solitaire.losses import Losses
from typhoon.games.typhoon_solitaire.marching import Marching
from typhoon.games.typhoon_solitaire.movement import Movement
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.setup import SetUp
from typhoon.games.typhoon_solitaire.victory import VictoryCheck
from typhoon.hexgrid import bits


def fits(pos: SolitairePosition) -> bool:
    """Movement may be interrupted by a march, a march by a fight, and that by hits to be allotted."""
    bottom, *interrupting = pos.frames
    if bottom != (SetUp() if pos.step < 0 else pos.rules.sequence[pos.step]):
        return False
    kinds = (Marching, Fray, Losses) if isinstance(bottom, Movement) else ()
    return len(interrupting) <= len(kinds) and all(map(isinstance, interrupting, kinds))


def complete(pos: SolitairePosition, told: Any) -> None:
    rules = pos.rules
    for name in pos.names(pos.reduced & ~rules.two_steps):
        raise ImpossiblePosition(f"units: {name} has only one step and cannot be reduced")
    pos.reduced &= ~pos.fallen
    pos.begun = pos.begun or bool(pos.done | pos.force)
    luftwaffe = rules.turns[pos.turn].luftwaffe
    if pos.air.bit_count() > luftwaffe:
        text = f"the Luftwaffe has {luftwaffe} air support units on turn {pos.turn}"
        raise ImpossiblePosition(f"units: {text} (9.1)")
    if (len(pos.frames) > 1) != bool(pos.force):
        raise ImpossiblePosition("frames: a force on the march is needed, neither more nor less")
    fray = pos.frames[2] if len(pos.frames) > 2 else None
    _check_fight(pos, fray, told)
    _check_control(pos, fray)
    _check_stacks(pos, fray)
    if pos.step < 0:
        _check_set_up(pos)


def _check_fight(pos: SolitairePosition, fray: Any, told: Any) -> None:
    if fray is None and (told.battle is not None or pos.force & pos.fallen):
        raise ImpossiblePosition("battle: there is no battle going on")
    if pos.in_play & pos.fallen & ~pos.force:
        raise ImpossiblePosition("units: only units of the force that fights can have fallen")
    if fray is None:
        return
    grid = pos.rules.grid
    if not grid.around(fray.index(pos)) >> grid.index(fray.came_from) & 1:
        raise ImpossiblePosition(f"frames: {fray.hex} and {fray.came_from} are not neighbours")
    if pos.force_hex != fray.index(pos):
        raise ImpossiblePosition(f"frames: the force does not stand in {fray.hex}")
    if fray.step not in fray.steps:
        raise ImpossiblePosition(f"frames: a battle has no step {fray.step} (10.4)")
    if isinstance(fray, Battle) and fray.round < 1:
        raise ImpossiblePosition(f"frames: a battle has no round {fray.round} (10.4)")
    if isinstance(pos.frames[-1], Losses) and pos.frames[-1].hits < 1:
        raise ImpossiblePosition("frames: there are no hits to allot")


@case("3.5", "11.1")
def _check_control(pos: SolitairePosition, fray: Any) -> None:
    """Hexes that units stand in are German, but for the one that is fought for; pockets do not last."""
    grid, rules = pos.rules.grid, pos.rules
    disputed = 1 << fray.index(pos) if isinstance(fray, Battle) else 0
    if disputed & pos.german:
        raise ImpossiblePosition("frames: there is no battle for a hex that is German")
    if isinstance(fray, Breakout) and not pos.german >> fray.index(pos) & 1:
        raise ImpossiblePosition("frames: a pocket is closed from a German hex")
    pos.german |= pos.occupied[GERMAN] & ~disputed
    cut = rules.control.cut_off(pos)
    if isinstance(fray, Breakout):
        if cut.bit_count() != fray.size:
            raise ImpossiblePosition(f"frames: the pocket has {cut.bit_count()} hexes, not {fray.size}")
    elif cut:
        hexes = ", ".join(grid.numbers(cut)[:5])
        raise ImpossiblePosition(f"gained: a pocket would have been dealt with at once: {hexes} (11.1)")
    checked = not isinstance(pos.frames[0], VictoryCheck) and not pos.begun
    if checked and rules.victory.holds_moscow(pos):
        raise ImpossiblePosition("gained: the game would have been won by now (4.5)")
    if fray is not None and not pos.german >> grid.index(fray.came_from) & 1:
        raise ImpossiblePosition(f"frames: no force comes from {fray.came_from}, which is Soviet")


@case("7.1", "7.3")
def _check_stacks(pos: SolitairePosition, fray: Any) -> None:
    rules = pos.rules
    stacks = dict(pos.stacks)
    if fray is not None:  # it may have to go back (9.9)
        back = rules.grid.index(fray.came_from)
        stacks[back] = pos.units_in(back) | pos.force
    for hex_, stack in stacks.items():
        where = rules.describe(hex_)
        if rules.stacking.size(stack) > rules.stacking.limit:
            raise ImpossiblePosition(f"units: {where} holds more than three divisions (7.1)")
        if stack & ~rules.stacking.companions(pos, stack):
            raise ImpossiblePosition(f"units: {where} holds units of several formations (7.3)")


@case("3.2", "13.2")
def _check_set_up(pos: SolitairePosition) -> None:
    rules = pos.rules
    if pos.turn != rules.first_turn:
        raise ImpossiblePosition("turn: units are set up before the first turn")
    for unit in bits(pos.in_play):
        if not rules.setup.open_to(unit) >> pos.where[unit] & 1:
            raise ImpossiblePosition(f"units: {rules.unit_ids[unit]} is not in its set-up area (3.2)")
    if pos.german != rules.german_at_start:
        raise ImpossiblePosition("gained: no hex changes hands before the first turn")
