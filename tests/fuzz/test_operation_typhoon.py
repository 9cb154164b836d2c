"""Operation Typhoon played by chance, with everything checked that must hold at every moment.

With TYPHOON_LONG=1 the same over whole games, and many more of them.
"""

import json
import random
from collections import Counter

import msgspec
import pytest

import typhoon
from tests.fuzz.checks import LONG, check_undo, columns, told
from tests.fuzz.operation import CASES, GAME, Watch, begin, choose, mutant, positions, top_frame
from typhoon import Game, Refused
from typhoon.engine.orders import OrderText
from typhoon.engine.registry import find_rules
from typhoon.engine.seat import Seat
from typhoon.server import state as server

SEEDS = range(20 if LONG else 1)
UNTIL = 31 if LONG else 4
"""The last turn that is played."""
SCENARIOS = ["guderian", "hoepner", "kluge"]
OPTIONS: dict[str, dict[str, str]] = {
    "guderian": {"hedgehogs": "yes", "set-up": "free"},
    "hoepner": {"intelligence": "strict", "ski-troops": "yes"},
    "kluge": {"strengths": "open", "entrenched-rivers": "one"},
}


def options(scenario: str, seed: int) -> dict[str, str]:
    """Options of each scenario at first, and in longer runs any."""
    if not seed:
        return OPTIONS[scenario]
    rng = random.Random(seed)
    return {option.id: rng.choice(option.choices) for option in find_rules(GAME).about.options}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_position_holds_together_after_every_order(scenario):
    happened: Counter[str] = Counter()
    for seed in SEEDS:
        game = begin(scenario, seed, options=options(scenario, seed))
        watch = Watch(game)
        for _ in positions(game, seed, until=UNTIL):
            watch.check(game)
        happened.update(event.kind for event in game.log)
    for event in ("combat", "lost_step", "retreated", "advanced", "eliminated", "moved"):
        assert happened[event], f"nothing of the kind happened: {event}"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_listed_orders_are_legal_and_others_refused_with_a_case_and_without_a_trace(scenario):
    for seed in SEEDS:
        rng = random.Random(seed)
        game = begin(scenario, seed + 100, options=options(scenario, seed))
        met: Counter[str] = Counter()
        for _ in positions(game, seed + 100, until=UNTIL):
            met[top_frame(game)] += 1
            if met[top_frame(game)] > 12 and rng.random() < 0.95:
                continue
            before = columns(game.position)
            assert len(game.orders) > 0
            for _ in range(15):
                order = game.orders.sample(rng)
                assert game.why_not(str(order)) is None, str(order)
                assert game.parse(str(order)) == order
            for text in [mutant(game, rng) for _ in range(15)]:
                check_mutant(game, text)
            assert columns(game.position) == before


def check_mutant(game: Game, text: str) -> None:
    ruling = game.why_not(text)
    if ruling is None:
        order = game.parse(text)
        assert order in game.orders
        # The order that the text spells is one of those listed.
        assert len(game.orders) > 5_000 or any(order == listed for listed in game.orders), text
        return
    assert ruling.case in CASES, (text, ruling)
    assert ruling.text
    try:
        game.parse(text)
    except OrderText:
        return
    with pytest.raises(Refused):
        game.push(text)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_undo_restores_the_position(scenario):
    for seed in SEEDS:
        rng = random.Random(seed)
        game = begin(scenario, seed + 200, options=options(scenario, seed))
        undone = 0
        while game.decision is not None and game.decision.turn <= UNTIL:
            order = choose(game, rng)
            if rng.random() < 0.9:
                game.push(order)
                continue
            undone += check_undo(game, order)
        assert undone > 5


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_is_set_up_again_at_every_kind_of_decision(scenario):
    """The position read from its own words is the same in every column."""
    met: Counter[str] = Counter()
    for seed in SEEDS:
        rng = random.Random(seed)
        game = begin(scenario, seed + 300, options=options(scenario, seed))
        for _ in positions(game, seed + 300, until=UNTIL):
            frames = "-".join(type(frame).__name__ for frame in game.position.frames)
            met[frames] += 1
            if met[frames] > 3 and rng.random() < 0.95:
                continue
            words = told(game)
            again = game.rules.restore(words)
            assert json.loads(json.dumps(game.rules.snapshot(again))) == words
            theirs, ours = columns(again), columns(game.position)
            here = game.position.in_play
            for column in ours:
                if column in ("out", "isolated", "fought", "fled", "no_zone"):
                    assert theirs[column] == ours[column] & here, (column, frames)
                elif column not in ("seen", "left"):  # of units that are gone nothing is told
                    assert theirs[column] == ours[column], (column, frames)
    assert {"Movement", "Declaring", "Resolving-Pursuit-Advancing"} <= met.keys()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_journal_replays_to_the_same_end(scenario):
    for seed in SEEDS:
        game = begin(scenario, seed + 400, options=options(scenario, seed))
        for _ in positions(game, seed + 400, until=UNTIL):
            pass
        text = game.journal.text()
        again = typhoon.load(text)
        assert again.state_hash() == game.state_hash()
        assert again.journal.text() == text
        assert again.log == game.log
        assert typhoon.load(game.journal.text(secret=False)).state_hash() == game.state_hash()


