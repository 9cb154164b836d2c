"""Bidding before a game, as the engine has it."""

from __future__ import annotations

import pytest

from typhoon.engine.about import About, Option, Scenario
from typhoon.engine.bidding import Bidding

GAME = About(
    id="duel",
    title="Duel",
    sides=("red", "blue"),
    scenarios=(Scenario("short", "Short", ""), Scenario("long", "Long", "")),
    options=(
        Option("levels", "Levels", ("yes", "no"), "1.0"),
        Option("price", "Price", ("0",), "1.1", numbers=(-60, 60)),
    ),
    status="playable",
    bidding=Bidding("blue", "price", ("long",), "1.1", "", {"levels": "yes"}),
)


def test_the_higher_bid_takes_the_side_at_its_price() -> None:
    bidding = GAME.bidding_in("long", {})
    assert bidding.settled({"red": 5, "blue": -10}) == ("red", 5)
    assert bidding.settled({"red": -10, "blue": -5}) == ("blue", -5)


def test_a_tie_leaves_the_sides_as_they_were_taken() -> None:
    assert GAME.bidding_in("long", {}).settled({"red": 7, "blue": 7}) == ("blue", 7)


@pytest.mark.parametrize(("bid", "number"), [(5, 5), (-60, -60), ("+7", 7), (" 0 ", 0), ("-3", -3)])
def test_bids_are_whole_numbers(bid: object, number: int) -> None:
    assert GAME.checked_bid(bid) == number


@pytest.mark.parametrize("bid", [61, -61, "five", "", "1.5", 2.0, True, None, "٣", "--5", "+-5", "1e1"])
def test_other_bids_are_refused_in_words(bid: object) -> None:
    with pytest.raises(ValueError, match="a bid is a whole number from -60 to 60, not '"):
        GAME.checked_bid(bid)


def test_where_nobody_bids() -> None:
    with pytest.raises(ValueError, match="duel knows bidding in its scenarios long only"):
        GAME.bidding_in("short", {})
    with pytest.raises(ValueError, match="duel has no scenario 'wide'"):
        GAME.bidding_in("wide", {})
    with pytest.raises(ValueError, match="bidding goes with levels=yes"):
        GAME.bidding_in("long", {"levels": "no"})
    with pytest.raises(ValueError, match="bidding makes the option price: leave it out"):
        GAME.bidding_in("long", {"price": "4"})
