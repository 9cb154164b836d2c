"""How to win and lose (4)."""

import csv
from pathlib import Path

import pytest

import typhoon.games.typhoon_solitaire
from tests.games.typhoon_solitaire.battles import LEHR, PANZER, battle, closing, misses, tally
from tests.games.typhoon_solitaire.positions import around, gained, position, ring, told
from typhoon import Game
from typhoon.engine.cases import case

DATA = Path(typhoon.games.typhoon_solitaire.__file__).parent / "data"
with (DATA / "hexes.csv").open(encoding="utf-8", newline="") as file:
    SOVIET_AT_START = {row["hex"] for row in csv.DictReader(file) if row["side"] == "soviet"}
with (DATA / "units.csv").open(encoding="utf-8", newline="") as file:
    GERMANS = [row["unit"] for row in csv.DictReader(file) if row["side"] == "german"]

FRONT = sorted({n for number in SOVIET_AT_START for n in around(number)} - SOVIET_AT_START)
HELD_LINE = dict(zip(reversed(GERMANS), FRONT, strict=False))
"""A unit in each of the 60 German hexes on the line; the first 12 units are free."""

WEST = {number for number in SOVIET_AT_START if int(number[:2]) <= 28}
"""Bryansk (2), Vyazma, Rzhev and Karachev (1 each) are in it."""
SUKHINICHI = "2928"
FARTHER_EAST = {"3150", "3239", "3525", "3703", "2914", "2922"}
"""Kursk, Orel, Kaluga and Kalinin for 8 points, Gzhatsk and Yukhnov for 2."""


def ended(turn: int, **given) -> Game:
    """The game after the victory check of a turn."""
    game = position(**{"turn": turn, "units": HELD_LINE, **given})
    game.push("end")
    return game


def points(game: Game) -> int:
    return sum(score.points for score in game.rules.scores(game.position))


@case("4.1", "5.4")
def test_without_moscow_the_game_is_lost_at_the_end_of_turn_8():
    """R5.  There is no draw."""
    game = ended(8)
    assert (game.result.winner, game.decision) == ("soviet", None)
    assert game.result.level == "german defeat: end of the last turn"


@case("4.1")
@pytest.mark.parametrize("turn", [1, 5, 6, 7])
def test_turns_without_a_check_lose_nothing(turn):
    game = ended(turn, units={PANZER: "1312"})
    assert game.decision.turn == turn + 1


@case("4.2")
@pytest.mark.parametrize("count", [0, 199])
def test_fewer_than_200_pocket_hexes_lose_on_turn_2(count):
    """TS-013."""
    game = ended(2, tally=count)
    assert game.result.winner == "soviet"
    assert game.result.level == "german defeat: pocket check"


@case("4.2")
@pytest.mark.parametrize("count", [200, 350])
def test_with_200_pocket_hexes_play_goes_on(count):
    """TS-014."""
    assert ended(2, tally=count).decision.turn == 3


@case("4.2")
def test_the_hexes_of_both_turns_are_counted_together():
    """TS-011, R6: from 0, by one for 3444; 3544, where the breakout was fought, does not count."""
    game = closing({"3444"}, "3544", [LEHR], [1], turn=1)
    assert tally(game) == 1
    game.push("halt")
    game.push("end")
    assert (game.decision.turn, tally(game)) == (2, 1)


@case("4.2", "3.4")
def test_hexes_taken_in_battle_are_not_counted():
    game = battle("1B", [PANZER], misses(8))
    assert "3544" in gained(game)
    assert tally(game) == 0


@case("4.3")
def test_a_closed_front_passes_on_turn_3():
    """A unit stands in every German hex on the line."""
    assert ended(3).decision.turn == 4


@case("4.3", "6.0")
def test_every_second_hex_of_the_line_need_not_be_held():
    """Whoever stands in a hex of the line controls those beside it."""
    half = dict(list(HELD_LINE.items())[::2])
    assert all(around(number) & set(half.values()) for number in set(FRONT) - set(half.values()))
    assert ended(3, units=half).decision.turn == 4


@case("4.3")
def test_an_empty_hex_out_of_every_zone_next_to_a_soviet_one_loses_on_turn_3():
    """TS-015."""
    game = ended(3, gained=["3445"])
    assert game.result.winner == "soviet"
    assert game.result.level == "german defeat: front check"
    assert "3445" in game.result.reason


@case("4.3", "6.0")
def test_a_hex_in_a_zone_of_control_is_no_gap():
    """3445 is empty, but a division stands in 3544 beside it."""
    game = ended(3, units=HELD_LINE | {"PG2-3-Pz": "3544"}, gained=["3445"])
    assert game.decision.turn == 4


@case("4.3", "6.0")
def test_a_zone_of_control_does_not_pass_a_second_hex():
    """3446 is two hexes from 3544."""
    game = ended(3, units=HELD_LINE | {"PG2-3-Pz": "3544"}, gained=["3445", "3446"])
    assert game.result.level == "german defeat: front check"
    assert "3446" in game.result.reason
    assert "3445" not in game.result.reason


