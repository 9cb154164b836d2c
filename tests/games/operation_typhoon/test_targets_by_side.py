"""Each side has its own targets, even in a turn on which nobody moves."""

from tests.games.operation_typhoon.fights import EAST, MIDDLE, fight
from tests.games.operation_typhoon.positions import offered
from typhoon.engine.cases import case


@case("9.1", "9.25")
def test_targets_are_those_of_the_side_that_attacks():
    # An HQ need not be attacked, so the German phase passes without a move; then the HQ may attack.
    game = fight(("12/4P/24", MIDDLE, 4), ("49/Zhrkn", EAST), dice=())
    assert offered(game, "attack") == [f"attack {EAST} 12/4P/24"]
    game.push("end")
    while game.decision.phase != "soviet combat":
        game.push("end")
    assert offered(game, "attack") == [f"attack {MIDDLE} 49/Zhrkn"]