@pytest.mark.parametrize(
    "table", [{"intelligence": "strict"}, {"intelligence": "kind"}, {"strengths": "open"}], ids=str
)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_lies_in_closed_stacks_is_not_told_and_imagined_in_keeping(scenario, table):
    met: Counter[str] = Counter()
    for seed in SEEDS:
        rng = random.Random(seed)
        game = begin(scenario, seed + 500, options={**table, "hedgehogs": "yes"})
        for _ in positions(game, seed + 500, until=UNTIL):
            frame = top_frame(game)
            if rng.random() < (0.02 if frame == "Movement" else 0.3):
                met[frame] += 1
                for number, side in enumerate(game.rules.sides):
                    check_told(game, side, game.rules.secrets.hidden(game.position, number))
                    check_imagined(game, number, rng)
    assert {"Movement", "Declaring", "Setback", "Advancing"} <= met.keys()


def check_told(game: Game, side: str, hidden: int) -> None:
    """No unit that a side does not see is named in what it is sent, but for HQs in support."""
    rules, pos = game.rules, game.position
    overlays = [server.overlay_of(game, side, name.id) for name in server.overlay_names(game, side)]
    shown = [game.view(side), server.display_of(game, side), overlays]
    text = msgspec.json.encode(shown).decode()
    for name in pos.names(hidden & ~rules.hqs):
        assert f'"{name}"' not in text, (top_frame(game), name)
    for name in pos.names(hidden):
        assert rules.line(pos, name, side) is None


def check_imagined(game: Game, side: int, rng: random.Random) -> None:
    """What is imagined of a view agrees with it, is what is imagined of the game, and can be played on."""
    rules, name, seed = game.rules, game.rules.sides[side], rng.random()
    view = rules.snapshot(game.position, name)
    guess = rules.secrets.imagine(game.position, side, random.Random(seed))
    assert rules.snapshot(guess, name) == view
    other = rules.restore(view, of_a_view=True)
    rules.secrets.deal(other, side, random.Random(seed))
    assert rules.snapshot(other) == rules.snapshot(guess)
    for owner in (0, 1):
        own = [(hex_, units) for hex_, units in guess.stacks.items() if units & rules.units_of[owner]]
        firm = sum([1 << h for h, units in own if rules.works.exerts_zone(guess, owner, h, units)])
        assert firm == guess.firm[owner]
    core = Seat(game, name).imagine(random.Random(seed))
    for _ in range(20):
        if core.position.result is None:
            core.play(core.orders.sample(rng))


@pytest.mark.skipif(not LONG, reason="whole campaigns take minutes")
@pytest.mark.parametrize("scenario", ["campaign", "extended"])
def test_whole_campaigns_hold_together(scenario):
    game = begin(scenario, 1)
    watch = Watch(game)
    for number, _ in enumerate(positions(game, 1)):
        if number % 20 == 0:
            watch.check(game)
    assert game.result is not None
