"""The random player, and finding players by name."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import typhoon
from typhoon.engine.registry import find_rules
from typhoon.engine.seat import Seat
from typhoon.players import RandomPlayer, find_player, stream

RULES = find_rules("red-typhoon")


def test_every_order_is_as_likely_as_any_other():
    """Six orders at the start; chi-squared with 5 degrees of freedom is below 20.5 in 999 of 1000 cases."""
    game = typhoon.new("red-typhoon", "fixed", seed=1)
    seat = Seat(game, "soviet")
    player = RandomPlayer(Random(1))
    counts = Counter(str(player.choose(seat)) for _ in range(6_000))
    assert set(counts) == {f"activate {front}" for front in ("NW", "K", "WR", "WL", "B")} | {"end"}
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < 20.5


def test_a_player_does_not_answer_for_the_other_side():
    game = typhoon.new("red-typhoon", "fixed", seed=1)
    with pytest.raises(ValueError, match="german"):
        RandomPlayer(Random(1)).choose(Seat(game, "german"))


def choices(seed: int | str, side: str = "soviet", game: int = 0) -> list[str]:
    seat = Seat(typhoon.new("red-typhoon", "fixed", seed=1), "soviet")
    player = find_player("random", RULES, side, seed, game)
    return [str(player.choose(seat)) for _ in range(20)]


def test_choices_hang_on_seed_game_and_side():
    assert choices(1) == choices(1)
    assert len({tuple(c) for c in (choices(1), choices(2), choices(1, "german"), choices(1, game=1))}) == 4


def test_streams_are_the_same_on_every_machine():
    """Computed by hand from SHA-256 of "1942|3|german" as the seed of a Mersenne twister."""
    import hashlib

    digest = hashlib.sha256(b"1942|3|german").digest()
    assert stream(1942, 3, "german").random() == Random(digest).random()


def test_unknown_players_are_refused_by_name():
    with pytest.raises(ValueError, match=r"no player 'rommel'; there are: staff, marshal, recruit, random"):
        find_player("rommel", RULES, "german", 1)


def test_a_game_without_a_staff_says_so(monkeypatch):
    monkeypatch.setattr(type(RULES), "staff", lambda *_: None)
    with pytest.raises(ValueError, match=r"red-typhoon has no player 'staff' for the german side"):
        find_player("staff", RULES, "german", 1)
