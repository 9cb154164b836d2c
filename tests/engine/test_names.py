"""Words people use: names of units out of a table, places by the nearest town, and no id in what is read."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from random import Random

import pytest

import typhoon
from typhoon.engine.names import Names, read_names, together
from typhoon.engine.places import Places
from typhoon.engine.registry import find_rules, playable
from typhoon.engine.report import report_of
from typhoon.engine.seat import Seat
from typhoon.players import find_player

GAMES = playable()


@cache
def names(game: str) -> Names:
    return find_rules(game).names


@pytest.mark.parametrize("game", GAMES)
def test_every_unit_has_a_long_and_a_short_name_that_no_other_has(game):
    rules = find_rules(game)
    rows = read_names(rules.data)
    assert set(rows) == {*rules.unit_ids, *rules.pieces}
    for column in ("name", "short"):
        told = Counter([getattr(row, column) for row in rows.values()])
        assert not [name for name, count in told.items() if count > 1]
    assert all(len(row.short) < len(row.name) or len(row.name) <= 8 for row in rows.values())


@pytest.mark.parametrize("game", GAMES)
def test_numbers_in_names_are_declined(game):
    """11th, 12th and 13th; else 1st, 2nd, 3rd by the last figure."""
    for row in read_names(find_rules(game).data).values():
        for number, ending in re.findall(r"\b(\d+)(st|nd|rd|th)\b", row.name):
            teens = number[-2:] in ("11", "12", "13")
            assert ending == ("th" if teens else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1], "th"))
        assert not re.search(r"\b\d+ (?:Infantry|Panzer|Rifle|Tank|Army|Corps)", row.name)


@pytest.mark.parametrize(
    ("game", "unit", "name", "short"),
    [
        ("red-typhoon", "G-253-ID", "253rd Infantry Division", "253 ID"),
        ("red-typhoon", "G-11-Pz", "11th Panzer Division", "11 Pz"),
        ("red-typhoon", "S-C-01", "1st Shock Army", "1S"),
        ("red-typhoon", "S-B-11", "1st Kalinin Tank Group", "K 1T"),
        ("typhoon-solitaire", "S-GD-2", "2nd Guards Division", "2 Gds"),
        ("typhoon-solitaire", "PG2-GD-Mot", "Grossdeutschland Regiment", "GD"),
        ("operation-typhoon", "43/2PzA", "XLIII Corps HQ", "XLIII HQ"),
        ("operation-typhoon", "331/167/53", "331st Infantry Regiment", "331 IR"),
        ("operation-typhoon", "I39/17P/24", "I/39th Panzer Regiment", "I/39 Pz"),
        ("operation-typhoon", "1Sh/Kuz", "1st Shock Army HQ", "1Sh HQ"),
        ("operation-typhoon-revision", "53/2PzA", "LIII Corps HQ", "LIII HQ"),
        ("typhoon-nonop", "G-XLIII-131-ID", "131st Infantry Division", "131 ID"),
        ("typhoon-nonop", "S-WF-res-101-mr", "101st Motor Rifle Division", "101 MRD"),
        ("typhoon-nonop", "S-HQ-33", "33rd Army HQ", "33A HQ"),
        ("typhoon-nonop", "G-Ju87-2", "2nd Ju 87 Group", "Ju 87 2"),
    ],
)
def test_names(game, unit, name, short):
    assert (names(game).unit(unit), names(game).short(unit)) == (name, short)


def test_what_nobody_has_named_goes_by_its_id():
    assert names("red-typhoon").unit("G-99-ID") == names("red-typhoon").short("G-99-ID") == "G-99-ID"
    assert names("red-typhoon").said("G-99-ID halts.") == "G-99-ID halts."


@pytest.mark.parametrize(
    ("number", "told"),
    [
        ("2715", "Rzhev"),
        ("2714", "north of Rzhev"),
        ("2713", "2 hexes north of Rzhev"),
        # 2815 is Zubtsov: as many steps off as Rzhev, but nearer as the crow flies.
        ("2717", "2 hexes southwest of Zubtsov"),
        ("2614", "northwest of Rzhev"),  # beside an odd column the even one lies half a hex lower
        ("2515", "2 hexes west of Rzhev"),
        # 3519 is Volokolamsk; 3622, Ruza, is three hexes from it.
        ("3520", "south of Volokolamsk"),
        ("0146", "hex 0146"),  # the corner is far from everything
    ],
)
def test_places(number, told):
    assert names("red-typhoon").places.spot(number) == told


def test_a_place_is_named_within_nine_hexes():
    """Velikiye Luki is 0907; nothing lies north of it.  From Nevel, 0508, to the corner are four columns,
    which is two rows, and five rows more."""
    places = Places(find_rules("red-typhoon").board)
    assert places.spot("0901") == "6 hexes north of Velikiye Luki"
    assert places.noun("0901") == "the hex 6 hexes north of Velikiye Luki"
    assert places.spot("0101") == "9 hexes northwest of Nevel"
    assert places.noun("0146") == "hex 0146"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "S-C-01 attacks G-252-ID in 3418.",
            "1st Shock Army attacks 252nd Infantry Division northwest of Volokolamsk.",
        ),
        ("G-6-ID is eliminated in 2715 (Rzhev).", "6th Infantry Division is eliminated in Rzhev."),
        ("2714 is now under Soviet control.", "The hex north of Rzhev is now under Soviet control."),
        ("Advance into 2714, or end.", "Advance into the hex north of Rzhev, or end."),
        ("Retreat in 2714 or 2715 (Rzhev).", "Retreat north of Rzhev or in Rzhev."),
        (
            "G-6-ID retreats 2714-2715-2716.",
            "6th Infantry Division retreats from north of Rzhev through Rzhev to the hex south of Rzhev.",
        ),
        ("It goes to hex 2714.", "It goes to the hex north of Rzhev."),
        ("It goes to hex 2713.", "It goes to 2 hexes north of Rzhev."),
        ("10 attack 4 in 2713: column 2:1", "10 attack 4 in the hex 2 hexes north of Rzhev: column 2:1"),
        ("Formation K has no orders.", "Kalinin Front has no orders."),
        ("G-6-ID's way out", "6th Infantry Division's way out"),
        ("8 Feb 1941, 2 Jan 1942", "8 Feb 1941, 2 Jan 1942"),
        ("in 0146", "in hex 0146"),
    ],
)  # fmt: skip
def test_texts_in_words(text, said):
    """What the rules tell in ids, as people read it."""
    assert names("red-typhoon").said(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # 0805 and 0706, southwest of it, are both two hexes northwest of Velikiye Luki, 0907.
        (
            "G-6-ID retreats 0805-0706.",
            "6th Infantry Division retreats from 2 hexes northwest of Velikiye Luki"
            " to the hex southwest of there.",
        ),
        ("It advances 2714-2715-2714.", "It advances from north of Rzhev to Rzhev and back."),
        # Rzhev is far from there.
        (
            "Look in 0805, 2715 or 0706.",
            "Look 2 hexes northwest of Velikiye Luki, in Rzhev"
            " or in another hex 2 hexes northwest of Velikiye Luki.",
        ),
        ("Retreat in 0805 or 0706.", "Retreat 2 hexes northwest of Velikiye Luki or southwest of there."),
        (
            "It goes from 0706 to 0805. 0706 is lost.",
            "It goes from 2 hexes northwest of Velikiye Luki to the hex northeast of there."
            " The hex 2 hexes northwest of Velikiye Luki is lost.",
        ),
        ("0805, 2715 fell.", "The hex 2 hexes northwest of Velikiye Luki and Rzhev fell."),
        ("in 2714+2715+2716", "north of Rzhev, in Rzhev and south of Rzhev"),
        ("one of 2714, 2715 or 2716", "one of the hex north of Rzhev, Rzhev or the hex south of Rzhev"),
    ],
)  # fmt: skip
def test_two_hexes_of_a_text_have_different_words(text, said):
    assert names("red-typhoon").said(text) == said


def test_the_hexes_of_a_large_city_have_different_words():
    """Moscow has two hexes in the solitaire game, 4514 and, northeast of it, 4614."""
    said = names("typhoon-solitaire").said("They march 4514-4614.")
    assert said == "They march from Moscow to the hex northeast of there."


def test_what_units_share_is_said_once():
    assert together(["1st Panzer Division"]) == "1st Panzer Division"
    assert together(["1st Panzer Division", "2nd Panzer Division"]) == "1st and 2nd Panzer Divisions"
    mixed = ["1st Tank Brigade", "Tula Brigade", "2nd Tank Brigade"]
    assert together(mixed) == "1st and 2nd Tank Brigades, and Tula Brigade"
    said = names("operation-typhoon").said("339/167/53, 315/167/53, 331/167/53 attack 16/R'sky.")
    assert said == "339th, 315th and 331st Infantry Regiments attack 16th Army HQ."


def test_the_text_of_an_order_is_left_alone():
    assert names("operation-typhoon").said("allocate 2PzA:N 4A:N") == "allocate 2PzA:N 4A:N"
    assert names("operation-typhoon").said("2PzA has 2 corps.") == "2nd Panzer Army has 2 corps."


def test_a_code_that_both_sides_have_names_the_formation_of_each():
    """XLIII Corps of the Germans and the Soviet 43rd Army both have the code 43."""
    told = names("operation-typhoon")
    assert (told.formation("43", "german"), told.formation("43", "soviet")) == ("XLIII Corps", "43rd Army")
    assert (told.formation("20", "german"), told.formation("5", "german")) == ("XX Corps", "V Corps")
    assert told.formation("53", "german") == told.formation("53") == "LIII Corps"


@pytest.mark.parametrize(
    ("game", "unit", "left"),
    [
        ("red-typhoon", "G-253-ID", "253"),
        ("red-typhoon", "S-B-11", "K 1T"),
        ("red-typhoon", "S-C-01", "1S"),
        ("operation-typhoon", "43/2PzA", "XLIII"),
        ("operation-typhoon", "339/167/53", "339"),
        ("typhoon-nonop", "G-AG-res-IR-Grossdeutschland", "GD"),
        ("typhoon-nonop", "S-22-1-arty", "22/1"),
    ],
)
def test_counters_have_short_names(game, unit, left):
    """The number alone where the symbol says the rest."""
    assert find_rules(game).portrait(unit).left == left


@pytest.mark.parametrize("game", GAMES)
def test_no_id_in_what_is_read_of_a_game(game):
    """The staffs play some way; log, prompts, refusals and the report of a turn hold no id, and the number
    of a hex only where no place is near."""
    played = typhoon.new(game, seed=5)
    rules, said, rng = played.rules, played.rules.names.said, Random(5)
    staffs = {side: find_player("staff", rules, side, 5) for side in rules.sides}
    read = []
    for _ in range(220):
        if played.decision is None:
            break
        side = played.decision.side
        read.append(played.decision.prompt)
        if ruling := played.why_not(_strange(played, rng)):
            read.append(ruling.text)
        read += [played.told(event) for event in played.push(staffs[side].choose(Seat(played, side)))]
    for side in rules.sides:
        report = report_of(played, side, 1)
        read += [line.text for part in report.parts for line in part.lines] if report else []
    assert len(read) > 300
    for text in read:
        told = re.sub(r"[A-Z][a-z]{2} 194[12]", "", said(text))  # a date
        words = set(re.findall(r"[\w/'-]+", told))
        assert not words & {*rules.unit_ids, *rules.pieces}, told
        hexes = [word for word in words if word in rules.board.grid]
        assert all(rules.names.places.spot(hex_) == f"hex {hex_}" for hex_ in hexes), told
        assert "[" not in told


def _strange(played, rng):
    """A move that is mostly refused."""
    rules = played.rules
    unit, hex_ = rng.choice(rules.unit_ids), rng.choice([*rules.grid.name.values()])
    return f"move {unit} {hex_}-{hex_}" if "move" in rules.verbs else f"force {unit}"