@case("4.3")
def test_german_hexes_that_touch_no_soviet_hex_need_nobody():
    """3445 is two hexes from everybody: the units stand in the ring of 12 hexes around it."""
    held = dict(zip(GERMANS, sorted(ring("3445", 2)), strict=False))
    game = ended(3, units=HELD_LINE | held, gained=["3445", *around("3445")])
    assert game.decision.turn == 4


@case("4.3")
def test_a_soviet_corridor_far_behind_the_front_leaves_gaps_beside_it():
    """R26.  Column 28 is held in every second hex; then six hexes along the north edge are still Soviet."""
    line = [f"28{row:02}" for row in range(1, 52, 2)]
    held = dict(zip(GERMANS, line, strict=False))
    assert ended(3, units=held, gained=sorted(WEST)).decision.turn == 4
    corridor = {f"{column}01" for column in range(23, 29)}
    held = {unit: "2802" if number == "2801" else number for unit, number in held.items()}
    game = ended(3, units=held, gained=sorted(WEST - corridor))
    assert game.result.level == "german defeat: front check"
    assert "2302" in game.result.reason


@case("4.3")
@pytest.mark.parametrize("turn", [1, 4, 5, 6, 7])
def test_the_front_is_looked_at_on_turn_3_only(turn):
    game = ended(turn, units={PANZER: "1312"}, gained=sorted(WEST | FARTHER_EAST | {SUKHINICHI}))
    assert game.decision.turn == turn + 1


@case("4.4")
@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("2417", 1),  # the town of Vyazma
        ("2135", 2),  # the city of Bryansk
        ("4514", 2),  # a hex of Moscow
        ("3445", 0),  # open country
    ],
)
def test_towns_count_1_and_city_hexes_2(place, value):
    """TS-019."""
    game = battle("--", [PANZER], [], start=min(around(place)), to=place, mp=12)
    assert points(game) == value


@case("4.4")
def test_nothing_counts_west_of_the_first_line():
    """Smolensk and seven towns are German from the start."""
    assert points(position(units={PANZER: "1312"})) == 0


@case("4.4")
def test_15_points_lose_on_turn_4():
    """TS-016.  5 + 8 + 2."""
    game = ended(4, gained=sorted(WEST | FARTHER_EAST))
    assert points(game) == 15
    assert game.result.winner == "soviet"
    assert game.result.level == "german defeat: winter quarters check"


@case("4.4")
def test_16_points_and_one_soviet_hex_in_column_28_lose_on_turn_4():
    """TS-017."""
    game = ended(4, gained=sorted(WEST - {"2820"} | FARTHER_EAST | {SUKHINICHI}))
    assert points(game) == 16
    assert game.result.level == "german defeat: winter quarters check"


@case("4.4")
def test_16_points_and_nothing_soviet_west_of_column_29_pass_on_turn_4():
    """TS-018, R4: column 29 itself is Soviet but for three towns."""
    game = ended(4, gained=sorted(WEST | FARTHER_EAST | {SUKHINICHI}))
    assert game.decision.turn == 5
    assert points(game) == 16


@case("4.4")
def test_more_than_16_points_do_not_make_up_for_a_hex_left_behind():
    game = ended(4, gained=sorted(WEST - {"2801"} | FARTHER_EAST | {SUKHINICHI, "4328", "4108"}))
    assert points(game) == 19
    assert game.result.level == "german defeat: winter quarters check"


@case("4.5")
@pytest.mark.parametrize(("turn", "hex_"), [(1, "4514"), (2, "4614"), (4, "4514"), (5, "4614"), (8, "4514")])
def test_one_hex_of_moscow_wins_in_the_victory_check_of_any_turn(turn, hex_):
    """TS-020, R37: Moscow comes before the checks of turns 2 and 4, which would fail."""
    start = {"4514": "4415", "4614": "4713"}[hex_]
    game = battle("--", [PANZER], [], start=start, to=hex_, turn=turn)
    assert game.result is None  # not before the check
    game.push("halt")
    game.push("end")
    assert (game.result.level, game.result.winner) == ("german victory", "german")
    assert game.result.reason == "Moscow is taken"


@case("4.5")
def test_an_attack_on_moscow_that_fails_wins_nothing():
    game = battle("1RD", [PANZER], misses(9), start="4415", to="4514", turn=7)
    game.push("withdraw")
    game.push("end")
    assert game.decision.turn == 8


@case("4.5", "11.2")
def test_moscow_in_a_pocket_wins_at_once():
    """TS-058."""
    game = closing({"4514", "4614"}, "4713", [LEHR], [], turn=3)
    assert (game.result.winner, game.result.reason) == ("german", "Moscow is encircled")
    assert game.decision is None


@case("4.5")
def test_both_hexes_of_moscow_may_be_german_before_the_check():
    """Taken one after the other; the game can be saved and gone on with in between."""
    game = battle("--", [PANZER], [1], start="4415", to="4514", turn=7)
    game.push("march 4614")
    assert {"4514", "4614"} <= gained(game)
    again = game.rules.restore(told(game))
    assert game.rules.snapshot(again) == told(game)
    game.push("halt")
    game.push("end")
    assert game.result.winner == "german"
