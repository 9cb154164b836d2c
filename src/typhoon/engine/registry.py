"""Finding a game by its id: its box once, and the law for a scenario and options."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from typhoon.engine import briefing, names, sheets
from typhoon.engine.about import About
from typhoon.engine.box import Box
from typhoon.engine.cases import CASES, EXAMPLES
from typhoon.engine.data import DataError, DataFolder, Layer
from typhoon.engine.rules import Rules

FOR_READERS = frozenset({CASES, EXAMPLES, briefing.FILE, sheets.FILE, briefing.GUIDE, names.FILE})
"""Files beside the charts that hold no figures: nobody lays their own over them."""
MOST_BOXES, MOST_LAWS = 16, 128
"""As many are kept; a box takes some tenths of a second to open, a law next to nothing."""


class Choice(NamedTuple):
    """What a game is played by: every law of ours has one."""

    game: str
    scenario: str
    options: tuple[tuple[str, str], ...]
    """All of them, as the game lists them."""
    version: int


class UnknownGame(ValueError):
    """No game of that id can be played."""


class UnknownVersion(ValueError):
    """A version of the rules that this program does not play."""


def catalogue() -> list[About]:
    """All games of the collection, with what can be played of them."""
    shelf = importlib.import_module("typhoon.games")
    found: dict[str, About] = {about.id: about for about in shelf.PLANNED}
    for game in playable():
        found[game] = law_of(game).about
    return sorted(found.values(), key=lambda about: (about.place, about.id))


def playable() -> list[str]:
    """The ids of the games that can be played: every package of games is one."""
    shelf = importlib.import_module("typhoon.games")
    return sorted(
        name.replace("_", "-") for _, name, package in pkgutil.iter_modules(shelf.__path__) if package
    )


def find_rules(
    game: str,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    *,
    charts: str | Path | None = None,
    version: int | None = None,
) -> Rules[Any]:
    """The law of a game as chosen: the first scenario and the usual options for what is not said.

    ``charts`` may hold the user's own charts themselves or a folder of them named after the game.
    ``version`` asks for the rules as they were when an old game was begun.
    """
    choice = choice_of(game, scenario, options, version)
    return _law(choice, None if charts is None else Path(charts))


def choice_of(
    game: str,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    version: int | None = None,
) -> Choice:
    """What is asked for, checked, and without opening the box."""
    law = law_of(game)
    chosen = law.checked_options(options or {})
    newest = newest_version(game)
    if version is not None and not 1 <= version <= newest:
        played = "1" if newest == 1 else f"1 to {newest}"
        raise UnknownVersion(f"rules version {version} is not known; this program plays {played}")
    in_order = tuple([(option.id, chosen[option.id]) for option in law.about.options])
    return Choice(game, law.about.scenario(scenario).id, in_order, version or newest)


@lru_cache(maxsize=MOST_LAWS)
def _law(choice: Choice, charts: Path | None) -> Rules[Any]:
    law = law_of(choice.game)
    box = (
        _box(choice.game, choice.version)
        if charts is None
        else _box_with(charts, choice.game, choice.version)
    )
    return law(box, law.about.scenario(choice.scenario), dict(choice.options), choice.version)


@cache
def _box(game: str, version: int) -> Box:
    """A box as we packed it; there are few, and laws share them, so they are kept."""
    return _opened(game, DataFolder(_layers(law_of(game), version)))


@lru_cache(maxsize=MOST_BOXES)
def _box_with(charts: Path, game: str, version: int) -> Box:
    """A box with charts of the user's own."""
    if not charts.is_dir():
        raise DataError(f"{charts}: no such folder of charts")
    if (charts / game).is_dir():
        charts = charts / game
    data = DataFolder(_layers(law_of(game), version))
    _check_overlay(game, charts, data.files)
    return _opened(game, DataFolder(data.layers, charts))


def _opened(game: str, data: DataFolder) -> Box:
    box: Box = law_of(game).box_type(data)  # type: ignore[call-arg]
    return box


def _layers(law: type[Rules[Any]], version: int) -> list[Layer]:
    """The data folders of a law: below its own those of the laws that it varies."""
    folders = [(folder_of(kind.about.id) / "data", number) for kind, number in law.versions(version)]
    return [Layer(folder, number) for folder, number in reversed(folders) if folder.is_dir()]


@lru_cache(maxsize=MOST_BOXES)
def newest_version(game: str) -> int:
    """The last version of a game's rules: the last that changed a figure, a rule or what it stands on."""
    law = law_of(game)
    figures = Layer(folder_of(game) / "data", 0).newest
    return max([figures, len(vars(law).get("stands_on", ())), *[change.since for change in law.own_changes]])


def _check_overlay(game: str, charts: Path, known: set[str]) -> None:
    """Refuse a folder that would change nothing, or a file whose name is misspelt."""
    known = known - FOR_READERS
    files = {path.name for path in charts.iterdir() if path.suffix in (".csv", ".toml")} - FOR_READERS
    if strays := files - known:
        names = ", ".join(sorted(known))
        raise DataError(f"{charts / min(strays)}: no chart of {game} has this name; there are {names}")
    if not files:
        raise DataError(f"{charts}: holds no chart of {game} (such as {min(known)})")


def folder_of(game: str) -> Path:
    """Where the files of a game lie, found without loading it."""
    spec = find_spec(f"typhoon.games.{_package_name(game)}")
    assert spec is not None and spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0])


@cache
def law_of(game: str) -> type[Rules[Any]]:
    """The law of a game before anything is chosen."""
    package = _package_name(game)
    law: type[Rules[Any]] = importlib.import_module(f"typhoon.games.{package}").LAW
    if law.about.id != game:
        raise UnknownGame(
            f"the package {package} holds the law of '{law.about.id}'; its own id would be '{game}'"
        )
    return law


def _package_name(game: str) -> str:
    if game not in playable():
        raise UnknownGame(f"there is no game '{game}' to play; there are: {', '.join(playable())}")
    return game.replace("-", "_")
