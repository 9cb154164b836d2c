"""Columns: declared once, then copied, told, read back, checked and hidden."""

import json
from typing import Any, ClassVar

import pytest

from tests.engine.small import BLUE, BOX, RED, SmallBox, SmallGame, SmallPosition
from typhoon import ImpossiblePosition
from typhoon.engine.columns import (
    Derived,
    Fate,
    Flag,
    Held,
    Hexes,
    Number,
    PerSide,
    Told,
    Truth,
    UnitMap,
    UnitNumber,
    Units,
    Word,
    column,
)
from typhoon.engine.keyed import ByHex, ByUnit
from typhoon.engine.secrets import Secrets


class Endurance(UnitNumber):
    def most(self, pos: Any, unit: int) -> float:
        return 4.5


class Full(SmallPosition):
    """A column of every kind; ``tired`` is inherited."""

    shots: int = column(Number(3))
    score: int = column(Number(always=True, least=-5))
    begun: bool = column(Truth())
    weather: int = column(Word(("dry", "wet", "snow"), "dry", "sky"))
    supplies: list[int] = column(PerSide(of="supply points"))
    works: int = column(Hexes(among=lambda pos: pos.rules.town, why_not="nobody digs in {hex}"))
    towns: list[int] = column(Held("town"))
    leaders: int = column(Units("red unit", among=lambda pos: pos.rules.units_of[RED]))
    guards: int = column(Units("unit", optional=True))
    plan: str = column(
        Told(
            str,
            "none",
            lambda pos: pos.plan,
            lambda pos, told: setattr(pos, "plan", told),
            usual="none",
            owner=RED,
        )
    )
    lost: int = column(Fate())
    captured: int = column(Fate("taken"))
    hungry: int = column(Flag("food", "hungry"))
    starving: int = column(Flag("food", "starving"))
    fatigue: list[int] = column(Endurance(parts=2, of="points"))
    strength: list[int] = column(UnitNumber("chit", secret=True))
    doubtful: int = column(Flag(secret=True))
    entered: dict[int, int] = column(UnitMap())
    orders: dict[int, int] = column(UnitMap(secret=True))
    known: dict[int, int] = column(Derived(lambda rules: {}))
    mines: dict[int, int] = column(ByHex(int))
    medals: dict[int, tuple[int, str]] = column(ByUnit(tuple[int, str]))


class Veil(Secrets):
    """A side may not know the secrets of the other's units; B2 it does not see at all."""

    any: ClassVar[bool] = True

    def veiled(self, pos: Any, side: int) -> int:
        return sum(units for number, units in enumerate(self.law.units_of) if number != side)

    def hidden(self, pos: Any, side: int) -> int:
        return 0 if side == BLUE else 1 << self.law.unit_number["B2"]


class FullGame(SmallGame):
    about: ClassVar = SmallGame.about
    position_type: ClassVar = Full
    chapters: ClassVar = {"secrets": Veil}

    def _open(self):
        self.town = 1 << self.grid.index("0302")
        self.held_at_start = [0, self.town]

    def complete(self, pos, told):
        if told.guards is None:
            pos.guards = self.units_of[BLUE]
        if told.supplies is None:
            pos.supplies = [7, 7]


RULES = FullGame(BOX, SmallGame.about.scenarios[0], {"pace": "slow"}, 1)
R1, R2, B1, B2 = range(4)
PLACES = {"R1": "0101", "R2": "0103", "B1": "0501", "B2": "0503"}


def built(**told):
    return RULES.restore({"units": PLACES, **told})


def told(pos, side=None):
    """The snapshot as it would be read from a file."""
    return json.loads(json.dumps(RULES.snapshot(pos, side)))


PLAIN = {
    "turn": 1,
    "phase": "red turn",
    "scenario": "strip",
    "units": PLACES,
    "score": 0,
    "supplies": {"red": 7, "blue": 7},
    "towns": {},
    "guards": ["B1", "B2"],
}
"""What is told when all is as usual: what is always told, and what the game decides by itself."""


def test_what_is_as_usual_is_not_told_and_means_the_same_when_read_back():
    pos = built()
    assert told(pos) == PLAIN
    assert (pos.shots, pos.weather, pos.plan, pos.begun, pos.guards) == (3, 0, "none", False, 0b1100)
    assert told(RULES.restore(told(pos))) == PLAIN


def set_(name, value):
    return lambda pos: setattr(pos, name, value)


