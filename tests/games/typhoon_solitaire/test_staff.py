"""The game's own general staff: it plays whole games by the rules, and closes its pockets."""

from __future__ import annotations

from random import Random

import pytest

import typhoon
from typhoon.engine.game import Game
from typhoon.engine.seat import Player, Seat
from typhoon.games.typhoon_solitaire.staff.breakouts import chance_of_breakout
from typhoon.games.typhoon_solitaire.staff.forces import Reaches, force_of
from typhoon.games.typhoon_solitaire.staff.front import Front
from typhoon.games.typhoon_solitaire.staff.pickets import Counts, Pickets
from typhoon.games.typhoon_solitaire.staff.staff_map import staff_map_of
from typhoon.players import find_player

GAME = "typhoon-solitaire"
PANZERS = ("PG3-1-Pz", "PG3-6-Pz", "PG3-7-Pz")


def staff(game: Game, number: int = 1) -> Player:
    return find_player("staff", game.rules, "german", 1941, number)


def play(game: Game, until_turn: int = 99, number: int = 1) -> Game:
    """Let the staff play on; every order must be legal, or push would refuse it."""
    player, seat = staff(game, number), Seat(game, "german")
    while game.decision and game.position.turn <= until_turn:
        game.push(player.choose(seat))
    return game


@pytest.mark.parametrize("scenario", ["typhoon", "clenched-fist"])
def test_the_staff_plays_a_whole_game(scenario: str) -> None:
    game = play(typhoon.new(GAME, scenario, seed=3))
    assert game.result is not None
    again = typhoon.load(str(game.journal))
    assert again.state_hash() == game.state_hash()


def test_the_same_seed_gives_the_same_game() -> None:
    games = [play(typhoon.new(GAME, seed=5), until_turn=1, number=2) for _ in range(2)]
    assert games[0].state_hash() == games[1].state_hash()


def test_the_staff_closes_pockets_of_200_hexes_in_two_turns_and_is_in_kaluga() -> None:
    games = [play(typhoon.new(GAME, seed=seed), until_turn=2) for seed in range(1, 5)]
    assert max([game.position.tally for game in games]) >= 200
    assert any(game.ask("control", "3525") == "german" for game in games)


@pytest.mark.parametrize(
    ("to", "opens"),
    [
        pytest.param("1412", False, id="a hex ahead: the division in 1312 watches what lies behind"),
        pytest.param("1813", True, id="six hexes ahead: nobody watches the way there (4.3)"),
    ],
)
def test_a_corps_opens_the_front_when_it_runs_away_from_it(to: str, opens: bool) -> None:
    units = dict.fromkeys(PANZERS[:2], "1312") | {"PG3-129-Inf": {"hex": "1312", "done": True}}
    game = typhoon.build(GAME, turn=3, units=units, tally=200, seed=1)
    pos, staff_map = game.position, staff_map_of(game.rules)
    front, corps = Front(staff_map, Reaches(staff_map)), force_of(pos, game.rules.units(PANZERS[:2]), 13)
    assert front.opens(pos, corps, game.rules.grid.index(to)) is opens


@pytest.mark.parametrize("infantry", [{}, {"PG3-129-Inf": "1412"}], ids=["alone", "beside a division"])
def test_a_panzer_corps_is_not_torn_apart_to_watch_the_front(infantry: dict[str, str]) -> None:
    """It stands two hexes behind a bulge; single divisions would watch more, but take no town later."""
    units = dict.fromkeys(PANZERS, "1311") | infantry
    game = typhoon.build(GAME, turn=3, units=units, gained=["1411", "1412", "1511"], tally=200, seed=1)
    corps, pickets = game.rules.units(PANZERS), Pickets(staff_map_of(game.rules))
    together, apart = (pickets.watch(game.position, game.rules.units(units), kept) for kept in (corps, 0))
    assert [some for some in together.postings if some & corps] == [corps]
    assert len([some for some in apart.postings if some & corps]) > 1


