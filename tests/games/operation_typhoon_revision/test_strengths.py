"""Strengths that keep their halves (12.54(b), 13.44), and what 9.63 says of accelerated assaults."""

import pytest

import typhoon
from tests.games.operation_typhoon.fights import EAST, MIDDLE, WEST
from tests.games.operation_typhoon_revision.positions import fight, give, happened, position, refused
from typhoon.engine.cases import case

ON, OFF = ("fractions",), ()
ENTRENCHED, BEFORE_IT = "C2018", "C2017"
ISOLATED, OUT = {"supply": "isolated"}, {"supply": "out"}


def attack_of(strength, state, switches, **given):
    game = fight(("62/7/7", WEST, strength, state), ("413/50", MIDDLE, 8), switches=switches, **given)
    return game.preview(f"attack {MIDDLE} 62/7/7").attack


def defense_of(name, strength, state, switches, **given):
    game = fight(("62/7/7", WEST, 9), (name, MIDDLE, strength, state), switches=switches, **given)
    return game.preview(f"attack {MIDDLE} 62/7/7").defense


@case("12.54(b)")
@pytest.mark.parametrize(
    ("strength", "switches", "halved"),
    [
        (3, ON, 1.5),  # OTR-017
        (1, ON, 1),  # OTR-018
        (4, ON, 2),
        (3, OFF, 1),
    ],
)
def test_isolated_defenders_keep_their_fraction(strength, switches, halved):
    assert defense_of("299/50", strength, ISOLATED, switches) == halved


@case("13.44")
@pytest.mark.parametrize(
    ("state", "snow", "switches", "strength"),
    [
        ({}, 1, ON, 4.5),
        (OUT, 1, ON, 4.5),  # OTR-103
        (OUT, 0, ON, 4),  # OTR-104: short supply alone drops the fraction
        (ISOLATED, 1, ON, 1),
        ({}, 1, OFF, 4),
    ],
)
def test_poor_attackers_in_snow_keep_theirs(state, snow, switches, strength):
    """R40."""
    assert attack_of(9, state, switches, snow=snow) == strength


@case("13.44")
def test_good_winterization_never_costs_strength():
    assert defense_of("413/50", 9 + 1, {}, ON, snow=1) == 10
    assert defense_of("299/50", 5, {}, ON, snow=1) == 2.5


@case("12.54(b)", "14.21")
def test_halved_once_and_doubled_afterwards():
    """R40: 3 is 1.5, in an entrenchment 3."""
    game = fight(("62/7/7", BEFORE_IT, 9), ("299/50", ENTRENCHED, 3, ISOLATED), switches=ON)
    assert game.preview(f"attack {ENTRENCHED} 62/7/7").defense == 3


@case("12.54(b)", "9.72")
def test_the_ratio_is_taken_of_the_exact_sums_and_rounded_for_the_defender():
    """9 against 1.5 is 6-1; against 2.5, 3-1 and not 4-1; 4 against 4.5 is 1-2."""

    def column(strength, attack, **given):
        game = fight(("62/7/7", WEST, attack), ("299/50", MIDDLE, strength, ISOLATED), switches=ON, **given)
        return game.preview(f"attack {MIDDLE} 62/7/7").columns[0].result

    assert column(3, 9) == "6-1"
    assert column(5, 9) == "3-1"
    assert column(7, 3) == "1-2"


@case("12.54(b)")
def test_halves_are_told_and_written_down():
    units = (("62/7/7", WEST, 9), ("61/7/7", EAST, 6), ("299/50", MIDDLE, 3, ISOLATED))
    game = fight(*units, switches=ON, dice=(3, 3))
    events = give(game, f"attack {MIDDLE} 61/7/7 62/7/7", "end")
    (combat,) = happened(events, "combat")
    assert (combat["attack"], combat["defense"]) == (15, 1.5)
    (told,) = [game.told(event) for event in events if event.kind == "combat"]
    assert ": 15 to 1½ is" in told
    assert typhoon.load(str(game.journal)).log[-len(events) :] == events


@case("9.63")
@pytest.mark.parametrize(("turn", "allowed"), [(16, False), (17, True)])
def test_soviet_accelerated_assaults_from_turn_17_on(turn, allowed):
    """OTR-008."""
    units = {"50/Bldin": "C3430", "413/50": MIDDLE, "17/31/43": WEST}
    game = position(scenario="extended", turn=turn, phase="soviet combat", units=units, supported=[])
    if allowed:
        assert "assault 50/Bldin" in [str(order) for order in game.orders]
    else:
        assert refused(game, "assault 50/Bldin").case == "9.63"
