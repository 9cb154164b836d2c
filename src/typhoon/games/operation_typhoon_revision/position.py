"""What the revision adds to the state of a game."""

from __future__ import annotations

from typhoon.games.operation_typhoon.position import TyphoonPosition


class RevisionPosition(TyphoonPosition):
    """The position of the game of 1978 with the marks of the changes; they stay empty where those are off."""
