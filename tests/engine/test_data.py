from typing import Annotated, Literal

import msgspec
import pytest

from typhoon.engine.data import DataError, DataFolder, Layer, unique


class Corps(msgspec.Struct, frozen=True, rename={"class_": "class"}):
    """A line of corps.csv."""

    id: str
    strength: Annotated[int, msgspec.Meta(ge=0)]
    side: Literal["german", "soviet"] = "german"
    points: float = 1.5
    armoured: bool = False
    class_: str = ""


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "data"
    path.mkdir()
    return path


@pytest.fixture
def overlay(tmp_path):
    path = tmp_path / "own"
    path.mkdir()
    return path


def charts(folder, overlay=None):
    """Charts in one layer, in the first version of the rules."""
    return DataFolder([Layer(folder, 1)], overlay)


def corps(folder, text, **how):
    (folder / "corps.csv").write_text(text, encoding="utf-8", newline="", **how)
    return charts(folder).rows("corps.csv", Corps)


def refusal(read, *args):
    with pytest.raises(DataError) as caught:
        read(*args)
    return str(caught.value)


# What a CSV file gives


def test_each_line_becomes_a_row_with_its_cells_as_the_fields_want_them(folder):
    rows = corps(
        folder, "id,strength,side,points,armoured,class\nXL,7,german,4,yes,panzer\n16A,3,soviet,,no,\n"
    )
    assert rows == [
        Corps("XL", 7, "german", 4.0, True, "panzer"),
        Corps("16A", 3, "soviet"),
    ]
    assert rows[1].points == 1.5


def test_columns_stand_in_any_order_and_those_the_row_does_not_know_are_passed_over(folder):
    assert corps(folder, "provenance,strength,id\nfound,7,XL\n") == [Corps("XL", 7)]


def test_spaces_around_a_cell_and_blank_lines_do_not_count(folder):
    assert corps(folder, "id,strength\n\n XL , 7 \n\n") == [Corps("XL", 7)]


def test_a_file_from_a_spreadsheet_with_byte_order_mark_and_windows_line_ends_is_read(folder):
    assert corps(folder, "\ufeffid,strength\r\nXL,7\r\n") == [Corps("XL", 7)]


def test_a_quoted_cell_holds_commas_quotes_and_line_ends(folder):
    rows = corps(folder, 'id,strength,class\n"XL, ""first""",7,"heavy\npanzer"\n')
    assert rows == [Corps('XL, "first"', 7, class_="heavy\npanzer")]


def test_only_line_ends_end_a_line(folder):
    assert corps(folder, "id,strength\nXL\u2028\x0c\x85L,7\n") == [Corps("XL\u2028\x0c\x85L", 7)]


def test_rows_know_the_lines_they_come_from(folder):
    (folder / "corps.csv").write_text('id,strength\nXL,7\n\n"16\nA",3\n57,2\n')
    rows = charts(folder).numbered_rows("corps.csv", Corps)
    assert [(line, row.id) for line, row in rows] == [(2, "XL"), (5, "16\nA"), (6, "57")]


