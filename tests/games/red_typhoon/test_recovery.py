"""The recovery phase (11)."""

from tests.games.red_typhoon.helpers import happened, is_disrupted, position, refused
from typhoon.engine.cases import case

BEATEN = {
    "S-B-12": {"hex": "0440", "disrupted": True},
    "S-A-01": {"hex": "2504", "disrupted": True},
    "G-7-ID": {"hex": "0744", "disrupted": True},
    "G-35-ID": {"hex": "1122", "disrupted": True},
}


@case("11.0", "9.5")
def test_all_soviets_recover_in_the_soviet_recovery_phase_and_no_german():
    game = position(phase="soviet combat", units=BEATEN)
    events = game.push("end")
    assert not is_disrupted(game, "S-B-12") and not is_disrupted(game, "S-A-01")
    assert is_disrupted(game, "G-7-ID") and is_disrupted(game, "G-35-ID")
    assert set(happened(events, "recovered")[0]["units"]) == {"S-B-12", "S-A-01"}


@case("11.0", "9.5")
def test_all_germans_recover_in_the_german_recovery_phase_and_no_soviet():
    game = position(phase="german combat", units=BEATEN)
    game.push("end")
    assert not is_disrupted(game, "G-7-ID") and not is_disrupted(game, "G-35-ID")
    assert is_disrupted(game, "S-B-12") and is_disrupted(game, "S-A-01")


@case("11.0", "9.5")
def test_germans_beaten_in_the_soviet_turn_cannot_act_in_their_own():
    game = position(phase="soviet combat", units=BEATEN)
    game.push("end")
    game.push("activate 4P")
    assert refused(game, "move G-7-ID 0744-0743").case == "9.5"
    game.push("end")
    game.push("end")
    assert not is_disrupted(game, "G-7-ID")


@case("11.0")
def test_neither_enemies_nor_isolation_hinder_recovery():
    units = {
        "S-B-12": {"hex": "0442", "disrupted": True},
        "G-7-ID": "0441",
        "G-35-ID": "0543",
        "G-106-ID": "0343",
    }
    game = position(phase="soviet combat", units=units)
    game.push("end")
    assert not is_disrupted(game, "S-B-12")


@case("11.0")
def test_with_nobody_disrupted_there_is_nothing_to_tell():
    game = position(phase="soviet combat", units={"S-B-12": "0440"})
    assert happened(game.push("end"), "recovered") == []
