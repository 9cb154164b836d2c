"""What a side may not know shows nowhere: pairs of games that differ in nothing but that look alike to it."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

import typhoon
from tests.fuzz.operation import choose
from tests.games.operation_typhoon.fights import EAST, MIDDLE, NORTH_EAST, NORTH_WEST, WEST
from tests.games.operation_typhoon.positions import give, told
from typhoon import Game, Refused
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules
from typhoon.engine.seat import Seat
from typhoon.engine.start import imagine
from typhoon.players import find_player
from typhoon.server import state as server

A1_2 = "the attacker loses 2 steps and retreats 1 hex or loses more (A1(2))"
SIDES = ("german", "soviet")
WATCHER = server.SPECTATOR
WRONG = (
    "end", "propose", "resolve C3425", "attack C3425 299/50", "attack C3525 339/167/53 12/4P/24", "stand",
    "air C3425 2", "lose 299/50", "lose 339/167/53", "withdraw C3425-C3426", "defend 299/50", "nonsense",
    "engage 12/4P/24", "advance 339/167/53 C3424-C3425",
    "plan historical", "place 12/4P/24 C0922", "deploy 2PzA",
    "allocate 2PzA:3", "support 53/2PzA", "move 299/50 C3425-C3426", "move 339/167/53 C3424-C3423",
    "strategic 50/Bldin C3040-C3041", "rail 299/50 C3425-C3426", "enter 15/29M/47 C0110", "exit 299/50",
    "divert 15/29M/47 1", "hedgehog 339/167/53", "top 339/167/53", "top 299/50",
    "eliminate 299/50", "assault 53/2PzA", "cancel C3425",
    "defend 339/167/53", "evade C3425", "interdict C1820", "commit 299/50", "recall 299/50",
)  # fmt: skip
"""Orders that somebody might try in order to learn something from the refusal."""


def test_every_kind_of_order_is_tried():
    verbs = {kind.verb for kind in find_rules("operation-typhoon").order_kinds}
    assert {order.split()[0] for order in WRONG} == verbs | {"nonsense"}


def shown(game: Game, side: str) -> dict[str, bytes]:
    """Everything that a side, or somebody who only watches, is ever shown of a game."""
    rules = game.rules
    view = server.view_of(game, side)
    log = server.log_of(game, side, -1)
    display = server.display_of(game, side)
    found: dict[str, Any] = {
        "view": view,
        "log": log,
        "display": display,
        "overlays": [server.overlay_of(game, side, name.id) for name in server.overlay_names(game, side)],
        "overlay names": server.overlay_names(game, side),
        "lines": [server.line_of(game, side, unit) for unit in rules.unit_ids],
        "all lines": server.lines_of(game, side),
        "front": server.front_of(game, side),
        "cast": server.cast_of(game, log, view, display.faces),
        "last moves": server.last_moves(game, side),
        "value": rules.evaluate(game.position, "german"),
    }
    if side in SIDES:
        found |= _through_the_seat(Seat(game, side))
    return {what: msgspec.json.encode(value) for what, value in found.items()}


def _through_the_seat(seat: Seat) -> dict[str, Any]:
    found: dict[str, Any] = {
        "decision": seat.decision,
        "refusals": [str(seat.why_not(order)) for order in WRONG],
        "destinations": [seat.destinations([unit]) for unit in ("339/167/53", "299/50")],
    }
    if seat.decision is None:
        with pytest.raises(ValueError, match="to decide"):
            _ = seat.orders
        for order in WRONG:
            with pytest.raises(Refused):
                seat.preview(order)
        return found
    orders = [order for order in seat.orders if order.verb not in ("move", "strategic", "rail", "enter")][
        :400
    ]
    found["orders"] = [str(order) for order in orders]
    found["previews"] = [seat.preview(order) for order in orders]
    return found


def assert_alike(one: Game, other: Game, *sides: str) -> None:
    assert told(one) != told(other), "they do not differ"
    for side in sides:
        first, second = shown(one, side), shown(other, side)
        assert first.keys() == second.keys()
        for what in first:
            assert first[what] == second[what], f"{side} is shown it: {what}"


# Chits

STAND = {
    "339/167/53": WEST, "12/4P/24": WEST, "315/167/53": NORTH_EAST,
    "299/50": MIDDLE, "31/49": NORTH_WEST, "413/50": EAST, "53/2PzA": "C3020", "50/Bldin": "C3040",
}  # fmt: skip
COMBATS = [
    {"target": NORTH_WEST, "units": ["12/4P/24"]},
    {"target": MIDDLE, "units": ["339/167/53", "315/167/53"]},
]
MOMENTS: dict[str, dict[str, Any]] = {
    "weather": {"phase": "weather"},
    "german movement": {"phase": "german movement"},
    "soviet movement": {"phase": "soviet movement"},
    "german declaring": {"phase": "german combat"},
    "german declared": {"phase": "german combat", "combats": COMBATS},
    "soviet declaring": {"phase": "soviet combat"},
    "soviet air cover": {
        "phase": "german combat",
        "combats": COMBATS,
        "frames": [{"phase": "resolving", "side": 0}, {"phase": "air-cover", "side": 1}],
    },
    "resolving": {
        "phase": "soviet combat",
        "combats": [{"target": WEST, "units": ["299/50"]}, {"target": NORTH_EAST, "units": ["413/50"]}],
        "frames": [{"phase": "resolving", "side": 1}],
    },
    "a loss": {
        "phase": "soviet combat",
        "frames": [
            {"phase": "resolving", "side": 1},
            {"phase": "toll", "side": 0, "units": ["339/167/53", "12/4P/24"],
             "fighters": ["339/167/53", "12/4P/24"], "steps": 1},
        ],
    },
    "a retreat": {
        "phase": "german combat",
        "frames": [
            {"phase": "resolving", "side": 0},
            {"phase": "setback", "side": 1, "units": ["299/50"], "hexes": [MIDDLE],
             "fighters": ["299/50"], "steps": 0, "back": 1,
             "breakthrough": False, "attacking": False, "victors": ["339/167/53"], "begun": True},
        ],
    },
    "a breakthrough": {
        "phase": "german combat",
        "frames": [
            {"phase": "resolving", "side": 0},
            {"phase": "setback", "side": 1, "units": ["299/50"], "hexes": [MIDDLE],
             "fighters": ["299/50"], "steps": 0, "back": 2,
             "breakthrough": True, "attacking": False, "victors": ["339/167/53"], "begun": True},
        ],
    },
    "interdiction": {"phase": "german interdiction"},
}  # fmt: skip


def stand(moment: str, intelligence: str, **chits: dict[str, Any]) -> Game:
    """The units with chits under some of them, at some moment of a turn."""
    units = {name: {"hex": hex_, **chits.get(name.replace("/", "_"), {})} for name, hex_ in STAND.items()}
    return typhoon.build(
        "operation-typhoon", turn=6, units=units, supported=["53/2PzA"], weather="clear",
        air={"german": 2, "soviet": 3}, options={"intelligence": intelligence}, seed=7, **MOMENTS[moment],
    )  # fmt: skip


SOVIET_CHITS = [
    ({"chit": "S1-2"}, {"chit": "S1-7"}),
    ({"chit": "S1-5"}, {"chit": "S1-5", "reduced": True}),
    ({"chit": "S1-4", "seen": 4}, {"chit": "S1-4", "seen": 4, "reduced": True}),
    ({"chit": "S1-4", "seen": 4}, {"chit": "S1-6", "seen": 4, "reduced": True}),
]
"""Two chits; both sides of one; the same after its strength was seen; a stronger chit on its other side."""


@case("8.44", "8.45", "8.36", "8.43")
@pytest.mark.parametrize("intelligence", ["kind", "strict"])
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("pair", SOVIET_CHITS, ids=["chit", "side", "side, seen", "chit, seen"])
def test_a_soviet_chit_is_known_to_its_owner_alone(pair, moment, intelligence):
    games = [stand(moment, intelligence, **{"299_50": chit}) for chit in pair]
    assert_alike(*games, "german", WATCHER)


GERMAN_CHITS = [
    ({"chit": "G2-2"}, {"chit": "G2-7"}),
    ({"chit": "G2-5"}, {"chit": "G2-5", "reduced": True}),
    ({"chit": "G2-4", "seen": 4}, {"chit": "G2-7", "seen": 4, "reduced": True}),
]


@case("8.44", "8.45", "8.36")
@pytest.mark.parametrize("intelligence", ["kind", "strict"])
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("pair", GERMAN_CHITS, ids=["chit", "side", "chit, seen"])
def test_a_german_chit_is_known_to_its_owner_alone(pair, moment, intelligence):
    games = [stand(moment, intelligence, **{"339_167_53": chit}) for chit in pair]
    assert_alike(*games, "soviet", WATCHER)


@case("8.44")
@pytest.mark.parametrize("moment", MOMENTS)
def test_the_owner_sees_his_chits(moment):
    one, other = (stand(moment, "strict", **{"299_50": {"chit": chit}}) for chit in ("S1-2", "S1-7"))
    assert shown(one, "soviet")["view"] != shown(other, "soviet")["view"]
    assert shown(one, "soviet")["display"] != shown(other, "soviet")["display"]


@case("8.43", "8.32")
def test_the_next_chit_of_a_cup_is_known_to_nobody():
    """Two games with other dice to come."""
    compared = 0
    for moment in MOMENTS.values():
        words = {**moment, "turn": 6, "units": STAND, "supported": ["53/2PzA"], "weather": "clear"}
        games = [typhoon.build("operation-typhoon", **words, seed=seed) for seed in (1, 2)]
        if not games[0].journal.header.dice:  # nothing has been rolled yet
            compared += 1
            for side in (*SIDES, WATCHER):
                assert shown(games[0], side) == shown(games[1], side)
    assert compared > 6


@case("8.44", "9.87")
def test_a_chit_drawn_for_a_loss_without_a_fight_is_not_told_to_the_enemy():
    """R82: 315 did not fight and draws a chit when it must lose a step; only its owner sees which (8.45)."""
    games = []
    for chit in (30, 60):
        game = typhoon.build(
            "operation-typhoon", turn=6, phase="soviet combat", supported=[], dice=[chit, 1, 1, 1, 1],
            units={"315/167/53": WEST, "331/167/53": WEST, "299/50": MIDDLE},
            frames=[{"phase": "resolving", "side": 1},
                    {"phase": "toll", "side": 0, "units": ["315/167/53", "331/167/53"],
                     "fighters": [], "steps": 1}],
        )  # fmt: skip
        give(game, "lose 315/167/53")
        games.append(game)
    assert_alike(*games, "soviet", WATCHER)
    assert b"is tried" in shown(games[0], "german")["log"]


def strict_combat(strength: int) -> Game:
    """339th Regiment, 4 strong, attacks 299th Division, 2 or 3 strong, in the open.

    A throw of 6 is A1(2) at 2-1 and at 1-1.  The regiment has lost two of its three steps, and its owner is
    to say whether it retreats.
    """
    units = {
        "339/167/53": {"hex": WEST, "chit": "G2-4"},
        "299/50": {"hex": MIDDLE, "chit": f"S1-{strength}"},
        "53/2PzA": "C3020",
    }
    game = typhoon.build(
        "operation-typhoon", turn=6, phase="german combat", units=units, supported=["53/2PzA"],
        weather="clear", air={"german": 0, "soviet": 0}, dice=[3, 3, 1, 1],
        options={"intelligence": "strict"},
    )  # fmt: skip
    give(game, f"attack {MIDDLE} 339/167/53", "end")
    return game


@case("8.44")
def test_at_the_moment_of_combat_everybody_sees_the_strengths():
    for strength, odds in ((2, "2-1"), (3, "1-1")):
        game = strict_combat(strength)
        for side in (*SIDES, WATCHER):
            assert f": 4 to {strength} is {odds}; dice 3 and 3" in shown(game, side)["log"].decode()


@case("8.44")
def test_after_it_a_strict_table_has_neither_strengths_nor_odds_on_record():
    """R85: both games have had the same dice and the same result, and the odds are not told any more."""
    games = [strict_combat(strength) for strength in (2, 3)]
    for game in games:
        give(game, "lose 339/167/53")  # the cadre
    assert_alike(*games, "german", WATCHER)
    log = {side: shown(games[0], side)["log"].decode() for side in (*SIDES, WATCHER)}
    assert f"in {MIDDLE}: 4 to ?; dice 3 and 3: {A1_2}." in log["german"]
    assert f"in {MIDDLE}: ? to 2; dice 3 and 3: {A1_2}." in log["soviet"]
    assert f"in {MIDDLE}: ? to ?; dice 3 and 3: {A1_2}." in log[WATCHER]


@case("8.44")
def test_a_strict_table_puts_only_ones_own_draws_on_record():
    game = stand("german declaring", "strict", **{"299_50": {"chit": "S1-4"}})
    give(game, "propose", "end", "end")
    while not any(event.kind == "combat" for event in game.log):
        give(game, str(next(iter(game.orders))))
    drew = [event.facts for event in game.log if event.kind == "drew"]
    assert drew
    give(game, str(next(iter(game.orders))))
    for side in (*SIDES, WATCHER):
        log = shown(game, side)["log"].decode()
        for facts in drew:
            assert (f"{facts['unit']} is tried" in log) == (facts["side"] == side)


@case("8.44")
def test_who_looks_back_sees_what_is_on_record():
    game = strict_combat(2)
    back = server.log_of(game, "german", -1, looking_back=True)
    assert f"in {MIDDLE}: 4 to ?; dice 3 and 3: {A1_2}." in msgspec.json.encode(back).decode()


@case("23.0")
def test_open_strengths_are_open_to_everybody():
    units = {
        "339/167/53": {"hex": WEST, "chit": "G2-4", "reduced": True},
        "299/50": {"hex": MIDDLE, "chit": "S1-4"},
    }
    game = typhoon.build(
        "operation-typhoon", turn=6, units=units, supported=[], options={"strengths": "open"}, seed=1
    )
    positions = [server.view_of(game, side).position["units"] for side in (*SIDES, WATCHER)]
    assert positions == [units] * 3
    assert told(imagine(game.view("soviet"), random.Random(1)))["units"] == units


# Closed stacks

ON_TOP = {"110/112/53": WEST, "413/50": MIDDLE}
"""A regiment and a division that lie on top of whoever is below them."""
LOW_GERMANS = (
    ("339/167/53", "315/167/53"),
    ("315/167/53", "331/167/53"),
    ("256/112/53", "24/2PzA"),
    ("339/167/53", "I35/4P/24"),
)
LOW_SOVIETS = (("299/50",), ("260/50",), ("32/50",), ("49/Zhrkn",))
REST = {"8/3M/57": NORTH_EAST, "194/43": NORTH_WEST, "17/31/43": "C3423", "145/43": EAST,
        "53/2PzA": "C3020", "50/Bldin": "C3040", "43/Glbev": "C3042"}  # fmt: skip
"""Nobody of them looks to an HQ that may lie below: that would show in his supply."""
BELOW_MOMENTS: dict[str, dict[str, Any]] = {
    "weather": {"phase": "weather"},
    "german movement": {"phase": "german movement"},
    "soviet movement": {"phase": "soviet movement"},
    "german declaring": {"phase": "german combat"},
    "german declared": {"phase": "german combat", "combats": [{"target": MIDDLE, "units": ["8/3M/57"]}]},
    "soviet declaring": {"phase": "soviet combat"},
    "soviet declared": {"phase": "soviet combat", "combats": [{"target": WEST, "units": ["194/43"]}]},
    "soviet air cover": {
        "phase": "german combat",
        "combats": [{"target": MIDDLE, "units": ["8/3M/57"]}],
        "frames": [{"phase": "resolving", "side": 0}, {"phase": "air-cover", "side": 1}],
    },
    "interdiction": {"phase": "german interdiction"},
}


def below(moment: str, germans: tuple[str, ...], soviets: tuple[str, ...], **given: Any) -> Game:
    """Some units below others; who is nowhere on the map may lie there as well."""
    units = {**ON_TOP, **REST, **dict.fromkeys(germans, WEST), **dict.fromkeys(soviets, MIDDLE)}
    units = {n: {"hex": h, "top": True} if n in ON_TOP else h for n, h in units.items()}
    return typhoon.build(
        "operation-typhoon", **{
            "turn": 6, "units": units, "supported": ["53/2PzA"], "weather": "clear",
            "air": {"german": 2, "soviet": 3}, "seed": 7, **BELOW_MOMENTS[moment], **given,
        },
    )  # fmt: skip


@case("8.45", "8.44")
@pytest.mark.parametrize("intelligence", ["kind", "strict"])
@pytest.mark.parametrize("moment", BELOW_MOMENTS)
@pytest.mark.parametrize("others", LOW_GERMANS[1:], ids="+".join)
def test_who_lies_below_in_a_german_stack_shows_nowhere(others, moment, intelligence):
    options = {"intelligence": intelligence, "hedgehogs": "yes"}
    games = [below(moment, low, LOW_SOVIETS[0], options=options) for low in (LOW_GERMANS[0], others)]
    assert_alike(*games, "soviet", WATCHER)


@case("8.45", "8.44")
@pytest.mark.parametrize("intelligence", ["kind", "strict"])
@pytest.mark.parametrize("moment", BELOW_MOMENTS)
@pytest.mark.parametrize("others", LOW_SOVIETS[1:], ids="+".join)
def test_who_lies_below_in_a_soviet_stack_shows_nowhere(others, moment, intelligence):
    options = {"intelligence": intelligence}
    games = [below(moment, LOW_GERMANS[0], low, options=options) for low in (LOW_SOVIETS[0], others)]
    assert_alike(*games, "german", WATCHER)


@case("8.45", "10.12", "12.4", "16.22", "8.36")
@pytest.mark.parametrize(
    "state",
    [{"cadre": True}, {"supply": "out"}, {"supply": "isolated"}, {"chit": "S1-4"},
     {"chit": "S1-4", "seen": 4}, {"uncommitted": True}, {"entered": 5}, {"moved": "rail"}],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("moment", [moment for moment in BELOW_MOMENTS if moment != "weather"])
def test_nor_does_the_state_that_they_are_in(state, moment):
    """What lies below is a division, or a cadre, one out of supply, one that has fought, and so on."""
    games = []
    for low in ({}, state):
        units = {**{n: {"hex": h, "top": n in ON_TOP} for n, h in {**ON_TOP, **REST}.items()},
                 "299/50": {"hex": MIDDLE, **low}}  # fmt: skip
        games.append(below(moment, (), (), units=units))
    assert_alike(*games, "german", WATCHER)


@case("8.45", "6.11")
def test_a_zone_of_control_that_comes_from_below_is_no_secret():
    """A tank battalion on top of a regiment or of another battalion: only the regiment has a zone."""
    views = []
    for low in ("339/167/53", "II35/4P/24"):
        units = {"I35/4P/24": {"hex": WEST, "top": True}, low: WEST, "299/50": "C3427"}
        game = typhoon.build("operation-typhoon", turn=6, units=units, supported=[], seed=7)
        views.append(shown(game, "soviet"))
    assert views[0]["view"] != views[1]["view"]
    assert views[0]["overlays"] != views[1]["overlays"]


@case("8.45", "7.24")
def test_who_attacks_out_of_a_closed_stack_shows_nowhere_until_the_combat():
    """One regiment or another of the stack in C3424 attacks; the Soviet player gives air cover."""
    games = []
    for attacker in ("339/167/53", "110/112/53"):
        game = below("german declaring", LOW_GERMANS[0], LOW_SOVIETS[0])
        give(game, f"attack {MIDDLE} {attacker}", f"attack {EAST}+{NORTH_WEST} 8/3M/57", "end")
        assert game.decision.side == "soviet"
        games.append(game)
    assert_alike(*games, "soviet", WATCHER)


@case("8.45")
@pytest.mark.parametrize("orders", [
    ("move {low} C3424-C3423",), ("top {low}", "top 110/112/53"), ("hedgehog {low}",),
    ("strategic 53/2PzA C3020-C3021", "move {low} C3424-C3423", "end"),
])  # fmt: skip
def test_what_is_done_with_a_unit_below_others_shows_nowhere(orders):
    """339th or 315th Regiment moves out of one stack into another, or digs in, or is turned up and down."""
    games = []
    for low in ("339/167/53", "315/167/53"):
        units = {**{n: {"hex": h, "top": n in ON_TOP} for n, h in {**ON_TOP, **REST}.items()},
                 "339/167/53": WEST, "315/167/53": WEST, "258/112/53": "C3423", "256/112/53": "C3423",
                 "299/50": MIDDLE}  # fmt: skip
        options = {"hedgehogs": "yes"}
        game = below("german movement", (), (), units=units, options=options)
        for order in orders:
            give(game, order.format(low=low))
        games.append(game)
    if "top" in orders[0]:  # the unit was seen while it lay on top
        views = [shown(game, "soviet")["view"] for game in games]
        assert views[0] == views[1]
    else:
        assert_alike(*games, "soviet", WATCHER)


@case("8.45", "9.94")
def test_who_stands_by_in_a_combat_shows_nowhere_while_its_result_is_suffered():
    """339th Regiment fights below 110th; 315th or 331st stands by, goes back with them, and loses nothing.

    4 to 4 is 1-1, and dice 8 are A1(1): the regiment that fought loses a step, and the stack retreats a hex.
    """
    games = []
    for by in ("315/167/53", "331/167/53"):
        units = {"110/112/53": {"hex": WEST, "top": True}, by: WEST,
                 "339/167/53": {"hex": WEST, "chit": "G2-4"}, "299/50": {"hex": MIDDLE, "chit": "S1-4"},
                 "50/Bldin": "C3040"}  # fmt: skip
        game = typhoon.build(
            "operation-typhoon", turn=6, phase="german combat", units=units, supported=[], weather="clear",
            air={"german": 0, "soviet": 0}, dice=[4, 4, 1, 1, 1, 1],
        )  # fmt: skip
        give(game, f"attack {MIDDLE} 339/167/53", "end")
        games.append(game)
    assert_alike(*games, "soviet", WATCHER)
    for game in games:
        give(game, "engage 339/167/53")
    assert_alike(*games, "soviet", WATCHER)
    for game in games:
        give(game, next(str(order) for order in game.orders if order.verb == "withdraw"))
    assert_alike(*games, "soviet", WATCHER)
    assert b"339/167/53" in shown(games[0], "soviet")["log"]


@pytest.mark.parametrize("kind", ["random", "staff", "marshal:12"])
@pytest.mark.parametrize("side", SIDES)
def test_a_player_chooses_alike_whatever_lies_below_in_enemy_stacks(kind, side):
    decided = 0
    pairs = [(low, LOW_SOVIETS[0]) for low in LOW_GERMANS]
    if side == "german":
        pairs = [(LOW_GERMANS[0], low) for low in LOW_SOVIETS]
    for moment in BELOW_MOMENTS:
        games = [below(moment, *pair) for pair in pairs]
        if games[0].decision.side == side:
            players = [find_player(kind, game.rules, side, seed=4) for game in games]
            chosen = [str(p.choose(Seat(g, side))) for p, g in zip(players, games, strict=True)]
            assert len(set(chosen)) == 1, (moment, chosen)
            decided += 1
    assert decided >= 2


# The plan


@case("18.49")
def test_the_german_plan_is_known_to_the_germans_alone():
    games = []
    for plan in ("historical", "broad-front"):
        game = typhoon.new("operation-typhoon", "campaign", seed=3)
        give(game, f"plan {plan}")
        games.append(game)
    assert_alike(*games, "soviet", WATCHER)
    for game in games:
        give(game, "deploy")
    assert_alike(*games, "soviet", WATCHER)
    assert shown(games[0], "german")["view"] != shown(games[1], "german")["view"]
    for phase in ("soviet movement", "german movement"):
        words = {"scenario": "campaign", "turn": 16, "units": {"299/50": "C1440"}, "phase": phase}
        plans = ("historical", "encirclement")
        pair = [typhoon.build("operation-typhoon", **words, plan=plan, seed=1) for plan in plans]
        assert_alike(*pair, "soviet", WATCHER)


# A set-up in progress


@case("18.12", "8.45")
def test_a_german_set_up_in_progress_is_hidden():
    games = [
        typhoon.new("operation-typhoon", "guderian", seed=3, options={"set-up": "free"}) for _ in range(2)
    ]
    give(games[0], "place 12/4P/24 C0922", "place 53/2PzA C0119", "place 1/GDM/24 C1418")
    give(games[1], "place 33/4P/24 C1014", "place 24/2PzA C0210", "place 53/2PzA C0219")
    assert_alike(*games, "soviet", WATCHER)
    assert shown(games[0], "german")["view"] != shown(games[1], "german")["view"]


@case("18.12", "8.45")
def test_a_soviet_set_up_in_progress_is_hidden_from_the_germans():
    games = []
    for orders in (("place 299/50 C1040", "deploy 49"), ("place 260/50 C0840", "place 413/50 C0940")):
        game = typhoon.new("operation-typhoon", "guderian", seed=3, options={"set-up": "free"})
        give(game, "deploy", *orders)
        games.append(game)
    assert_alike(*games, "german", WATCHER)


# Thinking of the rest


def chits_under(snapshot: dict[str, Any]) -> Counter[str]:
    states = [state for state in snapshot["units"].values() if isinstance(state, dict)]
    return Counter(state["chit"] for state in states if "chit" in state)


@case("8.32", "8.43")
@pytest.mark.parametrize("intelligence", ["kind", "strict"])
def test_an_imagined_game_agrees_with_the_view_and_draws_from_what_is_left(intelligence):
    rng = random.Random(5)
    game = typhoon.new("operation-typhoon", "guderian", seed=5, options={"intelligence": intelligence})
    give(game, "deploy")
    counts = {chit.chit: chit.count for chit in game.rules.chits}
    looked = 0
    while game.decision.turn < 4:
        game.push(choose(game, rng))
        if rng.random() < 0.1:
            for side in SIDES:
                looked += 1
                check_imagined(game, side, counts, rng)
    assert looked > 10
    assert len(chits_under(told(game))) > 3


def check_imagined(game: Game, side: str, counts: dict[str, int], rng: random.Random) -> None:
    view = game.view(side)
    twin = imagine(view, rng)
    assert twin.view(side).position == view.position
    found = chits_under(told(twin))
    assert "?" not in found
    assert all(found[chit] <= counts[chit] for chit in found)
    mine = chits_under(view.position)
    del mine["?"]
    assert all(found[chit] >= mine[chit] for chit in mine)
    for name, state_ in view.position["units"].items():
        guess = told(twin)["units"][name]
        if (
            isinstance(state_, dict)
            and state_.get("chit") == "?"
            and state_.get("seen")
            and "reduced" not in guess
        ):
            assert guess["seen"] == state_["seen"]
    for _ in range(5):  # and it can be played
        if twin.decision:
            twin.push(twin.orders.sample(rng))


@case("8.43")
def test_what_was_seen_is_imagined_again():
    game = stand("german movement", "kind", **{"299_50": {"chit": "S1-7", "seen": 7}})
    for seed in range(5):
        twin = imagine(game.view("german"), random.Random(seed))
        assert told(twin)["units"]["299/50"]["chit"] == "S1-7"  # no other chit of morale 1 is a 7


@case("8.43", "8.32")
def test_a_chit_that_was_seen_is_imagined_under_no_other_unit():
    """There is but one 24 of morale 3, and units not seen yet are listed before the one that showed it."""
    counters = find_rules("operation-typhoon").counters
    elite = [c.unit for c in counters if c.side == "soviet" and (c.class_, c.morale) == ("A", 3)]
    first, *others, last = elite
    units = {
        first: {"hex": WEST, "chit": "S3-8"},
        others[0]: {"hex": MIDDLE, "chit": "S3-10"},
        last: {"hex": EAST, "chit": "S3-24", "seen": 24},
    }
    game = typhoon.build("operation-typhoon", turn=6, units=units, supported=[], seed=1)
    for seed in range(60):
        twin = told(imagine(game.view("german"), random.Random(seed)))["units"]
        assert twin[last]["chit"] == "S3-24"
        assert "S3-24" not in (twin[first]["chit"], twin[others[0]]["chit"])


@case("18.49", "18.12")
def test_games_are_imagined_during_a_set_up_and_with_some_plan():
    game = typhoon.new("operation-typhoon", "campaign", seed=3)
    for orders in ((), ("plan encirclement",), ("place 12/4P/24 C0922",), ("deploy",)):
        give(game, *orders)
        for side in SIDES:
            twin = imagine(game.view(side), random.Random(1))
            assert twin.decision.phase == game.decision.phase
            twin.push(next(iter(twin.orders)))
    plans = {told(imagine(game.view("soviet"), random.Random(seed)))["plan"] for seed in range(30)}
    assert plans == {"historical", "encirclement", "broad-front"}
    assert told(imagine(game.view("german"), random.Random(1)))["plan"] == "encirclement"


# The seat


def test_a_seat_gives_nothing_but_what_its_side_may_know():
    names = {name for name in dir(Seat) if not name.startswith("_")}
    assert names == {
        "decision", "destinations", "imagine", "orders", "preview", "side", "thinking", "view", "why_not",
    }  # fmt: skip


@pytest.mark.parametrize("kind", ["random", "staff", "marshal:12"])
@pytest.mark.parametrize(
    ("side", "unit", "chits"),
    [("german", "299_50", ("S1-2", "S1-7")), ("soviet", "339_167_53", ("G2-2", "G2-7"))],
)
def test_a_player_chooses_alike_whatever_the_enemy_has_under_his_units(kind, side, unit, chits):
    """In the same frame of mind, at every decision of his; what he would choose is also what a hint says."""
    decided = 0
    for moment in MOMENTS:
        for intelligence in ("kind", "strict"):
            games = [stand(moment, intelligence, **{unit: {"chit": chit}}) for chit in chits]
            if games[0].decision.side == side:
                players = [find_player(kind, game.rules, side, seed=4) for game in games]
                seats = [Seat(game, side) for game in games]
                one, other = (player.choose(seat) for player, seat in zip(players, seats, strict=True))
                assert str(one) == str(other), moment
                decided += 1
    assert decided >= 6


def test_the_enemys_seat_is_not_told_what_an_attack_would_come_to():
    game = stand("german declaring", "kind", **{"339_167_53": {"chit": "G2-7"}})
    order = f"attack {MIDDLE} 339/167/53"
    assert Seat(game, "german").preview(order).attack == 7
    with pytest.raises(Refused, match="it is for the german side to decide"):
        Seat(game, "soviet").preview(order)
    assert str(Seat(game, "soviet").why_not("nonsense")) == str(Seat(game, "soviet").why_not(order))
