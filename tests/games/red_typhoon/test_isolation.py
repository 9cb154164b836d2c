"""Lines of communication (10.0 to 10.4).

To keep the lines easy to follow there is but one road in this country: from the German source 0115 by 0215
to Vitebsk (0316), then straight east along row 16 to 1816.  A division in 1422 is six hexes south of it, by
1421, 1420, 1419, 1418, 1417 and 1416, and there is no other way that short.
"""

from itertools import pairwise
from random import Random

import pytest

import typhoon
from tests.games.red_typhoon.battle import charts, ready, table
from tests.games.red_typhoon.helpers import controls, position
from typhoon import Game
from typhoon.engine.cases import case

LINE = ["0115", "0215", *(f"{column:02}16" for column in range(3, 19))]


def net(*stretches: tuple[str, list[str]]) -> str:
    """An ``edges.csv`` with these roads and railways."""
    rows = [f"{a},{b},{kind}" for kind, line in stretches for a, b in pairwise(line)]
    return "\n".join(["hex_a,hex_b,type", *rows, ""])


ONE_ROAD = charts(edges=net(("road", LINE)))
SOVIET_ROAD = charts(edges=net(("road", [f"{column}36" for column in range(38, 29, -1)])))
FRONT = {"S-A-01": "1423", "G-253-ID": "1422"}
"""A division at the end of its line, and the army that attacks it from the south."""
ASSAULT = "attack 1422 S-A-01"


def modifiers(game: Game, order: str) -> list[str]:
    """What isolation does to an attack."""
    return [m.text for m in game.preview(order).modifiers if m.case == "10.4"]


def cut_off(units: dict, order: str = ASSAULT, **given) -> bool:
    """Whether the defender of an attack is isolated."""
    side = "soviet" if order.split()[2].startswith("S-") else "german"
    game = ready(side, units, **{"charts": ONE_ROAD, "turn": 3} | given)
    return bool(modifiers(game, order))


@case("10.2")
def test_six_free_hexes_to_a_road_are_near_enough():
    """RT-051, R20."""
    assert not cut_off(FRONT)


@case("10.2")
def test_seven_hexes_are_too_far():
    """RT-052."""
    assert cut_off({"S-A-01": "1424", "G-253-ID": "1423"}, "attack 1423 S-A-01")


@case("10.2")
def test_a_unit_on_the_road_needs_no_way_to_it():
    assert not cut_off({"S-A-01": "1817", "G-253-ID": "1816"}, "attack 1816 S-A-01")


@case("10.4", "10.0")
def test_an_isolated_defender_gives_the_attacker_one_more():
    """RT-055."""
    game = ready("soviet", {"S-A-01": "1424", "G-253-ID": "1423"}, charts=ONE_ROAD)
    found = [(m.value, m.case) for m in game.preview("attack 1423 S-A-01").modifiers]
    assert (1, "10.4") in found


@case("10.4")
def test_isolated_attackers_do_not_suffer():
    """RT-056: no Soviet source is within reach of the attacker, and nothing is counted against it."""
    game = ready("soviet", FRONT, charts=ONE_ROAD)
    assert modifiers(game, ASSAULT) == []


@case("10.2")
def test_an_enemy_unit_on_the_way_bars_it():
    """Even a disrupted one, which has no zone of control."""
    assert cut_off(FRONT | {"S-A-02": {"hex": "1418", "disrupted": True}})


@case("10.2", "6.3")
def test_a_disrupted_enemy_beside_the_way_does_not_bar_it():
    assert not cut_off(FRONT | {"S-A-02": {"hex": "1516", "disrupted": True}})


@case("10.2")
def test_an_enemy_zone_on_the_way_bars_it():
    """The army in 1516 controls 1416, where the way meets the road."""
    assert cut_off(FRONT | {"S-A-02": "1516"})


@case("10.2")
def test_a_friend_on_the_way_cancels_the_zone():
    """RT-053: in order or disrupted."""
    assert not cut_off(FRONT | {"S-A-02": "1516", "G-123-ID": "1416"})
    assert not cut_off(FRONT | {"S-A-02": "1516", "G-123-ID": {"hex": "1416", "disrupted": True}})


@case("10.2")
def test_a_friend_must_stand_in_every_hex_controlled():
    """The army in 1518 controls 1418 and 1417."""
    assert cut_off(FRONT | {"S-A-02": "1518", "G-123-ID": "1418"})
    assert not cut_off(FRONT | {"S-A-02": "1518", "G-123-ID": "1418", "G-81-ID": "1417"})


