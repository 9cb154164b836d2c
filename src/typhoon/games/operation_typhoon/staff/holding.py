"""German garrisons: who stays in the objectives that have been taken."""

from __future__ import annotations

from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.staff.marches import March
from typhoon.hexgrid import bits

LEAST_WORTH = 2.0
"""Objectives worth less are not garrisoned."""
WATCHED = 10
"""Objectives with Soviet units so near are held."""
DRIVEN_OUT = (0.6, 0.45, 0.35)
"""What it costs that it is attacked with success, by how many could take the losses instead of giving way."""
END = 2
"""Turns before the last one on which nobody has anything better to do than to hold."""


def hold(march: March) -> None:
    """Leave or send as many as make a difference, to the places that are worth most first."""
    pos, outlook, weights = march.pos, march.outlook, march.outlook.weights.hold
    end = pos.turn >= pos.rules.scenario.last_turn - END
    held = [
        (worth, hex_)
        for hex_, worth in outlook.places.items()
        if worth >= LEAST_WORTH
        and pos.control[GERMAN] >> hex_ & 1
        and march.grid.disc(hex_, WATCHED) & pos.occupied[SOVIET]
    ]
    units = outlook.own & ~march.rules.hqs
    for worth, hex_ in sorted(held, reverse=True):
        able = [u for u in bits(units) if u not in march.place and march.everywhere(u) >> hex_ & 1]
        least = weights.at_the_end if end else weights.another
        while gains := {u: _gain(march, u, hex_, worth) for u in able if march.crowd.room(u, hex_)}:
            best = max(gains, key=lambda unit: (gains[unit], unit))
            if gains[best] < least:
                break
            march.settle(best, hex_)
            able.remove(best)


def _gain(march: March, unit: int, hex_: int, worth: float) -> float:
    """What a unit adds to the safety of an objective."""
    there, rules = march.crowd.units.get(hex_, 0) & ~march.rules.hqs, march.rules
    gain = _risk(march, hex_, there) - _risk(march, hex_, there | 1 << unit)
    away = march.grid.distance(march.pos.where[unit], hex_)
    return worth * gain - march.outlook.weights.hold.mobile * (rules.mechanized >> unit & 1) - 0.02 * away


def _risk(march: March, hex_: int, units: int) -> float:
    """How likely it is that an objective is lost with these in it."""
    weights = march.outlook.weights.hold
    if not units:
        return weights.walked_in if march.outlook.threat(hex_).strength else weights.far_off
    danger = march.outlook.danger(hex_, units)
    if danger is None:
        return 0.0
    return weights.driven_out * DRIVEN_OUT[min(units.bit_count(), len(DRIVEN_OUT)) - 1] * danger.win
