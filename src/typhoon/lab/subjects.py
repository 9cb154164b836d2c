"""What is measured: a game in one of its scenarios, at one moment or another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from typhoon.engine.game import Game
from typhoon.engine.start import new


class Subject(NamedTuple):
    """A game in one of its scenarios."""

    game: str
    scenario: str = ""
    """Empty for the first."""
    length: int = 1_000
    """How many orders it usually takes in random play, set-up apart."""

    @property
    def name(self) -> str:
        return f"{self.game}/{self.scenario}" if self.scenario else self.game

    def begun(self, seed: int = 1942) -> Game:
        """Before the first order."""
        return new(self.game, self.scenario or None, seed=seed)

    def ready_made(self, seed: int = 1942) -> Game:
        """After the ready-made set-up."""
        playing = self.begun(seed)
        deploy(playing, Random(seed))
        return playing

    def mid_game(self) -> Game:
        """Half-way through a game of random play."""
        playing, rng = self.ready_made(), Random(1942)
        for _ in islice(at_random(playing, rng), self.length // 2):
            pass
        assert playing.result is None, f"{self.name}: over after {len(playing.journal.entries)} orders"
        return playing

    def after(self, orders: int) -> Game:
        """Early in a game whose journal has so many orders: most were spent on the set-up."""
        playing, rng = self.begun(), Random(1942)
        for _ in islice(placing(playing, rng), orders - 20):
            pass
        deploy(playing, rng)
        for _ in islice(at_random(playing, rng), orders - len(playing.journal.entries)):
            pass
        return playing


def deploy(game: Game, rng: Random) -> None:
    """Finish the set-up as it is ready-made; what else has to be chosen is chosen at random."""
    while game.position.step < 0:
        game.push("deploy" if "deploy" in game.orders else game.orders.sample(rng))


def placing(game: Game, rng: Random) -> Iterator[object]:
    """Set up at random and never end it; what has been placed may be placed elsewhere."""
    while game.position.step < 0:
        order = game.orders.sample(rng)
        if order.verb not in ("deploy", "end"):
            yield game.push(order)


def at_random(game: Game, rng: Random) -> Iterator[object]:
    """Play at random to the end of the game."""
    while game.result is None:
        yield game.push(game.orders.sample(rng))
