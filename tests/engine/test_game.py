"""The calls of a game: doing, undoing, asking, looking, beginning."""

import json
import random
from collections import Counter
from itertools import islice

import pytest

import typhoon
from tests.engine.play import GAME, choose, played, positions, top_frame
from tests.words import where
from typhoon import CannotUndo, Refused, Ruling
from typhoon.engine.dice import DiceError
from typhoon.engine.offers import Target
from typhoon.engine.orders import Attack, Eliminate, End, Move, OrderText
from typhoon.engine.preview import CombatPreview, MovePreview, Warnings
from typhoon.engine.registry import UnknownGame

# S-A-01 (strength 6) in 1038, next to G-253-ID (strength 4) in 1037: odds of 1:1.
DUEL = {"S-A-01": "1038", "G-253-ID": "1037"}
READY = {"turn": 3, "phase": "soviet combat", "attack_orders": ["NW"], "units": DUEL}
ASSAULT = "attack 1037 S-A-01"


def snapshot(game):
    return game.rules.snapshot(game.position)


# Doing and undoing


def test_every_order_without_dice_is_taken_back_without_a_trace():
    """All orders of a movement phase with two formations on the march, some hundreds of them."""
    game = typhoon.new(GAME, seed=1)
    game.push("activate NW")
    game.push("activate B")
    before, told = game.state_hash(), game.log
    orders = list(game.orders)
    assert len(orders) > 300
    for order in orders:
        if order == End():
            continue
        game.push(order)
        assert game.state_hash() != before, f"{order} changes nothing"
        assert game.pop() == order
        assert game.state_hash() == before
    assert list(game.orders) == orders
    assert game.log == told


def test_undo_goes_back_order_by_order():
    game = typhoon.new(GAME, seed=1)
    hashes = [game.state_hash()]
    for order in ("activate NW", "move S-A-01 2504-2404", "activate K"):
        game.push(order)
        hashes.append(game.state_hash())
    assert len(set(hashes)) == 4
    for order in ("activate K", "move S-A-01 2504-2404", "activate NW"):
        assert game.state_hash() == hashes.pop()
        assert str(game.pop()) == order
    assert game.state_hash() == hashes.pop()
    assert game.journal.entries == []


def test_nothing_can_be_undone_before_anything_is_done():
    game = typhoon.new(GAME, seed=1)
    assert game.why_not_pop() == "nothing has been done yet"
    with pytest.raises(CannotUndo, match=r"^cannot undo: nothing has been done yet$"):
        game.pop()


def test_a_die_roll_is_not_taken_back_nor_anything_before_it():
    game = typhoon.build(GAME, **READY | {"attack_orders": []}, dice=[3])
    game.push("activate NW")
    assert game.why_not_pop() is None
    before = game.push(ASSAULT) and game.state_hash()
    with pytest.raises(CannotUndo, match=r"^cannot undo: a die was rolled$"):
        game.pop()
    assert game.state_hash() == before
    assert len(game.journal.entries) == 2


def test_what_follows_a_die_roll_can_be_taken_back_as_far_as_the_roll():
    """On a die of 3 at 1:1 nothing happens (C), and the Soviets go on."""
    game = typhoon.build(GAME, **READY, dice=[3])
    game.push(ASSAULT)
    game.push("activate K")
    assert str(game.pop()) == "activate K"
    assert game.why_not_pop() == "a die was rolled"


def test_the_end_of_a_player_turn_is_not_taken_back():
    game = typhoon.build(GAME, **READY)
    game.push("end")
    assert game.decision.side == "german"
    assert game.why_not_pop() == "the decision has passed to the other side"


def test_the_end_of_the_game_is_not_taken_back():
    game = typhoon.build(GAME, turn=9, phase="german combat", units=DUEL)
    game.push("end")
    assert game.result is not None
    assert game.why_not_pop() == "the game is over"


def test_a_refused_order_changes_nothing():
    game = typhoon.new(GAME, seed=1)
    game.push("activate NW")
    before, entries = game.state_hash(), list(game.journal.entries)
    for order in (
        "activate NW",
        "move S-B-01 2809-2709",
        "attack 2308 S-A-01",
        "dance",
        "",
        Eliminate("S-A-01"),
    ):
        with pytest.raises(Refused):
            game.push(order)
        assert game.state_hash() == before
        assert game.journal.entries == entries
        assert game.why_not_pop() is None


