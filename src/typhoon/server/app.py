"""The web application: pages, plain requests and connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from typhoon.engine.journal import Header
from typhoon.server import connections, games, laboratory, tables
from typhoon.server.boards import Boards
from typhoon.server.connections import MISTAKE
from typhoon.server.hall import Hall
from typhoon.server.laboratory import Laboratory
from typhoon.server.openapi import description
from typhoon.server.pages import CHECK, LAB, LOBBY, TABLE, Pages
from typhoon.server.plain import for_anybody
from typhoon.server.security import HOST_COOKIE, Guard, is_host_key, problem
from typhoon.server.settings import Settings
from typhoon.server.visitors import Visitors

WEB = Path(__file__).resolve().parents[1] / "web"
A_MONTH = 30 * 24 * 3600
NOTHING = HTTPException(404)
PAGE = 0.004
"""About how many seconds it takes to make a page."""


def make_app(settings: Settings) -> Starlette:
    """The application; a fault of the database shows at once, before anything is served."""
    hall = Hall(settings)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        # Whatever is loaded or drawn in this process, one thing at a time: requests are answered beside it.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        warming = asyncio.create_task(hall.prepare_last())
        yield
        await warming
        await app.state.laboratory.close()
        await hall.close()

    proxies = [Middleware(ProxyHeadersMiddleware, trusted_hosts=settings.proxy)] if settings.proxy else []
    app = Starlette(
        routes=_routes(),
        lifespan=lifespan,
        middleware=[
            *proxies,
            Middleware(Guard, settings=settings),
            Middleware(GZipMiddleware, minimum_size=1024, compresslevel=3),
        ],
        exception_handlers={404: _not_found, 405: _wrong_method, 500: _broken},
    )
    app.state.hall = hall
    app.state.settings = settings
    app.state.visitors = Visitors(settings)
    app.state.pages = Pages(settings.web or WEB)
    app.state.boards = Boards(hall.cache)
    app.state.laboratory = Laboratory(settings.data / "lab")
    return app


def _routes() -> list[BaseRoute]:
    return [
        Route("/", for_anybody(_lobby, PAGE)),
        Route("/table/{id}", for_anybody(_table, PAGE)),
        Route("/check", for_anybody(_check, PAGE)),
        Route("/static/{name:path}", for_anybody(_static)),
        Route("/api/openapi.json", for_anybody(description)),
        Route("/lab", for_anybody(_lab, PAGE)),
        *laboratory.ROUTES,
        *games.ROUTES,
        *tables.ROUTES,
        WebSocketRoute("/api/tables/{id}/ws", connections.connect),
    ]


async def _lobby(request: Request) -> Response:
    settings: Settings = request.app.state.settings
    key = request.query_params.get("key")
    if key is not None:
        # The host's own link: the key goes into a cookie and out of the address; a wrong one goes nowhere.
        answer = RedirectResponse("/", 303)
        if settings.is_open and is_host_key(key, settings):
            answer.set_cookie(
                HOST_COOKIE,
                key,
                max_age=A_MONTH,
                httponly=True,
                samesite="strict",
                secure=request.url.scheme == "https",
            )
        return answer
    return _page(request, LOBBY, None)


async def _check(request: Request) -> Response:
    return _page(request, CHECK, None)


async def _lab(request: Request) -> Response:
    laboratory.only_for_the_host(request)
    return _page(request, LAB, None)


async def _table(request: Request) -> Response:
    hall: Hall = request.app.state.hall
    return _page(request, TABLE, hall.header_of(request.path_params["id"]))


def _page(request: Request, folders: tuple[str, ...], played: Header | None) -> Response:
    pages: Pages = request.app.state.pages
    return pages.page(folders, played, request) or problem(404, "the pages are not installed")


async def _static(request: Request) -> Response:
    pages: Pages = request.app.state.pages
    return pages.answer(request.path_params["name"], request) or await _not_found(request, NOTHING)


async def _not_found(request: Request, _: Exception) -> Response:
    return problem(404, f"there is nothing at {request.url.path[:80]}")


async def _wrong_method(request: Request, error: Exception) -> Response:
    answer = problem(405, f"{request.method} is not possible here")
    for name, value in (getattr(error, "headers", None) or {}).items():
        answer.headers[name] = value
    return answer


async def _broken(_: Request, __: Exception) -> Response:
    return problem(500, MISTAKE)
