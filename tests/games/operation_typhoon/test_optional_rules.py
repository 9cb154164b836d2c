"""19: hedgehogs, ski troops, other support."""

import random

import pytest

import typhoon
from tests.games.operation_typhoon.fights import EAST, MIDDLE, NORTH_EAST, WEST, attack, fight, odds, shifts
from tests.games.operation_typhoon.positions import (
    give,
    happened,
    offered,
    position,
    reach,
    refused,
    shaded,
    told,
    unit,
)
from typhoon.engine.cases import case

HEDGEHOGS = {"hedgehogs": "yes"}
SKIS = {"ski-troops": "yes"}


def camp(**units):
    return position(
        turn=5,
        phase="german movement",
        units=units or {"339/167/53": MIDDLE, "12/4P/24": EAST, "I35/4P/24": MIDDLE, "53/2PzA": WEST},
        supported=[],
        air={"german": 0, "soviet": 0},
        options=HEDGEHOGS,
    )


@case("19.11", "19.16")
def test_only_german_infantry_regiments_form_hedgehogs():
    game = camp()
    assert offered(game, "hedgehog") == ["hedgehog 339/167/53", "hedgehog 12/4P/24"]
    assert refused(game, "hedgehog I35/4P/24").case == "19.12"
    assert refused(game, "hedgehog 53/2PzA").case == "19.12"
    soviet = position(turn=5, phase="soviet movement", units={"299/50": MIDDLE}, options=HEDGEHOGS)
    assert offered(soviet, "hedgehog") == []
    refused(soviet, "hedgehog 299/50")
    worn = camp(**{"339/167/53": {"hex": MIDDLE, "cadre": True}})  # R107
    assert offered(worn, "hedgehog") == []


@case("19.11")
def test_without_the_option_there_are_none():
    game = position(turn=5, phase="german movement", units={"339/167/53": MIDDLE})
    assert refused(game, "hedgehog 339/167/53").case == "19.11"


@case("19.12")
def test_a_unit_that_has_moved_forms_no_hedgehog_and_one_in_hedgehog_does_not_move_this_phase():
    game = camp()
    give(game, f"move 12/4P/24 {EAST}-C3427")
    assert refused(game, "hedgehog 12/4P/24").case == "19.12"
    give(game, "hedgehog 339/167/53")
    assert reach(game, "339/167/53") == {}
    assert refused(game, f"move 339/167/53 {MIDDLE}-C3423").case == "19.12"
    assert refused(game, "hedgehog 339/167/53").case == "19.12"


@case("19.13", "19.11")
def test_a_hedgehog_has_no_zone_of_control():
    game = camp(**{"339/167/53": MIDDLE})
    assert NORTH_EAST in shaded(game, "zones", "german")
    give(game, "hedgehog 339/167/53")
    assert NORTH_EAST not in shaded(game, "zones", "german")


@case("19.13")
def test_an_attack_on_a_hedgehog_shifts_one_column_to_the_left():
    """OT-029: 2-1 becomes 1-1."""
    units = (("413/50", WEST, 8), ("339/167/53", MIDDLE, 4))
    assert odds(fight(*units, side="soviet"), f"attack {MIDDLE} 413/50") == "2-1"
    game = fight(*units, side="soviet", hedgehogs=[MIDDLE], options=HEDGEHOGS)
    assert odds(game, f"attack {MIDDLE} 413/50") == "1-1"
    assert shifts(game, f"attack {MIDDLE} 413/50") == {"19.13": -1}


@case("19.13", "9.44")
def test_a_hedgehog_adds_to_divisional_integrity():
    """R48."""
    game = fight(
        ("413/50", WEST, 8), ("339/167/53", MIDDLE, 4), ("315/167/53", EAST, 4),
        side="soviet", hedgehogs=[MIDDLE], options=HEDGEHOGS,
    )  # fmt: skip
    assert shifts(game, f"attack {MIDDLE} 413/50") == {"9.42": -1, "19.13": -1}


@case("19.13", "9.11")
def test_a_hedgehog_is_attacked_like_any_other_neighbour():
    """It exerts no zone (6.41), but it is an enemy next to a unit (9.11, R11)."""
    game = fight(
        ("413/50", WEST, 8), ("339/167/53", MIDDLE, 4), side="soviet", hedgehogs=[MIDDLE], options=HEDGEHOGS
    )
    assert refused(game, "end").case == "9.11"


