"""19.17 to 19.19: building strongpoints and fortifications, what they do, and how they are given up."""

import random

import pytest

import typhoon
from tests.games.operation_typhoon.fights import (
    EAST,
    MIDDLE,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH_WEST,
    WEST,
    attack,
    odds,
    shifts,
)
from tests.games.operation_typhoon.positions import give, happened, offered, reach, refused, shaded, told
from tests.games.operation_typhoon_revision.ours import always, fight, position
from typhoon.engine.cases import case

REGIMENT, MATE, SOVIET = "339/167/53", "315/167/53", "413/50"
ATTACK = f"attack {MIDDLE} {SOVIET}"
LEVELS = ("hedgehogs", "minors", "majors", "forts")


def camp(*off, level="hedgehogs", units=None, **given):
    """A German movement phase with a work in the middle, held by a regiment in supply."""
    usual = {"turn": 6, "phase": "german movement", "weather": "clear", "air": {"german": 0, "soviet": 0}}
    given = {**usual, level: [MIDDLE], **given}
    return position(*off, units=units or {REGIMENT: MIDDLE, MATE: EAST, "53/2PzA": WEST}, **given)


def to_movement(game, turn):
    """Nobody is near: play on to the German movement phase of a turn."""
    events = []
    while (game.decision.turn, game.decision.phase) != (turn, "german movement"):
        events += game.push("end" if "end" in [str(o) for o in game.orders] else next(iter(game.orders)))
    return events


def works(game, hex_=MIDDLE):
    return [level for level in LEVELS if hex_ in told(game).get(level, ())]


# Building


@case("19.17", "19.17a")
def test_a_hedgehog_becomes_a_minor_strongpoint_at_the_end_of_the_second_phase():
    """OTR-070, OTR-124."""
    game = camp()
    assert offered(game, "build") == [f"build {REGIMENT}"]
    (event,) = game.push(f"build {REGIMENT}")
    assert game.told(event) == f"{REGIMENT} begins to build a minor strongpoint in {MIDDLE}."
    assert reach(game, REGIMENT) == {}, "it does not move in that phase"
    to_movement(game, 7)
    assert works(game) == ["hedgehogs"], "the hedgehog remains in effect"
    (done,) = happened(game.push("end"), "work_done")
    assert (done["hex"], done["work"]) == (MIDDLE, "minor strongpoint")
    assert works(game) == ["minors"]
    assert "building" not in told(game)


@case("19.17", "19.17c")
def test_regiments_that_stand_in_works_and_cannot_build_are_told_of():
    def barred(game):
        return [order.text for order in game.view("german").offers.barred]

    game = camp()
    assert barred(game) == [], "one can build, and the other stands in no work"
    give(game, f"build {REGIMENT}")
    assert barred(game) == [], "it builds"
    short = camp(level="majors", units={REGIMENT: {"hex": MIDDLE, "supply": "out"}, "53/2PzA": WEST})
    for cannot in (short, camp(level="forts")):
        assert barred(cannot) == [f"build {REGIMENT}"]
        assert f"build {REGIMENT}" not in cannot.orders


@case("19.17b")
def test_a_minor_strongpoint_becomes_a_major_one_at_the_beginning_of_the_next_phase():
    """OTR-123; and it can be improved at once (R60)."""
    game = camp(level="minors")
    give(game, f"build {REGIMENT}")
    events = to_movement(game, 7)
    assert [f["work"] for f in happened(events, "work_done")] == ["major strongpoint"]
    assert works(game) == ["majors"]
    assert offered(game, "build") == [f"build {REGIMENT}"]


