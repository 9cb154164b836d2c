"""What the revision adds to the state of a game."""

from __future__ import annotations

from typhoon.engine.columns import Flag, Hexes, Truth, Units, column
from typhoon.games.operation_typhoon.position import TyphoonPosition


class RevisionPosition(TyphoonPosition):
    """The position of the game of 1978 with the marks of the changes; they stay empty where those are off."""

    heavy_mud: bool = column(Truth())
    icy_rivers: bool = column(Truth())
    """Rivers that are still frozen, though the ground is warmer."""
    icy_streams: bool = column(Truth())
    strategic: int = column(Flag("marker", "strategic"))
    """Units that moved strategically in the last movement phase of their side."""
    railed: int = column(Flag("marker", "rail"))
    sent_on: int = column(Units("unit"))
    """Units still to come whose entry area was changed."""
    cut_road: int = column(
        Hexes(among=lambda pos: pos.ground.road_hexes, why_not="no road runs through {hex} (17.37)")
    )
    """The hex of a road that is interdicted."""
