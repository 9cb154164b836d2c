"""What the benchmarks measure.

Times are in seconds, the best of several rounds; in this process they are processor time, so that
a busy machine disturbs them little.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from typhoon.engine.game import Game
from typhoon.engine.orders import Order
from typhoon.engine.registry import find_rules
from typhoon.engine.seat import Seat
from typhoon.engine.start import build
from typhoon.hexgrid import reach
from typhoon.lab.runner import Job, play_game
from typhoon.lab.subjects import Subject, at_random
from typhoon.players import find_player

SAMPLES = 20
"""Games that are looked through for an order that is worth timing."""


class NotMeasured(Exception):
    """Something is missing that the measurement needs."""


def best(action: Callable[[], object], rounds: int, times: int = 1) -> float:
    """The shortest time of an action done so many times in each round."""
    found = float("inf")
    for _ in range(rounds):
        start = process_time()
        for _ in range(times):
            action()
        found = min(found, (process_time() - start) / times)
    return found


def position_copy(subject: Subject, rounds: int) -> float:
    """Copying a position of mid-game."""
    return best(subject.mid_game().position.copy, rounds, times=2_000)


def snapshot(subject: Subject, rounds: int) -> float:
    """Putting a position of mid-game into words."""
    playing = subject.mid_game()
    return best(lambda: playing.rules.snapshot(playing.position), rounds, times=100)


def restore(subject: Subject, rounds: int) -> float:
    """Making a position of mid-game out of its words."""
    playing = subject.mid_game()
    words = playing.rules.snapshot(playing.position)
    return best(lambda: playing.rules.restore(words), rounds, times=50)


def evaluate(subject: Subject, rounds: int) -> float:
    """What a position of mid-game is worth."""
    playing = subject.mid_game()
    side = playing.rules.sides[0]
    return best(lambda: playing.rules.evaluate(playing.position, side), rounds, times=200)


def fork(subject: Subject, rounds: int, orders: int) -> float:
    """A twin of a position to think in, when so many orders have been given."""
    playing, rng = subject.after(orders), Random(1942)
    return best(lambda: playing.think(rng), rounds, times=2_000)


def imagine(subject: Subject, rounds: int) -> float:
    """A game to think in as one side may imagine it in mid-game, the mean over the sides."""
    playing, rng = subject.mid_game(), Random(1942)
    seats = [Seat(playing, side) for side in playing.rules.sides]
    return best(lambda: [seat.imagine(rng) for seat in seats], rounds, times=20) / len(seats)


def full_movement(subject: Subject) -> Game:
    """The first movement phase, with movement orders for everybody."""
    playing = subject.begun()
    rules: Any = playing.rules
    snapshot = rules.snapshot(playing.position)
    side = playing.decision.side if playing.decision else ""
    orders = [formation.formation for formation in rules.formations if formation.side == side]
    return build(subject.game, seed=1942, **{**snapshot, "move_orders": orders})


def destinations(subject: Subject, rounds: int) -> float:
    """Where one unit can move, with nothing known beforehand; the mean over the units of a side."""
    playing = full_movement(subject)
    rules: Any = playing.rules
    pos: Any = playing.position
    grid, side, enemy = rules.board.grid, 0, 1
    movers = [unit for unit, hex_ in enumerate(pos.where) if hex_ >= 0 and rules.side_of[unit] == side]

    def all_movers() -> None:
        for unit in movers:
            free, stop = grid.all & ~pos.occupied[enemy], pos.zone(enemy)
            way = reach(grid, pos.where[unit], rules.allowance[unit], rules.steps[unit], free, stop)
            grid.numbers(way.hexes)

    return best(all_movers, rounds, times=3) / len(movers)


def all_orders(subject: Subject, rounds: int) -> float:
    """Listing every legal order of a full movement phase."""
    playing = full_movement(subject)
    return best(lambda: list(_forgetful(playing).orders), rounds, times=3)


def view_encode(subject: Subject, rounds: int) -> float:
    """A side's view of a full movement phase, with all its orders, as JSON."""
    playing = full_movement(subject)
    side = playing.rules.sides[0]
    return best(lambda: _forgetful(playing).view(side).encode(), rounds, times=3)


def _forgetful(game: Game) -> Game:
    """The same game with nothing worked out yet."""
    twin = game.fork(Random(1942))
    position: Any = twin.position
    position.field = position.movers = None
    return twin