@case("19.17c")
@pytest.mark.parametrize(("die", "level"), [(1, "forts"), (2, "majors"), (6, "majors")])
def test_a_die_of_1_completes_a_fortification(die, level):
    """OTR-071: from the end of the second phase on, again and again."""
    game = camp(level="majors", building={MIDDLE: [REGIMENT, 5]}, dice={"fortification": [die]}, seed=1)
    assert refused(game, f"move {REGIMENT} {MIDDLE}-{NORTH_EAST}").case == "19.17c"
    events = game.push("end")
    assert happened(events, "fortification_die") == [{"hex": MIDDLE, "die": die}]
    (said,) = [game.told(event) for event in events if event.kind == "fortification_die"]
    assert ("it is built" in said) == (die == 1)
    assert works(game) == [level]
    assert ("building" in told(game)) == (level == "majors")


@case("19.17c")
def test_no_die_is_thrown_in_the_phase_in_which_a_fortification_is_begun():
    game = camp(level="majors")
    give(game, f"build {REGIMENT}")
    assert happened(game.push("end"), "fortification_die") == []


@case("19.17c")
def test_a_fortification_may_be_abandoned():
    """R70."""
    game = camp(level="majors", building={MIDDLE: [REGIMENT, 5]}, dice=[])
    assert refused(game, f"abandon {MATE}").case == "19.17c"
    give(game, f"abandon {REGIMENT}")
    assert reach(game, REGIMENT) == {}, "which is done at the end of the phase"
    assert refused(game, f"build {REGIMENT}").case == "19.17"
    assert happened(game.push("end"), "fortification_die") == []
    assert works(game) == ["majors"]


@case("19.17c")
def test_a_fortification_is_built_in_supply_only():
    """R61: OTR-072."""
    short = camp(level="majors", units={REGIMENT: {"hex": MIDDLE, "supply": "out"}, "53/2PzA": WEST})
    assert refused(short, f"build {REGIMENT}").case == "19.17c"
    game = position(
        turn=6,
        phase="german supply",
        units={REGIMENT: MIDDLE},
        majors=[MIDDLE],
        building={MIDDLE: [REGIMENT, 5]},
    )
    (stopped,) = happened(game.opening, "building_stopped")
    assert stopped["why"] == "the builder is not in supply"
    assert "building" not in told(game)


@case("19.17")
def test_who_may_build():
    game = camp(
        units={
            REGIMENT: {"hex": MIDDLE, "cadre": True}, "I6/3P/24": MIDDLE, "53/2PzA": MIDDLE,
            MATE: EAST, "331/167/53": WEST, "12/4P/24": NORTH_WEST, "33/4P/24": SOUTH_WEST,
        },
        hedgehogs=[MIDDLE, WEST],
    )  # fmt: skip
    for unit in (REGIMENT, "I6/3P/24", "53/2PzA"):
        assert refused(game, f"build {unit}").text == f"{unit} is no German infantry regiment"
    assert "no work" in refused(game, f"build {MATE}").text
    give(game, f"hedgehog {MATE}")
    assert refused(game, f"build {MATE}").case == "19.17", "a hedgehog of the same phase will not do"
    give(game, f"move 12/4P/24 {NORTH_WEST}-{WEST}")
    assert refused(game, "build 12/4P/24").text == "12/4P/24 has moved or dug in in this phase"
    two = camp(units={REGIMENT: MIDDLE, MATE: MIDDLE, "53/2PzA": WEST})
    give(two, f"build {REGIMENT}")
    assert refused(two, f"build {MATE}").text == f"there is a building marker in {MIDDLE} already"
    assert refused(camp(level="forts"), f"build {REGIMENT}").text == f"{REGIMENT} stands in a fortification"


@case("19.17")
def test_a_builder_of_a_strongpoint_may_leave_and_the_marker_goes():
    """R59."""
    game = camp(building={MIDDLE: [REGIMENT, 5]}, units={REGIMENT: MIDDLE, MATE: MIDDLE, "53/2PzA": WEST})
    give(game, f"move {MATE} {MIDDLE}-{EAST}")
    assert told(game)["building"] == {MIDDLE: [REGIMENT, 5]}
    give(game, f"move {REGIMENT} {MIDDLE}-{EAST}")
    assert "building" not in told(game)
    assert works(game) == []


