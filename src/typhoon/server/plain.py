"""Plain requests: turns for those who make them, and answers in words when something is wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from typhoon.engine.registry import UnknownGame
from typhoon.server.computers import Busy, NoAnswer
from typhoon.server.doors import attended
from typhoon.server.hall import NoTable, NotYours
from typhoon.server.messages import encode
from typhoon.server.requests import Wrong, read
from typhoon.server.security import MOST_BYTES, problem
from typhoon.server.store import StoreError
from typhoon.server.visitors import TooMany, Visitor, Visitors

BODY_TIME = 15.0
"""As many seconds the body of a request may take to come."""

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


class TooLarge(Exception):
    """A request that is longer than it may be."""


class TooSlow(Exception):
    """A request that does not come to its end."""


class Left(Exception):
    """Nobody waits for the answer any more."""


STATUS: dict[type[Exception], int] = {
    Wrong: 400,
    NotYours: 403,
    NoTable: 404,
    UnknownGame: 404,
    TooSlow: 408,
    TooLarge: 413,
    Busy: 429,
    TooMany: 429,
    NoAnswer: 503,
    StoreError: 503,
}


def answering(handler: Handler) -> Handler:
    """Turn what goes wrong into an answer with words in it, for which one waits one's turn."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except Left:
            return Response(status_code=204)  # nobody is there to see it
        except tuple(STATUS) as error:
            wrong = error
        try:
            await in_turn(request, visitors(request).at(request))
        except TooMany as error:
            wrong = error
        return problem(STATUS[type(wrong)], str(wrong))

    return answer


def for_anybody(handler: Handler, seconds: float = 0.0) -> Handler:
    """Answer strangers when it is their address's turn; it takes about so many seconds."""

    async def answer(request: Request) -> Response:
        await in_turn(request, visitors(request).at(request), seconds)
        return await handler(request)

    return answering(answer)


async def in_turn(request: Request, visitor: Visitor, seconds: float = 0.0) -> None:
    """Wait for a visitor's turn to do something that takes about so many seconds."""
    await visitor.turn()
    visitor.charge(seconds)
    attended(request)


def visitors(request: Request) -> Visitors:
    found: Visitors = request.app.state.visitors
    return found


def json(value: object, status: int = 200) -> Response:
    return Response(encode(value), status, media_type="application/json")


async def body_of(request: Request, kind: Any, limit: int = MOST_BYTES) -> Any:
    """What was posted, as the kind of thing it should be, whatever its header says of its length."""
    parts, size = [], 0
    try:
        async with asyncio.timeout(BODY_TIME):
            async for part in request.stream():
                parts.append(part)
                size += len(part)
                if size > limit:
                    raise TooLarge("the request is too large")
    except ClientDisconnect as error:
        raise Left from error
    except TimeoutError as error:
        raise TooSlow("the request does not come to its end") from error
    return read(b"".join(parts), kind)


async def while_there(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Wait for something as long as somebody waits for the answer."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(_left(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Left
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
