"""What the staff decides in positions where a player of the game would not hesitate."""

import shutil
from pathlib import Path
from random import Random

import pytest

import typhoon
from tests.games.operation_typhoon.fights import EAST, MIDDLE, NORTH_EAST, WEST, fight
from tests.games.operation_typhoon.positions import position, where
from typhoon import Game
from typhoon.engine.manner import Manner
from typhoon.engine.seat import Player, Seat
from typhoon.games.operation_typhoon.charts import GERMAN
from typhoon.games.operation_typhoon.staff import Staff
from typhoon.games.operation_typhoon.staff.doctrine import LEARNT
from typhoon.games.operation_typhoon.staff.marches import March
from typhoon.games.operation_typhoon.staff.outlook import Outlook
from typhoon.games.operation_typhoon.staff.raids import raid
from typhoon.games.operation_typhoon.victory import GUDERIAN_TOWNS, HOEPNER_TOWNS, KLUGE_TOWNS, KREMLIN, TULA
from typhoon.players import find_player

KASHIRA, MORDVESO, VENEV, ZAOKSKOYE = "C3834", "C2933", "C2132", "C3820"


def answer(game: Game, seed: int = 1) -> str:
    side = game.decision.side
    return str(Staff(side, Random(seed)).choose(Seat(game, side)))


def phase(game: Game, staff: Player | None = None) -> list[str]:
    """All orders that the staff gives in the phase in play."""
    decision = game.decision
    staff = staff or Staff(decision.side, Random(1))
    given = []
    while (now := game.decision) and (now.phase, now.side) == (decision.phase, decision.side):
        order = staff.choose(Seat(game, now.side))
        game.push(order)
        given.append(str(order))
    return given


# Higher command


def test_nobody_can_tell_the_plan_beforehand():
    game = typhoon.new("operation-typhoon", "campaign", seed=1)
    plans = {answer(game, seed) for seed in range(20)}
    assert plans == {"plan historical", "plan encirclement", "plan broad-front"}


def test_support_goes_to_the_army_that_has_the_enemy_before_it():
    # 3rd Panzer Army stands far behind; nobody is near it.
    game = position(
        scenario="hoepner",
        turn=5,
        phase="support",
        units={
            "40/4PzA": "A0505",
            "69/10P/40": "A0709",
            "86/10P/40": "A0709",
            "258/78/16": "A0712",
            "41/3PzA": "A3801",
            "303/162/41": "A3802",
        },
        dice=[1] * 20,
    )
    assert answer(game) == "allocate 3PzA:0 4PzA:6"


def test_support_goes_to_the_corps_with_the_panzers():
    units = {
        "24/2PzA": "C0808",
        "12/4P/24": "C0922",
        "33/4P/24": "C0922",
        "I35/4P/24": "C0922",
        "53/2PzA": "C0308",
        "110/112/53": "C0521",
        "260/50": "C1026",
    }
    # Three points and a die of 6 put one corps in support on turn 9.
    game = position(turn=9, phase="weather", units=units, dice=[1, 3, 6, *[1] * 9])
    while game.decision.phase != "support":
        game.push(answer(game))
    assert answer(game) == "support 24/2PzA"


def held_back(*units: str) -> dict[str, dict]:
    hexes = {"9/20": "B3729", "28/20": "B3628", "1I/20": "B3829", "20/Vlasv": "B3229"}
    return {unit: {"hex": hexes[unit], "uncommitted": True} for unit in units}


def segment(*dice: int, **given) -> Game:
    """The Soviet commitment segment of 18.3, with Germans west of the Nara."""
    units = {"80/34/12": "B1216", **given.pop("units")}
    return position(scenario="kluge", phase="soviet commitment", units=units, dice=[*dice, *[1] * 9], **given)


def test_the_unit_that_is_called_away_is_the_weakest_and_not_the_headquarters():
    game = segment(1, turn=5, units=held_back("9/20", "28/20", "1I/20", "20/Vlasv"))
    assert answer(game) == "recall 1I/20"


