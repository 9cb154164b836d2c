"""Positions in words: every kind of decision survives it, and what cannot be is refused with the reason."""

import json

import pytest

import typhoon
from tests.games.operation_typhoon.fights import EAST, MIDDLE, NORTH_WEST, WEST, fight, tried
from tests.games.operation_typhoon.positions import give, position, told
from typhoon import Game, ImpossiblePosition
from typhoon.engine.cases import case


def declared(*units, **given) -> Game:
    game = fight(("17/31/43", WEST, 8), *units, **given)
    give(game, f"attack {MIDDLE} 17/31/43")
    return game


def planning() -> Game:
    return typhoon.new("operation-typhoon", "campaign", seed=1)


def german_set_up() -> Game:
    game = typhoon.new("operation-typhoon", "hoepner", seed=1)
    give(game, "deploy 3PzA")
    return game


def soviet_set_up() -> Game:
    game = typhoon.new("operation-typhoon", "kluge", seed=1, options={"set-up": "free"})
    give(game, "deploy", "deploy 43", "place 82/5 B3020")
    return game


def allocation() -> Game:
    return position(scenario="hoepner", turn=5, phase="support", units={"41/3PzA": "A3308"})


def supporting() -> Game:
    game = typhoon.new("operation-typhoon", "campaign", seed=4)
    give(game, "plan historical", "deploy", "allocate 2PzA:3 3PzA:1 4PzA:3 4A:3")
    return game


def movement() -> Game:
    game = position(
        turn=5, phase="german movement", units={"12/4P/24": "C0922", "53/2PzA": "C0119"}, supported=[]
    )
    give(game, "strategic 12/4P/24 C0922-C0920")
    return game


def excess() -> Game:
    stack = dict.fromkeys(("339/167/53", "315/167/53", "331/167/53", "110/112/53"), MIDDLE)
    game = position(turn=5, phase="german movement", units=stack, supported=[])
    give(game, "end")
    return game


def air_cover() -> Game:
    game = declared(("194/43", MIDDLE, 8), air={"german": 2, "soviet": 3})
    give(game, f"air {MIDDLE} 1", "end")
    return game


def resolving() -> Game:
    game = declared(("194/43", MIDDLE, 8), ("339/167/53", "C3028", 4), ("299/50", "C3029", 4))
    give(game, "attack C3029 339/167/53", "end")
    return game


def defending() -> Game:
    game = declared(("194/43", MIDDLE, 8), ("299/50", MIDDLE, 4))
    give(game, "end")
    return game


def engaging() -> Game:
    game = declared(("194/43", MIDDLE, 8), ("82/31/43", WEST, 4))
    give(game, "end")
    return game


def evading() -> Game:
    game = declared(("50/Bldin", MIDDLE))
    give(game, "end")
    return game


def toll() -> Game:
    game = fight(("17/31/43", WEST, 10), ("194/43", MIDDLE, 8), ("31/43", MIDDLE, 2), dice=(6, 6))
    give(game, f"attack {MIDDLE} 17/31/43", "end")
    return game


def setback() -> Game:
    game = declared(("194/43", MIDDLE, 8), dice=(5, 5))
    give(game, "end")
    return game


def breakthrough() -> Game:
    game = declared(("194/43", MIDDLE, 2), ("53/43", MIDDLE, 7), dice=(1, 2))
    give(game, "end", "defend 194/43")
    return game


def advancing() -> Game:
    game = breakthrough()
    give(game, f"withdraw {MIDDLE}-{EAST}-C3427")
    return game


def interdiction() -> Game:
    game = position(
        turn=5, phase="german interdiction", units={"299/50": MIDDLE}, air={"german": 2, "soviet": 0}
    )
    give(game, f"interdict {next(str(o).split()[1] for o in game.orders if o.verb == 'interdict')}")
    return game


def committing() -> Game:
    held = {"1/1Sh": {"hex": "A0337", "uncommitted": True}, "2/1Sh": {"hex": "A0337", "uncommitted": True}}
    return position(
        scenario="campaign",
        turn=3,
        phase="soviet commitment",
        vp=9,
        plan="historical",
        units=held,
        dice=[4, 1, 1],
    )


def recalling() -> Game:
    held = {"9/20": {"hex": "B3729", "uncommitted": True}, "17/20": {"hex": "B3729", "uncommitted": True}}
    return position(scenario="kluge", turn=5, phase="soviet commitment", units=held, dice=[1, 1, 1, 1])


MOMENTS = {
    "Planning": planning, "SetUp": german_set_up, "SetUp of the other side": soviet_set_up,
    "Allocation": allocation,
    "Supporting": supporting, "Movement": movement, "RemoveExcess": excess, "AirCover": air_cover,
    "Resolving": resolving, "Engaging": engaging,
    "Defending": defending, "Evading": evading, "Toll": toll, "Setback": setback,
    "Setback in a breakthrough": breakthrough, "Advancing": advancing, "Interdiction": interdiction,
    "Committing": committing, "Recalling": recalling,
}  # fmt: skip


