"""Plain requests about games: the catalogue, their facts, their boards, the computer players."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar, get_args

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from typhoon.drawing.sheets import charts_html
from typhoon.engine.briefing import briefing_of
from typhoon.engine.guide import guide_facts
from typhoon.engine.registry import Choice, catalogue, find_rules
from typhoon.engine.rules import Rules
from typhoon.engine.study import studies, study_facts
from typhoon.players import PLAYERS, YARDSTICKS
from typhoon.server.addresses import choice_at
from typhoon.server.boards import Boards, Packed, Part, Season
from typhoon.server.examples import examples_facts
from typhoon.server.messages import PERSON
from typhoon.server.plain import for_anybody, json, visitors
from typhoon.server.requests import Wrong

T = TypeVar("T")
MAKING = 0.1
"""About how many seconds it takes to make facts that are not kept."""
SEASONS = get_args(Season)
PARTS = get_args(Part)
UNPACKING = 0.005
"""About how many seconds it takes to unpack a map for who cannot."""


async def list_games(_: Request) -> Response:
    """All games; the first time they are loaded for it, while others are served."""
    return json(await asyncio.to_thread(catalogue))


async def list_players(_: Request) -> Response:
    return json([PERSON, *[name for name in PLAYERS if name not in YARDSTICKS]])


async def game_facts(request: Request) -> Response:
    boards: Boards = request.app.state.boards
    choice = await asyncio.to_thread(choice_at, request.path_params["game"], request.query_params)
    if not boards.are_at_hand(choice):
        visitors(request).at(request).charge(MAKING)
    facts = await asyncio.to_thread(boards.facts, choice)
    return _packed(facts, "application/json", request)


async def board(request: Request) -> Response:
    boards: Boards = request.app.state.boards
    season = request.query_params.get("season") or None
    part = request.query_params.get("part") or "whole"
    if season not in (None, *SEASONS):
        raise Wrong(f"a season is one of {', '.join(SEASONS)}")
    if part not in PARTS:
        raise Wrong(f"a part is one of {', '.join(PARTS)}")
    choice = await asyncio.to_thread(choice_at, request.path_params["game"], request.query_params)
    drawn = await asyncio.to_thread(boards.board, choice, season, part)  # type: ignore[arg-type]
    return _packed(drawn, "image/svg+xml", request)


async def briefing(request: Request) -> Response:
    return json(await _of_law(request, briefing_of))


async def charts(request: Request) -> Response:
    return Response(await _of_law(request, charts_html), media_type="text/html")


async def guide(request: Request) -> Response:
    """The guided first turn, null where a game has none."""
    visitors(request).at(request).charge(MAKING)
    game = choice_at(request.path_params["game"], request.query_params).game
    return json(await asyncio.to_thread(guide_facts, game))


async def examples(request: Request) -> Response:
    """The examples of a game's cases; none where it has none."""
    visitors(request).at(request).charge(MAKING)
    game = choice_at(request.path_params["game"], request.query_params).game
    return json(await asyncio.to_thread(examples_facts, game))


async def list_studies(_: Request) -> Response:
    return json([study_facts(study) for study in studies().values()])


async def _of_law(request: Request, tell: Callable[[Rules[Any]], T]) -> T:
    """Something told of a law; it takes as long as facts that are not kept."""
    visitors(request).at(request).charge(MAKING)
    choice = await asyncio.to_thread(choice_at, request.path_params["game"], request.query_params)
    return await asyncio.to_thread(lambda: tell(_law(choice)))


def _law(choice: Choice) -> Rules[Any]:
    return find_rules(choice.game, choice.scenario, dict(choice.options), version=choice.version)


def _packed(found: Packed, type_: str, request: Request) -> Response:
    headers = {"etag": f'"{found.tag}"', "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == f'"{found.tag}"':
        return Response(status_code=304, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(found.unpacked(), media_type=type_, headers=headers)
    return Response(found.body, media_type=type_, headers=headers | {"content-encoding": "gzip"})


ROUTES = [
    Route("/api/games", for_anybody(list_games)),
    Route("/api/games/{game}", for_anybody(game_facts, UNPACKING)),
    Route("/api/games/{game}/briefing", for_anybody(briefing)),
    Route("/api/games/{game}/guide", for_anybody(guide)),
    Route("/api/games/{game}/examples", for_anybody(examples)),
    Route("/api/games/{game}/charts", for_anybody(charts)),
    Route("/api/games/{game}/board.svg", for_anybody(board, UNPACKING)),
    Route("/api/studies", for_anybody(list_studies)),
    Route("/api/players", for_anybody(list_players)),
]
