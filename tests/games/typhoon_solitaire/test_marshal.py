"""The marshal in the solitaire game, where dice fall within a phase: it chooses between courses."""

from __future__ import annotations

import pickle
from random import Random

import typhoon
from typhoon.engine.course import Course
from typhoon.engine.game import Game
from typhoon.engine.manner import BOLD, USUAL, Manner
from typhoon.engine.seat import Seat
from typhoon.players import find_player
from typhoon.players.marshal import MANNERS
from typhoon.players.meaning import meaning, plan_in_words
from typhoon.players.trials import Trials

GAME = "typhoon-solitaire"
PANZERS = ("PG4-2-Pz", "PG4-5-Pz", "PG4-10-Pz")
BEFORE_MOSCOW = dict.fromkeys(PANZERS, "4414") | {"PG3-1-Pz": "4312", "PG3-6-Pz": "4316", "9A-5-Inf": "4110"}
GAINED = ["4414", "4312", "4316", "4110"]


def late(seed: int = 1, units: dict[str, str] = BEFORE_MOSCOW) -> Game:
    return typhoon.build(GAME, turn=8, units=units, gained=GAINED, seed=seed)


def first_order(game: Game, name: str, number: int = 1) -> str:
    return str(find_player(name, game.rules, "german", number).choose(Seat(game, "german")))


def test_it_plays_on_with_legal_orders_to_the_end() -> None:
    game = late()
    player, seat = find_player("marshal:8", game.rules, "german", 1), Seat(game, "german")
    while game.decision:
        game.push(player.choose(seat))  # an order that is not legal would be refused
    assert game.result is not None


def test_by_playouts_it_finds_the_same_again_whatever_the_dice_to_come() -> None:
    assert len({first_order(late(seed), "marshal:8") for seed in range(3)}) == 1


def test_where_forces_are_chosen_the_staff_proposes_courses_its_own_first() -> None:
    game = late()
    staff = game.rules.staff("german", Random(1))
    plans = staff.proposals(Seat(game, "german"), MANNERS)
    assert plans[0].manner == USUAL
    assert all(plan.manner.whim > 0 for plan in plans[1:])
    assert len(set(plans)) == len(plans) == len(MANNERS) + 1


def test_on_the_march_it_proposes_what_it_would_do() -> None:
    force = {"units": list(PANZERS), "mp": 5}
    game = typhoon.build(GAME, turn=8, units=BEFORE_MOSCOW, gained=GAINED, force=force, seed=1)
    (plan,) = game.rules.staff("german", Random(1)).proposals(Seat(game, "german"), MANNERS)
    assert game.why_not(plan[0]) is None


def test_courses_lead_to_different_orders_and_each_to_the_same_ones_again() -> None:
    game = typhoon.new(GAME, seed=1)
    for order in ("deploy", "support PG2-3-Pz", "support PG4-2-Pz"):
        game.push(order)
    seat = Seat(game, "german")
    courses = [Course(Manner(whim=0.8), seed) for seed in range(6)]

    def first(course: Course) -> str:
        player = course.player(game.rules, "german")
        return str(player.choose(seat))

    assert len({first(course) for course in courses}) > 1
    assert [first(course) for course in courses] == [first(course) for course in courses]


def test_a_course_is_taken_in_the_phase_and_travels_to_other_processes() -> None:
    game, course = late(), Course(BOLD, 7)
    assert pickle.loads(pickle.dumps(course)) == course
    trials = Trials(game.rules, "german", Random(1), playouts=4)
    world = Seat(game, "german").imagine(Random(1))
    values = {trials.play_on(world, course, Random(3)) for _ in range(2)}
    assert len(values) == 1, "the same course with the same dice comes to the same"


def test_what_it_means_to_do_is_told_and_another_position_is_told_otherwise() -> None:
    def told(game: Game) -> str:
        player, seat = find_player("marshal:8", game.rules, "german", 1), Seat(game, "german")
        order = player.choose(seat)
        return " ".join(meaning(seat, player, order))

    away = typhoon.build(GAME, turn=8, units={"PG2-3-Pz": "3239"}, gained=["3239"], seed=1)
    assert "Panzer Group 4" in told(late())
    assert told(away) != told(late())
    assert plan_in_words(Seat(late(), "german"), Course(USUAL, 1))
