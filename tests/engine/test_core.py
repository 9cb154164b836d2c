"""The bare core: a position that is played on, every outcome of an order, and the time to think."""

import random
from collections import Counter
from fractions import Fraction
from time import monotonic
from typing import ClassVar

import pytest

import typhoon
from tests.engine.play import GAME, choose, positions
from tests.engine.small import SmallGame, Turn, game, law
from typhoon.engine.chapters import Act
from typhoon.engine.core import Core, chances, picked, play_out
from typhoon.engine.orders import Listed, Order
from typhoon.engine.seat import Progress, Seat, Stopped, Thinking

# S-A-01 (strength 6) in 1038, next to G-253-ID (strength 4) in 1037: odds of 1:1.
READY = {
    "turn": 3,
    "phase": "soviet combat",
    "attack_orders": ["NW"],
    "units": {"S-A-01": "1038", "G-253-ID": "1037"},
}
ASSAULT = "attack 1037 S-A-01"


def words(pos):
    return pos.rules.snapshot(pos)


class Rolls:
    """A source of chance that makes a core roll what it is told to."""

    def __init__(self) -> None:
        self.values: list[int] = []

    def random(self) -> float:
        return (self.values.pop(0) - 0.5) / 6


# The core plays the same game


@pytest.mark.parametrize("seed", [1, 2])
def test_the_core_plays_the_same_game_as_the_game_with_the_same_rolls(seed):
    rolls = Rolls()
    core = typhoon.new(GAME, seed=seed).think(rolls)
    dice = 0
    rng = random.Random(seed)
    played = typhoon.new(GAME, seed=seed)
    while played.decision is not None:
        assert played.decision.side == core.rules.sides[core.decider]
        order = choose(played, rng)
        assert order in core.orders
        assert len(core.orders) == len(played.orders)
        played.push(order)
        rolls.values = [die.value for die in played.journal.entries[-1].dice]
        dice += len(rolls.values)
        core.play(order)
        assert rolls.values == [], "as many dice as in the game"
        assert words(core.position) == words(played.position)
    assert dice > 20
    assert core.decider == -1
    assert core.position.result == played.result


def test_what_is_thought_leaves_the_game_alone():
    played = typhoon.build(GAME, **READY, seed=1)
    before = words(played.position)
    core = played.think(random.Random(1))
    twin = core.copy()
    core.play(played.parse(ASSAULT))
    assert words(core.position) != before
    assert words(twin.position) == words(played.position) == before


def test_a_core_plays_on_to_the_end_and_no_farther_than_asked():
    rng = random.Random(3)
    core = typhoon.new(GAME, seed=3).think(rng)
    assert play_out(core.copy(), lambda core: core.orders.sample(rng), most=25) == 25
    assert play_out(core, lambda core: choose_in(core, rng)) > 100
    assert core.position.result is not None


def choose_in(core, rng):
    """Any order, but phases are brought to an end before long."""
    order = core.orders.sample(rng)
    end = core.rules.verbs["end"]()
    return end if rng.random() < 0.1 and end in core.orders else order


def test_a_core_rolls_fairly():
    core = typhoon.new(GAME, seed=1).think(random.Random(4))
    counts = Counter(core.roll("combat") for _ in range(6_000))
    counts.update(core.throw("fire", 6_000))
    # Each face 2,000 times, give or take five times the spread of 41.
    assert counts.keys() == {1, 2, 3, 4, 5, 6}
    assert all(1_795 <= count <= 2_205 for count in counts.values())
    drawn = Counter(core.pick("cup", (3, 0, 1)) for _ in range(4_000))
    assert drawn.keys() == {0, 2}
    assert 2_860 <= drawn[0] <= 3_140


@pytest.mark.parametrize(("number", "kind"), [(0, 0), (2, 0), (3, 2), (4, 3), (8, 3)])
def test_a_thing_out_of_a_cup_is_of_the_kind_it_falls_among(number, kind):
    """Three of the first kind, none of the second, one of the third, five of the fourth."""
    assert picked(number, (3, 0, 1, 5)) == kind


