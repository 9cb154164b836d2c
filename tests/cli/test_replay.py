"""`typhoon replay` and `typhoon why`: journals."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import typhoon
from typhoon.engine.replay import take_back

GOLDEN = Path(__file__).parents[1] / "golden"


def test_the_story_of_a_game(run, journal, finished_game):
    ran = run("replay", journal)
    assert ran.status == 0
    assert "TURN 1, 5 JAN 1942." in ran.out
    assert f"The game is over: {finished_game.result.level.capitalize()}" in ran.out
    assert f"{len(finished_game.journal.entries)} orders" in ran.out


def test_where_a_game_stands(run, journal, finished_game):
    found = json.loads(run("replay", journal, "--verify", "--json").out)
    assert found["game"] == "red-typhoon"
    assert found["scenario"] == "fixed"
    assert found["orders"] == len(finished_game.journal.entries)
    assert found["turn"] == finished_game.position.turn
    assert found["result"] == finished_game.result.level
    assert found["points"] == finished_game.result.points
    margin = finished_game.result.points["soviet"] - finished_game.result.points["german"]
    assert found["value"] == {"soviet": margin, "german": -margin}
    assert found["state"] == finished_game.state_hash()
    assert found["verified"] is True


def test_only_part_of_a_game(run, journal, finished_game):
    found = json.loads(run("replay", journal, "--to", 25, "--json").out)
    game = typhoon.new("red-typhoon", "fixed", seed=7)
    for entry in finished_game.journal.entries[:25]:
        game.push(entry.order)
    assert found["orders"] == 25
    assert found["state"] == game.state_hash()
    assert found["phase"] == game.decision.phase
    assert found["side"] == game.decision.side
    assert found["result"] is None
    assert found["verified"] is False


def test_nothing_of_a_game(run, journal):
    found = json.loads(run("replay", journal, "--to", 0, "--json").out)
    assert found["orders"] == 0
    assert found["state"] == typhoon.new("red-typhoon", "fixed").state_hash()
    told = run("replay", journal, "--to", 0).out
    assert "The game goes on" in told
    assert f"To be expected: Soviet by {found['value']['soviet']:.1f} points." in told


def test_going_farther_than_the_journal(run, journal, finished_game):
    orders = len(finished_game.journal.entries)
    assert run("replay", journal, "--to", orders, "--json").status == 0
    assert run("replay", journal, "--to", orders + 1).complains(str(journal), str(orders))
    assert run("replay", journal, "--to", -1).complains(str(journal), "-1")


def line_of(journal, start: str) -> int:
    lines = journal.read_text().splitlines()
    return next(number for number, line in enumerate(lines, start=1) if line.startswith(start))


def spoil(journal, number: int, line: str) -> None:
    lines = journal.read_text().splitlines()
    lines[number - 1] = line
    journal.write_text("\n".join(lines) + "\n")


def test_an_order_that_is_no_order(run, journal):
    number = line_of(journal, "5 ")
    spoil(journal, number, "5 soviet: dance")
    assert run("replay", journal).complains(str(journal), f"line {number}", "dance")


def test_an_order_that_is_not_legal(run, opening):
    number = line_of(opening, "1 ")
    spoil(opening, number, "1 soviet: move S-A-01 2504-2404")
    assert run("replay", opening).complains(str(opening), f"line {number}", "(12.3)")


def test_a_die_that_was_not_rolled_shows_with_verify(run, journal):
    number = line_of(journal, "  die combat: ")
    rolled = int(journal.read_text().splitlines()[number - 1][-1])
    spoil(journal, number, f"  die combat: {rolled % 6 + 1}")
    assert run("replay", journal, "--verify").complains(str(journal), f"line {number - 1}", "die combat")


def test_a_state_that_was_not_reached_shows_only_with_verify(run, journal):
    number = line_of(journal, "  state: ")
    spoil(journal, number, "  state: 0123456789abcdef")
    assert run("replay", journal, "--verify").complains(str(journal), "0123456789abcdef")
    assert run("replay", journal).status == 0


def test_a_file_that_is_no_journal(run, tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear general,\n")
    assert run("replay", path).complains(str(path), "line 1")
    path.write_bytes(b"typhoon journal 1\ngame: \xff\n")
    assert run("replay", path).complains(str(path), "line 2", "UTF-8")


@pytest.mark.parametrize("command", ["replay", "why", "map"])
def test_a_file_that_is_not_there(run, tmp_path, command):
    path = tmp_path / "nowhere.journal"
    argv = {"replay": [path], "why": [path, "end"], "map": ["red-typhoon", "--journal", path]}[command]
    assert run(command, *argv).complains(str(path), "No such file")


def test_why_an_order_is_not_legal(run, opening):
    ran = run("why", opening, "move", "S-B-01", "3113-3112")
    assert ran.status == 0
    assert "1st Kalinin Rifle Group cannot move: Kalinin Front has no movement orders" in ran.out
    assert "12.3 Movement orders:" in ran.out, "the case is told too"


def test_what_a_legal_order_leads_to(run, opening):
    """Both hexes lie in German zones of control, so the way leads through one that does not (6.1)."""
    ran = run("why", opening, "move S-A-01 2504-2404")
    assert ran.status == 0
    assert "move S-A-01 2504-2404 is legal." in ran.out
    assert "2504 - 2505 (2) - 2404 (4)" in ran.out
    assert "4 movement points, and must stop there" in ran.out


def test_what_an_attack_leads_to(run, tmp_path):
    """Three to four would be refused; ten to four against woods across no river is 2:1 at -1."""
    game = typhoon.build(
        "red-typhoon",
        turn=2,
        phase="soviet combat",
        units={"S-B-02": "2809", "S-B-03": "2809", "G-6-ID": "2810"},
        attack_orders=["K"],
    )
    path = tmp_path / "battle.journal"
    path.write_text(game.journal.text())
    ran = run("why", path, "attack", "2810", "S-B-02", "S-B-03")
    assert ran.status == 0
    # 2810 is three steps southeast of Selizharovo in 2509: 2609, 2710, 2810.
    assert "10 attack 4 in the hex 3 hexes southeast of Selizharovo: column 2:1" in ran.out
    assert "-1 defender in woods (9.8)" in ran.out
    shares = [float(word[:-1]) for word in ran.out.split() if word.endswith("%")]
    assert sum(shares) == pytest.approx(100, abs=0.5)


def test_a_question_about_no_order(run, opening):
    assert run("why", opening, "dance", "S-A-01").complains("dance")
    assert run("why", opening, "move", "S-A-01").complains("move UNIT HEX-HEX")


# Whether the dice can be checked


def without(text: str, *lines: str) -> str:
    kept = [line for line in text.splitlines() if not line.startswith(lines)]
    return "\n".join([*kept, ""])


@pytest.fixture
def changed(journal, tmp_path):
    """Writes another journal than the one that was played."""

    def write(text: str):
        path = tmp_path / "changed.journal"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_finished_game_without_its_key_fails(run, journal, changed):
    """Also with every die set to 6: nothing would hold them against anything."""
    loaded = re.sub(r"(?m)^(  die combat: )\d$", r"\g<1>6", journal.read_text())
    for text in (journal.read_text(), loaded):
        for lines in (("dice key",), ("dice commitment", "dice key"), ("dice commitment",)):
            ran = run("replay", changed(without(text, *lines)), "--verify")
            assert ran.complains("changed.journal")
    ran = run("replay", changed(without(journal.read_text(), "dice key")), "--verify", "--json")
    assert ran.complains("the game is over, but its dice cannot be checked: the dice key is missing")
    ran = run("replay", changed(without(journal.read_text(), "dice")), "--verify")
    assert ran.complains(
        "the game is over, but its dice cannot be checked: the journal has no dice commitment"
    )


def test_a_journal_whose_dice_cannot_be_checked_is_not_verified(run, journal, changed):
    """A game that goes on has its key in the umpire's file only; without the end it may be anything."""
    text = without(journal.read_text(), "dice key")
    going_on = changed(text[: text.rindex("\n# turn")])
    ran = run("replay", going_on, "--verify")
    assert ran.status == 3
    assert "dice not checked: the dice key is missing." in ran.out
    assert "orders, dice and positions" not in ran.out
    found = json.loads(run("replay", going_on, "--verify", "--json").out)
    assert (found["verified"], found["dice"]) == (False, "not checked: the dice key is missing")
    assert run("replay", going_on, "--verify", "--json", "--to", 9).status == 3
    assert run("replay", going_on).status == 0, "nobody asked"


