"""`typhoon studies`: positions to try, and how one stands at the terminal."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

from typhoon.cli.screen import print_json, wrapped
from typhoon.engine.registry import catalogue
from typhoon.engine.study import Study, Verdict, studies, study_facts

SAYS = {"open": "Not decided yet", "reached": "Goal reached", "missed": "Goal missed"}


def run(args: Namespace) -> int:
    if args.json:
        print_json([study_facts(study) for study in studies().values()])
        return 0
    for about in catalogue():
        found = [study for study in studies().values() if study.game == about.id]
        if found:
            print(about.title)
        for study in found:
            print(f"  {study.name:20}{study.told.title} ({study.told.side}, {study.told.difficulty})")
            print(wrapped(study.told.about, "      "))
            print(wrapped(f"Goal: {study.told.goal}", "      "))
    print("\nPlay one with: typhoon play --study NAME")
    return 0


def introduced(study: Study) -> Iterator[str]:
    """What somebody should know who begins a study."""
    told = study.told
    yield f"Study: {told.title}"
    yield wrapped(told.about, "  ")
    yield wrapped(f"Goal: {told.goal}", "  ")


def judged(verdict: Verdict) -> Iterator[str]:
    """How a study stands, aim by aim."""
    yield f"  {SAYS[verdict.status]}:"
    for aim in verdict.aims:
        yield wrapped(f"[{'x' if aim.met else ' '}] {aim.text}", "    ")
