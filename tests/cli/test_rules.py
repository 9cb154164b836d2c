"""`typhoon rules`: which cases are in force with what was chosen, and what stands behind each."""

from __future__ import annotations

import json
import re


def row(out: str, case: str) -> list[str]:
    """The cells of a case in the table: status, code, tests, in force, title."""
    line = next(line for line in out.splitlines() if line.startswith(f"{case} "))
    return re.split(" {2,}", line.strip())


def test_the_table_begins_with_what_was_chosen(run):
    out = run("rules", "red-typhoon").out
    assert out.splitlines()[0] == "Red Typhoon, rules 2: fixed, first-shock-army=WR, partisans=WL"
    out = run("rules", "red-typhoon", "--scenario", "flexible", "--option", "partisans=free").out
    assert out.splitlines()[0] == "Red Typhoon, rules 2: flexible, first-shock-army=WR, partisans=free"


def test_with_the_usual_options_every_rule_is_in_force_as_it_stands(run):
    """Six of the 60 cases of the rulebook ask nothing of the players."""
    out = run("rules", "red-typhoon").out
    assert out.endswith("\n60 cases: 54 tested, 6 narrative; 54 in force\n")
    assert row(out, "12.0")[-2:] == ["on", "Activation points"]
    assert row(out, "13.0") == ["13.0", "narrative", "0", "0", "Leaving and arriving"]


def test_an_option_changes_the_cases_it_is_about(run):
    """Free partisans are a matter of 12.0, 1S in the left wing of 3.2."""
    out = run("rules", "red-typhoon", "--option", "partisans=free").out
    assert row(out, "12.0")[-2:] == ["changed", "Activation points [partisans=free]"]
    assert row(out, "3.2")[-2] == "on"
    assert out.endswith("; 53 in force, 1 changed\n")
    both = run("rules", "red-typhoon", "--option", "partisans=free", "--option", "first-shock-army=WL").out
    assert row(both, "3.2")[-2] == "changed"
    assert both.endswith("; 52 in force, 2 changed\n")


def test_an_optional_rule_is_in_force_when_it_is_chosen_and_changes_nothing_by_itself(run):
    """19.11 to 19.16 are hedgehogs, 19.21 to 19.23 ski troops; closed stacks are the book."""
    usual = run("rules", "operation-typhoon").out
    optional = [f"19.{n}" for n in (11, 12, 13, 14, 15, 16, 21, 22, 23)]
    assert [row(usual, case)[-2] for case in optional] == ["off"] * 9
    assert row(usual, "8.45")[-2] == "on"
    dug_in = run("rules", "operation-typhoon", "--option", "hedgehogs=yes").out
    assert [row(dug_in, case)[-2] for case in optional] == ["on"] * 6 + ["off"] * 3
    for choice in ("stacks=open", "intelligence=kind"):
        out = run("rules", "operation-typhoon", "--option", choice).out
        assert row(out, "8.45")[-2:] == ["changed", f"Hands off [{choice}]"]
    narrative = [line for line in usual.splitlines() if " narrative " in line]
    assert not [line for line in narrative if row(usual, line.split()[0])[-2] in ("on", "off", "changed")]


def test_a_case_tells_its_switches_on_or_off(run):
    off = run("rules", "red-typhoon", "--case", "12.0").out.splitlines()
    assert off[0] == "12.0 Activation points (tested, in force)"
    assert "  switch: partisans=free (off)" in off
    on = run("rules", "red-typhoon", "--case", "12.0", "--option", "partisans=free").out.splitlines()
    assert on[0] == "12.0 Activation points (tested, changed by partisans=free)"
    assert "  switch: partisans=free (on)" in on
    assert "  code: typhoon.games.red_typhoon.activation.FreePartisans" in on
    plain = run("rules", "red-typhoon", "--case", "9.4").out
    assert plain.startswith("9.4 Retreat (tested, in force)\n")
    assert "switch" not in plain


def test_programs_are_told_the_same(run):
    cases = json.loads(run("rules", "red-typhoon", "--option", "partisans=free", "--json").out)
    by_number = {case["case"]: case for case in cases}
    assert len(by_number) == 60
    assert by_number["12.0"]["force"] == "changed"
    assert by_number["12.0"]["changed_by"] == ["partisans=free"]
    assert by_number["12.0"]["changes"] == [{"switch": "partisans=free", "needs": [], "on": True}]
    assert (by_number["3.2"]["force"], [c["on"] for c in by_number["3.2"]["changes"]]) == ("on", [False])
    assert (by_number["1.0"]["force"], by_number["1.0"]["changes"]) == ("", [])


def test_what_cannot_be_chosen_is_refused_in_a_line(run):
    assert run("rules", "red-typhoon", "--option", "weather=mud").complains("no option 'weather'")
    assert run("rules", "red-typhoon", "--option", "partisans").complains("NAME=VALUE")
    assert run("rules", "red-typhoon", "--scenario", "summer").complains("no scenario 'summer'")
    assert run("rules", "red-typhoon", "--case", "99").complains("no case '99'")
    assert run("rules", "blue-typhoon").complains("no game 'blue-typhoon'")
