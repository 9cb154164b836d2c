"""8.45: an enemy stack may not be examined except at the moment of combat."""

import json
import random

import pytest

import typhoon
from tests.games.operation_typhoon.fights import EAST, MIDDLE, NORTH_EAST, WEST, tried
from tests.games.operation_typhoon.positions import give, happened, offered, position, refused, told, unit
from typhoon import Game, ImpossiblePosition
from typhoon.engine.cases import case
from typhoon.engine.seat import Seat
from typhoon.engine.start import imagine

REGIMENTS = ("339/167/53", "315/167/53", "110/112/53")
"""Three infantry regiments, class A, morale 2, of no whole division; the last of them usually lies on top."""
TANKS = ("I35/4P/24", "II35/4P/24")
TOP = "110/112/53"
STACK = {**dict.fromkeys(REGIMENTS, WEST), "299/50": MIDDLE, "50/Bldin": "C3040"}


def table(phase: str = "german movement", **given) -> Game:
    """Three regiments in one hex, next to a division, on turn 5."""
    usual = {"turn": 5, "phase": phase, "units": STACK, "supported": [], "weather": "clear",
             "air": {"german": 0, "soviet": 0}}  # fmt: skip
    return position(**{**usual, **given})


def seen(game: Game, side: str, hex_: str = WEST) -> tuple[set[str], int]:
    """Who a side is told of in a hex, and how many others there are."""
    words = game.view(side).position
    states = {n: s if isinstance(s, str) else s["hex"] for n, s in words["units"].items()}
    return {name for name, where in states.items() if where == hex_}, words.get("closed", {}).get(hex_, 0)


def faces(game: Game, side: str, hex_: str = WEST) -> dict[str, tuple[str, ...]]:
    found = game.rules.faces(game.position, side)
    return {face.unit: face.badges for face in found if face.hex == hex_}


def log(game: Game, side: str, *, past: bool = False) -> list[str]:
    """What a side is told of all that happened."""
    events = [game.rules.veil(event, game.position, side, past=past) for event in game.log]
    return [game.told(event) for event in events if event is not None]


# What is seen


@case("8.45")
def test_of_an_enemy_stack_the_top_counter_is_seen_and_how_many_lie_below():
    game = table()
    assert seen(game, "soviet") == ({TOP}, 2)
    assert faces(game, "soviet") == {TOP: ("+2",)}
    assert seen(game, "german") == (set(REGIMENTS), 0)
    assert faces(game, "german") == dict.fromkeys(REGIMENTS, ())
    assert seen(game, "soviet", MIDDLE) == ({"299/50"}, 0)  # a unit that is alone is seen


@case("8.45")
def test_whoever_only_watches_sees_into_no_stack():
    game = table(units={**STACK, "260/50": MIDDLE})
    words = game.rules.snapshot(game.position, "")
    assert words["closed"] == {WEST: 2, MIDDLE: 1}
    assert set(words["units"]) == {TOP, "50/Bldin", "299/50"} or set(words["units"]) == {
        TOP,
        "50/Bldin",
        "260/50",
    }


@case("8.45")
def test_with_open_stacks_everybody_sees_everything():
    game = table(options={"stacks": "open"})
    assert seen(game, "soviet") == (set(REGIMENTS), 0)
    assert offered(game, "top") == []
    assert "'stacks=closed' is not in use" in refused(game, f"top {REGIMENTS[0]}").text


@case("8.45", "23.0")
@pytest.mark.parametrize("strengths", ["constant", "open"])
def test_play_by_mail_has_no_closed_stacks(strengths):
    """R129: it ignores the limited intelligence system, of which closed stacks are a part."""
    game = table(options={"strengths": strengths}, seed=1)
    assert seen(game, "soviet") == (set(REGIMENTS), 0)
    assert refused(game, f"top {REGIMENTS[0]}").case == "8.45"


