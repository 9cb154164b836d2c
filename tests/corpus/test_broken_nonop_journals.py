"""Journals of the game with Non-Op HQs that were changed after it, refused with the line of the order."""

import re

import pytest

import typhoon
from typhoon.engine.journal import JournalError

UNITS = {
    "G-V-5-ID": "P0834",
    "G-V-arty-1": "P0833",
    "G-MSU-1": "P0832",
    "S-22-126": "P0835",
    "S-16-127-tk": "P3131",
    "S-HQ-16": {"hex": "P3132", "nonop": True},
    "S-HQ-49": {"hex": "P4130", "nonop": True},
}


def play() -> str:
    """An attack with its chores, a march, an HQ disbanded, a recovery roll, and the end of the turn."""
    game = typhoon.build("typhoon-nonop", turn=3, phase="german attack declaration", units=UNITS, seed=8)
    game.push("attack P0835 G-V-5-ID")
    while game.decision.phase != "soviet movement":
        if game.why_not("fight") is None:
            game.push("propose")
        game.push(next(word for word in ("fight", "end", "propose") if game.why_not(word) is None))
    game.push("move S-16-127-tk P3131-P3130")
    while game.decision.phase != "game turn interphase":
        game.push("end")
    for order in ("disband S-HQ-49", "recover S-HQ-16"):
        game.push(order)
    while game.decision.turn == 3:
        game.push("end")
    return game.journal.text()


TEXT = play()


def changed(pattern: str, change: str) -> tuple[int, str]:
    """The journal with something in its first line of a kind replaced, and the number of that line."""
    lines = TEXT.splitlines()
    number = next(n for n, line in enumerate(lines) if re.search(pattern, line))
    other = re.sub(pattern, change, lines[number], count=1)
    assert other != lines[number]
    lines[number] = other
    return number + 1, "\n".join([*lines, ""])


def test_the_journal_is_sound_and_has_what_is_changed_below():
    told = {event.kind for event in typhoon.load(TEXT).log}
    assert {"declared", "battle", "moved", "hq_disbanded", "hq_rolled", "weather"} <= told


@pytest.mark.parametrize("die", ["combat P0835", "recovery S-HQ-16", "weather"])
def test_a_changed_die_is_named_with_the_line_of_its_order(die):
    number, text = changed(rf"(die {die}: )(\d+)", lambda found: f"{found[1]}{int(found[2]) % 10 + 1}")
    order = max(n for n, line in enumerate(text.splitlines()[:number], 1) if re.match(r"\d+ ", line))
    with pytest.raises(JournalError, match=rf"^line {order}: .*{die.split()[0]}"):
        typhoon.load(text)


@pytest.mark.parametrize(
    ("pattern", "change", "why"),
    [
        (r"attack P0835 G-V-5-ID", "attack P0835 G-V-arty-1", "G-V-arty-1 is not next to P0835"),
        (r"attack P0835", "attack P9999", "P9999"),
        (r"P3131-P3130", "P3131-P3110", "too far"),
        (r"move S-16-127-tk", "move S-16-999-tk", "S-16-999-tk"),
        (r"disband S-HQ-49", "disband S-HQ-22", "S-HQ-22"),
        (r"recover S-HQ-16", "recover S-HQ-49", "S-HQ-49"),
        (r"recover S-HQ-16", "recite S-HQ-16", "'recite' is not an order of this game"),
        (r"soviet: recover", "german: recover", "german"),
    ],
)
def test_a_changed_order_is_named_by_its_line(pattern, change, why):
    number, text = changed(pattern, change)
    with pytest.raises(JournalError, match=f"line {number}: ") as caught:
        typhoon.load(text)
    assert why in str(caught.value)


def test_an_option_that_does_not_exist_is_named():
    text = TEXT.replace("nonop-hqs", "nonop-armies")
    with pytest.raises(JournalError, match="nonop-armies"):
        typhoon.load(text)
