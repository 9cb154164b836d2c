"""Each side has its own targets, even in a turn on which nobody moves."""

from tests.games.operation_typhoon.fights import fight
from tests.games.operation_typhoon.positions import offered
from typhoon.engine.cases import case

TOWN, BESIDE_IT = "C1317", "C1318"


@case("9.1", "9.25")
def test_targets_are_those_of_the_side_that_attacks():
    # From a town nobody has to attack, so the German phase passes without a move; then the HQ may attack.
    game = fight(("12/4P/24", TOWN, 4), ("49/Zhrkn", BESIDE_IT), dice=())
    assert offered(game, "attack") == [f"attack {BESIDE_IT} 12/4P/24"]
    game.push("end")
    while game.decision.phase != "soviet combat":
        game.push("end")
    assert offered(game, "attack") == [f"attack {TOWN} 49/Zhrkn"]
