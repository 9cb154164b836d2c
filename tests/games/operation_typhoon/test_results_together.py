"""Several combats out of one hex (9.99)."""

from tests.games.operation_typhoon.fights import EAST, MIDDLE, WEST, fight
from tests.games.operation_typhoon.positions import happened, position
from typhoon.engine.cases import case

STACK = (("12/4P/24", MIDDLE, 4), ("I35/4P/24", MIDDLE))
FOES = (("258/49", WEST, 9), ("238/49", EAST, 9))
ATTACKS = (f"attack {WEST} 12/4P/24", f"attack {EAST} I35/4P/24")


@case("9.99")
def test_each_combat_out_of_a_hex_has_its_own_throw():
    game = fight(*STACK, *FOES)
    game = position(**{**game.rules.snapshot(game.position), "seed": 1})
    for order in ATTACKS:
        game.push(order)
    assert len(happened(game.push("end"), "combat")) == 2


@case("9.99", "9.86")
def test_attackers_beaten_twice_suffer_both_results():
    # 4 to 9 and 1 to 9, both with a seven: A2(2), then A3(3), against the same stack.
    game = fight(*STACK, *FOES, dice=(3, 4, 3, 4))
    for order in ATTACKS:
        game.push(order)
    first, second = happened(game.push("end"), "combat")
    assert (first["result"], second["result"]) == ("A2(2)", "A3(3)")
    # The first result costs the regiment two steps and drives the stack back; the Soviets follow.
    retreat = [order for order in map(str, game.orders) if order.startswith("withdraw")]
    game.push(retreat[-1])
    game.push("lose 12/4P/24")  # for the zone of control on the way (9.93)
    assert game.decision.side == "soviet"
    assert f"advance 258/49 {WEST}-{MIDDLE}" in game.orders
    events = game.push(f"advance 258/49 {WEST}-{MIDDLE}")
    while game.decision and not happened(events, "eliminated"):
        events = game.push(next(iter(game.orders)))
    # The second one strikes the same Germans, not the victors who stand in their place.
    assert happened(events, "eliminated")[0]["unit"] == "I35/4P/24"
