"""Links between the cases of a rulebook, the code that plays them and the tests that hold it to them."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec

if TYPE_CHECKING:
    from typhoon.engine.rules import Rules

T = TypeVar("T", bound=Callable[..., Any])

_code: dict[str, list[tuple[str, str]]] = {}
"""For each module the cases it plays, each with the name of the code."""


def case(*cases: str) -> Callable[[T], T]:
    """Mark a function, method or class as the code, or the test, of some cases."""

    def mark(code: T) -> T:
        _code.setdefault(code.__module__, []).extend((c, code.__qualname__) for c in cases)
        return code

    return mark


class CaseRow(msgspec.Struct, frozen=True):
    """A line of a game's ``cases.csv``."""

    case: str
    kind: Literal["rule", "narrative", "heading"]
    title: str
    summary: str


class CaseReport(msgspec.Struct, frozen=True):
    """What stands behind a case."""

    case: str
    kind: str
    title: str
    summary: str
    code: list[str]
    tests: list[str]
    status: Literal["tested", "untested", "narrative", "missing"]


def report(rules: Rules[Any]) -> list[CaseReport]:
    """Every case of a game with its code, its tests and how it stands."""
    package = type(rules).__module__.split(".")[2]
    code = _code_of(f"typhoon.games.{package}")
    tests = _tests_of(package)
    reports = []
    for row in rules.data.rows("cases.csv", CaseRow):
        has_code, has_tests = code.get(row.case, []), tests.get(row.case, [])
        status: Literal["tested", "untested", "narrative", "missing"]
        if row.kind != "rule":  # nothing to be played: a story, or a heading of the cases below it
            status = "narrative"
        elif not has_code:
            status = "missing"
        else:
            status = "tested" if has_tests else "untested"
        reports.append(CaseReport(row.case, row.kind, row.title, row.summary, has_code, has_tests, status))
    return reports


def _code_of(package: str) -> dict[str, list[str]]:
    root = importlib.import_module(package)
    for module in pkgutil.iter_modules(root.__path__, package + "."):
        importlib.import_module(module.name)
    found: dict[str, list[str]] = {}
    for name, marks in _code.items():
        if name == package or name.startswith(package + "."):
            for marked, code in marks:
                found.setdefault(marked, []).append(f"{name}.{code}")
    return found


def _tests_of(package: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for folder in _test_folders(package):
        for path in sorted(folder.rglob("test_*.py")):
            for cases, test in _marked_tests(path):
                for marked in cases:
                    found.setdefault(marked, []).append(f"{path.name}::{test}")
    return found


def _test_folders(package: str) -> Iterator[Path]:
    """The tests beside the source, or those that came with an installed program."""
    home = Path(__file__).resolve().parents[1]
    for root in (home.parents[1] / "tests" / "games", home / "_case_tests"):
        if (root / package).is_dir():
            yield root / package
            return


def _marked_tests(path: Path) -> Iterator[tuple[list[str], str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "case":
                yield [str(arg.value) for arg in mark.args if isinstance(arg, ast.Constant)], node.name
