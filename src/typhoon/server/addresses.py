"""Where facts and maps of games are found: by their law, so that an old game is shown as it was begun."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from starlette.datastructures import QueryParams

from typhoon.engine.journal import Header
from typhoon.engine.registry import Choice, UnknownGame, choice_of
from typhoon.server.requests import Wrong


def facts_address(header: Header) -> str:
    """Of the game that a journal begins with such a header."""
    scenario = [("scenario", name)] if (name := header.scenario_of_law) else []
    chosen = [("option", f"{name}={value}") for name, value in header.options.items()]
    query = urlencode([*scenario, *chosen, ("version", header.rules)])
    return f"/api/games/{quote(header.game, safe='')}?{query}"


def board_address(game: str, version: int) -> str:
    """A map is the same in all scenarios."""
    return f"/api/games/{quote(game, safe='')}/board.svg?{urlencode([('version', version)])}"


def choice_at(game: str, query: QueryParams) -> Choice:
    """The law that an address asks for: the usual one, the newest, for what it does not say."""
    options = dict([_named(text) for text in query.getlist("option")])
    version = query.get("version")
    if version is not None and not (version.isascii() and version.isdigit() and len(version) < 7):
        raise Wrong("a version of the rules is a number")
    try:
        number = None if version is None else int(version)
        return choice_of(game, query.get("scenario"), options, number)
    except UnknownGame:
        raise
    except ValueError as error:
        raise Wrong(str(error)) from error


def _named(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise Wrong("an option is asked for as option=NAME=VALUE")
    return name, value