def test_dice_that_were_rolled_elsewhere_are_not_verified(run, journal, changed):
    text = without(journal.read_text(), "dice").replace("\n\n# turn 1", "\ndice: given\n\n# turn 1", 1)
    ran = run("replay", changed(text), "--verify")
    assert ran.status == 3 and "dice not checked: they were rolled elsewhere." in ran.out
    found = json.loads(run("replay", changed(text), "--verify", "--json").out)
    assert (found["verified"], found["dice"]) == (False, "not checked: they were rolled elsewhere")


def test_a_later_key_does_not_vouch_for_earlier_dice(run, journal, changed):
    """A new key among the orders is usual, but the dice above it need one too."""
    lines = journal.read_text().splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("  die"))
    order = next(n for n in range(first + 1, len(lines)) if lines[n].startswith("#"))
    dice = [line for line in lines if line.startswith("dice ")]
    moved = [line for line in lines[:order] if line not in dice] + dice + lines[order:]
    ran = run("replay", changed("\n".join([*moved, ""])), "--verify")
    assert ran.complains("its dice cannot be checked: the first of them have no dice commitment")
    sealed = [*lines[:order], f"dice commitment: {'0' * 64}", *lines[order:]]
    ran = run("replay", changed("\n".join([*sealed, ""])), "--verify")
    assert ran.complains("its dice cannot be checked: the dice key is missing")


def test_what_was_committed_to_is_shown_and_compared(run, journal, changed):
    """Key and commitment can be forged together; only who saw the commitment before can tell."""
    noted = re.search("dice commitment: (.*)", journal.read_text())[1]
    ran = run("replay", journal, "--verify", "--commitment", noted)
    assert ran.status == 0 and noted in ran.out
    assert json.loads(run("replay", journal, "--verify", "--json").out)["commitments"] == [noted]
    other = "f" * 64
    assert run("replay", journal, "--verify", "--commitment", other).complains(noted, other)


def test_a_die_of_other_sides_is_found_out(run, tmp_path):
    path = tmp_path / "solitaire.journal"
    text = (GOLDEN / "solitaire-breakout.journal").read_text("utf-8")
    path.write_text(re.sub(r"(?m)^(  die breakout unit 1: \d+ of) \d+$", r"\1 71", text))
    assert run("replay", path, "--verify").complains(
        "the dice written down are not the dice this order takes"
    )


def test_take_backs_are_told(run, tmp_path):
    game = typhoon.new("red-typhoon", "fixed", seed=7)
    for order in ("end", "end"):
        game.push(order)
    game = take_back(game, 1)
    path = tmp_path / "back.journal"
    path.write_text(str(game.journal))
    ran = run("replay", path, "--verify")
    assert "Order 2 was taken back." in ran.out and "Orders were taken back 1 time." in ran.out
    assert json.loads(run("replay", path, "--json").out)["takebacks"] == 1