def test_an_order_that_lacks_its_die_changes_nothing():
    game = typhoon.build(GAME, **READY, dice=[])
    before = game.state_hash()
    with pytest.raises(DiceError, match=r"^no die is given for combat$"):
        game.push(ASSAULT)
    assert game.state_hash() == before
    assert game.journal.entries == []
    assert ASSAULT in game.orders


def test_a_refusal_carries_order_and_ruling():
    game = typhoon.new(GAME, seed=1)
    with pytest.raises(Refused) as caught:
        game.push("move S-A-01 2504-2404")
    assert caught.value.ruling.case == "12.3"
    assert str(caught.value) == (
        "move S-A-01 2504-2404: S-A-01 cannot move: formation NW has no movement orders (12.3)"
    )


def test_events_are_told_and_kept():
    game = typhoon.build(GAME, **READY, dice=[3])
    events = game.push(ASSAULT)
    assert [event.kind for event in events] == ["battle"]
    assert game.told(events[0]) == "S-A-01 attacks G-253-ID in 1037: 6 to 4 is 1:1; die 3: no effect (C)."
    assert game.log == [*game.opening, *events]


# Asking


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "an empty line is no order"),
        ("   ", "an empty line is no order"),
        ("dance S-A-01", "'dance' is not an order of this game: activate, advance, agree, attack,"),
        ("MOVE S-A-01 2504-2404", "'MOVE' is not an order of this game"),
        ("move", "'move' is incomplete: move UNIT HEX-HEX"),
        ("move S-A-01", "'move S-A-01' is incomplete: move UNIT HEX-HEX"),
        ("move S-A-01 2504-2404 fast", "has words too many: move UNIT HEX-HEX"),
        ("attack 1037", "'attack 1037' is incomplete: attack TARGET UNIT ..."),
        ("end now", "'end now' has words too many: end"),
        ("\u0000\ufffd💥", "is not an order of this game"),
        ("move " + "x" * 10_000, "is incomplete"),
    ],
)
def test_text_that_is_no_order_is_ruled_out_in_words(text, words):
    game = typhoon.new(GAME, seed=1)
    ruling = game.why_not(text)
    assert ruling.case == "5.0"
    assert words in ruling.text
    assert text not in game.orders
    with pytest.raises(OrderText):
        game.parse(text)


def test_spaces_and_the_order_of_units_do_not_matter():
    game = typhoon.build(GAME, **READY | {"units": DUEL | {"S-A-02": "1038"}})
    assert "  attack   1037  S-A-02 S-A-01 " in game.orders
    assert game.parse("attack 1037 S-A-02 S-A-01") == Attack("1037", ("S-A-01", "S-A-02"))


def test_orders_are_counted_listed_sampled_and_asked_for():
    game = typhoon.build(
        GAME, turn=3, move_orders=["NW"], ap={"soviet": 2}, units={"S-A-01": "1038", "G-4-Pz": "0101"}
    )
    orders = list(game.orders)
    assert len(orders) == len(set(orders)) == len(game.orders)
    # Four formations still without orders, the end, and the moves.
    assert Counter(order.verb for order in orders)["activate"] == 4
    assert Counter(order.verb for order in orders)["end"] == 1
    moves = list(game.orders.of("S-A-01"))
    assert {type(order) for order in moves} == {Move}
    assert len(moves) == len(orders) - 5
    assert list(game.orders.of("G-4-Pz")) == []
    for order in orders:
        assert order in game.orders
        assert str(order) in game.orders
    assert "move S-A-01 1038-1038" not in game.orders
    assert Move("S-A-01", ("1038", "0101")) not in game.orders


def test_every_order_is_as_likely_as_any_other():
    game = typhoon.build(GAME, **READY | {"units": DUEL | {"S-A-02": "1038", "S-A-03": "1138"}})
    orders = list(game.orders)
    rng = random.Random(5)
    counts = Counter(game.orders.sample(rng) for _ in range(200 * len(orders)))
    assert set(counts) == set(orders)
    # Each 200 times, give or take five times the spread of 14.
    assert all(130 <= count <= 270 for count in counts.values())


