"""Typhoon! with Non-Operational HQs played by chance, with everything checked that must hold at every moment.

With TYPHOON_LONG=1 the same over whole games with any options, and many more of them.
"""

import json
import random
from collections import Counter

import pytest

import typhoon
from tests.fuzz.checks import LONG
from typhoon import Game
from typhoon.engine.cases import cases_of
from typhoon.engine.columns import Kept
from typhoon.engine.core import Core
from typhoon.engine.orders import OrderText
from typhoon.engine.registry import find_rules
from typhoon.games.typhoon_nonop.marching import Movement
from typhoon.mechanics.planning import Chore, Propose

GAME = "typhoon-nonop"
LAW = find_rules(GAME)
CASES = set(cases_of(LAW))
SEEDS = range(20 if LONG else 2)
UNTIL = 10 if LONG else 2
"""The last turn that is played."""
FEW = 4_000
OFTEN = 3
"""So many positions of each kind are looked at closely."""
HASTE = 0.05
"""How often a part of a phase is ended early, so that games do not drag on."""
HURRY = 0.3


def begin(seed: int) -> Game:
    """A game; every second one with options by chance."""
    rng = random.Random(seed)
    options = {option.id: rng.choice(option.choices) for option in LAW.about.options} if seed % 2 else {}
    return typhoon.new(GAME, seed=seed, options=options)


def positions(game: Game, seed: int):
    """Play by chance; each kind of decision a few times, with its name."""
    rng, met = random.Random(seed), Counter()
    while game.decision is not None and game.decision.turn <= UNTIL:
        frames = "-".join(type(frame).__name__ for frame in game.position.frames)
        met[frames] += 1
        if met[frames] <= OFTEN:
            yield frames
        hasty = rng.random() < HASTE and game.why_not("end") is None
        game.push("end" if hasty else game.orders.sample(rng))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_holds_together_at_every_kind_of_decision(seed):
    game, rng = begin(seed), random.Random(seed + 1)
    for frames in positions(game, seed):
        check_words(game, frames)
        check_secrets(game, rng)
        check_orders(game, rng)
        check_allowances(game)
        check_proposal(game, rng)
        check_what_is_kept(game)
    text = game.journal.text()
    assert typhoon.load(text).state_hash() == game.state_hash()


@pytest.mark.parametrize("seed", range(1_000 if LONG else 2))
def test_a_random_game_ends_and_replays(seed):
    """Whole games, every second one with options by chance; in the short run they are played in haste."""
    game, rng = begin(seed), random.Random(seed)
    while game.decision is not None:
        hasty = rng.random() < (HASTE if LONG else HURRY) and game.why_not("end") is None
        game.push("end" if hasty else game.orders.sample(rng))
    assert game.position.turn == 10
    assert typhoon.load(game.journal.text()).state_hash() == game.state_hash()


def check_words(game: Game, frames: str) -> None:
    """The position read from its own words is the same in every column."""
    words = json.loads(json.dumps(game.rules.snapshot(game.position)))
    again = game.rules.restore(words)
    assert json.loads(json.dumps(game.rules.snapshot(again))) == words
    for column, kind in game.position.columns.items():
        if not isinstance(kind, Kept):
            assert getattr(again, column) == getattr(game.position, column), (column, frames)


def check_secrets(game: Game, rng: random.Random) -> None:
    """What a side imagines agrees with its view, and the view is all that its world tells."""
    for number, side in enumerate(game.rules.sides):
        view = game.rules.snapshot(game.position, side)
        guess = game.rules.secrets.imagine(game.position, number, rng)
        assert game.rules.snapshot(guess, side) == view
        assert not game.rules.secrets.untold(guess)


def check_orders(game: Game, rng: random.Random) -> None:
    """What is offered is legal, and what is refused has a case; what is legal is offered."""
    for _ in range(8):
        order = game.orders.sample(rng)
        assert game.why_not(str(order)) is None, str(order)
        assert game.parse(str(order)) == order
    for _ in range(8):
        text = mutant(game, rng)
        ruling = game.why_not(text)
        if ruling is not None:
            assert ruling.case in CASES and ruling.text, text
            continue
        try:
            spelt = game.parse(text)
        except OrderText:  # pragma: no cover
            continue
        assert len(game.orders) > FEW or spelt in list(game.orders), text


def mutant(game: Game, rng: random.Random) -> str:
    """A legal order with one word changed."""
    words = str(game.orders.sample(rng)).split()
    place = rng.randrange(len(words))
    units, hexes = game.rules.unit_ids, list(game.rules.grid.name.values())
    others = [rng.choice(units), rng.choice(hexes), rng.choice(game.rules.air_ids), "nonsense"]
    words[place] = rng.choice(others) if place else rng.choice(list(game.rules.verbs))
    return " ".join(words)


def check_proposal(game: Game, rng: random.Random) -> None:
    """What is proposed is told before it is taken, and legal order by order."""
    if game.why_not("propose") is not None:
        return
    core, told = Core(game.position.copy(), rng), game.preview("propose")
    frame = core.position.frames[-1]
    if isinstance(frame, Chore):
        orders = frame.proposed(core.position)
        assert told is not None
        for order in orders:
            top = core.position.frames[-1]
            assert top.why_not(core.position, order) is None, (frame, order)
            top.apply(core.position, order, core)
    core = Core(game.position.copy(), rng)
    core.play(Propose())
    assert core.position.result is not None or len(core.orders) > 0


def check_what_is_kept(game: Game) -> None:
    """Who can move where is the same when it is worked out afresh."""
    frame, twin = game.position.frames[-1], game.position.copy()
    if isinstance(frame, Movement):
        twin.movers = None
        for verb in ("move", "infiltrate", "rail"):
            kept, fresh = (game.rules.mobility.movers(pos, frame, verb) for pos in (game.position, twin))
            assert {unit: way.costs() for unit, way in kept.items()} == {
                unit: way.costs() for unit, way in fresh.items()
            }
            assert list(kept) == list(fresh) and kept.moves == fresh.moves


def check_allowances(game: Game) -> None:
    """No Non-Op HQ lets more units go than it may (22.2.5)."""
    command = game.rules.command
    for hq, count in game.position.started.items():
        assert count <= command.allowance(hq) or not game.position.nonop >> hq & 1


@pytest.mark.parametrize("phase", ["german movement", "soviet motorized movement", "soviet movement"])
def test_by_chance_every_order_is_drawn_by_one_number_and_no_other(phase):
    """Though of those on the move, trains and bridges it is said only how many orders there are at most."""
    game = typhoon.build(GAME, base="vyazma-bryansk", turn=2, phase=phase, seed=1)
    rng = random.Random(phase)
    for _ in range(3):
        game.push(game.orders.sample(rng))
    for orders in game.position.frames[-1].orders(game.position):
        drawn = [orders.draw(number) for number in range(orders.most())]
        assert Counter(order for order in drawn if order is not None) == Counter(orders)
