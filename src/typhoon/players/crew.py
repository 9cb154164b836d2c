"""A crew: other processes of this machine in which a marshal has plans played on, beside its own.

What a plan comes to hangs on the world and the dice alone, so a crew finds what its marshal would have found,
only sooner.  Its processes are begun when they are first needed, and end with the one they help.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from typhoon.engine.core import Core
from typhoon.engine.course import Plan
from typhoon.engine.registry import find_rules
from typhoon.engine.rules import Rules
from typhoon.players.trials import OutOfTime, Trials, World

MOST = 3
"""No marshal has more helpers, however many processors there are."""
NICE = 5
"""Helpers come after whoever they help."""


class Errand(NamedTuple):
    """A world, and what is the same for all plans that are tried in it."""

    game: str
    scenario: str
    options: dict[str, str]
    version: int
    side: str
    world: Mapping[str, Any]
    seed: int
    deadline: float
    """By the clock that all processes of a machine share."""
    glance: bool


class _Helper:
    """A process that plays on with one plan at a time."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=_help, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.asked: tuple[int, int] | None = None
        """The round, and the number of the plan in it, that it is busy with."""

    def stop(self) -> None:
        self.line.close()
        self.process.kill()
        self.process.join()


class Crew:
    """Helpers, so many at the most."""

    def __init__(self, size: int | None = None) -> None:
        self.size = min(MOST, (os.cpu_count() or 1) - 1) if size is None else size
        self._helpers: list[_Helper] = []
        self._round = 0

    def knows(self, rules: Rules[Any]) -> bool:
        """Whether a law can be found elsewhere too; one with charts of the user's own is known here alone."""
        return find_rules(rules.about.id, rules.scenario.id, rules.options, version=rules.version) is rules

    def values(
        self,
        trials: Trials,
        world: World,
        plans: Sequence[Plan],
        play_on: Callable[[Plan], float],
        *,
        glance: bool,
    ) -> list[float]:
        """What each plan comes to in a world; ``play_on`` is how to find it here.  Raises ``OutOfTime``."""
        law, deadline = trials.rules, trials.deadline
        options = dict(law.options)
        errand = Errand(
            law.about.id, law.scenario.id, options, law.version, trials.side, *world, deadline, glance
        )
        self._round += 1
        while len(self._helpers) < min(self.size, len(plans) - 1):
            self._helpers.append(_Helper())
        left, found = list(range(len(plans))), dict[int, float]()
        while len(found) < len(plans):
            for helper in [*self._helpers]:
                try:
                    self._hear(helper, found)
                    if left and helper.asked is None:
                        number = left.pop()
                        helper.asked = self._round, number
                        helper.line.send((errand, plans[number]))
                except (EOFError, OSError):  # it has died: its plan is tried by somebody else
                    self._helpers.remove(helper)
                    helper.stop()
                    if helper.asked is not None and helper.asked[0] == self._round:
                        left.append(helper.asked[1])
            if left:
                number = left.pop(0)
                found[number] = play_on(plans[number])
            elif len(found) < len(plans):
                self._wait(deadline)
        return [found[number] for number in range(len(plans))]

    @property
    def processes(self) -> list[BaseProcess]:
        return [helper.process for helper in self._helpers]

    def stop(self) -> None:
        while self._helpers:
            self._helpers.pop().stop()

    def _hear(self, helper: _Helper, found: dict[int, float]) -> None:
        """Take what a helper has found; what belongs to a round that is over counts for nobody."""
        while helper.asked is not None and helper.line.poll():
            value = helper.line.recv()
            of_round, number = helper.asked
            helper.asked = None
            if of_round == self._round:
                if value is None:
                    raise OutOfTime
                found[number] = value

    def _wait(self, deadline: float) -> None:
        """Until somebody has found something."""
        busy = [helper.line for helper in self._helpers if helper.asked is not None]
        seconds = None if deadline == float("inf") else max(0.0, deadline - monotonic())
        if busy and not wait(busy, seconds):
            raise OutOfTime


def _help(line: Connection) -> None:
    """What a helper does all day."""
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)  # what is written there is for whoever it helps to say
    trials: Trials | None = None
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            errand, plan = line.recv()
            rules = find_rules(errand.game, errand.scenario, errand.options, version=errand.version)
            if trials is None or (trials.rules, trials.side) != (rules, errand.side):
                trials = Trials(rules, errand.side, Random(), 0)
            trials.deadline = errand.deadline
            world = Core(rules.restore(errand.world), Random(errand.seed))
            try:
                line.send(trials.play_on(world, plan, Random(errand.seed), glance=errand.glance))
            except OutOfTime:
                line.send(None)
