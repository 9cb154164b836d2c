"""What the staff decides in positions that only the revision has."""

from random import Random

import pytest

from tests.games.operation_typhoon.fights import EAST, MIDDLE, NORTH_EAST, WEST
from tests.games.operation_typhoon.positions import offered, told, where
from tests.games.operation_typhoon_revision.ours import always, fight, position
from typhoon import Game
from typhoon.engine.cases import case
from typhoon.engine.seat import Seat
from typhoon.games.operation_typhoon.charts import GERMAN, SOVIET
from typhoon.games.operation_typhoon.victory import KREMLIN
from typhoon.games.operation_typhoon_revision.staff import RevisionStaff
from typhoon.games.operation_typhoon_revision.staff.digging import digs
from typhoon.games.operation_typhoon_revision.staff.outlook import RevisionOutlook

REGIMENT, MATE, HQ = "339/167/53", "315/167/53", "53/2PzA"
DIVISION, STRONG, SOVIET_HQ = "413/50", "258/49", "50/Bldin"


def phase(game: Game) -> list[str]:
    """All orders that the staff gives in the phase in play."""
    begun = game.decision
    staff, given = RevisionStaff(begun.side, Random(1)), []
    while (now := game.decision) and (now.phase, now.side) == (begun.phase, begun.side):
        given.append(str(staff.choose(Seat(game, now.side))))
        game.push(given[-1])
    return given


def answer(game: Game) -> str:
    side = game.decision.side
    return str(RevisionStaff(side, Random(1)).choose(Seat(game, side)))


def outlook(game: Game, side: int, *worlds: Game) -> RevisionOutlook:
    return RevisionOutlook(game.position, side, worlds=[world.position for world in worlds])


def marching(side: str, units: dict, *off: str, **given) -> Game:
    usual = {"turn": 14, "weather": "clear", "supported": [HQ], "air": {"german": 0, "soviet": 0}}
    return position(*off, **{**usual, **given}, phase=f"{side} movement", units=units)


# Works

ENEMIES = dict.fromkeys((DIVISION, STRONG), "C3429")
"""Four hexes east of the middle."""


def dug(game: Game) -> list[str]:
    """What those dig who stay where they are."""
    return [str(order) for order in digs(outlook(game, GERMAN), set())]


@case("19.12", "19.17", "19.17a", "19.17b", "19.17c")
@pytest.mark.parametrize(
    ("level", "order"), [("", "hedgehog"), ("hedgehogs", "build"), ("minors", "build"), ("majors", "build")]
)
def test_who_stays_before_the_enemy_late_in_the_autumn_digs_in(level, order):
    """Three turns before the Soviet counter-offensive, step by step; nobody does far behind the front."""
    works = {level: [MIDDLE]} if level else {}
    units = {REGIMENT: MIDDLE, MATE: "C3410", HQ: WEST, **ENEMIES}
    assert dug(marching("german", units, **works)) == [f"{order} {REGIMENT}"]


@case("19.17c")
def test_nobody_is_tied_down_by_a_fortification_in_the_first_weeks():
    assert dug(marching("german", {REGIMENT: MIDDLE, HQ: WEST, **ENEMIES}, turn=5, majors=[MIDDLE])) == []


@case("19.17e")
def test_building_markers_go_where_the_enemy_can_strike_hardest():
    """Frozen rivers leave one marker a turn on a single sheet; before MATE stands a weak cadre alone."""
    weak = {"154/50": {"hex": "C3412", "cadre": True}}
    units = {MATE: "C3416", REGIMENT: MIDDLE, HQ: "C3420", **ENEMIES, **weak}
    game = marching("german", units, ground="river freeze", minors=[MIDDLE, "C3416"])
    assert dug(game)[0] == f"build {REGIMENT}"
    assert f"build {MATE}" not in phase(game)


@case("19.17")
def test_who_moves_does_not_dig():
    game = marching("german", {REGIMENT: MIDDLE, HQ: WEST, **ENEMIES}, minors=[MIDDLE])
    assert digs(outlook(game, GERMAN), {REGIMENT}) == []


