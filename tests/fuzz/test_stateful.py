"""Red Typhoon played by chance, with everything checked that must hold at every moment.

With TYPHOON_LONG=1 the same over many more games.
"""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import typhoon
from tests.engine.play import GAME, choose, positions
from tests.fuzz.checks import LONG, check_journal, check_ruling, check_undo, columns, told
from tests.fuzz.invariants import CASES, check_march, check_movers, check_position, check_views
from tests.fuzz.mutants import around_the_battle, mutant
from typhoon import Refused

SEEDS = range(60 if LONG else 2)
FEW_SEEDS = range(60 if LONG else 1)
OPTIONS = [
    {"scenario": "fixed"},
    {"scenario": "flexible"},
    {"scenario": "flexible", "options": {"first-shock-army": "WL", "partisans": "free"}},
]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("how", OPTIONS, ids=["fixed", "flexible", "options"])
def test_the_position_holds_together_after_every_order(how, seed):
    rng = random.Random(seed)
    lost: set[int] = set()
    for number, game in enumerate(positions(seed, **how)):
        check_position(game)
        gone = {u for u in range(len(game.position.where)) if game.position.eliminated >> u & 1}
        assert lost <= gone, "a unit came back from the dead"
        lost = gone
        if number % 5 == 0:
            check_movers(game)
        if number % 25 == 0:
            check_views(game)
            if moves := game.orders.offers().moves:
                check_march(game, rng.choice(list(moves.goals)))
    check_position(game)
    check_views(game)


@pytest.mark.parametrize("seed", FEW_SEEDS)
@pytest.mark.parametrize("how", OPTIONS, ids=["fixed", "flexible", "options"])
def test_an_order_is_legal_exactly_when_it_is_listed(how, seed):
    """And every refusal is told with a case of the rulebook, and changes nothing."""
    rng = random.Random(seed)
    for number, game in enumerate(positions(seed + 100, **how)):
        if game.decision.phase.endswith("movement") and number % 8:
            continue
        if len(game.orders) > 4_000:
            continue
        listed = set(game.orders)
        assert len(listed) == len(game.orders)
        for order in rng.sample(sorted(listed, key=str), min(10, len(listed))):
            assert game.why_not(order) is None
            assert game.why_not(str(order)) is None
            assert game.parse(str(order)) == order
        before = columns(game.position)
        for text in around_the_battle(game):
            check_ruling(game, text, listed, CASES)
        for text in [mutant(game, rng) for _ in range(20)]:
            if check_ruling(game, text, listed, CASES) is not None:
                with pytest.raises(Refused):
                    game.push(text)
        assert columns(game.position) == before


@pytest.mark.parametrize("seed", SEEDS)
def test_a_copy_is_left_alone_by_what_comes_after_and_undo_restores_the_position(seed):
    rng = random.Random(seed)
    game = typhoon.new(GAME, "fixed" if seed % 2 else "flexible", seed=seed)
    while game.decision is not None:
        check_undo(game, choose(game, rng))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("how", OPTIONS, ids=["fixed", "flexible", "options"])
def test_games_are_saved_and_set_up_again_at_any_moment(how, seed):
    rng = random.Random(seed)
    for number, game in enumerate(positions(seed + 200, **how)):
        if rng.random() < 0.1:
            again = typhoon.build(GAME, options=game.rules.options, **told(game))
            assert told(again) == told(game)
            assert again.orders.offers() == game.orders.offers()
            assert list(again.position.where) == game.position.where
        if number % 150 == 140:
            check_journal(game)
    check_journal(game)


class Table(RuleBasedStateMachine):
    """Players who give orders, take them back, try what is not allowed, and save and load."""

    @initialize(scenario=st.sampled_from(["fixed", "flexible"]), seed=st.integers(0, 10_000))
    def sit_down(self, scenario, seed):
        self.game = typhoon.new(GAME, scenario, seed=seed)
        self.hashes: list[str] = []

    def playing(self) -> bool:
        return self.game.decision is not None

    @precondition(playing)
    @rule(seed=st.integers(0, 10_000))
    def give_an_order(self, seed):
        order = choose(self.game, random.Random(seed))
        self.hashes.append(self.game.state_hash())
        self.game.push(order)
        if self.game.why_not_pop() is not None:
            self.hashes.clear()

    @precondition(playing)
    @rule()
    def end_the_phase(self):
        if "end" in self.game.orders:
            self.hashes.append(self.game.state_hash())
            self.game.push("end")
            if self.game.why_not_pop() is not None:
                self.hashes.clear()

    @rule()
    def take_it_back(self):
        if self.hashes:
            self.game.pop()
            assert self.game.state_hash() == self.hashes.pop()
        else:
            with pytest.raises(typhoon.CannotUndo):
                self.game.pop()

    @precondition(playing)
    @rule(seed=st.integers(0, 10_000))
    def try_something(self, seed):
        text = mutant(self.game, random.Random(seed))
        before = self.game.state_hash()
        if self.game.why_not(text) is not None:
            with pytest.raises(Refused):
                self.game.push(text)
        assert self.game.state_hash() == before

    @rule()
    def save_and_load(self):
        self.game = typhoon.load(self.game.journal.text())
        if self.game.why_not_pop() is not None:
            self.hashes.clear()

    @invariant()
    def everything_holds(self):
        check_position(self.game)
        check_movers(self.game)


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=300 if LONG else 12, stateful_step_count=80 if LONG else 40)