@case("19.17d")
def test_a_builder_that_is_attacked_builds_no_more(tmp_path):
    """R62: OTR-073."""
    game = fight(
        (SOVIET, WEST, 12), (REGIMENT, MIDDLE, 4), side="soviet", minors=[MIDDLE],
        building={MIDDLE: [REGIMENT, 5]}, charts=always(tmp_path, "A1"), dice=(3, 3),
    )  # fmt: skip
    game.push(ATTACK)
    (stopped,) = happened(game.push("end"), "building_stopped")
    assert (stopped["hex"], stopped["why"]) == (MIDDLE, "it is attacked")
    assert works(game) == ["minors"]


@case("19.17d")
@pytest.mark.parametrize(("attacker", "left"), [(MATE, {MIDDLE: [REGIMENT, 4]}), (REGIMENT, None)])
def test_a_builder_that_takes_the_place_of_an_attacker_builds_no_more(attacker, left, tmp_path):
    """7.24: without 9.16 the attackers may still be exchanged for others of their stack."""
    game = fight(
        (MATE, MIDDLE, 4), (REGIMENT, MIDDLE, 4), ("299/50", WEST, 3), hedgehogs=[MIDDLE],
        building={MIDDLE: [REGIMENT, 4]}, charts=always(tmp_path, "D1"), dice=(3, 3), off=("closed-stacks",),
    )  # fmt: skip
    give(game, f"attack {WEST} {MATE}", "end", f"engage {attacker}")
    assert told(game).get("building") == left


@case("19.17")
def test_a_builder_that_becomes_a_cadre_builds_no_more(tmp_path):
    """R59: the result of an attack strikes those who stood by, when the attackers have no more to lose."""
    game = fight(
        (MATE, MIDDLE, 2), (REGIMENT, MIDDLE, 2), ("299/50", WEST, 3), hedgehogs=[MIDDLE],
        building={MIDDLE: [REGIMENT, 4]}, charts=always(tmp_path, "A1(3)"), dice=(3, 3),
    )  # fmt: skip
    events = give(game, f"attack {WEST} {MATE}", "end")
    (stopped,) = happened(events, "building_stopped")
    assert (stopped["hex"], stopped["why"]) == (MIDDLE, "the builder is worn out")
    assert works(game) == ["hedgehogs"]


@case("19.17e")
@pytest.mark.parametrize(
    ("ground", "campaign", "alone"),
    [
        ("warm", 18, 6),
        ("normal", 18, 6),
        ("ground freeze", 9, 3),
        ("stream freeze", 6, 2),
        ("river freeze", 3, 1),
    ],
)
def test_building_markers_are_few(ground, campaign, alone):
    """OTR-074, OTR-075."""
    for scenario, most in (("campaign", campaign), ("guderian", alone)):
        rules = typhoon.engine.registry.find_rules("operation-typhoon-revision", scenario)
        names = [name for name in rules.unit_ids if rules.regiments >> rules.unit_number[name] & 1]
        hexes = [f"C{row:02}{column:02}" for row in (29, 31, 33) for column in range(20, 40)]
        hexes = [h for h in hexes if rules.ground.open >> rules.grid.index(h) & 1]
        units = dict(zip(names[: most + 1], hexes, strict=False))
        game = camp(scenario=scenario, ground=ground, units=units, hedgehogs=list(units.values()))
        for name in names[:most]:
            game.push(f"build {name}")
        assert refused(game, f"build {names[most]}").case == "19.17e"
        assert offered(game, "build") == []


@case("19.17e")
def test_unused_markers_are_not_saved():
    game = camp()
    give(game, f"build {REGIMENT}")
    assert told(game)["markers"] == 1
    to_movement(game, 7)
    assert "markers" not in told(game)


