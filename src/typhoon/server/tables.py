"""Plain requests to tables."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from typhoon.server import state
from typhoon.server.auction import facts_of
from typhoon.server.clerk import SLOW, Clerk
from typhoon.server.doors import attended
from typhoon.server.hall import Hall, NotYours
from typhoon.server.messages import Reply
from typhoon.server.plain import answering, body_of, for_anybody, json, visitors, while_there
from typhoon.server.questions import LookBack
from typhoon.server.requests import AnyRequest, NameBid, NewLink, NewTable, Wrong
from typhoon.server.seats import Holder
from typhoon.server.security import MOST_BYTES_OF_A_TABLE, is_host, problem
from typhoon.server.visitors import Visitor, address_of

REQUESTS: dict[str, Any] = {kind.__struct_config__.tag: kind for kind in get_args(AnyRequest)}
PATHS = {"orders" if name == "order" else name: kind for name, kind in REQUESTS.items()}
"""What can be posted to a table, by the last part of the path."""
OPENING = 0.02
"""About how many seconds it takes to open, list or clear tables."""


def hall_of(connection: HTTPConnection) -> Hall:
    hall: Hall = connection.app.state.hall
    return hall


def _is_host(connection: HTTPConnection) -> bool:
    return is_host(connection, connection.app.state.settings)


def holder_of(connection: HTTPConnection, token: str | None, side: str | None) -> Holder:
    """Who asks; addresses are written down in logs and histories, so no token may stand in one."""
    if "token" in connection.query_params:
        raise Wrong("a token does not belong in an address: send it in the first message, or in a header")
    id_, address = connection.path_params["id"], address_of(connection)
    return hall_of(connection).holder(id_, token, side, is_host=_is_host(connection), address=address)


class Asker(msgspec.Struct, frozen=True):
    """Somebody who makes a plain request to a table, and whose turn it is."""

    holder: Holder
    clerk: Clerk
    visitor: Visitor


async def _caller(
    request: Request, token: str | None = None, side: str | None = None
) -> tuple[Holder, Visitor]:
    """Who makes a plain request; the token stands in a header, or in what is posted."""
    scheme, _, shown = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        token = token or shown.strip()
    holder = holder_of(request, token, side or request.query_params.get("side"))
    visitor = visitors(request).holding(holder, request.path_params["id"])
    await visitor.turn()
    attended(request)
    return holder, visitor


async def _asker(request: Request, token: str | None = None, side: str | None = None) -> Asker:
    """Who makes a plain request to a game that has begun."""
    holder, visitor = await _caller(request, token, side)
    return Asker(holder, await hall_of(request).clerk(request.path_params["id"]), visitor)


def _number(text: str | None) -> int | None:
    if text is None or text == "":
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > 7:
        raise Wrong(f"'{text[:20]}' is no number of orders")
    return int(text)


# Tables


async def list_tables(request: Request) -> Response:
    return json(hall_of(request).rows(everything=_is_host(request)))


async def open_table(request: Request) -> Response:
    if not _is_host(request):
        raise NotYours("only the host of this server opens tables; ask for an invitation")
    wish = await body_of(request, NewTable, MOST_BYTES_OF_A_TABLE)
    try:
        return json(await while_there(request, hall_of(request).open(wish, address_of(request))), 201)
    except ValueError as error:
        raise Wrong(str(error)) from error


async def remove_table(request: Request) -> Response:
    if not _is_host(request):
        raise NotYours("only the host of this server clears tables away")
    await hall_of(request).remove(request.path_params["id"])
    return Response(status_code=204)


async def replace_link(request: Request) -> Response:
    hall_of(request).known(request.path_params["id"])
    if not _is_host(request):
        raise NotYours("only the host of this server issues links")
    wish = await body_of(request, NewLink)
    try:
        return json(hall_of(request).replace_link(request.path_params["id"], wish.seat))
    except ValueError as error:
        raise Wrong(str(error)) from error


# A table


async def bid(request: Request) -> Response:
    asked = await body_of(request, NameBid)
    holder, _ = await _caller(request, asked.token, asked.side)
    id_, hall = request.path_params["id"], hall_of(request)
    try:
        await hall.bid(id_, holder, asked.bid)
    except ValueError as error:
        raise Wrong(str(error)) from error
    return Response(status_code=204)


async def table_state(request: Request) -> Response:
    if record := await hall_of(request).awaiting_bids(request.path_params["id"]):
        holder, _ = await _caller(request)
        return json(facts_of(record, holder))
    asker = await _asker(request)
    since = _number(request.query_params.get("since"))
    table = asker.clerk.table
    with asker.visitor.working():
        told = table.told(asker.holder, table.seen_since(since))
    asker.visitor.charge(size=len(told))
    return Response(told, media_type="application/json")


async def replay(request: Request) -> Response:
    """An earlier moment, or with ``line`` one of what the marshal would have played after that order."""
    asker = await _asker(request)
    table, seat = asker.clerk.table, asker.holder.seat
    start = _number(request.query_params.get("line"))
    line = [] if start is None else await asker.clerk.line(start)
    match, n = table.match, table.match.n if start is None else start + len(line)
    if line and match.game.rules.secrets:
        seat = line[0].side  # whoever looks at a line sees it as the side would have that it is made for
    to = _number(request.query_params.get("to"))
    to = n if to is None else to
    if to > n:
        raise Wrong(f"there is no order {to} to go to; the game has {n}")
    since = _number(request.query_params.get("since"))
    since = -1 if since is None else min(since, to)
    with asker.visitor.working():
        past = LookBack(seat, table.facts(asker.holder), since, n)
        game = match.so_far(to) if start is None else match.beside(start, line, to)
    asked = hall_of(request).computers.ask(past, game, table=table.id, who=asker.holder.who)
    found: msgspec.Raw = await while_there(request, asked)
    asker.visitor.charge(size=2 * len(bytes(found)))  # it came from another process first
    return Response(bytes(found), media_type="application/json")


async def journal(request: Request) -> Response:
    """The journal; the dice key is in it when the game is over, or for the owner who asks for it.

    Whoever is shown the key of a game that goes on knows it for dice that fell: those to come get another.
    """
    asker = await _asker(request)
    table = asker.clerk.table
    game = table.match.game
    whole = request.query_params.get("key") == "1" and asker.holder.owner
    if not state.secret_free(game.rules) and game.result is None and not whole:
        raise NotYours("this game has secrets: its journal is shown when it is over")
    name = f"{game.rules.about.id}-{table.id}.journal"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    with asker.visitor.working():
        text = table.match.publish() if whole else game.journal.text(secret=False)
    asker.visitor.charge(size=len(text))
    return PlainTextResponse(text, headers=headers)


async def post(request: Request) -> Response:
    kind = PATHS.get(request.path_params["type"])
    if kind is None:
        return problem(404, f"one cannot ask a table for '{request.path_params['type'][:40]}'")
    asked = await body_of(request, kind)
    asker = await _asker(request, asked.token, asked.side)
    plain = msgspec.structs.replace(asked, token=None, side=None)
    return json(await while_there(request, _answered(asker, plain)))


async def _answered(asker: Asker, request: AnyRequest) -> Reply:
    if isinstance(request, SLOW):
        return await asker.clerk.answer(request, asker.holder)
    with asker.visitor.working():
        return await asker.clerk.answer(request, asker.holder)


ROUTES = [
    Route("/api/tables", for_anybody(list_tables, OPENING)),
    Route("/api/tables", for_anybody(open_table, OPENING), methods=["POST"]),
    Route("/api/tables/{id}", answering(table_state)),
    Route("/api/tables/{id}", for_anybody(remove_table, OPENING), methods=["DELETE"]),
    Route("/api/tables/{id}/replay", answering(replay)),
    Route("/api/tables/{id}/journal", answering(journal)),
    Route("/api/tables/{id}/links", for_anybody(replace_link), methods=["POST"]),
    Route("/api/tables/{id}/bids", answering(bid), methods=["POST"]),
    Route("/api/tables/{id}/{type}", answering(post), methods=["POST"]),
]
