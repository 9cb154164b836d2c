"""Broken journals, each with the exact words it must be refused with."""

import tomllib
from pathlib import Path

import pytest

import typhoon
from typhoon.engine.journal import JournalError

FOLDER = Path(__file__).parent / "journals"
EXPECTED = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))
SOUND = {"sound": 8, "sound-end": 1, "sound-opening": 1, "sound-battle": 6}
"""Journals without a mistake, with the number of their orders."""


def journal(name: str) -> str:
    return (FOLDER / f"{name}.journal").read_text(encoding="utf-8")


def test_every_journal_of_the_folder_is_held_to_something():
    assert {path.stem for path in FOLDER.glob("*.journal")} == EXPECTED.keys() | SOUND.keys()


@pytest.mark.parametrize("name", SOUND)
def test_the_journals_that_were_broken_are_sound_themselves(name):
    game = typhoon.load(journal(name))
    assert len(game.journal.entries) == SOUND[name]


@pytest.mark.parametrize("name", EXPECTED)
def test_a_broken_journal_is_refused_in_plain_words(name):
    with pytest.raises(JournalError) as caught:
        typhoon.load(journal(name))
    assert str(caught.value) == EXPECTED[name]


@pytest.mark.parametrize("name", EXPECTED)
def test_without_verification_a_broken_journal_loads_or_is_refused_but_never_breaks_down(name):
    try:
        typhoon.load(journal(name), verify=False)
    except JournalError as error:
        assert str(error)


def test_without_verification_dice_and_states_are_taken_on_trust():
    """A die of 4 is DR2 in the stead of no effect: the next order is then out of place."""
    assert typhoon.load(journal("state-changed"), verify=False).decision.turn == 2
    assert typhoon.load(journal("result-wrong"), verify=False).result.level == "german victory"
    with pytest.raises(
        JournalError, match=r"^line 19: order 6, 'end': the retreat must be carried out first"
    ):
        typhoon.load(journal("die-changed"), verify=False)
