"""What may be expected of a position, in a game of two turns of two phases.

It is judged by the score, the column that R1 is in, and by how many units are tired.
"""

from typing import ClassVar

import pytest

from tests.engine.small import SmallBox, SmallGame, game
from typhoon.engine.data import DataError, DataFolder, Layer
from typhoon.engine.prospects import Prospects

HEADER = "scenario,feature,early,middle,late,provenance"


class Weariness(Prospects):
    features: ClassVar = ("weary",)

    def measure(self, pos):
        return (pos.tired.bit_count(),)


class Judged(SmallGame):
    about: ClassVar = SmallGame.about
    chapters: ClassVar = {"prospects": Weariness}


class Narrow(Weariness):
    most = 2.5


class NarrowlyJudged(SmallGame):
    about: ClassVar = SmallGame.about
    chapters: ClassVar = {"prospects": Narrow}


def law(folder, *rows, kind=Judged):
    """The small game with weights of its own."""
    if rows:
        (folder / "value.csv").write_text("\n".join([HEADER, *rows, ""]), encoding="utf-8")
    box = SmallBox()
    box.data = DataFolder([Layer(folder, 1)])
    return kind(box, kind.about.scenarios[0], kind.checked_options({}), 1)


def value(rules, turn, phase, side="red", hex_="0301", tired=False):
    """R1 in a hex; the score is its column."""
    unit = {"hex": hex_, "tired": True} if tired else hex_
    position = game(rules, turn=turn, phase=phase, units={"R1": unit}).position
    return rules.evaluate(position, side)


WEIGHTS = ("strip,balance,2,1,3,guessed", "strip,standing,0,0.5,1,guessed", "strip,weary,-1,-2,-6,guessed")


@pytest.mark.parametrize(
    ("turn", "phase", "expected"),
    [
        (1, "red turn", 2),  # nothing is played: 1 x 2 + 3 x 0
        (1, "blue turn", 1.5 + 3 * 0.25),  # a quarter is: the weights are half-way to those of the middle
        (2, "red turn", 1 + 3 * 0.5),
        (2, "blue turn", 2 + 3 * 0.75),
    ],
)
def test_weights_go_from_early_by_middle_to_late_with_the_share_of_the_game_that_is_played(
    tmp_path, turn, phase, expected
):
    assert value(law(tmp_path, *WEIGHTS), turn, phase) == pytest.approx(expected)


def test_every_figure_counts(tmp_path):
    """Being tired costs 2 in the middle."""
    rules = law(tmp_path, *WEIGHTS)
    assert value(rules, 2, "red turn", tired=True) == pytest.approx(1 + 1.5 - 2)


def test_a_figure_without_a_weight_counts_for_nothing(tmp_path):
    rules = law(tmp_path, "strip,weary,-1,-2,-3,guessed")
    assert value(rules, 2, "red turn", hex_="0501") == 0


def test_what_one_side_hopes_for_the_other_fears(tmp_path):
    rules = law(tmp_path, *WEIGHTS)
    assert value(rules, 1, "blue turn", "blue") == -value(rules, 1, "blue turn", "red") != 0


def test_no_margin_is_larger_than_there_can_be(tmp_path):
    rules = law(tmp_path, *WEIGHTS, kind=NarrowlyJudged)
    assert value(rules, 2, "blue turn") == 2.5
    assert value(rules, 2, "blue turn", "blue") == -2.5


def test_before_the_first_turn_only_the_set_up_counts(tmp_path):
    rules = law(tmp_path, "strip,set-up,4,0,0,guessed", *WEIGHTS)
    pos = game(rules, turn=1, units={"R1": {"hex": "0501", "tired": True}}).position
    pos.step = -1
    assert rules.evaluate(pos, "red") == 4


def test_without_weights_the_margin_is_as_it_stands(tmp_path):
    assert value(law(tmp_path), 1, "red turn") == 3
    other = law(tmp_path, *WEIGHTS)
    other.prospects.weights = {}
    assert value(other, 1, "red turn", "blue") == -3


def test_a_game_that_is_over_is_worth_its_result(tmp_path):
    playing = game(law(tmp_path, *WEIGHTS), turn=2, phase="blue turn", units={"R1": "0501"})
    assert playing.rules.evaluate(playing.position, "red") != 5
    playing.push("end")
    assert playing.result is not None
    assert playing.rules.evaluate(playing.position, "red") == 5
    assert playing.rules.evaluate(playing.position, "blue") == -5


@pytest.mark.parametrize(
    ("hex_", "expected"),
    [("0301", "Red by 2.5 points"), ("0101", "Red by 1.5 points")],
)
def test_the_forecast_is_told_in_words(tmp_path, hex_, expected):
    """In the middle of the game red has 1 and half of what stands."""
    playing = game(law(tmp_path, *WEIGHTS), turn=2, phase="red turn", units={"R1": hex_})
    assert playing.view("red").forecast == playing.view("blue").forecast == expected


@pytest.mark.parametrize(
    ("margin", "expected"),
    [(0.04, "even"), (-0.04, "even"), (0.06, "Red by 0.1 points"), (-3, "Blue by 3.0 points")],
)
def test_a_margin_is_told_with_whom_it_is_for(tmp_path, margin, expected):
    assert law(tmp_path).prospects.words(margin) == expected


def test_of_a_game_that_is_over_nothing_is_forecast(tmp_path):
    playing = game(law(tmp_path), turn=2, phase="blue turn", units={"R1": "0501"})
    playing.push("end")
    assert playing.view("red").forecast == ""


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("stripe,standing,1,1,1,x", "line 3, column 'scenario': there is no scenario 'stripe'"),
        (
            "strip,smiles,1,1,1,x",
            "line 3, column 'feature': no figure 'smiles'; there is set-up, balance, standing, weary",
        ),
        ("strip,weary,much,1,1,x", "line 3, column 'early': 'much': Expected `float`, got `str`"),
        ("strip,weary,1,nan,1,x", "line 3: a weight must be a number"),
        ("strip,weary,1,1,,x", "line 3, column 'late': must not be empty"),
        ("strip,standing,1,1,1,x", "line 3, column 'feature': 'standing' stands twice for 'strip'"),
    ],
)
def test_a_mistake_in_the_weights_is_told_with_its_place(tmp_path, row, expected):
    with pytest.raises(DataError) as caught:
        law(tmp_path, "strip,standing,0,1,1,x", row)
    assert str(caught.value) == f"{tmp_path / 'value.csv'}, {expected}"
