"""The switches of the revision: what is usual, what is refused, what a journal says."""

import pytest

import typhoon
from typhoon.engine.briefing import briefing_of
from typhoon.engine.cases import case
from typhoon.engine.registry import catalogue, find_rules

GAME = "operation-typhoon-revision"


def chosen(**options):
    return find_rules(
        GAME, options={name.replace("__", "."): value for name, value in options.items()}
    ).options


def switches():
    return [o.id for o in find_rules(GAME).about.options if o.id.startswith("revision.")][:-1]


def test_there_are_thirty_one_and_all_are_usual():
    assert len(switches()) == 31
    options = chosen()
    assert {options[name] for name in switches()} == {"yes"}
    assert (options["hedgehogs"], options["ski-troops"], options["revision.bid"]) == ("yes", "yes", "0")


def test_without_the_revision_none_of_them_is_and_the_options_of_1978_are_back():
    """R67."""
    options = chosen(revision="no")
    assert {options[name] for name in switches()} == {"no"}
    assert (options["hedgehogs"], options["ski-troops"]) == ("no", "no")


def test_one_can_be_tried_alone_or_left_out():
    alone = chosen(revision="no", revision__fieldworks="yes", hedgehogs="yes")
    assert [name for name in switches() if alone[name] == "yes"] == ["revision.fieldworks"]
    assert (alone["hedgehogs"], alone["ski-troops"]) == ("yes", "no")
    without = find_rules(GAME, options={"revision.deep-snow": "no"}).options
    assert [name for name in switches() if without[name] == "no"] == ["revision.deep-snow"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"revision.deep-mud": "yes"}, "has no option 'revision.deep-mud'; there are: set-up, "),
        ({"revision.deep-snow": "maybe"}, "option revision.deep-snow: 'maybe' is not one of yes, no"),
        ({"revision": "1978"}, "option revision: '1978' is not one of yes, no"),
        ({"revision.bid": "61"}, "option revision.bid: '61' is not one of 0, a number from -60 to 60"),
        ({"revision.bid": "half"}, "option revision.bid: 'half' is not one of"),
    ],
)
def test_wrong_ones_are_named(options, message):
    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        find_rules(GAME, options=options)


def test_the_journal_names_what_is_in_force():
    options = {"revision": "no", "revision.deep-snow": "yes", "revision.bid": "-10"}
    game = typhoon.new(GAME, "guderian", seed=1, options=options)
    lines = game.journal.text().splitlines()
    for line in ("revision = no", "revision.deep-snow = yes", "revision.melting = no", "revision.bid = -10"):
        assert f"option: {line}" in lines
    assert typhoon.load(game.journal.text()).rules.options == game.rules.options


def test_it_is_on_the_shelf_behind_the_game_that_it_varies():
    ids = [about.id for about in catalogue()]
    assert ids.index(GAME) == ids.index("operation-typhoon") + 1


@case("19.11", "18.49 plan chits", "18.29")
def test_what_is_told_beforehand_is_true_here():
    """Hedgehogs keep their zone, the plan is drawn, and exits and points of Hoepner are net."""
    (hedgehogs,) = [option for option in find_rules(GAME).about.options if option.id == "hedgehogs"]
    assert "zone" not in hedgehogs.about
    assert "Choose the plan" not in briefing_of(find_rules(GAME, "campaign")).first["german"]
    winning = " ".join(briefing_of(find_rules(GAME, "hoepner")).winning)
    assert "in supply" in winning and "net of half a point" in winning


def test_what_a_switch_needs_is_called_by_its_title():
    options = {option.id: option for option in find_rules(GAME).about.options}
    assert options["revision.ski-without-snow"].about.endswith("It needs Soviet ski troops.")
    assert options["revision.fieldworks"].about.endswith("It needs German hedgehogs.")
