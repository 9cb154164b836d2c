"""TOML with the lines that its keys stand on, so that a mistake can be pointed at."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

Key = tuple[str, ...]
"""A key with the tables that it stands in: ``("options", "partisans")``."""


class WrongExperiment(ValueError):
    """An experiment that cannot be played; the message names the file and the line."""


class Keys:
    """What an experiment says, and where."""

    def __init__(self, told: Mapping[str, Any], where: str = "experiment", lines: Mapping[Key, int] = {}):
        self.told = told
        self.where = where
        self._lines = lines

    @classmethod
    def read(cls, path: Path) -> Keys:
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            raise WrongExperiment(f"{path}, line {line}: not UTF-8 text") from error
        return cls.parse(text, str(path))

    @classmethod
    def parse(cls, text: str, where: str = "experiment") -> Keys:
        try:
            told = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise WrongExperiment(f"{where}: {error}") from error
        return cls(told, where, lines_of(text))

    def wrong(self, key: Key, problem: str) -> WrongExperiment:
        """A complaint about a key: the line is its own, or that of the nearest table around it."""
        line = next((self._lines[key[:n]] for n in range(len(key), 0, -1) if key[:n] in self._lines), 0)
        at = f"{self.where}, line {line}" if line else self.where
        return WrongExperiment(f"{at}: {problem}")


def lines_of(text: str) -> dict[Key, int]:
    """The line of every key, found statement by statement: each is read by itself.

    >>> lines_of('a = 1\\n[b."c d"]\\ne = [\\n  2,\\n]\\ng = 3')
    {('a',): 1, ('b',): 2, ('b', 'c d'): 2, ('b', 'c d', 'e'): 3, ('b', 'c d', 'g'): 6}
    """
    found: dict[Key, int] = {}
    table: Key = ()
    statement, start = "", 0
    for number, line in enumerate(text.split("\n"), start=1):
        start = start if statement else number
        statement += line + "\n"
        try:
            told = tomllib.loads(statement)
        except tomllib.TOMLDecodeError:
            continue  # it goes on in the next line
        keys = list(_paths(told))
        if statement.lstrip().startswith("["):
            table = keys[-1] if keys else ()
            keys = [table[:n] for n in range(1, len(table) + 1)]
        else:
            keys = [(*table, *key) for key in keys]
        for key in keys:
            found.setdefault(key, start)
        statement = ""
    return found


def _paths(told: Any) -> Iterator[Key]:
    if isinstance(told, list):
        told = told[0] if told and isinstance(told[0], dict) else {}
    if isinstance(told, dict):
        for name, inner in told.items():
            yield (name,)
            yield from ((name, *path) for path in _paths(inner))


def leaves(told: Mapping[str, Any], key: Key = ()) -> Iterator[tuple[Key, Any]]:
    """Every value that is no table, with its key."""
    for name, inner in told.items():
        if isinstance(inner, Mapping):
            yield from leaves(inner, (*key, name))
        else:
            yield (*key, name), inner
