"""Tables and reports: complete, the same whoever made them, and open to being recomputed."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

pl = pytest.importorskip("polars")
pytest.importorskip("matplotlib")

from typhoon.cli import main  # noqa: E402
from typhoon.lab import templates  # noqa: E402
from typhoon.lab.experiment import Experiment  # noqa: E402
from typhoon.lab.intervals import share  # noqa: E402
from typhoon.lab.pools import in_this_process  # noqa: E402
from typhoon.lab.report import report  # noqa: E402
from typhoon.lab.report.outcome import verdict  # noqa: E402
from typhoon.lab.running import Run, folder_of  # noqa: E402
from typhoon.lab.summary import interval  # noqa: E402
from typhoon.lab.tables import SCHEMAS, frames, load, write_tables  # noqa: E402

PLAYS = """\
title = "Dice & <play>"
game = "red-typhoon"
games = 6
plays = 3
players = { soviet = "random", german = "random" }
[arms.printed]
[arms.kinder]
charts.crt."1:1".0 = "C"
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Run:
    folder = tmp_path_factory.mktemp("lab")
    (folder / "winter.toml").write_text(PLAYS)
    run = Run(Experiment.read(folder / "winter.toml"), folder / "winter.lab")
    run.go(in_this_process)
    write_tables(run)
    return run


def table(run: Run, name: str):
    return pl.read_parquet(run.folder / f"{name}.parquet")


def test_tables_have_the_columns_that_are_documented(played):
    page = (Path(__file__).parents[2] / "docs/lab.md").read_text()
    for name, schema in SCHEMAS.items():
        found = table(played, name)
        assert dict(found.schema) == schema
        assert f"### {name}" in page
        part = page.partition(f"### {name}\n")[2].partition("\n### ")[0]
        for column in schema:
            plain = re.sub(r"_(german|soviet)$", "_SIDE", column)
            assert f"`{column}`" in part or f"`{plain}`" in part, f"{name}: {column}"


def test_every_game_has_its_rows(played):
    games, turns = table(played, "games"), table(played, "turns")
    assert games.height == 12
    assert games["index"].to_list() == [1, 2, 3, 4, 5, 6] * 2
    assert games["dice"].to_list() == [1, 1, 1, 2, 2, 2] * 2, "the same dice three times"
    assert games["mind"].to_list() == [1, 2, 3] * 4
    counts = turns.group_by("arm", "index").len().sort("arm", "index")["len"].to_list()
    assert counts == [turn + 1 for turn in games.sort("arm", "index")["turns"].to_list()]


def test_pairs_roll_the_same_first_dice(played):
    """As long as nobody gives another order, the same seed brings the same dice."""
    attacks = table(played, "attacks").filter(pl.col("index") == 1)
    first = [attacks.filter(pl.col("arm") == arm).row(0, named=True) for arm in ("printed", "kinder")]
    assert first[0]["hex"] == first[1]["hex"]
    assert first[0]["luck"] == first[1]["luck"] or first[0]["result"] != first[1]["result"]


def test_the_same_rows_are_the_same_files_byte_for_byte(played, tmp_path):
    again = Run(played.experiment, tmp_path / "again")
    again.go(in_this_process)
    write_tables(again)
    for name in SCHEMAS:
        one, other = (run.folder / f"{name}.parquet" for run in (played, again))
        assert one.read_bytes() == other.read_bytes(), name


@pytest.mark.parametrize("damage", ["cut off", "one byte", "another table", "gone"])
def test_a_damaged_table_is_made_anew_from_the_log(played, damage):
    good = table(played, "turns")
    path = played.folder / "turns.parquet"
    raw = path.read_bytes()
    middle = len(raw) // 2
    path.unlink()
    if damage != "gone":
        other = (played.folder / "places.parquet").read_bytes()
        changed = raw[:middle] + bytes([raw[middle] ^ 1]) + raw[middle + 1 :]
        path.write_bytes({"cut off": raw[:middle], "one byte": changed, "another table": other}[damage])
    try:
        assert load(played)["turns"].equals(good)
    finally:
        path.write_bytes(raw)


@pytest.mark.parametrize("room", [600, 3_000], ids=["no room for the parts", "none for the whole"])
def test_a_full_disk_leaves_no_half_of_a_table(played, tmp_path, room_for, room):
    other = Run(played.experiment, tmp_path / "full")
    other.folder.mkdir()
    (other.folder / other.log.path.name).write_bytes(played.log.path.read_bytes())
    other.log.refresh()
    with room_for(room), pytest.raises(OSError, match="File too large"):
        write_tables(other)
    assert [path.name for path in other.folder.iterdir()] == [other.log.path.name]
    write_tables(other)
    assert load(other)["turns"].equals(table(played, "turns"))


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.count: dict[str, int] = {}
        self.outside: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.count[tag] = self.count.get(tag, 0) + 1
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            if name in ("src", "href", "xlink:href") and not (value or "").startswith(("#", "data:")):
                self.outside.append(value)