def staff_game(subject: Subject, games: int) -> float:
    """A game played by general staffs alone, the mean of several."""
    return _staff_games(subject, games)[0]


def written_staff_game(subject: Subject) -> tuple[float, float]:
    """The time that a game between staffs takes, and the size of its journal in kB."""
    with TemporaryDirectory() as folder:
        seconds, (job,) = _staff_games(subject, 1, folder)
        return seconds, (Path(folder) / job.journal_name).stat().st_size / 1000


def _staff_games(subject: Subject, games: int, journals: str | None = None) -> tuple[float, list[Job]]:
    """The mean time of games between staffs, and what games they were."""
    game, scenario, _ = subject
    rules = find_rules(game)
    missing = [side for side in rules.sides if rules.staff(side, Random()) is None]
    if missing:
        raise NotMeasured(f"{game} has no staff for the {missing[0]} side")
    scenario, players = scenario or rules.about.scenarios[0].id, dict.fromkeys(rules.sides, "staff")
    jobs = [Job(game, scenario, players, 1942, index, journals=journals) for index in range(1, games + 1)]
    start = process_time()
    for job in jobs:
        play_game(job)
    return (process_time() - start) / games, jobs


def staff_turn(subject: Subject) -> float:
    """The longest that a staff thinks about all its orders of one turn, in a game between staffs."""
    playing, thought = subject.begun(), dict[tuple[int, str], float]()
    staffs = {side: find_player("staff", playing.rules, side, 1942) for side in playing.rules.sides}
    while (decision := playing.decision) is not None:
        moment, start = (decision.turn, decision.side), process_time()
        order = staffs[decision.side].choose(Seat(playing, decision.side))
        thought[moment] = thought.get(moment, 0.0) + process_time() - start
        playing.push(order)
    return max(thought.values())


def first_movement(subject: Subject) -> Game:
    """The first movement phase after the ready-made set-up."""
    playing, rng = subject.ready_made(), Random(1942)
    while playing.decision is not None and "movement" not in playing.decision.phase:
        playing.push(playing.orders.sample(rng))
    return playing


def timing(subject: Subject, rounds: int, what: str) -> float:
    """A part of the rules that the game itself names as worth timing."""
    playing = first_movement(subject)
    action, times = playing.rules.timings(playing.position)[what]
    return best(action, rounds) / times


def first_view(subject: Subject, rounds: int) -> float:
    """A side's view of the first movement phase as JSON."""
    playing = first_movement(subject)
    side = playing.rules.sides[0]
    return best(lambda: _forgetful(playing).view(side).encode(), rounds)


def closed_odds(subject: Subject, rounds: int) -> float:
    """What is foretold of an attack on a stack that is not seen through."""
    for seed in range(SAMPLES):
        playing, rng = subject.ready_made(seed), Random(seed)
        for _ in at_random(playing, rng):
            order: Any = playing.orders.sample(rng) if playing.result is None else None
            hexes = order.target.split("+") if order is not None and order.verb == "attack" else []
            if any(len(playing.ask("units", hex_)) > 1 for hex_ in hexes):
                return best(partial(_foretell, playing, order), rounds)
    raise NotMeasured(f"nobody attacks a stack in games of {subject.name}")


def _foretell(game: Game, order: Order) -> None:
    _forgetful(game).preview(order)


def import_time(rounds: int) -> float:
    """Importing the package in a fresh interpreter, less the start of the interpreter."""
    _run("import typhoon")  # so that compiled files are there
    times = {"pass": float("inf"), "import typhoon": float("inf")}
    for _ in range(rounds):
        for code in times:
            start = perf_counter()
            _run(code)
            times[code] = min(times[code], perf_counter() - start)
    return times["import typhoon"] - times["pass"]


_MEMORY = """
import random, sys

def peak():
    try:
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024
    except OSError:
        import resource
        size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return size / (1 << 20 if sys.platform == "darwin" else 1 << 10)

bare = peak()
import typhoon
game, rng = typhoon.new({game!r}, seed=1942), random.Random(1942)
while game.decision is not None:
    game.push(game.orders.sample(rng))
print(peak() - bare)
"""


def memory(subject: Subject) -> float:
    """What a random game, played to its end, takes above the bare interpreter, in MB."""
    try:
        return float(_run(_MEMORY.format(game=subject.game)))
    except subprocess.CalledProcessError as error:
        raise NotMeasured(error.stderr.strip().splitlines()[-1]) from error


def _run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
