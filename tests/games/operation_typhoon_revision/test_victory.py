"""18.29, 18.49: net points, Soviet exits, levels with a draw, the bid."""

import pytest

from tests.games.operation_typhoon.fights import MIDDLE
from tests.games.operation_typhoon.positions import give, happened, offered, refused, told
from tests.games.operation_typhoon_revision.ours import begun, position
from typhoon.cli.looking import Looking
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules
from typhoon.lab.runner import GameRow, Job
from typhoon.lab.summary import summarize
from typhoon.server import state as server

CAMPAIGNS = {"standard": "campaign", "extended": "extended"}
RING = {"163/52/13": "B3531"}
"""A German regiment in the Kremlin: Moscow is encircled."""


def standing(scenario, vp, plan="historical", *off, bid="0", **given):
    """The level if a campaign ended with so many net points."""
    given = {"turn": 9, "phase": "german movement", **given}
    game = position(*off, scenario=scenario, vp=vp, plan=plan, options={"revision.bid": bid}, **given)
    return game.rules.victory.standing(game.position)[0]


@case("18.49", "18.49 victory levels")
@pytest.mark.parametrize(
    ("scenario", "points", "level"),
    [
        ("campaign", (120, 150.5), "german decisive"),
        ("campaign", (90, 119, 119.5), "german substantive"),  # OTR-058
        ("campaign", (60, 89.5), "german marginal"),  # OTR-059
        ("campaign", (40, 59, 59.5), "draw"),  # OTR-060
        ("campaign", (25, 39.5), "soviet marginal"),  # OTR-061
        ("campaign", (10, 24.5), "soviet substantive"),
        ("campaign", (9, 9.5, -20), "soviet decisive"),  # OTR-062
        ("extended", (100.5, 101), "german decisive"),  # OTR-064
        ("extended", (70, 100), "german substantive"),  # OTR-063
        ("extended", (50, 69.5), "german marginal"),
        ("extended", (30, 49.5), "draw"),  # OTR-065
        ("extended", (15, 29.5), "soviet marginal"),
        ("extended", (0, 14.5), "soviet substantive"),  # OTR-066
        ("extended", (-0.5, -30), "soviet decisive"),  # OTR-067
    ],
)
def test_the_chart_of_the_historical_plan(scenario, points, level):
    assert {standing(scenario, vp) for vp in points} == {level}


def out(*areas_of_units):
    """Thirty German combat units that left the map by some entry areas."""
    rules = find_rules("operation-typhoon-revision", "campaign")
    names = [n for n in rules.unit_ids if rules.regiments >> rules.unit_number[n] & 1]
    found, place = {}, 0
    for area, count in areas_of_units:
        hexes = rules.grid.numbers(rules.ground.areas[area] & rules.ground.edges["east"])
        for name in names[place : place + count]:
            found[name] = hexes[0]
        place += count
    return found


@case("18.49")
@pytest.mark.parametrize(
    ("scenario", "plan", "vp", "how", "level"),
    [
        ("campaign", "encirclement", 59, {"units": RING}, "german substantive"),  # OTR-117
        ("campaign", "encirclement", 60, {"units": RING}, "german decisive"),
        ("campaign", "encirclement", 34.5, {"units": RING}, "soviet marginal"),
        ("campaign", "encirclement", 95, {}, "german marginal"),  # OTR-118
        ("campaign", "encirclement", 59.5, {}, "draw"),
        ("campaign", "encirclement", 35, {"exited": out(("7", 15))}, "german substantive"),  # counts twice
        ("campaign", "encirclement", 35, {"exited": out(("8", 29))}, "soviet marginal"),
        ("extended", "broad-front", 60, {"exited": out(("7", 30))}, "german decisive"),  # OTR-119
        ("campaign", "broad-front", 60, {"exited": out(("5", 30))}, "german substantive"),
        ("campaign", "broad-front", 120, {"exited": out(("5", 30))}, "german decisive"),
        ("campaign", "broad-front", 40, {"exited": out(("9", 30))}, "german marginal"),
        ("campaign", "broad-front", 39.5, {"exited": out(("9", 30))}, "soviet marginal"),
        ("campaign", "broad-front", 130, {}, "german marginal"),
        ("extended", "broad-front", 49.5, {}, "draw"),
    ],
)
def test_the_other_plans_have_terms_of_their_own(scenario, plan, vp, how, level):
    """R11, R12, R55."""
    assert standing(scenario, vp, plan, **how) == level


