"""A journal that somebody has changed is refused, and the line is named."""

import random
import re

import pytest

import typhoon
from tests.fuzz.operation import choose
from typhoon.engine.journal import JournalError


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """The journal of the first day of 18.3, which has draws of chits, combats, support and weather."""
    game, rng = typhoon.new("operation-typhoon", "kluge", seed=13), random.Random(13)
    while game.decision.turn < 2:
        game.push(choose(game, rng))
    text = game.journal.text()
    assert typhoon.load(text).state_hash() == game.state_hash()
    return text.splitlines()


def refusal(lines: list[str]) -> str:
    with pytest.raises(JournalError) as caught:
        typhoon.load("\n".join(lines))
    return str(caught.value)


def order_above(lines: list[str], place: int) -> int:
    """The number of the line with the order that a line belongs to."""
    while not re.match(r"\d+ \w+: ", lines[place]):
        place -= 1
    return place + 1


def replaced(lines: list[str], place: int, line: str) -> list[str]:
    return [*lines[:place], line, *lines[place + 1 :]]


@pytest.mark.parametrize("purpose", ["chit", "combat", "support", "weather", "ground"])
def test_a_changed_die_or_chit_is_named_with_its_line(lines, purpose):
    places = [place for place, line in enumerate(lines) if line.startswith(f"  die {purpose}")]
    assert places
    for place in places[:4]:
        words, _, numbers = lines[place].rpartition(": ")
        first, *others = numbers.split()
        other = str(int(first) % 6 + 1)
        told = refusal(replaced(lines, place, f"{words}: {' '.join((other, *others))}"))
        assert told.startswith(f"line {order_above(lines, place)}: order ")
        assert f"{words.strip()} shows {other}, the dice key gives {first}" in told


def test_a_die_left_out_or_put_in_is_named_with_its_line(lines):
    place = next(place for place, line in enumerate(lines) if line.startswith("  die chit"))
    for changed in ([*lines[:place], *lines[place + 1 :]], [*lines[:place], lines[place], *lines[place:]]):
        assert refusal(changed).startswith(f"line {order_above(lines, place)}: order ")


def test_a_die_whose_sides_are_changed_or_struck_out_is_named_with_its_line(lines):
    """Whoever checks the dice must know how many sides they have: chits are drawn from what is left."""
    place = next(place for place, line in enumerate(lines) if line.startswith("  die chit"))
    die, _, sides = lines[place].rpartition(" of ")
    for changed in (die, f"{die} of {int(sides) + 1}"):
        told = refusal(replaced(lines, place, changed))
        assert told.startswith(f"line {order_above(lines, place)}: order ")
        assert told.endswith("the dice written down are not the dice this order takes")


def test_a_changed_order_is_named_with_its_line(lines):
    place = next(place for place, line in enumerate(lines) if " resolve " in line)
    told = refusal(replaced(lines, place, re.sub(r"resolve \S+", "resolve B3901", lines[place])))
    assert told.startswith(f"line {place + 1}: order ")
    assert "there is no combat at B3901 to resolve (9.8)" in told
    side = "german" if " german: " in lines[place] else "soviet"
    other = "soviet" if side == "german" else "german"
    told = refusal(replaced(lines, place, lines[place].replace(f"{side}:", f"{other}:")))
    assert f"line {place + 1}: order " in told
    assert f"it is for {side} to decide, not {other}" in told


def test_a_changed_state_is_named_with_its_line(lines):
    (place,) = [place for place, line in enumerate(lines) if line.startswith("  state: ")]
    told = refusal(replaced(lines, place, "  state: 0123456789abcdef"))
    assert told.startswith(f"line {order_above(lines, place)}: order ")
    assert "the journal says 0123456789abcdef" in told


@pytest.mark.parametrize(
    ("line", "changed", "words"),
    [
        ("game: operation-typhoon", "game: typhoon", "there is no game 'typhoon'"),
        ("scenario: kluge", "scenario: bock", "operation-typhoon has no scenario 'bock'"),
        ("rules: 1", "rules: 2", "rules version 2 is not known"),
        ("option: set-up = historical", "option: set-up = free", None),
        ("option: intelligence = strict", "option: intelligence = kind", None),
        ("option: strengths = drawn", "option: strengths = open", None),
        ("option: weather = dice", "option: weather = fair", "option weather: 'fair' is not one of"),
        ("option: support-points = usual", "option: support-points = 4", None),
        ("option: hedgehogs = no", "option: hedgehog = no", "has no option 'hedgehog'"),
    ],
)
def test_a_changed_header_is_named_with_its_line(lines, line, changed, words):
    """What cannot be is named at once; of other options the first order that differs."""
    place = lines.index(line)
    told = refusal(replaced(lines, place, changed))
    if words is None:
        assert re.match(r"line \d+: order \d+, ", told)
    else:
        assert told.startswith(f"line {place + 1}: ")
        assert words in told


def test_a_changed_key_or_commitment_is_named_with_the_line_of_the_key(lines):
    key = next(place for place, line in enumerate(lines) if line.startswith("dice key: "))
    for place in (key - 1, key):
        words = lines[place].partition(": ")[0]
        told = refusal(replaced(lines, place, f"{words}: {'0' * 64}"))
        assert told == f"line {key + 1}: the dice key does not fit the dice commitment"


def test_a_result_that_was_not_reached_is_named_with_its_line(lines):
    told = refusal([*lines, "result: german decisive victory"])
    assert told == (
        f"line {len(lines) + 1}: the journal ends with result 'german decisive victory', the game with ''"
    )
