"""Experiments as files: what can be said, and that a mistake is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from typhoon.lab import charts
from typhoon.lab.experiment import Experiment, WrongExperiment
from typhoon.lab.keys import Keys

BALANCE = Path(__file__).parents[2] / "docs" / "balance"


def test_arms_differ_in_what_they_say_and_in_nothing_else(experiment):
    printed, kinder, free = Experiment.read(experiment()).arms
    assert [printed.name, kinder.name, free.name] == ["printed", "kinder", "free"]
    assert printed.charts == free.charts == {}
    assert dict(printed.choice.options)["partisans"] == dict(kinder.choice.options)["partisans"] == "WL"
    assert dict(free.choice.options)["partisans"] == "free"
    assert [arm.seed for arm in (printed, kinder, free)] == [5, 5, 5], "pairs share their dice"
    assert (printed.against, kinder.against, free.against) == ("", "printed", "printed")


def test_a_cell_of_a_chart_is_changed_and_no_other(experiment):
    printed, kinder, _ = Experiment.read(experiment()).arms
    assert printed.rules.crt.result(0, 1) == "AL"
    assert kinder.rules.crt.result(0, 1) == "C"
    table = [(die, odds) for die in range(-3, 12) for odds in range(1, 8)]
    changed = [at for at in table if printed.rules.crt.result(*at) != kinder.rules.crt.result(*at)]
    assert {odds for _, odds in changed} == {1}
    assert all(die <= 0 for die, _ in changed), "a lower die counts as 0"


def test_a_row_may_be_named_by_several_columns(experiment):
    text = """