@case("18.49 bidding")
@pytest.mark.parametrize(
    ("bid", "vp", "plan", "level"),
    [
        ("5", 62, "historical", "draw"),  # OTR-120
        ("5", 65, "historical", "german marginal"),  # OTR-068
        ("-10", 50, "historical", "german marginal"),  # OTR-121
        ("-10", 0, "historical", "soviet substantive"),
        ("5", 64, "encirclement", "draw"),
    ],
)
def test_a_bid_shifts_every_level(bid, vp, plan, level):
    assert standing("campaign", vp, plan, bid=bid) == level


@case("18.49 bidding")
@pytest.mark.parametrize("bid", ["61", "-61", "5.5", "five", "+5"])
def test_a_bid_is_a_whole_number_up_to_sixty(bid):
    """R56."""
    with pytest.raises(ValueError, match=r"revision\.bid"):
        standing("campaign", 50, bid=bid)


@case("18.49", "18.49 victory levels")
def test_without_the_switch_the_levels_are_those_of_1978():
    assert standing("campaign", 80, "historical", "victory-levels") == "german substantive"
    assert standing("campaign", 49, "historical", "victory-levels") == "soviet marginal"
    assert "draw" not in find_rules("operation-typhoon-revision", "guderian").victory.levels


def lost_units(side, count):
    rules = find_rules("operation-typhoon-revision", "campaign")
    names = [n for n in rules.unit_ids if not rules.hqs >> rules.unit_number[n] & 1]
    names = [n for n in names if rules.counters[rules.unit_number[n]].side == side]
    return dict.fromkeys(names[:count], "eliminated")


@case("18.49 victory levels", "18.49 losses")
def test_a_draw_is_won_by_nobody():
    """R57: 51 Soviet units against 3 German ones: 49.5 points."""
    units = {**lost_units("soviet", 51), **lost_units("german", 3), "17/31/43": MIDDLE}
    game = position(scenario="campaign", turn=16, phase="soviet combat", units=units, plan="historical")
    events = game.push("end") if game.decision else game.opening
    while game.decision is not None:
        events = game.push("end")
    assert (game.result.level, game.result.winner, game.result.points["german"]) == ("draw", "", 49.5)
    (points,) = [game.told(e) for e in events if e.kind == "points"]
    assert points == "German victory points: 49½."
    assert game.told(next(e for e in events if e.kind == "over")).startswith("The game is over: draw, 49½ ")


def points(game):
    return {score.key: score.points for score in game.rules.scores(game.position)}


@case("18.49 losses")
def test_each_german_unit_lost_costs_half_a_point():
    """OTR-054."""
    units = {**lost_units("german", 3), "53/2PzA": "eliminated"}
    here = {"scenario": "campaign", "turn": 9, "phase": "german movement", "units": units}
    assert sum(points(position(**here)).values()) == -2
    assert points(position("hq-returns", **here)) == {"lost": -2.0}, "then HQs are units like others"
    assert points(position("loss-points", **here)) == {"hqs german": -0.5}


WESTERNER = {"299/50": "C2001", "50/Bldin": "C2201"}


def at_the_edge(scenario, turn, *off):
    return position(*off, scenario=scenario, turn=turn, phase="soviet movement", units=WESTERNER)


