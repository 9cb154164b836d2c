"""Combat phases played by chance, and every list of orders and every result in them worked out by hand."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.games.operation_typhoon.by_hand import COUNTERS
from tests.games.operation_typhoon.combat_by_hand import SIDES, Field, crowd
from tests.games.operation_typhoon.positions import happened, position
from typhoon import Game, ImpossiblePosition
from typhoon.engine.cases import case

CHOICES = ("declaring", "resolving", "engaging", "setback", "toll", "advancing")
CHANGES = {"lost_step", "eliminated", "retreated", "evaded", "advanced"}
"""What makes the field another one; a combat that follows in the same breath is not worked out."""


def melee(seed: int) -> Game | None:
    """A combat phase of a crowd; None where they stand too close together."""
    rng = Random(seed)
    units = crowd(rng)
    germans = [state["hex"] for name, state in units.items() if COUNTERS[name].side == "german"]
    frozen = rng.choice(("", "ground freeze", "river freeze"))
    try:
        return position(
            turn=rng.choice((5, 9)), phase=f"{rng.choice(SIDES)} combat", units=units, supported=[],
            weather="clear", ground=frozen or "normal", snow=bool(frozen) and rng.random() < 0.5,
            air={"german": 2, "soviet": 2}, seed=str(seed), options={"hedgehogs": "yes"},
            hedgehogs=[hex_ for hex_ in germans if rng.random() < 0.1],
        )  # fmt: skip
    except ImpossiblePosition as error:
        assert "overstacked" in str(error)
        return None


def check_orders(game: Game, field: Field, side: str) -> str:
    """Compare the orders that may be given with those worked out by hand; what was looked at."""
    frame = field.frame
    kind: str = frame.get("phase", "declaring")
    if kind == "declaring":
        assert (game.why_not("end") is None) == field.is_complete(side, field.declared())
        wanted = field.attacks(side)
        if wanted is not None:
            found = [order for order in game.orders if order.verb == "attack"]
            assert {(frozenset(o.target.split("+")), frozenset(o.units)) for o in found} == wanted
    elif kind == "resolving":
        assert {order.target for order in game.orders} == field.next_combats(frame.get("rolled", ()))
    elif kind == "engaging":
        assert {frozenset(order.units) for order in game.orders} == field.engagements(frame["target"])
    elif kind == "setback":
        assert {order.path for order in game.orders if order.verb == "withdraw"} == field.retreats(frame)
        bound = frame["breakthrough"] or any(frame.get("paths", ()))
        losers = {order.unit for order in game.orders if order.verb == "lose"}
        assert losers == (set() if bound else field.losers(frame))
    elif kind == "toll":
        assert {order.unit for order in game.orders} == field.losers(frame)
    elif kind == "advancing":
        found = [order for order in game.orders if order.verb == "advance"]
        assert {(order.unit, order.path) for order in found} == field.advances(frame)
    return kind


def choose(game: Game, rng: Random) -> Any:
    """Something to do, with a taste for attacks of one's own choice and for advances."""
    orders = game.orders
    if game.why_not("propose") is None:
        if rng.random() < 0.15:
            return "end" if game.why_not("end") is None else "propose"
        return orders.sample(rng)
    advances = [order for order in orders if order.verb == "advance"]
    return rng.choice(advances) if advances and rng.random() < 0.7 else orders.sample(rng)


def combat_of(events: list) -> dict[str, Any]:
    """The combat among some events, the first of several, if nothing changed the field before it."""
    kinds = [event.kind for event in events]
    place = kinds.index("combat") if "combat" in kinds else 0
    return {} if "combat" not in kinds or set(kinds[:place]) & CHANGES else events[place].facts


def check_result(facts: dict[str, Any], before: Field, after: Field) -> None:
    """The result strikes everybody in the hexes of the side that it names, with its numbers."""
    setbacks = [frame for frame in after.words.get("frames", ()) if frame["phase"] == "setback"]
    if len(setbacks) != 1:
        return  # nothing is left to do, or results of several combats wait
    (frame,), code = setbacks, facts["result"]
    suffers = SIDES.index(facts["side"]) if code[0] == "A" else 1 - SIDES.index(facts["side"])
    hexes = {before.hex_of(name) for name in facts["units"]} if code[0] == "A" else facts["target"].split("+")
    assert frame["side"] == suffers
    assert set(frame["units"]) == set().union(*[before.at(hex_) for hex_ in hexes])
    assert frame["steps"] == (int(code[3]) if "(" in code else 0)
    assert frame["breakthrough"] == code.endswith("!")
    assert frame["back"] <= int(code[1])  # less where the way is barred (R91)


def check_events(field: Field, order: str, events: list) -> None:
    """Compare what an order did with what it must do."""
    if facts := combat_of(events):
        declared = field.combats[facts["target"]]
        cover = 2 if order == f"air {facts['target']} 2" else declared.get("cover", 0)
        found = facts["attack"], facts["defense"], facts["result"]
        assert found == field.combat(facts, declared.get("air", 0), cover)
        for hex_ in facts["target"].split("+"):
            mine, able = set(facts["defenders"]) & field.at(hex_), field.attacked(hex_)
            assert field.may_fight(mine)
            assert not any(field.may_fight(mine | {name}) for name in able - mine)
    verb, *words = order.split(" ")
    if verb == "lose":
        first = next(event for event in events if event.kind in ("lost_step", "eliminated"))
        assert first.facts["unit"] == words[0]
        assert first.facts.get("left", "") == field.next_state(words[0])
    elif verb == "withdraw":
        frame, (retreat,) = field.frame, happened(events, "retreated")
        assert set(retreat["units"]) == field.at(retreat["path"][0]) & set(frame["units"])


@case("6.41", "7.2", "9.1", "9.2", "9.3", "9.4", "9.5", "9.64", "9.82", "9.86", "9.87", "9.88")
@case("9.92", "9.96", "9.97", "9.98")
@pytest.mark.parametrize("seeds", [range(40), range(40, 80), range(80, 120)], ids=str)
def test_combat_phases_go_as_worked_out_by_hand(seeds):
    seen: Counter[str] = Counter()
    for seed in seeds:
        game, rng = melee(seed), Random(seed)
        if game is None:
            continue
        phase = game.decision.phase
        while game.decision is not None and game.decision.phase == phase:
            field = Field(game)
            seen[check_orders(game, field, phase.split(" ")[0])] += 1
            order = choose(game, rng)
            events = game.push(order)
            check_events(field, str(order), events)
            combats = happened(events, "combat")
            if len(combats) == 1 and combat_of(events) and game.decision:
                check_result(combats[0], field, Field(game))
            seen["combat"] += len(combats)
    assert all(seen[kind] > 10 for kind in (*CHOICES, "combat")), seen
