"""Orders are worked out from what is kept since the last one: they are those of the position read afresh.

With TYPHOON_LONG=1 after every order of whole games.
"""

from random import Random

import pytest

from tests.fuzz.checks import LONG, told
from typhoon.engine.orders import Orders
from typhoon.lab.subjects import Subject, at_random

SUBJECTS = [
    Subject("red-typhoon"),
    Subject("typhoon-solitaire"),
    Subject("operation-typhoon", "guderian"),
    Subject("operation-typhoon", "campaign"),
    Subject("operation-typhoon-revision"),
    Subject("typhoon-nonop"),
]
MOST = 1_000_000 if LONG else 250
"""Orders that are given."""
EVERY = 1 if LONG else 7
"""After so many of them one looks."""
LISTED = 2_000
"""So many orders are compared one by one, of more only some."""


def compare(kept: Orders, fresh: Orders, rng: Random) -> None:
    assert len(kept) == len(fresh)
    if len(kept) < LISTED:
        assert list(map(str, kept)) == list(map(str, fresh))
    seeds = [rng.random() for _ in range(30)]
    assert [kept.sample(Random(seed)) for seed in seeds] == [fresh.sample(Random(seed)) for seed in seeds]


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_kept_orders_are_those_of_the_position_read_afresh(subject):
    game, rng, phases = subject.ready_made(7), Random(7), set()
    for number, _ in enumerate(at_random(game, Random(7))):
        if game.result is not None or number == MOST:
            break
        phase = type(game.position.frames[-1])
        if number % EVERY and phase in phases:
            continue
        phases.add(phase)
        again = game.rules.restore(told(game))
        fresh = Orders(again.frames[-1].orders(again), lambda order: False)
        compare(game.orders, fresh, rng)
    assert len(phases) > 1
