"""Plain requests and connections to tables."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar, get_args

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.websockets import WebSocket, WebSocketDisconnect

from typhoon.server import state
from typhoon.server.answers import Clerk
from typhoon.server.computers import NoAnswer
from typhoon.server.games import json
from typhoon.server.hall import Hall, NoTable, NotYours
from typhoon.server.lines import Line, text_of
from typhoon.server.questions import LookBack
from typhoon.server.requests import AnyRequest, Hello, NewLink, NewTable, Wrong, read
from typhoon.server.seats import Holder
from typhoon.server.security import MOST_BYTES, MOST_BYTES_OF_A_TABLE, body_of, is_host, problem
from typhoon.server.store import StoreError
from typhoon.server.table import NO_TABLE, NOT_YOURS

REQUESTS: dict[str, Any] = {kind.__struct_config__.tag: kind for kind in get_args(AnyRequest)}
PATHS = {"orders" if name == "order" else name: kind for name, kind in REQUESTS.items()}
"""What can be posted to a table, by the last part of the path."""

MOST_WATCHERS = 200
MOST_REASON = 100
"""As many characters can be said in closing a connection."""
GREETING_TIME = 10.0
"""As many seconds a new connection has to say who it is."""

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


class TooLarge(Exception):
    """A request that is longer than it may be."""


class Left(Exception):
    """Nobody waits for the answer any more."""


def _hall(connection: HTTPConnection) -> Hall:
    hall: Hall = connection.app.state.hall
    return hall


def _is_host(connection: HTTPConnection) -> bool:
    return is_host(connection, connection.app.state.settings)


def _holder(connection: HTTPConnection, token: str | None, side: str | None) -> Holder:
    id_ = connection.path_params["id"]
    is_host = _is_host(connection)
    return _hall(connection).holder(id_, token, side, is_host=is_host, address=_address(connection))


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


def _asker(request: Request, token: str | None = None, side: str | None = None) -> Holder:
    """Who makes a plain request; the token stands in a header, or in what is posted."""
    _keep_tokens_out(request)
    scheme, _, shown = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        token = token or shown.strip()
    return _holder(request, token, side or request.query_params.get("side"))


def _keep_tokens_out(connection: HTTPConnection) -> None:
    """Addresses are written down in logs and histories."""
    if "token" in connection.query_params:
        raise Wrong("a token does not belong in an address: send it in the first message, or in a header")


async def _clerk(connection: HTTPConnection) -> Clerk:
    return await _hall(connection).clerk(connection.path_params["id"])


def answering(handler: Handler) -> Handler:
    """Turn what goes wrong into an answer with words in it."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except NoTable as error:
            return problem(404, str(error))
        except NotYours as error:
            return problem(403, str(error))
        except Wrong as error:
            return problem(400, str(error))
        except TooLarge:
            return problem(413, "the request is too large")
        except NoAnswer as error:
            return problem(429, str(error))
        except StoreError as error:
            return problem(503, str(error))
        except Left:
            return Response(status_code=204)  # nobody is there to see it

    return answer


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


async def _read(request: Request, kind: Any, limit: int = MOST_BYTES) -> Any:
    body = await body_of(request, limit)
    if body is None:
        raise TooLarge
    return read(body, kind)


def _number(text: str | None) -> int | None:
    if text is None or text == "":
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > 7:
        raise Wrong(f"'{text[:20]}' is no number of orders")
    return int(text)


async def list_tables(request: Request) -> Response:
    return json(_hall(request).rows(everything=_is_host(request)))


async def open_table(request: Request) -> Response:
    if not _is_host(request):
        raise NotYours("only the host of this server opens tables; ask for an invitation")
    wish = await _read(request, NewTable, MOST_BYTES_OF_A_TABLE)
    try:
        return json(await while_there(request, _hall(request).open(wish, _address(request))), 201)
    except ValueError as error:
        raise Wrong(str(error)) from error