@pytest.fixture(scope="module")
def page(played) -> str:
    return report(played)


def test_the_report_is_one_file_with_a_table_for_every_picture(page):
    reader = Reader()
    reader.feed(page)
    assert reader.outside == [], "it opens anywhere"
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", page)
    assert len(reader.ids) == len(set(reader.ids))
    assert reader.count["figure"] == page.count("<summary>The figures of this picture<") > 8
    assert page.count('role="img"') >= reader.count["figure"]
    assert "Dice &amp; &lt;play&gt;" in page and "<play>" not in page


def test_the_figures_of_the_report_can_be_recomputed(played, page):
    games = table(played, "games").filter(pl.col("arm") == "printed")
    wins = games.filter(pl.col("winner") == "german").height
    low, high = interval(wins, games.height)
    cells = f"<td>{games.height}</td><td>{wins / games.height:.1%}</td><td>{low:.1%}</td><td>{high:.1%}</td>"
    assert f'<th scope="row">printed</th>{cells}' in page


def test_the_same_results_make_the_same_report(played, page):
    assert report(played) == page


def test_dice_and_play_are_told_apart_and_how(page):
    assert "goes with the dice alone" in page
    assert "analysis of variance in two ways" in page


def test_a_report_says_what_is_missing_and_what_broke(experiment, tmp_path, capsys):
    path = experiment(
        "games = 2\n" + PLAYS.replace("games = 6\nplays = 3\n", "").replace("random", "staff", 1)
    )
    text = path.read_text().replace('soviet = "staff"', 'soviet = "broken.py:Broken"')
    path.write_text(text)
    (tmp_path / "broken.py").write_text(
        "class Broken:\n"
        "    def __init__(self, side, rng): self.rng = rng\n"
        "    def choose(self, seat): raise RuntimeError('out of <ideas>')\n"
    )
    assert main(["lab", "run", str(path), "--jobs", "1"]) == 0
    assert main(["lab", "report", str(path)]) == 0
    assert "report.html is written" in capsys.readouterr().out
    page = (folder_of(path) / "report.html").read_text()
    assert "Games that broke down" in page and "RuntimeError: out of &lt;ideas&gt;" in page


def test_a_report_of_nothing_says_so(experiment, capsys):
    assert main(["lab", "report", str(experiment())]) == 2
    assert "no games have been played yet" in capsys.readouterr().err


def test_until_stops_at_the_same_game_on_any_number_of_processes(experiment, tmp_path):
    from typhoon.lab.pools import Processes

    text = 'game = "red-typhoon"\ngames = 200\n'
    text += 'players = { soviet = "hasty.py:Hasty", german = "hasty.py:Hasty" }\n'
    path = experiment(text)
    runs = []
    for name, pool in (("one", in_this_process), ("two", Processes(2))):
        run = Run(Experiment.read(path), tmp_path / name, until="german wins +-15%")
        run.go(pool)
        runs.append(run)
    one, two = runs
    assert one.stop == two.stop and 0 < one.stop < 200 and one.stop % 10 == 0
    assert one.rows_digest() == two.rows_digest()
    assert len(list(one.keys())) == one.stop


def test_every_switch_of_a_variant_is_tried_alone_on_and_alone_off():
    text = templates.ablate("operation-typhoon-revision", None, templates.Series(10, 1))
    experiment = Experiment.parse(text)
    names = [arm.name for arm in experiment.arms]
    about = experiment.arms[0].rules.about
    head = next(option for option in about.options if option.id == "revision")
    switches = [name.rpartition(".")[2] for name in head.turns]
    assert len(switches) > 30
    assert {*names} == {"all on", "all off"} | {f"{how} {s}" for s in switches for how in ("only", "without")}
    for how, usual, word in (("only", "all off", "yes"), ("without", "all on", "no")):
        base, arm = (dict(experiment.arm(name).choice.options) for name in (usual, f"{how} deep-snow"))
        changed = {name: arm[name] for name in arm if arm[name] != base[name]}
        assert changed == {"revision.deep-snow": word}
        assert experiment.arm(f"{how} deep-snow").against == usual
    assert experiment.pairs


