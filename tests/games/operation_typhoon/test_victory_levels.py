"""18.19, 18.29, 18.39, 18.49, 18.5: every victory level, and what shifts it."""

import pytest

import typhoon
from tests.games.operation_typhoon.positions import give, offered, position, refused, told, where
from typhoon import Game
from typhoon.engine.cases import case
from typhoon.engine.registry import find_rules

RULES = find_rules("operation-typhoon")
GERMANS = [c.unit for c in RULES.counters if c.side == "german" and c.type != "hq"]
SOVIETS = [c.unit for c in RULES.counters if c.side == "soviet" and c.type != "hq"]
LAST = {"guderian": 16, "hoepner": 16, "kluge": 16, "campaign": 16, "extended": 31}


def level(scenario: str, *, control=(), exits=(), units=None, **given) -> str:
    """How a game ends that stands so after its last turn; exits are hexes with the units that left there."""
    left, germans = {}, iter(GERMANS[20:])
    for hex_, count in exits:
        left |= {next(germans): hex_ for _ in range(count)}
    game = position(
        scenario=scenario,
        turn=LAST[scenario],
        phase="game-turn indication",
        units=units or {},
        control=dict.fromkeys(control, "german"),
        exited=left,
        arrivals={},
        **given,
    )
    return game.result.level.removesuffix(" victory")


# Guderian

TULA = "C1820"
KASHIRA, VENEV, MIKHAYLOV, ZAOKSKOYE, MORDVESO = "C3834", "C2132", "C1346", "C3820", "C2933"
TOWNS = [KASHIRA, VENEV, MIKHAYLOV, ZAOKSKOYE, MORDVESO]
NORTH = "C3940"
LINE = {"43/2PzA": "C3620"}
"""An HQ: the hexes north of it are not isolated."""


@case("18.19")
@pytest.mark.parametrize(
    ("tula", "towns", "out", "expected"),
    [
        (True, 3, 4, "german decisive"),
        (True, 5, 9, "german decisive"),
        (False, 5, 4, "german substantive"),
        (True, 3, 3, "german substantive"),
        (True, 2, 4, "german marginal"),
        (False, 4, 0, "german marginal"),
        (True, 1, 0, "soviet marginal"),
        (True, 0, 0, "soviet marginal"),
        (False, 3, 0, "soviet marginal"),
        (False, 2, 0, "soviet marginal"),
        (False, 1, 0, "soviet substantive"),
        (False, 0, 0, "soviet decisive"),
        (False, 0, 8, "soviet decisive"),
    ],
)
def test_guderian_is_measured_by_tula_the_towns_and_units_to_the_north(tula, towns, out, expected):
    control = [TULA] * tula + TOWNS[:towns]
    assert level("guderian", control=control, exits=[(NORTH, out)], units=LINE) == expected


@case("18.19")
def test_it_does_not_matter_which_towns():
    for first in range(5):
        towns = [TOWNS[(first + n) % 5] for n in range(3)]
        assert level("guderian", control=[TULA, *towns]) == "german substantive"
    assert level("guderian", control=["C3741", "C3346", "C3212", "C2341"]) == "soviet decisive"  # other towns


@case("18.19")
def test_units_must_leave_east_of_3932_by_a_hex_that_is_not_isolated():
    control = [TULA, *TOWNS[:3]]
    assert level("guderian", control=control, exits=[("C3933", 4)], units=LINE) == "german decisive"
    assert level("guderian", control=control, exits=[("C3932", 4)], units=LINE) == "german substantive"
    assert (
        level("guderian", control=control, exits=[(NORTH, 4)]) == "german substantive"
    )  # no HQ at all (R64)
    wall = {name: f"C37{column:02}" for name, column in zip(SOVIETS[:27], range(1, 55, 2), strict=True)}
    cut = level("guderian", control=control, exits=[(NORTH, 4)], units=LINE | wall)
    assert cut == "german substantive"


@case("18.19")
@pytest.mark.parametrize(
    ("towns", "expected"), [(0, "soviet substantive"), (1, "soviet marginal"), (2, "german marginal")]
)
def test_five_units_off_the_east_edge_shift_the_level(towns, expected):
    assert level("guderian", control=TOWNS[:towns], exits=[("C2053", 5)]) == expected
    assert level("guderian", control=TOWNS[:towns], exits=[("C2053", 4)]) != expected
    decisive = level("guderian", control=[TULA, *TOWNS], exits=[("C2053", 5), (NORTH, 4)], units=LINE)
    assert decisive == "german decisive"  # there is nothing better


