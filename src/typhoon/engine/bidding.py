"""Bidding before a game: who sets himself the harder task takes a side."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Bidding(msgspec.Struct, frozen=True):
    """How players bid: the higher bid takes a side, and becomes an option of the game."""

    side: str
    """What the higher bid takes."""
    option: str
    """What it becomes; the option says which numbers can be bid."""
    scenarios: tuple[str, ...]
    case: str
    about: str
    """What a bid means, in words."""
    options: dict[str, str] = {}
    """The options without which a bid would change nothing."""

    def settled(self, bids: Mapping[str, int]) -> tuple[str, int]:
        """Who of those that took the sides plays the one bid for, and at which price; a tie changes nothing.

        >>> bidding = Bidding("german", "bid", ("campaign",), "18.49", "")
        >>> bidding.settled({"soviet": 5, "german": -10})
        ('soviet', 5)
        >>> bidding.settled({"soviet": 3, "german": 3})
        ('german', 3)
        """
        highest = max(bids.values())
        winner = self.side if bids[self.side] == highest else max(bids, key=lambda side: bids[side])
        return winner, highest
