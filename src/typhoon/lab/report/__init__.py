"""The report of an experiment: one page with pictures, words, and every figure as a table."""

from __future__ import annotations

from collections.abc import Iterator

from typhoon.lab import pictures
from typhoon.lab.findings import Findings
from typhoon.lab.page import Section, bullets, whole_page
from typhoon.lab.report import course, fighting, outcome, overview
from typhoon.lab.report.figures import figures
from typhoon.lab.report.material import Material
from typhoon.lab.running import Run
from typhoon.lab.tables import load

METHODS = (
    "All intervals are for 95 %: nineteen of twenty hold the truth.",
    "Shares: Wilson's interval. Means: Student's.",
    "Differences of shares on the same dice: Agresti and Min; on dice of their own: Newcombe.",
    "Differences of means on the same dice: Student's, by pairs; on dice of their own: Welch's.",
    "Stopping when exact enough: confidence sequences, which hold however often one looks: the Beta-binomial "
    "mixture for shares, the normal mixture for means; divided among the arms.",
    "Games that broke or did not end count in no figure.",
    "The tables beside this file, in Parquet, hold all that is shown here.",
)


def report(run: Run) -> str:
    """The page."""
    pictures.reset()
    given = Material(run, Findings(run.experiment, load(run)))
    sections = [section for section in _sections(given) if section.body]
    title = given.experiment.title or run.folder.stem
    return whole_page(title, overview.lead(given), sections, given.style())


def _sections(given: Material) -> Iterator[Section]:
    kind = given.experiment.kind
    yield Section("What was played", overview.played(given))
    if kind == "balance":
        yield Section("Balance", outcome.balance(given))
    if not given.arms:
        return
    yield Section("How the games ended", outcome.endings(given))
    if kind == "ablate":
        yield Section("What each switch does", outcome.ranking(given))
    elif given.compared:
        yield Section("Differences between arms", outcome.differences(given))
    yield Section("Points by turn", course.points(given))
    yield Section("The front", course.front(given))
    yield Section("Places", course.places(given))
    yield Section("Battles, losses and movement", fighting.heat(given))
    yield Section("Odds and luck", fighting.odds(given))
    yield Section("Losses by cause", fighting.losses(given))
    yield Section("Figures of the game's own", outcome.own_figures(given))
    yield Section("Dice and play", fighting.sources(given))
    yield Section("How it was reckoned", bullets(METHODS))


__all__ = ["figures", "report"]
