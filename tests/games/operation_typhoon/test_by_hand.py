"""The program's reach and supply against the same worked out hex by hex, in many random positions."""

from random import Random

import pytest

import typhoon
from tests.games.operation_typhoon.by_hand import COUNTERS, RULES, Scene
from tests.games.operation_typhoon.positions import position, reach, shaded, supply, told, unit
from typhoon.engine.cases import case


@case("5.22", "5.27", "5.32", "5.44", "5.51", "5.53", "5.91", "6.31", "6.32", "12.44", "12.54", "13.55")
@pytest.mark.parametrize("seed", range(6))
def test_where_units_can_go(seed):
    rng = Random(seed)
    scene = Scene.random(rng)
    for name, state in scene.units.items():
        if COUNTERS[name].type != "hq" and rng.random() < 0.3:
            state["supply"] = rng.choice(("out", "isolated"))
    for side in ("german", "soviet"):
        game = position(
            turn=5, phase=f"{side} movement", units=scene.units, ground=scene.ground, snow=scene.snow,
            supported=[],
        )  # fmt: skip
        for name in scene.units:
            if COUNTERS[name].side == side:
                assert reach(game, name) == scene.reach(name), name
                assert reach(game, name, "strategic") == pytest.approx(scene.reach(name, strategic=True)), (
                    name
                )


@case("5.62", "5.63", "5.64", "17.33")
@pytest.mark.parametrize("seed", range(4))
def test_where_trains_can_go(seed):
    rng = Random(seed)
    scene = Scene.random(rng)
    rails = sorted(h for edge in RULES.board.edges if edge.type == "rail" for h in (edge.hex_a, edge.hex_b))
    rails = [hex_ for hex_ in rails if hex_[0] == "C"]
    free = [hex_ for hex_ in rails if hex_ not in scene.occupied("german")]
    for name, state in scene.units.items():
        if COUNTERS[name].side == "soviet":
            state["hex"] = rng.choice(free)
    cut = sorted(set(rng.sample(rails, 3)))
    game = position(turn=5, phase="soviet movement", units=scene.units, supported=[], interdicted=cut)
    for name in scene.units:
        if COUNTERS[name].side == "soviet":
            assert reach(game, name, "rail") == scene.by_rail(name, cut), name


@case("12.11", "12.12", "12.21", "12.31", "12.41", "12.42", "12.51", "12.52", "6.51", "6.52")
@pytest.mark.parametrize("seed", range(12))
def test_who_is_in_supply(seed):
    rng = Random(seed)
    scene = Scene.random(rng)
    hqs = [name for name in scene.units if COUNTERS[name].type == "hq" and COUNTERS[name].side == "german"]
    supported = [name for name in hqs if rng.random() < 0.6]
    game = position(turn=4, phase="german supply", units=scene.units, snow=scene.snow, supported=supported)
    for name, state in scene.supply(supported).items():
        assert supply(game, name) == state, (name, scene.units[name])


@case("6.21", "6.24", "12.0", "5.0")
@pytest.mark.parametrize("seed", range(2))
def test_in_the_course_of_a_game(seed):
    """What the program remembers from order to order must not go stale."""
    rng = Random(seed)
    game = typhoon.new("operation-typhoon", scenario="guderian", seed=seed)
    game.push("deploy")
    phase = None
    while told(game)["turn"] < 7:
        now = told(game)["turn"], game.decision.phase
        if now != phase and now[0] >= 4 and "movement" in now[1]:
            compare(game, now[1].split()[0])
        phase = now
        proposal = "propose" in game.orders and rng.random() < 0.5
        game.push("propose" if proposal else game.orders.sample(rng))


def compare(game, side):
    """Zones, supply and reach at the beginning of a movement phase."""
    state = told(game)
    units = {name: unit(game, name) for name in state["units"]}
    units = {name: state for name, state in units.items() if state["hex"] not in ("eliminated", "withdrawn")}
    scene = Scene(units, state["ground"], state.get("snow", False))
    for owner in ("german", "soviet"):
        assert shaded(game, "zones", owner) == scene.zone(owner)
    for name, found in scene.supply(state["supported"]).items():
        fresh = units[name].get("entered", -1) + 1 >= state["turn"]  # 12.62
        assert supply(game, name) == ("in" if fresh else found), name
    for name in units:
        if COUNTERS[name].side == side:
            assert reach(game, name) == scene.reach(name), name


@case("5.64", "3.0")
@pytest.mark.parametrize("start", ["B3531", "C0146", "C0109", "A3912", "B3154"])
def test_sixty_hexes_by_rail_over_three_sheets(start):
    lines: dict[str, set[str]] = {}
    for edge in RULES.board.edges:
        if edge.type == "rail":
            lines.setdefault(edge.hex_a, set()).add(edge.hex_b)
            lines.setdefault(edge.hex_b, set()).add(edge.hex_a)
    found, front = {start: 0}, [start]
    for distance in range(1, 61):
        front = [other for hex_ in front for other in lines[hex_] if other not in found]
        found |= dict.fromkeys(front, distance)
    assert len(found) < len(lines)  # somewhere it is too far
    game = position(
        scenario="campaign", turn=5, phase="soviet movement", units={"413/50": start}, supported=[]
    )
    del found[start]
    assert reach(game, "413/50", "rail") == found
