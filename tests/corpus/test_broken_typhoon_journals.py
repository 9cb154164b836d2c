"""Journals of Operation Typhoon that were changed after the game, refused with the line of the order."""

import re

import pytest

import typhoon
from typhoon.engine.journal import JournalError


def play() -> str:
    """Two corps in support, a move, a combat of untried units, and a turn to its end."""
    game = typhoon.new("operation-typhoon", "hoepner", seed=8)
    for order in ("deploy", "allocate 3PzA:2 4PzA:4"):
        game.push(order)
    while game.decision.phase == "support":
        game.push(str(next(iter(game.orders))))
    game.push("move 34/35/5 A1707-A1608")
    while game.decision.turn < 2:
        words = ("propose", "end") if game.why_not("end") else ("end",)
        order = next((word for word in words if game.why_not(word) is None), None)
        game.push(order or str(next(iter(game.orders))))
    return game.journal.text()


TEXT = play()


def line_of(pattern: str) -> tuple[int, str]:
    """The first line that matches, with its number."""
    for number, line in enumerate(TEXT.splitlines(), 1):
        if re.search(pattern, line):
            return number, line
    raise AssertionError(f"no line like {pattern}")


def changed(pattern: str, change: str) -> tuple[int, str]:
    """The journal with something in its first line of a kind replaced, and the number of that line."""
    number, line = line_of(pattern)
    other = re.sub(pattern, change, line, count=1)
    assert other != line
    lines = TEXT.splitlines()
    lines[number - 1] = other
    return number, "\n".join([*lines, ""])


def test_the_journal_is_sound_and_has_what_is_changed_below():
    game = typhoon.load(TEXT)
    told = {event.kind for event in game.log}
    assert {"support", "moved", "proposed", "drew", "combat", "commitment"} <= told


@pytest.mark.parametrize(
    "pattern", ["die chit ", "die combat ", "die weather: ", "die support 3PzA: ", "die commitment: "]
)
def test_a_changed_die_is_named_with_the_line_of_its_order(pattern):
    number, line = line_of(pattern)
    lines = TEXT.splitlines()
    lines[number - 1] = re.sub(r"\d+(?= of \d+$|$)", lambda die: str(int(die[0]) % 6 + 1), line, count=1)
    order = max(n for n, text in enumerate(lines[:number], 1) if re.match(r"\d+ ", text))
    with pytest.raises(JournalError, match=rf"^line {order}: .*{pattern.split()[1].strip(':')}"):
        typhoon.load("\n".join([*lines, ""]))


@pytest.mark.parametrize(
    ("pattern", "change", "why"),
    [
        (r"allocate 3PzA:2 4PzA:4", "allocate 3PzA:3 4PzA:4", "the shares add up to 7"),
        (r"A1707-A1608", "A1707-A1738", "34/35/5"),
        (r"move 34/35/5", "move 99/99/5", "99/99/5"),
        (r"german: deploy", "german: deploy 9A", "there is no army '9A'"),
        (r"german: propose|german: attack .*", "german: attack A1809 nobody", "nobody"),
        (r"soviet: end", "german: end", "german"),
    ],
    ids=["support sum", "too far", "no unit", "no army", "no attacker", "other side"],
)
def test_a_changed_order_is_named_by_its_line(pattern, change, why):
    number, text = changed(pattern, change)
    with pytest.raises(JournalError, match=f"line {number}: ") as caught:
        typhoon.load(text)
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("pattern", "change", "why"),
    [
        (r"option: strengths = drawn", "option: strengths = none", "none"),
        (r"scenario: hoepner", "scenario: zhukov", "zhukov"),
        (r"state: ....", "state: 0000", "state"),
        (r"dice key: ....", "dice key: 0000", "key"),
    ],
    ids=["option", "scenario", "state", "key"],
)
def test_a_changed_header_or_state_is_found_out(pattern, change, why):
    _, text = changed(pattern, change)
    with pytest.raises(JournalError) as caught:
        typhoon.load(text)
    assert why in str(caught.value)


def test_a_journal_that_breaks_off_is_a_game_to_go_on_with():
    lines = TEXT.splitlines()
    number, _ = line_of(r"move 34/35/5")
    game = typhoon.load("\n".join([*lines[:number], ""]))
    assert game.decision.phase == "german movement"