def test_balance_is_every_scenario_of_every_game():
    from typhoon.engine.registry import catalogue, playable

    arms = Experiment.parse(templates.balance([], templates.Series(10, 1))).arms
    wanted = [
        f"{about.id} {s.id}" for about in catalogue() if about.id in playable() for s in about.scenarios
    ]
    assert [arm.name for arm in arms] == wanted
    assert all(set(arm.players.values()) == {"staff"} for arm in arms)


def test_whoever_is_asked_for_plays_both_sides():
    series = templates.Series(5, "winter", "random")
    for text in (templates.balance(["red-typhoon"], series), templates.ablate("red-typhoon", None, series)):
        for arm in Experiment.parse(text).arms:
            assert (arm.players, arm.games, arm.seed) == (
                {"soviet": "random", "german": "random"},
                5,
                "winter",
            )


def test_the_main_figures_are_written_as_data(played, tmp_path):
    from typhoon.lab.report import figures

    found = figures(played)
    levels = pl.read_csv(found["levels.csv"].encode())
    assert levels.group_by("arm").agg(pl.col("games").sum())["games"].to_list() == [6, 6]
    games = table(played, "games")
    wins = games.filter((pl.col("winner") == "german") & (pl.col("arm") == "kinder")).height
    main = pl.read_csv(found["figure.csv"].encode()).row(1)
    assert main[:2] == ("kinder", 6)
    assert main[2:] == pytest.approx((wins / 6, *interval(wins, 6)), abs=1e-4)
    assert found["figure.svg"].startswith("<svg") and found["figure.svg"].endswith("</svg>\n")


@pytest.mark.parametrize("game", ["red-typhoon", "typhoon-solitaire", "typhoon-nonop", "operation-typhoon"])
def test_a_new_experiment_can_be_read(game, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["lab", "new", game]) == 0
    path = tmp_path / f"{game}.toml"
    assert len(Experiment.read(path).arms) == 2
    path.write_text(path.read_text().replace("# [charts]", "[charts]").replace("# crt.", "crt."))
    assert len(Experiment.read(path).arms) == 2, "the cell that it names is there, once"
    assert main(["lab", "new", game]) == 2, "nothing is written over"
    assert "there is such a file already" in capsys.readouterr().err


def test_games_that_broke_are_told_of_and_count_in_nothing(tmp_path):
    (tmp_path / "lazy.py").write_text(
        "class Lazy:\n"
        "    def __init__(self, side, rng): self.rng, self.left = rng, 300\n"
        "    def choose(self, seat):\n"
        "        self.left -= 1\n"
        "        return seat.orders.sample(self.rng) if self.left else 'sleep'\n"
    )
    (tmp_path / "winter.toml").write_text(
        'game = "red-typhoon"\ngames = 1\nplayers = { soviet = "random", german = "random" }\n'
        '[arms.sound]\n[arms."<lazy>"]\nplayers.soviet = "lazy.py:Lazy"\n'
    )
    run = Run(Experiment.read(tmp_path / "winter.toml"), tmp_path / "winter.lab")
    run.go(in_this_process)
    found = frames(run)
    assert found["games"]["broken"].str.contains("sleep").to_list() == [False, True]
    assert {name: set(frame["arm"]) - {"sound"} for name, frame in found.items() if name != "games"} == {
        name: set() for name in found if name != "games"
    }
    page = report(run)
    assert "&lt;lazy&gt;, seed 1942: game 1: Refused: sleep" in page and "<lazy>" not in page
    ended = page.partition("How the games ended</h2>")[2].partition("<h2")[0]
    assert "sound" in ended and "lazy" not in ended, "nothing is said of what nobody knows"


def test_python_gives_a_data_frame():
    from typhoon import lab

    experiment = lab.Experiment(game="red-typhoon", games=2, players={"soviet": "random", "german": "random"})
    games = experiment.run()
    assert games.height == 2 and set(games["winner"]) <= {"german", "soviet"}


@pytest.mark.parametrize(
    ("wins", "games", "expected"),
    [
        (0, 0, "no games yet"),
        (100, 200, "even"),  # 43 to 57 %
        (180, 200, "one-sided, German wins too often"),  # 85 to 93 %
        (20, 200, "one-sided, German wins too seldom"),
        (5, 10, "looks even; more games would tell"),  # 24 to 76 %
        (3, 10, "looks one-sided, German wins too seldom; more games would tell"),  # 11 to 60 %
        (7, 10, "looks one-sided, German wins too often; more games would tell"),
    ],
)
def test_a_verdict_says_no_more_than_the_interval(wins, games, expected):
    assert verdict(share(wins, games), "German wins") == expected