async def table_state(request: Request) -> Response:
    holder = _asker(request)
    table = (await _clerk(request)).table
    since = _number(request.query_params.get("since"))
    return json(table.state(holder, table.seen_since(since)))


async def remove_table(request: Request) -> Response:
    if not _is_host(request):
        raise NotYours("only the host of this server clears tables away")
    await _hall(request).remove(request.path_params["id"])
    return Response(status_code=204)


async def replay(request: Request) -> Response:
    holder = _asker(request)
    table = (await _clerk(request)).table
    to = _number(request.query_params.get("to"))
    n = table.match.n
    if to is None:
        to = n
    if to > n:
        raise Wrong(f"there is no order {to} to go to; the game has {n}")
    since = _number(request.query_params.get("since"))
    since = -1 if since is None else min(since, to)
    past = LookBack(holder.seat, table.facts(holder), since, n)
    asked = _hall(request).computers.ask(past, table.match.so_far(to), table=table.id, who=holder.who)
    return json(await while_there(request, asked))


async def journal(request: Request) -> Response:
    """The journal; the dice key is in it when the game is over, or for the owner who asks for it."""
    holder = _asker(request)
    table = (await _clerk(request)).table
    game = table.match.game
    whole = request.query_params.get("key") == "1" and holder.owner
    if not state.secret_free(game.rules) and game.result is None and not whole:
        raise NotYours("this game has secrets: its journal is shown when it is over")
    name = f"{game.rules.about.id}-{table.id}.journal"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(game.journal.text(secret=whole), headers=headers)


async def post(request: Request) -> Response:
    kind = PATHS.get(request.path_params["type"])
    if kind is None:
        return problem(404, f"one cannot ask a table for '{request.path_params['type'][:40]}'")
    asked = await _read(request, kind)
    holder = _asker(request, asked.token, asked.side)
    clerk = await _clerk(request)
    plain = msgspec.structs.replace(asked, token=None, side=None)
    return json(await while_there(request, clerk.answer(plain, holder)))


async def replace_link(request: Request) -> Response:
    _hall(request).known(request.path_params["id"])
    if not _is_host(request):
        raise NotYours("only the host of this server issues links")
    wish = await _read(request, NewLink)
    try:
        return json(_hall(request).replace_link(request.path_params["id"], wish.seat))
    except ValueError as error:
        raise Wrong(str(error)) from error


async def connect(socket: WebSocket) -> None:
    # A browser learns why it was refused only after the connection was made.
    await socket.accept()
    try:
        _keep_tokens_out(socket)
        hello = await _hello(socket)
        holder = _holder(socket, hello.token, hello.side)
        clerk = await _clerk(socket)
        if len(clerk.table.watchers) >= MOST_WATCHERS:
            raise NotYours("the table is crowded")
    except WebSocketDisconnect:
        return
    except TimeoutError:
        await socket.close(NOT_YOURS, "nobody said who it is")
    except NoTable as error:
        await socket.close(NO_TABLE, str(error))
    except (NotYours, Wrong) as error:
        await socket.close(NOT_YOURS, str(error)[:MOST_REASON])
    except StoreError as error:
        await socket.close(1011, str(error)[:MOST_REASON])
    else:
        await Line(socket, clerk, holder, hello.since).serve(socket.app.state.settings)


async def _hello(socket: WebSocket) -> Hello:
    async with asyncio.timeout(GREETING_TIME):
        hello: Hello = read(text_of(await socket.receive()), Hello)
        return hello


ROUTES = [
    Route("/api/tables", answering(list_tables)),
    Route("/api/tables", answering(open_table), methods=["POST"]),
    Route("/api/tables/{id}", answering(table_state)),
    Route("/api/tables/{id}", answering(remove_table), methods=["DELETE"]),
    Route("/api/tables/{id}/replay", answering(replay)),
    Route("/api/tables/{id}/journal", answering(journal)),
    Route("/api/tables/{id}/links", answering(replace_link), methods=["POST"]),
    Route("/api/tables/{id}/{type}", answering(post), methods=["POST"]),
]
