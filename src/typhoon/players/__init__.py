"""Computer players, found by name."""

from typhoon.players.chance import stream
from typhoon.players.shelf import PLAYERS, YARDSTICKS, appointment, find_player
from typhoon.players.uniform import RandomPlayer

__all__ = ["PLAYERS", "YARDSTICKS", "RandomPlayer", "appointment", "find_player", "stream"]
