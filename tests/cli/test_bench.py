"""`typhoon bench`: the shape of what it says; how fast the program is, no test decides."""

from __future__ import annotations

import json
import platform

import pytest

from typhoon.lab import bench, measures, rates
from typhoon.lab.rates import Rate

RATES = {
    "random-play": Rate(14_000, 10_000, 1.4),
    "core": Rate(16_000, 10_000, 1.6),
    "set-up": Rate(5_000, 10_000, 0.5),
}
SECONDS = {
    "position-copy": 5e-6,
    "fork-20": 5e-6,
    "fork-2000": 7e-6,
    "imagine": 50e-6,
    "snapshot": 50e-6,
    "restore": 300e-6,
    "destinations": 1e-3,
    "evaluate": 20e-6,
    "all-orders": 5e-3,
    "all-moves": 5e-3,
    "supply": 1e-3,
    "pocket-detection": 30e-6,
    "nonop-ranges": 10e-6,
    "view-encode": 2e-3,
    "closed-odds": 20e-3,
}
OTHERS = {
    "staff_game": 1.0,
    "written_staff_game": (10.0, 300.0),
    "staff_turn": 1.0,
    "memory": 12.0,
    "import_time": 0.1,
}

RED = "red-typhoon"
ALONE = "typhoon-solitaire"
GUDERIAN = "operation-typhoon/guderian"
CAMPAIGN = "operation-typhoon/campaign"
REVISED = "operation-typhoon-revision/guderian"
REVISED_CAMPAIGN = "operation-typhoon-revision/campaign"
NONOP = "typhoon-nonop"
ALL = (RED, ALONE, GUDERIAN, CAMPAIGN)
LARGE = (CAMPAIGN, REVISED_CAMPAIGN, NONOP)
WITH_SET_UP = (f"{RED}/flexible", ALONE, GUDERIAN, CAMPAIGN)
MEASURED = {
    "random-play": (*ALL, REVISED, REVISED_CAMPAIGN, NONOP),
    "core": ALL,
    "set-up": WITH_SET_UP,
    "position-copy": (RED, ALONE, *LARGE),
    "fork-20": WITH_SET_UP,
    "fork-2000": WITH_SET_UP,
    "evaluate": ALL,
    "imagine": (GUDERIAN, CAMPAIGN),
    "snapshot": ALL,
    "restore": ALL,
    "destinations": (RED, *LARGE),
    "all-orders": (RED,),
    "all-moves": LARGE,
    "supply": LARGE,
    "pocket-detection": (ALONE,),
    "nonop-ranges": (NONOP,),
    "view-encode": (RED, *LARGE),
    "closed-odds": (REVISED,),
    "staff-game": (RED, ALONE, GUDERIAN, REVISED),
    "memory": (RED,),
}


@pytest.fixture
def figures(monkeypatch):
    """Every measure is replaced, so that nothing is really measured."""
    for table, known in (("PACES", RATES), ("TIMES", SECONDS)):
        rows = [
            row._replace(measure=lambda *_, found=known[row.name]: found) for row in getattr(bench, table)
        ]
        monkeypatch.setattr(bench, table, rows)
    monkeypatch.setattr(rates, "beside", lambda *_: Rate(9_500, 10_000, 0.95))
    for name, figure in OTHERS.items():
        monkeypatch.setattr(measures, name, lambda *_, figure=figure: figure)
    return monkeypatch


def found(run, *argv: str) -> dict[str, dict]:
    return {row["name"]: row for row in json.loads(run("bench", *argv, "--json").out)}


def test_what_is_measured(run, figures):
    quick = found(run, "--quick")
    assert set(quick) == {"import", *(f"{what}/{game}" for what, games in MEASURED.items() for game in games)}
    long = {f"{what}/{game}" for what in ("staff-game", "journal") for game in LARGE}
    assert set(found(run)) - set(quick) == {*long, f"staff-turn/{NONOP}"}


def test_goals_are_met_or_not(run, figures):
    rows = found(run)
    assert {"name", "value", "unit", "ratio", "goal", "met"} <= set(rows["import"])
    assert rows[f"random-play/{RED}"]["ratio"] == 1.4
    assert rows[f"position-copy/{RED}"]["value"] == 5
    assert rows[f"destinations/{RED}"]["value"] == 1000
    missed = {name for name, row in rows.items() if row["met"] is False}
    assert missed == {
        *(f"destinations/{game}" for game in (RED, *LARGE)),  # 1 ms is more than 150 to 400 us
        *(f"fork-2000/{game}" for game in (f"{RED}/flexible", ALONE)),  # 7 us is more than 6 us
        *(f"journal/{game}" for game in LARGE),  # 300 kB is more than 150 to 220 kB
    }


def test_a_set_up_is_measured_without_a_goal(run, figures):
    row = found(run, "--quick")[f"set-up/{CAMPAIGN}"]
    assert (row["value"], row["ratio"], row["goal"], row["met"]) == (5_000, 0.5, "", None)
    (line,) = (line for line in run("bench", "--quick").out.splitlines() if f"set-up/{CAMPAIGN}" in line)
    assert "no goal" in line


def test_the_interpreter_is_named(run, figures):
    interpreter = f"{platform.python_implementation()} {platform.python_version()}"
    assert run("bench", "--quick").out.startswith(f"{interpreter}\n")
    assert {row["interpreter"] for row in found(run, "--quick").values()} == {interpreter}


def test_without_python_chess_there_is_no_ratio(run, figures):
    alone = [row._replace(measure=lambda *_: Rate(12_000, None, None)) for row in bench.PACES]
    figures.setattr(bench, "PACES", alone)
    row = found(run)[f"random-play/{RED}"]
    assert (row["value"], row["ratio"], row["met"]) == (12_000, None, None)
    assert "not installed" in row["note"]


def test_what_cannot_be_measured_is_said(run, figures):
    def no_staff(*_: object) -> float:
        raise measures.NotMeasured("there is no staff")

    figures.setattr(measures, "staff_game", no_staff)
    ran = run("bench", "--quick")
    assert ran.status == 0
    assert "not measured  (there is no staff)" in ran.out
    assert "NOT MET" in ran.out