# What is wrong with a CSV file, and where


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id,side\nXL,german\n", ", line 1: column 'strength' is missing"),
        ("", ", line 1: column 'id' is missing"),
        ("id,strength,id\nXL,7,L\n", ", line 1: column 'id' stands twice"),
        ("id,strength\nXL,7\n,3\n", ", line 3, column 'id': must not be empty"),
        ("id,strength\nXL,  \n", ", line 2, column 'strength': must not be empty"),
        (
            "id,strength\nXL,7\n\n16A,many\n",
            ", line 4, column 'strength': 'many': Expected `int`, got `str`",
        ),
        ("id,strength\nXL,7.5\n", ", line 2, column 'strength': '7.5': Expected `int`, got `str`"),
        ("id,strength\nXL,-1\n", ", line 2, column 'strength': '-1': Expected `int` >= 0"),
        (
            "id,strength,side\nXL,7,finnish\n",
            ", line 2, column 'side': 'finnish': Invalid enum value 'finnish'",
        ),
        (
            "id,strength,armoured\nXL,7,maybe\n",
            ", line 2, column 'armoured': 'maybe': Expected `bool`, got `str`",
        ),
        ("id,strength\nXL,7\n16A,3,soviet\n", ", line 3: 3 cells where the header has 2"),
        ("id,strength\nXL\n", ", line 2: 1 cells where the header has 2"),
        ('id,strength\nXL,7\n"16"A,3\n', ", line 3: ',' expected after '\"'"),
        ('id,strength\nXL,7\n"16A,3\n', ", line 3: unexpected end of data"),
        ("id,strength\n", ": no lines below the header"),
    ],
)
def test_a_refused_file_is_told_with_line_and_column(folder, text, message):
    assert refusal(corps, folder, text) == f"{folder / 'corps.csv'}{message}"


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_text_that_is_not_utf_8_is_refused_with_its_line(folder, mark):
    (folder / "corps.csv").write_bytes(mark + b"id,strength\nXL,7\nG\xfcnther,3\n")
    message = refusal(charts(folder).rows, "corps.csv", Corps)
    assert message == f"{folder / 'corps.csv'}, line 3: not UTF-8 text"


def test_a_missing_file_is_named(folder):
    for read in (charts(folder).read, charts(folder).toml):
        assert (
            refusal(read, "crt.toml") == f"{folder / 'crt.toml'}: cannot be read (No such file or directory)"
        )


def test_a_key_that_stands_twice_is_named():
    rows = [Corps("XL", 7), Corps("16A", 3), Corps("XL", 2)]
    assert refusal(unique, rows, "id", "corps.csv") == "corps.csv: id 'XL' stands twice"
    assert unique(rows[:2], "id", "corps.csv") == {"XL": rows[0], "16A": rows[1]}


def test_rows_by_key_refuse_a_key_that_stands_twice_with_its_line(folder):
    (folder / "corps.csv").write_text("id,strength\nXL,7\n16A,3\n")
    data = charts(folder)
    assert data.keyed("corps.csv", Corps, "id") == {"XL": Corps("XL", 7), "16A": Corps("16A", 3)}
    (folder / "corps.csv").write_text("id,strength\nXL,7\n\n16A,3\nXL,2\n")
    message = refusal(data.keyed, "corps.csv", Corps, "id")
    assert message == f"{folder / 'corps.csv'}, line 5, column 'id': 'XL' stands twice"


def test_figures_are_one_column_by_others(folder):
    path, data = folder / "corps.csv", charts(folder)
    path.write_text("id,side,strength,points\nXL,german,7,1.5\n16,soviet,3,\n")
    assert data.figures("corps.csv", ["id"], "strength") == {"XL": 7, "16": 3}
    by_both = data.figures("corps.csv", ["side", "id"], "strength", every=[("german", "XL")])
    assert by_both == {("german", "XL"): 7, ("soviet", "16"): 3}
    assert "line 3, column 'points'" in refusal(data.figures, "corps.csv", ["id"], "points", float)
    message = refusal(data.figures, "corps.csv", ["id"], "strength", int, ["XL", "LVI"])
    assert message == f"{path}: no line 'LVI'"
    path.write_text("id,side,strength\nXL,german,7\nXL,soviet,3\n")
    assert len(data.figures("corps.csv", ["id", "side"], "strength")) == 2
    assert refusal(data.figures, "corps.csv", ["id"], "strength") == f"{path}, line 3: 'XL' stands twice"


# TOML


def test_a_toml_file_is_read(folder):
    (folder / "charts.toml").write_text("[odds]\ncolumns = ['1-1', '2-1']\n")
    assert charts(folder).toml("charts.toml") == {"odds": {"columns": ["1-1", "2-1"]}}


def test_a_mistake_in_a_toml_file_is_told_with_line_and_column(folder):
    (folder / "charts.toml").write_text("turns = 12\nodds = [1, 2\nend = 3\n")
    message = refusal(charts(folder).toml, "charts.toml")
    assert message.startswith(f"{folder / 'charts.toml'}: ")
    assert "line 3, column" in message


# A folder of the user's own