@case("10.2")
def test_the_zone_over_the_unit_itself_does_not_cut_it_off():
    """R20: the attacker always has one there."""
    assert not cut_off(FRONT)


@case("10.2")
def test_an_enemy_zone_on_the_road_bars_it_at_any_distance():
    """The army in 0615 controls 0516, 0616 and 0716; friends in all three open the road again."""
    raid = FRONT | {"S-A-02": "0615"}
    assert cut_off(raid)
    assert not cut_off(raid | {"G-81-ID": "0516", "G-123-ID": "0616", "G-7-ID": "0716"})


@case("10.2")
def test_an_enemy_city_on_the_road_bars_it():
    """RT-054: Vitebsk, 0316, empty but under Soviet control."""
    assert not cut_off(FRONT, control={"0316": "german"})
    assert cut_off(FRONT, control={"0316": "soviet"})


@case("10.2")
def test_an_enemy_city_on_the_way_to_the_road_bars_it():
    """From 1022 the way of six hexes leads through Demidov, 1017."""
    units = {"S-A-01": "1023", "G-253-ID": "1022"}
    assert not cut_off(units, "attack 1022 S-A-01")
    assert cut_off(units, "attack 1022 S-A-01", control={"1017": "soviet"})


@case("10.2")
def test_roads_that_only_pass_each_other_are_not_joined():
    """R21: between 0816 and 0916 nothing is built."""
    broken = charts(edges=net(("road", LINE[:8]), ("road", LINE[8:])))
    assert LINE[7:9] == ["0816", "0916"]
    assert cut_off(FRONT, charts=broken)


@case("10.2")
def test_the_line_changes_between_road_and_railway_within_a_hex():
    """R21."""
    mixed = charts(edges=net(("rail", LINE[:5]), ("road", LINE[4:12]), ("rail", LINE[11:])))
    assert not cut_off(FRONT, charts=mixed)


@case("10.2")
def test_a_road_that_leads_nowhere_is_no_help():
    away = charts(edges=net(("road", LINE[3:])))
    assert cut_off(FRONT, charts=away)


@case("10.2")
def test_rivers_do_not_matter_to_a_line():
    banks = [f"14{row},14{row + 1},river" for row in range(15, 22)]
    rivers = charts(edges=net(("road", LINE)) + "\n".join([*banks, ""]))
    assert not cut_off(FRONT, charts=rivers)


@case("10.3")
def test_a_source_under_enemy_control_is_useless():
    assert cut_off(FRONT, control={"0115": "soviet"})


@case("10.3")
def test_a_source_in_an_enemy_zone_is_useless_unless_a_friend_holds_it():
    """The army in 0114 controls 0115 but not 0215."""
    assert cut_off(FRONT | {"S-A-02": "0114"})
    assert not cut_off(FRONT | {"S-A-02": "0114", "G-123-ID": "0115"})


@case("10.3")
def test_a_source_retaken_works_again():
    units = FRONT | {"G-123-ID": "0216"}
    lost = {"charts": ONE_ROAD, "control": {"0115": "soviet"}}
    assert cut_off(units, **lost)
    game = position(phase="german movement", units=units, move_orders=["R"], seed=1, **lost)
    game.push("move G-123-ID 0216-0115")
    assert controls(game, "0115") == "german"
    for _ in range(3):
        game.push("end")
    game.push("activate NW")
    assert game.decision.phase == "soviet combat"
    assert modifiers(game, ASSAULT) == []


@case("10.3")
def test_a_captured_source_is_no_use_to_its_captor():
    """R39: Soviets hold the road, Vitebsk and 0115, and are cut off all the same."""
    units = {"G-253-ID": "1423", "S-A-05": "1422"}
    held = {"0115": "soviet", "0316": "soviet"}
    assert cut_off(units, "attack 1422 G-253-ID", control=held)


@case("10.2", "10.3")
def test_soviets_trace_to_soviet_sources():
    """With a road from 3836 due west the army in 3442, six hexes south of it, is in supply."""
    units = {"G-253-ID": "3443", "S-A-05": "3442"}
    assert not cut_off(units, "attack 3442 G-253-ID", charts=SOVIET_ROAD)
    assert cut_off(units, "attack 3442 G-253-ID", charts=SOVIET_ROAD, control={"3836": "german"})