@case("19.15")
def test_a_work_stays_when_it_is_relieved_in_place():
    """OTR-122; R66: whoever comes holds it, also a lone HQ."""
    for relief, start in ((MATE, EAST), ("53/2PzA", WEST)):
        game = camp(level="forts")
        events = give(game, f"move {relief} {start}-{MIDDLE}", f"move {REGIMENT} {MIDDLE}-{NORTH_EAST}")
        assert works(game) == ["forts"]
        assert not happened(events, "work_lost")


@case("19.15", "19.19")
def test_a_work_is_lost_with_its_last_unit():
    game = camp(level="forts")
    (lost,) = happened(game.push(f"move {REGIMENT} {MIDDLE}-{EAST}"), "work_lost")
    assert lost == {"hex": MIDDLE, "why": "its last unit has left it"}
    assert works(game) == []


@case("19.17", "19.17d")
def test_a_builder_that_leaves_takes_its_marker_along():
    """R59: it is told, and the work stays with whoever does."""
    game = camp(units={REGIMENT: MIDDLE, MATE: MIDDLE}, building={MIDDLE: [REGIMENT, 5]})
    stays = game.fork(random.Random(1))
    (stopped,) = happened(game.push(f"move {REGIMENT} {MIDDLE}-{EAST}"), "building_stopped")
    assert stopped == {"hex": MIDDLE, "why": "its builder has left it"}
    assert works(game) == ["hedgehogs"] and "building" not in told(game)
    assert not happened(stays.push(f"move {MATE} {MIDDLE}-{EAST}"), "building_stopped")


@case("19.15", "19.19")
def test_a_work_at_the_edge_is_lost_with_the_unit_that_leaves_the_map():
    rules = typhoon.engine.registry.find_rules("operation-typhoon-revision", "guderian")
    edge = rules.grid.numbers(rules.ground.edges["east"] & rules.ground.terrain["clear"])[0]
    game = camp(level="minors", units={REGIMENT: edge}, minors=[edge])
    (lost,) = happened(game.push(f"exit {REGIMENT}"), "work_lost")
    assert lost["hex"] == edge


@case("19.17", "19.17c")
def test_it_is_said_why_a_builder_does_not_move():
    move = f"move {REGIMENT} {MIDDLE}-{NORTH_EAST}"
    begun = camp()
    give(begun, f"build {REGIMENT}")
    assert refused(begun, move).text == f"{REGIMENT} has begun to build and does not move in this phase"
    builds = camp(level="majors", building={MIDDLE: [REGIMENT, 5]})
    assert refused(builds, move).text == f"{REGIMENT} builds a fortification and does not move"
    give(builds, f"abandon {REGIMENT}")
    assert refused(builds, move).text == f"{REGIMENT} has given up building and does not move in this phase"


# Effects


def assault(level, *more, dice=(3, 3), **given):
    return fight(
        (SOVIET, WEST, 12),
        (REGIMENT, MIDDLE, 4),
        *more,
        side="soviet",
        dice=dice,
        **{level: [MIDDLE]},
        **given,
    )


@case("19.18b")
def test_a_minor_strongpoint_shifts_one_column():
    """OTR-077: 12 to 4 is 3-1, shifted to 2-1."""
    game = assault("minors")
    assert odds(game, ATTACK) == "2-1"
    assert shifts(game, ATTACK) == {"19.18b": -1}