@case("8.45", "6.11")
def test_the_zone_of_control_of_a_hex_is_seen_whoever_exerts_it():
    """A tank battalion lies on top; the regiment below it exerts the zone, two battalions would not."""
    for below, zone in ((REGIMENTS[0], [WEST]), (TANKS[1], None)):
        units = {TANKS[0]: {"hex": WEST, "top": True}, below: WEST, "299/50": "C3427"}
        game = table(units=units)
        words = game.view("soviet").position
        assert seen(game, "soviet") == ({TANKS[0]}, 1)
        assert words.get("zones") == zone
        (overlay,) = [o for o in game.rules.overlays(game.position, "soviet") if o.id == "zones"]
        assert (MIDDLE in overlay.shades[0].hexes) == (zone is not None)


@case("8.45", "19.15")
def test_a_hedgehog_belongs_to_the_hex_and_is_seen():
    game = table(options={"hedgehogs": "yes"})
    give(game, f"hedgehog {REGIMENTS[0]}")
    assert faces(game, "soviet") == {TOP: ("+2", "HH")}
    assert game.view("soviet").position["hedgehogs"] == [WEST]
    assert f"A unit forms a hedgehog in {WEST}." in log(game, "soviet")
    assert f"{REGIMENTS[0]} forms a hedgehog in {WEST}." in log(game, "german")


@case("8.45", "12.0")
def test_supply_is_counted_for_those_who_are_seen():
    """All three regiments are isolated without an HQ, and so is the division."""
    game = position(turn=5, phase="german supply", units=STACK, supported=[], dice=[1] * 9)
    (event,) = [event for event in game.log if event.kind == "supply"]
    counts = {}
    for side in ("german", "soviet", ""):
        facts = game.rules.veil(event, game.position, side).facts
        counts[side] = facts["out"] + facts["isolated"]
    assert (event.facts["out"], event.facts["isolated"]) == (0, 3)  # the division has its HQ
    assert counts == {"german": 3, "soviet": 1, "": 1}
    (overlay,) = [o for o in game.rules.overlays(game.position, "soviet") if o.id == "supply"]
    assert "German units isolated: 1" in [shade.label for shade in overlay.shades]
    (panel,) = [p for p in game.rules.panels(game.position, "soviet") if p.id == "forces"]
    assert panel.rows[0] == ("German", "3", "0", "0", "1", "0")  # three on the map, one of them seen isolated


@case("8.45", "12.3")
def test_the_line_of_an_enemy_unit_does_not_lead_to_an_hq_that_lies_unseen():
    """339th Regiment looks to 53rd Corps, whose HQ lies below a regiment of another corps."""
    hidden = {"53/2PzA": "C3020", "17/31/43": "C3020"}
    game = table(units={REGIMENTS[0]: "C3021", **hidden, "299/50": "C3427"}, supported=["53/2PzA"])
    own = game.rules.line(game.position, REGIMENTS[0], "german")
    assert own.hexes == ("C3021", "C3020")
    theirs = game.rules.line(game.position, REGIMENTS[0], "soviet")
    assert theirs.hexes[:2] != ("C3021", "C3020") or len(theirs.hexes) > 2
    assert game.rules.line(game.position, "53/2PzA", "soviet") is None


# The order of a stack


@case("8.45", "10.15", "10.24")
def test_an_hq_lies_at_the_bottom_then_cadres_and_the_strongest_class_on_top():
    """R126: class A before class B, and those before tank battalions, which have no class."""
    units = {"53/2PzA": WEST, "12/4P/24": WEST, TANKS[0]: WEST, REGIMENTS[0]: {"hex": WEST, "cadre": True}}
    assert seen(table(units=units), "soviet")[0] == {"12/4P/24"}  # class B
    assert seen(table(units={**units, REGIMENTS[1]: WEST}), "soviet")[0] == {REGIMENTS[1]}  # class A
    del units["12/4P/24"]
    assert seen(table(units=units), "soviet")[0] == {TANKS[0]}
    del units[TANKS[0]]
    assert seen(table(units=units), "soviet")[0] == {REGIMENTS[0]}  # a cadre before an HQ


