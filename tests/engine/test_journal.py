"""Journals: text and back, replay to the same position, and no way to cheat unnoticed."""

import random
import re
import shutil
from itertools import islice
from pathlib import Path

import pytest

import typhoon
import typhoon.games.red_typhoon
from tests.engine.play import GAME, played, positions
from typhoon.engine.dice import DiceError
from typhoon.engine.journal import JournalError, parse_journal

READY = {
    "turn": 3,
    "phase": "soviet combat",
    "attack_orders": ["NW"],
    "units": {"S-A-01": "1038", "G-253-ID": "1037"},
}


@pytest.fixture(scope="module")
def whole():
    """A game from the first order to the last."""
    return played(31)


def refusal(text: str, **how) -> str:
    with pytest.raises(JournalError) as caught:
        typhoon.load(text, **how)
    return str(caught.value)


# There and back


def test_the_sides_of_the_die_of_a_game_are_said_once():
    """Typhoon! with Non-Operational HQs is played with a die of ten sides, Red Typhoon with one of six."""
    game = typhoon.new("typhoon-nonop", seed=3)
    rng = random.Random(3)
    while not any(entry.dice for entry in game.entries):
        game.push(game.orders.sample(rng))
    text = game.journal.text()
    assert re.search("^die: 10$", text, re.MULTILINE)
    assert " of 10" not in text
    assert str(typhoon.load(text, verify=True).journal) == text
    told = re.sub("(?m)^die: 10\n", "", re.sub("(?m)^(  die .*)$", r"\1 of 10", text))
    assert str(typhoon.load(told, verify=True).journal) == told
    assert "die:" not in typhoon.new(GAME).journal.text()
    assert refusal(text.replace("die: 10", "die: ten")) == "line 14: 'die' is a number, not 'ten'"


def test_a_journal_reads_like_this():
    game = typhoon.new(GAME, dice=[])
    for order in ("activate NW", "move S-A-01 2504-2404", "end", "end"):
        game.push(order)
    assert game.journal.text() == (
        "typhoon journal 2\n"
        "game: red-typhoon\n"
        "scenario: fixed\n"
        "rules: 2\n"
        "option: first-shock-army = WR\n"
        "option: partisans = WL\n"
        "dice: given\n"
        "\n"
        "# turn 1, soviet movement\n"
        "1 soviet: activate NW\n"
        "2 soviet: move S-A-01 2504-2404\n"
        "3 soviet: end\n"
        "\n"
        "# turn 1, soviet combat\n"
        "4 soviet: end\n"
    )


def test_a_die_stands_below_its_order():
    game = typhoon.build(GAME, **READY, dice=[3])
    game.push("attack 1037 S-A-01")
    assert game.journal.text().endswith("1 soviet: attack 1037 S-A-01\n  die combat: 3\n")


@pytest.mark.parametrize("scenario", ["fixed", "flexible"])
def test_a_whole_game_replays_to_the_same_end(scenario):
    game = played(32, scenario=scenario)
    text = game.journal.text()
    again = typhoon.load(text)
    assert again.state_hash() == game.state_hash()
    assert again.result == game.result
    assert again.log == game.log
    assert again.journal.text() == str(again.journal) == text
    assert [entry.state for entry in again.journal.entries if entry.state] != []


def test_a_journal_with_other_options_replays():
    options = {"first-shock-army": "WL", "partisans": "free"}
    game = played(33, scenario="flexible", options=options)
    again = typhoon.load(game.journal.text())
    assert again.rules.options == options
    assert again.state_hash() == game.state_hash()


def test_windows_line_ends_comments_and_blank_lines_do_not_matter(whole):
    text = whole.journal.text().replace("\n2 ", "\n# a fine morning\n\n2 ").replace("\n", "\r\n")
    assert typhoon.load(text).state_hash() == whole.state_hash()


def test_a_journal_is_followed_as_far_as_one_likes(whole):
    text = whole.journal.text()
    games = islice(positions(31), 0, 200, 40)
    for number, game in zip(range(0, 200, 40), games, strict=True):
        again = typhoon.load(text, to=number)
        assert len(again.journal.entries) == number
        assert again.state_hash() == game.state_hash()
        assert again.decision == game.decision


def test_a_game_goes_on_from_a_journal_with_the_same_dice(whole):
    """The orders of the whole game, given to a game loaded in the middle, take the same dice."""
    orders = [entry.order for entry in whole.journal.entries]
    again = typhoon.load(whole.journal.text(), to=100)
    for order in orders[100:]:
        again.push(str(order))
    assert again.journal.text() == whole.journal.text()


def test_undo_goes_back_through_a_loaded_game():
    game = typhoon.new(GAME, seed=1)
    game.push("activate NW")
    game.push("move S-A-01 2504-2404")
    again = typhoon.load(game.journal.text())
    assert str(again.pop()) == "move S-A-01 2504-2404"
    assert str(again.pop()) == "activate NW"
    assert again.why_not_pop() == "nothing has been done yet"


