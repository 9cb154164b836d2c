"""How likely the Soviets are to break out of a pocket that a force would close (11)."""

from __future__ import annotations

from math import exp

from typhoon.engine.manner import Manner
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.staff.forces import Force
from typhoon.games.typhoon_solitaire.staff.staff_map import StaffMap

STEPS_EACH, DICE_EACH = 1.4, 2.0
"""The steps and dice of a unit that breaks out, on average over the pool."""
LEAST_LEFT = 0.3
"""Units that may survive the German fire against all expectation."""
RISK = 0.05
"""A breakout costs the tally five times its hexes (11.3): more than this chance is not dared."""


def too_risky(staff_map: StaffMap, pos: SolitairePosition, force: Force, hex_: int, manner: Manner) -> bool:
    """Whether a force should leave it to a stronger one to close a pocket by taking a hex."""
    rules = pos.rules
    if pos.turn not in rules.pockets.tally_turns or rules.scenario.checks_dropped:
        return False
    size = rules.control.would_cut_off(pos, hex_).bit_count()
    return bool(size) and chance_of_breakout(staff_map, force, size) > RISK * manner.drive / manner.care


def chance_of_breakout(staff_map: StaffMap, force: Force, size: int) -> float:
    """The chance that every step of a force is shot away."""
    broken = force.dice * staff_map.hits(0) / STEPS_EACH
    total = 0.0
    for die in range(1, 7):
        left = max(LEAST_LEFT, staff_map.rules.pockets.called_up(size, die) - broken)
        total += _at_least(force.steps, left * DICE_EACH * staff_map.harm())
    return total / 6


def _at_least(count: int, mean: float) -> float:
    """The chance of so many rare events or more, when so many are expected (Poisson)."""
    term, fewer = exp(-mean), 0.0
    for number in range(count):
        fewer += term
        term *= mean / (number + 1)
    return max(0.0, 1 - fewer)