@pytest.fixture
def ours(folder):
    (folder / "corps.csv").write_text("id,strength\nXL,7\n16A,3\n")
    (folder / "charts.toml").write_text("turns = 12\n")
    return folder


def read_all(data, *names):
    for name in names or ("corps.csv", "charts.toml"):
        data.read(name)
    return data.digest


def test_a_users_file_takes_the_place_of_ours_whole(ours, overlay):
    (overlay / "corps.csv").write_text("id,strength\nXL,9\n")
    data = charts(ours, overlay)
    assert data.rows("corps.csv", Corps) == [Corps("XL", 9)]
    assert data.toml("charts.toml") == {"turns": 12}
    assert data.replaced == ["corps.csv"]


def test_a_mistake_in_a_users_file_names_that_file(ours, overlay):
    (overlay / "corps.csv").write_text("id,strength\nXL,many\n")
    message = refusal(charts(ours, overlay).rows, "corps.csv", Corps)
    assert message.startswith(f"{overlay / 'corps.csv'}, line 2, column 'strength'")


def test_charts_that_are_all_ours_have_no_digest(ours, overlay):
    assert read_all(charts(ours)) == ""
    (overlay / "notes.txt").write_text("not a chart")
    (overlay / "charts.toml").mkdir()
    data = charts(ours, overlay)
    assert read_all(data) == ""
    assert data.replaced == []


def test_different_charts_have_different_digests(ours, overlay):
    def digest(**files):
        for path in overlay.iterdir():
            path.unlink()
        for name, text in files.items():
            (overlay / name.replace("_", ".")).write_text(text)
        return read_all(charts(ours, overlay))

    digests = [
        digest(charts_toml="turns = 11\n"),
        digest(charts_toml="turns = 10\n"),
        digest(corps_csv="turns = 10\n"),
        digest(charts_toml="turns = 10\n", corps_csv="id,strength\nXL,9\n"),
    ]
    assert len(set(digests)) == 4
    assert all(len(digest) == 16 and int(digest, 16) for digest in digests)
    assert digest(charts_toml="turns = 11\n") == digests[0]


def test_the_digest_tells_charts_apart_and_not_how_often_or_in_which_order_they_were_read(ours, overlay):
    (overlay / "charts.toml").write_text("turns = 11\n")
    (overlay / "corps.csv").write_text("id,strength\nXL,9\n")
    once = read_all(charts(ours, overlay), "corps.csv", "charts.toml")
    assert read_all(charts(ours, overlay), "charts.toml", "corps.csv", "charts.toml") == once


# Layers, and figures as they were


@pytest.fixture
def variant(tmp_path):
    path = tmp_path / "variant"
    path.mkdir()
    return path


def test_a_variants_file_takes_the_place_of_the_games_whole_and_the_users_lies_over_both(
    ours, variant, overlay
):
    (variant / "corps.csv").write_text("id,strength\n16A,5\n")
    layers = [Layer(ours, 1), Layer(variant, 1)]
    data = DataFolder(layers)
    assert data.rows("corps.csv", Corps) == [Corps("16A", 5)]
    assert data.toml("charts.toml") == {"turns": 12}
    assert data.files == {"corps.csv", "charts.toml"}
    assert data.digest == "", "a variant's charts are no charts of the user's own"
    (overlay / "corps.csv").write_text("id,strength\nXL,1\n")
    data = DataFolder(layers, overlay)
    assert data.rows("corps.csv", Corps) == [Corps("XL", 1)]
    assert data.digest


def changes(folder, name, *lines):
    (folder / "changes").mkdir(exist_ok=True)
    text = "\n".join(("file,row,column,was,now,why", *lines)) + "\n"
    (folder / "changes" / name).write_text(text, encoding="utf-8")


def strengths(folder, version):
    rows = DataFolder([Layer(folder, version)]).rows("corps.csv", Corps)
    return {row.id: row.strength for row in rows}