@case("8.45")
def test_the_owner_chooses_the_unit_on_top_while_he_moves():
    game = table()
    assert sorted(offered(game, "top")) == sorted(f"top {name}" for name in REGIMENTS[:2])
    assert refused(game, f"top {TOP}").text == f"{TOP} lies on top already"
    assert refused(game, "top 299/50").case == "4.1"
    events = give(game, f"top {REGIMENTS[0]}")
    assert happened(events, "on_top") == [{"unit": REGIMENTS[0], "hex": WEST}]
    assert seen(game, "soviet") == ({REGIMENTS[0]}, 2)
    assert unit(game, REGIMENTS[0]) == {"hex": WEST, "top": True}
    give(game, f"top {TOP}")  # as it was
    assert unit(game, TOP) == {"hex": WEST}
    assert seen(game, "soviet") == ({TOP}, 2)
    assert refused(table(units={REGIMENTS[0]: WEST}), f"top {REGIMENTS[0]}").text.endswith("alone in its hex")
    assert refused(table("german combat"), f"top {REGIMENTS[0]}").case == "4.2"


@case("8.45")
def test_who_was_laid_on_top_stays_there_when_he_moves():
    game = table(units={**STACK, "256/112/53": "C3423", "258/112/53": "C3423"})
    give(game, f"top {REGIMENTS[0]}", f"move {REGIMENTS[0]} {WEST}-C3423")
    assert seen(game, "soviet", "C3423") == ({REGIMENTS[0]}, 2)
    assert seen(game, "soviet") == ({TOP}, 1)


@case("8.45")
def test_how_a_stack_is_ordered_is_the_owners_secret():
    """339th Regiment was laid on top of 110th, or lies on top of a battalion by itself: all the same."""
    views = []
    for below, laid in ((TOP, {"top": True}), (TANKS[0], {})):
        units = {REGIMENTS[0]: {"hex": WEST, **laid}, below: WEST, "299/50": MIDDLE}
        views.append(table(units=units).view("soviet"))
    assert views[0] == views[1]


@case("8.45", "18.12")
def test_the_owner_chooses_the_unit_on_top_in_a_set_up():
    game = typhoon.new("operation-typhoon", "guderian", options={"set-up": "free"}, seed=1)
    give(
        game, "deploy 2PzA", "top 331/167/53" if game.why_not("top 331/167/53") is None else "top 339/167/53"
    )
    (event,) = [event for event in game.log if event.kind == "on_top"]
    assert event.side == "german"  # nobody else is told before the set-up is done
    assert game.rules.snapshot(game.position, "soviet").get("closed") is None
    laid = event.facts["unit"]
    give(game, "deploy 4A", "end")
    assert laid in game.view("soviet").position["units"]
    assert game.view("soviet").position["closed"]["C0121"] == 2


# What is told


@case("8.45")
def test_a_move_is_told_by_name_if_the_unit_is_seen_before_or_after_it():
    game = table(units={**STACK, "256/112/53": "C3423", "258/112/53": "C3423"})
    give(game, f"move {REGIMENTS[0]} {WEST}-C3423")  # from below others to below others
    assert f"A unit moves {WEST}-C3423." in log(game, "soviet")
    assert f"{REGIMENTS[0]} moves {WEST}-C3423." in log(game, "german")
    assert not any(REGIMENTS[0] in line for line in log(game, "soviet"))
    game = table()
    give(game, f"move {REGIMENTS[0]} {WEST}-C3423")  # seen when it has arrived
    assert f"{REGIMENTS[0]} moves {WEST}-C3423." in log(game, "soviet")
    game = table(units={**STACK, "256/112/53": "C3423"})
    give(game, f"move {TOP} {WEST}-C3423")  # seen before, and below a regiment of the same class after
    assert f"{TOP} moves {WEST}-C3423." in log(game, "soviet")
    assert seen(game, "soviet", "C3423")[1] == 1