def test_when_the_game_is_over_nobody_decides_and_nothing_can_be_ordered():
    game = typhoon.build(GAME, turn=9, phase="german combat", units=DUEL)
    game.push("end")
    assert game.decision is None
    assert list(game.orders) == []
    assert len(game.orders) == 0
    assert game.why_not("end") == Ruling("4.1", "the game is over")
    assert "end" not in game.orders
    with pytest.raises(Refused, match="the game is over"):
        game.push("end")
    with pytest.raises(IndexError, match="no orders"):
        game.orders.sample(random.Random(1))
    for side in ("soviet", "german"):
        view = game.view(side)
        assert (view.decision, view.offers, view.phase) == (None, None, "german recovery")
        assert view.result == game.result


def test_a_preview_tells_the_way_and_the_odds():
    """A unit with six movement points walks one clear hex; the odds are 6 to 4."""
    march = typhoon.build(GAME, turn=3, move_orders=["NW"], units={"S-A-01": "1038"})
    to = next(iter(march.orders.of("S-A-01")))
    preview = march.preview(to)
    assert isinstance(preview, MovePreview)
    assert (preview.path[0], preview.path[-1], preview.costs[0]) == ("1038", to.path[1], 0)
    fight = typhoon.build(GAME, **READY)
    before = fight.state_hash()
    preview = fight.preview(ASSAULT)
    assert isinstance(preview, CombatPreview)
    assert (preview.attack, preview.defense, preview.column) == (6, 4, "1:1")
    assert sum(outcome.chance for outcome in preview.outcomes) == pytest.approx(1)
    assert sorted(die for outcome in preview.outcomes for die in outcome.dice) == [1, 2, 3, 4, 5, 6]
    ending = fight.preview("end")
    assert isinstance(ending, Warnings)
    assert ending.unused[0] == "1 enemy hex could still be attacked by units with orders (9.0)"
    assert fight.state_hash() == before


@pytest.mark.parametrize(
    "order", ["attack 1037 S-A-02", "move S-A-01 1038-1039", "dance", "", "attack 9999 S-A-01"]
)
def test_there_is_no_preview_of_an_illegal_order(order):
    game = typhoon.build(GAME, **READY)
    with pytest.raises(Refused) as caught:
        game.preview(order)
    assert caught.value.ruling == game.why_not(order)


# Views, copies and imagined games


def test_a_side_is_told_its_own_prompt_and_offers_and_not_the_others():
    game = typhoon.build(GAME, **READY)
    mine, theirs = game.view("soviet"), game.view("german")
    assert mine.decision == game.decision
    assert mine.offers is not None
    assert mine.offers.attacks.targets == {"1037": Target(("1037",), ("S-A-01",))}
    assert (theirs.decision.side, theirs.decision.prompt) == ("soviet", "")
    assert theirs.offers is None
    assert b"Give attack orders" in mine.encode()
    assert b"Give attack orders" not in theirs.encode()


def test_offers_hold_as_many_orders_as_there_are():
    for game in islice(positions(3), 0, 400, 7):
        offers = game.view(game.decision.side).offers
        listed = [offer.text for offer in offers.plain]
        placed = [
            places.form.spell(unit=unit, hex=hex_)
            for places in offers.places
            for unit in places.units
            for hex_ in places.hexes
        ]
        moved = [
            offers.moves.form.spell(unit=unit, start=where(game, unit), goal=goal)
            for unit, goals in (offers.moves.goals.items() if offers.moves else ())
            for goal in goals
        ]
        others = [str(order) for order in game.orders if order.verb != "attack"]
        assert sorted(listed + placed + moved) == sorted(others)
        targets = {order.target for order in game.orders if order.verb == "attack"}
        assert set(offers.attacks.targets if offers.attacks else ()) == targets


def test_a_view_is_json_that_counts_its_orders():
    game = typhoon.build(GAME, **READY, dice=[3])
    game.push(ASSAULT)
    told = json.loads(game.view("german").encode())
    assert told["orders_given"] == 1
    assert told["side"] == "german"
    assert told["position"]["units"]["S-A-01"] == {"hex": "1038", "attacked": True}
    assert (told["turn"], told["phase"], told["result"]) == (3, "soviet combat", None)


def secrets_of(game) -> list[bytes]:
    """Whatever would let somebody foresee a roll, in the forms it could be written in."""
    key = game.dice.key
    return [key.hex().encode(), key.hex().upper().encode(), key, json.dumps(list(key)).encode()]


