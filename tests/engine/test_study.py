"""Studies: each was solved once, none is solved by doing nothing, and a verdict holds once it is given."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import typhoon
from tests.engine.play import idle_order
from typhoon.engine.journal import parse_journal
from typhoon.engine.registry import playable
from typhoon.engine.seat import Seat
from typhoon.engine.study import Aim, Hold, Judge, UnknownStudy, judge_of, studies, study_facts, study_of
from typhoon.players import find_player

NAMES = list(studies())
GAME_OVER = Path(__file__).parents[1] / "golden" / "fixed-staff-staff.journal"


def test_there_are_studies_of_every_game():
    counts = Counter(study.game for study in studies().values())
    assert len(NAMES) >= 12 and counts["red-typhoon"] >= 4
    assert all(counts[game] >= 2 for game in playable())
    assert {study.told.side for study in studies().values()} == {"soviet", "german"}


@pytest.mark.parametrize("name", NAMES)
def test_a_study_was_solved(name):
    """The journal beside it replays, dice and hashes checked, and its last position meets every aim."""
    study = study_of(name)
    solution = typhoon.load(study.journal)
    assert solution.rules.about.id == study.game and solution.journal.header.study == name
    assert 0 < study.told.solved <= study.told.tries
    verdict = judge_of(solution).verdict(solution)
    assert verdict.status == "reached" and all(aim.met for aim in verdict.aims)


@pytest.mark.parametrize("name", NAMES)
def test_doing_nothing_solves_no_study(name):
    study = study_of(name)
    game, side = study.begin(), study.told.side
    judge = judge_of(game)
    assert judge.verdict(game).status == "open"
    assert game.position.turn <= study.told.turn and side in game.rules.sides
    assert all(aim.at in game.rules.grid for aim in study.told.aims if aim.at)
    staffs = {each: find_player("staff", game.rules, each, 1) for each in game.rules.sides if each != side}
    while judge.verdict(game).status == "open":
        decider = game.decision.side
        seat = Seat(game, decider)
        game.push(idle_order(seat) if decider == side else staffs[decider].choose(seat))
    assert judge.verdict(game).status == "missed"


@pytest.mark.parametrize(("turn", "status"), [(1, "reached"), (2, "missed"), (3, "reached")])
def test_a_verdict_holds_whatever_comes_later(turn, status):
    """In this game Sukhinichi was Soviet after turns 1 and 3, and German after turn 2 and at the end."""
    game = typhoon.load(GAME_OVER.read_text("utf-8"))
    aim = Hold(say="", places=("Sukhinichi",), by="soviet")
    told = replace(study_of("sukhinichi").told, turn=turn, aims=(aim,))
    judge = Judge(replace(study_of("sukhinichi"), told=told))
    assert not aim.met(game.rules, game.position)
    assert judge.verdict(game).status == status
    assert judge.verdict(game) is judge.verdict(game)  # it is not replayed again


def test_the_name_of_a_study_is_kept_in_the_journal():
    text = study_of("klin").begin().journal.text()
    assert "\nstudy: klin\n" in text and parse_journal(text).header.study == "klin"
    assert typhoon.new("red-typhoon", seed=1).journal.header.study == ""
    assert judge_of(typhoon.new("red-typhoon", seed=1)) is None


def test_a_name_that_is_none_is_refused():
    with pytest.raises(UnknownStudy, match=r"there is no study 'nowhere'; there are: .*hold-tula"):
        study_of("nowhere")


def test_a_study_for_clients():
    facts = study_facts(study_of("hold-tula"))
    assert (facts.game, facts.side, facts.turn) == ("operation-typhoon", "soviet", 7)
    assert facts.goal == "Tula is still Soviet when 21 November is over."


@pytest.mark.parametrize(
    ("aims", "met"),
    [
        ({"kind": "hold", "places": ["2809"], "by": "soviet"}, True),
        ({"kind": "hold", "places": ["2809"], "by": "german"}, False),
        ({"kind": "keep", "units": ["S-B-02", "S-B-04"], "count": 1}, True),
        ({"kind": "keep", "units": ["S-B-02", "S-B-04"], "count": 2}, False),
        ({"kind": "destroy", "units": ["S-B-02", "S-B-04"], "count": 1}, True),
        ({"kind": "destroy", "units": ["S-B-02", "S-B-04"], "count": 2}, False),
        ({"kind": "score", "side": "german", "points": 11}, True),
        ({"kind": "score", "side": "german", "points": 12}, False),
    ],
)
def test_aims(aims, met):
    """The Germans hold all cities that count for them: Velikiye Luki 2, Bely 1, Vyazma 3, Rzhev 3, Yukhnov 1,
    Gzhatsk 1."""
    game = typhoon.build("red-typhoon", units={"S-B-02": "2809", "S-B-03": "2809", "G-6-ID": "2810"})
    assert msgspec.convert({"say": "", **aims}, Aim).met(game.rules, game.position) is met
