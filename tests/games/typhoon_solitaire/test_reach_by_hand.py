"""How far forces can go (7.1, 7.3, 9.2 to 9.6), worked out a second time, hex by hex.

The umpire finds the reach of a force with sets of hexes. Here it is found with pencil and paper: the
nearest hex not yet looked at is looked at next.
"""

import random

import pytest

import typhoon
from tests.games.typhoon_solitaire.positions import (
    around,
    gained,
    happened,
    offered,
    position,
    reachable,
    told,
    where,
)
from typhoon.engine.cases import case

RULES = position().rules
RIVERS = {frozenset((e.hex_a, e.hex_b)) for e in RULES.board.edges if e.type == "river"}
GERMAN_AT_START = {number for number, row in RULES.board.rows.items() if row.side == "german"}
TERRAIN = {number: row.terrain for number, row in RULES.board.rows.items()}
COUNTERS = {counter.unit: counter for counter in RULES.counters}
COSTS = {  # mechanized, others
    "clear": (1, 1), "woods": (2, 1), "marsh": (3, 2), "town": (1, 1), "city": (1, 1), "river": (2, 1),
}  # fmt: skip


def step(unit: str, number: str, other: str) -> int:
    """What it costs a unit to go from a hex to the next."""
    slow = 0 if COUNTERS[unit].mechanized else 1
    river = COSTS["river"][slow] if frozenset((number, other)) in RIVERS else 0
    return COSTS[TERRAIN[other]][slow] + river


def by_hand(game, units: list[str], points: int, *, stood_down: bool = False) -> dict[str, int]:
    """The hexes that units can go to with so many points, with what they cost."""
    german = GERMAN_AT_START | gained(game)
    others: dict[str, list[str]] = {}
    for name in told(game)["units"]:
        if name not in units:
            others.setdefault(where(game, name), []).append(name)

    def is_open(number: str) -> bool:
        there = others.get(number, [])
        if sum(COUNTERS[name].halves for name in there + units) > 6:
            return False
        formations = {COUNTERS[name].formation for name in there + units}
        return game.position.turn >= 5 or not there or len(formations) == 1

    start = where(game, units[0])
    costs, to_do = {}, {start: 0}
    while to_do:
        number = min(to_do, key=to_do.__getitem__)
        costs[number] = so_far = to_do.pop(number)
        if number not in german:
            continue  # a battle
        for other in around(number) - set(costs):
            if not is_open(other) or (stood_down and other not in german):
                continue
            cost = so_far + step(units[0], number, other)
            if cost <= points:
                to_do[other] = min(cost, to_do.get(other, cost))
    del costs[start]
    return costs


def some_forces(game, count: int, seed: int) -> list[list[str]]:
    forces = [list(order.units) for order in game.orders if order.verb == "force"]
    return random.Random(seed).sample(forces, min(count, len(forces)))


@case("7.1", "7.3", "9.2", "9.4")
@pytest.mark.parametrize("turn", [1, 4, 6])
def test_the_first_march_of_any_force_of_the_set_up(turn):
    ready = typhoon.new("typhoon-solitaire", seed=1)
    ready.push("deploy")
    units = told(ready)["units"]
    for force in some_forces(ready, 25, turn):
        game = position(turn=turn, units=units)
        game.push(f"force {' '.join(force)}")
        points = game.position.mp
        assert reachable(game) == by_hand(game, force, points)


@case("12.1", "12.2", "9.2")
def test_turn_5_in_the_north_and_in_the_south():
    ready = typhoon.new("typhoon-solitaire", seed=1)
    ready.push("deploy")
    units = told(ready)["units"]
    for force in some_forces(ready, 40, 5):
        game = position(turn=5, units=units)
        points = 6 if COUNTERS[force[0]].mechanized else 4
        north = int(where(game, force[0])[2:]) <= 40
        game.push(f"force {' '.join(force)}")
        assert reachable(game) == by_hand(game, force, points, stood_down=north)


@case("3.5", "7.1", "9.4", "9.6", "9.9")
@pytest.mark.parametrize("seed", range(6))
def test_in_the_middle_of_an_offensive(seed):
    """Random orders from the set-up on, so that hexes are gained and stacks scattered."""
    rng = random.Random(seed)
    game = typhoon.new("typhoon-solitaire", seed=seed, options={"losses": "system"})
    game.push("deploy")
    marches = retreats = 0
    force: list[str] = []
    costs: dict[str, int] = {}
    while marches < 60:
        orders = [order for order in game.orders if order.verb not in ("end", "support", "halt")]
        events = game.push(rng.choice(orders) if orders else "end")
        assert game.decision, "the game is over too soon"
        for fact in happened(events, "repulsed"):
            # A force falls back to the hex before, on a cheapest way through German hexes.
            before = fact["to"]
            assert before in GERMAN_AT_START | gained(game)
            assert costs[before] + step(force[0], before, fact["hex"]) == costs[fact["hex"]]
            retreats += 1
        if offered(game, "march"):
            force = list(game.position.names(game.position.force))
            costs = by_hand(game, force, game.position.mp)
            assert reachable(game) == costs
            costs[where(game, force[0])] = 0
            marches += 1
    assert retreats
