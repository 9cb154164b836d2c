"""The charts of the revision, beside those of the game of 1978."""

from __future__ import annotations

from typhoon.engine.data import DataFolder
from typhoon.games.operation_typhoon.box import TyphoonBox


class RevisionBox(TyphoonBox):
    """What comes in the box, with the tables of the revision."""

    def __init__(self, data: DataFolder) -> None:
        super().__init__(data)
