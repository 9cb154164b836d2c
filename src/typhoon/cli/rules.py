"""`typhoon rules`: the rulebook case by case, and what stands behind each."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter

from typhoon.cli.inputs import WrongInput, rules_of
from typhoon.cli.screen import print_json, width, wrapped
from typhoon.engine.cases import CaseReport, report

STATUSES = ("tested", "untested", "missing", "narrative")


def run(args: Namespace) -> int:
    cases = report(rules_of(args))
    if args.case:
        cases = _chosen(cases, args.case, args.game)
    if args.json:
        print_json(cases)
    elif args.case and len(cases) <= 3:
        for case in cases:
            _print_case(case)
    else:
        _print_table(cases)
    return 0


def _chosen(cases: list[CaseReport], wanted: str, game: str) -> list[CaseReport]:
    """One case, or all of a chapter."""
    exact = [case for case in cases if case.case == wanted]
    chosen = exact or [case for case in cases if case.case.startswith(wanted.rstrip(".") + ".")]
    if not chosen:
        raise WrongInput(f"{game} has no case '{wanted}'; they run from {cases[0].case} to {cases[-1].case}")
    return chosen


def _print_table(cases: list[CaseReport]) -> None:
    room = max(20, width() - 32)
    print(f"{'case':8}{'status':11}{'code':>4} {'tests':>5}  title")
    for case in cases:
        title = case.title if len(case.title) <= room else case.title[: room - 3] + "..."
        print(f"{case.case:8}{case.status:11}{len(case.code):4} {len(case.tests):5}  {title}")
    counts = Counter[str](case.status for case in cases)
    told = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])
    print(f"\n{len(cases)} cases: {told}")


def _print_case(case: CaseReport) -> None:
    print(f"{case.case} {case.title} ({case.status})")
    print(wrapped(case.summary, "  "))
    for kind, names in (("code", case.code), ("tests", case.tests)):
        for name in names:
            print(f"  {kind}: {name}")
