"""The lab beside the lobby: experiments of the data folder, for the host alone.

They run as processes of their own, by the same command as at the terminal, so that the server's time is its
players'; what they have come to is read from their logs.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import Process
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Annotated, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from typhoon.engine.registry import find_rules
from typhoon.lab import templates
from typhoon.lab.experiment import Experiment
from typhoon.lab.running import Run, folder_of
from typhoon.server.hall import NoTable, NotYours
from typhoon.server.plain import body_of, for_anybody, json
from typhoon.server.requests import Wrong
from typhoon.server.security import is_host

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,80}")
REPORT, SAID = "report.html", "run.log"
PATIENCE = 10.0
"""Seconds that a run gets to stop by itself when the server ends."""
REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""A report is one file with styles of its own, and needs nothing else."""


class ExperimentRow(msgspec.Struct, frozen=True):
    """An experiment of the lab, and how far it has come."""

    name: str
    title: str
    problem: str
    """Why it cannot be played; empty when it can."""
    done: int
    total: int
    broken: int
    figure: str
    """The main figure so far, in words."""
    at_work: Literal["", "run", "report"]
    rate: float
    """Games a second in this run; 0 while that is not known."""
    has_report: bool
    said: str
    """The last line of a run that failed."""


class AskLab(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be done with an experiment."""

    what: Literal["start", "stop", "report"]


class NewExperiment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An experiment to be written, for the host to change."""

    game: Annotated[str, msgspec.Meta(max_length=64)]


class Work:
    """A process that plays or reports."""

    def __init__(self, what: Literal["run", "report"], process: Process, done: int) -> None:
        self.what, self.process = what, process
        self._start, self._done = monotonic(), done

    def rate(self, done: int) -> float:
        return round(max(done - self._done, 0) / max(monotonic() - self._start, 0.001), 3)


class Laboratory:
    """The experiments of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._work: dict[str, Work] = {}
        self._runs: dict[str, tuple[int, Run]] = {}
        """Each experiment as it was read, with the time of its file."""

    def rows(self) -> list[ExperimentRow]:
        return [self.row(path) for path in sorted(self.folder.glob("*.toml")) if NAME.fullmatch(path.stem)]

    def row(self, path: Path) -> ExperimentRow:
        name, work = path.stem, self._work.get(path.stem)
        at_work = work.what if work and work.process.returncode is None else ""
        reported = (folder_of(path) / REPORT).exists()
        said = self._said(path) if work and work.process.returncode not in (None, 0, 130) else ""
        try:
            run = self._run(path)
        except (ValueError, OSError) as error:
            return ExperimentRow(name, "", str(error), 0, 0, 0, "", at_work, 0.0, reported, said)
        state = run.state
        rate = work.rate(state.done) if work and at_work == "run" else 0.0
        title = run.experiment.title or name
        return ExperimentRow(
            name,
            title,
            "",
            state.done,
            state.total,
            state.broken,
            state.figure,
            at_work,
            rate,
            reported,
            said,
        )

    def _run(self, path: Path) -> Run:
        changed = path.stat().st_mtime_ns
        known = self._runs.get(path.stem)
        if known is None or known[0] != changed:
            known = self._runs[path.stem] = changed, Run(Experiment.read(path), folder_of(path))
        known[1].log.refresh()
        return known[1]

    def _said(self, path: Path) -> str:
        with suppress(OSError):
            lines = (folder_of(path) / SAID).read_text(errors="replace").strip().splitlines()
            return lines[-1][:200] if lines else ""
        return ""

    def path(self, name: str) -> Path:
        path = self.folder / f"{name}.toml"
        if not NAME.fullmatch(name) or not path.is_file():
            raise NoTable("there is no such experiment")
        return path

    def new(self, game: str) -> str:
        find_rules(game)
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{game}.toml"
        number = 1
        while path.exists():
            number += 1
            path = self.folder / f"{game}-{number}.toml"
        path.write_text(templates.new(game, None, path.name), encoding="utf-8")
        return path.stem

    async def begin(self, name: str, what: Literal["run", "report"], done: int) -> None:
        path = self.path(name)
        work = self._work.get(name)
        if work is not None and work.process.returncode is None:
            raise Wrong("it is at work already")
        folder_of(path).mkdir(parents=True, exist_ok=True)
        jobs = ["--jobs", str(max(1, (os.cpu_count() or 2) - 1))] if what == "run" else []
        command = [sys.executable, "-m", "typhoon", "lab", what, str(path), *jobs]
        with (folder_of(path) / SAID).open("wb") as said:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True
            )
        self._work[name] = Work(what, process, done)

    async def stop(self, name: str) -> None:
        work = self._work.get(name)
        if work is None or work.process.returncode is not None:
            raise Wrong("it is not at work")
        await _end(work.process)

    async def close(self) -> None:
        """Stop all that runs; it goes on when it is started again."""
        await asyncio.gather(*[_end(work.process) for work in self._work.values()])


async def _end(process: Process) -> None:
    if process.returncode is not None:
        return
    with suppress(ProcessLookupError):
        process.send_signal(signal.SIGTERM)
    try:
        await asyncio.wait_for(process.wait(), PATIENCE)
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def only_for_the_host(request: Request) -> Laboratory:
    if not is_host(request, request.app.state.settings):
        raise NotYours("the lab is for the host alone")
    found: Laboratory = request.app.state.laboratory
    return found


async def list_experiments(request: Request) -> Response:
    return json(await asyncio.to_thread(only_for_the_host(request).rows))


async def new_experiment(request: Request) -> Response:
    laboratory = only_for_the_host(request)
    wish: NewExperiment = await body_of(request, NewExperiment)
    await asyncio.to_thread(laboratory.new, wish.game)
    return json(await asyncio.to_thread(laboratory.rows), 201)


async def ask_experiment(request: Request) -> Response:
    laboratory = only_for_the_host(request)
    name = request.path_params["name"]
    wish: AskLab = await body_of(request, AskLab)
    path = laboratory.path(name)
    if wish.what == "stop":
        await laboratory.stop(name)
    else:
        row = await asyncio.to_thread(laboratory.row, path)
        if row.problem:
            raise Wrong(row.problem)
        if wish.what == "report" and not row.done:
            raise Wrong("no games have been played yet")
        await laboratory.begin(name, "run" if wish.what == "start" else "report", row.done)
    return json(await asyncio.to_thread(laboratory.rows))


async def show_report(request: Request) -> Response:
    path = folder_of(only_for_the_host(request).path(request.path_params["name"])) / REPORT
    if not path.is_file():
        raise NoTable("there is no report yet")
    text = await asyncio.to_thread(path.read_bytes)
    return Response(text, media_type="text/html", headers={"content-security-policy": REPORT_POLICY})


ROUTES = [
    Route("/api/lab", for_anybody(list_experiments)),
    Route("/api/lab", for_anybody(new_experiment), methods=["POST"]),
    Route("/api/lab/{name}", for_anybody(ask_experiment), methods=["POST"]),
    Route("/lab/{name}/report", for_anybody(show_report)),
]
