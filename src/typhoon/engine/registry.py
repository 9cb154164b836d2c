"""Finding a game by its id."""

from __future__ import annotations

import importlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from typhoon.engine.data import DataError, DataFolder
from typhoon.engine.rules import About, Rules


class UnknownGame(ValueError):
    """No game of that id can be played."""


def catalogue() -> list[About]:
    """All games of the collection, with what can be played of them."""
    shelf = importlib.import_module("typhoon.games")
    return [_package(id_).ABOUT if id_ in shelf.PACKAGES else about for id_, about in shelf.SHELF.items()]


def find_rules(game: str, charts: str | Path | None = None, version: int | None = None) -> Rules[Any]:
    """The rules of a game, with the user's own charts laid over ours.

    ``charts`` may hold the files themselves or a folder of them named after the game.  ``version``
    asks for the rules as they were when an old game was begun.
    """
    rules = _load(game, None if charts is None else Path(charts), None)
    if version is None or version == rules.version:
        return rules
    if not 1 <= version < rules.version and version not in rules.namesakes.values():
        raise ValueError(f"rules version {version} is not known; this program plays {rules.version}")
    return _load(game, None if charts is None else Path(charts), version)


@lru_cache(maxsize=16)
def _load(game: str, charts: Path | None, version: int | None) -> Rules[Any]:
    package = _package(game)
    folder = Path(str(package.__file__)).parent / "data"
    if charts is not None:
        if not charts.is_dir():
            raise DataError(f"{charts}: no such folder of charts")
        if (charts / game).is_dir():
            charts = charts / game
        _check_overlay(game, charts, {path.name for path in folder.iterdir() if path.is_file()})
    rules: Rules[Any] = package.load(DataFolder(folder, charts, version))
    return rules


def _check_overlay(game: str, charts: Path, known: set[str]) -> None:
    """Refuse a folder that would change nothing, or a file whose name is misspelt."""
    files = {path.name for path in charts.iterdir() if path.suffix in (".csv", ".toml")}
    if strays := files - known:
        names = ", ".join(sorted(known))
        raise DataError(f"{charts / min(strays)}: no chart of {game} has this name; there are {names}")
    if not files:
        raise DataError(f"{charts}: holds no chart of {game} (such as {min(known)})")


def folder_of(game: str) -> Path:
    """Where the files of a game lie, found without loading it."""
    return Path(importlib.import_module("typhoon.games").__path__[0]) / _package_name(game)


def _package(game: str) -> Any:
    return importlib.import_module(f"typhoon.games.{_package_name(game)}")


def _package_name(game: str) -> str:
    packages: dict[str, str] = importlib.import_module("typhoon.games").PACKAGES
    if game not in packages:
        raise UnknownGame(f"there is no game '{game}' to play; there are: {', '.join(packages)}")
    return packages[game]
