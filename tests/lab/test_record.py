"""What is written down of games: turns, attacks, losses, places, fronts, in all five games."""

from __future__ import annotations

from itertools import pairwise
from time import process_time

import msgspec
import pytest

import typhoon
from typhoon.engine import chronicle
from typhoon.engine.registry import find_rules, playable
from typhoon.engine.seat import Seat
from typhoon.lab.experiment import Experiment
from typhoon.lab.playing import play
from typhoon.lab.record import Record, Recorder, grounds


def record_of(game: str, **told: object) -> Record:
    sides = find_rules(game).sides
    players = {"players": dict.fromkeys(sides, "random")}
    (arm,) = Experiment(game=game, games=1, **{**players, **told}).arms
    found = msgspec.json.decode(play(arm, 1).line, type=Record)
    assert not found.broken, found.broken
    return found


@pytest.fixture(scope="module", params=sorted(playable()))
def record(request) -> Record:
    return record_of(request.param)


def test_every_turn_is_written_down_once_and_the_start_before_them(record):
    turns = [note.turn for note in record.by_turn]
    assert turns == list(range(turns[0], turns[0] + len(turns)))
    assert turns[-1] == record.turns


def test_the_last_turn_stands_as_the_game_ended(record):
    scored = dict.fromkeys(record.parties, 0.0)
    for part in record.parts:
        scored[part.side] += part.points
    assert dict(zip(record.parties, record.by_turn[-1].points, strict=True)) == scored


def test_luck_is_a_share_of_every_throw(record):
    for count, total in record.luck.values():
        assert 0 <= total <= count
    assert sum(count for count, _ in record.luck.values()) >= len(record.attacks)


def test_attacks_say_what_was_expected_and_what_came(record):
    assert record.attacks
    for attack in record.attacks:
        assert attack.column and attack.result
        assert 0 <= attack.luck <= 1
    expected = sum(attack.expected for attack in record.attacks)
    rolled = sum(attack.rolled for attack in record.attacks)
    assert abs(expected - rolled) / len(record.attacks) < 1.5


def test_every_place_has_a_holder_from_the_start(record):
    first = record.by_turn[0].turn
    placed = [note.place for note in record.places if note.turn == first]
    assert len(placed) == len(set(placed)) > 5
    assert {note.holder for note in record.places} <= set(record.parties)


def test_a_game_tells_figures_of_its_own():
    """The fifth game counts divisions that surrendered, HQs lost and HQs disbanded in every game."""
    found = record_of("typhoon-nonop").figures
    assert {"divisions surrendered", "HQs lost", "HQs disbanded"} <= found.keys()


def test_ground_is_kept_whole(record):
    for note, (turn, held) in zip(record.by_turn, grounds(record), strict=True):
        assert turn == note.turn
        assert held.bit_count() == note.hexes[record.parties.index("german")]


def test_a_battle_by_hand_is_written_down_as_the_table_has_it():
    """10 to 4 is 2:1, less 1 for woods, so that the dice 1 to 6 read AL, AR, C, EX, DR1, DR2: from the worst
    the ranks 0, 1, 2, 3, 4, 5, which are 15 in all.  The die 6 is the best of six."""
    game = typhoon.build(
        "red-typhoon",
        turn=3,
        phase="soviet combat",
        units={"S-B-02": "2809", "S-B-03": "2809", "G-6-ID": "2810"},
        attack_orders=["K"],
        dice=[6],
    )
    recorder = Recorder(game)
    game.push("attack 2810 S-B-02 S-B-03")
    (attack,) = recorder.attacks
    assert (attack.side, attack.hex, attack.column, attack.result) == ("soviet", "2810", "2:1", "DR2")
    assert (attack.expected, attack.rolled) == (15 / 6, 5)
    assert attack.luck == pytest.approx(11 / 12, abs=1e-4)
    game.push("retreat G-6-ID 2810-2711-2610")
    game.push("advance S-B-02 2809-2810")
    found = recorder.finish("arm", 1)
    assert found.hexes == {"2610": (0, 0, 1), "2711": (0, 0, 1), "2810": (1, 0, 1)}


def test_a_position_tells_what_the_game_would_be_like_if_nobody_listened():
    (arm,) = Experiment(game="red-typhoon", games=1, players={"soviet": "random", "german": "random"}).arms
    listened = msgspec.json.decode(play(arm, 1).line, type=Record)
    game = typhoon.new("red-typhoon", seed="1942 game 1")
    from typhoon.players import find_player

    players = {side: find_player("random", game.rules, side, 1942, 1) for side in game.rules.sides}
    while game.decision:
        game.push(players[game.decision.side].choose(Seat(game, game.decision.side)))
    assert game.state_hash() == listened.state


@pytest.mark.parametrize("game", sorted(playable()))
def test_axes_run_between_places_of_the_map(game):
    for scenario in find_rules(game).about.scenarios:
        rules = find_rules(game, scenario.id)
        for name, line in rules.annals.lines.items():
            assert len(line) > 5, name
            for here, there in pairwise(line):
                assert rules.grid.distance(here, there) == 1
    names = {axis for s in find_rules(game).about.scenarios for axis in find_rules(game, s.id).annals.lines}
    assert names == {axis.name for axis in rules.annals.axes}, "each lies on the map of some scenario"


def test_every_place_of_history_lies_on_some_map():
    named = {place for game in playable() for s in find_rules(game).about.scenarios
             for place in find_rules(game, s.id).annals.places}  # fmt: skip
    assert set(chronicle.changes()) <= named


def test_recording_costs_little_beside_a_staff_game():
    """Under a twentieth of the play; the best of three, since machines have busy moments."""
    (arm,) = Experiment(game="red-typhoon", games=1).arms
    shares = []
    for index in (1, 2, 3):
        hear, spent = Recorder.hear, 0.0

        def timed(self, event, hear=hear):
            nonlocal spent
            start = process_time()
            hear(self, event)
            spent += process_time() - start

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Recorder, "hear", timed)
            start = process_time()
            play(arm, index)
            shares.append(spent / (process_time() - start - spent))
    assert min(shares) < 0.05
