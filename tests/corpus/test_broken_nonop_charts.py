"""Charts of Typhoon! with Non-Op HQs with a mistake in them, each with the words that lead to the spot."""

import pytest

import typhoon
from tests.corpus.charts import GONE, broken, ours
from typhoon.engine.data import DataError

OURS = ours("typhoon_nonop")
HQ16 = "S-HQ-16,16,Western,3,1,6,4,3,N1923,yes,,seed,reconstructed"


@pytest.mark.parametrize(
    ("file", "changes", "expected"),
    [
        ("crt.csv", {"3-1,5,": "3-1,5,*/Q,ours"}, "column 'result': '*/Q' is no combat result"),
        ("crt.csv", {"3-1,5,": GONE}, "odds 3-1 have no line for die 5"),
        ("crt.csv", {"3-1,5,": "three,5,*/R,ours"}, "'three' are no odds"),
        (
            "units.csv",
            {"S-22-126,": "S-22-126,soviet,Western,22,126,elephants,,3,4,5,3,3,,,N1601,ours"},
            "there is no soviet type 'elephants'",
        ),
        (
            "units.csv",
            {"S-22-126,": "S-22-126,soviet,Western,22,126,rifle,,9,9,5,3,3,,,N1601,ours"},
            "no line for 9-9 with 2 of 3 steps, as S-22-126 of units.csv needs",
        ),
        (
            "units.csv",
            {"S-22-126,": "S-22-126,soviet,Western,22,126,rifle,,3,4,5,3,3,,,N9999,ours"},
            "column 'hex': there is no hex 'N9999' on the map",
        ),
        ("headquarters.csv", {"S-HQ-16,": HQ16.replace(",4,3,N", ",0,3,N")}, "column 'recovery': '0'"),
        (
            "headquarters.csv",
            {"S-HQ-16,": HQ16.replace("N1923", "N9999")},
            "there is no hex 'N9999' on the map",
        ),
        ("headquarters.csv", {"S-HQ-13,": GONE}, "an HQ of army 13 is needed"),
        ("markers.csv", {"bridge,soviet": GONE}, "no line for 'bridge' of the soviet side"),
        ("turn_track.csv", {"5,": GONE}, "no line of turn 5"),
        ("weather_table.csv", {"mud,7,": GONE}, "no line for die 7 in mud climate"),
        ("air_combat_table.csv", {"2,7,": GONE}, "no line for difference 2 and die 7"),
        ("combat_modifiers.csv", {"city,": GONE}, "no line 'city'"),
        ("terrain_effects.csv", {"woods,": GONE}, "no line 'woods'"),
        (
            "terrain_effects.csv",
            {"clear,": "clear,hex,x,1,2,2,1,1,1,1,ours"},
            "column 'dry_foot': 'x' is no cost",
        ),
        (
            "supply_sources.csv",
            {"N4818,": "N9999,soviet,yes,yes,east,ours"},
            "there is no hex N9999 on the map",
        ),
        ("soviet_replacement_table.csv", {"5,": GONE}, "no line for die 5"),
    ],
)
def test_a_broken_chart_is_named_with_the_spot(tmp_path, file, changes, expected):
    with pytest.raises(DataError) as found:
        typhoon.new("typhoon-nonop", charts=broken(OURS, tmp_path, file, changes))
    assert file in str(found.value)
    assert expected in str(found.value)


def test_an_option_that_does_not_exist_is_named():
    with pytest.raises(ValueError, match="typhoon-nonop has no option 'nonop'"):
        typhoon.new("typhoon-nonop", options={"nonop": "yes"})
    with pytest.raises(ValueError, match="option nonop-hqs: 'maybe' is not one of yes, no"):
        typhoon.new("typhoon-nonop", options={"nonop-hqs": "maybe"})