@case("18.49 exited Soviet units")
@pytest.mark.parametrize(
    ("scenario", "turn", "cost"),
    [("campaign", 8, 2), ("campaign", 9, 1.5), ("extended", 17, 1), ("extended", 25, 0.5)],
)
def test_soviet_units_leave_by_the_west_edge_for_points(scenario, turn, cost):
    """OTR-057; HQs stay (R54)."""
    game = at_the_edge(scenario, turn)
    assert offered(game, "exit") == ["exit 299/50"]
    assert refused(game, "exit 50/Bldin").text == "50/Bldin is an HQ and does not leave the map"
    events = game.push("exit 299/50")
    (lost,) = happened(events, "points_lost")
    assert lost["points"] == cost
    (words,) = [game.told(event) for event in events if event.kind == "points_lost"]
    assert words.endswith(" points." if cost > 1 else " point.")
    assert points(game) == {"exits": -cost}
    assert told(game)["exited"] == {"299/50": "C2001"}


@case("18.49 exited Soviet units")
def test_without_the_switch_they_leave_the_extended_campaign_alone_and_shift_levels():
    assert offered(at_the_edge("campaign", 9, "soviet-exits"), "exit") == []
    game = at_the_edge("extended", 9, "soviet-exits")
    assert offered(game, "exit") == ["exit 299/50", "exit 50/Bldin"]
    give(game, "exit 299/50")
    assert points(game) == {}
    gone = dict.fromkeys(lost_units("soviet", 12), "C2001")
    assert standing("extended", 60, "historical", "soviet-exits", exited=gone) == "draw"
    assert standing("extended", 60, "historical", exited=gone) == "german marginal"


HOEPNER = {"scenario": "hoepner", "turn": 16, "phase": "german movement"}


@case("18.29")
def test_points_of_hoepner_are_net_of_losses():
    """OTR-115: 16 points less 1.5 shift nothing, and commitment counts 14."""
    units = {**lost_units("soviet", 16), **dict(list(lost_units("german", 200).items())[60:63])}
    game = position(**HOEPNER, units=units)
    assert points(game) == {"destroyed": 16, "lost": -1.5}
    assert points(position("net-exits", **HOEPNER, units=units)) == {"destroyed": 16}
    rules = game.rules
    for vp in (14.5, -3):
        assert rules.units_to_commit(vp, 3) == rules.units_to_commit(max(0, int(vp)), 3)


@case("18.29")
@pytest.mark.parametrize(
    ("state", "off", "counted"),
    [("in", (), 1), ("out", (), 0), ("out", ("net-exits",), 1)],
)
def test_units_that_left_count_if_they_would_be_in_supply_there(state, off, counted):
    """R50: with its HQ beside the hex and in support, on turn 16; or with an unsupported HQ."""
    rules = find_rules("operation-typhoon-revision", "hoepner")
    hex_ = rules.grid.numbers(rules.ground.edges["south"] & rules.ground.road_hexes)[0]
    unit, hq = "110/11P/46", "46/4PzA"
    units = {hq: hex_, "111/11P/46": hex_}
    supported = [hq] if state == "in" else []
    game = position(*off, **HOEPNER, units=units, supported=supported, exited={unit: hex_})
    states = game.rules.supply.german_states(game.position)
    mate = game.rules.unit_number["111/11P/46"]
    short = any(units >> mate & 1 for units in states)
    assert short == (state == "out"), "so would it be for its sister regiment"
    assert game.rules.victory.left_by(game.position, "south") == counted


@case("18.49")
def test_points_are_shown_by_part_with_the_level_of_each_plan():
    units = {**lost_units("soviet", 51), **lost_units("german", 3)}
    game = position(
        scenario="campaign", turn=9, phase="german movement", units=units, plan="encirclement",
        options={"revision.bid": "3"},
    )  # fmt: skip
    panels = {
        side: {p.id: dict(p.rows) for p in game.rules.panels(game.position, side) if len(p.columns) == 2}
        for side in ("german", "soviet")
    }
    net = panels["soviet"]["points-net"]
    assert (net["Net"], net["Bid"], net["To the next level"]) == ("49½", "3", "13½")
    assert (net["Soviet units destroyed"], net["German units lost"]) == ("51", "-1½")
    assert net["Under the historical plan"] == "Draw"
    assert "Under the historical plan" not in panels["german"]["points-net"]
    assert panels["german"]["points"]["Your plan"] == "encirclement"


