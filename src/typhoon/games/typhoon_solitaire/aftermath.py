"""What becomes of the units when a battle is over (10.7 to 10.10)."""

from __future__ import annotations

from typhoon.engine.cases import case
from typhoon.engine.phase import Umpire
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.hexgrid import bits


@case("8.4", "8.3", "10.8")
def return_to_pool(pos: SolitairePosition, umpire: Umpire) -> None:
    """Everybody goes back at full strength; rifle divisions replace guards and airborne that fell."""
    rules = pos.rules
    fallen = pos.defenders & rules.elite & ~pos.alive(pos.defenders)
    for unit in bits(pos.defenders):
        pos.steps[unit] = rules.full_steps[unit]
    if fallen:
        pos.dead |= fallen
        umpire.tell("destroyed", units=pos.names(fallen))
    pos.defenders = pos.aside = pos.hit = pos.fired = 0
    pos.entrusted = False


def reduced(pos: SolitairePosition, units: int) -> int:
    """Two-step units with one step left."""
    return sum([1 << unit for unit in bits(units & pos.rules.two_steps) if pos.steps[unit] == 1])


@case("10.9", "10.10")
def bring_back(pos: SolitairePosition, umpire: Umpire) -> None:
    """German units are never lost for good: those that fell return with one step."""
    if fallen := pos.force & ~pos.alive(pos.force):
        for unit in bits(fallen):
            pos.steps[unit] = 1
        umpire.tell("returned", units=pos.names(fallen))


@case("9.9", "10.7")
def fall_back(pos: SolitairePosition, to: str) -> None:
    """The beaten force moves back one hex and may do nothing more this turn."""
    pos.move_force(pos.rules.board.grid.index(to))
    pos.mp = 0
    pos.done |= pos.force