@case("19.17c")
def test_a_fortification_that_the_front_has_left_behind_is_abandoned():
    builder = {"majors": [MIDDLE], "building": {MIDDLE: [REGIMENT, 13]}}
    game = marching("german", {REGIMENT: MIDDLE, HQ: WEST, DIVISION: "C3445"}, **builder)
    assert f"abandon {REGIMENT}" in phase(game)
    assert dug(marching("german", {REGIMENT: MIDDLE, HQ: WEST, **ENEMIES}, **builder)) == []


@case("19.15")
def test_the_last_in_a_work_stays_there_the_more_so_before_the_counter_offensive():
    def worth(others: int = 0, **given) -> float:
        game = marching("german", {REGIMENT: MIDDLE, HQ: WEST, **ENEMIES}, scenario="extended", **given)
        return outlook(game, GERMAN).worth_of_staying(game.rules.unit_number[REGIMENT], others)

    late, early = worth(forts=[MIDDLE]), worth(forts=[MIDDLE], turn=6)
    assert late > early > 0
    assert late > worth(minors=[MIDDLE]) > worth()
    assert worth(forts=[MIDDLE], others=1 << 3) == 0, "if somebody else holds it"


@case("19.15", "19.17")
def test_a_spent_garrison_is_relieved_before_it_goes():
    """The work is lost with its last unit, so the fresh regiment comes first."""
    spent = {"hex": MIDDLE, "cadre": True}
    game = marching("german", {REGIMENT: spent, MATE: "C3422", HQ: "C3421", **ENEMIES}, majors=[MIDDLE])
    given = phase(game)
    assert where(game, MATE) == MIDDLE
    assert told(game)["majors"] == [MIDDLE]
    moves = [order.split()[1] for order in given if order.startswith("move")]
    assert REGIMENT not in moves or moves.index(MATE) < moves.index(REGIMENT)


@case("19.19b")
@pytest.mark.parametrize(("works", "attacks"), [({}, True), ({"forts": [WEST]}, False)])
def test_a_fortification_is_not_given_up_for_a_little_attack(works, attacks):
    """Seven against four is worth an attack that must be made, and not a fortification."""
    game = fight((REGIMENT, WEST, 7), ("154/50", MIDDLE, 4), turn=14, **works)
    assert any(order.startswith("attack") for order in phase(game)) == attacks


@case("19.18c", "19.18d")
@pytest.mark.parametrize(("code", "spared"), [("D1(1)", "retreat"), ("D2(1)", "loss")])
def test_a_garrison_stays_in_its_work_where_it_can(code, spared, tmp_path):
    """One hex of retreat spared keeps the fortification; two hexes are too many, so steps are saved."""
    game = fight(
        (REGIMENT, MIDDLE, 7),
        (MATE, MIDDLE, 6),
        (STRONG, EAST, 12),
        ("238/49", NORTH_EAST, 12),
        side="soviet",
        forts=[MIDDLE],
        charts=always(tmp_path, code),
    )
    game.push(f"attack {MIDDLE} {STRONG} 238/49")
    game.push("end")
    while not offered(game, "spare"):
        game.push(answer(game))
    assert answer(game) == f"spare {spared}"


@case("9.14", "19.18a")
def test_soviets_pass_by_works_without_attacking_them():
    """A lone regiment in a fortification: next to it one need not attack, so the way is free."""
    game = marching("soviet", {REGIMENT: MIDDLE, DIVISION: EAST}, forts=[MIDDLE])
    assert not outlook(game, SOVIET).contact >> game.rules.grid.index(EAST) & 1
    bare = marching("soviet", {REGIMENT: MIDDLE, DIVISION: EAST})
    assert outlook(bare, SOVIET).contact >> bare.rules.grid.index(EAST) & 1


@case("9.14", "19.18")
@pytest.mark.parametrize(("works", "attacks"), [({}, True), ({"forts": [MIDDLE]}, False)])
def test_soviets_attack_works_only_at_good_odds(works, attacks):
    """Twelve against three: four to one in the open, even odds against a fortification."""
    game = fight(
        (REGIMENT, MIDDLE, 3), (STRONG, EAST, 12), side="soviet", turn=18, scenario="extended", **works
    )
    assert any(order.startswith("attack") for order in phase(game)) == attacks


