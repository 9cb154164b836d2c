"""German support (11).  Of the table only the example is printed: four points and a die of 5 give three."""

import pytest

import typhoon
from tests.games.operation_typhoon.positions import give, happened, offered, position, refused, supply, told
from typhoon.engine.cases import case

HQS = {
    "24/2PzA": "C1105", "43/2PzA": "C2605", "53/2PzA": "C0105", "56/3PzA": "A2505", "41/3PzA": "A3305",
    "9/4PzA": "A0205", "40/4PzA": "A0505", "46/4PzA": "A1103", "5/4PzA": "A1605", "7/4PzA": "B3405",
    "13/4A": "B0305", "12/4A": "B1205", "57/4A": "B2205", "20/4A": "B2705",
}  # fmt: skip


def stage(turn=5, dice=(5, 1, 1, 1), units=HQS, **given):
    """A support allocation stage of the campaign, with a die for each army."""
    given = {"scenario": "campaign", "arrivals": {"47/2PzA": [5, "2"]}, "supported": [], **given}
    return position(turn=turn, phase="support", units=units, dice=[*dice, *[1] * 9], **given)


EXAMPLE = "allocate 2PzA:4 3PzA:4 4PzA:1 4A:1"


@case("11.0", "11.1", "11.25")
@pytest.mark.parametrize("turn", range(1, 18))
def test_support_is_allocated_every_fourth_turn(turn):
    # From the weather of a turn one comes to the support stage or straight to movement.
    game = position(
        turn=turn, phase="weather", scenario="extended", units=HQS, dice=[1] * 30, supported=["24/2PzA"]
    )
    if turn in (1, 5, 9, 13, 17):
        assert game.decision.phase == "support"
        assert len(offered(game, "allocate")) > 1
    else:
        assert game.decision.phase == "german movement"
        assert told(game)["supported"] == ("24/2PzA",)
        assert refused(game, EXAMPLE).case


@case("11.21", "11.22")
def test_ten_points_among_four_armies():
    game = stage()
    assert game.why_not(EXAMPLE) is None
    assert game.why_not("allocate 2PzA:10 3PzA:0 4PzA:0 4A:0") is None
    assert refused(game, "allocate 2PzA:4 3PzA:4 4PzA:1 4A:0").case == "11.21"
    assert refused(game, "allocate 2PzA:4 3PzA:4 4PzA:1 4A:2").case == "11.21"
    assert refused(game, "allocate 2PzA:4 3PzA:4 4PzA:2").case == "11.22"
    assert refused(game, "allocate 2PzA:4 3PzA:4 4PzA:1 6A:1").case == "11.22"
    assert refused(game, "allocate 2PzA:11 3PzA:-1 4PzA:0 4A:0").case == "11.22"
    # All ways of dividing ten points among four: 13 over 3.
    assert len(offered(game, "allocate")) == 286


@case("11.21")
@pytest.mark.parametrize(
    ("scenario", "points", "armies"), [("hoepner", 6, ("3PzA", "4PzA")), ("kluge", 5, ("4PzA", "4A"))]
)
def test_the_scenarios_of_one_sheet_have_fewer(scenario, points, armies):
    sheet = "A" if scenario == "hoepner" else "B"
    units = {name: hex_ for name, hex_ in HQS.items() if hex_[0] == sheet}
    game = stage(scenario=scenario, units=units, arrivals={})
    first, second = armies
    assert set(offered(game, "allocate")) == {
        f"allocate {first}:{share} {second}:{points - share}" for share in range(points + 1)
    }


@case("11.21", "11.23")
def test_guderian_has_three_points_and_no_choice():
    units = {name: hex_ for name, hex_ in HQS.items() if hex_[0] == "C"}
    game = position(turn=5, phase="support", units=units, arrivals={}, dice=[6, 1, 1])
    # Three points and a 6 put two corps in support.
    assert game.decision.prompt.startswith("2PzA")
    assert "support 43/2PzA 24/2PzA" not in game.orders  # named in the order of the counters
    assert "support 24/2PzA 43/2PzA" in game.orders
    assert refused(game, "support 53/2PzA 24/2PzA 43/2PzA").case == "11.24"


