"""18.12, 18.22, 18.32, 18.42: the set-ups, counter by counter as the book lists them (R1 to R4)."""

import pytest

import typhoon
from tests.games.operation_typhoon.positions import give, refused, told, where
from typhoon import Game
from typhoon.engine.cases import case

GERMAN = {
    "guderian": """
        C0121: 339/167/53 315/167/53 331/167/53; C0521: 110/112/53 256/112/53 258/112/53;
        C0912: 40/17P/24 I39/17P/24; C0922: 12/4P/24 33/4P/24 I35/4P/24 II35/4P/24;
        C1220: 3/3P/24 394/3P/24 I6/3P/24 II6/3P/24; C1418: 1/GDM/24; C1716: 2/GDM/24;
        C2411: 17/31/43 82/31/43 12/31/43; C2712: 431/131/43; C3010: 433/131/43; C3210: 432/131/43;
        C3411: 163/52/13; C3612: 181/52/13; C3814: 460/260/13;
        anywhere: 53/2PzA 24/2PzA 43/2PzA
    """,
    "hoepner": """
        A0210: 452/252/9 461/252/9 472/252/9; A0409: 3/DasR/40 4/DasR/40;
        A0603: 110/11P/46 111/11P/46 I15/11P/46 II15/11P/46;
        A0709: 69/10P/40 86/10P/40 I7/10P/40 II7/10P/40; A1007: 13/5P/46 14/5P/46 I31/5P/46 II31/5P/46;
        A1406: 2/2P/46 304/2P/46 I3/2P/46 II3/2P/46; A1707: 34/35/5 109/35/5 111/35/5;
        A2007: 239/106/5 240/106/5 241/106/5; A2308: 6/7P/56 I25/7P/56 II25/7P/56; A2607: 53/14M/56;
        A2908: 4/6P/41 I11/6P/41; A3208: 167/86/41; A3408: 184/86/41; A3608: 216/86/41; A3808: 303/162/41;
        anywhere: 9/4PzA 40/4PzA 46/4PzA 5/4PzA 56/3PzA 41/3PzA
    """,
    "kluge": """
        B0214: 470/260/13 480/260/13; B0415: 205/52/13; B0813: 468/268/13 488/268/13 499/268/13;
        B0814: 55/17/13 21/17/13 95/17/13; B0913: 463/263/12 483/263/12 485/263/12;
        B0917: 81/15/12 88/15/12; B1012: 447/137/13 448/137/13 449/137/13;
        B1216: 80/34/12 107/34/12 253/34/12; B1416: 106/15/12; B1615: 282/98/12 289/98/12 290/98/12;
        B1912: 73/19P/57 74/19P/57 I27/19P/57 II27/19P/57; B2112: 59/20P/57 112/20P/57 I21/20P/57 II21/20P/57;
        B2310: 330/183/57 343/183/57 351/183/57; B2608: 8/3M/57 29/3M/57;
        B2807: 507/292/20 508/292/20 509/292/20; B2704: 458/258/20 479/258/20 478/258/20;
        B3008: 19/7/7 61/7/7 62/7/7; B3308: 321/197/7 332/197/7 347/197/7;
        B3508: 467/267/7 487/267/7 497/267/7; B3709: 195/78/9 215/78/9 238/78/9;
        B3911: 173/87/9 185/87/9 187/87/9;
        anywhere: 13/4A 7/4PzA 12/4A 57/4A 20/4A
    """,
}
SOVIET = {
    "guderian": """
        C0630: 41/50; C0828: 299/50; C1026: 260/50; C1225: 32/50; C1423: 413/50; C1622: 154/50;
        C1820: 290/49 Tula/49; C2018: 108/49; C2217: 198/49; C2416: 31/49; C2615: 42/49; C2814: 7Gd/49;
        C3013: 258/49; C3214: 238/49; C3414: 109/330/49; C3616: 111/330/49; C3817: 113/330/49;
        C2132: Vnev/50 49/Zhrkn; C2920: 21R/49; C1346: 50/Bldin
    """,
    "hoepner": """
        A0313: 25/16; A0512: 258/78/16; A0712: 131/78/16; A0911: 40/78/16; A1110: 50/16; A1112: 27/16;
        A1209: 28/16; A1409: 4/16; A1609: 316/16; A1809: 108/16; A2010: 17/16; A2020: 18R/16 30/L'nko;
        A2210: 126/30; A2410: 107/30; A2711: 5/30; A2917: 101/30; A2911: 9/30; A3211: 185/30; A3512: 251/30;
        A3811: 257/30; A0337: 1/1Sh 2/1Sh; A0336: 3/1Sh 4/1Sh; A0338: 56/1Sh 71/1Sh; A0440: 55/1Sh 1Sh/Kuz;
        A0439: 47/1Sh 50/1Sh; A0438: 29/1Sh 44/1Sh; A0521: 16/R'sky
    """,
    "kluge": """
        B0318: 5Gd/43; B0419: 7R/43; B0520: 145/43; B0721: 194/43; B0820: 31/43; B1020: 1Gd/43 1V/43;
        B1219: 415/43; B1419: 53/43 24/43; B1618: 93/43; B1917: 26/43 2Gd/43; B2015: 113/33; B2214: 110/33;
        B2413: 1/33; B2614: 222/33; B1423: 17/43; B2612: 201/33; B2811: 151/5; B3011: 82/5; B3211: 32/5;
        B3717: 18/5 19/5; B3412: 20/5; B3613: 50/5; B3814: 144/5; B3628: 28/20 4I/20 43/20;
        B3729: 9/20 17/20 Ind/20 22/20; B3829: 871AT/20 871AA/20 1I/20; B3329: 1RAA/20 1RAT/20 2I/20;
        B3229: 2RAA/20 2RAT/20 3I/20 20/Vlasv; B1232: 43/Glbev; B2527: 33/Efrmv; B3217: 5/Gvrov
    """,
}
SHEETS = ("guderian", "hoepner", "kluge")
FREE = {"set-up": "free"}


