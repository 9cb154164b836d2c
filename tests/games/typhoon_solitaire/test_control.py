"""The front line, control of hexes and zones of control (3.4, 3.5, 6)."""

import pytest

from tests.games.typhoon_solitaire.positions import (
    EMPTY,
    MISS,
    RIFLES,
    around,
    gained,
    give,
    happened,
    points_left,
    position,
    reachable,
    shaded,
    told,
    where,
)
from typhoon.engine.cases import case


def sides_of_the_line(game) -> set[frozenset[str]]:
    return {frozenset(side) for side in game.rules.shown.front(game.position)}


# The front line


@case("3.4")
def test_the_line_divides_the_map_at_the_start():
    game = position()
    rows = game.rules.board.rows
    printed = {frozenset(pair) for pair in game.rules.board.front}
    borders = {
        frozenset((number, other))
        for number, row in rows.items()
        for other in around(number)
        if row.side != rows[other].side
    }
    assert printed == borders == sides_of_the_line(game)
    # Going east along any row one crosses from German to Soviet hexes.
    assert {rows[f"01{r:02}"].side for r in range(1, 52)} == {"german"}
    assert {rows[f"54{r:02}"].side for r in range(1, 52)} == {"soviet"}


@case("3.4")
def test_places_on_both_sides_of_the_line():
    rows = position().rules.board.rows
    german, soviet = {"1019", "1327", "1733", "1314"}, {"1315", "4514", "4614", "2417", "2135"}
    assert {n for n in german | soviet if rows[n].side == "german"} == german


@case("3.4")
def test_the_printed_example_5th_panzer_division_takes_1315():
    # A division placed as in the picture, whatever its sector (ruling R32).
    game = position(units={"PG4-5-Pz": "1314"}, dice=[RIFLES, 6, *[MISS] * 6])
    assert frozenset(("1314", "1315")) in sides_of_the_line(game)
    events = give(game, "force PG4-5-Pz", "march 1315")
    assert happened(events, "control") == [{"hexes": ("1315",)}]
    line = sides_of_the_line(game)
    assert {side for side in line if "1315" in side} == {
        frozenset(("1315", "1415")),
        frozenset(("1315", "1416")),
    }


@case("3.4")
def test_a_force_halts_in_a_soviet_hex_until_the_battle_is_decided():
    game = position(units={"PG3-1-Pz": "1312"}, dice=[RIFLES, *[MISS] * 7, MISS, MISS])
    events = give(game, "force PG3-1-Pz", "march 1413")
    assert happened(events, "mustered")[0]["die"] == RIFLES
    assert (where(game, "PG3-1-Pz"), gained(game)) == ("1413", set())
    give(game, "withdraw")
    assert (where(game, "PG3-1-Pz"), gained(game)) == ("1312", set())


@case("3.4", "9.6")
def test_nobody_has_to_be_fought_for_a_german_hex():
    game = position(units={"PG3-1-Pz": "1312"}, gained=["1413"], dice=[])
    give(game, "force PG3-1-Pz", "march 1413", "march 1312")
    assert points_left(game) == 16 - 1 - 1


@case("3.5")
def test_ts_012_a_hex_left_behind_stays_german():
    game = position(units={"PG3-1-Pz": "1312"}, dice=[EMPTY, EMPTY])
    give(game, "force PG3-1-Pz", "march 1413", "march 1512", "march 1312", "halt", "end")
    assert gained(game) == {"1413", "1512"}
    assert where(game, "PG3-1-Pz") == "1312"


@case("3.5")
def test_ts_012_a_hex_stays_german_even_if_a_breakout_from_it_succeeds():
    # 1416 is the last way out of 1315. Two rifle divisions break out and destroy the Lehr Brigade.
    game = position(units={"PG3-L-Mot": "1316"}, gained=["1415"], dice=[EMPTY, 6, 1, 1, MISS, MISS, 6, MISS])
    events = give(game, "force PG3-L-Mot", "march 1416")
    assert happened(events, "broken_out") == [{"hex": "1416", "size": 1, "to": "1316"}]
    assert gained(game) == {"1415", "1416", "1315"}
    assert where(game, "PG3-L-Mot") == "1316"


