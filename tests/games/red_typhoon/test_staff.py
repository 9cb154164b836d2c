"""The staff as an opponent: it keeps the rules, keeps to its seat, and plays sensibly."""

from functools import cache
from random import Random

import pytest

import typhoon
from tests.games.red_typhoon.battle import fight, ready
from tests.games.red_typhoon.helpers import controls, happened, position, where
from typhoon import Game
from typhoon.engine.manner import Manner
from typhoon.engine.registry import find_rules
from typhoon.engine.seat import Seat
from typhoon.games.red_typhoon.charts import GERMAN, SOVIET
from typhoon.games.red_typhoon.staff import Staff
from typhoon.games.red_typhoon.staff.outlook import Outlook
from typhoon.games.red_typhoon.staff.reading import Reading
from typhoon.mechanics.retreat import paths_away
from typhoon.players.uniform import RandomPlayer

SEAT = {"side", "decision", "orders", "why_not", "preview", "view", "imagine"}


class WatchedSeat:
    """A seat that notes whatever is asked of it, and refuses what is not a player's business."""

    def __init__(self, game: Game, side: str, asked: set[str]) -> None:
        self.__dict__.update(_seat=Seat(game, side), _asked=asked)

    def __getattr__(self, name: str):
        self._asked.add(name)
        assert name in SEAT, f"the staff looked at seat.{name}"
        return getattr(self._seat, name)


def player(kind: str, side: str, seed: int):
    return Staff(side, Random(f"{side} {seed}")) if kind == "staff" else RandomPlayer(Random(seed))


def play(game: Game, soviet: str, german: str, seed: int, until: int = 10) -> Game:
    """Play on to the end, or to the start of a turn; the game refuses every illegal order."""
    players = {"soviet": player(soviet, "soviet", seed), "german": player(german, "german", seed)}
    while (decision := game.decision) and decision.turn < until:
        game.push(players[decision.side].choose(Seat(game, decision.side)))
    return game


def answer(game: Game) -> str:
    """What the staff would do now."""
    side = game.decision.side
    return str(Staff(side, Random(1)).choose(Seat(game, side)))


def to_end_of_phase(game: Game) -> None:
    """Let the staff play the phase in play."""
    decision = game.decision
    staff = Staff(decision.side, Random(1))
    while (now := game.decision) and now.phase == decision.phase:
        game.push(staff.choose(Seat(game, now.side)))


@cache
def staff_against_itself(scenario: str) -> Game:
    return play(typhoon.new("red-typhoon", scenario, seed=7), "staff", "staff", 7)


# Rules


@pytest.mark.parametrize("scenario", ["fixed", "flexible"])
def test_it_plays_whole_games_by_legal_orders(scenario):
    game = staff_against_itself(scenario)
    assert game.result is not None
    assert len(happened(game.log, "battle")) > 50


@pytest.mark.parametrize("scenario", ["fixed", "flexible"])
def test_it_never_leaves_a_hex_overfull_nor_lets_1s_be_lost_by_delay(scenario):
    reasons = [facts["why"] for facts in happened(staff_against_itself(scenario).log, "eliminated")]
    assert reasons
    assert "too many units in the hex" not in reasons
    assert "not withdrawn in time" not in reasons


def test_it_moves_and_attacks_the_same_way_for_the_same_seed():
    first, second = (play(typhoon.new("red-typhoon", seed=3), "staff", "staff", 5, until=2) for _ in range(2))
    assert str(first.journal) == str(second.journal)


def test_it_asks_nothing_but_what_a_seat_tells():
    game = typhoon.new("red-typhoon", "flexible", seed=11)
    asked: set[str] = set()
    players = {side: Staff(side, Random(2)) for side in game.rules.sides}
    while (decision := game.decision) and decision.turn < 2:
        hash_ = game.state_hash()
        order = players[decision.side].choose(WatchedSeat(game, decision.side, asked))
        assert game.state_hash() == hash_
        game.push(order)
    assert "imagine" in asked


# Strength


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("side", ["soviet", "german"])
def test_it_beats_random_play(side, seed):
    kinds = {"soviet": "random", "german": "random"} | {side: "staff"}
    game = play(typhoon.new("red-typhoon", seed=seed), kinds["soviet"], kinds["german"], seed)
    assert game.result.winner == side


# Judgement


def test_it_walks_into_an_open_city():
    game = position(phase="soviet movement", units={"S-A-01": "1610", "G-208-ID": "1738"}, ap={"soviet": 2})
    assert controls(game, "1508") == "german"
    to_end_of_phase(game)
    assert controls(game, "1508") == "soviet"