def listed(text: str) -> dict[str, str]:
    """Units with the hex they are listed in."""
    found = {}
    for entry in text.split(";"):
        hex_, _, units = entry.strip().partition(": ")
        found |= dict.fromkeys(units.split(), hex_)
    return found


def set_up(scenario: str, **given) -> Game:
    game = typhoon.new("operation-typhoon", scenario, seed=1, **given)
    if scenario in ("campaign", "extended"):
        give(game, "plan historical")
    return game


def facts(game: Game, number: str):
    """The side of the front that a hex is on."""
    return game.rules.hex_facts[number].side


def distance(game: Game, a: str, b: str) -> int:
    grid = game.position.ground.grid
    return grid.distance(grid.index(a), grid.index(b))


@case("18.12", "18.22", "18.32", "18.42")
def test_the_lists_hold_the_239_counters_of_the_set_ups():
    counts = {s: len(listed(GERMAN[s])) + len(listed(SOVIET[s])) for s in SHEETS}
    assert counts == {"guderian": 52, "hoepner": 77, "kluge": 110}


@case("18.12", "18.22", "18.32")
@pytest.mark.parametrize("scenario", SHEETS)
def test_the_soviet_counters_stand_exactly_where_they_are_listed(scenario):
    game = set_up(scenario)
    give(game, "deploy")
    soviet = listed(SOVIET[scenario])
    assert {name: where(game, name) for name in soviet} == soviet
    on_map = told(game)["units"].keys()
    assert on_map == soviet.keys() | listed(GERMAN[scenario]).keys()


@case("18.12", "18.22", "18.32")
@pytest.mark.parametrize("scenario", SHEETS)
def test_the_german_counters_stand_on_or_next_to_their_hex_and_behind_the_front(scenario):
    game = set_up(scenario)
    give(game, "deploy")
    for name, hex_ in listed(GERMAN[scenario]).items():
        assert facts(game, where(game, name)) == "german", name
        if hex_ != "anywhere":
            assert distance(game, where(game, name), hex_) <= 1, name


@case("18.12", "18.22", "18.32")
@pytest.mark.parametrize("scenario", SHEETS)
def test_german_units_may_be_placed_on_or_within_one_hex_of_the_listed_one_only(scenario):
    """Every hex of the sheet tried for some units: legal exactly on their side, within one hex."""
    game = set_up(scenario)
    grid = game.position.ground.grid
    for name, hex_ in list(listed(GERMAN[scenario]).items())[::4]:
        allowed = {str(order).split()[-1] for order in game.orders.of(name)}
        behind = {n for n in grid.name.values() if facts(game, n) == "german" and n in grid}
        if hex_ == "anywhere":
            lakes = {n for n in behind if game.rules.board.rows[n].terrain == "lake"}
            assert allowed == behind - lakes
        else:
            # where a listed hex is over the limit, the ready-made place may be a neighbour
            assert allowed == {n for n in behind if distance(game, n, hex_) <= 1}


@case("18.12")
def test_nobody_begins_on_the_front_line_or_beyond_it():
    """C3814 is the hex of 460: C3815 lies on the line (R45)."""
    game = set_up("guderian")
    line = next(n for n in ("C3815", "C3914", "C3915", "C3714", "C3715") if facts(game, n) == "front")
    assert refused(game, f"place 460/260/13 {line}").case == "18.12"
    assert refused(game, "place 53/2PzA C1820").case == "18.12"
    assert refused(game, "place 299/50 C0828").case  # an enemy's
    assert refused(game, "place 63/17P/24 C0912").case == "15.0"  # a reinforcement


