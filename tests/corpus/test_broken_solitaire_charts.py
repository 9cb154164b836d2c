"""Charts of the solitaire game with a mistake in them, each with the words that lead to the spot."""

import pytest

import typhoon
from tests.corpus.charts import GONE, broken, ours
from typhoon.engine.data import DataError

OURS = ours("typhoon_solitaire")


@pytest.mark.parametrize(
    ("file", "changes", "expected"),
    [
        # Fire
        ("crt.csv", {"3,": GONE}, "the dice must run without a gap"),
        ("crt.csv", {"6,": "6,3,1,ours"}, ", line 7, column 'german_fire': '3': Expected `int` <= 2"),
        ("crt.csv", {"6,": "6,2,-,ours"}, ", line 7, column 'soviet_fire': '-': Expected `int`, got `str`"),
        ("crt.csv", {"6,": "5,2,1,ours"}, ", line 7, column 'modified_die': '5' stands twice"),
        (
            "crt.csv",
            {"modified_die": "die,german_fire,soviet_fire,provenance"},
            ", line 1: column 'modified_die'",
        ),
        # Soviet forces
        (
            "defending_force.csv",
            {"open,4": "open,4,1XX,ours"},
            ", line 5, column 'force': '1XX' is no number of units",
        ),
        (
            "defending_force.csv",
            {"open,4": "open,4,RD1,ours"},
            ", line 5, column 'force': 'RD1' is no number of units",
        ),
        ("defending_force.csv", {"open,4": "open,3,1RD,ours"}, ", line 5: a second 3 on the line 'open'"),
        (
            "defending_force.csv",
            {"town,4": GONE},
            "the line 'town' needs a row for every die from 1 to at least 6",
        ),
        (
            "defending_force.csv",
            {"city,": GONE},
            "the line 'city' needs a row for every die from 1 to at least 6",
        ),
        (
            "defending_force.csv",
            {"city,1,": "village,1,--,ours"},
            "column 'line': 'village': Invalid enum value",
        ),
        (
            "defending_force.csv",
            {"city,1,": "city,1,3CAS,ours"},
            "2 units 'CAS', but the force table calls for 3",
        ),
        (
            "breakout_force.csv",
            {"1,": "2,0,0,1,1,1,2,2,ours"},
            "the first row must be for pockets from 1 hex",
        ),
        (
            "breakout_force.csv",
            {"6,": "3,1,2,2,3,3,4,5,ours"},
            ", line 4, column 'hexes_from': '3' stands twice",
        ),
        ("breakout_force.csv", {"6,": "6,1,2,2,3,3,-4,5,ours"}, "a number of units is less than 0"),
        ("breakout_force.csv", {"71,": "71,3,4,5,6,7,8,71,ours"}, "too few units for the largest breakout"),
        # Terrain and turns
        ("terrain_effects.csv", {"marsh": GONE}, "no line 'marsh'"),
        (
            "terrain_effects.csv",
            {"marsh": "bog,3,2,-1,-1,0,-1,open,ours"},
            "column 'terrain': 'bog': Invalid enum value",
        ),
        (
            "terrain_effects.csv",
            {"clear": "clear,0,1,0,0,0,0,open,ours"},
            "column 'mp_mechanized': '0': Expected `int` >= 1",
        ),
        (
            "terrain_effects.csv",
            {"city": "city,1,1,-20,-1,0,-1,city,ours"},
            "column 'german_mechanized': '-20': Expected",
        ),
        ("turn_track.csv", {"4,": GONE}, "turns must run from 1 without a gap"),
        (
            "turn_track.csv",
            {"4,": "3,Oct IV,22-31 Oct,8,4,1,1,ours"},
            ", line 5, column 'turn': '3' stands twice",
        ),
        (
            "turn_track.csv",
            {"4,": "4,Oct IV,22-31 Oct,8,-4,1,1,ours"},
            ", line 5, column 'mp_other': '-4': Expected",
        ),
        (
            "turn_track.csv",
            {"4,": "4,Oct IV,22-31 Oct,8,4,,1,ours"},
            ", line 5, column 'luftwaffe': must not be empty",
        ),
        # Map
        ("settlements.csv", {"4614": GONE}, "Moscow has two hexes (kind 'moscow')"),
        ("settlements.csv", {"4614": "9914,Moscow,moscow,2,no,ours"}, "there is no hex 9914 on the map"),
        (
            "settlements.csv",
            {"2417": "2417,Vyazma,village,1,yes,ours"},
            "column 'kind': 'village': Invalid enum value",
        ),
        ("sectors.csv", {"PG3,1312": "PG5,1312,ours"}, "column 'formation': there is no formation 'PG5'"),
        ("sectors.csv", {"PG3,1312": "PG3,1360,ours"}, "there is no hex 1360 on the map"),
        ("sectors.csv", {"the end": "PG3,1413,ours"}, "1413 is not a German hex"),
        ("sectors.csv", {"the end": "PG3,1733,ours"}, "sectors of different formations overlap"),
        ("hexes.csv", {"1413,": "1413,jungle,,soviet,55,33,ours"}, "1413: no terrain 'jungle'"),
        ("formations.csv", {"german,PG2": GONE}, "there is no formation 'PG2'"),
        # Counters
        (
            "units.csv",
            {"PG2-3-Pz": "PG2-3-Pz,german,PG2,3 Panzer,3,camel,XX,yes,7,3,2,2,1746,ours,ours,"},
            ", line 2, column 'type': 'camel' is none of armor, motorized, infantry, cavalry",
        ),
        (
            "units.csv",
            {"PG2-3-Pz": "PG2-3-Pz,german,PG5,3 Panzer,3,armor,XX,yes,7,3,2,2,1746,ours,ours,"},
            ", line 2, column 'formation': there is no formation 'PG5'",
        ),
        (
            "units.csv",
            {"PG2-3-Pz": "PG2-3-Pz,german,PG2,3 Panzer,3,armor,XX,yes,7,3,3,2,1746,ours,ours,"},
            ", line 2, column 'steps': '3': Expected `int` <= 2",
        ),
        (
            "units.csv",
            {"PG2-3-Pz": "PG2-3-Pz,german,PG2,3 Panzer,3,armor,XX,yes,7,3,2,3,1746,ours,ours,"},
            ", line 2, column 'halves': a unit counts as 1 or 2 half divisions",
        ),
        (
            "units.csv",
            {"PG2-3-Pz": "PG2-3-Pz,german,PG2,3 Panzer,3,armor,XX,yes,7,3,2,2,1312,ours,ours,"},
            ", line 2, column 'hex': 1312 is not in the unit's set-up area",
        ),
        (
            "units.csv",
            {"PG2-3-Pz": "PG2-4-Pz,german,PG2,3 Panzer,3,armor,XX,yes,7,3,2,2,1746,ours,ours,"},
            ", line 3, column 'unit': 'PG2-4-Pz' stands twice",
        ),
        (
            "units.csv",
            {"the end": "S-X-1,soviet,XX,Somebody,,rifle,XX,no,2,1,2,0,,ours,,"},
            "column 'formation': 'XX' is none of GD, AC, RD, B, A, CAS",
        ),
        ("units.csv", {"S-CAS": GONE}, "0 units 'CAS', but the force table calls for 1"),
        ("units.csv", {"S-H": GONE}, "0 units 'A', but the force table calls for 2"),
    ],
)
def test_a_mistake_in_a_users_chart_is_told_with_its_place(tmp_path, file, changes, expected):
    charts = broken(OURS, tmp_path, file, changes)
    with pytest.raises(DataError) as caught:
        typhoon.new("typhoon-solitaire", charts=charts)
    assert expected in str(caught.value)
    assert ".csv" in str(caught.value)


def test_too_many_divisions_in_the_ready_made_set_up_are_told(tmp_path):
    """Three panzer divisions more, all in 1733."""
    lines = [
        f"PG2-{n}-Pz,german,PG2,{n} Panzer,{n},armor,XX,yes,7,3,2,2,1733,ours,ours," for n in range(91, 95)
    ]
    text = (OURS / "units.csv").read_text(encoding="utf-8")
    (tmp_path / "units.csv").write_text(text + "\n".join([*lines, ""]), encoding="utf-8")
    with pytest.raises(DataError, match=r"units\.csv: more than three divisions in 1733"):
        typhoon.new("typhoon-solitaire", charts=tmp_path)


def test_a_chart_that_is_only_copied_changes_nothing(tmp_path):
    charts = broken(OURS, tmp_path, "crt.csv", {})
    game = typhoon.new("typhoon-solitaire", charts=charts, seed=1)
    assert (
        game.rules.snapshot(game.position) == typhoon.new("typhoon-solitaire", seed=1).view("german").position
    )