@pytest.mark.parametrize("scenario", ["fixed", "flexible"])
def test_no_view_holds_the_dice_key(scenario):
    for number, game in enumerate(positions(8, most=700, scenario=scenario)):
        if number % 5 == 0:
            for side in ("soviet", "german"):
                written = game.view(side).encode()
                assert not [secret for secret in secrets_of(game) if secret in written]


def test_a_view_of_no_side_is_refused():
    with pytest.raises(ValueError, match=r"^no side 'finnish'; there are soviet, german$"):
        typhoon.new(GAME).view("finnish")


def test_an_imagined_game_shows_the_same_and_rolls_otherwise():
    rng = random.Random(9)
    differ = 0
    for game in islice(positions(4), 0, 300, 20):
        for side in ("soviet", "german"):
            view = game.view(side)
            dream = typhoon.imagine(view, rng)
            assert snapshot(dream) == view.position == snapshot(game)
            assert list(dream.orders) == list(game.orders)
            assert dream.dice.key != game.dice.key
            assert not [s for s in secrets_of(game) if s in dream.journal.text().encode()]
            label = f"combat|{len(game.journal.entries)}|0"
            differ += dream.dice.throw(label, 6, 1) != game.dice.throw(label, 6, 1)
    # Five in six of thirty are 25.
    assert differ >= 15


def test_a_finished_game_is_not_imagined():
    game = typhoon.build(GAME, turn=9, phase="german combat", units=DUEL)
    game.push("end")
    with pytest.raises(typhoon.ImpossiblePosition, match=r"^result: a game that is over cannot be set up$"):
        typhoon.imagine(game.view("soviet"), random.Random(1))


def test_a_copy_goes_its_own_way_with_dice_of_its_own():
    game = typhoon.build(GAME, **READY, seed=1)
    game.push("activate K")
    before, journal = game.state_hash(), game.journal.text()
    results = set()
    for seed in range(30):
        twin = game.fork(random.Random(seed))
        assert twin.state_hash() == before
        twin.push(ASSAULT)
        results.add(twin.journal.entries[-1].dice[0][1])
    assert len(results) > 3
    assert game.state_hash() == before
    assert game.journal.text() == journal
    assert str(game.pop()) == "activate K"


def test_a_copy_knows_nothing_of_the_dice_to_come():
    game = typhoon.new(GAME, seed=1)
    game.push("activate NW")
    twin = game.fork(random.Random(1))
    assert not [s for s in secrets_of(game) if s in twin.journal.text().encode()]
    assert twin.journal.header.commitment == ""
    assert twin.why_not_pop() == "this is where the copy was made"
    assert typhoon.load(twin.journal.text()).state_hash() == twin.state_hash()


def test_a_seed_repeats_a_game_and_another_does_not():
    one, two, other = played(21), played(21), played(22)
    assert one.journal.text() == two.journal.text()
    assert one.state_hash() == two.state_hash()
    assert one.journal.text() != other.journal.text()


def test_without_a_seed_no_two_games_roll_alike():
    assert typhoon.new(GAME).dice.key != typhoon.new(GAME).dice.key


# Beginning wrongly


@pytest.mark.parametrize("begin", [typhoon.new, typhoon.build])
@pytest.mark.parametrize(
    ("how", "error", "message"),
    [
        (
            {"game": "chess"},
            UnknownGame,
            "there is no game 'chess' to play; there are: "
            "operation-typhoon, operation-typhoon-revision, red-typhoon, typhoon-nonop, typhoon-solitaire",
        ),
        (
            {"game": GAME, "options": {"weather": "mud"}},
            ValueError,
            "red-typhoon has no option 'weather'; there are: first-shock-army, partisans",
        ),
        (
            {"game": GAME, "options": {"partisans": "many"}},
            ValueError,
            "option partisans: 'many' is not one of WL, free",
        ),
    ],
)
def test_a_game_that_cannot_be_begun_says_why(begin, how, error, message):
    with pytest.raises(error) as caught:
        begin(**how)
    assert str(caught.value) == message


def test_an_unknown_scenario_is_named_with_those_there_are():
    with pytest.raises(ValueError) as caught:
        typhoon.new(GAME, scenario="summer")
    assert str(caught.value) == "red-typhoon has no scenario 'summer'; there are: fixed, flexible"


