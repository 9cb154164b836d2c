"""The staff as an opponent: it keeps the rules, keeps to its seat, and plays sensibly."""

from functools import cache
from random import Random

import pytest

import typhoon
from tests.fuzz.operation import choose
from tests.games.operation_typhoon.fights import EAST, MIDDLE, NORTH_EAST, SOUTH_EAST, WEST, fight
from tests.games.operation_typhoon.positions import position
from typhoon import Game
from typhoon.engine.seat import Seat
from typhoon.games.operation_typhoon.staff import Staff
from typhoon.players.uniform import RandomPlayer

SEAT = {"side", "decision", "orders", "why_not", "preview", "view", "imagine"}


class WatchedSeat:
    """A seat that refuses what is not a player's business."""

    def __init__(self, game: Game, side: str) -> None:
        self.__dict__.update(_seat=Seat(game, side))

    def __getattr__(self, name: str):
        assert name in SEAT, f"the staff looked at seat.{name}"
        return getattr(self._seat, name)


def player(kind: str, side: str, seed: int):
    return Staff(side, Random(f"{side} {seed}")) if kind == "staff" else RandomPlayer(Random(seed))


def play(game: Game, german: str, soviet: str, seed: int = 1, until: int = 99) -> Game:
    """Play on to the end, or to the start of a turn; the game refuses every illegal order."""
    players = {"german": player(german, "german", seed), "soviet": player(soviet, "soviet", seed)}
    while (decision := game.decision) and decision.turn < until:
        game.push(players[decision.side].choose(WatchedSeat(game, decision.side)))
    return game


def answer(game: Game) -> str:
    """What the staff would do now."""
    side = game.decision.side
    return str(Staff(side, Random(1)).choose(WatchedSeat(game, side)))


def phase(game: Game) -> list[str]:
    """All orders that the staff gives in the phase in play."""
    decision = game.decision
    staff = Staff(decision.side, Random(1))
    given = []
    while (now := game.decision) and now.phase == decision.phase and now.side == decision.side:
        order = staff.choose(WatchedSeat(game, now.side))
        game.push(order)
        given.append(str(order))
    return given


# By the rules


@pytest.mark.parametrize(
    ("scenario", "german", "soviet"),
    [("guderian", "staff", "random"), ("hoepner", "random", "staff"), ("kluge", "staff", "random")],
)
def test_it_plays_the_last_turns_by_the_rules(scenario: str, german: str, soviet: str):
    """A game that begins on turn 13, with every reinforcement due by then at the edge of the map."""
    game = typhoon.new("operation-typhoon", scenario, seed=3)
    while game.decision.phase != "german movement":
        game.push(answer(game))
    late = game.rules.snapshot(game.position) | {"turn": 13}
    assert play(typhoon.build("operation-typhoon", seed=3, **late), german, soviet).result is not None


def test_it_opens_the_campaign():
    options = {"set-up": "free", "intelligence": "strict", "hedgehogs": "yes"}
    game = typhoon.new("operation-typhoon", "extended", seed=2, options=options)
    assert play(game, "staff", "staff", until=2).position.turn == 2


def test_it_beats_a_random_player():
    game = play(typhoon.new("operation-typhoon", "guderian", seed=3), "staff", "random")
    assert game.result.winner == "german"


@cache
def opening() -> Game:
    return play(typhoon.new("operation-typhoon", "guderian", seed=5), "staff", "staff", until=4)


def test_the_same_seed_gives_the_same_game():
    again = play(typhoon.new("operation-typhoon", "guderian", seed=5), "staff", "staff", until=4)
    assert again.state_hash() == opening().state_hash()


def test_it_attacks_early():
    orders = [str(entry.order) for entry in opening().journal.entries]
    assert any(order.startswith("attack ") for order in orders)


# Single decisions


def test_it_takes_the_ready_made_set_up():
    game = typhoon.new("operation-typhoon", "campaign", seed=1)
    game.push("plan historical")
    assert answer(game) == "deploy"


def test_it_supports_the_armies_that_can_attack():
    game = typhoon.new("operation-typhoon", "campaign", seed=1)
    while game.decision.phase != "support":
        game.push(answer(game))
    order = answer(game)
    assert order.startswith("allocate 2PzA:")
    assert game.why_not(order) is None
    game.push(order)
    while game.decision.phase == "support":
        order = answer(game)
        assert order.startswith("support ")
        game.push(order)


def test_it_attacks_at_good_odds_with_everybody_who_must():
    game = fight(("339/167/53", WEST, 5), ("315/167/53", NORTH_EAST, 5), ("154/50", MIDDLE, 2))
    assert phase(game)[0] == f"attack {MIDDLE} 315/167/53 339/167/53"