@case("18.19")
def test_the_last_to_pass_through_holds_a_town():
    game = position(turn=5, phase="german movement", units={"12/4P/24": "C2131"}, supported=[])
    give(game, "move 12/4P/24 C2131-C2132", "move 12/4P/24 C2132-C2133")
    assert told(game)["control"] == {"C2132": "german"}
    standing = level("guderian", units={"17/31/43": VENEV})
    assert standing == "soviet substantive"  # a unit in it holds it as well


@case("18.19")
def test_units_leave_at_the_cost_of_the_hex_they_leave_from_and_never_come_back():
    game = position(
        turn=5, phase="german movement", units={"12/4P/24": "C3940", "53/2PzA": "C3942"}, supported=[]
    )
    assert offered(game, "exit") == ["exit 12/4P/24", "exit 53/2PzA"]
    give(game, "exit 12/4P/24")
    assert told(game)["exited"] == {"12/4P/24": "C3940"}
    assert where(game, "12/4P/24") == ""
    inland = position(turn=5, phase="german movement", units={"12/4P/24": "C3440"}, supported=[])
    assert refused(inland, "exit 12/4P/24").case == "18.19"
    soviet = position(turn=5, phase="soviet movement", units={"299/50": "C3940"}, supported=[])
    assert refused(soviet, "exit 299/50").case == "18.19"


@case("18.19")
def test_an_hq_may_leave_the_map_but_only_combat_units_count():
    """Four combat units to the north are asked for: with an HQ as the fourth there are three."""
    game = position(turn=5, phase="german movement", units={"53/2PzA": "C3942"}, supported=[])
    give(game, "exit 53/2PzA")
    assert told(game)["exited"] == {"53/2PzA": "C3942"}
    control, three = [TULA, *TOWNS[:3]], dict.fromkeys(GERMANS[20:23], NORTH)
    words = {"turn": 16, "phase": "game-turn indication", "units": LINE, "arrivals": {}}
    for fourth, expected in (("53/2PzA", "german substantive"), (GERMANS[23], "german decisive")):
        held = dict.fromkeys(control, "german")
        end = position(**words, control=held, exited={**three, fourth: NORTH})
        assert end.result.level == f"{expected} victory"


CORNER = "C3954"


@case("18.19")
def test_who_leaves_from_the_corner_leaves_by_one_edge():
    """C3954 lies east of 3932 at the north edge, and at the east edge."""
    units = dict.fromkeys(GERMANS[20:25], CORNER)
    for edge in ("north", "east"):
        game = position(turn=5, phase="german movement", units=units, supported=[])
        assert offered(game, "exit")[:2] == [f"exit {GERMANS[20]} east", f"exit {GERMANS[20]} north"]
        assert "by which edge, east or north?" in refused(game, f"exit {GERMANS[20]}").text
        assert refused(game, f"exit {GERMANS[20]} south").case == "18.19"
        give(game, f"exit {GERMANS[20]} {edge}")
        assert told(game)["exited"] == {GERMANS[20]: f"C3954 {edge}"}
    level_by = {}
    for edge in ("north", "east"):
        end = level("guderian", control=TOWNS[:1], exits=[(f"C3954 {edge}", 5)], units=LINE)
        level_by[edge] = end
    # five to the east shift the level of one town, Soviet substantive; to the north they do not
    assert level_by == {"north": "soviet substantive", "east": "soviet marginal"}
    both = level("guderian", control=[TULA, *TOWNS[:3]], exits=[("C3954 east", 5)], units=LINE)
    assert both == "german decisive"  # substantive, shifted: nobody left to the north


@case("18.19")
@pytest.mark.parametrize(
    ("where_", "text"),
    [("C3954", "by which edge, east or north"), ("C3954 west", "'west'"), ("C3940 east", "'east'")],
)
def test_a_position_tells_by_which_edge_a_unit_left_where_there_are_two(where_, text):
    with pytest.raises(typhoon.ImpossiblePosition, match=text):
        position(turn=5, exited={"12/4P/24": where_})


# Hoepner

PLACES = ["A2020", "A1423", "A0521", "A0323", "A1734", "A3534", "A0234", "A0537", "A1443", "A1453"]
GATE = "A0228"
"""A hex from which 0126 to 0133 is entered."""
NEAR = {"46/4PzA": "A0328"}