def test_the_strongest_unit_is_committed_and_headquarters_last():
    # 28/20, a brigade, has 5 in the mean, 9/20 has 4; six points and a die of 6 with 2 free two units.
    game = segment(6, turn=4, vp=6, units=held_back("9/20", "28/20", "20/Vlasv"))
    assert phase(game)[:2] == ["commit 28/20", "commit 9/20"]


def test_railways_are_cut_where_units_wait_for_trains():
    game = position(
        scenario="campaign",
        turn=2,
        phase="german interdiction",
        weather="clear",
        units={"413/50": "C2132", "154/50": "C2132", "17/31/43": "C2608"},
        air={"german": 1, "soviet": 0},
        dice=[1] * 9,
    )
    grid = game.position.ground.grid
    verb, hex_ = answer(game).split()
    assert verb == "interdict"
    assert grid.distance(grid.index(hex_), grid.index("C2132")) <= 2


# Movement


def test_what_is_too_many_in_a_hex_goes_by_its_worth():
    # A fourth unit must go: not the strong regiment, and no tanks.
    units = {
        "110/112/53": {"hex": MIDDLE, "chit": "G2-7"},
        "256/112/53": {"hex": MIDDLE, "chit": "G2-2"},
        "258/112/53": {"hex": MIDDLE, "chit": "G2-6"},
        "I35/4P/24": MIDDLE,
    }
    game = position(turn=4, phase="german movement", supported=[], units=units, dice=[1] * 9)
    game.push("end")
    assert answer(game) == "eliminate 256/112/53"


def test_a_stack_that_retreated_too_high_spreads_out():
    regiments = ["110/112/53", "256/112/53", "258/112/53", "339/167/53", "315/167/53"]
    units = {**dict.fromkeys(regiments, MIDDLE), "53/2PzA": "C3420", "258/49": "C3435"}
    game = position(turn=5, phase="german movement", units=units)
    given = phase(game)
    assert not [order for order in given if order.startswith("eliminate")]
    assert all(where(game, unit) != "eliminated" for unit in regiments)


@pytest.mark.parametrize(
    ("scenario", "hex_", "hq", "towns"),
    [
        ("hoepner", "A0226", "A0214", HOEPNER_TOWNS),  # for Moscow (18.29)
        ("guderian", "C3940", "C3920", (*GUDERIAN_TOWNS, TULA)),  # to the north (18.19)
        ("kluge", "B2553", "B2520", (*KLUGE_TOWNS, KREMLIN)),  # over the east edge (18.39)
    ],
)
def test_units_leave_the_map_where_that_counts(scenario, hex_, hq, towns):
    # All towns have been taken: there is nothing else to do.
    game = position(
        scenario=scenario,
        turn=9,
        phase="german movement",
        units={"12/4P/24": hex_, "24/2PzA": hq},
        control=dict.fromkeys(towns, "german"),
        ground="normal",
    )
    assert "exit 12/4P/24" in phase(game)


def test_nobody_leaves_to_the_north_while_tula_holds_out():
    game = position(
        turn=9,
        phase="german movement",
        units={"12/4P/24": "C3940", "24/2PzA": "C3920", "413/50": TULA},
        ground="normal",
    )
    assert "exit 12/4P/24" not in phase(game)


@pytest.mark.parametrize(
    ("side", "unit", "enemy", "other"),
    [("german", "110/112/53", "258/49", "soviet"), ("soviet", "258/49", "110/112/53", "german")],
)
def test_at_the_end_a_place_that_stands_open_is_taken_before_anybody_attacks(side, unit, enemy, other):
    # Venev stands open three hexes off; a cadre of the enemy could be attacked at once.
    units = {unit: "C2129", enemy: {"hex": "C2128", "cadre": True}, "53/2PzA": "C2124", "49/Zhrkn": "C2148"}
    control = {VENEV: other, **dict.fromkeys((TULA, KASHIRA, MORDVESO, ZAOKSKOYE, "C1346"), side)}
    game = position(turn=16, phase=f"{side} movement", units=units, control=control)
    phase(game)
    assert where(game, unit) == VENEV