def test_a_missing_folder_of_charts_is_named(tmp_path):
    for charts in (tmp_path / "none", str(tmp_path / "none")):
        with pytest.raises(ValueError) as caught:
            typhoon.new(GAME, charts=charts)
        assert str(caught.value) == f"{tmp_path / 'none'}: no such folder of charts"


def test_a_folder_without_a_chart_of_the_game_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("nothing")
    with pytest.raises(ValueError) as caught:
        typhoon.new(GAME, charts=tmp_path)
    assert str(caught.value) == f"{tmp_path}: holds no chart of red-typhoon (such as cities.csv)"


def test_a_chart_with_a_misspelt_name_is_not_passed_over(tmp_path):
    (tmp_path / "ctr.csv").write_text("modified_die\n")
    with pytest.raises(ValueError) as caught:
        typhoon.new(GAME, charts=tmp_path)
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / 'ctr.csv'}: no chart of red-typhoon has this name; there are ")
    assert "crt.csv" in message


# Positions of one's own


@pytest.mark.parametrize("scenario", ["fixed", "flexible"])
def test_any_position_of_play_can_be_set_up_again(scenario):
    """Also in mid-retreat, in mid-advance, with losses or surplus to choose, or while setting up."""
    met = Counter()
    for seed in (1, 2, 3, 4):
        for number, game in enumerate(positions(seed, scenario=scenario)):
            kind = top_frame(game)
            met[kind] += 1
            if kind in ("Movement", "Combat", "SetUp") and number % 10:
                continue
            told = json.loads(json.dumps(snapshot(game)))
            again = typhoon.build(GAME, options=game.rules.options, **told)
            assert json.loads(json.dumps(snapshot(again))) == told
            assert again.decision == game.decision
            assert list(again.orders) == list(game.orders)
    assert {"Movement", "Combat", "Loss", "Retreating", "Surplus", "Advancing", "RemoveExcess"} <= set(met)
    assert {"PlacePartisan", "Airborne"} <= set(met)
    assert ("SetUp" in met) == (scenario == "flexible")


def test_a_position_set_up_again_plays_on_alike():
    """The same orders with the same dice lead both games to the same end."""
    for seed in (5, 6):
        game = next(islice(positions(seed), 200, None))
        twin = typhoon.build(GAME, **snapshot(game))
        rng = random.Random(seed)
        while game.decision is not None:
            order = choose(game, rng)
            game.push(order)
            twin.dice = typhoon.engine.dice.GivenDice([die.value for die in game.journal.entries[-1].dice])
            twin.push(order)
            assert twin.state_hash() == game.state_hash()
        assert twin.result == game.result


