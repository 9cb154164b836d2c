"""`typhoon bench`: the shape of what it says; how fast the program is, no test decides."""

from __future__ import annotations

import json

import pytest

from typhoon.lab import measures

FIGURES = {
    "random_play": (12_000.0, 10_000.0),
    "position_copy": 5e-6,
    "destinations": 1e-3,
    "all_orders": 5e-3,
    "view_encode": 2e-3,
    "staff_game": 1.0,
    "timing": 30e-6,
    "first_view": 10e-3,
    "import_time": 0.1,
    "memory": 12.0,
}


@pytest.fixture
def figures(monkeypatch):
    for name, figure in FIGURES.items():
        monkeypatch.setattr(measures, name, lambda *_, figure=figure: figure)
    return monkeypatch


def test_goals_are_met_or_not(run, figures):
    benches = {bench["name"]: bench for bench in json.loads(run("bench", "--quick", "--json").out)}
    red = (
        "random-play",
        "position-copy",
        "destinations",
        "all-orders",
        "view-encode",
        "staff-game",
        "memory",
    )
    alone = ("random-play", "position-copy", "pocket-detection", "staff-game")
    campaign = ("random-play", "position-copy", "supply", "destinations", "all-moves", "view-encode")
    assert set(benches) == {
        "import",
        *(f"{name}/red-typhoon" for name in red),
        *(f"{name}/typhoon-solitaire" for name in alone),
        *(f"{name}/operation-typhoon/campaign" for name in campaign),
        *(f"{name}/operation-typhoon/guderian" for name in ("random-play", "staff-game")),
    }
    assert {"name", "value", "unit", "ratio", "goal", "met"} <= set(benches["import"])
    assert benches["random-play/red-typhoon"]["ratio"] == 1.2
    assert benches["position-copy/red-typhoon"]["value"] == 5
    assert benches["destinations/red-typhoon"]["met"] is False, "1 ms is more than 150 us"
    assert all(bench["met"] for name, bench in benches.items() if name != "destinations/red-typhoon")


def test_without_python_chess_there_is_no_ratio(run, figures):
    figures.setattr(measures, "random_play", lambda *_: (12_000.0, None))
    benches = json.loads(run("bench", "--json").out)
    (bench,) = (b for b in benches if b["name"] == "random-play/red-typhoon")
    assert (bench["value"], bench["ratio"], bench["met"]) == (12_000, None, None)
    assert "not installed" in bench["note"]


def test_what_cannot_be_measured_is_said(run, figures):
    def no_staff(*_: object) -> float:
        raise measures.NotMeasured("there is no staff")

    figures.setattr(measures, "staff_game", no_staff)
    ran = run("bench", "--quick")
    assert ran.status == 0
    assert "not measured  (there is no staff)" in ran.out
    assert "NOT MET" in ran.out