@case("18.29")
@pytest.mark.parametrize(
    ("out", "towns", "expected"),
    [
        (6, 6, "german decisive"),
        (9, 10, "german decisive"),
        (5, 6, "german substantive"),
        (6, 5, "german substantive"),
        (4, 5, "german substantive"),
        (3, 9, "german marginal"),
        (2, 4, "german marginal"),
        (9, 4, "german marginal"),
        (1, 9, "soviet marginal"),
        (9, 3, "soviet marginal"),
        (0, 3, "soviet marginal"),
        (1, 0, "soviet marginal"),
        (0, 2, "soviet substantive"),
        (0, 1, "soviet decisive"),
        (0, 0, "soviet decisive"),
    ],
)
def test_hoepner_is_measured_by_units_toward_moscow_and_ten_places(out, towns, expected):
    assert level("hoepner", control=PLACES[:towns], exits=[(GATE, out)], units=NEAR) == expected


@case("18.29")
def test_units_leave_for_moscow_between_0126_and_0133():
    for hex_, leaves in (("A0226", True), ("A0232", True), ("A0235", False), ("A0223", False)):
        game = position(
            scenario="hoepner", turn=5, phase="german movement", units={"12/4P/24": hex_}, supported=[]
        )
        assert (game.why_not("exit 12/4P/24") is None) == leaves, hex_
    assert level("hoepner", control=PLACES[:4], exits=[(GATE, 2)]) == "soviet marginal"  # isolated (R64)


@case("18.29", "16.14")
def test_more_than_15_points_shift_the_level():
    """Destroyed units count one point each; of the places none is a city here but Klin."""
    for destroyed, expected in ((15, "soviet decisive"), (16, "soviet substantive")):
        assert level("hoepner", units=dict.fromkeys(SOVIETS[:destroyed], "eliminated")) == expected


@case("18.29")
def test_three_units_off_the_east_edge_shift_the_level_and_both_shifts_add_up():
    lost = dict.fromkeys(SOVIETS[:16], "eliminated")
    assert level("hoepner", exits=[("A2053", 2)]) == "soviet decisive"
    assert level("hoepner", exits=[("A2053", 3)]) == "soviet substantive"
    assert level("hoepner", exits=[("A2053", 3)], units=lost) == "soviet marginal"


# Kluge

TWELVE = [
    "B3717",
    "B2512",
    "B0621",
    "B1232",
    "B2527",
    "B3427",
    "B2931",
    "B2139",
    "B0646",
    "B1652",
    "B2352",
    "B2126",
]
KREMLIN = "B3531"


def beyond(count: int) -> dict[str, str]:
    """German units east of the Moskva, south of row 3200, within six hexes of an HQ on the other bank."""
    hexes = [f"B{row}{column}" for row in ("08", "10") for column in range(53, 47, -1)]
    return dict(zip(GERMANS[60 : 60 + count], hexes, strict=False)) | {"20/4A": "B0550"}


BESIDE_MOSCOW = {"57/4A": "B3528"}
"""An HQ three hexes from the Kremlin: who looks to another one is out of supply there, not isolated."""


@case("18.39")
@pytest.mark.parametrize(
    ("towns", "inside", "across", "expected"),
    [
        (8, True, 0, "german decisive"),
        (8, False, 10, "german decisive"),
        (8, False, 9, "german substantive"),
        (7, True, 0, "german substantive"),
        (6, True, 0, "german substantive"),
        (8, False, 5, "german substantive"),
        (8, False, 4, "german marginal"),
        (
            7,
            False,
            10,
            "german marginal",
        ),  # beyond the Moskva it takes eight places, as for a decisive victory
        (6, False, 5, "german marginal"),
        (12, False, 0, "german marginal"),
        (0, True, 0, "german marginal"),
        (5, True, 12, "german marginal"),
        (5, False, 12, "soviet marginal"),
        (4, False, 0, "soviet substantive"),
        (3, False, 0, "soviet decisive"),
        (0, False, 0, "soviet decisive"),
    ],
)
def test_kluge_is_measured_by_twelve_places_the_kremlin_and_units_beyond_the_moskva(
    towns, inside, across, expected
):
    units = beyond(across) | BESIDE_MOSCOW | ({"17/31/43": KREMLIN} if inside else {})
    assert level("kluge", control=TWELVE[:towns], units=units, supported=[]) == expected


@case("18.39", "12.51")
def test_isolated_units_do_not_count():
    """17 of 43rd Corps finds no HQ within six hexes; 332 has its own far off, out of support (12.51b)."""
    assert level("kluge", units={"17/31/43": KREMLIN}, supported=[]) == "soviet decisive"
    corps = {"332/197/7": KREMLIN, "7/4PzA": "B3520"}
    assert level("kluge", units=corps, supported=[]) == "soviet decisive"
    assert level("kluge", units=corps, supported=["7/4PzA"]) == "german marginal"
    lost = {name: hex_ for name, hex_ in beyond(10).items() if name != "20/4A"}
    assert level("kluge", control=TWELVE[:8], units=lost, supported=[]) == "german marginal"