@pytest.mark.parametrize("kind", MOMENTS)
def test_every_kind_of_decision_is_set_up_again_from_its_words(kind):
    game = MOMENTS[kind]()
    assert type(game.position.frames[-1]).__name__ == kind.split()[0]
    words = json.loads(json.dumps(told(game)))
    options = game.journal.header.options
    again = typhoon.build("operation-typhoon", **words, options=options, seed=1)
    assert json.loads(json.dumps(told(again))) == words
    assert again.state_hash() == game.state_hash()
    assert again.decision == game.decision
    assert [str(order) for order in list(again.orders)[:300]] == [
        str(order) for order in list(game.orders)[:300]
    ]


def test_every_frame_with_a_decision_is_among_them():
    kinds = {type(MOMENTS[kind]().position.frames[-1]) for kind in MOMENTS}
    silent = {"WeatherStage", "SupplyPhase", "Fighting", "Pursuit", "Commitment", "Rolling", "TurnEnd"}
    phases = {phase.__name__ for phase in planning().rules.phases}
    assert {kind.__name__ for kind in kinds} | silent | {"Declaring"} == phases


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"scenario": "moscow"}, "scenario: there is no scenario 'moscow'"),
        ({"turn": 17}, "turn: 17 is not a turn from 1 to 16"),
        ({"turn": 0}, "turn: 0 is not a turn"),
        ({"weather": "foggy"}, "weather: 'foggy' is none of clear, overcast, precipitation"),
        ({"ground": "mud"}, "ground: 'mud' is none of"),
        ({"plan": "historical"}, "plan: there is no plan 'historical' in this scenario"),
        ({"scenario": "campaign", "plan": "blitz"}, "plan: there is no plan 'blitz'"),
        ({"vp": -1}, "vp: -1 is less than 0"),
        ({"air": {"german": 3}}, "air: german cannot have 3 air points"),
        ({"air": {"polish": 1}}, "air: there is no side 'polish'"),
        ({"units": {"99/99": MIDDLE}}, "units: there is no unit '99/99'"),
        ({"units": {"299/50": "C9999"}}, "there is no hex C9999"),
        ({"units": {"299/50": "A1010"}}, "there is no hex A1010 on the map"),
        ({"units": {"299/50": {"hex": MIDDLE, "chit": "S2-8"}}}, "'S2-8': that is no chit of its cup (8.34)"),
        ({"units": {"299/50": {"hex": MIDDLE, "chit": "?"}}}, "'?' is no chit of its cup"),
        ({"units": {"299/50": {"hex": MIDDLE, "reduced": True}}}, "299/50 has no chit that could be reduced"),
        (
            {"units": {"299/50": {"hex": MIDDLE, "chit": "S1-4", "cadre": True}}},
            "is a cadre and has no chit (8.52)",
        ),
        ({"units": {"50/Bldin": {"hex": MIDDLE, "cadre": True}}}, "neither a chit nor a cadre side (8.6)"),
        ({"units": {"I35/4P/24": {"hex": MIDDLE, "chit": "G3-4"}}}, "neither a chit nor a cadre side (8.6)"),
        (
            {
                "units": {
                    "17/31/43": {"hex": MIDDLE, "chit": "G3-11"},
                    "82/31/43": {"hex": EAST, "chit": "G3-11"},
                }
            },
            "cannot have 'G3-11': there are no more such chits",
        ),
        (
            {"units": {"299/50": {"hex": MIDDLE, "supply": "hungry"}}},
            "supply 'hungry' is none of out, isolated",
        ),
        ({"units": {"17/31/43": {"hex": MIDDLE, "uncommitted": True}}}, "is German and always committed"),
        (
            {"units": {"299/50": {"hex": MIDDLE, "moved": "by car"}}},
            "'by car' is none of tactical, strategic, rail",
        ),
        (
            {"units": {"299/50": {"hex": MIDDLE, "moved": "tactical", "left": 9}}},
            "cannot have left 9.0",
        ),
        ({"units": {"299/50": {"hex": MIDDLE, "mood": "bad"}}}, "units: 299/50"),
        ({"units": {"299/50": MIDDLE, "339/167/53": MIDDLE}}, f"both sides stand in {MIDDLE}"),
        (
            {
                "phase": "german combat",
                "units": dict.fromkeys(("17/31/43", "82/31/43", "12/31/43", "339/167/53"), MIDDLE),
            },
            f"{MIDDLE} is overstacked (7.0)",
        ),
        ({"supported": ["17/31/43"]}, "supported: 17/31/43 is no German HQ"),
        ({"assaulted": ["17/31/43"]}, "assaulted: 17/31/43 is no HQ"),
        ({"assaulting": ["24/2PzA"]}, "assaulting: 24/2PzA is no HQ on the map"),
        ({"interdicted": [MIDDLE]}, "no railway runs through C3425 (17.31)"),
        ({"control": {MIDDLE: "german"}}, "control: C3425 is no town or city"),
        ({"control": {"C1820": "polish"}}, "there is no side 'polish'"),
        ({"arrivals": {"299/50": (3, "4")}, "units": {"299/50": MIDDLE}}, "arrivals: 299/50 is on the map"),
        ({"arrivals": {"322/10": (8, "Kazan")}}, "arrivals: 322/10: there is no entry area 'Kazan'"),
        ({"arrivals": {"322/10": (8, "13")}}, "there is no entry area '13' in play"),  # that is on sheet A
        ({"units": {"322/10": {"hex": MIDDLE, "entered": 9}}}, "322/10 has not entered yet on turn 1"),
        (
            {"units": {"299/50": {"hex": MIDDLE, "chit": "S1-2", "reduced": True}}},
            "299/50 would be a cadre: the back of S1-2 shows zero",
        ),
        (
            {"exited": {"17/31/43": "C3940"}, "units": {"17/31/43": "eliminated"}},
            "exited: 17/31/43 is on the map",
        ),
        ({"combats": [{"target": MIDDLE, "units": []}]}, f"combats: nobody attacks {MIDDLE}"),
        (
            {"combats": [{"target": MIDDLE, "units": ["17/31/43"]}]},
            "combats: 17/31/43 is no unit of the game",
        ),
        (
            {"phase": "set-up", "frames": [{"phase": "set-up", "side": 0}], "units": {"12/4P/24": "C3050"}},
            "units: 12/4P/24 is not set up in C3050",
        ),
        ({"phase": "tea"}, "tea"),
        ({"frames": []}, "frames: there must be at least one"),
        ({"frames": [{"phase": "setback"}]}, "frames"),
        ({"frames": [{"phase": "turn-end"}]}, "frames: they do not belong to the german movement phase"),
        ({"frames": [{"phase": "movement", "side": 5}]}, "frames: "),
        ({"result": {"level": "draw", "winner": "", "points": {}, "reason": ""}}, "a game that is over"),
        ({"moon": "full"}, "moon"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(words, reason):
    with pytest.raises(ImpossiblePosition) as caught:
        position(**words)
    assert reason in str(caught.value)


def test_a_position_in_few_words_is_in_the_supply_it_would_be_in():
    game = position(turn=5, units={"339/167/53": "C0102", "53/2PzA": "C0101", "110/112/53": "C1150"})
    states = told(game)["units"]
    assert states["339/167/53"] == "C0102"
    assert states["110/112/53"] == {"hex": "C1150", "supply": "out"}  # a long line to its HQ


@case("12.0")
def test_a_state_of_supply_that_is_told_holds_and_the_others_are_worked_out():
    units = {"339/167/53": {"hex": "C0102", "supply": "isolated"}, "315/167/53": "C0102",
             "53/2PzA": "C0101", "110/112/53": {"hex": "C1150", "supply": "out"},
             "256/112/53": {"hex": "C1150", "supply": "isolated"}, "258/112/53": "C1150"}  # fmt: skip
    states = told(position(turn=5, units=units))["units"]
    assert states == {**units, "258/112/53": {"hex": "C1150", "supply": "out"}}


@case("17.13", "17.11", "17.12", "18.13")
@pytest.mark.parametrize(
    ("scenario", "weather", "german", "soviet"),
    [
        ("campaign", "clear", 6, 10), ("campaign", "overcast", 3, 5), ("campaign", "precipitation", 0, 0),
        ("guderian", "clear", 2, 3), ("guderian", "overcast", 1, 1), ("guderian", "precipitation", 0, 0),
    ],
)  # fmt: skip
def test_air_points_that_are_not_told_are_those_of_the_weather(scenario, weather, german, soviet):
    game = position(scenario=scenario, turn=5, units={"299/50": "C3425"}, weather=weather)
    assert told(game)["air"] == {"german": german, "soviet": soviet}


def test_hexes_on_a_seam_have_two_numbers():
    one = position(scenario="campaign", turn=5, units={"299/50": "B0110"}, supported=[])
    two = position(scenario="campaign", turn=5, units={"299/50": "C3910"}, supported=[])
    assert told(one) == told(two)


def test_what_a_unit_has_under_it_is_told_as_it_is():
    state = tried("299/50", NORTH_WEST, 4, supply="out")
    game = position(turn=5, units={"299/50": state}, supported=[])
    assert told(game)["units"]["299/50"] == {"hex": NORTH_WEST, "chit": "S1-4", "seen": 4, "supply": "out"}


def test_of_a_reinforcement_that_is_gone_nothing_is_remembered():
    """One unit too many in a hex: the one that came on turn 4 is removed (7.11)."""
    units = {name: {"hex": "C3425", "entered": 4} for name in ("322/10", "323/10", "324/10")}
    game = position(turn=4, phase="soviet movement", units=units, supported=[])
    give(game, "end", "eliminate 323/10")
    again = game.rules.restore(told(game))
    assert again.entered == game.position.entered
    assert [game.rules.unit_ids[unit] for unit in again.entered] == ["322/10", "324/10"]
