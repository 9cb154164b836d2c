"""The combat results table as printed in the data file, and a user's own in its place (9.3.3, 9.11)."""

import csv
from importlib.resources import files

import pytest

import typhoon
from tests.games.red_typhoon.battle import charts, ready
from tests.games.red_typhoon.helpers import happened
from typhoon.engine.cases import case
from typhoon.engine.data import DataError
from typhoon.engine.journal import JournalError

CODES = {"AR", "AL", "C", "EX", "DR1", "DR2", "DR3", "DR4", "DE"}
HEADER = "modified_die,1:1,2:1,3:1,4:1,5:1,6:1"
OWN_TABLE = "\n".join([HEADER, *(f"{die},AR,AL,C,EX,DR4,DE" for die in range(7)), ""])

COLUMNS = {
    "1:1": {"S-A-05": "1036"},
    "2:1": {"S-C-02": "1036"},
    "3:1": {"S-C-02": "1036", "S-A-05": "1036"},
    "4:1": {"S-C-02": "1036", "S-D-01": "1036"},
    "5:1": {"S-C-01": "1036"},
    "6:1": {"S-C-01": "1036", "S-A-05": "1136"},
}
"""Attackers for each column against a division of 4: 4, 8, 12, 16, 20 and 24."""


def printed() -> dict[int, dict[str, str]]:
    """The table as it stands in the data file, read without the program's help."""
    path = files("typhoon.games.red_typhoon") / "data" / "crt.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return {int(row["modified_die"]): row for row in csv.DictReader(file)}


@case("9.11", "9.10")
def test_the_table_has_a_row_for_each_die_from_0_to_6_and_all_the_codes():
    table = printed()
    assert sorted(table) == list(range(7))
    assert {table[die][column] for die in table for column in COLUMNS} == CODES


@case("9.3.3", "9.11")
@pytest.mark.parametrize("column", COLUMNS)
def test_each_cell_of_the_table_is_used(column):
    """In the clear (1037) dice 1 to 6 give rows 1 to 6; in woods (1035) a 1 gives row 0."""
    table, attackers = printed(), COLUMNS[column]
    clear = {"1036": "1036", "1136": "1137"}
    there = {unit: clear[hex_] for unit, hex_ in attackers.items()}
    for target, start, rows in (("1037", there, range(1, 7)), ("1035", attackers, range(6))):
        for die, row in enumerate(rows, start=1):
            game = ready("soviet", {**start, "G-253-ID": target}, dice=[die])
            order = f"attack {target} {' '.join(attackers)}"
            assert game.preview(order).column == column
            [battle] = happened(game.push(order), "battle")
            assert (battle["modified"], battle["result"]) == (row, table[row][column])


@case("9.3.3")
def test_a_users_own_table_takes_the_place_of_ours():
    folder = charts(crt=OWN_TABLE)
    for column, result in zip(COLUMNS, ["AR", "AL", "C", "EX", "DR4", "DE"], strict=True):
        units = {**COLUMNS[column], "G-253-ID": "1035"}
        game = ready("soviet", units, charts=folder)
        assert game.preview(f"attack 1035 {' '.join(COLUMNS[column])}").chance(result) == pytest.approx(1)


def test_the_journal_remembers_whose_charts_were_used():
    folder = charts(crt=OWN_TABLE)
    game = ready("soviet", {"S-C-01": "1036", "S-A-05": "1137", "G-253-ID": "1037"}, charts=folder)
    game.push("attack 1037 S-C-01 S-A-05")
    text = str(game.journal)
    assert typhoon.load(text, charts=folder).state_hash() == game.state_hash()
    with pytest.raises(JournalError, match="charts"):
        typhoon.load(text)


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        (OWN_TABLE.replace("0,AR", "0,XX"), "line 2, column '1:1'"),
        (OWN_TABLE.replace("6,AR,AL,C,EX,DR4,DE\n", ""), "each modified die 0 to 6"),
        (OWN_TABLE.replace(",6:1", ",7:1"), "column '6:1' is missing"),
        (OWN_TABLE.replace("6,AR", "5,AR"), "'5' stands twice"),
    ],
)
def test_a_table_that_cannot_be_used_is_refused_with_the_spot(table, complaint):
    with pytest.raises(DataError, match=complaint):
        typhoon.new("red-typhoon", charts=charts(crt=table))
