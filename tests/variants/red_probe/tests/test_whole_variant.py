"""The variant as a whole: each switch does what it says, and with all of them off it is Red Typhoon."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import typhoon
from tests.engine.play import choose
from tests.fuzz.checks import check_journal
from typhoon.cli import main
from typhoon.engine.case_reports import report
from typhoon.engine.cases import case
from typhoon.engine.registry import catalogue, find_rules
from typhoon.engine.seat import Seat

GAME = "red-probe"
GOLDEN = Path(__file__).parents[3] / "golden"
ALL_ON = {"stacking": "loose", "entrenching": "yes", "strongpoints": "yes", "losses": "four"}


@case("7.0")
def test_three_soviets_stack_loosely_and_germans_as_before():
    def built(*units, **options):
        return typhoon.build(GAME, options=options, phase="soviet combat", units=dict.fromkeys(units, "1037"))

    soviets = ("S-A-01", "S-A-02", "S-A-03", "S-A-04")
    built(*soviets[:3], stacking="loose")
    built("S-C-01", "S-A-01", stacking="loose")  # 1S counts two
    for units, options, most in (
        (soviets[:3], {}, 2),
        (soviets, {"stacking": "loose"}, 3),
        (("S-C-01", "S-A-01", "S-A-02"), {"stacking": "loose"}, 3),
        (("G-253-ID", "G-123-ID", "G-81-ID", "G-161-ID"), {"stacking": "loose"}, 3),
    ):
        with pytest.raises(typhoon.ImpossiblePosition, match=f"more than the {most} units that may stack"):
            built(*units, **options)


@case("7.0")
def test_three_soviets_may_end_their_movement_together():
    crowd = {"units": dict.fromkeys(("S-A-01", "S-A-02", "S-A-03"), "1037"), "turn": 3}
    loose = typhoon.build(GAME, options={"stacking": "loose"}, **crowd)
    assert not loose.preview("end").texts
    loose.push("end")
    assert loose.decision.phase == "soviet combat"
    printed = typhoon.build(GAME, **crowd)
    assert "holds too many units" in printed.preview("end").texts[0]


@case("4.3", "4.4")
@pytest.mark.parametrize(("losses", "points"), [("five", 1), ("four", 2)])
def test_eight_lost_germans_are_worth_a_point_or_two(losses, points):
    lost = [name for name in find_rules(GAME).unit_ids if name.startswith("G-")][:8]
    game = typhoon.build(GAME, options={"losses": losses}, units=dict.fromkeys(lost, "eliminated"))
    (score,) = [s for s in game.rules.scores(game.position) if "eliminated" in s.text]
    assert (score.side, score.points) == ("soviet", points)


def test_with_everything_off_the_law_is_made_of_red_typhoons_own_classes():
    probe, red = find_rules(GAME), find_rules("red-typhoon", version=1)
    for name in red.chapters:
        assert type(getattr(probe, name)) is type(getattr(red, name))
    for phase in red.phases:
        assert [type(act) for act in probe.acts_of(phase)] == [type(act) for act in red.acts_of(phase)]
    for rows in ("cities", "counters", "dates", "withdrawal_vp"):
        assert getattr(probe, rows) == getattr(red, rows)


BELOW = re.compile("^game: red-typhoon\n.*\nrules: 1\n", re.MULTILINE)
"""Games of the version that the variant stands on."""


@pytest.mark.parametrize(
    "path",
    [p for p in sorted(GOLDEN.glob("*.journal")) if BELOW.search(p.read_text()[:80])],
    ids=lambda path: path.stem,
)
def test_with_everything_off_games_of_red_typhoon_replay_to_the_same_positions(path):
    text = path.read_text(encoding="utf-8")
    game = typhoon.load(text.replace("game: red-typhoon\n", f"game: {GAME}\n"))
    states = [line.split()[1] for line in text.splitlines() if line.startswith("  state:")]
    assert len(states) > 1
    assert [entry.state for entry in game.journal.entries if entry.state] == states
    assert game.state_hash() == states[-1]


@pytest.mark.parametrize("seed", range(4))
def test_random_games_with_random_options_end_and_replay(seed):
    rng = random.Random(seed)
    options = {option.id: rng.choice(option.choices) for option in find_rules(GAME).about.options}
    if seed == 0:
        options |= ALL_ON
    game = typhoon.new(GAME, rng.choice(["fixed", "flexible"]), seed=seed, options=options)
    while game.decision is not None:
        if rng.random() < 0.02:
            again = typhoon.build(GAME, options=options, **game.rules.snapshot(game.position))
            assert again.orders.offers() == game.orders.offers()
        game.push(choose(game, rng))
    check_journal(game)
    dug = any(entry.order.verb == "dig-in" for entry in game.journal.entries)
    assert dug == (options["entrenching"] == "yes")


def test_the_staff_of_red_typhoon_plays_the_variant():
    """For a turn; it stacks as loosely as it may, and digs nowhere."""
    game = typhoon.new(GAME, seed=5, options=ALL_ON)
    staffs = {side: game.rules.staff(side, random.Random(5)) for side in game.rules.sides}
    while game.decision.turn == 1:
        side = game.decision.side
        game.push(staffs[side].choose(Seat(game, side)))
    assert len(game.journal.entries) > 20


def test_the_variant_is_on_the_shelf_with_the_games():
    (about,) = [about for about in catalogue() if about.id == GAME]
    assert about.title == "Red Typhoon, dug in"
    assert [s.id for s in about.scenarios] == ["fixed", "flexible"]
    assert [o.id for o in about.options] == [
        "first-shock-army",
        "partisans",
        "stacking",
        "entrenching",
        "strongpoints",
        "losses",
    ]


def test_its_cases_lie_among_those_of_red_typhoon():
    cases = {row.case: row for row in report(find_rules(GAME))}
    numbers = list(cases)
    assert len(numbers) == 63, "60 of the rulebook and three new ones"
    assert numbers[numbers.index("8.2") :][:5] == ["8.2", "8.3", "8.4", "8.5", "9.0"]
    assert "losses=four" in cases["4.3"].summary, "the variant's row"
    assert {row.status for row in cases.values()} == {"tested", "narrative"}
    assert "test_trenches.py::test_a_retreat_leads_out_of_the_trench" in cases["8.3"].tests
    assert "typhoon.games.red_probe.trenches.DigInUnit" in cases["8.3"].code


@pytest.mark.parametrize(
    ("options", "force", "changed_by"),
    [
        ({}, "off off off on on", []),
        ({"entrenching": "yes"}, "on on off on on", []),
        ({"strongpoints": "yes"}, "off off off on on", []),
        ({"entrenching": "yes", "strongpoints": "yes"}, "on changed on on on", ["strongpoints"]),
        ({"stacking": "loose", "losses": "four"}, "off off off changed changed", ["stacking=loose"]),
    ],
)
def test_what_is_in_force_hangs_on_the_options(options, force, changed_by):
    cases = {row.case: row for row in report(find_rules(GAME, options=options))}
    asked = [cases[number] for number in ("8.3", "8.4", "8.5", "7.0", "4.3")]
    assert " ".join(row.force for row in asked) == force
    assert next((row.changed_by for row in asked if row.changed_by), []) == changed_by


def test_the_command_prints_it(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "110")
    assert main(["rules", GAME, "--option", "entrenching=yes", "--option", "strongpoints=yes"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Red Typhoon, dug in, rules 1: fixed, first-shock-army=WR, ")
    assert "changed   Trenches in combat [strongpoints]\n" in out
    assert main(["rules", GAME, "--case", "8.5"]) == 0
    assert "  switch: strongpoints (off, needs entrenching)\n" in capsys.readouterr().out


def test_a_folder_of_games_can_be_named_in_the_environment():
    ran = subprocess.run(
        [sys.executable, "-m", "typhoon", "rules", GAME, "--case", "8.3"],
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | {"TYPHOON_GAMES": str(Path(__file__).parents[2])},
    )
    assert ran.stdout.startswith("8.3 Digging in (tested, not in force)\n"), ran.stderr