game = "typhoon-nonop"
players = { german = "random", soviet = "random" }
[arms.a]
[arms.b]
charts.crt."odds=1-4;die=0".result = "-/-"
"""
    one, other = (arm.rules.crt for arm in Experiment.read(experiment(text)).arms)
    column = one.columns.index("1-4")
    assert (one.code(column, 0), other.code(column, 0)) == ("1*/R", "-/-")


@pytest.mark.parametrize(
    ("game", "change", "told"),
    [
        ("red-typhoon", 'crt."5:1".3 = "DR2"', "crt, 5:1 of 3: DR3 is now DR2"),
        ("typhoon-nonop", 'crt."odds=1-4;die=0".result = "-/-"', "crt, result of odds=1-4;die=0: "),
    ],
)
def test_a_changed_cell_is_told_in_words(experiment, game, change, told):
    (arm,) = Experiment.read(experiment(f'game = "{game}"\ncharts.{change}\n')).arms
    assert charts.in_words(game, arm.charts).startswith(told)


def test_a_folder_of_charts_is_read_once_and_then_its_own(experiment, tmp_path):
    from typhoon.engine.registry import find_rules

    text = find_rules("red-typhoon").data.read("crt.csv")[1]
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/crt.csv").write_text(text.replace("0,AL,AL,", "0,C,AL,"))
    path = experiment('game = "red-typhoon"\ncharts.folder = "mine"\ncharts.crt."2:1".0 = "C"\n')
    (arm,) = Experiment.read(path).arms
    (tmp_path / "mine/crt.csv").unlink()
    assert [arm.rules.crt.result(0, odds) for odds in (1, 2, 3)] == ["C", "C", "AR"]


def test_a_swept_cell_is_named_by_its_chart_column_and_row(experiment):
    path = experiment("""game = "red-typhoon"\n[sweep]\ncharts.crt."5:1".3 = ["DR2", "DR4"]\n""")
    assert [arm.name for arm in Experiment.read(path).arms] == ["crt 5:1 3=DR2", "crt 5:1 3=DR4"]


def test_a_sweep_makes_an_arm_of_every_combination(experiment):
    path = experiment(
        'game = "red-typhoon"\n[sweep]\noptions.partisans = ["WL", "free"]\n'
        'players.german = ["staff", "random"]\n'
    )
    names = [arm.name for arm in Experiment.read(path).arms]
    assert names == [
        "partisans=WL german=staff",
        "partisans=WL german=random",
        "partisans=free german=staff",
        "partisans=free german=random",
    ]


def test_without_pairs_every_arm_has_dice_of_its_own(experiment):
    path = experiment('game = "red-typhoon"\npairs = false\n[arms.a]\n[arms.b]\noptions.partisans = "free"\n')
    one, other = Experiment.read(path).arms
    assert one.seed != other.seed


def test_python_says_the_same_with_the_same_keys(experiment):
    told = Keys.read(experiment()).told
    assert Experiment(**told).digest == Experiment.read(experiment()).digest


@pytest.mark.parametrize(
    ("line", "text", "complaint"),
    [
        (2, "gmae = 3", "no key 'gmae'; there are: game, scenario"),
        (2, 'scenario = "fix"', "red-typhoon has no scenario 'fix'; there are: fixed, flexible"),
        (2, "games = 0", "games must be a whole number from 1"),
        (2, 'games = "many"', "games must be a whole number"),
        (2, "pairs = 1", "pairs must be true or false"),
        (2, 'figure = "soviet luck"', "no figure 'soviet luck'"),
        (2, 'until = "german wins"', "does not say how exactly"),
        (2, 'figure = "finnish wins"', "there is no side 'finnish'"),
        (2, 'kind = "odd"', "kind 'odd' is not one of ablate, balance"),
        (3, '[options]\npartisan = "free"', "red-typhoon has no option 'partisan'"),
        (3, '\noptions.partisans = "all"', "option partisans: 'all' is not one of WL, free"),
        (2, 'options.first-shock-army = "WL"', "WL goes with the flexible deployment"),
        (4, '[players]\n# who plays\ngerman = "Guderian"', "there is no player 'Guderian'"),
        (2, 'players.finnish = "staff"', "red-typhoon has no side 'finnish'"),
        (2, 'players.german = "nobody.py:No"', "nobody.py: cannot be read"),
        (2, 'players.german = "hasty.py:Lazy"', "hasty.py has no class 'Lazy'"),
        (2, 'charts.folder = "nowhere"', "no such folder of charts"),
        (2, 'charts.crt."9:1".3 = "AL"', "crt.csv has no column '9:1' or '3'"),
        (2, 'charts.crt."5:1".33 = "AL"', "crt.csv has no row '33'"),
        (2, 'charts.crt."5:1".3 = "ALL"', "crt.csv, line 5, column '5:1': 'ALL'"),
        (2, 'charts.cart."5:1".3 = "AL"', "red-typhoon has no chart 'cart'"),
        (2, 'charts.crt.3 = "AL"', "a cell is CHART"),
        (4, "[arms.a]\n\n[arms.b]", "arm 'b' is the same as arm 'a'"),
        (4, '[arms.a]\n\n[arms.b]\ncharts.crt."5:1".3 = "DR3"', "arm 'b' is the same as arm 'a'"),
        (5, "[arms.a]\n\n[arms.b]\ncolour = 3", "no key 'colour'"),
        (5, "[arms.a]\n\n[arms.b]\nseed = 3", "with pairs all arms have the same seed"),
        (4, '[arms.a]\n[arms.b]\nagainst = "c"\noptions.partisans = "free"', "no other arm 'c'"),
        (3, '[sweep]\noptions.partisans = "free"', "a sweep is a list of values"),
        (3, '[sweep]\noptions.partisans = ["free", "all"]', "'all' is not one of WL, free"),
        (2, "seconds = -1", "a player needs some time to think"),
        (2, 'options."partisan.s" = "free"', "red-typhoon has no option 'partisan.s'"),
        (2, 'until = "soviets wins +-3%"', "there is no side 'soviets'; there are: german, soviet"),
        (2, "limit = 0", "limit = 0: a game needs some time"),
        (2, "limit = true", "limit = True: a game needs some time"),
    ],
)
def test_a_mistake_is_told_with_its_line(experiment, line, text, complaint):
    path = experiment(f'game = "red-typhoon"\n{text}\n')
    with pytest.raises(WrongExperiment) as caught:
        Experiment.read(path)
    assert str(caught.value).startswith(f"{path}, line {line}: ")
    assert complaint in str(caught.value)


def test_what_is_no_toml_is_told_with_its_line(experiment):
    path = experiment("game = red\n")
    with pytest.raises(WrongExperiment, match="line 1"):
        Experiment.read(path)


def test_an_experiment_without_a_game_says_so(experiment):
    with pytest.raises(WrongExperiment, match="there is no game"):
        Experiment.read(experiment("games = 3\n"))


@pytest.mark.parametrize("path", sorted(BALANCE.glob("*.toml")), ids=lambda path: path.stem)
def test_the_experiments_that_are_kept_can_be_played(path):
    assert len(Experiment.read(path).arms) > 1
