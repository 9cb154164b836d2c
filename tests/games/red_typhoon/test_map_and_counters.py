"""The map and the counters (2)."""

from collections import Counter

import typhoon
from tests.games.red_typhoon.helpers import position
from typhoon.engine.cases import case

RULES = typhoon.new("red-typhoon", seed=1).rules
HEXES = RULES.board.rows
RIVERS = {frozenset((e.hex_a, e.hex_b)) for e in RULES.board.edges if e.type == "river"}


def around(number: str) -> list[str]:
    """The neighbours of a hex: even columns lie half a hex lower."""
    column, row = int(number[:2]), int(number[2:])
    low = column % 2 == 0
    places = [(column, row - 1), (column, row + 1)]
    places += [(column + side, row + step) for side in (-1, 1) for step in ((0, 1) if low else (-1, 0))]
    return [f"{c:02}{r:02}" for c, r in places if f"{c:02}{r:02}" in HEXES]


def in_one_piece(hexes: set[str], barriers=frozenset()) -> bool:
    """Whether one can walk from any of the hexes to any other within them, crossing no barrier."""
    found, fresh = set(), {min(hexes)}
    while fresh:
        found |= fresh
        steps = {(a, b) for a in fresh for b in around(a) if frozenset((a, b)) not in barriers}
        fresh = {b for _, b in steps if b in hexes} - found
    return found == hexes


def areas(kind: str) -> dict[str, set[str]]:
    return {m.label: set(m.hexes) for m in RULES.board.marks if m.kind == kind}


@case("2.1")
def test_the_map_has_38_columns_of_46_hexes():
    assert len(HEXES) == 38 * 46
    assert Counter(number[:2] for number in HEXES) == {f"{c:02}": 46 for c in range(1, 39)}


@case("2.1")
def test_the_program_and_the_map_agree_on_neighbours():
    grid = RULES.board.grid
    for number in ("0101", "0146", "3801", "3846", "2422", "2523", "1122", "3823", "1101", "1246"):
        assert grid.numbers(grid.around(grid.index(number))) == sorted(around(number))


@case("2.1")
def test_supply_sources_lie_on_the_edge_and_have_a_side():
    sources = {m.hexes[0]: m.side for m in RULES.board.marks if m.kind == "supply"}
    assert {h for h in ("0115", "0120", "0130") if sources[h] == "german"} == {"0115", "0120", "0130"}
    for hex_ in ("3820", "3823", "3824", "3826"):
        assert sources[hex_] == "soviet"
    assert all(len(around(hex_)) < 6 for hex_ in sources)


@case("2.1")
def test_both_sides_have_cities_to_win_points_with():
    values = Counter(m.side for m in RULES.board.marks if m.kind == "objective")
    assert values["soviet"] and values["german"]
    for mark in RULES.board.marks:
        if mark.kind == "objective":
            assert HEXES[mark.hexes[0]].terrain == "city"


@case("2.1", "13.3")
def test_partisan_areas_are_woods_bounded_by_clear_ground_and_rivers():
    zones = areas("zone")
    assert sorted(zones) == ["1", "2", "3", "4", "5", "6"]
    for hexes in zones.values():
        assert {HEXES[h].terrain for h in hexes} == {"woods"}
        assert in_one_piece(hexes, RIVERS)
        beyond = {
            b for a in hexes for b in around(a)
            if b not in hexes and HEXES[b].terrain == "woods" and frozenset((a, b)) not in RIVERS
        }  # fmt: skip
        assert not beyond


@case("2.1", "3.1")
def test_set_up_areas_are_lettered_apart_and_in_one_piece():
    lettered = areas("area")
    assert sorted(lettered) == list("ABCDEFGHIJ")
    assert sum(map(len, lettered.values())) == len(set().union(*lettered.values()))
    assert all(in_one_piece(hexes) for hexes in lettered.values())
    sides = {m.label: m.side for m in RULES.board.marks if m.kind == "area"}
    assert {letter for letter, side in sides.items() if side == "soviet"} == set("ABCDE")


@case("2.1")
def test_every_city_and_source_belongs_to_one_side_at_all_times():
    cities = {city.hex for city in RULES.cities}
    sources = {m.hexes[0] for m in RULES.board.marks if m.kind == "supply"}
    for game in (typhoon.new("red-typhoon", seed=1), position(units={"S-B-12": "2422"})):
        soviet, german = game.position.control
        assert soviet & german == 0
        assert set(game.rules.board.grid.numbers(soviet | german)) == cities | sources


@case("2.1")
def test_names_on_the_map_that_are_no_cities():
    # Ruling 34: Kalinin and Kaluga, Soviet by January, are names only.
    for name in ("Kalinin", "Kaluga"):
        terrain = [row.terrain for row in HEXES.values() if row.name == name]
        assert terrain and "city" not in terrain


@case("12.2")
def test_five_formations_a_side():
    codes = {side: {f.formation for f in RULES.formations if f.side == side} for side in RULES.sides}
    assert len(codes["soviet"]) == len(codes["german"]) == 5
    assert {"K", "WR", "WL"} <= codes["soviet"]


@case("3.2")
def test_two_counters_of_1s_differ_in_formation_alone():
    right, left = (RULES.counters[RULES.unit_number[u]] for u in ("S-C-01", "S-1S-WL"))
    assert (right.formation, left.formation) == ("WR", "WL")
    assert (right.strength, right.movement) == (left.strength, left.movement) == (20, 5)
