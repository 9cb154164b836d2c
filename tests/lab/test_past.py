"""Games beside history: who held which place on a day, and the front that follows from it."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest

from typhoon.engine import chronicle
from typhoon.engine.registry import find_rules
from typhoon.hexgrid import bits
from typhoon.lab import front, past
from typhoon.lab.maps import HISTORY, Sheet

RED = find_rules("red-typhoon", "fixed")
"""A turn is a week, and the first begins on 5 January 1942."""


GUDERIAN = find_rules("operation-typhoon", "guderian")
"""A turn is a day, and the first is 15 November 1941."""


def hex_of(place: str) -> int:
    return bits(RED.annals.places[place])[0]


def west_of(place: str) -> list[str]:
    grid = RED.grid
    edge, _ = grid.centre(hex_of(place))
    return grid.numbers(sum(1 << hex_ for hex_ in bits(grid.all) if grid.centre(hex_)[0] <= edge))


def is_german(place: str, turn: int) -> bool:
    """By the front of history, when the game began with all that lies west of Mozhaisk in German hands."""
    return RED.grid.name[hex_of(place)] in past.ground(RED, turn, west_of("Mozhaisk"))


def test_a_turn_is_told_by_its_last_day():
    assert past.last_day(RED, 1) == "11 Jan"
    assert past.last_day(RED, 0) == "4 Jan"


def test_a_place_is_held_until_the_day_on_which_it_was_lost():
    # Mozhaisk was given up on 20 January, in the week that the third turn is.
    assert dict(past.curve(RED, "Mozhaisk")) == {turn: float(turn < 3) for turn in range(10)}


@pytest.mark.parametrize(("place", "lost_on_turn"), [("Toropets", 3), ("Rzhev", None), ("Smolensk", None)])
def test_the_front_goes_back_with_the_places(place, lost_on_turn):
    for turn in range(1, 10):
        assert is_german(place, turn) == (lost_on_turn is None or turn < lost_on_turn)


def test_land_goes_with_the_place_that_it_is_nearest_to():
    around = set(RED.grid.numbers(RED.grid.around(hex_of("Toropets"))))
    assert around <= past.ground(RED, 2, west_of("Mozhaisk"))
    assert not around & past.ground(RED, 3, west_of("Mozhaisk"))


def test_nobody_keeps_land_that_is_cut_off():
    """Germans beside Torzhok, which was never theirs, would have had no way home."""
    lost = RED.grid.numbers(RED.grid.around(hex_of("Torzhok")))
    assert not set(lost) & past.ground(RED, 1, [*west_of("Vyazma"), *lost])


@pytest.mark.parametrize(
    ("place", "taken", "retaken"),
    [
        ("Kalinin", date(1941, 10, 14), date(1941, 12, 16)),
        ("Klin", date(1941, 11, 23), date(1941, 12, 15)),
        ("Mikhaylov", date(1941, 11, 24), date(1941, 12, 7)),
        ("Uzlovaya", date(1941, 11, 21), date(1941, 12, 14)),
        ("Yelets", date(1941, 12, 4), date(1941, 12, 9)),
    ],
)
def test_places_are_held_from_the_day_of_their_capture(place, taken, retaken):
    first, last = date(1941, 10, 1), date(1942, 1, 1)
    days = [date.fromordinal(day) for day in range(first.toordinal(), last.toordinal())]
    german = [day for day in days if chronicle.holder(place, day) == "german"]
    assert german == [day for day in days if taken <= day < retaken]


def test_every_line_of_the_chronicle_changes_who_holds_a_place():
    for place, times in chronicle.changes().items():
        holders = [who for _, who in times]
        assert all(one != other for one, other in pairwise(holders)), place


def test_a_place_beyond_the_games_own_front_moves_nothing_until_it_changes_hands():
    """Rzhev was German all winter.  Where a game begins with the front west of it, that front stays."""
    around = RED.grid.numbers(RED.grid.around(hex_of("Rzhev")))
    assert not set(around) & past.ground(RED, 1, west_of("Bely"))


def test_the_front_is_told_of_between_places_of_both_sides():
    """On 25 November Tula was Soviet and German Shchekino near; to Mikhaylov, German, nothing Soviet was."""
    grid, held = GUDERIAN.grid, past.holders(GUDERIAN, 11)
    near = past.told_of(GUDERIAN, held)
    places = {
        side: [hex_ for place in held if held[place] == side for hex_ in at(place)] for side in past.SIDES
    }
    for hex_ in bits(grid.all):
        away = [min(grid.distance(hex_, place) for place in places[side]) for side in past.SIDES]
        assert bool(near >> hex_ & 1) == (max(away) <= 11), "eleven hexes of 3.6 km are 40 km"
    assert near >> at("Tula")[0] & 1 and not near >> at("Mikhaylov")[0] & 1


def at(place: str) -> list[int]:
    return bits(GUDERIAN.annals.places[place])


def test_the_front_of_history_ends_where_no_places_tell_of_it():
    """Along the edge between two halves of the map, drawn only near places of both sides."""
    grid, held = GUDERIAN.grid, past.holders(GUDERIAN, 11)
    near = past.told_of(GUDERIAN, held)
    middle = sum(grid.centre(hex_)[1] for hex_ in bits(grid.all)) / len(bits(grid.all))
    south = {grid.name[hex_] for hex_ in bits(grid.all) if grid.centre(hex_)[1] > middle}
    drawing = Sheet(GUDERIAN).fronts([south] * 3, "", south, held)
    paths = [part for part in drawing.split("<path")[1:] if "stroke" in part]
    history = next(path for path in paths if HISTORY in path)
    games = next(path for path in paths if HISTORY not in path)
    halves = grid.hexes(south)
    known = [
        (hex_, other)
        for hex_ in bits(halves & near)
        for other in bits(grid.around(hex_) & ~halves & grid.all & near)
    ]
    assert history.count("M") == len(known)
    assert 0 < len(known) < games.count("M")


def held(german: int) -> int:
    return front.held(RED.grid, german, front.places_of(RED))


def test_where_a_raid_has_passed_nobody_holds_the_land():
    """Some German hexes far behind the front, without a place among them."""
    grid, west = RED.grid, RED.grid.hexes(west_of("Mozhaisk"))
    empty = [
        hex_
        for hex_ in bits(grid.all & ~grid.within(west | front.places_of(RED), 2))
        if grid.around(hex_).bit_count() == 6
    ]
    trail = 1 << empty[0] | grid.around(empty[0])
    assert held(west | trail) == west == held(west & ~grid.around(hex_of("Vyazma")))


@pytest.mark.parametrize("place", ["Kalinin", "Vyazma"], ids=["taken by a raid", "surrounded"])
def test_who_holds_a_place_holds_the_land_around_it(place):
    """Kalinin in the Soviet rear, Vyazma in the German one."""
    grid, west = RED.grid, RED.grid.hexes(west_of("Mozhaisk"))
    around = 1 << hex_of(place) | grid.around(hex_of(place))
    assert held(west ^ around) == west ^ around
