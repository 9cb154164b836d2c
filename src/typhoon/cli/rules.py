"""`typhoon rules`: the rulebook case by case, and what stands behind each."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from typing import Any

from typhoon.cli.inputs import WrongInput, rules_of
from typhoon.cli.screen import print_json, width, wrapped
from typhoon.engine.case_reports import CaseReport, report
from typhoon.engine.examples import Example, examples_of, played
from typhoon.engine.rules import Rules

STATUSES = ("tested", "untested", "missing", "narrative")
IN_WORDS = {"on": "in force", "changed": "changed", "off": "not in force"}


def run(args: Namespace) -> int:
    rules = rules_of(args)
    cases = report(rules)
    if args.case:
        cases = _chosen(cases, args.case, args.game)
    if args.json:
        print_json(cases)
    elif args.case and len(cases) <= 3:
        examples = examples_of(args.game)
        for case in cases:
            _print_case(case, _told(args.game, examples.get(case.case)))
    else:
        print(_chosen_law(rules))
        _print_table(cases)
    return 0


def _chosen(cases: list[CaseReport], wanted: str, game: str) -> list[CaseReport]:
    """One case, or all of a chapter."""
    exact = [case for case in cases if case.case == wanted]
    chosen = exact or [case for case in cases if case.case.startswith(wanted.rstrip(".") + ".")]
    if not chosen:
        raise WrongInput(f"{game} has no case '{wanted}'; they run from {cases[0].case} to {cases[-1].case}")
    return chosen


def _chosen_law(rules: Rules[Any]) -> str:
    """Game, version, scenario and options on a line."""
    options = "".join(f", {name}={value}" for name, value in rules.options.items())
    return f"{rules.about.title}, rules {rules.version}: {rules.scenario.id}{options}\n"


def _print_table(cases: list[CaseReport]) -> None:
    wide = max(8, 1 + max(len(case.case) for case in cases))
    room = max(20, width() - 34 - wide)
    print(f"{'case':{wide}}{'status':11}{'code':>4} {'tests':>5}  {'in force':10}title")
    for case in cases:
        title = f"{case.title} [{', '.join(case.changed_by)}]" if case.changed_by else case.title
        title = title if len(title) <= room else title[: room - 3] + "..."
        counts = f"{len(case.code):4} {len(case.tests):5}"
        print(f"{case.case:{wide}}{case.status:11}{counts}  {case.force:10}{title}")
    statuses, forces = Counter[str](c.status for c in cases), Counter[str](c.force for c in cases)
    stand = ", ".join(f"{statuses[status]} {status}" for status in STATUSES if statuses[status])
    in_force = ", ".join(f"{forces[force]} {words}" for force, words in IN_WORDS.items() if forces[force])
    print(f"\n{len(cases)} cases: {stand}; {in_force or 'nothing to play'}")


def _told(game: str, example: Example | None) -> str:
    """An example in words, and what the rules say to it."""
    if example is None:
        return ""
    begun = played(game, example)
    ruling = begun.why_not(example.order)
    said = f"Refused: {begun.rules.names.said(ruling.text)}." if ruling else ""
    return f"For example: {example.say} {said}".rstrip()


def _print_case(case: CaseReport, example: str) -> None:
    force = f", {IN_WORDS[case.force]}" if case.force else ""
    by = f" by {', '.join(case.changed_by)}" if case.changed_by else ""
    print(f"{case.case} {case.title} ({case.status}{force}{by})")
    print(wrapped(case.summary, "  "))
    if example:
        print(wrapped(example, "  "))
    for change in case.changes:
        needs = f", needs {' and '.join(change.needs)}" if change.needs else ""
        print(f"  switch: {change.switch} ({'on' if change.on else 'off'}{needs})")
    for kind, names in (("code", case.code), ("tests", case.tests)):
        for name in names:
            print(f"  {kind}: {name}")