ONE_S = {"S-C-01": "3519"}


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"units": {"S-A-01": "1037", "G-253-ID": "1037"}}, "units: both sides stand in 1037"),
        (
            {"units": {"S-A-01": "2422", "G-253-ID": "2422"}},
            "units: both sides stand in 2422 (Vyazma)",
        ),
        (
            {"phase": "soviet combat", "units": {"S-A-01": "1037", "S-A-02": "1037", "S-A-03": "1037"}},
            "units: 1037 holds more than the 2 units that may stack (7.0)",
        ),
        (
            {"units": dict.fromkeys(["G-253-ID", "G-123-ID", "G-81-ID", "G-161-ID"], "1037")},
            "units: 1037 holds more than the 3 units that may stack (7.0)",
        ),
        (
            {"phase": "soviet combat", "units": {"S-C-01": "1037", "S-A-01": "1037"}},
            "units: 1037 holds more than the 2 units that may stack (7.0)",
        ),
        ({"units": {"S-Z-99": "1037"}}, "units: there is no unit 'S-Z-99'"),
        ({"units": {"S-A-01": "9901"}}, "units: S-A-01: there is no hex 9901 on the map"),
        ({"units": {"S-A-01": ""}}, "units: S-A-01: there is no hex  on the map"),
        (
            {"units": {"S-1S-WL": "1037"}},
            "units: S-1S-WL is the counter of 1S that is not used in this game (3.2)",
        ),
        (
            {"units": ONE_S | {"S-1S-WL": "1037"}},
            "units: S-1S-WL is the counter of 1S that is not used in this game (3.2)",
        ),
        (
            {"units": ONE_S, "options": {"first-shock-army": "WL"}},
            "units: S-C-01 is the counter of 1S that is not used in this game (3.2)",
        ),
        (
            {"units": {"S-A-01": {"hex": "1037", "spent": 5.5}}},
            "units: S-A-01 cannot have spent 5.5 movement points",
        ),
        (
            {"units": {"S-A-01": {"hex": "1037", "spent": 0.25}}},
            "units: S-A-01 cannot have spent 0.25 movement points",
        ),
        (
            {"units": {"S-A-01": {"hex": "1037", "spent": -1}}},
            "units: S-A-01 cannot have spent -1.0 movement points",
        ),
        ({"turn": 0}, "turn: 0 is not a turn from 1 to 9"),
        ({"turn": 10}, "turn: 10 is not a turn from 1 to 9"),
        ({"turn": "three"}, "turn: Expected `int`, got `str`"),
        (
            {"phase": "tea"},
            "phase: no phase 'tea'; there are soviet activation points, soviet movement, soviet combat, "
            "1S withdrawal, airborne, partisan, soviet recovery, german activation points, german movement, "
            "german combat, german recovery",
        ),
        ({"turn": 2, "phase": "airborne"}, "phase: there is no airborne phase on turn 2"),
        ({"turn": 3, "phase": "partisan"}, "phase: there is no partisan phase on turn 3"),
        ({"turn": 5, "phase": "1S withdrawal"}, "phase: there is no 1S withdrawal phase on turn 5"),
        (
            {"turn": 5, "phase": "airborne", "units": {"S-4th-Airborne-Corps": "eliminated"}},
            "phase: there is no airborne phase on turn 5",
        ),
        ({"ap": {"soviet": -1}}, "ap: the soviet side cannot have -1 activation points"),
        ({"ap": {"finnish": 1}}, "ap: there is no side 'finnish'; there are soviet, german"),
        ({"ap": 7}, "ap: Expected `object | null`, got `int`"),
        ({"weather": "mud"}, "position: Object contains unknown field `weather`"),
        (
            {"units": {"S-A-01": {"hex": "1037", "asleep": True}}},
            "units: S-A-01: Object contains unknown field `asleep`",
        ),
        ({"units": {"S-A-01": 1037}}, "units: S-A-01: Expected `object`, got `int`"),
        ({"units": {"S-A-01": {"disrupted": True}}}, "units: S-A-01: Object missing required field `hex`"),
        ({"units": "everywhere"}, "units: Expected `object`, got `str`"),
        ({"control": {"1037": "soviet"}}, "control: 1037 is no city or supply source"),
        ({"control": {"9999": "soviet"}}, "control: there is no hex 9999 on the map"),
        ({"control": {"2422": "finnish"}}, "control: there is no side 'finnish'; there are soviet, german"),
        (
            {"units": {"G-253-ID": "2422"}, "control": {"2422": "soviet"}},
            "control: 2422 is occupied by the other side",
        ),
        (
            {"control": dict.fromkeys(["0115", "0120", "0130"], "soviet")},
            "control: the soviet side would have won already (4.2)",
        ),
        (
            {"control": dict.fromkeys(["3820", "3823", "3824", "3826"], "german")},
            "control: the german side would have won already (4.2)",
        ),
        ({"move_orders": ["NW", "7"]}, "move_orders: there is no formation '7'"),
        ({"attack_orders": ["XX"]}, "attack_orders: there is no formation 'XX'"),
        ({"turn": 5, "withdrawn_on": 4, "units": ONE_S}, "withdrawn_on: 1S is on the map or eliminated"),
        (
            {"turn": 5, "withdrawn_on": 4, "units": {"S-C-01": "eliminated"}},
            "withdrawn_on: 1S is on the map or eliminated",
        ),
        ({"turn": 5, "withdrawn_on": 6}, "withdrawn_on: 1S cannot have been withdrawn on turn 6 (13.1)"),
        ({"turn": 5, "withdrawn_on": 3}, "withdrawn_on: 1S cannot have been withdrawn on turn 3 (13.1)"),
        (
            {"result": {"level": "soviet decisive", "winner": "soviet", "points": {}, "reason": ""}},
            "result: a game that is over cannot be set up",
        ),
        ({"frames": []}, "frames: there must be at least one"),
        ({"frames": [{"phase": "tea"}]}, "frames: Invalid value 'tea' - at `$.phase`"),
        ({"frames": [{"phase": "loss"}]}, "frames: Object missing required field `side`"),
        (
            {"frames": [{"phase": "combat", "side": 0}]},
            "frames: they do not belong to the soviet movement phase",
        ),
        (
            {"frames": [{"phase": "movement", "side": 0}, {"phase": "loss", "side": 0, "units": ["S-A-01"]}]},
            "frames: they do not belong to the soviet movement phase",
        ),
        (
            {"phase": "set-up", "frames": [{"phase": "recovery", "side": 0}]},
            "frames: they do not belong to the set-up phase",
        ),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(given, reason):
    with pytest.raises(typhoon.ImpossiblePosition) as caught:
        typhoon.build(GAME, **given)
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        ({"phase": "loss", "side": 2, "units": ["S-A-01"]}, "there is no side 2"),
        ({"phase": "loss", "side": 0, "units": []}, "nobody is named to be lost or to retreat"),
        ({"phase": "loss", "side": 0, "units": ["S-Z-99"]}, "there is no unit 'S-Z-99'"),
        (
            {"phase": "retreat", "conductor": 0, "units": ["S-A-02"], "distance": 1},
            "there is no unit 'S-A-02' on the map",
        ),
        (
            {"phase": "retreat", "conductor": 0, "units": ["G-253-ID"], "distance": 5},
            "nobody retreats 5 hexes (9.11)",
        ),
        (
            {"phase": "retreat", "conductor": 0, "units": [], "distance": 1, "done": [["S-Z-99", "1037"]]},
            "there is no unit 'S-Z-99'",
        ),
        (
            {"phase": "surplus", "conductor": 0, "hex": "1037", "candidates": []},
            "nobody is named to be lost or to retreat",
        ),
        (
            {"phase": "surplus", "conductor": 0, "hex": "1037", "candidates": [["G-253-ID", "9999"]]},
            "there is no hex 9999 on the map",
        ),
        (
            {"phase": "advance", "side": 0, "hex": "9999", "units": ["S-A-01"]},
            "there is no hex 9999 on the map",
        ),
    ],
)
def test_what_interrupts_a_combat_phase_must_name_what_is_there(frame, reason):
    with pytest.raises(typhoon.ImpossiblePosition) as caught:
        typhoon.build(GAME, **READY, frames=[{"phase": "combat", "side": 0}, frame])
    assert str(caught.value) == f"frames: {reason}"