@case("8.45", "15.11", "16.4")
def test_who_comes_onto_the_map_or_leaves_it_is_named():
    """The schedule, the box of destroyed units and the map edge are in everybody's sight (R127)."""
    game = position(turn=5, units={"339/167/53": "C0105", "315/167/53": "C0105"}, supported=[],
                    arrivals={"15/29M/47": [5, "2"]})  # fmt: skip
    give(game, "enter 15/29M/47 C0105")
    assert "15/29M/47 enters the map at C0105." in log(game, "soviet")
    game = table(units={**dict.fromkeys(REGIMENTS, "C3940"), "299/50": MIDDLE})
    give(game, f"exit {REGIMENTS[0]}")
    assert f"{REGIMENTS[0]} leaves the map from C3940." in log(game, "soviet")
    crowd = {**STACK, "256/112/53": WEST}
    game = table(units=crowd)
    give(game, "end", "eliminate 315/167/53")
    assert f"315/167/53 is eliminated in {WEST}." in log(game, "soviet")
    assert game.view("soviet").position["units"]["315/167/53"] == "eliminated"


@case("8.45", "7.24")
def test_of_a_declared_attack_only_the_stack_is_told():
    """R128: who takes part is chosen immediately before the combat, so till then only the hexes are known."""
    game = table("german combat", air={"german": 0, "soviet": 2})
    give(game, f"attack {MIDDLE} {REGIMENTS[0]}")
    assert f"Units in {WEST} will attack {MIDDLE}." in log(game, "soviet")
    assert f"{REGIMENTS[0]} will attack {MIDDLE}." in log(game, "german")
    give(game, "end")
    assert game.decision.side == "soviet"  # air cover
    (combat,) = game.view("soviet").position["combats"]
    assert combat == {"target": MIDDLE, "units": (f"?{WEST}",)}
    (panel,) = [p for p in game.rules.panels(game.position, "soviet") if p.id == "combats"]
    assert panel.rows[0][:2] == (MIDDLE, f"units in {WEST}")
    attack = {**STACK, "256/112/53": NORTH_EAST}
    game = table("german combat", units=attack)
    give(game, f"attack {MIDDLE} 256/112/53 {TOP}")
    assert f"256/112/53, units in {WEST} will attack {MIDDLE}." in log(game, "soviet")


def combat(dice: tuple[int, ...], **options: str) -> Game:
    """The lowest of three regiments attacks a division that has another below it; all have strength 4."""
    units = {name: tried(name, WEST, 4, seen=0) for name in REGIMENTS}
    units |= {name: tried(name, MIDDLE, 4, seen=0) for name in ("299/50", "260/50")}
    game = table("german combat", units=units, dice=[*dice, 1, 1, 1, 1], options=options)
    give(game, f"attack {MIDDLE} {REGIMENTS[0]}", "end", f"engage {REGIMENTS[0]}")
    while game.decision.side == "soviet" and offered(game, "defend"):
        give(game, "defend 260/50")
    return game


@case("8.44", "8.45")
def test_at_the_moment_of_combat_all_who_take_part_are_seen_and_nobody_else():
    """4 to 4 is 1-1; dice 10 are D1, and the Soviet player chooses between a step and a hex."""
    game = combat((5, 5))
    told_ = f"{REGIMENTS[0]} attacks 260/50 in {MIDDLE}"
    assert any(line.startswith(told_) for side in ("german", "soviet", "") for line in log(game, side))
    assert seen(game, "soviet") == ({TOP, REGIMENTS[0]}, 1)
    own, below = seen(game, "german", MIDDLE)
    assert "260/50" in own
    assert len(own) + below == 2


@case("8.44", "8.45")
def test_after_it_the_stacks_are_closed_again():
    game = combat((5, 5))
    give(game, f"withdraw {MIDDLE}-{EAST}", "end")
    assert seen(game, "soviet") == ({TOP}, 2)
    assert sorted(map(len, seen(game, "german", EAST)[:1])) == [1]
    assert seen(game, "german", EAST)[1] == 1
    past = [line for line in log(game, "german", past=True) if "attacks" in line]
    assert past[0].startswith(f"{REGIMENTS[0]} attacks 260/50")  # who fought is on record