@case("19.14", "19.15")
def test_a_hedgehog_ends_when_its_hex_is_left():
    game = position(
        turn=5, phase="german movement", units={"339/167/53": MIDDLE, "315/167/53": MIDDLE}, supported=[],
        hedgehogs=[MIDDLE], options=HEDGEHOGS,
    )  # fmt: skip
    give(game, f"move 339/167/53 {MIDDLE}-{EAST}")
    assert told(game)["hedgehogs"] == [MIDDLE]  # the other regiment is still in it
    assert "C3427" in shaded(game, "zones", "german")  # and the one that left has its zone back
    give(game, f"move 315/167/53 {MIDDLE}-{WEST}")
    assert "hedgehogs" not in told(game)


@case("19.14")
def test_a_retreat_ends_a_hedgehog():
    game = fight(
        ("413/50", WEST, 8), ("339/167/53", MIDDLE, 4), side="soviet", hedgehogs=[MIDDLE], options=HEDGEHOGS,
        dice=(5, 5),
    )  # fmt: skip
    assert attack(game, f"attack {MIDDLE} 413/50")["result"] == "D1"
    give(game, f"withdraw {MIDDLE}-{EAST}")
    assert "hedgehogs" not in told(game)


@case("19.15")
def test_the_whole_hex_is_in_hedgehog_and_whoever_comes_in_later():
    game = camp(**{"339/167/53": MIDDLE, "315/167/53": MIDDLE, "110/112/53": WEST})
    give(game, "hedgehog 339/167/53")
    assert refused(game, "hedgehog 315/167/53").case == "19.12"
    assert NORTH_EAST not in shaded(game, "zones", "german")
    give(game, f"move 110/112/53 {WEST}-{MIDDLE}")
    assert NORTH_EAST not in shaded(game, "zones", "german")


# Ski troops


@case("19.21", "19.23")
def test_ski_troops_in_defence_shift_one_column_to_the_left_in_snow():
    """OT-030: 3-1 becomes 2-1. The German of 9 is halved by the snow to 4, so a strength of 1 is attacked."""
    units = (("17/31/43", WEST, 7), ("1/1Sh", MIDDLE, 1))
    order = f"attack {MIDDLE} 17/31/43"
    assert odds(fight(*units, snow=True), order) == "3-1"
    assert odds(fight(*units, snow=True, options=SKIS), order) == "2-1"
    assert shifts(fight(*units, options=SKIS), order) == {}  # no snow
    stacked = fight(*units, ("299/50", MIDDLE, 4), snow=True, options=SKIS)
    assert shifts(stacked, order) == {"19.23": -1}


@case("19.23", "9.94")
def test_ski_troops_that_only_fled_into_the_hex_are_no_help():
    """They do not take part in the combat."""
    units = (("17/31/43", WEST, 7), ("299/50", MIDDLE, 1), ("1/1Sh", MIDDLE, 1, {"fled": True}))
    assert shifts(fight(*units, snow=True, options=SKIS), f"attack {MIDDLE} 17/31/43") == {}


@case("19.23")
def test_ski_troops_in_attack_shift_one_column_to_the_right_once():
    game = fight(
        ("1/1Sh", WEST, 4),
        ("2/1Sh", EAST, 4),
        ("339/167/53", MIDDLE, 4),
        side="soviet",
        snow=True,
        options=SKIS,
    )
    assert shifts(game, f"attack {MIDDLE} 1/1Sh") == {"19.23": 1}
    assert shifts(game, f"attack {MIDDLE} 1/1Sh 2/1Sh") == {"19.23": 1}


@case("19.22", "19.21")
def test_snow_never_slows_ski_troops(tmp_path):
    """With charts of our own in which they are poorly winterized: nine points with the rule, four without."""
    data = typhoon.new("operation-typhoon", seed=1).rules.data.path("units.csv")
    lines = data.read_text(encoding="utf-8").splitlines()
    poor = [line.replace(",9,yes,", ",9,no,") if line.startswith("1/1Sh,") else line for line in lines]
    assert poor != lines
    (tmp_path / "units.csv").write_text("\n".join([*poor, ""]), encoding="utf-8")
    far = {}
    for option in ("yes", "no"):
        game = typhoon.build(
            "operation-typhoon", turn=5, phase="soviet movement", units={"1/1Sh": MIDDLE}, supported=[],
            snow=True, options={"ski-troops": option}, charts=tmp_path, seed=1,
        )  # fmt: skip
        far[option] = max(reach(game, "1/1Sh").values())
    assert far == {"yes": 9, "no": 4}


