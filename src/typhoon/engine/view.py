"""Views: what one side may know, with the orders it may give."""

from __future__ import annotations

from typing import Any

import msgspec

from typhoon.engine.offers import Offers
from typhoon.engine.phase import Decision
from typhoon.engine.position import Result
from typhoon.engine.rules import Score


class View(msgspec.Struct, frozen=True):
    """The game as one side sees it; made for that side only, and all it ever gets."""

    game: str
    rules: int
    """The version of the rules that is played."""
    scenario: str
    options: dict[str, str]
    side: str
    turn: int
    last_turn: int
    date: str
    phase: str
    decision: Decision | None
    """Who must choose now; the other side's prompt is not told."""
    position: dict[str, Any]
    """The redacted snapshot."""
    offers: Offers | None
    """The orders of this side, when it is this side's decision."""
    scores: list[Score]
    forecast: str
    """What may be expected of the game, in words; empty when it is over."""
    result: Result | None
    orders_given: int
    """How many orders the game has seen: the number of this view."""

    def encode(self) -> bytes:
        """The view as JSON."""
        return _encoder.encode(self)


_encoder = msgspec.json.Encoder()
