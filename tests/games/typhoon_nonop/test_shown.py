"""What is shown: counters, tables, overlays, lines, previews and the story of battles."""

from typing import Any

import pytest

from tests.games.typhoon_nonop.positions import (
    GUN,
    HQ13,
    HQ16,
    HQ20,
    HQ22,
    INFANTRY,
    OTHER_INFANTRY,
    OTHER_SOVIETS,
    PANZERS,
    SOVIETS,
    TANKS,
    give,
    happened,
    nonop,
    position,
)
from typhoon.engine.cases import case, cases_of
from typhoon.engine.events import Event
from typhoon.engine.registry import find_rules
from typhoon.engine.sheets import charts_of
from typhoon.games.typhoon_nonop.charts import Outcome
from typhoon.games.typhoon_nonop.odds import words

DIVISIONS = (
    "G-XXIII-251-ID",
    "G-XXIII-102-ID",
    "G-XXIII-256-ID",
    "G-XXIII-206-ID",
    "G-VI-110-ID",
    "G-VI-26-ID",
)
"""German infantry."""


def face(game, name: str) -> Any:
    return next(face for face in game.rules.faces(game.position) if face.unit == name)


def panel(game, id_: str, side: str = "") -> Any:
    return next(panel for panel in game.rules.panels(game.position, side) if panel.id == id_)


def shades(game, id_: str) -> dict[str, set[str]]:
    overlay = next(overlay for overlay in game.rules.overlays(game.position) if overlay.id == id_)
    return {shade.label: set(shade.hexes) for shade in overlay.shades}


@case("22.2.1", "B22.2")
def test_an_hq_shows_the_figures_of_both_sides_and_which_is_up():
    """HQ 20: command 1 and movement 5, or recovery 2 and movement 3."""
    for up, figure, badges in ((True, "3", ("NON",)), (False, "5", ())):
        game = position(units={HQ20: {"hex": "P3131", "nonop": True} if up else "P3131"})
        shown = face(game, HQ20)
        assert (shown.left, shown.right) == ("C1-5", "R2-3")
        assert [value.text for value in shown.values] == ["0", "1", figure]
        assert (shown.second_side, shown.badges) == (up, badges)
    assert face(position(units={HQ22: "P3131"}), HQ22).right == "", "HQ 22 has no Non-Op side (R33)"


@case("B17.1", "B18.8")
def test_air_units_and_bridges_have_portraits():
    """A Ju 88: air combat 2, support 1, interdiction 2."""
    rules = position(units={SOVIETS: "P3131"}).rules
    plane = rules.portrait("G-Ju88-1")
    assert (plane.type, plane.left, [v.text for v in plane.values]) == ("air", "B", ["2", "1", "2"])
    assert rules.portrait("G-bridge-1").type == "bridge"
    assert rules.portrait("nobody") is None
    assert rules.pieces["G-Ju88-1"] == "german" and rules.pieces["S-bridge-1"] == "soviet"


@case("B18.8")
def test_a_bridge_on_the_map_is_a_counter_that_says_when_it_is_not_ready():
    lies = {"G-bridge-1": {"hex": "N1008", "other": "N1009", "ready": False}}
    shown = face(position(units={SOVIETS: "P3131", INFANTRY: "N1008"}, bridges=lies), "G-bridge-1")
    assert (shown.hex, shown.badges) == ("N1008", ("!",))


@case("B18.1", "B18.6")
def test_strongpoints_lie_on_the_map_as_signs():
    game = position(
        units={SOVIETS: "P3131", OTHER_SOVIETS: "P3132"},
        strongpoints={"soviet": ["P3131"], "german": []},
        sites={"soviet": ["P3132"], "german": []},
    )
    assert game.rules.shown.signs(game.position) == {"minor": ["P3131"], "minor-building": ["P3132"]}


@case("22.2.2")
def test_ranges_are_told_apart_and_so_is_their_overlap():
    """HQs eight hexes apart, range four: only the hex halfway and its ring are in both."""
    game = position(units={HQ16: "P3131", HQ20: nonop("P3123")})
    found = shades(game, "command")
    assert "P3131" in found["Range of operational HQs"]
    assert "P3123" in found["Range of Non-Op HQs"]
    assert "P3127" in found["Both: the Non-Op range counts"]
    assert not found["Range of operational HQs"] & found["Range of Non-Op HQs"]


@case("22.2.5 movement restriction", "22.2.6a recovery roll")
def test_the_table_of_hqs_counts_units_started_and_chances():
    units = {SOVIETS: "P3131", OTHER_SOVIETS: "P3132", HQ20: nonop("P3134"), HQ16: "P4130"}
    game = position(units=units, phase="soviet movement")
    rows = {row[0]: row for row in panel(game, "hqs").rows}
    assert rows["S-HQ-20"][1:] == ("P3134", "Non-Op", "–", "0 of 1", "R2: 20 %")
    assert rows["S-HQ-16"][1:] == ("P4130", "operational", "3, 3, 3 of 3", "", "")
    give(game, f"move {SOVIETS} P3131-P3130")
    rows = {row[0]: row for row in panel(game, "hqs").rows}
    assert rows["S-HQ-20"][4] == "1 of 1"


