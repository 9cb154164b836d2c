"""The main figures as small files, for whoever keeps them: how games ended, as data and as a picture."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from typhoon.lab import pictures
from typhoon.lab.findings import Findings, shown
from typhoon.lab.running import Run
from typhoon.lab.tables import load


def figures(run: Run) -> dict[str, str]:
    """The files, by their names."""
    pictures.reset()
    found = Findings(run.experiment, load(run))
    figure, ended, main = run.experiment.figure, [], []
    for arm in found.arms:
        counts = found.levels(arm)
        ended += [(arm.name, level, counts[level], *shown(counts, level)[:3]) for level in sorted(counts)]
        main.append((arm.name, found.estimate(arm, figure)))
    rows = [(name, estimate.n, *estimate[:3]) for name, estimate in main]
    drawing = pictures.bare(pictures.dots(main, figure.words, figure.words, percent=figure.is_share))
    return {
        "levels.csv": _csv(["arm", "level", "games", "share", "low", "high"], ended),
        "figure.csv": _csv(["arm", "games", figure.words, "low", "high"], rows),
        "figure.svg": drawing,
    }


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([[f"{cell:.4f}" if isinstance(cell, float) else cell for cell in row] for row in rows])
    return written.getvalue()