def test_tanks_do_not_go_alone():
    # Mordveso lies open within reach; the battalion takes its regiment along or stays with it.
    game = position(
        turn=9,
        phase="german movement",
        units={
            "12/4P/24": "C2528",
            "33/4P/24": "C2528",
            "I35/4P/24": "C2528",
            "24/2PzA": "C2425",
            "258/49": "C3433",
            "238/49": "C3434",
        },
        supported=["24/2PzA"],
        ground="ground freeze",
    )
    phase(game)
    assert where(game, "I35/4P/24") in {where(game, "12/4P/24"), where(game, "33/4P/24")}


def test_the_garrison_stays_in_the_city_however_weak_the_enemy_outside():
    game = position(
        turn=9,
        phase="soviet movement",
        units={
            "154/50": TULA,
            "49/Zhrkn": "C2132",
            "110/112/53": {"hex": "C1818", "cadre": True},
            "12/4P/24": "C1816",
            "24/2PzA": "C1812",
        },
    )
    phase(game)
    assert where(game, "154/50") == TULA


def test_tula_gets_the_best_division_and_tanks_against_panzers():
    # Infantry with tanks denies the panzers their combined arms (9.52).
    game = position(
        turn=9,
        phase="soviet movement",
        units={
            "413/50": "C1922",
            "299/50": "C1921",
            "154/50": TULA,
            "42/49": "C2022",
            "49/Zhrkn": "C2132",
            "12/4P/24": "C1614",
            "33/4P/24": "C1614",
            "I35/4P/24": "C1614",
            "24/2PzA": "C1612",
        },
    )
    phase(game)
    assert where(game, "413/50") == where(game, "42/49") == TULA


def test_an_empty_town_that_germans_come_near_to_is_garrisoned():
    game = position(
        turn=9,
        phase="soviet movement",
        units={"258/49": "C3833", "49/Zhrkn": "C3838", "12/4P/24": "C3330", "24/2PzA": "C3328"},
        control={MORDVESO: "german"},
    )
    phase(game)
    assert where(game, "258/49") == KASHIRA


def test_corps_do_not_all_head_for_the_same_place():
    # Venev and Zaokskoye are left to take, in opposite directions; Venev is nearer to both corps.
    game = position(
        turn=9,
        phase="german movement",
        units={
            "110/112/53": "C2727",
            "53/2PzA": "C2726",
            "17/31/43": "C2827",
            "43/2PzA": "C2826",
            "258/49": "C3952",
        },
        supported=["43/2PzA", "53/2PzA"],
        control=dict.fromkeys((TULA, KASHIRA, MORDVESO, "C1346"), "german"),
    )
    grid = game.position.ground.grid

    def away(unit: str, place: str) -> int:
        return grid.distance(grid.index(where(game, unit)), grid.index(place))

    units = ("110/112/53", "17/31/43")
    before = {(unit, place): away(unit, place) for unit in units for place in (VENEV, ZAOKSKOYE)}
    phase(game)
    for place in (VENEV, ZAOKSKOYE):
        assert any(away(unit, place) < before[unit, place] for unit in units)


# Combat


def test_three_divisions_gather_where_one_would_be_too_weak():
    # 4 against 9 is hopeless; three stacks, each a division, make 1-1 with three shifts.
    divisions = {
        "C3422": ("339/167/53", "315/167/53", "331/167/53"),
        "C3523": ("110/112/53", "256/112/53", "258/112/53"),
        "C3323": ("519/296/53", "520/296/53", "521/296/53"),
    }
    units = {unit: hex_ for hex_, names in divisions.items() for unit in names}
    game = position(
        turn=9,
        phase="german movement",
        units={**units, "53/2PzA": "C3420", "258/49": {"hex": MIDDLE, "chit": "S2-9", "seen": 9}},
        supported=["53/2PzA"],
    )
    phase(game)
    grid = game.position.ground.grid
    around = set(grid.numbers(grid.around(grid.index(MIDDLE))))
    stacks = [{where(game, unit) for unit in names} for names in divisions.values()]
    assert all(hexes <= around for hexes in stacks)


def test_from_a_town_nobody_attacks_against_hopeless_odds():
    # Kashira is a town: the cadre there need not attack a division of 12 (9.14).
    grid = position(units={"110/112/53": KASHIRA}).position.ground.grid
    beside = grid.numbers(grid.around(grid.index(KASHIRA)))[0]
    game = fight(("110/112/53", KASHIRA, {"cadre": True}), ("258/49", beside, 12))
    assert phase(game) == ["end"]