@case("22.2.5 movement restriction")
def test_a_move_tells_what_it_uses_up_of_every_hq_in_range():
    units = {SOVIETS: "P3131", HQ20: nonop("P3134"), HQ16: nonop("P3128"), INFANTRY: "P0835"}
    game = position(units=units, phase="soviet movement")
    notes = game.preview(f"move {SOVIETS} P3131-P3130").notes
    assert notes == ("S-HQ-16 lets go 1 of 3 (22.2.5)", "S-HQ-20 lets go 1 of 1 (22.2.5)")
    assert game.preview(f"move {HQ20} P3134-P3135").notes == (), "an HQ uses nothing up (R4)"


@case("B2.9", "B14.6")
def test_of_an_enemy_order_it_is_told_that_it_lies_there():
    sealed = [{"target": "P3131", "units": [INFANTRY], "order": "no-retreat"}]
    units = {INFANTRY: "P3130", SOVIETS: "P3131", GUN: "P3030"}
    game = position(units=units, phase="german combat", combats=sealed)
    assert panel(game, "combats", "soviet").rows[0][4] == "no retreat"
    assert panel(game, "combats", "german").rows[0][4] == "face down"
    assert panel(game, "combats").rows[0][4] == "face down"


@case("B2.9", "B17.3")
def test_where_air_units_are_is_told_their_own_side_alone():
    game = position(units={SOVIETS: "P3131", INFANTRY: "P0835"}, phase="german air interdiction")
    give(game, "fly G-Ju88-1 P3131")
    assert "G-Ju88-1 over P3131" in str(panel(game, "air", "german").rows)
    assert "over" not in str(panel(game, "air", "soviet").rows)
    own = [overlay.id for overlay in game.rules.overlays(game.position, "german")]
    assert "missions" in own
    assert "missions" not in [overlay.id for overlay in game.rules.overlays(game.position, "soviet")]


@case("B6.7")
def test_units_without_a_line_are_in_a_plight():
    """Nobody but Germans around P3131: no way leads out of it."""
    ring = ("P3130", "P3132", "P3030", "P3031", "P3230", "P3231")
    germans = dict(zip(DIVISIONS, ring, strict=True))
    game = position(units={SOVIETS: "P3131", **germans})
    (plight,) = game.rules.shown.plights(game.position, "soviet")
    assert plight.units == (SOVIETS,) and plight.nearly
    marked = position(units={SOVIETS: {"hex": "P3131", "supply": "out"}, **germans})
    (plight,) = marked.rules.shown.plights(marked.position, "soviet")
    assert plight.text == f"{SOVIETS} is Out of Supply"


@case("B19.3")
def test_the_front_runs_between_what_each_side_controls():
    game = position(units={INFANTRY: "P3131", SOVIETS: "P3132"})
    assert ("P3131", "P3132") in game.rules.front(game.position)
    assert all(german != soviet for german, soviet in game.rules.front(game.position))


@case("B16.1", "B16.3")
def test_results_in_words():
    said = {
        ("-/-", 0): "nothing happens",
        ("*/R", 0): "the defender retreats",
        ("*/R", 2): "the attacker loses 2 steps, the defender retreats",
        ("1*R/-", 1): "the attacker loses 2 steps and retreats",
        ("-/e", 0): "the defender is destroyed",
        ("e/-", 0): "the attacker is destroyed",
    }
    for (code, extra), text in said.items():
        assert words(Outcome.of(code), extra) == text


@case("B15.8", "B16.3")
def test_a_battle_is_told_with_its_luck():
    """14 to 4 is 3-1, unsupplied +2. A die of 1 counts as 3: -/1R. Of ten dice nothing is better for the
    attacker: the others give, from 2 to 10, */1R, */R, */1, 1*/R, */-, 1*/1, 1*/-, 1*R/-, 2*/- with a step
    more for each asterisk."""
    game = position(
        units={INFANTRY: "P3130", OTHER_INFANTRY: "P3030", SOVIETS: "P3131"},
        phase="german attack declaration",
        dice={"combat P3131": [1]},
    )
    give(game, f"attack P3131 {INFANTRY} {OTHER_INFANTRY}")
    while "throw the die" not in game.decision.prompt:
        give(game, "end")
    preview = game.preview("fight")
    assert [(m.value, m.case) for m in preview.modifiers] == [(2, "B6.11")]
    assert preview.outcomes[0].text == "the defender loses 1 step and retreats"
    (facts,) = happened(give(game, "fight"), "battle")
    fought = game.rules.fought(Event("battle", facts))
    assert fought.odds == "14 to 4 is 3-1"
    assert fought.text == "the defender loses 1 step and retreats"
    assert fought.luck == 0.95, "nine of ten worse, one the same"


