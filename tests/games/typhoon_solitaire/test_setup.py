"""Setting up (3.1 to 3.3)."""

from collections import Counter

import pytest

import typhoon
from tests.games.typhoon_solitaire.positions import (
    around,
    give,
    offered,
    pool,
    position,
    refused,
    told,
    where,
)
from typhoon.engine.cases import case

RULES = position().rules
SECTORS = {m.label: set(m.hexes) for m in RULES.board.marks if m.kind == "area"}
GERMAN_HEXES = {number for number, row in RULES.board.rows.items() if row.side == "german"}
SOVIET_HEXES = set(RULES.board.rows) - GERMAN_HEXES
COUNTERS = {counter.unit: counter for counter in RULES.counters}


def fresh(**given):
    return typhoon.new("typhoon-solitaire", seed=1, **given)


def rows_behind_the_line() -> list[set[str]]:
    """The first, second and third row of German hexes, counted from the front line."""
    rows, east = [], SOVIET_HEXES
    for _ in range(3):
        rows.append(set().union(*map(around, east)) & GERMAN_HEXES - east)
        east = east | rows[-1]
    return rows


# The Soviet pool


@case("3.1")
def test_ts_008_ten_rifle_divisions_are_set_aside():
    game = fresh()
    assert sum(counter.type == "rifle" for counter in RULES.counters) == 40
    assert pool(game) == {
        "guards division": 8, "airborne corps": 2, "rifle division": 30, "brigade": 24,
        "artillery unit": 16, "air support": 2,
    }  # fmt: skip


@case("3.1", "8.3")
@pytest.mark.parametrize("lost", range(11))
def test_each_lost_guards_division_or_airborne_corps_brings_one_of_the_ten(lost):
    elite = [f"S-GD-{number}" for number in range(1, 9)] + ["S-AC-4", "S-AC-5"]
    assert pool(position(dead=elite[:lost]))["rifle division"] == 30 + lost


@case("3.1")
def test_no_soviet_unit_stands_on_the_map():
    game = give_all_their_places()
    assert {face.side for face in game.rules.shown.faces(game.position)} == {"german"}


# The German set-up


def give_all_their_places():
    game = fresh()
    game.push("deploy")
    return game


@case("3.2")
def test_ts_009_the_sectors_are_the_three_rows_west_of_the_line():
    assert set().union(*SECTORS.values()) == set().union(*rows_behind_the_line())
    # No hex lies in two sectors.
    assert sum(map(len, SECTORS.values())) == len(set().union(*SECTORS.values()))


@case("3.2")
def test_ts_010_panzer_group_2_stands_from_1733_to_the_south_edge():
    assert "1733" in SECTORS["PG2"]
    assert "1732" not in SECTORS["PG2"]
    first_row = rows_behind_the_line()[0]
    assert {number for number in first_row if int(number[2:]) >= 34} <= SECTORS["PG2"]
    assert {number for number in set().union(*rows_behind_the_line()) if number.endswith("51")} <= SECTORS[
        "PG2"
    ]


@case("3.2")
def test_the_sectors_follow_one_another_from_north_to_south():
    first_row = rows_behind_the_line()[0]

    def northernmost(formation):
        return min(int(number[2:]) for number in SECTORS[formation] & first_row)

    order = sorted(SECTORS, key=northernmost)
    assert order == ["9A", "PG3", "4A", "PG4", "2A", "PG2"]


@case("3.2", "7.1", "7.3")
def test_the_ready_made_set_up_is_legal():
    units = told(give_all_their_places())["units"]
    assert set(units) == {name for name, counter in COUNTERS.items() if counter.side == "german"}
    halves, formations = Counter(), {}
    for name, hex_ in units.items():
        counter = COUNTERS[name]
        assert hex_ in SECTORS[counter.formation]
        halves[hex_] += 1 if name in ("PG2-GD-Mot", "PG3-L-Mot") else 2
        formations.setdefault(hex_, set()).add(counter.formation)
    assert max(halves.values()) <= 6
    assert all(len(there) == 1 for there in formations.values())


@case("3.2")
def test_deploying_all_ends_the_set_up():
    game = give_all_their_places()
    assert (game.decision.turn, game.decision.phase) == (1, "german movement and combat")
    assert refused(game, "place PG3-1-Pz 1313").case == "5.2"
    assert refused(game, "deploy PG3").case == "5.2"


