"""Plain requests and connections to tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, get_args

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.websockets import WebSocket

from typhoon.server import state
from typhoon.server.answers import Clerk
from typhoon.server.games import json
from typhoon.server.hall import Hall, NoTable, NotYours
from typhoon.server.lines import Line
from typhoon.server.replay import Replays
from typhoon.server.requests import AnyRequest, NewTable
from typhoon.server.seats import Holder
from typhoon.server.security import MOST_BYTES, MOST_BYTES_OF_A_TABLE, body_of, is_host, problem
from typhoon.server.store import StoreError

REQUESTS: dict[str, Any] = {kind.__struct_config__.tag: kind for kind in get_args(AnyRequest)}
PATHS = {"orders" if name == "order" else name: kind for name, kind in REQUESTS.items()}
"""What can be posted to a table, by the last part of the path."""

NOT_YOURS, NO_TABLE = 4403, 4404
"""What a connection that is not to be is closed with."""

MOST_WATCHERS = 200

Handler = Callable[[Request], Awaitable[Response]]


class Wrong(Exception):
    """A request that cannot be read."""


class TooLarge(Exception):
    """A request that is longer than it may be."""


def _hall(connection: HTTPConnection) -> Hall:
    hall: Hall = connection.app.state.hall
    return hall


def _is_host(connection: HTTPConnection) -> bool:
    return is_host(connection, connection.app.state.settings)


def _holder(connection: HTTPConnection, token: str | None = None, side: str | None = None) -> Holder:
    query = connection.query_params
    token, side = token or query.get("token"), side or query.get("side")
    id_ = connection.path_params["id"]
    return _hall(connection).holder(id_, token, side, is_host=_is_host(connection))


async def _clerk(connection: HTTPConnection) -> Clerk:
    """The clerk of the table, its game loaded without keeping others waiting."""
    hall, id_ = _hall(connection), connection.path_params["id"]
    await hall.prepare(hall.known(id_).game)
    return hall.clerk(id_)


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
        except StoreError as error:
            return problem(503, str(error))

    return answer


async def _read(request: Request, kind: Any, limit: int = MOST_BYTES) -> Any:
    body = await body_of(request, limit)
    if body is None:
        raise TooLarge
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.DecodeError as error:
        raise Wrong(str(error)) from error


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
        return json(_hall(request).open(wish), 201)
    except ValueError as error:
        raise Wrong(str(error)) from error


async def table_state(request: Request) -> Response:
    holder = _holder(request)
    table = (await _clerk(request)).table
    since = _number(request.query_params.get("since"))
    return json(table.state(holder, table.seen_since(since)))


async def remove_table(request: Request) -> Response:
    _hall(request).known(request.path_params["id"])
    if not _is_host(request):
        raise NotYours("only the host of this server clears tables away")
    await _hall(request).remove(request.path_params["id"])
    return Response(status_code=204)


async def replay(request: Request) -> Response:
    holder = _holder(request)
    table = (await _clerk(request)).table
    to = _number(request.query_params.get("to"))
    n = table.match.n
    if to is None:
        to = n
    if to > n:
        raise Wrong(f"there is no order {to} to go to; the game has {n}")
    since = _number(request.query_params.get("since"))
    since = -1 if since is None else min(since, to)
    replays: Replays = request.app.state.replays
    return json(await replays.state(table.match.so_far(to), table.facts(holder), holder.seat, since, n))


async def journal(request: Request) -> Response:
    """The journal; the dice key is in it when the game is over, or for the owner who asks for it."""
    holder = _holder(request)
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
    holder = _holder(request, asked.token, asked.side)
    clerk = await _clerk(request)
    plain = msgspec.structs.replace(asked, token=None, side=None)
    return json(await clerk.answer(plain, holder))


async def connect(socket: WebSocket) -> None:
    # A browser learns why it was refused only after the connection was made.
    await socket.accept()
    try:
        holder = _holder(socket)
        clerk = await _clerk(socket)
        since = _number(socket.query_params.get("since"))
        if len(clerk.table.watchers) >= MOST_WATCHERS:
            raise NotYours("the table is crowded")
    except NoTable as error:
        await socket.close(NO_TABLE, str(error))
    except (NotYours, Wrong) as error:
        await socket.close(NOT_YOURS, str(error))
    except StoreError as error:
        await socket.close(1011, str(error)[:100])
    else:
        await Line(socket, clerk, holder, since).serve(socket.app.state.settings)


ROUTES = [
    Route("/api/tables", answering(list_tables)),
    Route("/api/tables", answering(open_table), methods=["POST"]),
    Route("/api/tables/{id}", answering(table_state)),
    Route("/api/tables/{id}", answering(remove_table), methods=["DELETE"]),
    Route("/api/tables/{id}/replay", answering(replay)),
    Route("/api/tables/{id}/journal", answering(journal)),
    Route("/api/tables/{id}/{type}", answering(post), methods=["POST"]),
]