@case("18.39")
@pytest.mark.parametrize("found", ["", "out", "isolated"])
def test_isolation_is_that_of_the_end_not_that_found_before(found):
    """R113: the last supply phase knew nothing of what has happened since."""
    inside = {"17/31/43": {"hex": KREMLIN, "supply": found}} | BESIDE_MOSCOW
    assert level("kluge", units=inside, supported=[]) == "german marginal"
    ring = zip(SOVIETS, ("B3530", "B3532", "B3430", "B3431", "B3630", "B3631"), strict=False)
    assert level("kluge", units=inside | dict(ring), supported=[]) == "soviet decisive"


@case("18.39")
@pytest.mark.parametrize(
    ("towns", "expected"),
    [(8, "german decisive"), (7, "german substantive"), (6, "german substantive"), (5, "soviet marginal")],
)
def test_an_hq_in_the_kremlin_is_a_unit_but_no_combat_unit(towns, expected):
    """R113: the higher levels ask for a unit there, the marginal one for a combat unit."""
    units = {"20/4A": KREMLIN}
    assert level("kluge", control=TWELVE[:towns], units=units, supported=[]) == expected


@case("18.39")
@pytest.mark.parametrize(
    ("fighting", "expected"),
    [(10, "german decisive"), (9, "german substantive"), (4, "german substantive"), (3, "german marginal")],
)
def test_beyond_the_moskva_ten_combat_units_or_five_units_are_wanted(fighting, expected):
    """R113: 20/4A beyond the river too is one of the five, not of the ten."""
    units = beyond(fighting) | {"20/4A": "B0950"}
    assert level("kluge", control=TWELVE[:8], units=units, supported=[]) == expected


@case("18.39")
def test_three_units_off_the_east_edge_shift_the_level_in_kluge():
    assert level("kluge", exits=[("B2053", 3)]) == "soviet substantive"
    assert level("kluge", exits=[("B2053", 2)]) == "soviet decisive"


# The campaign


def points(count: int) -> dict[str, str]:
    """Destroyed Soviet units, a point for each."""
    return dict.fromkeys(SOVIETS[:count], "eliminated")


HOLD = {"50/Bldin": "C3950"}


@case("18.49")
@pytest.mark.parametrize(
    ("vp", "expected"),
    [(120, "german decisive"), (119, "german substantive"), (80, "german substantive"),
     (79, "german marginal"),
     (50, "german marginal"), (49, "soviet marginal"), (30, "soviet marginal"), (29, "soviet substantive"),
     (15, "soviet substantive"), (14, "soviet decisive"), (0, "soviet decisive")],
)  # fmt: skip
def test_the_historical_plan_is_measured_by_points(vp, expected):
    assert level("campaign", plan="historical", units=points(vp)) == expected


@case("18.49")
@pytest.mark.parametrize(
    ("vp", "exits", "expected"),
    [
        (50, [("7", 15)], "german decisive"),  # each counts twice
        (50, [("6", 30)], "german decisive"),
        (50, [("8", 28), ("7", 1)], "german decisive"),
        (50, [("6", 29)], "german marginal"),
        (50, [("9", 30)], "german marginal"),
        (35, [("7", 15)], "german substantive"),
        (49, [("8", 30)], "german substantive"),
        (34, [("7", 15)], "soviet marginal"),
        (49, [], "soviet marginal"),
        (120, [], "german marginal"),
        (14, [], "soviet decisive"),
    ],
)
def test_the_encirclement_plan_needs_moscow_cut_off_or_units_beyond_it(vp, exits, expected):
    left = [(RULES.areas[area][3], count) for area, count in exits]
    assert level("campaign", plan="encirclement", units=points(vp), exits=left) == expected


@case("18.49")
def test_moscow_is_encircled_when_no_free_road_leads_from_the_kremlin_to_the_east():
    """A German in the Kremlin, or Germans around it."""
    inside = {"17/31/43": KREMLIN}
    assert level("campaign", plan="encirclement", units=points(50) | inside) == "german decisive"
    ground = RULES.ground_of("ABC").grid
    ring = dict(zip(GERMANS, ground.numbers(ground.around(ground.index(KREMLIN))), strict=False))
    # the six hexes of Moscow are worth 30 points
    assert level("campaign", plan="encirclement", units=points(5) | ring) == "german substantive"
    held = {SOVIETS[60]: KREMLIN}
    assert level("campaign", plan="encirclement", units=points(50) | held) == "german marginal"


