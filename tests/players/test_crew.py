"""A crew: other processes play plans on for a marshal, and it finds what it would have found alone."""

import os
import signal
import subprocess
import sys
from contextlib import closing, contextmanager
from time import monotonic, sleep

import pytest

import typhoon
from typhoon.engine.registry import folder_of
from typhoon.engine.seat import Seat, Thinking
from typhoon.players import find_player
from typhoon.players.crew import Crew


@contextmanager
def helped(size=1):
    crew = Crew(size)
    try:
        yield crew
    finally:
        crew.stop()


def decided(game, side, crew, name="marshal:14", thinking=None):
    """The order of a marshal, and what it means to do after it."""
    marshal = find_player(name, game.rules, side, 5, crew=crew)
    return [str(order) for order in (marshal.choose(Seat(game, side, thinking)), *marshal.plan)]


@pytest.fixture(scope="module")
def game():
    return typhoon.new("red-typhoon", "fixed", seed=1)


@pytest.fixture(scope="module")
def alone(game):
    return decided(game, "soviet", None)


def test_several_find_what_one_finds(game, alone):
    with helped(2) as crew:
        assert decided(game, "soviet", crew) == alone
        assert len(crew.processes) == 2
        assert all(process.is_alive() for process in crew.processes)


def test_a_helper_that_dies_costs_nothing(game, alone):
    with helped() as crew:
        decided(game, "soviet", crew)
        crew.processes[0].kill()
        crew.processes[0].join()
        assert decided(game, "soviet", crew) == alone
        assert crew.processes[0].is_alive(), "another one has taken its place"


def test_they_keep_to_the_time_that_there_is(game):
    with helped() as crew:
        decided(game, "soviet", crew)
        begun = monotonic()
        assert decided(game, "soviet", crew, "marshal:99999s", Thinking(1.0))
        assert monotonic() - begun < 20, "it would think for a day"


def test_a_law_with_charts_of_ones_own_is_thought_about_alone(tmp_path):
    chart = folder_of("red-typhoon") / "data" / "crt.csv"
    (tmp_path / "crt.csv").write_bytes(chart.read_bytes())
    own = typhoon.new("red-typhoon", "fixed", seed=1, charts=tmp_path)
    with helped() as crew:
        assert not crew.knows(own.rules)
        assert decided(own, "soviet", crew)
        assert not crew.processes


ALONE_FOREVER = """
import os, typhoon
from time import sleep
from typhoon.engine.seat import Seat
from typhoon.players import find_player
from typhoon.players.crew import Crew
if __name__ == "__main__":
    game, crew = typhoon.new("red-typhoon", "fixed", seed=1), Crew(1)
    find_player("marshal:14", game.rules, "soviet", 5, crew=crew).choose(Seat(game, "soviet"))
    print(crew.processes[0].pid, flush=True)
    sleep(600)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are killed otherwise here")
def test_helpers_end_with_whoever_they_help(tmp_path):
    script = tmp_path / "thinks.py"
    script.write_text(ALONE_FOREVER)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as process:
        with closing(process.stdout):
            helper = int(process.stdout.readline())
        os.kill(helper, 0)  # it is there
        process.kill()
    for _ in range(600):
        try:
            os.kill(helper, 0)
        except ProcessLookupError:
            return
        sleep(0.1)
    raise AssertionError("it goes on alone")