@case("8.44", "8.45")
def test_a_kind_table_remembers_who_was_seen_until_somebody_leaves_the_hex_unseen():
    """R130: 339th Regiment was seen in combat below 110th; then 315th goes, and it might have been either."""
    game = combat((5, 5), intelligence="kind")
    give(game, f"withdraw {MIDDLE}-{EAST}", "end")
    assert seen(game, "soviet") == ({TOP, REGIMENTS[0]}, 1)
    words = {**told(game), "phase": "german movement"}
    words.pop("frames", None)
    for mover, place, known in (
        (REGIMENTS[1], "C3423", {TOP}),  # below others before and after: nobody knows who left
        (TOP, "C3423", {REGIMENTS[0], REGIMENTS[1]}),  # in plain sight; 315th lies on top now
    ):
        units = {**words["units"], "256/112/53": "C3423", "258/112/53": "C3423"}
        later = position(**{**words, "units": units}, options={"intelligence": "kind"})
        give(later, f"move {mover} {WEST}-{place}")
        assert seen(later, "soviet")[0] == known, mover


@case("8.45", "9.87")
def test_a_unit_that_loses_a_step_unseen_is_not_named():
    """A2(3), dice 2 at 1-5: 339th Regiment dies with its 2 steps; the third falls on one who stood by."""
    units = {REGIMENTS[0]: tried(REGIMENTS[0], WEST, 1, seen=0), REGIMENTS[1]: WEST, TOP: WEST,
             "7Gd/49": tried("7Gd/49", MIDDLE, 14, seen=0)}  # fmt: skip
    game = table("german combat", units=units, dice=[1, 1, 60, 1, 1, 1, 1])
    give(game, f"attack {MIDDLE} {REGIMENTS[0]}", "end", f"engage {REGIMENTS[0]}", f"lose {REGIMENTS[1]}")
    assert f"{REGIMENTS[0]} is eliminated in {WEST}." in log(game, "soviet")
    assert f"A unit in {WEST} loses a step." in log(game, "soviet")
    assert any(line.startswith(f"{REGIMENTS[1]} loses a step and is now ") for line in log(game, "german"))
    assert not any(REGIMENTS[1] in line for line in log(game, "soviet"))


@case("8.45", "9.92")
def test_a_retreating_stack_is_named_by_those_who_are_seen():
    """A1(1), dice 8 at 1-1: the attacker loses a step and goes back."""
    game = combat((4, 4))
    way = next(order for order in offered(game, "withdraw"))
    give(game, way)
    path = way.split()[1]
    assert f"{REGIMENTS[0]}, {TOP} and others retreat {path}." in log(game, "soviet")
    assert f"{', '.join(REGIMENTS)} retreat {path}." in log(game, "german")


@case("8.45", "16.25")
def test_units_that_are_committed_unseen_are_told_by_their_hex():
    names = ("28/20", "43/20", "4I/20")
    game = position(scenario="kluge", turn=3, phase="german movement", supported=[],
                    units={**{name: {"hex": "B3628", "uncommitted": True} for name in names},
                           "8/3M/57": "B3218"})  # fmt: skip
    (top,) = seen(game, "german", "B3628")[0]
    give(game, "move 8/3M/57 B3218-B3621")  # seven hexes away
    assert f"Committed (a German unit is near): {top}, units in B3628." in log(game, "german")
    assert f"Committed (a German unit is near): {', '.join(names)}." in log(game, "soviet")


# Thinking of the rest


@case("8.45", "8.43")
def test_the_odds_against_a_closed_stack_are_spread_over_what_may_lie_there():
    """Two divisions of morale 1 or a division and a tank brigade below it: the same to the attacker.

    If there are tanks below, they deny the attacker his combined arms, so that shift is only possible.
    """
    previews = []
    for below in ("260/50", "32/50"):
        units = {REGIMENTS[0]: WEST, TANKS[0]: WEST, "299/50": {"hex": MIDDLE, "top": True}, below: MIDDLE,
                 "50/Bldin": "C3040"}  # fmt: skip
        game = table("german combat", units=units)
        previews.append(game.preview(f"attack {MIDDLE} {REGIMENTS[0]} {TANKS[0]}"))
    assert previews[0] == previews[1]
    shifts = {modifier.case: modifier for modifier in previews[0].modifiers}
    assert shifts["9.51"].possible
    assert previews[0].modifier == 0
    assert sum(outcome.chance for outcome in previews[0].outcomes) == pytest.approx(1, abs=1e-4)
    assert previews[0].defense_from < previews[0].defense_to


