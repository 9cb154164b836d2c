"""The marshal knows what its side knows, and throws dice of its own: equal views, equal orders."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

import typhoon
from typhoon import Game
from typhoon.engine.seat import Seat
from typhoon.hexgrid import bits
from typhoon.players import find_player
from typhoon.players.inside import Inside

MARSHAL = "marshal:9"
SEAT = {"decision", "imagine", "orders", "side", "thinking", "why_not"}


class WatchedSeat:
    """A seat that refuses what the marshal has no business to look at."""

    def __init__(self, game: Game, side: str) -> None:
        self.__dict__.update(_seat=Seat(game, side))

    def __getattr__(self, name: str) -> Any:
        assert name in SEAT, f"the marshal looked at seat.{name}"
        return getattr(self._seat, name)


class Closed(list[int]):
    """A column of the real position that nobody may read of the units of the enemy; a copy is open again."""

    def __init__(self, values: list[int], secret: int) -> None:
        super().__init__(values)
        self._secret = secret

    def __getitem__(self, unit: Any) -> Any:
        assert not self._secret >> unit & 1, "somebody looked under a counter of the enemy"
        return super().__getitem__(unit)

    def __iter__(self) -> Any:
        raise AssertionError("somebody looked under all counters")


class NoDice:
    """The dice of the real game, which are not for thinking."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"somebody reached for the dice of the game: {name}")


def phase_of(game: Game, side: str, marshal: str = MARSHAL) -> list[str]:
    """What the marshal plans to do in a phase."""
    player: Any = find_player(marshal, game.rules, side, seed=4)
    first = player.choose(WatchedSeat(game, side))
    assert player._spent > 0, "it did not think"
    return [str(order) for order in [first, *player._plan]]


@cache
def guderian(side: str) -> Game:
    """Guderian's first turns as staffs play them, to a movement phase in the thick of it."""
    game = typhoon.new("operation-typhoon", "guderian", seed=3)
    players = {each: find_player("staff", game.rules, each, 3) for each in game.rules.sides}
    begun = game.decision.turn
    while (game.decision.turn, game.decision.phase) != (begun + 1, f"{side} movement"):
        decider = game.decision.side
        game.push(players[decider].choose(Seat(game, decider)))
    return game


def alike(game: Game, side: str, seed: int) -> Game:
    """The same to a side, with other chits under the enemy's counters and other dice to come."""
    rules = game.rules
    other = rules.secrets.imagine(game.position, rules.sides.index(side), Random(seed))
    return typhoon.build("operation-typhoon", **rules.snapshot(other), seed=seed)


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_with_fog_equal_views_give_equal_orders(side: str):
    games = [alike(guderian(side), side, seed) for seed in (1, 2)]
    assert games[0].state_hash() != games[1].state_hash(), "they do not differ"
    assert games[0].view(side).position == games[1].view(side).position
    one, other = (phase_of(game, side) for game in games)
    assert one == other
    assert len(one) > 5


def test_without_fog_nothing_counts_but_the_position():
    """The dice to come and the way that led there are all that can be hidden in Red Typhoon."""
    played = typhoon.new("red-typhoon", "fixed", seed=1)
    for order in ("activate K", "end"):
        played.push(order)
    built = typhoon.build("red-typhoon", **played.rules.snapshot(played.position), seed=2)
    assert played.view("soviet").position == built.view("soviet").position
    assert len(played.journal.entries) > len(built.journal.entries)
    one, other = (phase_of(game, "soviet", "marshal:30") for game in (played, built))
    assert one == other
    assert len(one) > 0


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_the_real_game_is_closed_to_it(side: str):
    game = alike(guderian(side), side, 1)
    pos, number = game.position, game.rules.sides.index(side)
    secret = game.rules.secrets.veiled(pos, number)
    pos.chit = Closed(pos.chit, secret)
    game.dice = NoDice()  # type: ignore[assignment]
    with pytest.raises(AssertionError, match="under a counter"):
        _ = pos.chit[next(iter(bits(secret)))]
    assert len(phase_of(game, side)) > 5


def test_inside_an_imagined_game_staffs_see_only_that(monkeypatch):
    """Whoever plays on in a trial sits in a copy of an imagined world, never at the real table."""
    game = alike(guderian("german"), "german", 1)
    seen = []
    plain = Inside.__init__
    monkeypatch.setattr(
        Inside,
        "__init__",
        lambda self, core, *rest: (seen.append(core.position), plain(self, core, *rest))[1],
    )
    phase_of(game, "german")
    assert seen
    assert all(position is not game.position for position in seen)
