"""The solitaire game played by chance, with everything checked that must hold at every moment.

With TYPHOON_LONG=1 the same over many more games.
"""

import json
import random
from collections import Counter

import pytest

import typhoon
from tests.fuzz.checks import LONG, check_journal, check_ruling, check_undo, columns, told
from tests.fuzz.solitaire import (
    AROUND,
    CASES,
    EAST_EDGE,
    GAME,
    SOVIET_AT_START,
    Watch,
    begin,
    check_marches,
    choose,
    mutant,
    out_of_supply,
    positions,
    top_frame,
)
from typhoon import Game, Refused

SEEDS = range(60 if LONG else 2)
FEW_SEEDS = range(60 if LONG else 1)
KINDS = ["typhoon", "clenched-fist", "late"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_position_holds_together_after_every_order(kind):
    happened: Counter[str] = Counter()
    for seed in SEEDS:
        game = begin(kind, seed)
        watch = Watch(game)
        for number, _ in enumerate(positions(game, seed)):
            watch.check(game)
            if top_frame(game) == "Marching" and number % 10 == 0:
                check_marches(game)
            if number % 25 == 0:
                check_view(game)
        watch.check(game)
        check_view(game)
        happened.update(event.kind for event in game.log)
    for event in ("won", "repulsed", "lost", "returned", "pocket", "breakout", "contained", "regrouped"):
        assert happened[event], f"nothing of the kind happened: {event}"


def check_view(game: Game) -> None:
    """No view tells the dice key."""
    key = game.dice.key.hex()
    written = game.view("german").encode()
    assert key.encode() not in written
    assert bytes.fromhex(key) not in written
    assert json.loads(written)["decision"] is None or json.loads(written)["offers"]


@pytest.mark.parametrize("seed", FEW_SEEDS)
@pytest.mark.parametrize("kind", KINDS)
def test_an_order_is_legal_exactly_when_it_is_listed(kind, seed):
    """And every refusal is told with a case of the rulebook, and changes nothing."""
    rng = random.Random(seed)
    game = begin(kind, seed + 100)
    for number, _ in enumerate(positions(game, seed + 100)):
        if number % (1 if top_frame(game) in ("Battle", "Losses") else 12):
            continue
        listed = set(game.orders)
        assert len(listed) == len(game.orders)
        before = columns(game.position)
        for order in rng.sample(sorted(listed, key=str), min(len(listed), 100)):
            assert game.why_not(str(order)) is None
            assert game.parse(str(order)) == order
        for text in [mutant(game, rng) for _ in range(10)]:
            if check_ruling(game, text, listed, CASES) is not None:
                with pytest.raises(Refused):
                    game.push(text)
        assert columns(game.position) == before


@pytest.mark.parametrize("seed", FEW_SEEDS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_is_left_alone_by_what_comes_after_and_undo_restores_the_position(kind, seed):
    rng = random.Random(seed)
    game = begin(kind, seed + 200)
    while game.decision is not None:
        order = choose(game, rng)
        if rng.random() < 0.7:
            game.push(order)
        else:
            check_undo(game, order)


@pytest.mark.parametrize("seed", FEW_SEEDS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_game_is_set_up_again_at_every_kind_of_decision(kind, seed):
    """The position read from its own words is the same in every column."""
    rng = random.Random(seed)
    met: Counter[str] = Counter()
    game = begin(kind, seed + 300)
    for _ in positions(game, seed + 300):
        frames = "-".join(type(frame).__name__ for frame in game.position.frames[2:]) or top_frame(game)
        if met[frames] > 3 and rng.random() < 0.85:
            continue
        met[frames] += 1
        words = told(game)
        again = game.rules.restore(words)
        assert columns(again) == columns(game.position)
        assert json.loads(json.dumps(game.rules.snapshot(again))) == words
    assert {"Movement", "Marching", "Battle", "Battle-Losses"} <= met.keys()


@pytest.mark.parametrize(
    ("kind", "losses"), [("typhoon", "player"), ("clenched-fist", "system"), ("late", "player")]
)
def test_a_journal_replays_to_the_same_end(kind, losses):
    for seed in FEW_SEEDS:
        game = begin(kind, seed + 400, options={"losses": losses})
        for number, _ in enumerate(positions(game, seed + 400)):
            if number == 140:
                check_journal(game)
            assert losses == "player" or top_frame(game) != "Losses"
        check_journal(game)


# Pockets, against a plain search


def random_ground(rng: random.Random) -> set[str]:
    """Soviet ground with strokes and blots of German hexes in it, all in supply."""
    corner = "0101"  # German from the start, like all the west; the rest of it is tried as Soviet ground too
    soviet = set(AROUND) - {corner} if rng.random() < 0.3 else set(SOVIET_AT_START)
    for _ in range(rng.randint(1, 12)):
        number = rng.choice(sorted(soviet))
        for _ in range(rng.randint(1, 120)):
            soviet.discard(number)
            number = rng.choice(sorted(AROUND[number]))
    if rng.random() < 0.3:
        soviet -= set(rng.sample(sorted(soviet), len(soviet) // rng.randint(2, 6)))
    return soviet - out_of_supply(soviet)


def on_the_edges(number: str) -> bool:
    return number[:2] in ("01", "53", "54") or number[2:] in ("01", "51")


@pytest.mark.parametrize("seed", range(300 if LONG else 12))
def test_a_hex_cuts_off_exactly_what_a_plain_search_finds_cut_off(seed):
    rng = random.Random(seed)
    pos = typhoon.build(GAME, units={}, seed=1).position.copy()
    grid = pos.rules.board.grid
    soviet = random_ground(rng)
    pos.german = grid.all & ~grid.hexes(soviet)
    assert pos.rules.control.cut_off(pos) == 0
    german = pos.german
    edges = [number for number in sorted(soviet) if on_the_edges(number)]
    beside_german = [number for number in sorted(soviet) if AROUND[number] - soviet]
    tries = rng.sample(beside_german, min(60, len(beside_german))) + rng.sample(edges, min(30, len(edges)))
    for number in tries:
        pos.german = german | grid.hexes([number])
        pocket = pos.rules.control.cut_off_by(pos, grid.index(number))
        assert set(grid.numbers(pocket)) == out_of_supply(soviet - {number}), number


def test_pockets_are_found_however_a_map_is_eaten_up():
    """Hex after hex turns German, the pockets with them, until nothing Soviet is left east of column 39."""
    rng = random.Random(1941)
    pos = typhoon.build(GAME, units={}, seed=1).position.copy()
    grid = pos.rules.board.grid
    soviet, sizes, groups = {number for number in AROUND if number > "40"}, [], 0
    pos.german = grid.all & ~grid.hexes(soviet)
    while soviet:
        number = rng.choice(sorted(n for n in soviet if AROUND[n] - soviet))
        soviet.discard(number)
        pos.german |= grid.hexes([number])
        pocket = pos.rules.control.cut_off_by(pos, grid.index(number))
        expected = out_of_supply(soviet)
        assert set(grid.numbers(pocket)) == expected
        groups += len(AROUND[number] & expected) > 1
        sizes += [len(expected)] if expected else []
        soviet -= expected
        pos.german |= pocket
    assert len(sizes) > 30
    assert max(sizes) > 3
    assert groups > 3  # a hex with more than one hex of its pocket around it


def test_the_plain_search_is_right_about_a_few_pockets_told_by_hand():
    """Edges of the map: north and south give no supply, the east edge does (R9)."""
    every = set(AROUND)
    assert out_of_supply(every) == set()
    assert out_of_supply(every - AROUND["3445"]) == {"3445"}
    assert out_of_supply(every - {"3501", "3602", "3701"}) == {"3601"}
    assert out_of_supply(every - {"3451", "3550", "3651"}) == {"3551"}
    assert out_of_supply(every - AROUND["5420"]) == set()
    assert out_of_supply(every - EAST_EDGE) == every - EAST_EDGE
