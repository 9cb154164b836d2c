"""Typhoon: board wargames about the Battle of Moscow, 1941-42, with the rules enforced.

>>> import typhoon
>>> game = typhoon.new("red-typhoon", scenario="fixed", seed=1942)
>>> print(game.decision.prompt)
Give movement orders and move, or end the movement phase.
"""

from typhoon.engine.game import Game
from typhoon.engine.orders import Order
from typhoon.engine.registry import catalogue
from typhoon.engine.replay import load
from typhoon.engine.ruling import CannotUndo, ImpossiblePosition, Refused, Ruling
from typhoon.engine.start import build, imagine, new
from typhoon.engine.view import View

__all__ = [
    "CannotUndo",
    "Game",
    "ImpossiblePosition",
    "Order",
    "Refused",
    "Ruling",
    "View",
    "build",
    "catalogue",
    "imagine",
    "load",
    "new",
]