def put(name, place, value):
    return lambda pos: getattr(pos, name).__setitem__(place, value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (set_("shots", 5), {"shots": 5}),
        (set_("shots", 0), {"shots": 0}),
        (set_("score", -2), {"score": -2}),
        (set_("begun", True), {"begun": True}),
        (set_("weather", 2), {"sky": "snow"}),
        (put("supplies", BLUE, 4), {"supplies": {"red": 7, "blue": 4}}),
        (set_("works", 1 << BOX.grid.index("0302")), {"works": ["0302"]}),
        (set_("towns", [1 << BOX.grid.index("0302"), 0]), {"towns": {"0302": "red"}}),
        (set_("leaders", 1 << R2), {"leaders": ["R2"]}),
        (set_("guards", 0), {"guards": []}),
        (set_("plan", "east"), {"plan": "east"}),
        (set_("tired", 1 << R1), {"units": {"R1": {"hex": "0101", "tired": True}}}),
        (set_("hungry", 1 << R1), {"units": {"R1": {"hex": "0101", "food": "hungry"}}}),
        (set_("starving", 1 << R1), {"units": {"R1": {"hex": "0101", "food": "starving"}}}),
        (put("fatigue", R2, 3), {"units": {"R2": {"hex": "0103", "fatigue": 1.5}}}),
        (put("strength", B1, 6), {"units": {"B1": {"hex": "0501", "chit": 6}}}),
        (set_("doubtful", 1 << B1), {"units": {"B1": {"hex": "0501", "doubtful": True}}}),
        (put("entered", B1, 2), {"units": {"B1": {"hex": "0501", "entered": 2}}}),
        (put("orders", B1, 9), {"units": {"B1": {"hex": "0501", "orders": 9}}}),
        (put("mines", BOX.grid.index("0302"), 2), {"mines": {"0302": 2}}),
        (put("medals", R1, (3, "valour")), {"medals": {"R1": [3, "valour"]}}),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_a_column_is_told_in_its_words_and_read_back(change, words):
    pos = built()
    change(pos)
    units = PLACES | words.pop("units", {})
    assert told(pos) == PLAIN | words | {"units": units}
    again = RULES.restore(told(pos))
    for name in Full.columns:
        assert getattr(again, name) == getattr(pos, name), name


def test_units_off_the_map_are_told_by_their_fate():
    pos = built(units=PLACES | {"R1": "lost", "B1": "taken"})
    assert (pos.lost, pos.captured, pos.in_play) == (1 << R1, 1 << B1, 1 << R2 | 1 << B2)
    assert told(pos)["units"] == {"R2": "0103", "B2": "0503", "R1": "lost", "B1": "taken"}


def test_what_a_unit_off_the_map_was_is_not_told():
    pos = built()
    pos.tired, pos.fatigue[R1], pos.entered[R1] = 1 << R1, 3, 1
    pos.remove(R1)
    assert told(pos)["units"] == {name: hex_ for name, hex_ in PLACES.items() if name != "R1"}


def test_who_stands_in_a_town_holds_it_whatever_is_told():
    pos = built(units=PLACES | {"R1": "0302"})
    assert told(pos)["towns"] == {"0302": "red"}


# Copies


@pytest.mark.parametrize("name", [n for n in Full.columns if n not in ("rules", "result")])
def test_a_copy_is_left_alone_by_what_is_done_to_the_other(name):
    """Lists and dicts are changed in place, numbers replaced."""
    pos = built()
    twin = pos.copy()
    before = repr(getattr(pos, name))
    value = getattr(twin, name)
    if isinstance(value, list):
        value.append("changed")
    elif isinstance(value, dict):
        value["changed"] = 1
    else:
        setattr(twin, name, "changed")
    assert repr(getattr(pos, name)) == before
    assert repr(getattr(twin, name)) != before
    assert twin.rules is pos.rules


def test_a_column_is_an_attribute_like_any_other():
    """Reading one looks nothing up in its class; that is where columns are declared, and taken off."""
    assert not [name for name in Full.columns if hasattr(Full, name)]
    assert list(vars(built())) == ["rules", *Full.columns]


def test_a_game_below_has_none_of_a_variants_columns():
    assert "plan" not in SmallPosition.columns
    assert set(Full.columns) > set(SmallPosition.columns)


# What cannot be


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"shots": -1}, "shots: -1 is less than 0"),
        ({"shots": "many"}, "shots: Expected `int | float`, got `str`"),
        ({"score": -6}, "score: -6 is less than -5"),
        ({"begun": 1}, "begun: Expected `bool`, got `int`"),
        ({"sky": "fog"}, "sky: 'fog' is none of dry, wet, snow"),
        ({"weather": "wet"}, "position: Object contains unknown field `weather`"),
        ({"supplies": {"green": 1}}, "supplies: there is no side 'green'; there are red, blue"),
        ({"supplies": {"blue": -1}}, "supplies: the blue side cannot have -1 supply points"),
        ({"works": ["0101"]}, "works: nobody digs in 0101"),
        ({"works": ["9999"]}, "works: there is no hex 9999 on the map"),
        ({"towns": {"0101": "red"}}, "towns: 0101 is no town"),
        ({"towns": {"0302": "green"}}, "towns: there is no side 'green'; there are red, blue"),
        ({"leaders": ["B1"]}, "leaders: B1 is no red unit"),
        ({"leaders": ["X9"]}, "leaders: there is no unit 'X9'"),
        ({"mines": {"9999": 1}}, "mines: there is no hex 9999 on the map"),
        ({"medals": {"X9": [1, "valour"]}}, "medals: there is no unit 'X9'"),
        (
            {"units": {"R1": {"hex": "0101", "tired": "very"}}},
            "units: R1: Expected `bool`, got `str` - at `$.tired`",
        ),
        (
            {"units": {"R1": {"hex": "0101", "food": "full"}}},
            "units: R1: food 'full' is none of hungry, starving",
        ),
        ({"units": {"R1": {"hex": "0101", "fatigue": 5}}}, "units: R1 cannot have fatigue 5.0 points"),
        ({"units": {"R1": {"hex": "0101", "fatigue": 0.25}}}, "units: R1 cannot have fatigue 0.25 points"),
        ({"units": {"R1": {"hex": "0101", "chit": -1}}}, "units: R1 cannot have chit -1"),
        (
            {"units": {"R1": {"hex": "0101", "entered": "early"}}},
            "units: R1: Expected `int`, got `str` - at `$.entered`",
        ),
        ({"units": {"R1": "gone"}}, "units: R1: there is no hex gone on the map"),
        ({"units": {"R1": "0302", "B1": "0302"}}, "units: both sides stand in 0302 (Town)"),
        ({"frames": [{"phase": "turn", "side": 7}]}, "frames: there is no side 7"),
        ({"frames": [{"phase": "turn", "side": 1}]}, "frames: they do not belong to the red turn phase"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_is_refused_with_its_place(words, reason):
    with pytest.raises(ImpossiblePosition) as caught:
        RULES.restore(words)
    assert str(caught.value) == reason


# Secrets


@pytest.fixture
def secretive():
    pos = built()
    pos.plan = "east"
    pos.tired = pos.doubtful = 0b1111
    pos.strength = [1, 2, 3, 4]
    pos.orders = {R1: 5, B1: 6}
    return pos


@pytest.mark.parametrize(
    ("side", "secrets", "plan", "seen"),
    [
        (None, {"R1", "R2", "B1", "B2"}, "east", {"R1", "R2", "B1", "B2"}),
        ("red", {"R1", "R2"}, "east", {"R1", "R2", "B1"}),
        ("blue", {"B1", "B2"}, None, {"R1", "R2", "B1", "B2"}),
        ("", set(), None, {"R1", "R2", "B1"}),
    ],
    ids=["the umpire", "red", "blue", "anybody"],
)
def test_a_side_is_told_its_own_secrets_only(secretive, side, secrets, plan, seen):
    words = told(secretive, side)
    assert words.get("plan") == plan
    units = words["units"]
    assert units.keys() == seen
    for word in ("chit", "doubtful"):
        assert {name for name, state in units.items() if word in state} == secrets
    assert {name for name, state in units.items() if "orders" in state} == secrets & {"R1", "B1"}
    assert {name for name, state in units.items() if "tired" in state} == seen, "a plain column is for all"


def test_a_game_without_secrets_tells_every_side_the_same():
    plain = SmallGame(SmallBox(), SmallGame.about.scenarios[0], {"pace": "slow"}, 1)
    pos = plain.start()
    pos.tired = 0b0101
    assert not plain.secrets.any
    assert plain.snapshot(pos, "red") == plain.snapshot(pos, "blue") == plain.snapshot(pos)