@case("22.2.6a recovery roll", "B21.2")
def test_recovery_and_surrender_are_luck_too():
    rules = position(units={SOVIETS: "P3131"}).rules
    rolled = Event("hq_rolled", {"unit": HQ20, "die": 1, "value": 2, "recovered": True})
    (throw,) = rules.throws(rolled, None, 3)
    assert (throw.side, throw.share) == ("soviet", 0.9), "eight of ten fail, two do as well"


@case("B11.7")
def test_an_overrun_tells_its_chance_and_its_price():
    """6-1 in clear: half of the dice, for the hex and a point more."""
    units = {PANZERS: "P0835", "S-HQ-19": "P0834", TANKS: "P4130"}
    game = position(units=units, phase="german movement")
    preview = game.preview(f"overrun P0834 {PANZERS}")
    assert preview.column == "6-1"
    assert preview.outcomes[0].chance == 0.5
    assert preview.notes == ("it takes 2 movement points of each",)


@case("new 4", "B25.8")
@pytest.mark.parametrize(
    ("turn", "options", "words"),
    [
        (1, {}, "motor units at full allowance, cavalry at half; on turn 1 only units from south of P1921"),
        (2, {}, "motor units at full allowance if they end on sheet N, others and cavalry at half"),
        (3, {}, "motor units and cavalry at half allowance"),
        (2, {"full-motorized-move": "no"}, "motor units and cavalry at half allowance"),
    ],
)
def test_the_motorized_phase_says_how_far_it_goes_this_turn(turn, options, words):
    game = position(units={PANZERS: "P0835"}, phase="german motorized movement", turn=turn, options=options)
    assert game.decision.prompt == f"Move {words}. Then end."


@case("new 1")
def test_on_turn_one_the_soviet_player_is_told_which_hq_moves():
    units = {HQ13: nonop("P3131"), HQ16: nonop("P4130")}
    first, second = (position(units=units, phase="soviet movement", turn=turn) for turn in (1, 2))
    assert f"of the HQs only {HQ13}." in first.decision.prompt
    assert "HQs first or last as you like." in second.decision.prompt


@case("new 2", "B13.3")
def test_the_table_of_hqs_says_why_an_hq_does_not_roll_yet_or_has_no_command():
    units = {HQ13: nonop("P3131"), HQ16: nonop("P4130"), HQ22: "N4818"}
    zone = {"interdicted": ["N4818"]}
    for turn, later in ((1, ", from turn 2 on"), (2, "")):
        game = position(units=units, phase="soviet movement", turn=turn, **zone)
        rows = {row[0]: row for row in panel(game, "hqs").rows}
        assert rows[HQ13][-1] == "R2: 20 %"
        assert rows[HQ16][-1] == f"R4: 40 %{later}"
        assert rows[HQ22][3] == "0, 0, 0 of 0, 1 taken by interdiction"


@case("B12.8")
def test_who_owes_a_mandated_attack_is_told_what_counts_as_one():
    units = {SOVIETS: "P3131", OTHER_SOVIETS: "P3131", PANZERS: "P3130"}
    game = position(units=units, phase="soviet attack declaration", mandated=1)
    assert "1 Mandated Attack owed: declare one at 3-2 or better with 6 steps" in game.decision.prompt
    give(game, f"attack P3130 {SOVIETS} {OTHER_SOVIETS}", "mandate P3130")
    assert "Mandated" not in game.decision.prompt


@case("B24.2", "B24.5")
def test_places_are_named_once_and_the_outlook_says_to_whose_advantage_the_points_are():
    """22 points are a Soviet marginal victory, 42 a German one."""
    game = position(units={INFANTRY: "P0835", SOVIETS: "P3131"}, phase="german movement")
    assert ("(5)", "N3022 (Vyazma): still Soviet") in panel(game, "points").rows
    prospects = game.rules.prospects
    assert prospects.told(game.position) == "Soviet decisive with 0 German victory points"
    assert prospects.words(22.0) == "Soviet marginal with 22 German victory points"
    assert prospects.words(41.9) == "draw with 41 German victory points"
    assert prospects.words(42.0) == "German marginal with 42 German victory points"


def test_rules_name_charts_that_there_are_and_no_files():
    """Whoever reads a rule at the table finds the chart that it speaks of."""
    law = find_rules("typhoon-nonop")
    titles = [chart.title for chart in charts_of(law)]
    for entry in cases_of(law).values():
        assert ".csv" not in entry.summary
        for named in entry.summary.split("chart ")[1:]:
            assert any(named.startswith(title) for title in titles), named


def test_whoever_flies_finds_the_charts_of_the_air_war():
    """Air combat has a line for each difference of ratings, from three worse to three better."""
    charts = {chart.id: chart for chart in charts_of(find_rules("typhoon-nonop"))}
    assert {"air-readiness", "air-initiative", "air-combat", "aa-fire", "retreat"} <= set(charts)
    assert len(charts["air-combat"].rows) == 7
    assert len(charts["air-combat"].columns) == 11, "the difference, and ten faces of the die"
