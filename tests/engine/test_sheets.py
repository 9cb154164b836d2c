"""Briefings and charts: written as data, complete for every scenario, true to the files they come from."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from typhoon.engine.briefing import briefing_of
from typhoon.engine.cases import cases_of
from typhoon.engine.data import DataError, DataFolder, Layer
from typhoon.engine.registry import find_rules, law_of, playable
from typhoon.engine.sheets import Chart, charts_of, counter_key

SCENARIOS = [(game, scenario.id) for game in playable() for scenario in law_of(game).about.scenarios]


def chart(game: str, id_: str, scenario: str | None = None) -> Chart:
    return next(chart for chart in charts_of(find_rules(game, scenario)) if chart.id == id_)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_every_scenario_is_briefed(game: str, scenario: str) -> None:
    briefing = briefing_of(find_rules(game, scenario))
    assert len(briefing.situation) > 100
    assert briefing.winning and briefing.special and briefing.length
    assert set(briefing.first) == set(briefing.sides)


def test_the_words_of_a_variant_take_the_place_of_those_below() -> None:
    old, new = (
        briefing_of(find_rules(game, "campaign"))
        for game in ("operation-typhoon", "operation-typhoon-revision")
    )
    assert new.situation == old.situation
    assert any("draw" in text for text in new.winning) and not any("draw" in text for text in old.winning)


def test_a_heading_that_no_briefing_has_is_refused(tmp_path: Path) -> None:
    (tmp_path / "briefing.toml").write_text("[always]\nsituatoin = 'lost'\n")
    law = SimpleNamespace(
        data=DataFolder([Layer(tmp_path, 1)]), scenario=SimpleNamespace(id="one"), about=None, sides=()
    )
    with pytest.raises(DataError, match=r"briefing.toml, \[always\]: .*situatoin"):
        briefing_of(law)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", playable())
def test_every_chart_names_a_case_and_fills_its_columns(game: str) -> None:
    rules = find_rules(game)
    cases = cases_of(rules)
    found = charts_of(rules)
    assert {"sequence", "crt", "terrain"} <= {chart.id for chart in found}
    for each in found:
        assert each.case in cases, each.id
        assert each.rows and all(len(row.cells) == len(each.columns) for row in each.rows), each.id
        assert all(hex_ in rules.board.grid for row in each.rows for hex_ in row.hexes), each.id


def test_the_combat_results_are_those_of_the_table() -> None:
    """At 3:1 a 3 sends the defenders back one hex, a 6 destroys them (9.11)."""
    crt = chart("red-typhoon", "crt")
    column = crt.columns.index("3:1")
    results = {row.cells[0]: row.cells[column] for row in crt.rows}
    assert (results["3"], results["6"]) == ("DR1", "DE")
    assert crt.lights[column] == "column:3:1"


def test_a_table_with_a_column_for_each_odds() -> None:
    """Two dice of 2 in the first column send the attacker back two hexes or cost three steps (9.89)."""
    crt = chart("operation-typhoon", "crt")
    assert crt.rows[0].cells[:2] == ("2", "A2(3)")
    assert crt.heads[2].cells[:3] == ("1-5", "1-4", "1-3")
    assert crt.heads[2].lights[2] == "column:1-3 on Clear"


def test_a_short_scenario_shows_its_own_turns_only() -> None:
    turns = {row.cells[0] for row in chart("operation-typhoon", "history", "guderian").rows}
    assert turns == {str(turn) for turn in range(1, 17)}
    assert len(chart("operation-typhoon", "history", "extended").rows) == 31


def test_reinforcements_show_where_they_come_in() -> None:
    rows = chart("operation-typhoon", "arrivals", "campaign").rows
    second = next(row for row in rows if row.cells[:3] == ("2", "german", "13"))
    assert "114/6P/41" in second.cells[3] and "A3901" in second.hexes


def test_charts_of_changes_that_are_off_are_not_there() -> None:
    without = find_rules("operation-typhoon-revision", None, {"revision": "no"})
    assert "works" not in {chart.id for chart in charts_of(without)}
    assert "works" in {chart.id for chart in charts_of(find_rules("operation-typhoon-revision"))}


@pytest.mark.parametrize("game", playable())
def test_the_counter_key_has_every_type_of_either_side(game: str) -> None:
    key = counter_key(find_rules(game))
    assert key.reads
    assert {face.side for face in key.faces} == {"german", "soviet"}