@case("19.18b", "19.18c", "19.18d")
@pytest.mark.parametrize(
    ("level", "result", "left"),
    [
        ("minors", "D2(1)", "D1(1)"),
        ("minors", "D1", "no effect"),
        ("majors", "D1", "no effect"),
        ("majors", "D2(1)", "D1(1) or D2"),
        ("forts", "D1(1)", "D0(1) or D1"),
    ],
)
def test_what_works_leave_of_a_result_is_told_beforehand(level, result, left):
    """R64: a minor one takes a hex of the retreat, others that or a loss, as the German side likes."""
    texts = {outcome.result: outcome.text for outcome in assault(level).preview(ATTACK).outcomes}
    assert texts[result].endswith(f"; the work leaves {left}")
    assert not any("the work" in text for code, text in texts.items() if code[0] == "A")
    plain = fight((SOVIET, WEST, 12), (REGIMENT, MIDDLE, 4), side="soviet", hedgehogs=[MIDDLE])
    assert not any("the work" in outcome.text for outcome in plain.preview(ATTACK).outcomes)


@case("19.18c", "19.18d")
@pytest.mark.parametrize(("level", "factor"), [("majors", 2), ("forts", 3)])
def test_stronger_works_multiply_the_defence(level, factor):
    """OTR-078, OTR-079: strength 5 defends with 10 or 15."""
    game = fight((SOVIET, WEST, 12), (REGIMENT, MIDDLE, 5), side="soviet", **{level: [MIDDLE]})
    assert game.preview(ATTACK).defense == 5 * factor
    assert shifts(game, ATTACK) == {}


@case("19.18c", "19.18d")
@pytest.mark.parametrize(("level", "number"), [("minors", ""), ("majors", "19.18c"), ("forts", "19.18d")])
def test_the_case_that_multiplies_is_named(level, number):
    *_, defender = assault(level).preview(ATTACK).terms
    assert (defender.unit, defender.case) == (REGIMENT, number)


@case("19.18c", "19.18d")
@pytest.mark.parametrize(("level", "strength"), [("majors", 3), ("forts", 4.5)])
def test_halves_are_kept_and_multiplied(level, strength):
    """OTR-129: 3 halved in snow is 1.5."""
    game = fight((SOVIET, WEST, 12), (REGIMENT, MIDDLE, 3), side="soviet", snow=1, **{level: [MIDDLE]})
    assert game.preview(ATTACK).defense == strength


@case("19.18d", "9.32")
@pytest.mark.parametrize("option", ["both", "one"])
def test_a_river_and_a_fortification_multiply_by_six(option):
    """B2829 is attacked over the Moskva alone; nothing is frozen on warm ground.

    R16: whatever is chosen for entrenchments.
    """
    rules = typhoon.engine.registry.find_rules("operation-typhoon-revision", "kluge")
    grid, ground = rules.grid, rules.ground
    pairs = (
        (a, b)
        for a in range(len(grid.name))
        if grid.all >> a & 1
        for b in range(len(grid.name))
        if grid.around(a) >> b & 1
    )
    here, there = next(
        (a, b) for a, b in pairs if ground.river_between(a, b) and ground.open >> a & ground.open >> b & 1
    )
    target, start = grid.name[here], grid.name[there]
    game = fight(
        (SOVIET, start, 12),
        (REGIMENT, target, 3),
        side="soviet",
        scenario="kluge",
        ground="warm",
        forts=[target],
        options={"entrenched-rivers": option},
    )
    assert game.preview(f"attack {target} {SOVIET}").defense == 18


def results(level, code, tmp_path, *orders, **given):
    """A Soviet attack that comes to a result; what is asked of whom, and what the work made of it."""
    game = assault(level, charts=always(tmp_path, code), **given)
    game.push(ATTACK)
    events = [*game.push("end"), *give(game, *orders)]
    return game, [(f["before"], f["after"]) for f in happened(events, "softened")]


@case("19.18b")
def test_a_minor_strongpoint_shortens_the_retreat(tmp_path):
    """OTR-076: D2(1) becomes D1(1); the step is lost all the same."""
    game, softened = results("minors", "D2(1)", tmp_path)
    assert softened == [("D2(1)", "D1(1)")]
    assert game.decision.prompt == f"Retreat the German stack in {MIDDLE} by 1 hex, or lose steps instead."