@case("3.2")
def test_a_unit_is_placed_in_its_own_sector():
    game = fresh()
    assert refused(game, "place PG2-3-Pz 1732").case == "3.2"  # 2nd Army
    assert refused(game, "place 9A-5-Inf 1312").case == "3.2"  # Panzer Group 3
    assert refused(game, "place PG3-1-Pz 1413").case == "3.2"  # Soviet
    give(game, "place PG2-3-Pz 1733", "place PG3-1-Pz 1312")
    assert (where(game, "PG2-3-Pz"), where(game, "PG3-1-Pz")) == ("1733", "1312")


@case("3.2")
def test_the_fourth_row_is_too_far_behind():
    # 1314, 1214 and 1113 lie in the first, second and third row; 1013 is behind them.
    first, second, third = rows_behind_the_line()
    assert ("1314" in first, "1214" in second, "1113" in third) == (True, True, True)
    game = fresh()
    for number in ("1314", "1214", "1113"):
        assert game.why_not(f"place PG3-1-Pz {number}") is None
    for number in ("1013", "0101"):
        ruling = refused(game, f"place PG3-1-Pz {number}")
        assert (ruling.case, "three hexes" in ruling.text) == ("3.2", True)


@case("3.2", "7.1")
def test_stacking_limits_hold_in_the_set_up():
    game = fresh()
    give(game, "place PG3-1-Pz 1312", "place PG3-6-Pz 1312", "place PG3-7-Pz 1312")
    assert refused(game, "place PG3-14-Mot 1312").case == "7.1"
    # Half a division is too much as well.
    assert refused(game, "place PG3-L-Mot 1312").case == "7.1"
    give(game, "place PG3-7-Pz 1313", "place PG3-L-Mot 1312")
    assert refused(game, "place PG3-7-Pz 1312").case == "7.1"


@case("3.2")
def test_units_can_be_placed_again_until_the_set_up_ends():
    game = fresh()
    give(game, "place PG3-1-Pz 1312")
    assert refused(game, "place PG3-1-Pz 1312").case == "3.2"
    give(game, "place PG3-1-Pz 1313")
    assert where(game, "PG3-1-Pz") == "1313"


@case("3.2")
def test_the_set_up_ends_only_when_every_unit_is_placed():
    game = fresh()
    assert refused(game, "end").case == "3.2"
    give(game, *[f"deploy {formation}" for formation in ("9A", "PG3", "4A", "PG4", "2A")])
    assert refused(game, "end").case == "3.2"
    assert offered(game, "end") == []
    give(game, "deploy PG2", "place PG2-1-Cav 1734")
    assert offered(game, "end") == ["end"]
    give(game, "end")
    assert where(game, "PG2-1-Cav") == "1734"
    assert game.decision.phase == "german movement and combat"


@case("3.2")
def test_one_formation_can_be_deployed_over_what_was_placed():
    game = fresh()
    give(game, "place PG3-1-Pz 1111", "deploy PG3")
    units = told(game)["units"]
    assert units["PG3-1-Pz"] == "1312"
    assert {COUNTERS[name].formation for name in units} == {"PG3"}


@case("3.2")
def test_unknown_units_hexes_and_formations():
    game = fresh()
    assert refused(game, "place PG3-99-Pz 1312").case == "2.3"
    assert refused(game, "place S-GD-1 1312").case == "2.6"
    assert refused(game, "place PG3-1-Pz 9999").case == "2.2"
    assert refused(game, "deploy PG1").case == "3.2"


@case("3.2")
def test_nothing_moves_before_the_set_up_is_over():
    game = fresh()
    game.push("deploy PG3")
    assert refused(game, "force PG3-1-Pz").case == "5.2"
    assert refused(game, "support PG3-1-Pz").case == "5.2"


@case("3.2", "2.6")
def test_units_stay_in_their_formations_for_the_whole_game():
    # On turn 5 armies may share a hex, yet a unit is still of its own army.
    game = position(turn=5, units={"PG3-1-Pz": "1312", "PG4-2-Pz": "1312"})
    give(game, "force PG3-1-Pz PG4-2-Pz", "march 1313", "halt")
    formations = {face.unit: face.formation for face in game.rules.shown.faces(game.position)}
    assert formations == {"PG3-1-Pz": "PG3", "PG4-2-Pz": "PG4"}


# Markers


@case("3.3")
def test_ts_011_play_begins_on_turn_1_with_nothing_counted():
    game = fresh()
    found = told(game)
    assert (found["turn"], found["tally"], found["gained"]) == (1, 0, [])
    assert "force" not in found
    assert sum(score.points for score in game.rules.scores(game.position)) == 0