@case("9.14")
def test_who_would_have_to_attack_a_strong_neighbour_too_stays_in_his_town():
    """Out of Plavsk against the cadre alone; but who attacks must see the other stack attacked as well."""
    plavsk, south, north = "C0311", "C0210", "C0410"
    weak = {"hex": south, "cadre": True}
    strong = dict.fromkeys(("110/112/53", "256/112/53", "258/112/53"), north)
    given = {"turn": 6, "phase": "soviet combat", "weather": "clear", "supported": []}
    ours = {"299/50": {"hex": plavsk, "chit": "S1-7"}}
    lone = position(units={REGIMENT: weak, **ours}, **given)
    assert any(order.startswith("attack") for order in phase(lone))
    both = position(units={REGIMENT: weak, **ours, **strong}, **given)
    assert not any(order.startswith("attack") for order in phase(both))


@case("14.12")
def test_a_regiment_stays_in_an_entrenchment_until_it_is_destroyed():
    game = position()
    number = game.rules.grid.numbers(game.position.entrenched)[0]
    held = marching("german", {REGIMENT: {"hex": number, "holding": True}}, turn=5)
    unit = held.rules.unit_number[REGIMENT]
    assert outlook(held, GERMAN).worth_of_staying(unit, 0) > 0
    assert outlook(held, GERMAN).staying == 1 << unit
    elsewhere = marching("german", {REGIMENT: number}, turn=5)
    assert outlook(elsewhere, GERMAN).worth_of_staying(unit, 0) == 0


# Headquarters


@case("12.21")
def test_a_soviet_headquarters_comes_within_twelve_hexes_of_its_army():
    """Three divisions of 50th Army stand where its HQ is twenty hexes away."""
    army = {"413/50": "C2024", "154/50": "C2124", "299/50": "C2224"}
    game = marching("soviet", {SOVIET_HQ: "C2144", **army, REGIMENT: "C2114"}, turn=5)
    phase(game)
    grid = game.rules.grid
    distances = [grid.distance(grid.index(where(game, SOVIET_HQ)), grid.index(where(game, n))) for n in army]
    assert max(distances) <= 12
    assert grid.distance(grid.index(where(game, SOVIET_HQ)), grid.index("C2114")) > 5, "and out of reach"


@case("10.25")
def test_a_headquarters_comes_back_out_of_the_enemys_reach():
    units = {DIVISION: "C2024", "299/50": "C2034", REGIMENT: "C2022", SOVIET_HQ: "eliminated"}
    game = position(turn=6, phase="german interdiction", units=units, lost_hqs={SOVIET_HQ: [1, 0, 6]})
    while game.decision.case != "10.25":
        game.push("end")
    assert answer(game) == f"return {SOVIET_HQ} C2034"


@case("10.25")
def test_german_headquarters_are_not_left_alone_before_the_enemy():
    seen = outlook(marching("german", {HQ: WEST, REGIMENT: MIDDLE, **ENEMIES}), GERMAN)
    hex_, guard = seen.grid.index(WEST), 1 << seen.rules.unit_number[REGIMENT]
    assert seen.risk_of_hq(hex_, 0) > seen.risk_of_hq(hex_, guard)
    bold = outlook(marching("german", {HQ: WEST, **ENEMIES}, "hq-stands"), GERMAN)
    assert bold.risk_of_hq(hex_, 0) == bold.risk_of_hq(hex_, guard), "who steps back needs no guard"


# Points


@case("18.29", "18.49 losses")
@pytest.mark.parametrize(
    ("scenario", "off", "points"),
    [("hoepner", (), 0.5), ("hoepner", ("net-exits",), 0), ("campaign", (), 0.5), ("kluge", (), 0)],
)
def test_half_a_point_weighs_on_every_german_unit(scenario, off, points):
    game = position(*off, scenario=scenario, turn=5, phase="german movement", units={})
    assert outlook(game, GERMAN).points_lost[GERMAN] == points


@case("18.49 exited Soviet units")
@pytest.mark.parametrize(
    ("turn", "chit", "leaves"),
    [(4, "S1-2", True), (4, "S1-7", False), (26, "S1-7", True)],
    ids=["two points for a weak division", "a strong one has a war to fight", "the war is nearly over"],
)
def test_soviets_leave_by_the_west_edge_when_that_is_worth_more_than_fighting(turn, chit, leaves):
    """A strength of 7 for 27 of 31 turns is worth more than 2 points; for 5 turns less than half a one."""
    units = {"299/50": {"hex": "C2001", "chit": chit}, REGIMENT: "C2020"}
    game = marching("soviet", units, scenario="extended", turn=turn)
    assert ("exit 299/50" in phase(game)) == leaves