@case("19.18b")
def test_d1_against_a_minor_strongpoint_has_no_effect(tmp_path):
    """OTR-128."""
    game, softened = results("minors", "D1", tmp_path)
    assert softened == [("D1", "no effect")]
    assert game.decision.phase != "soviet combat"
    assert works(game) == ["minors"]


@case("19.18c", "19.18d")
@pytest.mark.parametrize("level", ["majors", "forts"])
@pytest.mark.parametrize(("order", "after"), [("spare loss", "D1"), ("spare retreat", "D0(1)")])
def test_the_germans_choose_what_a_stronger_work_spares(level, order, after, tmp_path):
    """OTR-127: D1(1) is a step, or a hex."""
    game, softened = results(level, "D1(1)", tmp_path)
    assert (game.decision.side, offered(game, "spare"), softened) == (
        "german",
        ["spare loss", "spare retreat"],
        [],
    )
    assert refused(game, "spare nothing").case == "19.18"
    events = game.push(order)
    assert happened(events, "softened") == [{"target": MIDDLE, "before": "D1(1)", "after": after}]
    assert bool(happened(events, "lost_step")) == (order == "spare retreat")


@case("19.18c", "19.18d", "9.99")
def test_of_two_results_each_is_softened_by_its_own_work(tmp_path):
    """Two units of a hex attack two works; the Germans are told which one they are asked about."""
    units = ((SOVIET, WEST, 12), ("32/50", WEST, 3), (REGIMENT, MIDDLE, 4), ("110/112/53", NORTH_WEST, 4))
    game = fight(
        *units, side="soviet", forts=[MIDDLE], majors=[NORTH_WEST], charts=always(tmp_path, "D1(1)"),
        dice=(3, 3, 3, 3),
    )  # fmt: skip
    give(game, ATTACK, f"attack {NORTH_WEST} 32/50", "end", f"resolve {MIDDLE}")
    asked = []
    while offered(game, "spare"):
        asked.append(game.decision.prompt)
        (softened,) = happened(game.push("spare loss"), "softened")
        assert f"in {softened['target']} softens D1(1)" in asked[-1]
        assert "retreat, and it becomes D0(1), or a loss, and it becomes D1" in asked[-1]
        game.push(next(order for order in offered(game, "lose")))
    assert len(set(asked)) == 2


@case("19.18c")
def test_the_part_that_is_there_is_reduced(tmp_path):
    _, softened = results("majors", "D2", tmp_path)
    assert softened == [("D2", "D1")]


@case("19.18b", "9.98")
@pytest.mark.parametrize(("code", "after"), [("D2(1)!", "D1(1)!"), ("D1(1)!", "D0(1)")])
def test_a_breakthrough_stays_one_while_a_retreat_is_left(code, after, tmp_path):
    game, softened = results("minors", code, tmp_path)
    assert softened == [(code, after)]
    if after.endswith("!"):
        assert game.decision.prompt.startswith("Breakthrough")


@case("19.18")
def test_a_result_against_the_attacker_is_not_reduced(tmp_path):
    _, softened = results("forts", "A2(1)", tmp_path)
    assert softened == []


@case("19.18")
@pytest.mark.parametrize(
    ("other", "softened"),
    [({}, []), ({"minors": [NORTH_WEST]}, [("D2(1)", "D1(1)")])],
)
def test_of_several_hexes_the_weakest_work_softens(other, softened, tmp_path):
    """R63: none without a work in every hex, and a minor one shortens the retreat only."""
    units = ((SOVIET, WEST, 12), (REGIMENT, MIDDLE, 4), (MATE, NORTH_WEST, 4))
    game = fight(
        *units, side="soviet", forts=[MIDDLE], charts=always(tmp_path, "D2(1)"), dice=(3, 3), **other
    )
    order = f"attack {MIDDLE}+{NORTH_WEST} {SOVIET}"
    assert game.preview(order).defense == 3 * 4 + 4
    assert shifts(game, order).get("19.18b", 0) == -len(other)
    game.push(order)
    assert [(f["before"], f["after"]) for f in happened(game.push("end"), "softened")] == softened


