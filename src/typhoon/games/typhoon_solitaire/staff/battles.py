"""Fighting on or breaking off."""

from __future__ import annotations

from typhoon.engine.manner import Manner
from typhoon.engine.orders import Order
from typhoon.games.typhoon_solitaire.battle import Battle, Fight, Withdraw
from typhoon.games.typhoon_solitaire.position import SolitairePosition
from typhoon.games.typhoon_solitaire.staff.staff_map import StaffMap
from typhoon.hexgrid import bits

HOPE = 0.6
"""The share of the defenders' steps that the rounds left must be expected to take."""


def fight_or_withdraw(staff_map: StaffMap, pos: SolitairePosition, battle: Battle, manner: Manner) -> Order:
    """Fight on while losses are made good in the regroup phase; later where there is hope, or for Moscow.

    A force that withdraws is finished for the turn, so there is nothing to save its points for.
    """
    hex_ = staff_map.grid.index(battle.hex)
    if pos.turn <= pos.rules.battles.last_regroup or pos.rules.moscow >> hex_ & 1:
        return Fight()
    drm = pos.rules.terrain[hex_].german(bool(pos.force & pos.rules.mechanized))
    dice = sum([pos.dice(unit) for unit in bits(pos.force)])
    hope = HOPE * manner.care / manner.drive
    hopeful = pos.mp * dice * staff_map.hits(drm) >= hope * pos.steps(pos.standing)
    return Fight() if hopeful else Withdraw()
