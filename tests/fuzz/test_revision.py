"""The Major Revision played by chance with any of its changes on or off, and what must hold at every moment.

With TYPHOON_LONG=1 the same over whole games, and many more of them.
"""

import json
import random
from collections import Counter

import pytest

import typhoon
from tests.fuzz.checks import LONG, check_undo, columns, tables, told
from tests.fuzz.operation import CASES as CASES_OF_1978
from tests.fuzz.operation import mutant, positions, top_frame
from tests.fuzz.test_operation_typhoon import check_imagined, check_told
from typhoon import Game, Refused
from typhoon.engine.orders import OrderText
from typhoon.engine.registry import find_rules

GAME = "operation-typhoon-revision"
CASES = CASES_OF_1978 | {row["case"] for row in tables("operation_typhoon_revision")("cases.csv")}
SCENARIOS = ["guderian", "hoepner", "kluge", *(["campaign", "extended"] if LONG else [])]
SEEDS = range(200 if LONG else 2)
UNTIL = 99 if LONG else 3
OF_UNITS_ON_THE_MAP = ("out", "isolated", "fought", "fled", "no_zone", "known", "strategic", "railed")
NOT_TOLD_OF_THE_GONE = ("seen", "left")


def options(scenario: str, seed: int) -> dict[str, str]:
    """All changes at first, then any of them."""
    if not seed:
        return {}
    rng = random.Random(f"{scenario} {seed}")
    return {
        option.id: str(rng.randint(*option.numbers)) if option.numbers else rng.choice(option.choices)
        for option in find_rules(GAME).about.options
    }


def begin(scenario: str, seed: int) -> Game:
    return typhoon.new(GAME, scenario, seed=seed, options=options(scenario, seed))


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_ground_is_in_a_state_that_there_is(scenario, seed):
    game = begin(scenario, seed)
    for _ in positions(game, seed, until=UNTIL):
        check_ground(game)
        check_marks(game)
    assert game.decision is None or game.decision.turn > UNTIL


def check_ground(game: Game) -> None:
    """13.32, 13.52, 13.58."""
    words, on = told(game), game.rules.on
    snow, mud, frozen = (
        words.get("snow", 0),
        words.get("heavy_mud", False),
        words["ground"].endswith("freeze"),
    )
    assert snow <= (2 if "deep-snow" in on else 1)
    assert not (mud and (snow or frozen or "heavy-mud" not in on))
    icy = {"rivers": words.get("icy_rivers", False), "streams": words.get("icy_streams", False)}
    assert "melting" in on or not any(icy.values())
    assert not (icy["rivers"] and words["ground"] in ("river freeze", "warm"))
    assert not (icy["streams"] and words["ground"] in ("river freeze", "stream freeze"))


def check_marks(game: Game) -> None:
    """5.55, 5.67, 15.23, 17.37."""
    words, on, rules = told(game), game.rules.on, game.rules
    for name, state in words["units"].items():
        marker = state.get("marker", "") if isinstance(state, dict) else ""
        assert not marker or f"{marker}-marker" in on
        assert marker != "rail" or rules.counters[rules.unit_number[name]].side == "soviet"
    roads = words.get("cut_road", ())
    assert len(roads) + len(words.get("interdicted", ())) <= 3
    assert len(roads) <= ("road-interdiction" in on)
    assert not roads or words["phase"] in PHASES_WITH_CUT_ROADS
    assert set(words.get("sent_on", ())) <= set(words["arrivals"])


PHASES_WITH_CUT_ROADS = ("german interdiction", "soviet supply", "soviet commitment", "soviet movement")


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", SEEDS)
def test_listed_orders_are_legal_and_others_refused_with_a_case(scenario, seed):
    rng = random.Random(seed)
    game = begin(scenario, seed + 100)
    met: Counter[str] = Counter()
    for _ in positions(game, seed + 100, until=UNTIL):
        met[top_frame(game)] += 1
        if met[top_frame(game)] > 8 and rng.random() < 0.97:
            continue
        before = columns(game.position)
        for _ in range(10):
            order = game.orders.sample(rng)
            assert game.why_not(str(order)) is None, str(order)
        for text in [mutant(game, rng) for _ in range(10)]:
            ruling = game.why_not(text)
            if ruling is None:
                assert game.parse(text) in game.orders, text
                continue
            assert ruling.case in CASES, (text, ruling)
            try:
                game.parse(text)
            except OrderText:
                continue
            with pytest.raises(Refused):
                game.push(text)
        assert columns(game.position) == before


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_position_is_set_up_again_from_its_words(scenario, seed):
    rng, met = random.Random(seed), Counter[str]()
    game = begin(scenario, seed + 200)
    for _ in positions(game, seed + 200, until=UNTIL):
        frames = "-".join(type(frame).__name__ for frame in game.position.frames)
        met[frames] += 1
        if met[frames] > 3 and rng.random() < 0.97:
            continue
        words = told(game)
        again = game.rules.restore(words)
        assert json.loads(json.dumps(game.rules.snapshot(again))) == words
        theirs, ours, here = columns(again), columns(game.position), game.position.in_play
        for column in ours:
            if column in OF_UNITS_ON_THE_MAP:
                assert theirs[column] == ours[column] & here, (column, frames)
            elif column not in NOT_TOLD_OF_THE_GONE:
                assert theirs[column] == ours[column], (column, frames)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", SEEDS)
def test_journals_replay_and_orders_are_taken_back(scenario, seed):
    rng = random.Random(seed)
    game = begin(scenario, seed + 300)
    for _ in positions(game, seed + 300, until=UNTIL):
        if rng.random() < 0.01:
            check_undo(game, game.orders.sample(rng))
    text = game.journal.text()
    again = typhoon.load(text)
    assert again.journal.text() == text
    assert again.log == game.log


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_unseen_is_told_and_what_is_imagined_agrees_with_the_view(scenario, seed):
    rng = random.Random(seed)
    game = begin(scenario, seed + 400)
    for _ in positions(game, seed + 400, until=UNTIL):
        if rng.random() < (0.01 if top_frame(game) == "Movement" else 0.1):
            for number, side in enumerate(game.rules.sides):
                check_told(game, side, game.rules.secrets.hidden(game.position, number))
                check_imagined(game, number, rng)