def test_a_garrison_makes_no_sortie_that_may_cost_it_the_city():
    # 3-1 is worth a try elsewhere; here an adverse result would drive the division out of Tula.
    grid = position(units={"290/49": TULA}).position.ground.grid
    beside = grid.numbers(grid.around(grid.index(TULA)))[0]
    game = fight(("290/49", TULA, 12), ("110/112/53", beside, 4), side="soviet")
    assert phase(game) == ["end"]


def test_in_the_open_the_attack_that_is_owed_is_made_whatever_the_odds():
    game = fight(("110/112/53", MIDDLE, {"cadre": True}), ("258/49", EAST, 12))
    assert phase(game)[:2] == [f"attack {EAST} 110/112/53", "end"]


def test_air_points_go_where_they_help_and_not_into_a_certain_victory():
    game = fight(
        ("339/167/53", WEST, 6),
        ("315/167/53", NORTH_EAST, 6),
        ("258/49", MIDDLE, 6),
        air={"german": 2, "soviet": 0},
        dice=(1, 1),
    )
    given = phase(game)
    assert f"air {MIDDLE} 2" in given


# What is taken is held


def test_a_town_that_was_taken_keeps_a_garrison_though_everybody_could_go_on():
    # The division is thrown out of Venev for good; three regiments may advance, Tula's road lies open.
    grid = position(units={"258/49": VENEV}).position.ground.grid
    west, east = grid.numbers(grid.around(grid.index(VENEV)))[:2]
    game = fight(
        ("339/167/53", west, 6),
        ("315/167/53", east, 6),
        ("413/50", VENEV, {"cadre": True}),
        ("258/49", TULA, 8),
        dice=(6, 6),
    )
    phase(game)
    while game.decision and game.decision.phase == "german combat":
        game.push(answer(game))
    assert VENEV in {where(game, "339/167/53"), where(game, "315/167/53")}


def test_a_taken_town_is_held_by_more_than_one_when_the_enemy_comes():
    # Two strong divisions stand before Venev; 167th Division has nothing more urgent than to hold it.
    regiments = ("339/167/53", "315/167/53", "331/167/53")
    game = position(
        turn=12,
        phase="german movement",
        units={
            **dict.fromkeys(regiments, VENEV),
            "53/2PzA": "C2128",
            "258/49": "C2136",
            "290/49": "C2236",
            "413/50": KASHIRA,
        },
        supported=["53/2PzA"],
        control={VENEV: "german"},
    )
    phase(game)
    assert [where(game, unit) for unit in regiments].count(VENEV) >= 2


def test_a_cadre_is_kept_out_of_the_attack_of_its_division():
    # 167th Division attacks with what it has; its cadre would add a point and be the first to die.
    game = position(
        turn=9,
        phase="german movement",
        units={
            "339/167/53": {"hex": "C3423", "chit": "G2-7"},
            "315/167/53": {"hex": "C3523", "chit": "G2-6"},
            "331/167/53": {"hex": WEST, "cadre": True},
            "53/2PzA": "C3420",
            "258/49": {"hex": MIDDLE, "cadre": True},
        },
        supported=["53/2PzA"],
    )
    phase(game)
    grid = game.position.ground.grid
    away = [
        grid.distance(grid.index(where(game, f"{name}/167/53")), grid.index(MIDDLE)) for name in (339, 315)
    ]
    assert 1 in away
    assert grid.distance(grid.index(where(game, "331/167/53")), grid.index(MIDDLE)) > 1


def test_nobody_leaves_to_the_north_before_the_towns_are_taken_that_18_19_asks_for_too():
    # Tula and two towns: four units that left would count for nothing.
    assert "exit 12/4P/24" not in phase(tula_and_two_towns())


def tula_and_two_towns() -> Game:
    held = dict.fromkeys((TULA, KASHIRA, MORDVESO), "german")
    units = {"12/4P/24": "C3940", "24/2PzA": "C3920"}
    return position(turn=9, phase="german movement", units=units, control=held, ground="normal")


