"""8.4: chits are drawn at the instant of combat, and looked at only then."""

import pytest

from tests.games.operation_typhoon.fights import EAST, MIDDLE, NORTH_EAST, WEST, fight
from tests.games.operation_typhoon.positions import give, happened, position, unit
from typhoon.engine.cases import case

UNTRIED = (("339/167/53", WEST), ("299/50", MIDDLE))


@case("8.41", "8.42", "8.32", "8.35")
def test_both_sides_draw_their_chits_just_before_the_dice_of_a_first_combat():
    """Chit 1 of the German cup is a 1, chit 48 of the Soviet cup of morale 1 a 7; both strong side up."""
    game = fight(*UNTRIED, dice=(1, 48, 3, 4))
    give(game, f"attack {MIDDLE} 339/167/53")
    assert "chit" not in unit(game, "339/167/53")
    events = give(game, "end")
    assert [event.kind for event in events][:3] == ["drew", "drew", "combat"]
    assert happened(events, "drew") == [
        {"unit": "339/167/53", "strength": 1, "side": "german"},
        {"unit": "299/50", "strength": 7, "side": "soviet"},
    ]
    (combat,) = happened(events, "combat")
    assert (combat["attack"], combat["defense"]) == (1, 7)


@case("8.41")
def test_a_defender_draws_in_the_enemys_combat_phase_and_keeps_his_chit():
    game = fight(("299/50", MIDDLE), ("339/167/53", EAST, 4), side="soviet", dice=(1, 6, 6))
    give(game, f"attack {EAST} 299/50")
    assert happened(give(game, "end"), "drew") == [{"unit": "299/50", "strength": 1, "side": "soviet"}]
    assert unit(game, "299/50").get("chit") == "S1-1" or unit(game, "299/50") == {"hex": "eliminated"}
    assert unit(game, "339/167/53")["chit"] == "G2-4"


@case("8.42")
def test_a_poor_chit_is_no_way_out_of_a_declared_attack():
    """After the declarations there is nothing left to call off: the dice follow the chits at once."""
    game = fight(*UNTRIED, dice=(1, 48, 3, 4))
    give(game, f"attack {MIDDLE} 339/167/53")
    assert "cancel C3425" in game.orders
    events = give(game, "end")
    assert happened(events, "combat")
    assert game.why_not("cancel C3425") is not None


@case("8.42", "8.41")
def test_chits_are_drawn_combat_by_combat_after_all_attacks_are_declared():
    game = fight(
        ("339/167/53", WEST),
        ("299/50", MIDDLE),
        ("110/112/53", "C3028"),
        ("260/50", "C3029"),
        dice=(1, 48, 3, 4),
    )
    give(game, f"attack {MIDDLE} 339/167/53", "attack C3029 110/112/53", "end")
    assert all("chit" not in unit(game, name) for name in ("339/167/53", "110/112/53"))
    events = give(game, f"resolve {MIDDLE}")
    assert [fact["unit"] for fact in happened(events, "drew")][:2] == ["339/167/53", "299/50"]


@case("8.37", "8.41")
def test_only_units_that_take_part_draw_a_chit():
    """Of three regiments only one fights (7.21); of two divisions one defends (7.22)."""
    regiments = [(f"{number}/167/53", WEST) for number in (339, 315, 331)]
    game = fight(*regiments, ("299/50", MIDDLE), ("260/50", MIDDLE), dice=(60, 1, 6, 6))
    give(game, f"attack {MIDDLE} 339/167/53", "end", "engage 315/167/53")
    events = give(game, "defend 260/50")
    assert [fact["unit"] for fact in happened(events, "drew")][:2] == ["315/167/53", "260/50"]
    assert "chit" not in unit(game, "339/167/53")
    assert "chit" not in unit(game, "299/50")