@case("11.22", "11.23", "11.5")
def test_ot_022_four_points_and_a_die_of_5_support_three_corps():
    game = stage(turn=1, arrivals={})
    events = give(game, EXAMPLE)
    expected = {"army": "2PzA", "points": 4, "die": 5, "modifier": 0, "corps": 3}
    assert happened(events, "support")[0] == expected


@case("11.24")
def test_the_example_of_11_24():
    # Of four corps of 2nd Panzer Army three may be in support; 53rd Corps is left out.
    game = stage(dice=(5, 6, 1, 6))
    give(game, EXAMPLE)
    assert game.decision.prompt.startswith("2PzA")
    assert refused(game, "support 53/2PzA 24/2PzA 43/2PzA 47/2PzA").case == "11.24"
    assert refused(game, "support 24/2PzA 56/3PzA").case == "11.24"
    give(game, "support 24/2PzA 43/2PzA 47/2PzA")  # the last arrives this turn, R38
    # 3rd Panzer Army has two for its two corps; 4th Panzer Army two for five: one point and a 1.
    assert game.decision.prompt.startswith("4PzA")
    give(game, "support 46/4PzA 7/4PzA")
    # 4th Army has one point and a 6: nobody.
    assert game.decision.phase == "german movement"
    assert set(told(game)["supported"]) == {
        "24/2PzA", "43/2PzA", "47/2PzA", "56/3PzA", "41/3PzA", "46/4PzA", "7/4PzA",
    }  # fmt: skip


@case("11.24")
def test_fewer_corps_than_allowed_may_be_chosen():
    game = stage(dice=(5, 6, 1, 6))
    give(game, EXAMPLE)
    assert "support 24/2PzA" in game.orders
    assert "support" in game.orders


@case("11.24", "11.23")
def test_a_result_above_the_number_of_corps_is_lost():
    # Four points and a 1 are four corps; 3rd Panzer Army has two, and no choice is left.
    game = stage(dice=(6, 1, 6, 6))
    events = give(game, "allocate 2PzA:0 3PzA:4 4PzA:0 4A:6")
    assert happened(events, "support")[1]["corps"] == 4
    assert {"army": "3PzA", "units": ("56/3PzA", "41/3PzA")} in happened(events, "supported")


@case("11.24", "11.25")
def test_new_support_takes_the_place_of_the_old():
    game = stage(dice=(6, 6, 6, 6), supported=["24/2PzA", "41/3PzA", "12/4A"], arrivals={})
    give(game, "allocate 2PzA:0 3PzA:0 4PzA:0 4A:10")
    assert not {"24/2PzA", "41/3PzA"} & set(told(game).get("supported", ()))


@case("11.24", "11.25")
def test_a_corps_that_arrives_later_is_unsupported():
    units = HQS | {"15/29M/47": {"hex": "C1106", "entered": 1}}
    given = {"turn": 6, "scenario": "campaign", "supported": ["24/2PzA"], "dice": [1] * 9}
    game = position(units=units, arrivals={"47/2PzA": [6, "2"]}, phase="german movement", **given)
    give(game, "enter 47/2PzA C0105")
    assert "47/2PzA" not in told(game)["supported"]


@case("11.3", "11.24")
def test_support_decides_about_supply():
    units = HQS | {"17/31/43": "C2606", "12/4P/24": "C1106"}
    game = stage(dice=(6, 1, 1, 1), units=units, arrivals={})
    give(game, "allocate 2PzA:3 3PzA:7 4PzA:0 4A:0")  # two of three corps
    give(game, "support 53/2PzA 43/2PzA")
    while game.decision.phase == "support":
        give(game, offered(game, "support")[0])
    assert supply(game, "17/31/43") == "in"
    assert supply(game, "12/4P/24") == "out"