@pytest.mark.parametrize("name", ["operation-typhoon", "operation-typhoon-revision"])
def test_the_first_staff_is_kept_with_its_faults(name: str):
    told = tula_and_two_towns()
    game = typhoon.build(name, **told.rules.snapshot(told.position), seed=1)
    assert "exit 12/4P/24" in phase(game, find_player("staff-1", game.rules, "german", 1))


def test_no_more_units_leave_for_moscow_than_count():
    # No town is taken: one unit that leaves saves a level (18.29), a second is for safety, others fight.
    regiments = ("69/10P/40", "86/10P/40", "3/DasR/40", "4/DasR/40")
    hexes = ("A0227", "A0228", "A0229", "A0230")
    units = {**dict(zip(regiments, hexes, strict=True)), "40/4PzA": "A0320"}
    game = position(scenario="hoepner", turn=9, phase="german movement", units=units, ground="normal")
    assert len([order for order in phase(game) if order.startswith("exit")]) == 2


OFF_THE_MAP = 54
TANKS = ("I27/19P/57", "II27/19P/57", "I21/20P/57", "II21/20P/57")


def eastward(tanks: tuple[str, ...], soviets: dict[str, str]) -> Game:
    """Tanks in the middle of the Soviet rear, twenty hexes from the east edge, on firm ground."""
    units = {**dict.fromkeys(tanks, "B1533"), "57/4A": "B1520", "43/Glbev": "B3545", **soviets}
    return position(scenario="kluge", turn=6, phase="german movement", units=units, ground="ground freeze")


def columns_gone(game: Game, tanks: tuple[str, ...]) -> list[int]:
    """How far east each of them is after its phase."""
    phase(game)
    return [int(where(game, tank)[3:] or OFF_THE_MAP) for tank in tanks]


def test_as_many_fast_units_as_shift_the_level_run_for_the_east_edge_through_a_gap():
    # 18.39: three units over the east edge shift the level; more set out in case some are stopped.
    assert min(columns_gone(eastward(TANKS, {"194/43": "B3040"}), TANKS)) >= 44


def test_nobody_runs_for_the_east_edge_where_fewer_could_come_than_count():
    assert max(columns_gone(eastward(TANKS[:2], {"194/43": "B3040"}), TANKS[:2])) < 44


def test_nobody_runs_for_the_east_edge_where_the_way_is_barred():
    # A Soviet division in every second row of the sheet: their zones leave no gap.
    counters = position(scenario="kluge").rules.counters
    divisions = [c.unit for c in counters if c.side == "soviet" and c.type == "infantry" and c.size == "XX"]
    barrier = {unit: f"B{2 * place + 2:02}38" for place, unit in enumerate(divisions[:19])}
    assert max(columns_gone(eastward(TANKS, barrier), TANKS)) < 40


@pytest.mark.parametrize(("turn", "sent"), [(4, 0), (5, 4)])
def test_where_destroyed_units_count_fast_units_fight_on_until_less_than_twelve_turns_are_left(turn, sent):
    # 18.29: more than fifteen points shift the level as well. Nobody stands in the way to the east.
    tanks = ("I15/11P/46", "II15/11P/46", "I31/5P/46", "II31/5P/46")
    units = {**dict.fromkeys(tanks, "A2033"), "46/4PzA": "A2020", "413/50": "A3840"}
    game = position(scenario="hoepner", turn=turn, phase="german movement", units=units)
    march = March(Outlook(game.position, GERMAN))
    raid(march)
    assert len(march.place) == sent


@pytest.mark.parametrize("left", [2, 3])
def test_on_the_nara_fast_units_fight_no_one_until_three_have_left_by_the_east_edge(left):
    # 18.39: they are few, and nothing else shifts the level as surely. A cadre in the open stands alone
    # before a panzer division; a line behind it leaves no gap.
    fighters = ("73/19P/57", "74/19P/57", "I27/19P/57")
    exited = dict.fromkeys(("I21/20P/57", "II21/20P/57", "59/20P/57")[:left], "B0554")
    counters = position(scenario="kluge").rules.counters
    divisions = [c.unit for c in counters if c.side == "soviet" and c.type == "infantry" and c.size == "XX"]
    barrier = {unit: f"B{2 * place + 2:02}38" for place, unit in enumerate(divisions[:19])}
    victim = next(c.unit for c in counters if c.side == "soviet" and c.type == "cavalry")
    units = {
        **dict.fromkeys(fighters, "B1530"),
        "57/4A": "B1524",
        **barrier,
        victim: {"hex": "B1532", "cadre": True},
    }
    game = position(scenario="kluge", turn=6, phase="german movement", units=units, exited=exited)
    march = March(Outlook(game.position, GERMAN))
    raid(march)
    march.plan_assaults()
    assert bool(march.place) == (left == 3)


