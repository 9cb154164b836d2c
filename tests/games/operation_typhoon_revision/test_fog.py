"""What a side may not know shows nowhere: the plan, works of the set-up, who lies in a stack, who builds."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from tests.games.operation_typhoon.fights import EAST, MIDDLE, NORTH_EAST, NORTH_WEST, WEST
from tests.games.operation_typhoon.positions import give, told
from tests.games.operation_typhoon.test_fog import WATCHER, shown
from tests.games.operation_typhoon_revision.ours import begun, position
from typhoon import Game
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules
from typhoon.engine.seat import Seat
from typhoon.players import find_player

OURS = (
    "build 339/167/53", "abandon 339/167/53", "return 53/2PzA C3425", "return 50/Bldin C3425", "spare loss",
    "spare retreat", "fortify", "fortify B0214 fortification", "fortify B1216 major", "top 299/50",
    "top 339/167/53", "exit 299/50",
)  # fmt: skip
"""Orders of the revision that somebody might try in order to learn something from the refusal."""


def test_every_order_of_this_half_is_tried():
    ours = {"build", "abandon", "return", "spare", "fortify"}
    verbs = {kind.verb for kind in find_rules("operation-typhoon-revision").order_kinds}
    assert ours <= verbs and ours <= {order.split()[0] for order in OURS}


def everything(game: Game, side: str) -> dict[str, bytes]:
    found = shown(game, side)
    if side != WATCHER:
        seat = Seat(game, side)
        found["ours"] = msgspec.json.encode([str(seat.why_not(order)) for order in OURS])
    return found


def assert_alike(games: Sequence[Game], *sides: str) -> None:
    one, *others = games
    for other in others:
        assert told(one) != told(other), "they do not differ"
        for side in sides:
            first, second = everything(one, side), everything(other, side)
            for what in first:
                assert first[what] == second[what], f"{side} is shown it: {what}"


def orders_of_staff(game: Game, side: str) -> list[str]:
    """What the staff of a side would do next."""
    player = find_player("staff", game.rules, side, 4)
    return [str(player.choose(Seat(game, side)))]


PLANS = ("historical", "encirclement", "broad-front")


@case("18.49 plan chits")
def test_the_plan_and_its_die_are_for_german_eyes():
    """Before the first order, when the set-up is done, and in the middle of the game."""
    games = [begun("campaign", dice={"plan": [die]}, seed=3) for die in (1, 3, 4)]
    assert_alike(games, "soviet", WATCHER)
    for game in games:
        give(game, "deploy", "fortify")
    assert_alike(games, "soviet", WATCHER)
    words: dict[str, Any] = {
        "scenario": "campaign",
        "turn": 9,
        "units": {"299/50": MIDDLE, "339/167/53": "C1010"},
    }
    for phase in ("german movement", "soviet movement", "soviet combat"):
        later = [position(**words, phase=phase, plan=plan, vp=61.5) for plan in PLANS]
        assert_alike(later, "soviet", WATCHER)
    assert shown(later[0], "german")["display"] != shown(later[1], "german")["display"]


@case("18.48")
def test_works_of_the_set_up_are_unseen_until_it_is_done():
    games = [begun("campaign", dice={"plan": [1]}, seed=3) for _ in range(3)]
    for game in games:
        give(game, "deploy")
    give(games[1], "fortify B0214 fortification")
    give(games[2], "fortify B0214 major", "fortify B0415 fortification")
    positions = [game.view("soviet").position for game in games]
    assert positions[0] == positions[1] == positions[2]
    assert "minors" not in positions[0] and "B0214" not in str(positions)
    for what in ("view", "display", "overlays", "front", "lines", "cast", "decision", "refusals", "ours"):
        for side in ("soviet", WATCHER):
            found = {everything(game, side).get(what, b"") for game in games}
            if what != "view":  # which tells how many orders there were
                assert len(found) == 1, what
    give(games[1], "end")
    assert games[1].view("soviet").position["forts"] == ["B0214"]


TOPS = {"I6/3P/24": WEST, "32/50": MIDDLE}
"""Armor that lies on top of whoever is below it."""
LOW_GERMANS = (("339/167/53", "315/167/53"), ("331/167/53", "256/112/53"))
LOW_SOVIETS = (("299/50",), ("260/50",), ("154/50",))
REST = {
    "110/112/53": NORTH_EAST, "413/50": EAST, "3/3P/24": "C3423", "53/2PzA": "C3020", "24/2PzA": "C3120",
    "50/Bldin": "C3040", "194/43": NORTH_WEST,
}  # fmt: skip
MOMENTS = ("weather", "german movement", "soviet movement", "german combat", "soviet combat")


def hidden(moment: str, germans: Sequence[str], soviets: Sequence[str], **given: Any) -> Game:
    units = {**TOPS, **REST, **dict.fromkeys(germans, WEST), **dict.fromkeys(soviets, MIDDLE)}
    usual: dict[str, Any] = {"turn": 6, "weather": "clear", "air": {"german": 1, "soviet": 1}, "seed": 7}
    return position(phase=moment, units=units, supported=["53/2PzA", "24/2PzA"], **{**usual, **given})


@case("8.46", "8.45")
@pytest.mark.parametrize("moment", MOMENTS)
def test_who_lies_below_is_his_owners_secret(moment):
    assert_alike([hidden(moment, LOW_GERMANS[0], below) for below in LOW_SOVIETS], "german", WATCHER)
    assert_alike([hidden(moment, below, LOW_SOVIETS[0]) for below in LOW_GERMANS], "soviet", WATCHER)


@case("8.46", "19.17")
@pytest.mark.parametrize("moment", MOMENTS[1:])  # before them a strongpoint is ready
def test_a_building_marker_is_seen_but_not_its_builder(moment):
    below = LOW_GERMANS[0]
    games = [
        hidden(moment, below, LOW_SOVIETS[0], minors=[WEST], building={WEST: [unit, 5]}) for unit in below
    ]
    assert_alike(games, "soviet", WATCHER)
    view = games[0].view("soviet").position
    assert view["building"] == {WEST: ["?", 5]}
    twin = games[0].rules.secrets.imagine(games[0].position, 1, random.Random(2))
    assert games[0].rules.snapshot(twin, "soviet") == view


@case("8.46")
@pytest.mark.parametrize("moment", MOMENTS)
def test_nobody_is_told_whose_place_in_a_stack_was_chosen(moment):
    """R30: infantry laid over tanks looks like infantry over infantry."""
    usual = {"turn": 6, "weather": "clear", "air": {"german": 1, "soviet": 1}, "seed": 7}
    games = [
        position(
            phase=moment,
            units={**REST, "339/167/53": {"hex": WEST, **laid}, below: WEST},
            supported=["53/2PzA", "24/2PzA"],
            **usual,
        )
        for laid, below in (({}, "315/167/53"), ({"top": True}, "I6/3P/24"), ({"top": True}, "256/112/53"))
    ]
    assert_alike(games, "soviet", WATCHER)


@case("8.46")
def test_equal_views_equal_orders():
    for moment, side in (("german combat", "german"), ("german movement", "german")):
        games = [hidden(moment, LOW_GERMANS[0], below) for below in LOW_SOVIETS]
        assert len({tuple(orders_of_staff(game, side)) for game in games}) == 1
    plans = [
        position(
            scenario="campaign", turn=9, phase="soviet movement", plan=plan,
            units={"299/50": MIDDLE, "339/167/53": "C3010"},
        )
        for plan in PLANS
    ]  # fmt: skip
    assert len({tuple(orders_of_staff(game, "soviet")) for game in plans}) == 1