@case("8.45", "8.43")
def test_imagined_stacks_have_the_right_height_and_zone_and_units_that_are_not_accounted_for():
    """Of 53rd Corps all but these three regiments are on the map or gone: nobody else can lie there."""
    rules = table().rules
    corps = [c.unit for c in rules.counters if c.side == "german" and c.corps == "53"]
    others = [c.unit for c in rules.counters if c.side == "german" and c.unit not in (*REGIMENTS, *corps)]
    units = {**STACK, **dict.fromkeys([u for u in corps if u not in REGIMENTS] + others, "eliminated")}
    game = table(units=units, arrivals={})
    for seed in range(5):
        twin = told(imagine(game.view("soviet"), random.Random(seed)))["units"]
        assert {name for name in REGIMENTS if name in twin and hex_of(twin[name]) == WEST} == set(REGIMENTS)


def hex_of(state: str | dict) -> str:
    return state if isinstance(state, str) else state["hex"]


@case("8.45", "6.11")
@pytest.mark.parametrize(("below", "zone"), [(REGIMENTS[0], True), (TANKS[1], False)])
def test_a_stack_is_imagined_with_the_zone_that_it_has(below, zone):
    units = {TANKS[0]: {"hex": WEST, "top": True}, below: WEST, "299/50": "C3427"}
    game = table(units=units)
    exerting = {c.unit for c in game.rules.counters if c.size not in ("II", "coy") and c.type != "hq"}
    guessed = set()
    for seed in range(20):
        twin = imagine(game.view("soviet"), random.Random(seed))
        states = told(twin)["units"]
        (name,) = [n for n, s in states.items() if hex_of(s) == WEST and n != TANKS[0]]
        guessed.add(name)
        cadre = isinstance(states[name], dict) and states[name].get("cadre", False)
        assert (name in exerting and not cadre) == zone
        assert twin.ask("zone", MIDDLE) == (("german",) if zone else ())
    assert len(guessed) > 3


@case("8.45")
def test_equal_views_are_imagined_alike():
    others = {TOP: WEST, TANKS[0]: WEST, "331/167/53": {"hex": WEST, "cadre": True}}
    games = [table(units={**units, "299/50": MIDDLE, "50/Bldin": "C3040"}) for units in (STACK, others)]
    assert games[0].view("soviet") == games[1].view("soviet")
    for seed in range(5):
        one, other = (told_to_think(game, seed) for game in games)
        assert one == other


def told_to_think(game: Game, seed: int) -> str:
    core = Seat(game, "soviet").imagine(random.Random(seed))
    return json.dumps(game.rules.snapshot(core.position), sort_keys=True)


@pytest.mark.parametrize(
    ("closed", "text"),
    [
        ({MIDDLE: 0}, "no stack in C3425 with 0"),
        ({"C3427": 1}, "no stack in C3427"),
        ({"C9999": 1}, "no hex C9999"),
        ({WEST: 2}, "who lies in C3424 is not told"),
    ],
)
def test_a_position_that_does_not_tell_who_lies_in_its_stacks_is_refused(closed, text):
    with pytest.raises(ImpossiblePosition, match=text):
        table(units={TOP: WEST, "299/50": MIDDLE}, closed=closed)


def test_a_view_that_tells_of_more_units_than_there_are_is_refused():
    view = table().view("soviet")
    view.position["closed"][WEST] = 400
    with pytest.raises(ImpossiblePosition, match="not so many units"):
        imagine(view, random.Random(1))
