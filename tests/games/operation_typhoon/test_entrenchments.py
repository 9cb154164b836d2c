"""Entrenchments (14).  C2018 is entrenched, on clear ground south of the Upa; C2017 and C1918 are not."""

import pytest

from tests.games.operation_typhoon.fights import fight
from tests.games.operation_typhoon.positions import give, offered, position, reach, refused
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules

RULES = find_rules("operation-typhoon")
ENTRENCHED = "C2018"


def defense(attackers, defender, **given):
    """The strength that defends against an attack from these hexes."""
    units = [(name, hex_, 4) for name, hex_ in zip(("17/31/43", "82/31/43"), attackers, strict=False)]
    names = " ".join(name for name, _, _ in units)
    game = fight(*units, defender, dice=(6, 6), **given)
    return game.preview(f"attack {defender[1]} {names}").defense


@case("14.0", "14.21")
def test_soviet_defenders_are_doubled():
    assert defense(["C2017"], ("299/50", ENTRENCHED, 4)) == 8
    assert defense(["C1918"], ("299/50", "C1917", 4)) == 4
    # Whoever they are.
    assert defense(["C2017"], ("299/50", ENTRENCHED, {"cadre": True})) == 2
    assert defense(["C2017"], ("50/Bldin", ENTRENCHED)) == 4
    assert defense(["C2017"], ("32/50", ENTRENCHED, 2)) == 4


@case("14.21", "13.55")
def test_halving_comes_first():
    # A poor unit of 5 in snow is 2, doubled 4.
    assert defense(["C2017"], ("299/50", ENTRENCHED, 5), snow=True) == 4


@case("14.23")
@pytest.mark.parametrize("hex_", ["C2017", "C1918", "C1919"])
def test_from_whatever_side_they_are_attacked(hex_):
    assert defense([hex_], ("299/50", ENTRENCHED, 4)) == 8


@case("14.21")
def test_they_do_not_help_in_the_attack():
    game = fight(("299/50", ENTRENCHED, 4), ("17/31/43", "C2017", 4), side="soviet", dice=(6, 6))
    preview = game.preview("attack C2017 299/50")
    assert (preview.attack, preview.defense) == (4, 4)


@case("14.21")
def test_germans_have_nothing_from_them():
    game = fight(("299/50", "C2017", 4), ("17/31/43", ENTRENCHED, 4), side="soviet", dice=(6, 6))
    assert game.preview(f"attack {ENTRENCHED} 299/50").defense == 4


@case("14.22")
def test_units_in_them_need_not_attack():
    game = fight(("299/50", ENTRENCHED, 4), ("17/31/43", "C2017", 4), side="soviet")
    assert game.why_not("end") is None
    assert offered(game, "attack")  # but may
    game = fight(("299/50", "C1918", 4), ("17/31/43", "C2017", 4), side="soviet")
    assert refused(game, "end").case == "6.41"


@case("14.22")
def test_germans_must_attack_out_of_them():
    game = fight(("17/31/43", ENTRENCHED, 4), ("299/50", "C2017", 4))
    assert refused(game, "end").case == "6.41"  # R63


@case("14.11")
@pytest.mark.parametrize(("ground", "cost"), [("normal", 2), ("ground freeze", 1)])
def test_entering_costs_what_the_terrain_costs(ground, cost):
    game = position(turn=4, units={"12/4P/24": "C2017"}, supported=[], ground=ground)
    assert reach(game, "12/4P/24")[ENTRENCHED] == cost


@case("14.12", "14.13")
def test_they_are_permanent_and_nobody_builds_any():
    # Taken by Germans and left again, the works serve the next Soviet unit as before.
    game = position(turn=4, units={"12/4P/24": "C2017", "413/50": "C3151"}, supported=[], dice=[1] * 20)
    give(game, f"move 12/4P/24 C2017-{ENTRENCHED}", f"move 12/4P/24 {ENTRENCHED}-C2017")
    assert game.position.ground.entrenched == position(units={}).position.ground.entrenched
    assert not {"dig", "entrench", "destroy"} & {kind.verb for kind in RULES.order_kinds}


@case("14.0")
def test_where_they_are():
    # R52: around Moscow, the five hexes of 20th Army among them, and at Tula.
    works = {number for number, facts in RULES.hex_facts.items() if facts.entrenchment}
    assert {"B3628", "B3729", "B3829", "B3329", "B3229"} <= works
    assert {number[0] for number in works} == {"A", "B", "C"}
    assert ENTRENCHED in works
    assert not works & {"B2512", "B0621"}  # neither on the Nara nor at Serpukhov