@case("15.23")
def test_reinforcements_are_not_kept_waiting():
    waiting = {"238/49": [5, "11"], "258/49": [5, "11"]}
    game = marching(
        "soviet", {SOVIET_HQ: "C2040", REGIMENT: "C1010"}, scenario="campaign", turn=5, arrivals=waiting
    )
    phase(game)
    assert set(waiting) <= set(told(game)["units"])


# Tanks and roads


@case("7.16")
def test_tank_battalions_follow_their_regiments():
    """All of 3rd Panzer Division go for a weak division; no tank is left out of touch."""
    tanks, rifles = ("I6/3P/24", "II6/3P/24"), ("3/3P/24", "394/3P/24")
    units = {**dict.fromkeys((*tanks, *rifles), "C3418"), "24/2PzA": "C3416", DIVISION: "C3424"}
    game = marching("german", units, turn=6, supported=["24/2PzA"])
    phase(game)
    grid = game.rules.grid
    assert where(game, rifles[0]) != "C3418"
    for tank in tanks:
        away = [grid.distance(grid.index(where(game, tank)), grid.index(where(game, r))) for r in rifles]
        assert min(away) <= 1


@case("17.37")
def test_roads_are_cut_before_tank_columns():
    """three tank brigades stand on the road C3721 to C3521."""
    tanks = {"32/50": "C3721", "11/50": "C3621", "133/50": "C3521"}
    game = position(
        scenario="campaign",
        turn=5,
        phase="german interdiction",
        weather="clear",
        units=tanks,
        air={"german": 1, "soviet": 0},
        dice=[1] * 9,
    )
    verb, hex_ = answer(game).split()
    grid = game.rules.grid
    assert verb == "interdict-road"
    assert grid.distance(grid.index(hex_), grid.index("C3721")) <= 4


# Plans and closed stacks


@case("18.49 plan chits")
def test_the_drawn_plan_says_what_moscow_is_worth():
    given = {"scenario": "campaign", "turn": 5, "phase": "german movement", "units": {}}
    seen = {plan: outlook(position(plan=plan, **given), GERMAN) for plan in ("historical", "broad-front")}
    kremlin = seen["historical"].grid.index(KREMLIN)
    assert seen["broad-front"].places[kremlin] < seen["historical"].places[kremlin]
    soviet = [outlook(position(plan=plan, **given), SOVIET).places for plan in seen]
    assert soviet[0] == soviet[1], "who may not know it does not reckon with it"


@case("8.46")
def test_a_closed_stack_is_feared_by_what_may_lie_in_it():
    """It was imagined weak; in another world that looks the same it is strong."""
    weak, strong = (
        fight((REGIMENT, WEST, 7), (STRONG, MIDDLE, 4), ("238/49", MIDDLE, strength), turn=14)
        for strength in (2, 12)
    )
    attack = (1 << weak.rules.grid.index(MIDDLE), "clear", 14.0, 5.0, 0)
    calm, afraid = outlook(weak, GERMAN).expect(*attack), outlook(weak, GERMAN, strong).expect(*attack)
    assert afraid.win < calm.win and afraid.own_steps > calm.own_steps


@case("8.46")
def test_equal_views_give_equal_orders():
    """Who lies under the same top unit, how strong he is and who builds there changes no order."""
    words = {"turn": 14, "phase": "soviet movement", "weather": "clear", "supported": [], "minors": [MIDDLE]}
    ours = {DIVISION: "C3430", "154/50": "C3330", SOVIET_HQ: "C3436"}
    top = {"I35/4P/24": MIDDLE}
    below = ({"12/4P/24": MIDDLE}, {"33/4P/24": {"hex": MIDDLE, "chit": "G3-2"}})
    given = [
        phase(position(**words, units={**ours, **top, **other}, building={MIDDLE: [name, 13]}))
        for other in below
        for name in other
    ]
    assert given[0] == given[1]
    assert len(given[0]) > 1


@case("7.16")
def test_a_tank_battalion_without_regiments_is_moved_like_any_other():
    game = marching("german", {"I6/3P/24": {"hex": MIDDLE, "supply": "isolated"}, "24/2PzA": WEST})
    assert phase(game)[-1] == "end"
