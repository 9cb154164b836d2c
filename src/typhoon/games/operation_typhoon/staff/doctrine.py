"""Doctrine: what the staff has learnt from its games; the first one is kept as a yardstick."""

from __future__ import annotations

from typing import NamedTuple


class Doctrine(NamedTuple):
    """What the staff minds beside the worth of places and units."""

    holds: bool = True
    """Taken objectives keep as many as it takes to hold them, after an advance too."""
    spares_cadres: bool = True
    """Cadres are not sent into attacks, and keep away from the enemy."""
    exits_in_step: bool = True
    """No more units leave the map than count with the towns that are held; the first of them is urgent."""
    walks_in: bool = True
    """Near the end places that stand open are taken before anybody is sent to attack."""
    raids: bool = True
    """Fast units run for the east edge through gaps, where enough of them shift the level of victory."""
    hunts: bool = True
    """Germans press for the destruction of units, where points for that shift the level of victory."""


FIRST = Doctrine(
    holds=False, spares_cadres=False, exits_in_step=False, walks_in=False, raids=False, hunts=False
)
LEARNT = Doctrine()
