"""Take-backs past what was revealed: they stay on record, dice fall afresh, and what was seen is known."""

from __future__ import annotations

import random

import pytest

import typhoon
from typhoon.engine.dice import GivenDice
from typhoon.engine.journal import Entry, JournalError, TakeBack
from typhoon.engine.replay import take_back
from typhoon.engine.ruling import CannotUndo
from typhoon.engine.seat import Seat

ATTACK = "attack 2403 S-A-01"
UP_TO_IT = ("activate NW", "move S-A-01 2504-2404", "end", "activate NW")


def attacked(seed: int | str = 1942, **given):
    game = typhoon.new("red-typhoon", "fixed", seed=seed, **given)
    for order in (*UP_TO_IT, ATTACK):
        game.push(order)
    return game


def die_of(game) -> int:
    return game.entries[-1].dice[0].value


def test_a_take_back_is_a_line_of_the_journal_and_of_the_log():
    game = take_back(attacked(), 4)
    assert len(game.entries) == 4 and game.takebacks == 1
    assert str(game.record[-1]) == "takeback to 4"
    assert str(game.journal).endswith(f"5 soviet: {ATTACK}\n  die combat: 6\n\ntakeback to 4\n")
    assert game.told(game.log[-1]) == "Order 5 was taken back, after 1 die had fallen."
    assert game.state_hash() == position_before().state_hash()


def position_before():
    game = typhoon.new("red-typhoon", "fixed", seed=0)
    for order in UP_TO_IT:
        game.push(order)
    return game


def test_an_attack_that_is_made_again_gets_another_die():
    """Over many games the second die is as good as any: it does not follow from the first."""
    pairs = []
    for seed in range(300):
        game = attacked(seed)
        first = die_of(game)
        game = take_back(game, 4)
        game.push(ATTACK)
        pairs.append((first, die_of(game)))
    same = sum(first == second for first, second in pairs)
    assert 25 < same < 85, "one in six"
    assert len(set(pairs)) > 30, "of 36"


def test_each_take_back_makes_the_dice_fall_afresh():
    game, dice = attacked(), set()
    for _ in range(40):
        dice.add(die_of(game))
        game = take_back(game, 4)
        game.push(ATTACK)
    assert dice == {1, 2, 3, 4, 5, 6}
    assert typhoon.load(str(game.journal)).state_hash() == game.state_hash()
    told = [game.told(event) for event in game.log if event.kind == "takeback"]
    assert len(told) == 40


def test_a_deeper_take_back_leaves_the_shallower_one_in_the_log():
    game = take_back(attacked(), 4)
    game.push(ATTACK)
    game = take_back(game, 1)
    told = [game.told(event) for event in game.log if event.kind == "takeback"]
    assert told == [
        "Order 5 was taken back, after 1 die had fallen.",
        "Orders 2 to 5 were taken back, after 1 die had fallen.",
    ]
    assert [game.told(event) for event in game.returns_to(1)] == told
    again = typhoon.load(str(game.journal))
    assert str(again.journal) == str(game.journal) and again.log == game.log
    assert [entry.order for entry in again.entries] == [again.parse("activate NW")]


def test_looking_at_an_earlier_moment_goes_by_the_orders_that_stand():
    game = take_back(attacked(), 1)
    for order in ("move S-A-02 2505-2405", "end", "activate NW"):
        if game.why_not(order) is None:
            game.push(order)
    text = str(game.journal)
    for to in range(len(game.entries) + 1):
        part = typhoon.load(text, to=to)
        assert [str(entry.order) for entry in part.entries] == [str(e.order) for e in game.entries[:to]]
    assert typhoon.load(text, to=0).takebacks == 0
    assert typhoon.load(text, to=1).takebacks == 1
    with pytest.raises(JournalError, match="order 2 where order 3 is due"):
        typhoon.load(text.replace("takeback to 1\n", "takeback to 2\n"))


def test_what_revealed_nothing_is_undone_without_a_trace():
    game = typhoon.new("red-typhoon", "fixed", seed=1)
    before = str(game.journal)
    game.push("activate NW")
    game.pop()
    assert str(game.journal) == before and game.takebacks == 0


def test_the_last_orders_cannot_be_undone_over_a_take_back():
    game = take_back(attacked(), 4)
    assert game.why_not_pop() == "orders were taken back to here"
    with pytest.raises(CannotUndo):
        game.pop()


def test_there_must_be_something_to_take_back():
    game = attacked()
    for to in (-1, 5, 99):
        with pytest.raises(CannotUndo, match=f"there is no order after {to}"):
            take_back(game, to)
    assert len(game.entries) == 5 and game.takebacks == 0


def test_nothing_is_taken_back_when_the_game_is_over():
    """The key is published with the result: every later throw would be known."""
    game = typhoon.new("typhoon-solitaire", seed=1)
    for order in ("deploy", "concede"):
        game.push(order)
    for to in (0, 1):
        with pytest.raises(CannotUndo, match="the game is over, and its dice key is known"):
            take_back(game, to)
    with pytest.raises(CannotUndo):
        game.pop()
    text = str(game.journal)
    forged = text.replace("\nresult:", "\ntakeback to 1\n\nresult:")
    with pytest.raises(JournalError, match="'takeback to 1': cannot take back: the game is over"):
        typhoon.load(forged)