def test_it_takes_back_a_city_left_open():
    game = position(
        phase="german movement",
        units={"G-208-ID": "1736", "S-B-15": "2035"},
        control={"1738": "soviet"},
        ap={"german": 2},
    )
    to_end_of_phase(game)
    assert controls(game, "1738") == "german"


def test_it_declines_an_attack_that_loses_more_than_it_gains():
    # 4 to 4 across a river on a city: a unit is lost on three rolls of six, the enemy pushed on one.
    game = ready("soviet", {"S-E-02": "3036", "G-296-ID": "2937", "G-208-ID": "1738"})
    assert game.preview("attack 2937 S-E-02").chance("AL") == 0.5
    assert answer(game) == "end"


def test_it_makes_an_attack_that_pays_with_all_it_needs():
    # 12 to 2 is 6:1 in the open: the defender dies on half of the rolls and is thrown back on the others.
    units = {"S-D-01": "3229", "S-D-06": "3229", "G-339-ID": "3230", "G-208-ID": "1738"}
    game = ready("soviet", units)
    assert answer(game) == "attack 3230 S-D-01 S-D-06"


def test_it_spends_no_activation_point_on_nothing():
    game = position(phase="soviet combat", units={"S-D-01": "3429", "G-208-ID": "1738"}, ap={"soviet": 5})
    assert answer(game) == "end"


@pytest.mark.parametrize("turn", [5, 9])
def test_it_withdraws_1s_when_the_price_is_rising(turn):
    game = position(turn=turn, phase="1S withdrawal", units={"S-C-01": "3519", "G-78-ID": "3418"})
    assert answer(game) == "withdraw S-C-01"


def test_it_gives_up_the_unit_that_is_missed_least():
    units = {"S-D-01": "3429", "S-D-09": "3429", "S-D-06": "3428", "G-31-ID": "3329"}
    game = fight("AL", "attack 3329 S-D-01 S-D-06 S-D-09", units)
    assert answer(game) == "eliminate S-D-09"


def test_german_attackers_fall_back_rather_than_lose_a_unit():
    game = fight("AL", "attack 3429 G-31-ID", {"G-31-ID": "3329", "S-D-09": "3429"})
    assert answer(game) == "fall-back"


def test_1s_is_never_the_loss_it_chooses():
    units = {"S-C-01": "3519", "S-C-13": "3518", "G-78-ID": "3418"}
    game = fight("AL", "attack 3418 S-C-01 S-C-13", units)
    game.push(answer(game))
    assert where(game, "S-C-01") == "3519"


# What it remembers


def test_what_it_remembers_of_the_ground_is_what_it_would_find_afresh():
    game, rng = typhoon.new("red-typhoon", "fixed", seed=7), Random(7)
    for number in range(401):
        game.push(game.orders.sample(rng))
        if number % 200:
            continue
        pos = game.position.copy()
        afresh = Reading(game.rules)
        for side in (SOVIET, GERMAN):
            outlook, other = Outlook(pos, side), Outlook(pos, side)
            other.ground = afresh
            for hex_ in [*game.rules.grid.name][::4]:
                assert outlook.pull[hex_] == other.pull[hex_]
                assert outlook.guard[hex_] == other.guard[hex_]
                assert outlook.threat[hex_] == other.threat[hex_]
                assert outlook.defeats[hex_, 4] == other.defeats[hex_, 4]


def test_units_can_retreat_as_far_as_there_are_ways_to_retreat():
    rng, rules = Random(7), find_rules("red-typhoon")
    grid, reading = rules.grid, Reading(rules)
    for _ in range(40):
        open_ = grid.all & rng.getrandbits(grid.all.bit_length())
        for hex_ in rng.sample(sorted(grid.name), 10):
            ways = [steps for steps in range(1, 5) if paths_away(grid, hex_, hex_, steps, open_)]
            assert reading.escape(hex_, open_) == max(ways, default=0)


def test_another_idea_is_to_move_other_formations():
    game = typhoon.new("red-typhoon", "fixed", seed=1)
    seat = Seat(game, "soviet")
    plans = Staff("soviet", Random(1)).proposals(seat, [Manner(idea=1), Manner(idea=2)])
    moved = [{str(order) for order in plan if str(order).startswith("activate")} for plan in plans]
    assert len(moved) == 3
    assert moved[0] != moved[1] != moved[2] != moved[0]
    assert plans[0] == Staff("soviet", Random(2)).proposals(seat)[0], "its own is what it was"
