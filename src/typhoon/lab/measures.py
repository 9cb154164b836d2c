"""What the benchmarks measure.

Times are in seconds, the best of several rounds; in this process they are processor time, so that
a busy machine disturbs them little.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from typhoon.engine.game import Game
from typhoon.engine.registry import find_rules
from typhoon.engine.start import build, new
from typhoon.hexgrid import reach
from typhoon.lab.runner import Job, play_game


class NotMeasured(Exception):
    """Something is missing that the measurement needs."""


def random_play(
    game: str, rounds: int, seconds: float, scenario: str | None = None
) -> tuple[float, float | None]:
    """Orders a second in random play, and moves a second of python-chess, taken in turns."""
    try:
        import chess
    except ImportError:
        chess = None  # type: ignore[assignment]
    rng = Random(1942)
    ours, theirs = 0.0, 0.0
    for number in range(rounds):
        ours = max(ours, _rate(partial(_orders, game, scenario, number, rng), seconds))
        if chess is not None:
            theirs = max(theirs, _rate(partial(_chess_moves, chess.Board, rng), seconds))
    return ours, theirs or None


def _rate(play: Callable[[], Iterable[object]], seconds: float) -> float:
    """How many things a second are done, in game after game."""
    done = 0
    start = process_time()
    while True:
        for _ in play():
            done += 1
            if done % 64 == 0 and process_time() - start >= seconds:
                return done / (process_time() - start)


def _orders(game: str, scenario: str | None, seed: int, rng: Random) -> Iterable[object]:
    playing = new(game, scenario, seed=seed)
    while playing.result is None:
        yield playing.push(playing.orders.sample(rng))


def _chess_moves(new_board: Callable[[], Any], rng: Random) -> Iterable[object]:
    board = new_board()
    while not board.is_game_over():
        yield board.push(rng.choice(list(board.legal_moves)))


def best(action: Callable[[], object], rounds: int, times: int = 1) -> float:
    """The shortest time of an action done so many times in each round."""
    found = float("inf")
    for _ in range(rounds):
        start = process_time()
        for _ in range(times):
            action()
        found = min(found, (process_time() - start) / times)
    return found


def position_copy(game: str, rounds: int, scenario: str | None = None) -> float:
    """Copying a position of mid-game."""
    playing, rng = new(game, scenario, seed=1942), Random(1942)
    for _ in range(300):
        if playing.result is None:  # the solitaire game may be over by then
            playing.push(playing.orders.sample(rng))
    return best(playing.position.copy, rounds, times=2_000)


def full_movement(game: str) -> Game:
    """The first movement phase, with movement orders for everybody."""
    playing = new(game, seed=1942)
    rules: Any = playing.rules
    snapshot = rules.snapshot(playing.position)
    side = playing.decision.side if playing.decision else ""
    orders = [formation.formation for formation in rules.formations if formation.side == side]
    return build(game, seed=1942, **{**snapshot, "move_orders": orders})


def destinations(game: str, rounds: int) -> float:
    """Where one unit can move, with nothing known beforehand; the mean over the units of a side."""
    playing = full_movement(game)
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


def all_orders(game: str, rounds: int) -> float:
    """Listing every legal order of a full movement phase."""
    playing = full_movement(game)
    return best(lambda: list(_forgetful(playing).orders), rounds, times=3)


def view_encode(game: str, rounds: int) -> float:
    """A side's view of a full movement phase, with all its orders, as JSON."""
    playing = full_movement(game)
    side = playing.rules.sides[0]
    return best(lambda: _forgetful(playing).view(side).encode(), rounds, times=3)


def _forgetful(game: Game) -> Game:
    """The same game with nothing worked out yet."""
    twin = game.fork(Random(1942))
    position: Any = twin.position
    position.field = position.movers = None
    return twin


def staff_game(game: str, games: int, scenario: str | None = None) -> float:
    """A game played by general staffs alone, the mean of several."""
    playing = new(game, scenario, seed=1942)
    sides = playing.rules.sides
    missing = [side for side in sides if playing.rules.staff(side, Random()) is None]
    if missing:
        raise NotMeasured(f"{game} has no staff for the {missing[0]} side")
    scenario = scenario or playing.rules.about.scenarios[0].id
    start = process_time()
    for index in range(1, games + 1):
        play_game(Job(game, scenario, dict.fromkeys(sides, "staff"), 1942, index))
    return (process_time() - start) / games


def written_staff_game(game: str, scenario: str) -> tuple[float, float]:
    """The time that a game between staffs takes, and the size of its journal in kB."""
    with TemporaryDirectory() as folder:
        job = Job(game, scenario, dict.fromkeys(find_rules(game).sides, "staff"), 1942, 1, journals=folder)
        start = process_time()
        play_game(job)
        seconds = process_time() - start
        return seconds, (Path(folder) / job.journal_name).stat().st_size / 1000


def ready_made(game: str, scenario: str | None = None) -> Game:
    """A game with a ready-made set-up, at the first movement phase."""
    playing, rng = new(game, scenario, seed=1942), Random(1942)
    while playing.position.step < 0:
        playing.push("deploy" if "deploy" in playing.orders else playing.orders.sample(rng))
    while playing.decision is not None and "movement" not in playing.decision.phase:
        playing.push(playing.orders.sample(rng))
    return playing


def timing(game: str, what: str, rounds: int, scenario: str | None = None) -> float:
    """A part of the rules that the game itself names as worth timing."""
    playing = ready_made(game, scenario)
    action, times = playing.rules.timings(playing.position)[what]
    return best(action, rounds) / times


def first_view(game: str, rounds: int, scenario: str | None = None) -> float:
    """A side's view of the first movement phase as JSON."""
    playing = ready_made(game, scenario)
    side = playing.rules.sides[0]
    return best(lambda: _forgetful(playing).view(side).encode(), rounds)


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


def memory(game: str) -> float:
    """What a random game, played to its end, takes above the bare interpreter, in MB."""
    try:
        return float(_run(_MEMORY.format(game=game)))
    except subprocess.CalledProcessError as error:
        raise NotMeasured(error.stderr.strip().splitlines()[-1]) from error


def _run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