def test_raiders_who_have_come_to_the_edge_leave_from_there():
    # 18.39: three units over the east edge shift the level. All have the points for a clear hex, so nobody
    # looks for a place on the edge where fewer enemies are near.
    tanks = ["I21/20P/57", "II21/20P/57", "I27/19P/57"]
    units = {**dict.fromkeys(tanks, "B0554"), "57/4A": "B0521", "413/50": "B1445"}
    game = position(scenario="kluge", turn=9, phase="german movement", units=units)
    orders = phase(game)
    assert {f"exit {tank}" for tank in tanks} <= set(orders)
    assert not [
        order for order in orders if order.startswith(("move", "strategic")) and order.split()[1] in tanks
    ]


def test_germans_press_for_losses_only_where_those_count_for_the_level():
    # 18.29 counts points, 18.19 does not: there the last step of a unit is worth a point more to hunters.
    def worth(scenario: str, hunts: bool) -> float:
        hex_ = {"hoepner": "A2030", "guderian": "C1830"}[scenario]
        game = position(scenario=scenario, units={"413/50": {"hex": hex_, "cadre": True}})
        outlook = Outlook(game.position, GERMAN, doctrine=LEARNT._replace(hunts=hunts))
        return outlook.steps_worth(game.rules.unit_number["413/50"])

    assert worth("hoepner", True) - worth("hoepner", False) == 1.0
    assert worth("guderian", True) == worth("guderian", False)


# With figures of one's own


def test_it_thinks_with_the_charts_in_use(tmp_path: Path):
    """Whoever lays charts of his own over ours plays against a staff that knows them."""
    ours = Path(typhoon.games.operation_typhoon.__file__).parent / "data" / "units.csv"
    shutil.copy(ours, tmp_path / "units.csv")
    text = (tmp_path / "units.csv").read_text(encoding="utf-8")
    old = "154/50,soviet,50,,,infantry,XX,A,"
    assert old + "1" in text or old + "2" in text
    (tmp_path / "units.csv").write_text(text.replace(old + "1", old + "3").replace(old + "2", old + "3"))
    game = typhoon.build(
        "operation-typhoon",
        charts=tmp_path,
        turn=5,
        phase="soviet movement",
        units={"154/50": {"hex": TULA, "chit": "S3-24"}, "12/4P/24": "C1816", "24/2PzA": "C1812"},
        seed=1,
    )
    assert phase(game)[-1] == "end"


# Ideas


def test_for_another_idea_a_side_weighs_otherwise_but_minds_the_same_things():
    """A German idea leaves what the Germans think of the Soviets, and all doctrine, as they are."""
    staff = Staff("german", Random(1), Manner(idea=1))
    mind, other = staff.mind(), staff.mind()
    assert mind.german != LEARNT.german != other.german != mind.german
    assert mind._replace(german=LEARNT.german) == LEARNT
    assert Staff("german", Random(1)).mind() == LEARNT


def test_ideas_become_plans_of_their_own():
    """At the beginning of guderian, where everybody can move, hardly two ideas lead to the same orders."""
    game = typhoon.new("operation-typhoon", "guderian", seed=1)
    while "movement" not in game.decision.phase:
        side = game.decision.side
        game.push(Staff(side, Random(1)).choose(Seat(game, side)))
    seat = Seat(game, game.decision.side)
    plans = Staff(seat.side, Random(1)).proposals(seat, [Manner(idea=number) for number in range(1, 5)])
    assert len(plans) == 5
    assert all(seat.why_not(plan[0]) is None for plan in plans)
