"""Computer players, found by name."""

from typhoon.players.shelf import PLAYERS, find_player, stream
from typhoon.players.uniform import RandomPlayer

__all__ = ["PLAYERS", "RandomPlayer", "find_player", "stream"]