def test_an_overfull_hex_is_possible_while_its_side_moves():
    """Stacking limits hold from the end of the movement phase on (7.1)."""
    three = dict.fromkeys(["S-A-01", "S-A-02", "S-A-03"], "1037")
    game = typhoon.build(GAME, turn=3, units=three)
    game.push("end")
    assert sorted(map(str, game.orders)) == ["eliminate S-A-01", "eliminate S-A-02", "eliminate S-A-03"]
    with pytest.raises(typhoon.ImpossiblePosition, match="may stack"):
        typhoon.build(GAME, turn=3, phase="german movement", units=three)


def test_a_position_left_to_itself_has_the_usual_points_and_control():
    """Turn 1: 3 saved and 7 received for the Soviets; turn 3: 7, and 5 for the Germans."""
    assert snapshot(typhoon.build(GAME))["ap"] == {"soviet": 10, "german": 0}
    assert snapshot(typhoon.build(GAME, turn=3))["ap"] == {"soviet": 7, "german": 0}
    assert snapshot(typhoon.build(GAME, turn=3, phase="german combat"))["ap"] == {"soviet": 0, "german": 5}
    set_up = typhoon.build(GAME, phase="set-up", frames=[{"phase": "set-up", "side": 0}])
    assert snapshot(set_up)["ap"] == {"soviet": 3, "german": 0}
    control = snapshot(typhoon.build(GAME, units={"S-A-01": "2422"}))["control"]
    assert (control["2422"], control["0316"], control["3309"]) == ("soviet", "german", "soviet")


def test_two_throws_for_one_purpose_in_a_row_are_told_apart():
    """As when two stacks retreat through one hex by a single order."""
    game = typhoon.new("red-typhoon", "fixed", seed=1)
    game.throw("retreat 2504", 2)
    game.roll("retreat 2504", 10)
    game.roll("retreat 2504", 10)
    assert [die.purpose for die in game._rolls] == [
        "retreat 2504", "retreat 2504", "retreat 2504 again", "retreat 2504",
    ]  # fmt: skip