@case("18.49", "18.49 victory levels")
@pytest.mark.parametrize(
    ("plan", "destroyed", "left"),
    [
        ("historical", 65, "25"),
        ("encirclement", 65, None),  # what is lacking is the ring around Moscow
        ("encirclement", 36, "4"),
        ("broad-front", 45, "15"),
    ],
)
def test_the_germans_see_how_far_the_next_level_of_their_plan_is(plan, destroyed, left):
    units = lost_units("soviet", destroyed)
    game = position(scenario="campaign", turn=9, phase="german movement", units=units, plan=plan)
    (rows,) = [dict(p.rows) for p in game.rules.panels(game.position, "german") if p.id == "points-net"]
    assert rows.get("To the next level") == left


@case("18.49 victory levels")
def test_a_draw_is_told_by_lab_and_terminal(capsys):
    """Points in halves, and a game that nobody won."""
    units = {**lost_units("soviet", 51), **lost_units("german", 3), "17/31/43": MIDDLE}
    game = position(scenario="campaign", turn=16, phase="soviet combat", units=units, plan="historical")
    while game.decision is not None:
        game.push("end")
    look = Looking(game, "german")
    look.score()
    told_ = capsys.readouterr().out
    assert "german  -1½  German units lost (18.49 losses)" in told_
    assert "german 49½, soviet 0" in told_
    assert server.view_of(game, "soviet").result.winner == ""
    job = Job("operation-typhoon-revision", "campaign", {"german": "random", "soviet": "random"}, 1, 1)
    row = GameRow(1, game.result.level, game.result.winner, game.result.points, 9, 16, "")
    summary = summarize([job], [row], 1.0)
    assert (summary.results, summary.wins) == ({"draw": 1}, {"german": 0, "soviet": 0})
    assert summary.points["german"].mean == 49.5


class Chance:
    """Chance that falls as it is told to."""

    def __init__(self, value):
        self.value = value

    def random(self):
        return self.value


@case("18.49 bidding")
def test_the_staff_bids_what_staffs_came_to_among_themselves():
    """A quarter of twenty campaigns came to -39.75 points or less, a quarter to -2.375 or more.

    The middle of the draw is 50, and nobody bids less than -60. Of ten extended ones a quarter came to
    -55.375 or more, 95 points short of the middle of theirs. Four fifths of the way from -89.75 to -52.375
    is -59.85, nine tenths -56.1.
    """
    rules = begun("campaign").rules
    assert [rules.bid(Chance(value)) for value in (0, 0.5, 0.8, 0.9, 1)] == [-60, -60, -60, -56, -52]
    assert [begun("extended").rules.bid(Chance(value)) for value in (0, 1)] == [-60, -60]


@case("18.49", "18.49 bidding")
def test_what_each_level_takes_is_shown_with_the_bid_to_whoever_knows_the_plan():
    """Encirclement: 60 and 35 points with Moscow cut off, else 60; then 40, 25 and 10. A bid of 5 adds 5."""
    given = {"plan": "encirclement", "turn": 9, "phase": "german movement", "options": {"revision.bid": "5"}}
    game = position(scenario="campaign", **given)

    def rows(side):
        (found,) = [each for each in game.rules.panels(game.position, side) if each.id == "plans"]
        return [row[:3] for row in found.rows], {row[3] for row in found.rows}

    own, besides = rows("german")
    assert own == [
        ("Encirclement", "German decisive", "65"),
        ("Encirclement", "German substantive", "40"),
        ("Encirclement", "German marginal", "65"),
        ("Any", "Draw", "45"),
        ("Any", "Soviet marginal", "30"),
        ("Any", "Soviet substantive", "15"),
    ]
    assert besides == {"", "Moscow encircled, or 30 units out by areas 6 to 8, those by 7 twice"}
    told_soviets = {plan for plan, *_ in rows("soviet")[0]}
    assert told_soviets == {"Historical", "Encirclement", "Broad-front", "Any"}