@case("10.0", "10.4")
@pytest.mark.parametrize("unit", ["S-4th-Airborne-Corps", "S-Partisan-1"])
def test_airborne_and_partisan_units_are_judged_like_all_others(unit):
    """R22: once deep behind the German lines, once near the road to 3836."""
    assert cut_off({"G-253-ID": "1423", unit: "1422"}, "attack 1422 G-253-ID", turn=5)
    units = {"G-253-ID": "3443", unit: "3442"}
    assert not cut_off(units, "attack 3442 G-253-ID", turn=5, charts=SOVIET_ROAD)


@case("10.1")
def test_isolation_is_judged_when_the_die_is_rolled():
    """The first attack takes the road at 1216; only then is the division in 1422 cut off."""
    units = FRONT | {"S-A-02": "1217", "G-123-ID": "1216"}
    game = ready("soviet", units, charts=charts(edges=net(("road", LINE)), crt=table("DE")))
    assert modifiers(game, ASSAULT) == []
    game.push("attack 1216 S-A-02")
    game.push("advance S-A-02 1217-1216")
    assert modifiers(game, ASSAULT) == ["defender isolated"]
    [battle] = [event.facts for event in game.push(ASSAULT) if event.kind == "battle"]
    assert (1, "10.4") in [(value, case_) for value, _, case_ in battle["modifiers"]]


def neighbours(hex_: str) -> list[str]:
    """Even columns lie half a hex lower."""
    column, row = int(hex_[:2]), int(hex_[2:])
    beside = row if column % 2 else row + 1
    around = [(column, row - 1), (column, row + 1)]
    around += [(c, r) for c in (column - 1, column + 1) for r in (beside - 1, beside)]
    return [f"{c:02}{r:02}" for c, r in around if 1 <= c <= 38 and 1 <= r <= 46]


def traces_a_line(game: Game, side: str, start: str) -> bool:
    """Case 10.2 with sets of hex numbers, one step after another."""
    enemy = "german" if side == "soviet" else "soviet"
    snapshot = game.rules.snapshot(game.position)
    held: dict[str, set[str]] = {"soviet": set(), "german": set()}
    zone = set()
    for unit, state in snapshot["units"].items():
        if state == "eliminated":
            continue
        owner = "soviet" if unit.startswith("S-") else "german"
        hex_ = state if isinstance(state, str) else state["hex"]
        held[owner].add(hex_)
        if owner == enemy and not (isinstance(state, dict) and state.get("disrupted")):
            zone.update(neighbours(hex_))
    control = snapshot["control"]

    def barred(hex_: str) -> bool:
        return hex_ in held[enemy] or control.get(hex_) == enemy or (hex_ in zone and hex_ not in held[side])

    links: dict[str, set[str]] = {}
    for edge in game.rules.board.edges:
        if edge.type in ("road", "rail"):
            links.setdefault(edge.hex_a, set()).add(edge.hex_b)
            links.setdefault(edge.hex_b, set()).add(edge.hex_a)
    sources = {m.hexes[0] for m in game.rules.board.marks if m.kind == "supply" and m.side == side}
    reached, near = {start}, {start}
    for _ in range(6):
        near = {n for hex_ in near for n in neighbours(hex_) if not barred(n)} - reached
        reached |= near
    along = [hex_ for hex_ in reached if hex_ in links]
    seen = set(along)
    for hex_ in along:
        new = {n for n in links[hex_] if not barred(n)} - seen
        seen |= new
        along += new
    return bool(seen & sources)


@case("10.2", "10.3")
@pytest.mark.parametrize("seed", range(2))
def test_isolation_agrees_with_tracing_lines_step_by_step(seed):
    """All units of both sides, in the muddle that random play makes of the front."""
    rng = Random(seed)
    game = typhoon.new("red-typhoon", seed=seed)
    found = set()
    for number in range(1, 601):
        end = game.parse("end")
        order = end if rng.random() < 0.04 and end in game.orders else game.orders.sample(rng)
        game.push(order)
        if game.decision is None:
            break
        if number % 200 == 0:
            pos, grid = game.position, game.rules.board.grid
            for side, name in enumerate(game.rules.sides):
                for hex_ in grid.numbers(pos.occupied[side]):
                    alone = game.rules.isolation.isolated(pos, side, grid.index(hex_))
                    assert alone is not traces_a_line(game, name, hex_), (number, hex_)
                    assert (game.rules.isolation.line_from(pos, side, grid.index(hex_)) is None) is alone
                    found.add(alone)
    assert found == {True, False}