# Secrets


def test_a_players_copy_has_no_key_until_the_game_is_over(whole):
    key = whole.dice.key.hex()
    half = typhoon.load(whole.journal.text(), to=100)
    assert f"dice key: {key}" in half.journal.text()
    assert key not in half.journal.text(secret=False)
    assert f"dice commitment: {whole.dice.commitment}" in half.journal.text(secret=False)
    assert f"dice key: {key}" in whole.journal.text(secret=False)


def test_a_players_copy_replays_and_needs_dice_to_go_on(whole):
    half = typhoon.load(whole.journal.text(), to=150)
    copy = typhoon.load(half.journal.text(secret=False))
    assert copy.state_hash() == half.state_hash()
    assert copy.journal.text() == half.journal.text(secret=False)
    duel = typhoon.build(GAME, **READY, seed=1)
    with pytest.raises(DiceError, match=r"^no die is given for combat$"):
        typhoon.load(duel.journal.text(secret=False)).push("attack 1037 S-A-01")


# Positions of one's own


def test_the_journal_of_a_position_of_ones_own_replays():
    game = typhoon.build(GAME, **READY, seed=3)
    game.push("attack 1037 S-A-01")
    rng = random.Random(3)
    while game.decision is not None and len(game.journal.entries) < 60:
        game.push(game.orders.sample(rng))
    again = typhoon.load(game.journal.text())
    assert again.journal.text() == game.journal.text()
    assert again.state_hash() == game.state_hash()


def test_the_journal_of_a_position_in_mid_combat_replays():
    retreats = (
        g
        for seed in range(9)
        for g in positions(seed)
        if g.position.frames[-1].__class__.__name__ == "Retreating"
    )
    for game in islice(retreats, 5):
        built = typhoon.build(GAME, **game.rules.snapshot(game.position), seed=1)
        built.push(next(iter(built.orders)))
        assert typhoon.load(built.journal.text()).state_hash() == built.state_hash()


@pytest.mark.parametrize("how", [{"seed": 5}, {"dice": [1]}], ids=["keyed", "given"])
def test_a_die_that_falls_before_the_first_order_is_written_down_too(how):
    """A game that begins in the partisan phase begins with a die roll."""
    game = typhoon.build(GAME, turn=4, phase="partisan", **how)
    text = game.journal.text(secret=False)
    die = int(re.search("^opening die: partisans = ([1-6])$", text, re.MULTILINE)[1])
    assert f"area {die}" in game.decision.prompt
    game.push(next(iter(game.orders)))
    for secret in (True, False):
        again = typhoon.load(game.journal.text(secret=secret))
        assert again.state_hash() == game.state_hash()
        assert again.journal.text(secret=secret) == game.journal.text(secret=secret)


def test_a_changed_opening_die_is_noticed():
    game = typhoon.build(GAME, turn=4, phase="partisan", seed=5)
    die = game.journal.header.dice[0][1]
    other = die % 6 + 1
    text = game.journal.text().replace(f"partisans = {die}", f"partisans = {other}")
    assert refusal(text) == f"line 10: the opening: die partisans shows {other}, the dice key gives {die}"


# Cheating


def changed(text: str, what: str, by: str, number: int = 0) -> str:
    """The text with one of the lines that match changed."""
    found = list(re.finditer(what, text, re.MULTILINE))
    match = found[number]
    return text[: match.start()] + match.expand(by) + text[match.end() :]


def test_any_changed_die_is_noticed(whole):
    text = whole.journal.text()
    dice = list(re.finditer(r"^  die (\w+): (\d)$", text, re.MULTILINE))
    assert len(dice) > 10
    for number, match in enumerate(dice):
        other = int(match[2]) % 6 + 1
        cheated = changed(text, r"^  die (\w+): \d$", rf"  die \1: {other}", number)
        assert f"die {match[1]} shows {other}, the dice key gives {match[2]}" in refusal(cheated)


def test_any_changed_state_is_noticed(whole):
    text = whole.journal.text()
    states = re.findall("^  state: (.*)$", text, re.MULTILINE)
    assert len(states) == 9, "one for each turn"
    for number, state in enumerate(states):
        message = refusal(changed(text, "^  state: .*$", "  state: 0123456789abcdef", number))
        assert f"leads to state {state}, the journal says 0123456789abcdef" in message


def test_a_changed_order_is_noticed_at_the_latest_when_the_turn_ends(whole):
    """Moves of the first turn, one after the other, go to another hex that was open to the unit."""
    text = whole.journal.text()
    first_turn = text[: text.index("  state:")]
    moves = list(re.finditer(r"^(\d+) \w+: (move (\S+) .*)$", first_turn, re.MULTILINE))
    assert len(moves) >= 5
    for number, order, unit in (match.groups() for match in moves[:12]):
        then = typhoon.load(text, to=int(number) - 1)
        other = next(str(o) for o in then.orders.of(unit) if str(o) != order)
        assert re.search(
            "leads to state|stands in|movement points|zone|bar", refusal(text.replace(order, other))
        )


