"""Charts of the Major Revision with a mistake in them, each with the words that lead to the spot."""

import pytest

import typhoon
from tests.corpus.charts import GONE, broken, ours
from typhoon.engine.data import DataError

GAME, OURS = "operation-typhoon-revision", ours("operation_typhoon_revision")


@pytest.mark.parametrize(
    ("file", "changes", "expected"),
    [
        ("melt_table.csv", {"normal": GONE}, "no line 'normal'"),
        ("melt_table.csv", {"normal": "normal,7,3,ours,"}, "column 'rivers_melt_to': '7'"),
        ("movement_reduction.csv", {"german,other": GONE}, "no line 'german', 'other'"),
        (
            "movement_reduction.csv",
            {"german,other": "german,other,-1,1,,2,,ours"},
            "column 'heavy_mud': '-1'",
        ),
        ("movement_reduction.csv", {"german,other": "german,horse,1,1,,2,,ours"}, "column 'kind': 'horse'"),
        ("late_entry.csv", {"10,": "10,19,ours"}, "'19' is not in the game"),
        ("setup_changes.csv", {"18.3": "18.3,313/30,B0920,43/Glbev,ours"}, "'313/30' is not in the game"),
        (
            "setup_changes.csv",
            {"18.3": "18.3,312/30,B0999,43/Glbev,ours"},
            "there is no hex B0999 on the map",
        ),
    ],
)
def test_the_spot_is_named(file, changes, expected, tmp_path):
    charts = broken(OURS, tmp_path, file, changes)
    with pytest.raises(DataError) as caught:
        typhoon.new(GAME, charts=charts)
    assert expected in str(caught.value)
    assert file in str(caught.value)


def test_charts_of_ones_own_lie_over_both_games(tmp_path):
    charts = broken(OURS, tmp_path, "movement_reduction.csv", {"german,other": "german,other,1,3,,2,,ours"})
    game = typhoon.build(GAME, charts=charts, turn=5, units={"17/31/43": "C3424"}, snow=1)
    assert game.ask("allowance", "17/31/43") == 1
    assert game.journal.header.charts
