"""Charts of Operation Typhoon with a mistake in them, each with the words that lead to the spot."""

import pytest

import typhoon
from tests.corpus.charts import GONE, broken, ours
from typhoon.engine.data import DataError

OURS = ours("operation_typhoon")
UNIT = "299/50,soviet,50,,,infantry,XX,A,1,,5,no,C,C0828,exact,C0828,no,ours,seed,seed"


@pytest.mark.parametrize(
    ("file", "changes", "expected"),
    [
        # Combat results
        ("crt.csv", {"7,5-1,4-1,3-1,7,": GONE}, "column 7 has no line for dice 7"),
        ("crt.csv", {"7,5-1,4-1,3-1,7,": "7,5-1,4-1,3-1,8,A,1,1,no,ours"}, "column 7 has dice 8 twice"),
        ("crt.csv", {"7,5-1,4-1,3-1,7,": "7,5-1,4-1,3-1,7,B,1,1,no,ours"}, "column 'side': 'B'"),
        # Chits and strengths
        ("chits.csv", {"G2-": GONE}, "column 'morale': there are no german chits of morale 2"),
        ("chits.csv", {"S1-3": "S1-3,soviet,1,0,3,2,1,1,0,0,ours"}, "column 'count': '0'"),
        ("constant_strengths.csv", {"german,2": GONE}, "no constant strength of morale 2"),
        # Counters
        ("units.csv", {"299/50,": UNIT.replace("infantry", "elephants")}, "column 'type': 'elephants'"),
        ("units.csv", {"299/50,": UNIT.replace(",A,1,", ",A,7,")}, "there are no soviet chits of morale 7"),
        ("units.csv", {"299/50,": UNIT.replace(",A,1,", ",,,")}, "a unit without a class needs its strength"),
        ("units.csv", {"299/50,": UNIT.replace("C0828,exact", "C0899,exact")}, "there is no hex 'C0899'"),
        ("units.csv", {"299/50,": UNIT.replace("C0828", "")}, "needs a hex"),
        ("units.csv", {"41/3PzA,": GONE, "56/3PzA,": GONE}, "army 3PzA has no HQ"),
        # Tables
        ("weather_table.csv", {"1,3,": GONE, "2,3,": GONE}, "no weather for die 3 on turn 2"),
        ("weather_historical.csv", {"20,": GONE}, "no line of turn 20"),
        ("ground_table.csv", {"3,": GONE}, "no line for a die of 3"),
        ("support_table.csv", {"3,4,": GONE}, "no line for a die of 3 with 4 points"),
        ("commitment_table.csv", {"0,2,": GONE}, "no line for a die of 2 with 0 VP"),
        ("terrain_effects.csv", {"woods": GONE}, "no line 'woods'"),
        ("terrain_effects.csv", {"woods": "woods,1,much,3,ours"}, "column 'mech': no number of points"),
        ("terrain_effects.csv", {"woods": "woods,1/2,5,3,ours"}, "1/2 points cannot be counted"),
        # Reinforcements and set-up
        ("reinforcements.csv", {"3,german,63/17P/24": "3,german,63/18P/24,2,ours"}, "no unit '63/18P/24'"),
        ("reinforcements.csv", {"3,german,63/17P/24": "3,german,63/17P/24,16,ours"}, "no entry area '16'"),
        ("scenario_reinforcements.csv", {"18.26,5,22/20": "18.26,5,22/20,A0199,ours"}, "no hex 'A0199'"),
        ("setup_overrides.csv", {"guderian,43": "guderian,43/2PzA,C9999,ours"}, "no hex 'C9999'"),
        ("setup_overrides.csv", {"guderian,43": "moscow,43/2PzA,C3111,ours"}, "no scenario 'moscow'"),
        # Map
        ("places.csv", {"A0234": "A0299,Mytishchi,city,5,ours,ours"}, "there is no hex A0299 on the map"),
        ("entry_areas.csv", {"1,C0101": "1,C0100,ours"}, "there is no hex C0100 on the map"),
    ],
)  # fmt: skip
def test_a_mistake_is_found_and_named(file, changes, expected, tmp_path):
    with pytest.raises(DataError) as caught:
        typhoon.new("operation-typhoon", seed=1, charts=broken(OURS, tmp_path, file, changes))
    assert ".csv" in str(caught.value)
    assert expected in str(caught.value)


def test_sound_charts_of_ones_own_are_played_with(tmp_path):
    """One more column of woods: the Oka steppe as a jungle."""
    charts = broken(OURS, tmp_path, "terrain_effects.csv", {"clear": "clear,2,2,2,ours"})
    game = typhoon.build(
        "operation-typhoon", turn=5, phase="soviet movement", units={"299/50": "C3425"}, supported=[],
        charts=charts, seed=1,
    )  # fmt: skip
    assert game.destinations(["299/50"], "move")["C3426"] == 2
