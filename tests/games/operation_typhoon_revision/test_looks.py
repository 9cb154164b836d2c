"""8.46, 9.16: order in closed stacks, free hexes, attackers on top."""

import random

import pytest

from tests.games.operation_typhoon.fights import EAST, MIDDLE, NORTH_WEST, WEST
from tests.games.operation_typhoon.positions import give, happened, offered, refused, told
from tests.games.operation_typhoon_revision.ours import always, begun, chance, fight, position
from typhoon.engine.cases import case

CLOSED = {"stacks": "closed", "intelligence": "strict"}


def faces(game, side):
    """The counters that a side sees, hex by hex from the top, with how many lie unseen below."""
    found = {}
    for face in reversed(game.rules.faces(game.position, side)):
        below = [badge for badge in face.badges if badge.startswith("+")]
        found.setdefault(face.hex, []).append(face.unit + "".join(below))
    return found


def stack(*units, phase="soviet movement", off=(), **given):
    return position(*off, turn=5, phase=phase, units=dict.fromkeys(units, MIDDLE), options=CLOSED, **given)


def antitank_units():
    game = begun("campaign")
    return [c.unit for c in game.rules.counters if c.type == "antitank"]


@case("8.46")
def test_hqs_and_the_unit_under_them_are_seen():
    """OTR-097."""
    units = ("50/Bldin", "32/50", antitank_units()[0], "299/50")
    game = stack(*units)
    assert faces(game, "german") == {MIDDLE: ["50/Bldin", "32/50+2"]}
    assert faces(game, "soviet") == {MIDDLE: [*units]}
    view = game.view("german").position
    assert set(view["units"]) == {"50/Bldin", "32/50"}
    assert view["closed"] == {MIDDLE: 2}


@case("8.46")
@pytest.mark.parametrize(
    ("off", "seen"),
    [((), "32/50+1"), (("closed-stacks",), "299/50+1")],
)
def test_armor_lies_above_infantry(off, seen):
    assert faces(stack("32/50", "299/50", off=off), "german") == {MIDDLE: [seen]}


@case("8.46")
def test_of_one_class_the_larger_lies_on_top_then_the_full_one_then_by_number():
    """R32."""
    game = position(turn=5, phase="soviet movement", options=CLOSED, units={
        "299/50": MIDDLE, "260/50": MIDDLE, "Vnev/50": MIDDLE,
        "413/50": {"hex": WEST, "cadre": True}, "154/50": WEST,
    })  # fmt: skip
    seen = faces(game, "german")
    assert seen == {MIDDLE: ["299/50+2"], WEST: ["154/50+1"]}


@case("8.46")
def test_the_owner_chooses_among_the_highest_class_freely():
    game = stack("299/50", "260/50")
    assert offered(game, "top") == ["top 260/50"]
    give(game, "top 260/50")
    assert faces(game, "german") == {MIDDLE: ["260/50+1"]}
    assert refused(stack("50/Bldin", "299/50", "260/50"), "top 50/Bldin").case == "8.46"


def pairs(count, scenario="guderian"):
    """Stacks of a tank brigade and a division each."""
    rules = begun("campaign").rules
    tanks = [c.unit for c in rules.counters if c.side == "soviet" and c.type == "armor"][:count]
    foot = [c.unit for c in rules.counters if c.side == "soviet" and c.size == "XX" and c.type == "infantry"][
        :count
    ]
    hexes = [f"C30{20 + 2 * n}" for n in range(count)]
    units = {name: hex_ for names in (tanks, foot) for name, hex_ in zip(names, hexes, strict=True)}
    game = position(turn=5, phase="soviet movement", scenario=scenario, units=units, options=CLOSED)
    return game, foot, hexes


@case("8.46")
@pytest.mark.parametrize(("scenario", "most"), [("guderian", 1), ("campaign", 3)])
def test_the_order_may_be_broken_in_few_hexes(scenario, most):
    """OTR-098: the fourth hex of the campaign is refused, in a scenario of one sheet the second."""
    game, foot, hexes = pairs(most + 1, scenario)
    for name in foot[:most]:
        give(game, f"top {name}")
    assert refused(game, f"top {foot[most]}").case == "8.46"
    assert offered(game, "top") != []
    assert faces(game, "german")[hexes[0]] == [f"{foot[0]}+1"]


@case("8.46")
def test_a_side_is_told_its_free_hexes_and_nobody_else_is():
    game, foot, hexes = pairs(2, "campaign")
    give(game, f"top {foot[0]}")
    panels = {
        side: {p.id: p.rows for p in game.rules.panels(game.position, side)}
        for side in ("soviet", "german", "")
    }
    assert panels["soviet"]["order"] == (("Free hexes left", "2"), (hexes[0], foot[0]))
    assert panels["german"]["order"] == (("Free hexes left", "3"),)
    assert "order" not in panels[""]


@case("8.46")
def test_a_choice_lapses_when_the_unit_leaves():
    game, foot, hexes = pairs(2)
    give(game, f"top {foot[0]}", f"move {foot[0]} {hexes[0]}-C3021", f"top {foot[1]}")
    assert faces(game, "german")[hexes[1]] == [f"{foot[1]}+1"]


