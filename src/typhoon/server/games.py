"""Plain requests about games: the catalogue, their facts, their boards, the computer players."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from typhoon.engine.registry import UnknownGame, catalogue
from typhoon.players import PLAYERS
from typhoon.server.facts import Boards, facts_of
from typhoon.server.messages import PERSON, encode
from typhoon.server.security import problem

SEASONS = ("summer", "winter")


def json(value: object, status: int = 200) -> Response:
    return Response(encode(value), status, media_type="application/json")


async def list_games(_: Request) -> Response:
    return json(catalogue())


async def list_players(_: Request) -> Response:
    return json([PERSON, *PLAYERS])


async def game_facts(request: Request) -> Response:
    try:
        facts = await asyncio.to_thread(facts_of, request.path_params["game"])
    except UnknownGame as error:
        return problem(404, str(error))
    return Response(facts, media_type="application/json", headers={"cache-control": "no-cache"})


async def board(request: Request) -> Response:
    boards: Boards = request.app.state.boards
    season = request.query_params.get("season") or None
    if season not in (None, *SEASONS):
        return problem(400, f"a season is one of {', '.join(SEASONS)}")
    try:
        tag, packed = await asyncio.to_thread(boards.board, request.path_params["game"], season)  # type: ignore[arg-type]
    except UnknownGame as error:
        return problem(404, str(error))
    headers = {"etag": f'"{tag}"', "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == f'"{tag}"':
        return Response(status_code=304, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(boards.unpacked(packed), media_type="image/svg+xml", headers=headers)
    return Response(packed, media_type="image/svg+xml", headers=headers | {"content-encoding": "gzip"})


ROUTES = [
    Route("/api/games", list_games),
    Route("/api/games/{game}", game_facts),
    Route("/api/games/{game}/board.svg", board),
    Route("/api/players", list_players),
]
