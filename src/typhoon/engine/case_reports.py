"""Which code plays the cases of a law, which tests hold it to them, and which of them are in force."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from typhoon.engine.cases import CaseRow, cases_of, marks
from typhoon.engine.chapters import Chapter, Turn

if TYPE_CHECKING:
    from typhoon.engine.rules import Rules

Status = Literal["tested", "untested", "narrative", "missing"]
Force = Literal["on", "off", "changed", ""]


class CaseChange(msgspec.Struct, frozen=True):
    """A change that a case can be played with."""

    switch: str
    needs: tuple[str, ...]
    on: bool


class CaseReport(msgspec.Struct, frozen=True):
    """What stands behind a case."""

    case: str
    kind: str
    title: str
    summary: str
    code: list[str]
    tests: list[str]
    status: Status
    force: Force
    """Whether the law plays it, and as the book has it; empty for what nothing plays."""
    changes: list[CaseChange]
    """All that can be switched on or off about it."""
    changed_by: list[str]
    """The switches that are on and play it otherwise than it would be without them."""


def report(rules: Rules[Any]) -> list[CaseReport]:
    """Every case of a law with its code, its tests, how it stands and whether it is in force.

    A variant is told together with the game that it varies.
    """
    packages = [".".join(law.__module__.split(".")[:3]) for law, _ in rules.versions(rules.version)]
    code = [mark for package in reversed(packages) for mark in _code_of(package)]
    tests = [mark for package in reversed(packages) for mark in _tests_of(package)]
    return [_report(rules, row, code, tests) for row in cases_of(rules).values()]


Mark = tuple[str, str]
"""A case and the name of what is marked with it."""


def _report(rules: Rules[Any], row: CaseRow, code: Sequence[Mark], tests: Sequence[Mark]) -> CaseReport:
    has_code = [name for case, name in code if case == row.case]
    has_tests = [name for case, name in tests if case == row.case]
    layers = [c for c in rules.changes if _is_about(c, row.case) or _code_in(c, has_code)]
    turns = [turn for layer in layers for turn in _is_about(layer, row.case) or layer.turns]
    changes = list(dict.fromkeys(CaseChange(t.switch, t.needs, t.is_on(rules.on)) for t in turns))
    on = list(dict.fromkeys(change.switch for change in changes if change.on))
    plain = set(has_code).difference(*[_code_in(layer, has_code) for layer in layers])
    # Where nothing else plays a case, the first switch does not change it but brings it into force.
    usual, changed_by = _as_the_book_has_it(rules, row.case), on if plain else on[1:]
    changed_by = [switch for switch in changed_by if switch not in usual]
    left_out = any(rules.options[id_] == "no" for id_ in usual if id_ in rules.options)
    force: Force = "changed" if changed_by else "on" if plain or on else "off" if changes else ""
    return CaseReport(
        **msgspec.structs.asdict(row),
        code=has_code,
        tests=has_tests,
        status=_status(row, has_code, has_tests),
        force="" if row.kind != "rule" else "off" if left_out else force,
        changes=changes,
        changed_by=changed_by,
    )


def _as_the_book_has_it(rules: Rules[Any], case: str) -> set[str]:
    """The switches that do not change a case: usual choices, and optional rules that it belongs to."""
    options = rules.about.options
    optional = {option.id for option in options if option.brings and case.startswith(option.brings)}
    return optional | {f"{option.id}={option.choices[0]}" for option in options}


def _status(row: CaseRow, code: Sequence[str], tests: Sequence[str]) -> Status:
    if row.kind != "rule":  # nothing to be played: a story, or a heading of the cases below it
        return "narrative"
    if not code:
        return "missing"
    return "tested" if tests else "untested"


def _name(code: type) -> str:
    return f"{code.__module__}.{code.__qualname__}"


def _is_about(layer: type[Chapter], case: str) -> list[Turn]:
    """What turns a change on for the sake of a case."""
    return [turn for turn in layer.turns if case in turn.cases]


def _code_in(layer: type[Chapter], code: Sequence[str]) -> list[str]:
    """What of some code is a change, or a part of it."""
    name = _name(layer)
    return [other for other in code if other == name or other.startswith(name + ".")]


def _code_of(package: str) -> Iterator[Mark]:
    root = importlib.import_module(package)
    for module in pkgutil.iter_modules(root.__path__, package + "."):
        importlib.import_module(module.name)
    for name, found in marks.items():
        if name == package or name.startswith(package + "."):
            for marked, code in found:
                yield marked, f"{name}.{code}"


def _tests_of(package: str) -> Iterator[Mark]:
    for folder in _test_folders(package):
        for path in sorted(folder.rglob("test_*.py")):
            for cases, test in _marked_tests(path):
                for marked in cases:
                    yield marked, f"{path.name}::{test}"


def _test_folders(package: str) -> Iterator[Path]:
    """The tests beside the source, those that came with an installed program, or a package's own."""
    home, name = Path(__file__).resolve().parents[1], package.rpartition(".")[2]
    own = Path(importlib.import_module(package).__path__[0])
    folders = (home.parents[1] / "tests" / "games" / name, home / "_case_tests" / name, own / "tests")
    return (folder for folder in folders if folder.is_dir())


def _marked_tests(path: Path) -> Iterator[tuple[list[str], str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "case":
                yield [str(arg.value) for arg in mark.args if isinstance(arg, ast.Constant)], node.name
