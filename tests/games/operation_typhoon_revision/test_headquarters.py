"""5.92, 10.25: headquarters stand fast, and come back at a price."""

import pytest

from tests.games.operation_typhoon.fights import EAST, MIDDLE, NORTH_WEST, WEST
from tests.games.operation_typhoon.positions import give, happened, offered, refused, told, where
from tests.games.operation_typhoon_revision.ours import fight, position
from typhoon.engine.cases import case

HQ, COMMAND = "53/2PzA", "339/167/53"
SOVIET_HQ, DIVISION = "50/Bldin", "299/50"


class Deaf:
    """An umpire who tells nobody."""

    def tell(self, *args, **facts):
        pass


def lost(game, *hqs):
    for hq in hqs:
        game.rules.losses.eliminate(game.position, game.rules.unit_number[hq], Deaf())
    return game


@case("5.92", "10.25")
@pytest.mark.parametrize(("off", "asked"), [((), False), (("hq-stands",), True)])
def test_a_lone_hq_is_not_asked_to_step_back(off, asked):
    game = fight((SOVIET_HQ, MIDDLE), (COMMAND, WEST, 7), off=off, dice=(3, 3))
    give(game, f"attack {MIDDLE} {COMMAND}")
    events = game.push("end")
    assert bool(offered(game, "stand")) == asked
    assert bool(happened(events, "combat")) != asked


@case("10.25")
@pytest.mark.parametrize(
    ("phase", "hq", "turn"),
    [
        ("german combat", SOVIET_HQ, 6),  # OTR-100
        ("german combat", HQ, 7),  # OTR-101
        ("soviet combat", SOVIET_HQ, 7),
        ("soviet combat", HQ, 7),  # OTR-009
        ("soviet movement", SOVIET_HQ, 7),
    ],
)
def test_a_lost_hq_comes_back_in_the_second_movement_phase_of_its_side(phase, hq, turn):
    game = position(
        turn=5, phase=phase, units={HQ: MIDDLE, SOVIET_HQ: EAST, COMMAND: "C2010", DIVISION: "C2045"}
    )
    lost(game, hq)
    assert told(game)["lost_hqs"] == {hq: [1, 0, turn]}


@case("10.25")
def test_it_comes_back_with_a_unit_of_its_command():
    """From that turn on, also later; uncommitted units and enemy zones do not matter (R35)."""
    units = {COMMAND: MIDDLE, "110/112/53": WEST, "12/4P/24": EAST, HQ: "eliminated", DIVISION: NORTH_WEST}
    game = position(turn=6, phase="german supply", units=units, lost_hqs={HQ: [1, 0, 6]}, supported=[])
    while game.decision.phase != "german movement":
        game.push("end")
    assert game.decision.case == "10.25"
    assert offered(game, "return") == [f"return {HQ} {WEST}", f"return {HQ} {MIDDLE}"]
    assert refused(game, f"return {HQ} {EAST}").text.startswith("there is no unit of the command")
    assert refused(game, "return 24/2PzA C1010").case == "10.25"
    (back,) = happened(game.push(f"return {HQ} {MIDDLE}"), "hq_back")
    assert back == {"unit": HQ, "hex": MIDDLE}
    assert where(game, HQ) == MIDDLE
    assert told(game)["lost_hqs"] == {HQ: [1, 1, 6]}
    assert game.decision.case == "5.0", "nobody else can come back"
    assert [str(o) for o in game.orders if o.verb == "move" and o.unit == HQ], "it may move in that phase"


@case("10.25")
@pytest.mark.parametrize(
    ("lost_hqs", "units"),
    [({HQ: [1, 0, 7]}, {COMMAND: MIDDLE}), ({HQ: [1, 0, 5]}, {"12/4P/24": MIDDLE})],
    ids=["too early", "nobody of its command"],
)
def test_nobody_is_asked_when_no_hq_can_come_back(lost_hqs, units):
    game = position(turn=6, phase="german supply", units={**units, HQ: "eliminated"}, lost_hqs=lost_hqs)
    while game.decision.phase != "german movement":
        game.push("end")
    assert offered(game, "return") == []
    assert refused(game, f"return {HQ} {MIDDLE}").case in ("4.2", "10.25")


