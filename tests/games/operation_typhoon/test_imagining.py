"""What a player imagines at its seat is what its view would let anybody imagine."""

import random
from collections import Counter

import pytest

import typhoon
from tests.games.operation_typhoon.fights import EAST, MIDDLE, WEST
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules
from typhoon.engine.seat import Seat
from typhoon.engine.start import imagine

SIDES = ("german", "soviet")


@pytest.mark.parametrize("options", [{}, {"intelligence": "kind"}, {"strengths": "open"}])
@case("8.43", "8.45")
def test_seat_and_view_imagine_the_same(options):
    """By columns or through words: the same chance gives the same world, at many moments of a game."""
    game = typhoon.new("operation-typhoon", "kluge", seed=5, options=options)
    rng, moments = random.Random(5), 0
    while game.result is None and moments < 60:
        for _ in range(25):
            if game.result is None:
                game.push(game.orders.sample(rng))
        if game.result is None:
            moments += 1
            for side in SIDES:
                at_the_seat = Seat(game, side).imagine(random.Random(moments)).position
                from_the_view = imagine(game.view(side), random.Random(moments)).position
                assert game.rules.snapshot(at_the_seat) == game.rules.snapshot(from_the_view)
                assert at_the_seat.pool == from_the_view.pool
    assert moments > 20


@case("8.32", "8.43")
def test_hidden_chits_are_imagined_as_often_as_they_lie_in_the_cup():
    """Three units of one cup have drawn: each hidden chit is as likely as its share of that cup."""
    rules = find_rules("operation-typhoon")
    names = [c.unit for c in rules.counters if c.side == "soviet" and (c.class_, c.morale) == ("A", 1)][:3]
    cup = [rules.chits[chit] for chit in rules.cup_of(rules.unit_number[names[0]])]
    units = {
        name: {"hex": hex_, "chit": chit.chit}
        for name, hex_, chit in zip(names, (WEST, MIDDLE, EAST), cup, strict=False)
    }
    game = typhoon.build("operation-typhoon", turn=6, units=units, supported=[], seed=1)
    seat, rng, worlds = Seat(game, "german"), random.Random(9), 4_000
    found: Counter[str] = Counter()
    for _ in range(worlds):
        pos = seat.imagine(rng).position
        found.update([rules.chits[pos.chit[rules.unit_number[name]]].chit for name in names])
    total = sum(chit.count for chit in cup)
    for chit in cup:
        share = chit.count / total
        spread = (share * (1 - share) / (worlds * len(names))) ** 0.5
        assert found[chit.chit] / (worlds * len(names)) == pytest.approx(share, abs=5 * spread)


def test_imagining_leaves_the_game_alone():
    game = typhoon.new("operation-typhoon", "guderian", seed=2)
    rng = random.Random(2)
    for _ in range(120):
        game.push(game.orders.sample(rng))
    before = game.state_hash()
    for side in SIDES:
        core = Seat(game, side).imagine(rng)
        for _ in range(40):
            core.play(core.orders.sample(rng))
    assert game.state_hash() == before