def test_numbers_are_kept_for_many_hexes_at_once() -> None:
    counts = Counts()
    for hexes in (0b0111, 0b0110, 0b0100):
        counts.add(hexes)
    assert [counts.of(hex_) for hex_ in range(4)] == [1, 2, 3, 0]
    assert counts.fewest(0b0110) == 0b0010
    counts.take_off(0b0110)
    assert [counts.of(hex_) for hex_ in range(4)] == [1, 1, 2, 0]
    assert counts.fewest(0b0111) == 0b0001  # the first of two


def test_a_pocket_is_not_left_to_a_single_weak_division() -> None:
    game = typhoon.build(GAME, turn=1, units=dict.fromkeys(PANZERS, "1312") | {"PG3-L-Mot": "1313"}, seed=1)
    pos, staff_map = game.position, staff_map_of(game.rules)
    corps, brigade = (force_of(pos, game.rules.units(names), 10) for names in (PANZERS, ["PG3-L-Mot"]))
    assert chance_of_breakout(staff_map, corps, 100) < 0.01
    assert chance_of_breakout(staff_map, brigade, 100) > 0.3


@pytest.mark.parametrize("turn", [1, 2, 3, 4, 5, 6, 8])
def test_the_staff_answers_with_a_handful_of_units(turn: int) -> None:
    units = dict.fromkeys(PANZERS, "1312")
    units |= {"2A-17-Inf": "1729", "PG2-GD-Mot": "1849"}
    game = play(typhoon.build(GAME, turn=turn, units=units, seed=turn), until_turn=turn)
    assert game.position.turn != turn or game.result is not None


@pytest.mark.parametrize("name", ["staff:bold", "recruit"])
def test_what_a_general_is_like_can_be_felt(name: str) -> None:
    """Another one does not fight the opening weeks as the staff does; the same one does."""

    def first_weeks(who: str) -> str:
        game = typhoon.new(GAME, seed=1)
        player, seat = find_player(who, game.rules, "german", 1), Seat(game, "german")
        while game.decision and game.position.turn <= 3:
            game.push(player.choose(seat))
        return game.state_hash()

    assert first_weeks(name) == first_weeks(name) != first_weeks("staff")


def test_the_staff_answers_without_any_units() -> None:
    game = typhoon.build(GAME, turn=2, units={}, tally=200, seed=1)
    assert str(staff(game).choose(Seat(game, "german"))) == "end"


def test_the_staff_goes_on_in_mid_march() -> None:
    units = dict.fromkeys(PANZERS, "1312")
    game = typhoon.build(GAME, turn=1, units=units, force={"units": list(PANZERS), "mp": 5}, seed=2)
    order = staff(game).choose(Seat(game, "german"))
    assert game.why_not(order) is None
    play(game, until_turn=1)
    assert game.position.turn == 2


def test_the_staff_peeks_at_no_dice() -> None:
    """Games that differ only in the dice to come get the same order."""
    orders = []
    for seed in range(3):
        game = typhoon.build(GAME, turn=1, units=dict.fromkeys(PANZERS, "1312"), seed=seed)
        player = game.rules.staff("german", Random(7))
        assert player is not None
        orders.append(player.choose(Seat(game, "german")))
    assert len(set(orders)) == 1


@pytest.mark.parametrize(("turn", "storms"), [(2, False), (4, True)])
def test_when_points_are_counted_a_town_is_stormed_however_slim_the_chances(turn: int, storms: bool) -> None:
    """Two divisions before Tula, a city of two points, have a movement point left to enter it (4.4)."""
    units = dict.fromkeys(["PG4-2-Pz", "PG4-5-Pz"], "4327")
    way = ["3525", "3625", "3725", "3826", "3926", "4026", "4126", "4227", "4327"]
    game = typhoon.build(
        GAME, turn=turn, units=units, gained=way, tally=200, force={"units": list(units), "mp": 1}, seed=1
    )
    order = str(staff(game).choose(Seat(game, "german")))
    assert (order == "march 4328") == storms