@case("8.46")
def test_a_choice_lapses_when_it_would_break_the_order_once_too_often():
    """A division lies on top in one hex; tanks that join another choice do not come to lie below it too."""
    game = position(turn=5, phase="soviet movement", options=CLOSED, units={
        "32/50": MIDDLE, "299/50": MIDDLE, "260/50": EAST, "154/50": EAST, "11/50": "C3427",
    })  # fmt: skip
    give(game, "top 299/50", "top 154/50")
    assert faces(game, "german")[EAST] == ["154/50+1"]
    give(game, f"move 11/50 C3427-{EAST}")
    assert faces(game, "german") == {MIDDLE: ["299/50+1"], EAST: ["11/50+2"]}


@case("8.46")
def test_stacks_are_set_up_in_order():
    game = begun("guderian", options=CLOSED)
    for name in ("3/3P/24", "I6/3P/24", "394/3P/24"):
        give(game, f"place {name} C1220")
    assert offered(game, "top") == ["top 3/3P/24", "top 394/3P/24"]
    give(game, "top 3/3P/24")
    assert told(game)["units"]["3/3P/24"]["top"] is True


def declared(off=()):
    """A tank battalion on top of two regiments of its stack, one of which attacks."""
    return fight(
        ("I6/3P/24", WEST), ("3/3P/24", WEST, 4), ("394/3P/24", WEST, 4), ("299/50", MIDDLE, 3),
        off=off, options=CLOSED, dice=(3, 3),
    )  # fmt: skip


@case("9.16")
def test_declared_attackers_are_seen_and_nothing_is_changed_any_more():
    """R34, R73."""
    game = declared()
    assert faces(game, "soviet")[WEST] == ["I6/3P/24+2"]
    (event,) = happened(give(game, f"attack {MIDDLE} I6/3P/24 394/3P/24"), "declared")
    assert {*event["units"]} == {"I6/3P/24", "394/3P/24"}
    assert "unseen" not in event
    assert faces(game, "soviet")[WEST] == ["I6/3P/24+1", "394/3P/24"]
    assert {*game.view("soviet").position["combats"][0]["units"]} == {"I6/3P/24", "394/3P/24"}
    events = game.push("end")
    assert happened(events, "combat"), "nobody is asked who engages"
    off = declared(off=("closed-stacks",))
    give(off, f"attack {MIDDLE} I6/3P/24 394/3P/24", "end")
    assert offered(off, "engage")


@case("9.16")
def test_nothing_is_changed_at_an_open_table_either():
    """R76."""
    units = (("339/167/53", WEST, 4), ("315/167/53", WEST, 4), ("299/50", MIDDLE, 3))
    for off, fixed in (((), True), (("closed-stacks",), False)):
        game = fight(*units, off=off, dice=(3, 3))
        events = give(game, f"attack {MIDDLE} 339/167/53", "end")
        assert bool(happened(events, "combat")) == fixed
        assert bool(offered(game, "engage")) != fixed


@case("8.46", "8.45")
@pytest.mark.parametrize("seed", range(3))
def test_imagined_stacks_are_in_order_and_look_the_same(seed):
    game = begun("hoepner", options=CLOSED, seed=seed)
    rng = random.Random(seed)
    looked = 0
    while game.decision is not None and game.decision.turn < 4:
        if rng.random() < 0.1:
            for number, side in enumerate(game.rules.sides):
                twin = game.rules.secrets.imagine(game.position, number, rng)
                assert game.rules.snapshot(twin, side) == game.rules.snapshot(game.position, side)
                looked += 1
        game.push(chance(game, rng))
    assert looked > 20


@case("8.46")
def test_open_strengths_and_open_stacks_do_without():
    for options in ({"stacks": "open"}, {"strengths": "open"}, {"strengths": "constant"}):
        game = position(
            turn=5, phase="soviet movement", units=dict.fromkeys(("32/50", "299/50"), MIDDLE), options=options
        )
        assert len(faces(game, "german")[MIDDLE]) == 2
        assert refused(game, "top 299/50").case == "8.45"


def bystander(tmp_path, intelligence, off=()):
    """Two divisions are attacked, one of which may fight; the result of the attack is to be suffered."""
    game = fight(
        ("339/167/53", WEST, 7), ("315/167/53", NORTH_WEST, 7), ("299/50", MIDDLE, 3), ("260/50", MIDDLE, 3),
        off=off, options={**CLOSED, "intelligence": intelligence}, dice=(6, 6), charts=always(tmp_path, "D1"),
    )  # fmt: skip
    give(game, f"attack {MIDDLE} 339/167/53 315/167/53", "end", "defend 260/50")
    return game


@case("8.46", "8.44")
def test_at_the_moment_of_combat_the_whole_attacked_hex_is_seen(tmp_path):
    """R31; in the game of 1978 who only stands by is not."""
    assert sorted(faces(bystander(tmp_path, "strict"), "german")[MIDDLE]) == ["260/50", "299/50"]
    off = bystander(tmp_path, "strict", off=("closed-stacks",))
    assert faces(off, "german")[MIDDLE] == ["260/50+1"]


@case("8.46", "8.44")
@pytest.mark.parametrize(
    ("intelligence", "known"), [("strict", ["299/50+1"]), ("kind", ["260/50", "299/50"])]
)
def test_a_kind_table_remembers_who_was_seen(intelligence, known, tmp_path):
    game = bystander(tmp_path, intelligence)
    give(game, "lose 260/50")
    while game.decision.phase == "german combat":
        game.push("end")
    assert sorted(faces(game, "german")[MIDDLE]) == known