def test_it_goes_on_from_there_under_another_key():
    game = typhoon.new("typhoon-solitaire", seed=1)
    for order in ("deploy", "concede"):
        game.push(order)
    on = typhoon.load(str(game.journal), to=1)
    on.change_key()
    assert on.dice.key != game.dice.key
    rng = random.Random(5)
    while not on.entries[-1].dice:
        on.push(on.orders.sample(rng))
    on.push("concede")
    again = typhoon.load(str(on.journal))
    assert again.journal.unchecked == "" and len(again.journal.header.lots) == 2


def test_a_game_can_be_begun_without_take_backs_past_dice():
    game = attacked(takebacks="before-dice")
    assert "takebacks: before-dice\n" in str(game.journal)
    with pytest.raises(CannotUndo, match="in this game nothing is taken back past dice"):
        take_back(game, 4)
    forged = str(game.journal) + "takeback to 4\n"
    with pytest.raises(JournalError, match=r"^line \d+: 'takeback to 4': .* past dice$"):
        typhoon.load(forged)
    game = typhoon.new("red-typhoon", "fixed", seed=1, takebacks="before-dice")
    for order in ("activate NW", "end", "end"):
        game.push(order)
    assert take_back(game, 1).takebacks == 1, "where nothing was rolled"


def test_given_dice_go_on_after_a_take_back():
    game = typhoon.new("red-typhoon", "fixed", dice=[6, 2])
    for order in (*UP_TO_IT, ATTACK):
        game.push(order)
    game = take_back(game, 4)
    game.push(ATTACK)
    assert isinstance(game.dice, GivenDice) and die_of(game) == 2


def strengths_seen(game, unit: str) -> set[int]:
    """The chits that the German side can imagine under a unit."""
    number = game.rules.unit_number[unit]
    seat = Seat(game, "german")
    return {seat.imagine(random.Random(seed)).position.chit[number] for seed in range(60)}


def kind_game():
    """A German regiment, 4 strong, next to a Soviet division whose chit was drawn before."""
    units = {
        "339/167/53": {"hex": "C3424", "chit": "G2-4"},
        "299/50": {"hex": "C3425", "chit": "S1-2"},
        "53/2PzA": "C3020",
    }
    return typhoon.build(
        "operation-typhoon", turn=6, phase="german combat", units=units, supported=["53/2PzA"],
        air={"german": 0, "soviet": 0}, options={"intelligence": "kind"}, seed=1,
    )  # fmt: skip


def test_what_was_revealed_stays_known():
    """Operation Typhoon: whoever scouts by an attack and takes it back knows, and so may the enemy think."""
    game = kind_game()
    assert len(strengths_seen(game, "299/50")) > 1
    for order in ("attack C3425 339/167/53", "end"):
        game.push(order)
    assert any(event.kind == "combat" for event in game.log)
    game = take_back(game, 0)
    number = game.rules.unit_number["299/50"]
    assert strengths_seen(game, "299/50") == {game.position.chit[number]}
    again = typhoon.load(str(game.journal))
    assert again.state_hash() == game.state_hash()
    game.push("attack C3425 339/167/53")
    game = take_back(game, 0)
    assert strengths_seen(game, "299/50") == {game.position.chit[number]}, "and stays so"


def test_a_chit_that_is_drawn_again_is_not_known():
    """An untried unit is untried again: its chit goes back, and another is drawn."""
    units = {"339/167/53": "C3424", "299/50": "C3425", "53/2PzA": "C3020"}
    drawn = set()
    for seed in range(12):
        game = typhoon.build(
            "operation-typhoon", turn=6, phase="german combat", units=units, supported=["53/2PzA"],
            air={"german": 0, "soviet": 0}, options={"intelligence": "kind"}, seed=seed,
        )  # fmt: skip
        number = game.rules.unit_number["299/50"]
        chits = []
        for _ in range(2):
            for order in ("attack C3425 339/167/53", "end"):
                game.push(order)
            drew = [e.facts["strength"] for e in game.log if e.kind == "drew" and e.facts["unit"] == "299/50"]
            chits.append(drew[-1])
            game = take_back(game, 0)
            assert game.position.chit[number] == -1 and not game.position.seen[number]
        drawn.add(chits[0] == chits[1])
    assert drawn == {True, False}


def test_the_record_of_a_game_with_take_backs_is_read_as_it_was_written():
    game = take_back(attacked(), 4)
    game.push(ATTACK)
    again = typhoon.load(str(game.journal))
    assert [type(each) for each in again.record] == [Entry] * 5 + [TakeBack, Entry]
    assert str(again.journal) == str(game.journal)


def test_a_set_up_that_the_enemy_has_seen_is_not_taken_back():
    """Where units were placed stays known: nobody sets up again before an enemy who has seen it."""
    game = typhoon.new("operation-typhoon", "guderian", options={"set-up": "free"}, seed=1)
    game.push(next(order for order in game.orders if order.verb == "place"))
    assert game.why_not_take_back(0) is None, "nobody has seen it yet"
    game.push("deploy")
    for to in (0, 1):
        assert game.why_not_take_back(to) == "the others have seen the german set-up"
    with pytest.raises(CannotUndo, match="have seen the german set-up"):
        take_back(game, 1)
    game.push("deploy")
    assert game.why_not_take_back(2) == "the others have seen the soviet set-up"
