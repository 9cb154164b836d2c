"""German air interdiction (17.3).  The railway C2132, C2232, C2332 runs through Venev."""

from tests.games.operation_typhoon.positions import give, offered, position, reach, refused, told
from typhoon.engine.cases import case

UNITS = {"413/50": "C2132", "17/31/43": "C2608"}


def interdicting(points=3, **given):
    given = {"scenario": "campaign", "turn": 2, "units": UNITS, "weather": "clear", "dice": [1] * 9, **given}
    return position(phase="german interdiction", air={"german": points, "soviet": 0}, **given)


@case("17.31", "17.36")
def test_at_most_three_points_are_placed():
    game = interdicting(points=6)
    assert game.decision.side == "german"
    give(game, "interdict C2132", "interdict C2232", "interdict C2332")
    assert told(game)["phase"] != "german interdiction"
    assert told(game)["air"]["german"] == 3
    assert set(told(game)["interdicted"]) == {"C2132", "C2232", "C2332"}


@case("17.31")
def test_only_points_that_are_left_can_be_placed():
    game = interdicting(points=1)
    give(game, "interdict C2232")
    assert told(game)["phase"] != "german interdiction"
    game = interdicting(points=0)
    assert told(game)["phase"] != "german interdiction"


@case("17.31")
def test_nobody_has_to_place_any():
    game = interdicting()
    give(game, "end")
    assert "interdicted" not in told(game)
    assert told(game)["air"]["german"] == 3


@case("17.31")
def test_points_go_on_railways():
    game = interdicting()
    assert refused(game, "interdict C2133").case == "17.31"  # a road
    assert refused(game, "interdict C3125").case == "17.31"


@case("17.32")
def test_one_point_in_a_hex():
    game = interdicting()
    give(game, "interdict C2232")
    assert refused(game, "interdict C2232").case == "17.32"


@case("17.34")
def test_occupied_hexes_may_be_interdicted():
    assert "interdict C2132" in offered(interdicting(), "interdict")  # a division stands there


@case("17.33", "5.66")
def test_three_interdicted_hexes_are_worth_thirty():
    units = {"413/50": "C2132"}
    game = position(
        scenario="campaign", turn=2, phase="soviet movement", units=units, supported=[],
        interdicted=["C2232", "C2332", "C2432"],
    )  # fmt: skip
    # Eight rows to C2933, three of them for ten each.
    assert reach(game, "413/50", "rail")["C2933"] == 5 + 30
    # Road and country are not affected.
    assert reach(game, "413/50")["C2232"] == 1
    assert reach(game, "413/50", "strategic")["C2232"] == 0.5


@case("17.33", "5.64")
def test_sixty_hexes_and_no_more():
    # The line from C0146 by Mikhaylov (C1346) and C3337 to C3934 climbs a row with every hex: 38 hexes.
    def line(*interdicted):
        game = position(
            turn=4, phase="soviet movement", units={"413/50": "C0146"}, supported=[], interdicted=interdicted
        )
        return reach(game, "413/50", "rail")

    assert line()["C3934"] == 38
    assert line("C1346", "C2341")["C3934"] == 38 + 18
    assert "C3934" not in line("C1346", "C2341", "C3337")  # 65 of 60
    assert line("C1346", "C2341", "C3337")["C3337"] == 32 + 27


@case("17.35", "17.36")
def test_points_are_taken_off_after_the_soviet_movement_phase():
    game = interdicting(units=UNITS | {"82/31/43": "C2131"})  # next to the division in Venev
    give(game, "interdict C2232", "end")
    assert told(game)["phase"] == "soviet movement"
    assert list(told(game)["interdicted"]) == ["C2232"]
    give(game, "end")
    assert told(game)["phase"] == "soviet combat"
    assert "interdicted" not in told(game)
    assert told(game)["air"]["german"] == 2  # what was used does not come back in this turn


@case("17.31")
def test_only_germans_interdict():
    game = position(turn=2, phase="soviet movement", units=UNITS, air={"german": 2, "soviet": 3})
    assert refused(game, "interdict C2232").case
