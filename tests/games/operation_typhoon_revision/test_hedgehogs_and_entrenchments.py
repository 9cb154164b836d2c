"""14.12 and 19.1: entrenchments that are lost, hedgehogs with a zone and a die."""

import pytest

from tests.games.operation_typhoon.fights import EAST, MIDDLE, NORTH_EAST, WEST, attack
from tests.games.operation_typhoon.positions import give, happened, shaded, told
from tests.games.operation_typhoon_revision.ours import fight, position
from typhoon.engine.cases import case

TRENCH = "C1620"
# 413/50 attacks with 12 a regiment of 4: 3-1 in the open.
THREE_TO_ONE = (("413/50", WEST, 12), ("339/167/53", MIDDLE, 4))
ATTACK = f"attack {MIDDLE} 413/50"


def hedgehog(*units, **given):
    return fight(*units or THREE_TO_ONE, side="soviet", hedgehogs=[MIDDLE], **given)


@case("19.11", "19.15")
@pytest.mark.parametrize(("off", "zone"), [((), True), (("hedgehog-zone",), False)])
def test_a_hedgehog_keeps_its_zone(off, zone):
    game = hedgehog(off=off)
    assert (EAST in shaded(game, "zones")) == zone


@case("19.13")
@pytest.mark.parametrize(("die", "column"), [(1, "2-1"), (4, "2-1"), (5, "3-1"), (6, "3-1")])
def test_a_die_says_whether_a_hedgehog_shifts(die, column):
    """OTR-069; the die falls before the dice of the combat."""
    game = hedgehog(dice=(die, 3, 4))
    combat = attack(game, ATTACK)
    assert (combat["odds"], combat["final"], combat["dice"]) == ("3-1", column, (3, 4))
    (event,) = [e for e in game.journal.entries[-1].events if e.kind == "hedgehog_die"]
    assert event.facts["die"] == die
    assert game.rules.story_cases["hedgehog_die"] == "19.13"


@case("19.13")
def test_the_preview_knows_the_chance_of_the_shift():
    preview = hedgehog().preview(ATTACK)
    assert [(c.result, c.chance) for c in preview.columns] == [("2-1", 0.666667), ("3-1", 0.333333)]
    (shift,) = [m for m in preview.modifiers if m.key == "hedgehog"]
    assert shift.possible and shift.case == "19.13"


@case("19.13")
def test_without_the_die_a_hedgehog_always_shifts():
    game = hedgehog(dice=(3, 4), off=("hedgehog-die",))
    combat = attack(game, ATTACK)
    assert (combat["final"], combat["dice"]) == ("2-1", (3, 4))


def trench(*off, **units):
    return position(
        *off, turn=5, phase="german supply", units=units, air={"german": 0, "soviet": 0}, weather="clear"
    )


def german_turn(game, *orders):
    """Play a German player turn without enemies; the supply phase is over before the first order."""
    while game.decision.phase != "german movement":
        game.push("end")
    give(game, *orders)
    while game.decision.turn == 5 and game.decision.phase.startswith("german"):
        game.push("end")
    return [event for entry in game.journal.entries for event in entry.events] + game.opening


@case("14.12")
@pytest.mark.parametrize(
    ("units", "orders", "off", "lost"),
    [
        ({"339/167/53": TRENCH}, (), (), True),  # OTR-043
        ({"339/167/53": {"hex": TRENCH, "cadre": True}}, (), (), False),  # OTR-044
        ({"I6/3P/24": TRENCH, "53/2PzA": TRENCH}, (), (), False),
        ({"339/167/53": TRENCH}, (), ("entrenchment-loss",), False),
        # OTR-112: one leaves, and another takes its place
        (
            {"339/167/53": TRENCH, "315/167/53": "C1619"},
            (f"move 339/167/53 {TRENCH}-C1720", f"move 315/167/53 C1619-{TRENCH}"),
            (),
            False,
        ),
    ],
)
def test_a_regiment_that_stays_destroys_an_entrenchment(units, orders, off, lost):
    """R47."""
    game = trench(*off, **units)
    events = german_turn(game, *orders)
    assert [facts["hex"] for facts in happened(events, "entrenchment_lost")] == ([TRENCH] if lost else [])
    assert (TRENCH not in told(game).get("entrenched", [TRENCH])) == lost


@case("14.12")
def test_nobody_is_doubled_where_an_entrenchment_was():
    """With zone and exemption gone, too: a Soviet division in C1620 must attack its neighbour."""
    units = (("299/50", TRENCH, 3), ("339/167/53", "C1619", 4))
    gone = {"entrenched": ["C1621", "C1719", "C1818", "C1919", "C2018", "C2119"]}
    assert shaded(fight(*units, **gone), "works") == {TRENCH}
    for more, defense, duty in (({}, 6, False), (gone, 3, True)):
        assert fight(*units, **more).preview(f"attack {TRENCH} 339/167/53").defense == defense
        assert bool(fight(*units, side="soviet", **more).why_not("end")) == duty


@case("19.15", "14.12")
def test_marks_of_works_come_back_from_snapshots():
    game = hedgehog(*THREE_TO_ONE, ("12/4P/24", NORTH_EAST, 3))
    again = position(options=dict(game.rules.options), **told(game))
    assert again.state_hash() == game.state_hash()