# Chances


def test_the_chances_of_an_attack_are_those_of_its_preview():
    """One outcome for each die, as likely as any other; dice of one result lead to one position."""
    played = typhoon.build(GAME, **READY)
    before = words(played.position)
    found = played.chances(ASSAULT)
    assert sum(chance.probability for chance in found) == 1
    assert {chance.probability for chance in found} == {Fraction(1, 6)}
    assert [chance.dice for chance in found] == [(("combat", (die,)),) for die in range(1, 7)]
    leads_to = {chance.dice[0][1][0]: str(words(chance.position)) for chance in found}
    by_position = {}
    for die, position in leads_to.items():
        by_position.setdefault(position, []).append(die)
    preview = played.preview(ASSAULT)
    assert sorted(map(sorted, by_position.values())) == sorted(list(o.dice) for o in preview.outcomes)
    for outcome in preview.outcomes:
        share = sum(c.probability for c in found if c.dice[0][1][0] in outcome.dice)
        assert float(share) == pytest.approx(outcome.chance)
    assert words(played.position) == before


def test_chances_go_on_to_the_next_decision():
    """On turn 4 the partisans rise in one of six areas when the Soviet combat is over."""
    played = typhoon.build(GAME, turn=4, phase="soviet combat", units={"S-4th-Airborne-Corps": "eliminated"})
    found = played.chances("end")
    assert [chance.dice for chance in found] == [(("partisans", (area,)),) for area in range(1, 7)]
    for chance in found:
        assert chance.position.frames[-1].area == chance.dice[0][1][0]


def test_an_order_without_chance_has_one_outcome():
    played = typhoon.new(GAME, seed=1)
    (only,) = played.chances("activate NW")
    assert (only.probability, only.dice) == (1, ())
    played.push("activate NW")
    assert words(only.position) == words(played.position)


def test_chances_of_what_is_not_allowed_are_refused():
    with pytest.raises(typhoon.Refused):
        typhoon.new(GAME, seed=1).chances("move S-A-01 2504-2404")


class Scout(Order, frozen=True):
    """Leave something to chance: what, says the word."""

    verb: ClassVar[str] = "scout"
    how: str


class Scouting(Act):
    phase = Turn
    kind = Scout

    def offered(self, pos, phase):
        return [Listed([Scout("throw")])]

    def why_not(self, pos, phase, order):
        return None

    def apply(self, pos, phase, order, umpire):
        if order.how == "throw":
            pos.turn = 100 + sum(umpire.throw("fire", 2))
        elif order.how == "each":
            first, second = umpire.throw("fire", 2, each=True)
            pos.turn = 100 + 10 * first + second
        elif order.how == "pick":
            pos.turn = 100 + umpire.pick("cup", (2, 0, 1))
        elif order.how == "again":
            pos.turn = 100 + umpire.roll("first")
            if pos.turn == 106:
                pos.turn += umpire.roll("second", 4)


class Scouts(SmallGame):
    about: ClassVar = SmallGame.about
    acts = (Scouting,)


def outcomes(how, **most):
    """What the turn was set to, with its exact probability."""
    pos = law(Scouts).start()
    found = chances(pos, Scout(how), **most)
    if found is None:
        return None
    shares = Counter()
    for chance in found:
        shares[chance.position.turn - 100] += chance.probability
    assert sum(shares.values()) == 1
    return len(found), dict(shares)


def test_dice_thrown_together_are_counted_by_what_they_show():
    """21 throws of two dice that look different; a sum of 7 comes in six of 36 ways."""
    count, shares = outcomes("throw")
    assert count == 21
    assert shares == {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}


def test_dice_that_are_told_apart_are_counted_one_by_one():
    count, shares = outcomes("each")
    assert count == 36
    assert set(shares.values()) == {Fraction(1, 36)}
    assert shares.keys() == {10 * first + second for first in range(1, 7) for second in range(1, 7)}