@case("18.12", "7.0")
def test_units_are_placed_one_by_one_and_all_of_them():
    game = set_up("guderian")
    assert refused(game, "end").case == "18.12"
    give(game, "place 1/GDM/24 C1418")
    assert refused(game, "place 1/GDM/24 C1418").case == "18.0"
    give(game, "place 1/GDM/24 C1417", "deploy 2PzA")
    assert where(game, "1/GDM/24") == "C1418"
    assert refused(game, "deploy 4PzA").case == "18.0"
    assert refused(game, "end").case == "18.12"  # the regiments of 4th Army are missing
    give(game, "deploy 4A", "end")
    assert game.decision.phase != "set-up"


@case("7.0", "18.12")
def test_no_more_than_three_units_are_placed_in_a_hex():
    game = set_up("guderian")
    give(game, *[f"place {name} C0922" for name in ("12/4P/24", "33/4P/24", "I35/4P/24")])
    assert refused(game, "place II35/4P/24 C0922").case == "7.0"
    give(game, "place 24/2PzA C0922")
    assert refused(game, "place 53/2PzA C0922").case == "7.0"


# Free set-ups


@case("18.12", "18.22", "18.32", "18.42")
@pytest.mark.parametrize("scenario", [*SHEETS, "campaign"])
def test_in_a_free_set_up_the_germans_come_first_and_stand_anywhere_west(scenario):
    game = set_up(scenario, options=FREE)
    assert game.decision.side == "german"
    grid = game.position.ground.grid
    name = next(iter(listed(GERMAN["guderian" if scenario == "campaign" else scenario])))
    allowed = {str(order).split()[-1] for order in game.orders.of(name)}
    west = {n for n in set(grid.name.values()) if facts(game, n) == "german"}
    assert allowed == {n for n in west if game.rules.board.rows[n].terrain != "lake"}
    give(game, "deploy")
    assert game.decision.side == "soviet"
    assert game.decision.phase == "set-up"


ZONES = {
    "guderian": {"299/50": (1, 16), "50/Bldin": (1, 16), "258/49": (17, 39), "49/Zhrkn": (17, 39)},
    "hoepner": {"5/30": (21, 39), "30/L'nko": (21, 39), "316/16": (1, 21), "16/R'sky": (1, 21)},
    "kluge": {"415/43": (2, 19), "110/33": (20, 27), "82/5": (28, 39), "43/Glbev": (2, 19)},
}
FIXED = {
    "guderian": {"Vnev/50": "C2132", "Tula/49": "C1820"},
    "hoepner": {"1/1Sh": "A0337", "1Sh/Kuz": "A0440", "71/1Sh": "A0338"},
    "kluge": {"9/20": "B3729", "20/Vlasv": "B3229", "1I/20": "B3829"},
}


@case("18.12", "18.22", "18.32")
@pytest.mark.parametrize("scenario", SHEETS)
def test_soviet_armies_have_their_own_rows_in_a_free_set_up(scenario):
    game = set_up(scenario, options=FREE)
    give(game, "deploy")
    grid, board = game.position.ground.grid, game.rules.board
    for name, (low, high) in ZONES[scenario].items():
        allowed = {str(order).split()[-1] for order in game.orders.of(name)}
        sheet = {"guderian": "C", "hoepner": "A", "kluge": "B"}[scenario]
        rows = {grid.name[grid.index(f"{sheet}{row:02}{column:02}")]
                for row in range(low, high + 1) for column in range(1, 55)
                if f"{sheet}{row:02}{column:02}" in grid}  # fmt: skip
        assert allowed == {n for n in rows if facts(game, n) == "soviet" and board.rows[n].terrain != "lake"}
    for name, hex_ in FIXED[scenario].items():
        assert {str(order).split()[-1] for order in game.orders.of(name)} == {hex_}


@case("18.42")
def test_the_campaign_is_the_three_set_ups_together():
    game = set_up("campaign")
    give(game, "deploy")
    soviet = {name: hex_ for s in SHEETS for name, hex_ in listed(SOVIET[s]).items()}
    german = {name: hex_ for s in SHEETS for name, hex_ in listed(GERMAN[s]).items()}
    assert {name: where(game, name) for name in soviet} == soviet
    assert told(game)["units"].keys() == soviet.keys() | german.keys()
    for name, hex_ in german.items():
        assert facts(game, where(game, name)) == "german"
        if hex_ != "anywhere":
            assert distance(game, where(game, name), hex_) <= 1


@case("18.42")
def test_in_the_campaign_soviet_armies_keep_their_rows():
    game = set_up("campaign", options=FREE)
    give(game, "deploy")
    for name, hex_, fits in (
        ("299/50", "C1630", True),
        ("299/50", "C1730", False),
        ("258/49", "C1730", True),
        ("316/16", "A2130", True),
        ("5/30", "A2030", False),
        ("82/5", "B2730", False),
    ):
        assert (game.why_not(f"place {name} {hex_}") is None) == fits, (name, hex_)