@case("3.5")
def test_a_hex_changes_hands_only_once():
    game = position(units={"PG3-1-Pz": "1312"}, dice=[EMPTY])
    give(game, "force PG3-1-Pz", "march 1413")
    events = give(game, "march 1312", "march 1413")
    assert happened(events, "control") == happened(events, "mustered") == []


@case("3.5")
def test_moving_back_does_not_give_ground_up():
    # The zone of a force has no part in control: an empty German hex is German.
    game = position(units={"PG3-1-Pz": "1111"}, gained=["1413", "1513"])
    assert set(told(game)["gained"]) == {"1413", "1513"}
    assert game.why_not("force PG3-1-Pz") is None
    give(game, "force PG3-1-Pz", "march 1513")
    assert points_left(game) < 16


# Zones of control


@case("6.0")
def test_ts_022_the_printed_example():
    game = position(units={"PG3-1-Pz": "2613"}, gained=["2512", "2513", "2614"])
    assert shaded(game, "zones") == {"2613", "2512", "2513", "2614"}


@case("6.0")
def test_rivers_and_terrain_do_not_stop_a_zone():
    # A river runs between 2613 and 2512; Smolensk (1019) has rivers around it.
    game = position(units={"PG3-1-Pz": "1019"})
    assert shaded(game, "zones") == {"1019"} | around("1019")


@case("6.0")
@pytest.mark.parametrize(
    "state", [{"reduced": True}, {"done": True}, {"reduced": True, "done": True}], ids=str
)
def test_every_force_has_a_zone(state):
    game = position(units={"PG3-6-Inf": {"hex": "1111", **state}})
    assert shaded(game, "zones") == {"1111"} | around("1111")


@case("6.0")
def test_even_half_a_division_has_a_zone():
    game = position(units={"PG3-L-Mot": "1111"})
    assert shaded(game, "zones") == {"1111"} | around("1111")


@case("6.0")
def test_a_zone_never_reaches_into_soviet_hexes():
    # Around 1313, on the line, 1413 and 1414 are Soviet.
    game = position(units={"PG3-1-Pz": "1313"})
    assert shaded(game, "zones") == {"1313"} | around("1313") - {"1413", "1414"}


@case("6.0")
def test_a_zone_ends_at_the_edge_of_the_map():
    game = position(units={"PG3-1-Pz": "0101", "PG3-7-Pz": "0151"})
    assert shaded(game, "zones") == {"0101", "0102", "0201", "0202"} | {"0151", "0150", "0251"}


@case("6.0")
def test_a_hex_that_is_taken_comes_into_the_zone():
    game = position(units={"PG3-1-Pz": "1312", "PG3-6-Inf": "1313"}, dice=[EMPTY])
    assert "1413" not in shaded(game, "zones")
    give(game, "force PG3-1-Pz", "march 1413", "march 1312")
    assert "1413" in shaded(game, "zones")


@case("6.0")
def test_zones_follow_forces_that_meet_and_part():
    game = position(units={"PG3-1-Pz": "1110", "PG3-7-Pz": "1111"})
    give(game, "force PG3-1-Pz", "march 1111")
    assert shaded(game, "zones") == {"1111"} | around("1111")
    give(game, "march 1112")
    assert shaded(game, "zones") == {"1111", "1112"} | around("1111") | around("1112")


@case("6.0")
def test_there_are_no_soviet_zones():
    # Along the line from 1312 to 1314 every hex is next to Soviet hexes, and costs no more than its ground.
    game = position(units={"PG3-1-Pz": "1312"})
    game.push("force PG3-1-Pz")
    assert (reachable(game)["1313"], reachable(game)["1314"]) == (1, 2)
