"""Versions of the rules: a game goes on under the version it was begun under, figures and rules alike."""

import random
import sys
from pathlib import Path

import pytest

import typhoon
import typhoon.games
from typhoon.engine.data import DataError
from typhoon.engine.journal import JournalError
from typhoon.engine.registry import UnknownGame, UnknownVersion, find_rules, newest_version

LAW = """
from msgspec.structs import replace
from typhoon.engine.chapters import change
from typhoon.games.red_typhoon import RedTyphoon
from typhoon.games.red_typhoon.stacking import Stacking

@change("wide-stacks", "7.0", since=2)
class WideStacks(Stacking):
    def limit(self, side):
        return super().limit(side) + 1

class Later(RedTyphoon):
    about = replace(RedTyphoon.about, id="{id}", title="Later")
    changes = (WideStacks,)

LAW = Later
"""


@pytest.fixture
def later(tmp_path, monkeypatch):
    """A game whose second version widened the stacks, and whose third raised the Soviet points of turn 3."""
    id_ = f"later-{tmp_path.name.replace('_', '-')}"
    package = tmp_path / "games" / id_.replace("-", "_")
    (package / "data" / "changes").mkdir(parents=True)
    (package / "__init__.py").write_text(LAW.format(id=id_))
    track = Path(typhoon.games.__path__[0]) / "red_typhoon" / "data" / "turn_track.csv"
    lines = track.read_text(encoding="utf-8").splitlines()
    header = lines[0].split(",")
    cells = lines[3].split(",")
    assert (cells[0], cells[header.index("soviet_ap")]) == ("3", "7")
    cells[header.index("soviet_ap")] = "9"
    lines[3] = ",".join(cells)
    (package / "data" / "turn_track.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (package / "data" / "changes" / "0003-points.csv").write_text(
        "file,row,column,was,now,why\nturn_track.csv,3,soviet_ap,7,9,the second printing has it so\n"
    )
    monkeypatch.setattr(typhoon.games, "__path__", [*typhoon.games.__path__, str(package.parent)])
    yield id_
    sys.modules.pop(f"typhoon.games.{package.name}", None)


def facts(rules):
    """What a Soviet stack may count, and the Soviet points of turn 3."""
    return rules.stacking.limit(0), rules.income[0][3]


def test_each_version_has_its_rules_and_its_figures(later):
    assert newest_version(later) == 3
    assert [facts(find_rules(later, version=version)) for version in (1, 2, 3)] == [(2, 7), (3, 7), (3, 9)]
    assert find_rules(later) is find_rules(later, version=3)


def test_a_game_is_begun_under_the_newest_version_and_says_so(later):
    game = typhoon.new(later, seed=1)
    assert facts(game.rules) == (3, 9)
    assert "\nrules: 3\n" in game.journal.text()
    assert game.view("soviet").rules == 3


def test_an_old_game_goes_on_under_the_version_it_was_begun_under(later):
    """A game of Red Typhoon, told as one of the later game's first version, in which nothing was changed."""
    begun = typhoon.new("red-typhoon", seed=1).journal.text()
    old = typhoon.load(begun.replace("rules: 2", "rules: 1"))
    for order in ("activate NW", "move S-A-01 2504-2404"):
        old.push(order)
    text = old.journal.text().replace("game: red-typhoon", f"game: {later}")
    game = typhoon.load(text)
    assert (game.rules.version, facts(game.rules)) == (1, (2, 7))
    assert game.state_hash() == old.state_hash()
    game.push("end")
    assert game.journal.text().startswith(text)
    assert "\nrules: 1\n" in game.journal.text()
    dream = typhoon.imagine(game.view("soviet"), random.Random(1))
    assert dream.rules is game.rules


def test_the_same_orders_come_to_something_else_under_another_version(later):
    """Three Soviet units end in one hex; of the first version's two, one would have to go."""
    crowd = {"units": dict.fromkeys(("S-A-01", "S-A-02", "S-A-03"), "1037"), "turn": 3}
    game = typhoon.build(later, **crowd, seed=1)
    game.push("end")
    assert game.decision.phase == "soviet combat"
    text = game.journal.text()
    assert typhoon.load(text).state_hash() == game.state_hash()
    older = typhoon.load(text.replace("rules: 3", "rules: 1"))
    assert older.decision.prompt == "Too many units in 1037: choose a unit to eliminate."


@pytest.mark.parametrize("number", [0, 4])
def test_a_version_that_never_was_is_refused(later, number):
    with pytest.raises(UnknownVersion) as caught:
        find_rules(later, version=number)
    assert str(caught.value) == f"rules version {number} is not known; this program plays 1 to 3"
    text = typhoon.new(later, seed=1).journal.text().replace("rules: 3", f"rules: {number}")
    with pytest.raises(JournalError) as refused:
        typhoon.load(text)
    assert str(refused.value) == f"line 4: {caught.value}"


def test_a_change_that_does_not_fit_its_chart_is_found_when_an_old_version_is_asked_for(later):
    folder = Path(typhoon.games.__path__[-1]) / later.replace("-", "_") / "data" / "changes"
    (folder / "0004-more.csv").write_text(
        "file,row,column,was,now,why\nturn_track.csv,3,soviet_ap,9,11,more\n"
    )
    with pytest.raises(DataError) as caught:
        find_rules(later, version=2)
    assert str(caught.value) == (
        f"{folder / '0004-more.csv'}, line 2: "
        "turn_track.csv: 'soviet_ap' of row '3' is '9', not '11' as it was changed to"
    )


@pytest.mark.parametrize("game", ["red-typhoon", "typhoon-solitaire", "operation-typhoon"])
def test_every_version_of_our_games_can_be_played(game):
    """Every change of figures fits the charts as they stand."""
    for version in range(1, newest_version(game) + 1):
        assert find_rules(game, version=version).version == version


def test_a_package_must_hold_the_law_of_its_own_name(later):
    """As when a variant forgets to take an id of its own."""
    package = Path(typhoon.games.__path__[-1]) / later.replace("-", "_")
    package.rename(package.parent / "other_name")
    with pytest.raises(UnknownGame) as caught:
        typhoon.new("other-name")
    assert str(caught.value) == (
        f"the package other_name holds the law of '{later}'; its own id would be 'other-name'"
    )
    sys.modules.pop("typhoon.games.other_name")