def test_it_makes_the_attacks_it_owes():
    # One weak regiment beside two strong divisions must attack both.
    game = fight(("110/112/53", MIDDLE, 2), ("258/49", EAST, 9), ("238/49", WEST, 9))
    given = phase(game)
    assert "end" in given


def test_it_moves_away_from_an_attack_it_would_have_to_make():
    game = position(
        turn=5,
        phase="german movement",
        units={"110/112/53": MIDDLE, "258/49": EAST, "7Gd/49": SOUTH_EAST, "53/2PzA": "C3418"},
    )
    game_units = phase(game)
    assert any(order.startswith(f"move 110/112/53 {MIDDLE}-") for order in game_units)


def test_it_gathers_a_division_against_a_weak_enemy():
    game = position(
        turn=5,
        phase="german movement",
        units={
            "339/167/53": "C3422",
            "315/167/53": "C3422",
            "331/167/53": "C3422",
            "53/2PzA": "C3420",
            "154/50": {"hex": MIDDLE, "chit": "S1-2", "seen": 2},
        },
    )
    phase(game)
    near = [name for name, hex_ in _places(game).items() if hex_ in _around(game, MIDDLE)]
    assert {"339/167/53", "315/167/53", "331/167/53"} <= set(near)


def test_reinforcements_go_on_as_soon_as_they_are_in():
    """The next one that enters would end their move (5.0)."""
    rifles = ("15/29M/47", "71/29M/47", "20/10M/47")
    game = position(
        turn=5, phase="german movement", arrivals={name: [5, "2"] for name in rifles},
        units={"47/2PzA": "C0706", "154/50": "C2125"},
    )  # fmt: skip
    given = [order.split(" ")[:2] for order in phase(game)]
    for name in rifles:
        place = given.index(["enter", name])
        assert given[place + 1] in (["move", name], ["strategic", name])


def test_a_town_is_not_left_to_the_enemy():
    game = position(
        turn=5,
        phase="soviet movement",
        units={"Tula/49": "C1820", "49/Zhrkn": "C2132", "40/17P/24": "C1814", "24/2PzA": "C1812"},
    )
    phase(game)
    assert _places(game)["Tula/49"] == "C1820"


def test_a_lone_headquarters_steps_back():
    game = fight(("12/4P/24", WEST, 4), ("49/Zhrkn", MIDDLE))
    game.push(f"attack {MIDDLE} 12/4P/24")
    game.push("end")
    assert answer(game).startswith("evade ")


def test_the_strongest_of_a_stack_makes_the_attack():
    """Of regiments with 2, 7 and 3; all else is equal."""
    stack = zip(("110/112/53", "256/112/53", "258/112/53"), (2, 7, 3), strict=True)
    game = fight(*[(name, WEST, strength) for name, strength in stack], ("299/50", MIDDLE, 4))
    game.push(f"attack {MIDDLE} 110/112/53")
    game.push("end")
    assert answer(game) == "engage 256/112/53"


def test_losses_fall_on_cheap_steps():
    # A strong regiment and a cadre lose a step together: the strength is kept.
    game = fight(
        ("110/112/53", MIDDLE, 7),
        ("256/112/53", MIDDLE, {"cadre": True}),
        ("258/49", EAST, 12),
        ("238/49", WEST, 12),
        side="soviet",
        dice=(2, 2),
    )
    game.push(f"attack {MIDDLE} 238/49 258/49")
    game.push("end")
    assert answer(game) == "lose 256/112/53"


def test_every_answer_is_legal_in_positions_of_random_play():
    """Chance leads into odd positions; the staff answers whatever comes up there."""
    asked = set()
    for seed in (1, 2):
        game = typhoon.new("operation-typhoon", "kluge", seed=seed, options={"stacks": "open"})
        rng = Random(seed)
        while (decision := game.decision) and decision.turn < 4:
            frame = type(game.position.frames[-1]).__name__
            if frame not in asked or frame not in ("Movement", "SetUp"):
                asked.add(frame)
                order = answer(game)
                assert game.why_not(order) is None, (frame, order)
            game.push("deploy" if frame == "SetUp" else choose(game, rng))
    fights = {"Resolving", "Engaging", "Defending", "Toll", "Setback", "Advancing"}
    assert {"SetUp", "Movement", "Declaring", *fights} <= asked


def _places(game: Game) -> dict[str, str]:
    units = game.rules.snapshot(game.position)["units"]
    return {name: state if isinstance(state, str) else state["hex"] for name, state in units.items()}


def _around(game: Game, hex_: str) -> list[str]:
    grid = game.position.ground.grid
    return grid.numbers(grid.around(grid.index(hex_)))
