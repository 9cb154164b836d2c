"""`typhoon map` and `typhoon rules`."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

import typhoon

SVG = "{http://www.w3.org/2000/svg}"


def units_drawn(svg: str) -> set[str]:
    return {found for node in ElementTree.fromstring(svg).iter() if (found := node.get("data-unit"))}


def units_in_play(game: typhoon.Game) -> set[str]:
    units = game.rules.snapshot(game.position)["units"]
    return {unit for unit, state in units.items() if state != "eliminated"}


def test_the_map_of_a_scenario(run, tmp_path):
    ran = run("map", "red-typhoon", "-o", tmp_path / "map.svg")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    svg = (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert ElementTree.fromstring(svg).tag == f"{SVG}svg"
    drawn = units_drawn(svg)
    assert drawn <= units_in_play(typhoon.new("red-typhoon"))
    assert len(drawn) > 50


def test_the_bare_map_in_both_seasons(run):
    winter = run("map", "red-typhoon", "--no-counters", "--season", "winter").out
    summer = run("map", "red-typhoon", "--no-counters", "--season", "summer").out
    assert units_drawn(winter) == units_drawn(summer) == set()
    assert winter != summer


def test_the_map_of_a_journal(run, journal, finished_game):
    start = run("map", "red-typhoon", "--journal", journal, "--to", 0).out
    end = run("map", "red-typhoon", "--journal", journal).out
    lost = units_in_play(typhoon.new("red-typhoon")) - units_in_play(finished_game)
    assert units_drawn(start) & lost
    assert not units_drawn(end) & lost


def test_wrong_input_for_the_map(run, opening, tmp_path):
    assert run("map", "blue-typhoon").complains("blue-typhoon")
    assert run("map", "red-typhoon", "--scenario", "loose").complains("loose")
    assert run("map", "red-typhoon", "--to", 3).complains("--journal")
    assert run("map", "red-typhoon", "--journal", opening, "--scenario", "fixed").complains("--scenario")
    target = tmp_path / "no" / "such" / "folder.svg"
    assert run("map", "red-typhoon", "-o", target).complains(str(target))


def test_rules_as_json(run):
    cases = json.loads(run("rules", "red-typhoon", "--json").out)
    assert {"case", "kind", "summary", "code", "tests", "status"} <= set(cases[0])
    by_number = {case["case"]: case for case in cases}
    assert len(by_number) == len(cases) > 40
    assert by_number["1.0"]["status"] == "narrative"
    assert "typhoon.games.red_typhoon.retreat.Retreats.passable" in by_number["9.4"]["code"]


def test_rules_for_people(run):
    ran = run("rules", "red-typhoon")
    assert ran.status == 0
    counts = ran.out.splitlines()[-1]
    cases = json.loads(run("rules", "red-typhoon", "--json").out)
    assert counts.startswith(f"{len(cases)} cases: ")
    narrative = sum(case["status"] == "narrative" for case in cases)
    assert f"{narrative} narrative" in counts


def test_one_case_and_one_chapter(run):
    ran = run("rules", "red-typhoon", "--case", "9.4")
    assert ran.out.startswith("9.4 Retreat (")
    assert "code: typhoon.games.red_typhoon.retreat." in ran.out
    chapter = json.loads(run("rules", "red-typhoon", "--case", "9", "--json").out)
    assert len(chapter) > 5
    assert all(case["case"].startswith("9.") for case in chapter)


@pytest.mark.parametrize(
    ("argv", "word"), [(["blue-typhoon"], "blue-typhoon"), (["red-typhoon", "--case", "99.1"], "99.1")]
)
def test_wrong_input_for_the_rules(run, argv, word):
    assert run("rules", *argv).complains(word)
