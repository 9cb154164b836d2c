"""Geometry of hex grids: numbers, places, and hex sets as integers.

Nothing here knows about games.  A hex is an index (a small int), a hex set is a
Python int with the bit of each of its hexes set.
"""

from typhoon.hexgrid.grid import DIRECTIONS, Grid, bits, first, hex_sheet
from typhoon.hexgrid.reach import Asked, Reach, reach, reach_all
from typhoon.hexgrid.search import Crossing, Entering, Following, Step
from typhoon.hexgrid.spread import Spread
from typhoon.hexgrid.steps import Steps

__all__ = [
    "DIRECTIONS",
    "Asked",
    "Crossing",
    "Entering",
    "Following",
    "Grid",
    "Reach",
    "Spread",
    "Step",
    "Steps",
    "bits",
    "first",
    "hex_sheet",
    "reach",
    "reach_all",
]