@case("19.13", "19.18b")
def test_no_hedgehog_die_is_thrown_where_a_minor_strongpoint_shifts():
    """R58."""
    units = ((SOVIET, WEST, 12), (REGIMENT, MIDDLE, 4), (MATE, NORTH_WEST, 4))
    game = fight(*units, side="soviet", minors=[MIDDLE], hedgehogs=[NORTH_WEST], dice=(3, 4))
    combat = attack(game, f"attack {MIDDLE}+{NORTH_WEST} {SOVIET}")
    assert [m[2] for m in combat["modifiers"]] == ["9.42", "19.18b"]


# Duties


@case("19.18a", "9.14")
def test_soviet_units_need_not_attack_strongpoints():
    """OTR-125, and zones of control are as ever."""
    game = assault("minors")
    assert game.why_not("end") is None
    assert EAST in shaded(game, "zones")
    for level in ("majors", "forts"):
        assert assault(level).why_not("end") is None
    assert assault("hedgehogs").why_not("end").case == "6.41"
    assert assault("minors", off=("hedgehog-zone",)).why_not("end") is None


@case("19.18a")
def test_who_must_attack_another_must_see_the_strongpoint_attacked_too():
    """OTR-126."""
    game = assault("minors", (MATE, NORTH_WEST, 4))
    assert refused(game, "end").case == "6.41"
    give(game, f"attack {NORTH_WEST} {SOVIET}")
    assert MIDDLE in refused(game, "end").text
    game = assault("minors", (MATE, NORTH_WEST, 4))
    give(game, f"attack {MIDDLE}+{NORTH_WEST} {SOVIET}")
    assert game.why_not("end") is None


@case("19.18a")
def test_who_attacks_one_strongpoint_attacks_all():
    units = ((SOVIET, WEST, 12), (REGIMENT, MIDDLE, 4), (MATE, NORTH_WEST, 4))
    game = fight(*units, side="soviet", minors=[MIDDLE, NORTH_WEST])
    assert game.why_not("end") is None
    give(game, ATTACK)
    assert NORTH_WEST in refused(game, "end").text
    give(game, "propose")
    assert game.why_not("end") is None


@case("9.14", "19.19a")
@pytest.mark.parametrize("level", LEVELS)
def test_germans_in_strongpoints_need_not_attack_but_if_they_do_attack_all(level):
    units = ((REGIMENT, MIDDLE, 4), ("299/50", WEST, 3), ("260/50", EAST, 3))
    game = fight(*units, **{level: [MIDDLE]})
    free = level != "hedgehogs"
    assert (game.why_not("end") is None) == free
    give(game, f"attack {WEST} {REGIMENT}")
    assert EAST in refused(game, "end").text
    if free:  # 19.19a says it of works, whatever 9.14 says of towns
        alone = fight(*units, **{level: [MIDDLE]}, off=("all-or-none",))
        give(alone, f"attack {WEST} {REGIMENT}")
        assert EAST in refused(alone, "end").text


@case("19.19b")
@pytest.mark.parametrize("level", ["minors", "majors", "forts"])
def test_a_unit_that_attacks_leaves_its_work_for_a_hedgehog(level, tmp_path):
    """R65, OTR-080: for the whole hex, when the declarations are ended; a builder attacks no more either."""
    game = fight(
        (REGIMENT, MIDDLE, 4), (MATE, MIDDLE, 4), ("299/50", WEST, 3), charts=always(tmp_path, "A1"),
        dice=(3, 3), **{level: [MIDDLE]},
        **({"building": {MIDDLE: [MATE, 4]}} if level != "forts" else {}),
    )  # fmt: skip
    give(game, f"attack {WEST} {REGIMENT}")
    assert game.preview("end").texts == (f"the work in {MIDDLE} is given up (19.19b)",)
    events = game.push("end")
    assert happened(events, "work_lost") == [{"hex": MIDDLE, "why": "its units attack"}]
    assert works(game) == ["hedgehogs"]
    assert "building" not in told(game)


