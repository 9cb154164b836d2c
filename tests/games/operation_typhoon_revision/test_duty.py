"""9.14: who attacks out of a town, city or entrenchment attacks all who exert a zone on him."""

import pytest

from tests.games.operation_typhoon.positions import give, refused
from tests.games.operation_typhoon_revision.ours import fight
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules

TOWN = "C1820"  # Tula


def around(number):
    grid = find_rules("operation-typhoon-revision").grid
    return list(grid.numbers(grid.around(grid.index(number))))


FIRST, SECOND, *_ = [hex_ for hex_ in around(TOWN) if hex_ != "C1719"]


@case("9.14")
@pytest.mark.parametrize(("off", "bound"), [((), True), (("all-or-none",), False)])
def test_who_attacks_out_of_a_town_attacks_all_or_nobody(off, bound):
    """R33: OTR-099; the declared attacks can be completed or called off, by hand or by the program."""
    units = (("413/50", TOWN, 12), ("339/167/53", FIRST, 4), ("110/112/53", SECOND, 4))
    game = fight(*units, side="soviet", off=off)
    assert game.why_not("end") is None, "nobody in a town must attack"
    give(game, f"attack {FIRST} 413/50")
    if not bound:
        assert game.why_not("end") is None
        return
    ruling = refused(game, "end")
    assert ruling.case == "9.14" and SECOND in ruling.text
    give(game, "propose")
    assert game.why_not("end") is None
    both = fight(*units, side="soviet")
    give(both, f"attack {'+'.join(sorted((FIRST, SECOND), key=both.rules.grid.index))} 413/50")
    assert both.why_not("end") is None


@case("9.14")
def test_enemies_without_a_zone_may_be_left_alone():
    """R69."""
    game = fight(("413/50", TOWN, 12), ("339/167/53", FIRST, 4), ("I6/3P/24", SECOND), side="soviet")
    give(game, f"attack {FIRST} 413/50")
    assert game.why_not("end") is None


@case("9.14")
def test_in_a_town_the_others_may_stand_by():
    units = (("413/50", TOWN, 12), ("32/50", TOWN), ("339/167/53", FIRST, 4))
    game = fight(*units, side="soviet")
    give(game, f"attack {FIRST} 413/50")
    assert game.why_not("end") is None


@case("9.14")
def test_somebody_else_may_attack_the_other():
    units = (
        ("413/50", TOWN, 12), ("339/167/53", FIRST, 4), ("110/112/53", SECOND, 4),
        ("299/50", next(h for h in around(SECOND) if h not in (TOWN, *around(FIRST))), 3),
    )  # fmt: skip
    game = fight(*units, side="soviet")
    give(game, f"attack {SECOND} 299/50")
    assert game.why_not("end") is None
    give(game, f"attack {FIRST} 413/50")
    assert game.why_not("end") is None


@case("19.18a")
def test_who_attacks_out_of_a_town_next_to_a_strongpoint_attacks_all_in_any_case():
    """R77: for all Soviet units, whatever 9.14 says of towns, whichever neighbour is attacked first."""
    units = (("413/50", TOWN, 12), ("339/167/53", FIRST, 4), ("110/112/53", SECOND, 4))
    for target, other in ((FIRST, SECOND), (SECOND, FIRST)):
        game = fight(*units, side="soviet", off=("all-or-none",), minors=[SECOND])
        assert game.why_not("end") is None
        give(game, f"attack {target} 413/50")
        assert other in refused(game, "end").text
        give(game, "propose")
        assert game.why_not("end") is None