@case("10.25")
def test_the_return_may_wait():
    units = {COMMAND: MIDDLE, HQ: "eliminated"}
    game = position(turn=6, phase="german supply", units=units, lost_hqs={HQ: [1, 0, 6]})
    game.push("end")
    assert offered(game, "return") == []
    assert where(game, HQ) == "eliminated"


@case("10.25", "11.24")
def test_a_lost_hq_is_unsupported_unless_it_can_be_chosen_on_its_return():
    """R36."""
    game = lost(position(turn=3, phase="german combat", units={HQ: MIDDLE, COMMAND: WEST}), HQ)
    assert HQ not in told(game)["supported"]
    units = {COMMAND: MIDDLE, HQ: "eliminated", "24/2PzA": EAST, "12/4P/24": EAST}
    for turn, choosable in ((5, True), (6, False)):
        again = position(
            turn=5, phase="support", units=units, lost_hqs={HQ: [1, 0, turn]}, dice={"support": [3]}, seed=1
        )
        chosen = {word for order in offered(again, "support") for word in order.split()[1:]}
        supported = set(told(again)["supported"]) | chosen
        assert (HQ in supported) == choosable


def points(game):
    return {score.key: score.points for score in game.rules.scores(game.position)}


@case("10.25", "18.49 HQ points")
def test_hqs_count_each_time_they_are_lost_and_return():
    """OTR-010, OTR-055, OTR-056."""
    here = {"scenario": "campaign", "turn": 9, "phase": "german movement"}
    units = {HQ: MIDDLE, SOVIET_HQ: "eliminated", COMMAND: WEST}
    game = position(**here, units=units, lost_hqs={HQ: [1, 1, 5], SOVIET_HQ: [2, 1, 9]})
    assert points(game) == {"hqs german": -1.0, "hqs soviet": 3}
    assert points(position("hq-returns", **here, units=units)) == {"destroyed": 1}
    assert points(position(**here, units=units)) == {"hqs soviet": 1}, "a lost one that nothing is told of"


@case("10.25")
@pytest.mark.parametrize(
    ("scenario", "units", "found"),
    [
        ("hoepner", {"16/R'sky": "eliminated"}, {"hqs soviet": 2}),  # OTR-102
        ("hoepner", {"46/4PzA": "eliminated"}, {"hqs german": -1.0}),
        ("kluge", {"46/4PzA": "eliminated"}, {}),
        ("guderian", {SOVIET_HQ: "eliminated"}, {}),
    ],
)
def test_in_a_scenario_of_one_sheet_a_lost_hq_is_two_units(scenario, units, found):
    """R37."""
    assert points(position(scenario=scenario, turn=5, phase="german movement", units=units)) == found


@case("10.25", "18.29")
def test_a_lost_german_hq_costs_a_point_even_where_other_losses_cost_none():
    """R72."""
    units = {"46/4PzA": "eliminated", "69/10P/40": "eliminated"}
    here = {"scenario": "hoepner", "turn": 5, "phase": "german movement", "units": units}
    assert points(position("net-exits", **here)) == {"hqs german": -1.0}
    assert points(position(**here)) == {"hqs german": -1.0, "lost": -0.5}


@case("10.25")
def test_hqs_off_the_map_are_shown():
    game = position(
        turn=6, phase="german movement", units={COMMAND: MIDDLE, HQ: "eliminated"}, lost_hqs={HQ: [1, 0, 7]}
    )
    (panel,) = [p for p in game.rules.panels(game.position, "soviet") if p.id == "hqs"]
    assert panel.rows == (("German", HQ, "7"),)


@case("10.25", "18.49 HQ points")
@pytest.mark.parametrize(
    ("scenario", "side", "hq", "command", "price"),
    [
        ("campaign", "german", HQ, COMMAND, " (each costs the Germans ½ point)"),
        ("campaign", "soviet", SOVIET_HQ, DIVISION, " (each gives the Germans 1 point)"),
        ("guderian", "german", HQ, COMMAND, ""),
    ],
)
def test_who_may_bring_an_hq_back_is_told_the_price(scenario, side, hq, command, price):
    units = {command: MIDDLE, hq: "eliminated"}
    given = {"scenario": scenario, "turn": 6, "phase": f"{side} supply", "lost_hqs": {hq: [1, 0, 5]}}
    game = position(units=units, **given)
    while game.decision.case != "10.25":
        game.push("end")
    assert game.decision.prompt == f"Bring back {hq}{price}, or end the return of headquarters."