def test_another_commitment_or_key_is_noticed(whole):
    text = whole.journal.text()
    for name in ("commitment", "key"):
        cheated = changed(text, rf"^dice {name}: .*$", f"dice {name}: " + "ab" * 32)
        assert refusal(cheated) == "line 8: the dice key does not fit the dice commitment"


def test_a_new_key_with_its_own_commitment_does_not_fit_the_dice(whole):
    other = typhoon.new(GAME, seed="other").dice
    text = changed(whole.journal.text(), "^dice key: .*$", f"dice key: {other.key.hex()}")
    text = changed(text, "^dice commitment: .*$", f"dice commitment: {other.commitment}")
    assert "the dice key gives" in refusal(text)


def test_every_cut_journal_loads_or_is_refused_for_its_result(whole):
    """A journal cut off anywhere is the journal of a game that was left, but for its last lines."""
    lines = whole.journal.text().splitlines()
    for length in range(len(lines) - 25, len(lines)):
        text = "\n".join(lines[:length])
        try:
            typhoon.load(text)
        except JournalError as error:
            assert re.search("no die is given|leads to state|ends with result", str(error))


# Charts


@pytest.fixture
def own_charts(tmp_path):
    ours = Path(typhoon.games.red_typhoon.__file__).parent / "data"
    shutil.copy(ours / "crt.csv", tmp_path)
    text = (tmp_path / "crt.csv").read_text(encoding="utf-8")
    (tmp_path / "crt.csv").write_text(text.replace("AL,AL,AR", "AL,AR,AR"), encoding="utf-8")
    return tmp_path


def test_a_game_with_own_charts_needs_the_same_again(own_charts):
    game = typhoon.new(GAME, seed=1, charts=own_charts)
    game.push("activate NW")
    text = game.journal.text()
    digest = game.rules.data.digest
    assert f"charts: {digest}\n" in text
    assert typhoon.load(text, charts=own_charts).state_hash() == game.state_hash()
    assert refusal(text) == f"line 7: the game was played with charts {digest}: replay it with the same"


def test_a_game_with_our_charts_is_not_replayed_with_others(own_charts):
    text = typhoon.new(GAME, seed=1).journal.text()
    assert refusal(text, charts=own_charts) == (
        "the game was played with the program's own charts: replay it with the same"
    )


# Parsing


def test_a_parsed_journal_is_the_one_that_was_written(whole):
    journal = whole.journal
    parsed = parse_journal(journal.text())
    assert parsed.header == journal.header
    assert parsed.result == journal.result
    assert [(e.side, e.order, e.dice, e.state) for e in parsed.entries] == [
        (e.side, str(e.order), e.dice, e.state) for e in journal.entries
    ]


def test_no_garbled_journal_breaks_the_reader():
    """Lines swapped, doubled, cut and sprinkled with odd characters: refused or read, never a crash."""
    rng = random.Random(4)
    text = typhoon.load(played(34).journal.text(), to=30).journal.text()
    for _ in range(400):
        lines = text.split("\n")
        for _ in range(rng.randint(1, 3)):
            i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
            what = rng.randrange(5)
            if what == 0:
                lines[i], lines[j] = lines[j], lines[i]
            elif what == 1:
                lines.insert(i, lines[j])
            elif what == 2:
                del lines[i]
                lines.append("")
            elif what == 3:
                lines[i] = lines[i][: rng.randint(0, len(lines[i]))]
            else:
                k = rng.randint(0, len(lines[i]))
                lines[i] = lines[i][:k] + rng.choice("0:-²\u2028\x00💥=9 #") + lines[i][k:]
        try:
            typhoon.load("\n".join(lines))
        except JournalError as error:
            assert str(error)


# Versions


@pytest.mark.parametrize("number", [0, 3, 99])
def test_versions_of_the_rules_that_never_were_are_refused(number):
    text = typhoon.new(GAME, seed=1).journal.text().replace("rules: 2", f"rules: {number}")
    assert refusal(text) == f"line 4: rules version {number} is not known; this program plays 1 to 2"


@pytest.mark.parametrize(
    ("format_", "reason"),
    [
        ("1", "journal format '1' comes from before the first release; this program reads 2"),
        ("3", "journal format '3' is not known; this program reads 2"),
        ("two", "journal format 'two' is not known; this program reads 2"),
        ("", "journal format '' is not known; this program reads 2"),
    ],
)
def test_a_journal_of_another_format_is_refused_plainly(whole, format_, reason):
    text = whole.journal.text().replace("typhoon journal 2", f"typhoon journal {format_}".rstrip())
    assert refusal(text) == f"line 1: {reason}"