@case("11.4")
def test_the_army_display_shows_who_is_in_support():
    game = position(turn=6, scenario="campaign", units=HQS, supported=["24/2PzA", "12/4A"])
    (panel,) = [panel for panel in game.rules.panels(game.position) if panel.id == "support"]
    rows = {
        army: (set(yes.split(", ")) - {""}, set(no.split(", ")) - {""}) for army, _, _, yes, no in panel.rows
    }
    assert rows["2PzA"] == ({"24/2PzA"}, {"53/2PzA", "43/2PzA"})
    assert rows["4A"] == ({"12/4A"}, {"13/4A", "57/4A", "20/4A"})
    assert rows["3PzA"] == (set(), {"56/3PzA", "41/3PzA"})


@case("11.5", "11.23")
def test_more_points_never_support_fewer_corps():
    game = stage()
    rules = game.rules
    for die in range(1, 10):
        row = [rules.corps_in_support(points, die) for points in range(11)]
        assert row == sorted(row)
    for points in range(11):
        column = [rules.corps_in_support(points, die) for die in range(1, 10)]
        assert column == sorted(column, reverse=True)


@case("11.23")
def test_the_story_tells_what_is_added_to_the_die():
    """On turns 1 and 5 nothing, on turns 9 and 13 one."""
    hqs = {"24/2PzA": "C0912", "43/2PzA": "C2411", "53/2PzA": "C0119"}
    for turn, die in ((5, "die 2,"), (9, "die 2+1,")):
        game = position(turn=turn, phase="support", units=hqs, dice=[2])
        told_ = [game.told(event) for event in game.opening if event.kind == "support"]
        assert len(told_) == 1
        assert told_[0].startswith(f"2PzA with 3 support points: {die} ")


def army_display(game, side="soviet") -> dict[str, tuple[str, ...]]:
    (panel,) = [panel for panel in game.rules.panels(game.position, side) if panel.id == "support"]
    assert panel.columns == ("Army", "Points", "Corps", "In support", "Unsupported")
    return {army: rest for army, *rest in panel.rows}


@case("11.22", "11.23", "11.4")
def test_the_german_army_display_shows_the_points_and_what_they_became():
    """Four points and a 5 become three corps, as in the example of 11.23; support is open to both (22.0)."""
    game = stage(dice=(5, 6, 1, 6))
    assert army_display(game)["2PzA"][:2] == ["", ""]
    give(game, EXAMPLE, "support 24/2PzA 43/2PzA 47/2PzA", "support 46/4PzA 7/4PzA")
    display = army_display(game)
    assert {army: row[:2] for army, row in display.items()} == {
        "2PzA": ["4", "3"], "3PzA": ["4", "2"], "4PzA": ["1", "2"], "4A": ["1", "0"],
    }  # fmt: skip
    assert display["2PzA"][2:] == ["24/2PzA, 43/2PzA", "53/2PzA"]  # 47/2PzA is not on the map yet
    assert told(game)["support"]["2PzA"] == [4, 3]
    again = game.rules.restore(told(game))
    assert again.allotted == game.position.allotted


@case("11.22", "11.25")
def test_the_display_stays_for_four_turns():
    game = position(turn=4, phase="game-turn indication", scenario="campaign", units=HQS, seed=2,
                    support={"4A": (3, 1), "2PzA": (7, 4)})  # fmt: skip
    assert game.decision.phase == "support"
    assert army_display(game)["2PzA"][:2] == ["7", "4"]
    assert army_display(game)["3PzA"][:2] == ["", ""]


@pytest.mark.parametrize(
    ("support", "text"),
    [({"6A": (1, 1)}, "'6A' receives no support"), ({"2PzA": (-1, 0)}, "cannot have -1 points")],
)
def test_a_display_that_cannot_be_is_refused(support, text):
    with pytest.raises(typhoon.ImpossiblePosition, match=text):
        position(turn=4, scenario="campaign", units=HQS, support=support)