def test_a_game_begun_under_older_rules_is_played_with_the_figures_as_they_were(ours):
    """The file as it stands is that of version 3: XL rose from 5 to 6, then to 7; 16A fell from 4 to 3."""
    changes(ours, "0002-first-proofs.csv", "corps.csv,XL,strength,5,6,misread")
    changes(
        ours,
        "0003-second-proofs.csv",
        "corps.csv,XL,strength,6,7,another counter",
        "corps.csv,16A,strength,4,3,too strong",
    )
    assert strengths(ours, 3) == {"XL": 7, "16A": 3}
    assert strengths(ours, 2) == {"XL": 6, "16A": 4}
    assert strengths(ours, 1) == {"XL": 5, "16A": 4}
    assert Layer(ours, 1).newest == 3


def test_a_version_may_have_several_files_of_changes_and_change_a_figure_twice(ours):
    changes(ours, "0002-a.csv", "corps.csv,XL,strength,2,4,x", "corps.csv,XL,strength,4,7,y")
    changes(ours, "0002-b.csv", "corps.csv,16A,strength,9,3,z")
    assert strengths(ours, 1) == {"XL": 2, "16A": 9}


def test_a_figure_may_have_been_empty_and_a_row_be_told_by_several_cells(folder):
    (folder / "corps.csv").write_text("side,id,strength,points\ngerman,1,7,3\nsoviet,1,4,2\nsoviet,2,4,2\n")
    changes(folder, "0002-points.csv", "corps.csv,side=soviet;id=1,points,,2,was not printed")
    rows = DataFolder([Layer(folder, 1)]).rows("corps.csv", Corps)
    assert [row.points for row in rows] == [3, 1.5, 2], "1.5 is what an empty cell means"


def test_a_game_without_changes_is_at_version_1(ours):
    assert Layer(ours, 1).newest == 1


def test_changes_of_a_game_do_not_touch_a_file_that_lies_over_it(ours, variant, overlay):
    changes(ours, "0002-proofs.csv", "corps.csv,XL,strength,5,7,misread")
    (variant / "corps.csv").write_text("id,strength\nXL,9\n")
    data = DataFolder([Layer(ours, 1), Layer(variant, 1)])
    assert data.rows("corps.csv", Corps) == [Corps("XL", 9)]
    (overlay / "corps.csv").write_text("id,strength\nXL,1\n")
    assert charts(ours, overlay).rows("corps.csv", Corps) == [Corps("XL", 1)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "corps.csv,XL,strength,5,8,misread",
            "corps.csv: 'strength' of row 'XL' is '7', not '8' as it was changed to",
        ),
        ("corps.csv,XX,strength,5,7,misread", "corps.csv has no rows 'XX', where one is needed"),
        ("corps.csv,strength=7;id=16A,strength,5,7,misread", "corps.csv has no rows 'strength=7;id=16A', "),
        ("corps.csv,XL,morale,5,7,misread", "corps.csv has no column 'morale'"),
        ("corps.csv,name=XL,strength,5,7,misread", "corps.csv has no column 'name'"),
        ("army.csv,XL,strength,5,7,misread", "there is no file 'army.csv' in {folder}"),
    ],
)
def test_a_change_that_does_not_fit_is_told_with_its_file_and_line(ours, line, message):
    changes(ours, "0002-proofs.csv", "corps.csv,16A,strength,4,3,too strong", line)
    assert strengths(ours, 2) == {"XL": 7, "16A": 3}, "nobody asks for changes that are in force"
    where = ours / "changes" / "0002-proofs.csv"
    expected = f"{where}, line 3: {message.format(folder=ours)}"
    assert refusal(strengths, ours, 1).startswith(expected)


def test_a_row_that_stands_twice_cannot_be_changed(folder):
    (folder / "corps.csv").write_text("id,strength\nXL,7\nXL,7\n")
    changes(folder, "0002-proofs.csv", "corps.csv,XL,strength,5,7,misread")
    assert refusal(strengths, folder, 1).endswith("corps.csv has 2 rows 'XL', where one is needed")


def test_every_change_says_why(ours):
    changes(ours, "0002-proofs.csv", "corps.csv,XL,strength,5,7,")
    assert refusal(strengths, ours, 1).endswith("0002-proofs.csv, line 2, column 'why': must not be empty")
