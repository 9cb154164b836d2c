"""Games played by chance, for the tests of the engine: quick to the fighting, repeatable by seed."""

import random
from collections.abc import Iterator

import typhoon
from typhoon import Game, Order
from typhoon.engine.seat import Seat

GAME = "red-typhoon"


def choose(game: Game, rng: random.Random) -> Order:
    """Any legal order, but movement phases and set-ups are brought to an end before long."""
    decision = game.decision
    assert decision is not None
    if decision.phase == "set-up" and rng.random() < 0.2 and "deploy" in game.orders:
        return game.parse("deploy")
    if decision.phase.endswith("movement") and rng.random() < 0.1 and "end" in game.orders:
        return game.parse("end")
    return game.orders.sample(rng)


def positions(seed: int, most: int = 100_000, **how) -> Iterator[Game]:
    """One game, met at every decision until it is over."""
    game = typhoon.new(GAME, seed=seed, **how)
    rng = random.Random(seed)
    for _ in range(most):
        if game.decision is None:
            return
        yield game
        game.push(choose(game, rng))


def played(seed: int, **how) -> Game:
    """A game played to its end."""
    *_, game = positions(seed, **how)
    assert game.result is not None
    return game


def top_frame(game: Game) -> str:
    return type(game.position.frames[-1]).__name__


def idle_order(seat: Seat) -> Order | str:
    """What somebody orders who wants to do nothing: to end, to go without, or whatever is asked for first."""
    plain = {offer.verb: offer.text for offer in reversed(seat.orders.offers().plain)}
    quiet = next((verb for verb in ("end", "deploy", *plain) if verb in plain), None)
    return seat.orders.sample(random.Random(1)) if quiet is None else plain[quiet]