@case("18.49")
def test_a_zone_of_control_in_the_empty_kremlin_does_not_encircle_moscow():
    """The imaginary unit lifts it, and from B3430 no other hex of the road to Gorky is controlled."""
    beside = {"17/31/43": "B3430"}
    assert level("campaign", plan="encirclement", units=points(45) | beside) == "german marginal"


@case("18.49")
@pytest.mark.parametrize(
    ("vp", "exits", "expected"),
    [
        (50, [("5", 10), ("9", 20)], "german substantive"),
        (120, [("7", 30)], "german substantive"),  # no decisive level (R26)
        (50, [("7", 29)], "german marginal"),  # area 7 does not count twice here
        (40, [("6", 30)], "german marginal"),
        (39, [("6", 30)], "soviet marginal"),
        (40, [("10", 30)], "soviet marginal"),
        (50, [], "german marginal"),
        (29, [("6", 30)], "soviet substantive"),
    ],
)
def test_the_broad_front_needs_units_beyond_the_eastern_edge(vp, exits, expected):
    left = [(RULES.areas[area][3], count) for area, count in exits]
    assert level("campaign", plan="broad-front", units=points(vp), exits=left) == expected


def victory_panel(game: Game, side: str) -> dict[str, str]:
    (panel,) = [panel for panel in game.rules.panels(game.position, side) if panel.id == "points"]
    return {row[0]: row[1] for row in panel.rows if row[0]}


@case("18.49", "16.3")
def test_the_german_player_is_shown_how_his_plan_stands_and_nobody_else():
    inside = {"17/31/43": KREMLIN}
    left = {GERMANS[20]: "B2053", GERMANS[21]: "C1154"}
    for units, state in ((inside, "encircled"), ({}, "not encircled")):
        game = position(scenario="campaign", turn=5, units=units, plan="encirclement", exited=left)
        shown = victory_panel(game, "german")
        assert (shown["Your plan"], shown["Moscow"]) == ("encirclement", state)
        assert shown["German units that left the map"] == "2"
        for other in ("soviet", ""):
            assert victory_panel(game, other).keys() == {"Victory points", "German units that left the map"}
    game = position(scenario="campaign", turn=5, units=inside, plan="historical")
    assert "Moscow" not in victory_panel(game, "german")


@case("18.49")
def test_the_plan_is_chosen_before_the_set_up_and_told_at_the_end():
    game = typhoon.new("operation-typhoon", "campaign", seed=1)
    assert game.decision.side == "german"
    assert offered(game, "plan") == ["plan historical", "plan encirclement", "plan broad-front"]
    assert refused(game, "plan blitzkrieg").case == "18.49"
    assert refused(game, "deploy").case
    give(game, "plan encirclement")
    assert "plan" not in game.view("soviet").position
    assert game.view("german").position["plan"] == "encirclement"
    over = position(
        scenario="campaign", turn=16, phase="game-turn indication", plan="broad-front", units={}, arrivals={}
    )
    assert "broad-front" in over.result.reason


# The extended campaign


def west(count: int) -> dict[str, str]:
    return {name: f"C10{number + 1:02}" for number, name in enumerate(SOVIETS[100 : 100 + count])}


@case("18.5")
def test_the_levels_of_the_extended_game_are_those_of_the_campaign():
    assert level("extended", plan="historical", units=points(80)) == "german substantive"


@case("18.5")
def test_twelve_soviet_units_beyond_the_front_line_shift_the_level():
    assert level("extended", plan="historical", units=points(50) | west(11)) == "german marginal"
    assert level("extended", plan="historical", units=points(50) | west(12)) == "soviet marginal"


@case("18.5")
def test_twelve_soviet_units_off_the_western_edge_shift_it_once_more():
    def ends(gone: int, beyond_: int) -> str:
        game = position(
            scenario="extended", turn=31, phase="game-turn indication", plan="historical", arrivals={},
            units=points(50) | west(beyond_), exited=dict.fromkeys(SOVIETS[120 : 120 + gone], "C1001"),
        )  # fmt: skip
        return game.result.level.removesuffix(" victory")

    assert ends(11, 0) == "german marginal"
    assert ends(12, 0) == "soviet marginal"
    assert ends(12, 12) == "soviet substantive"


@case("18.5")
def test_soviet_units_leave_by_the_western_edge_in_the_extended_game_only():
    for scenario, leaves in (("extended", True), ("campaign", False)):
        game = position(
            scenario=scenario, turn=10, phase="soviet movement", units={"299/50": "C1001"}, supported=[]
        )
        assert (game.why_not("exit 299/50") is None) == leaves