@case("18.12")
def test_a_free_set_up_may_be_deployed_ready_made_army_by_army():
    game = set_up("guderian", options=FREE)
    give(game, "deploy 2PzA", "deploy 4A", "end")
    give(game, "deploy 50", "place 299/50 C1040")
    assert where(game, "299/50") == "C1040"
    give(game, "deploy 49", "end")
    assert game.decision.phase != "set-up"
    assert where(game, "299/50") == "C1040"


@case("18.12", "18.22", "18.32", "18.42")
@pytest.mark.parametrize(
    ("scenario", "number", "unit", "hex_", "near"),
    [
        ("guderian", "18.12", "1/GDM/24", "C1622", "C1418"),
        ("hoepner", "18.22", "6/7P/56", "A2020", "A2308"),
        ("kluge", "18.32", "19/7/7", "B3531", "B3008"),
        ("campaign", "18.42", "19/7/7", "B3531", "B3008"),
        ("extended", "18.42", "19/7/7", "B3531", "B3008"),
    ],
)
def test_a_refusal_says_where_the_unit_is_set_up_and_by_which_case(scenario, number, unit, hex_, near):
    for option, where_ in (("historical", f"on or next to {near},"), ("free", "anywhere")):
        game = set_up(scenario, options={"set-up": option})
        ruling = refused(game, f"place {unit} {hex_}")
        assert ruling.case == number
        assert ruling.text.endswith(f"but {where_} west of the front line")
        assert refused(game, "end").case == number


@case("18.12")
def test_so_it_does_for_soviet_units_in_a_free_set_up():
    game = set_up("guderian", options=FREE)
    give(game, "deploy")
    assert refused(game, "place Tula/49 C2132").text.endswith("but in C1820")
    assert refused(game, "place 299/50 C2030").text.endswith("in the rows of 50 Army, east of the front line")


ROWS = {"50": range(1, 17), "49": range(17, 40), "30": range(21, 40), "16": range(1, 22),
        "43": range(2, 20), "33": range(20, 28), "5": range(28, 40)}  # fmt: skip
"""The rows in which Soviet armies are set up freely; 1Sh, 20, Tula/49 and Vnev/50 keep their listed hexes."""


@case("18.12", "18.22", "18.32", "18.42")
@pytest.mark.parametrize("scenario", ["guderian", "hoepner", "kluge", "campaign"])
def test_what_is_deployed_ready_made_in_a_free_set_up_could_have_been_placed_there(scenario):
    game = typhoon.new("operation-typhoon", scenario, options={"set-up": "free"}, seed=1)
    if scenario == "campaign":
        give(game, "plan historical")
    give(game, "deploy")
    give(game, *(str(order) for order in game.orders if order.verb == "deploy" and order.part))
    placed = {name: state for name, state in told(game)["units"].items() if not isinstance(state, dict)}
    for counter in game.rules.counters:
        free = counter.side == "soviet" and counter.unit in placed and counter.army in ROWS
        if free and counter.unit != "Vnev/50":
            assert int(placed[counter.unit][1:3]) in ROWS[counter.army], counter.unit
    for name, hex_ in placed.items():  # the hex itself is refused only because the unit stands there
        if game.rules.side_of[game.rules.unit_number[name]] == 1:
            assert "already" in refused(game, f"place {name} {hex_}").text
    give(game, "end")


@case("18.22")
def test_the_hq_of_30th_army_is_deployed_within_its_rows():
    """It is listed in A2020, and 30th Army is set up north of row 2100: the next hex of row 21 is its."""
    game = typhoon.new("operation-typhoon", "hoepner", options={"set-up": "free"}, seed=1)
    give(game, "deploy", "deploy 30")
    assert where(game, "30/L'nko") in ("A2120", "A2121")
    assert refused(game, "place 30/L'nko A2020").case == "18.22"
    historical = typhoon.new("operation-typhoon", "hoepner", seed=1)
    give(historical, "deploy")
    assert where(historical, "30/L'nko") == "A2020"


@case("18.0")
@pytest.mark.parametrize("scenario", ["guderian", "hoepner", "kluge", "campaign", "extended"])
def test_every_scenario_has_a_historical_and_a_free_set_up(scenario):
    """In the historical one the Soviet player has no choice, so that nobody asks him."""
    for set_up, asked in (("historical", False), ("free", True)):
        game = typhoon.new("operation-typhoon", scenario, options={"set-up": set_up}, seed=1)
        if scenario in ("campaign", "extended"):
            give(game, "plan historical")
        give(game, "deploy")
        assert (game.decision.phase == "set-up" and game.decision.side == "soviet") == asked