def test_a_draw_from_a_cup_is_as_likely_as_there_are_things_of_a_kind():
    assert outcomes("pick") == (2, {0: Fraction(2, 3), 2: Fraction(1, 3)})


def test_a_die_that_hangs_on_another_is_rolled_only_then():
    """One to five as they fall; a six takes a die of four sides: 5 + 4 outcomes."""
    count, shares = outcomes("again")
    assert count == 9
    assert shares == dict.fromkeys(range(1, 6), Fraction(1, 6)) | dict.fromkeys(range(7, 11), Fraction(1, 24))


@pytest.mark.parametrize(("most", "listed"), [(36, True), (35, False), (1, False)])
def test_too_many_outcomes_are_not_listed(most, listed):
    assert (outcomes("each", most=most) is not None) is listed


def test_a_game_throws_and_draws_what_its_dice_show():
    """Of a cup with two things of the first kind and one of the third the 3rd thing is of the third."""
    rules = law(Scouts)
    for how, dice, turn in (
        ("throw", [2, 6], 108),
        ("each", [2, 6], 126),
        ("pick", [3], 102),
        ("pick", [2], 100),
    ):
        played = game(rules, dice)
        played.push(f"scout {how}")
        assert played.position.turn == turn


# What a seat thinks in


def test_a_seat_imagines_a_core_of_its_own():
    for played in (next(positions(4)), typhoon.build(GAME, **READY)):
        seat = Seat(played, played.decision.side)
        core = seat.imagine(random.Random(1))
        assert isinstance(core, Core)
        assert words(core.position) == words(played.position)
        core.play(next(iter(core.orders)))
        assert words(core.position) != words(played.position)


# Time to think


def test_without_a_deadline_there_is_time_without_end():
    thinking = Thinking()
    assert thinking.deadline is None
    assert thinking.left == float("inf")
    thinking.check()


def test_a_deadline_comes_nearer_and_passes(monkeypatch):
    now = monotonic()
    monkeypatch.setattr("typhoon.engine.seat.monotonic", lambda: now)
    thinking = Thinking(seconds=5)
    assert thinking.left == 5
    now += 3
    assert thinking.left == pytest.approx(2)
    now += 3
    assert thinking.left == pytest.approx(-1)
    thinking.check()  # late, but somebody may still wait


def test_a_player_is_stopped_when_nobody_waits_any_more():
    waits = True
    thinking = Thinking(stopped=lambda: not waits)
    thinking.check()
    waits = False
    with pytest.raises(Stopped):
        thinking.check()
    with pytest.raises(Stopped):
        thinking.tell("hold the line")


def test_a_player_tells_its_plan_and_how_far_it_is():
    heard = []
    thinking = Thinking(told=heard.append)
    thinking.tell("to Vyazma")
    thinking.tell("to Rzhev", 0.5)
    assert heard == [Progress("to Vyazma", 0.0), Progress("to Rzhev", 0.5)]


def test_a_seat_hands_the_time_on_to_its_player():
    class Ponderer:
        """Counts orders as long as it is let."""

        def choose(self, seat):
            best = None
            for number, order in enumerate(seat.orders):
                best = best or order
                seat.thinking.tell(str(best), number / len(seat.orders))
            return best

    heard = []
    played = typhoon.build(GAME, **READY)
    seat = Seat(played, "soviet", Thinking(60, told=heard.append))
    assert Ponderer().choose(seat) == next(iter(played.orders))
    assert len(heard) == len(played.orders)
    assert [progress.share for progress in heard] == sorted(progress.share for progress in heard)
    stopped = Seat(played, "soviet", Thinking(stopped=lambda: len(heard) > 0))
    with pytest.raises(Stopped):
        Ponderer().choose(stopped)
    assert Seat(played, "soviet").thinking.left == float("inf")