@case("19.17", "19.18", "19.19")
def test_without_the_switch_there_is_none_of_it():
    game = camp("fieldworks")
    assert refused(game, f"build {REGIMENT}").case == "19.17"
    assert offered(game, "build") == []
    off = fight((SOVIET, WEST, 12), (REGIMENT, MIDDLE, 4), side="soviet", off=("fieldworks",), forts=[MIDDLE])
    assert off.preview(ATTACK).defense == 4
    assert refused(off, "end").case == "6.41"
    bare = position(options={"hedgehogs": "no"}, turn=6, phase="german movement", units={REGIMENT: MIDDLE})
    assert refused(bare, f"build {REGIMENT}").case == "19.17"


@case("19.17")
def test_works_are_shown_to_both_sides():
    """Four signs in their hexes and one for work in progress, a panel with what is left, and an overlay."""
    units = {REGIMENT: MIDDLE, MATE: EAST, "331/167/53": WEST, "12/4P/24": NORTH_WEST}
    game = camp(
        units=units, hedgehogs=[EAST], minors=[MIDDLE], majors=[WEST], forts=[NORTH_WEST],
        building={WEST: ["331/167/53", 5]}, ground="ground freeze",
    )  # fmt: skip
    for side in ("german", "soviet"):
        assert game.rules.shown.signs(game.position, side) == {
            "hedgehog": [EAST],
            "minor": [MIDDLE],
            "major-building": [WEST],
            "fort": [NORTH_WEST],
        }
        assert not any("HH" in face.badges for face in game.rules.faces(game.position, side))
        (panel,) = [p for p in game.rules.panels(game.position, side) if p.id == "works"]
        assert panel.rows[0] == ("", "Building markers left", "", "3")
        assert (WEST, "Major strongpoint", "331/167/53", "fortification, die of 1 from turn 6") in panel.rows
        (overlay,) = [o for o in game.rules.overlays(game.position, side) if o.id == "works"]
        assert {s.label: s.hexes for s in overlay.shades}["Fortification"] == (NORTH_WEST,)
    assert game.rules.signs["major-building"] == "major strongpoint, being improved"


@case("19.17")
@pytest.mark.parametrize(
    ("words", "text"),
    [
        ({"minors": ["C2020"]}, "no German unit holds C2020"),
        ({"minors": [MIDDLE], "forts": [MIDDLE]}, f"there is another work in {MIDDLE}"),
        ({"building": {MIDDLE: [REGIMENT, 5]}}, f"there is nothing to improve in {MIDDLE}"),
        ({"minors": [MIDDLE], "building": {MIDDLE: [MATE, 5]}}, f"{MATE} is no unit there"),
        ({"minors": [MIDDLE], "building": {MIDDLE: [REGIMENT, 7]}}, "cannot have begun on turn 7"),
    ],
)
def test_works_that_cannot_be_are_refused_with_their_place(words, text):
    with pytest.raises(typhoon.ImpossiblePosition, match=text):
        position(turn=6, phase="german movement", units={REGIMENT: MIDDLE, MATE: EAST}, **words)


@case("18.48")
def test_works_of_the_set_up_are_no_signs_for_the_enemy_before_they_are_chosen():
    game = typhoon.new("operation-typhoon-revision", "campaign", seed=1)
    game.push("deploy")
    signs = game.rules.shown.signs
    assert "minor" in signs(game.position, "german")
    assert signs(game.position, "soviet") == signs(game.position, "") == {}
    game.push("fortify")
    assert [len(hexes) for hexes in signs(game.position, "soviet").values()] == [5, 10, 10]