@case("8.43")
def test_before_the_first_combat_strengths_are_guessed_from_the_cup():
    """A Class A regiment of morale 2: strengths 1 to 7 with 3, 7, 13, 18, 13, 7, 3 chits."""
    preview = fight(("339/167/53", WEST), ("299/50", MIDDLE, 4, {"seen": 4})).preview(
        f"attack {MIDDLE} 339/167/53"
    )
    assert (preview.attack_from, preview.attack_to, preview.attack) == (1, 7, 4)
    assert (preview.defense_from, preview.defense_to) == (4, 4)
    chances = {column.result: column.chance for column in preview.columns}
    # 1 to 4, 2 to 4, 3 to 4 (rounded for the defender to 1-2), and 4 to 7 at 1-1
    assert chances == pytest.approx({"1-4": 3 / 64, "1-2": 20 / 64, "1-1": 41 / 64}, abs=1e-5)


@case("8.44")
def test_at_a_kind_table_the_strength_that_was_seen_is_remembered():
    game = fight(("339/167/53", WEST, 4), ("299/50", MIDDLE, 4), dice=(3, 4))
    give(game, f"attack {MIDDLE} 339/167/53", "end")
    assert game.view("german").position["units"]["299/50"]["seen"] == 4
    assert game.view("german").position["units"]["299/50"]["chit"] == "?"
    assert game.view("soviet").position["units"]["299/50"]["chit"] == "S1-4"


@case("8.44", "8.45")
def test_at_a_strict_table_nothing_of_the_enemy_is_remembered():
    game = fight(
        ("339/167/53", WEST, 4, {"seen": 0}), ("299/50", MIDDLE, 4, {"seen": 0}),
        dice=(5, 5), options={"intelligence": "strict"},
    )  # fmt: skip
    give(game, f"attack {MIDDLE} 339/167/53", "end", f"withdraw {MIDDLE}-{EAST}", "end")
    assert game.view("german").position["units"]["299/50"] == {
        "hex": EAST,
        "chit": "?",
        **{key: value for key, value in unit(game, "299/50").items() if key not in ("chit", "hex")},
    }
    assert "seen" not in unit(game, "299/50")


@case("8.44")
def test_a_table_is_strict_unless_the_players_agree_to_be_kind():
    """The note to 8.44 forbids to write down the strength of an enemy unit."""
    units = {"339/167/53": {"hex": WEST, "chit": "G2-4"}, "299/50": {"hex": MIDDLE, "chit": "S1-4"}}
    words = {"turn": 5, "phase": "german combat", "units": units, "supported": [], "dice": [5, 5, 1, 1]}
    for options, kept in (({}, "? to ?"), ({"intelligence": "kind"}, "4 to 4 is 1-1")):
        game = position(**words, options=options)
        give(game, f"attack {MIDDLE} 339/167/53", "end", f"withdraw {MIDDLE}-{EAST}")
        (combat,) = [event for event in game.log if event.kind == "combat"]
        assert kept in game.told(game.rules.veil(combat, game.position, "", past=True))
        assert ("seen" in unit(game, "299/50")) == bool(options)


@case("8.45", "8.44")
def test_an_enemy_chit_shows_in_no_preview_before_the_combat():
    """It has a chit and has not been seen: to the enemy it may be any chit of its cup."""
    for strength in (1, 7):
        preview = fight(("339/167/53", WEST, 4), ("299/50", MIDDLE, strength, {"seen": 0})).preview(
            f"attack {MIDDLE} 339/167/53"
        )
        assert (preview.defense_from, preview.defense_to) == (1, 7)


@case("8.44", "9.87")
def test_a_chit_that_is_drawn_for_a_loss_after_the_combat_is_shown_to_its_owner_alone():
    """A2(3), dice 2 at 1-5: 339 dies with its 2 steps, the third falls on 315, which did not fight (R82)."""
    game = fight(("339/167/53", WEST, 1), ("315/167/53", WEST), ("7Gd/49", MIDDLE, 14), dice=(1, 1, 60))
    events = give(game, f"attack {MIDDLE} 339/167/53", "end", "engage 339/167/53")
    (event,) = [event for event in events if event.kind == "drew"]
    assert (event.side, event.facts["unit"]) == ("german", "315/167/53")


@case("8.41", "8.37")
def test_who_is_only_near_draws_nothing():
    game = fight(("339/167/53", WEST, 4), ("299/50", MIDDLE, 4), ("260/50", NORTH_EAST), dice=(3, 4))
    give(game, f"attack {MIDDLE} 339/167/53", "end")
    assert "chit" not in unit(game, "260/50")