# Support


@case("19.3", "11.21")
@pytest.mark.parametrize("points", ["1", "7", "9", "12", "15", "37", "99"])
def test_the_players_may_agree_on_other_support(points):
    game = typhoon.new("operation-typhoon", "campaign", options={"support-points": points}, seed=1)
    give(game, "plan historical", "deploy")
    first = game.orders.sample(random.Random(1))
    assert sum(int(share.split(":")[1]) for share in first.shares) == int(points)
    assert refused(game, "allocate 2PzA:10 3PzA:0 4PzA:0 4A:0").case == "11.21"
    give(game, f"allocate 2PzA:0 3PzA:0 4PzA:{points} 4A:0")


@case("19.3", "11.23")
def test_the_players_may_agree_on_no_support_at_all():
    """There is nothing to divide: the dice are thrown for armies without points."""
    game = typhoon.new("operation-typhoon", "campaign", options={"support-points": "0"}, seed=1)
    give(game, "plan historical", "deploy")
    assert [(f["army"], f["points"]) for f in happened(game.log, "support")] == [
        ("2PzA", 0), ("3PzA", 0), ("4PzA", 0), ("4A", 0),
    ]  # fmt: skip


@case("19.3")
@pytest.mark.parametrize("points", ["-1", "100", "ten", "07", "9" * 5_000, "1.5", ""])
def test_support_points_are_a_whole_number(points):
    with pytest.raises(ValueError, match=r"is not one of usual, a number from 0 to 99"):
        typhoon.new("operation-typhoon", options={"support-points": points})


@case("11.22")
@pytest.mark.parametrize(
    ("order", "text"),
    [
        ("allocate 2PzA:4 3PzA:3 4PzA:2 4A:01", "in order"),
        ("allocate 3PzA:4 2PzA:3 4PzA:2 4A:1", "in order"),
        ("allocate 2PzA:5 2PzA:5", "in order"),
        ("allocate 2PzA:4 3PzA:3 4PzA:2 4A:one", "no army with a number"),
        ("allocate 2PzA:4 3PzA:3 4PzA:2 9A:1", "receives no support here"),
    ],
)
def test_every_army_is_named_once_with_its_points(order, text):
    game = typhoon.new("operation-typhoon", "campaign", seed=1)
    give(game, "plan historical", "deploy")
    ruling = refused(game, order)
    assert ruling.case == "11.22"
    assert text in ruling.text


def test_units_in_a_hedgehog_are_told_in_a_snapshot():
    game = camp(**{"339/167/53": MIDDLE})
    give(game, "hedgehog 339/167/53")
    again = typhoon.build("operation-typhoon", **told(game), options=HEDGEHOGS, seed=1)
    assert told(again) == told(game)
    assert unit(again, "339/167/53")
    assert happened(game.log, "hedgehog") == [{"unit": "339/167/53", "hex": MIDDLE}]


@case("19.0")
@pytest.mark.parametrize("hedgehogs", ["no", "yes"])
@pytest.mark.parametrize("skis", ["no", "yes"])
@pytest.mark.parametrize("points", ["usual", "12"])
def test_every_optional_rule_is_used_alone_or_with_others(hedgehogs, skis, points):
    options = {"hedgehogs": hedgehogs, "ski-troops": skis, "support-points": points}
    game = position(
        turn=5, phase="german combat", units={"339/167/53": WEST, "1/1Sh": MIDDLE}, supported=[], snow=True,
        options=options,
    )  # fmt: skip
    assert shifts(game, f"attack {MIDDLE} 339/167/53") == ({"19.23": -1} if skis == "yes" else {})
    moving = position(
        turn=5, phase="german movement", units={"339/167/53": WEST}, supported=[], options=options
    )
    assert bool(offered(moving, "hedgehog")) == (hedgehogs == "yes")
    campaign = typhoon.new("operation-typhoon", "campaign", options=options, seed=1)
    give(campaign, "plan historical", "deploy")
    assert ("12 support points" in campaign.decision.prompt) == (points == "12")
