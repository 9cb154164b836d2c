"""What a side may not know (B2.9), and that no take-back makes use of what was seen."""

import pytest

from tests.games.typhoon_nonop.positions import (
    HQ16,
    INFANTRY,
    PANZERS,
    SOVIETS,
    TANKS,
    give,
    position,
)
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules
from typhoon.engine.replay import take_back
from typhoon.engine.ruling import CannotUndo

LAW = find_rules("typhoon-nonop")
GROUNDED = dict.fromkeys(LAW.air_ids, "flown")
WOODS = [{"target": "N0817", "units": [INFANTRY]}]
IN_WOODS = {INFANTRY: "N0816", SOVIETS: "N0817", HQ16: "N0819"}


@case("B2.9", "B14.6")
def test_no_sealed_order_is_taken_back_once_the_enemy_may_have_seen_it():
    game = position(units=IN_WOODS, phase="soviet reaction", combats=WOODS, air=GROUNDED)
    give(game, "seal N0817 no-retreat")
    while game.decision.side == "soviet":
        game.push("end")
    assert game.why_not_take_back(0) == "the others have seen the soviet sealed orders"
    with pytest.raises(CannotUndo, match="have seen the soviet sealed orders"):
        take_back(game, 0)


@case("B2.9", "B14.6")
def test_a_side_that_is_still_laying_its_orders_may_take_one_back():
    units = {**IN_WOODS, PANZERS: "N1016", TANKS: "N1017"}
    combats = [*WOODS, {"target": "N1017", "units": [PANZERS]}]
    game = position(units=units, phase="soviet reaction", combats=combats, air=GROUNDED)
    while game.decision.part != "sealed orders":
        game.push("end")
    given = len(game.entries)
    give(game, "seal N0817 no-retreat")
    assert game.decision.part == "sealed orders"
    assert game.why_not_take_back(given) is None


@case("B2.9", "B17.3")
def test_no_air_mission_is_taken_back_once_it_is_placed():
    units = {INFANTRY: "P0834", SOVIETS: "P0835"}
    combats = [{"target": "P0835", "units": [INFANTRY]}]
    game = position(units=units, phase="german combat", combats=combats)
    give(game, "fly G-Ju87-1 P0835")
    assert game.why_not_take_back(0) is None
    give(game, "end")
    assert game.why_not_take_back(0) == "the others have seen the german air missions"
    give(game, "end", "fight")
    assert game.why_not_take_back(3) is None, "the die of the combat is another matter"
    assert game.why_not_take_back(0) is not None, "nor is it taken back later"


@case("B2.9")
def test_where_nobody_placed_anything_there_is_nothing_to_have_seen():
    units = {INFANTRY: "P0834", SOVIETS: "P0835"}
    combats = [{"target": "P0835", "units": [INFANTRY]}]
    game = position(units=units, phase="german combat", combats=combats)
    give(game, "end", "end", "fight")
    assert game.why_not_take_back(0) is None
