"""The description of the plain requests, for programs to read."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from typhoon.engine.about import About
from typhoon.engine.briefing import Briefing
from typhoon.engine.guide import GuideFacts
from typhoon.engine.study import StudyFacts
from typhoon.server import messages as m
from typhoon.server import requests as r
from typhoon.server.examples import ExamplesFacts
from typhoon.server.facts import GameFacts
from typhoon.server.laboratory import AskLab, ExperimentRow, NewExperiment
from typhoon.server.messages import encode

REF = "#/components/schemas/{name}"
_POSTED = {
    "orders": r.Order,
    "preview": r.PreviewOrder,
    "why": r.Why,
    "destinations": r.Destinations,
    "undo": r.Undo,
    "overlay": r.ShowOverlay,
    "line": r.ShowLine,
    "lines": r.ShowLines,
    "hint": r.Hint,
    "takeback": r.TakeBack,
    "chat": r.Chat,
    "said": r.Said,
    "pause": r.Pause,
    "name": r.Name,
    "luck": r.Luck,
}
_ANSWERS = [
    list[About],
    GameFacts,
    Briefing,
    GuideFacts,
    ExamplesFacts,
    list[StudyFacts],
    list[str],
    list[m.TableRow],
    r.NewTable,
    r.NewLink,
    m.Opened,
    m.IssuedLink,
    m.State,
    m.State | m.BiddingFacts,
    r.NameBid,
    m.Reply,
    m.Problem,
    list[ExperimentRow],
    NewExperiment,
    AskLab,
]


async def description(_: Request) -> Response:
    return Response(_description(), media_type="application/json")


@cache
def _description() -> bytes:
    kinds = [*_ANSWERS, *_POSTED.values()]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REF)
    schema = dict(zip(map(str, kinds), schemas, strict=True))
    return encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Typhoon",
                "version": "1",
                "description": "Every request to a table can also be sent over /api/tables/{id}/ws.",
            },
            "paths": _paths(schema),
            "security": [{}, {"link": []}],
            "components": {
                "schemas": components,
                "securitySchemes": {
                    "link": {
                        "type": "http",
                        "scheme": "bearer",
                        "description": "the token of an invitation link, which opens its seat",
                    }
                },
            },
        }
    )


def _paths(schema: dict[str, Any]) -> dict[str, Any]:
    game, table = _parameter("game", "path"), _parameter("id", "path")
    side = _parameter("side", "query")
    side["description"] = "the seat to look through: a side, or a role such as german/north"
    seasons = {"type": "string", "enum": ["summer", "winter"]}
    parts = {"type": "string", "enum": ["whole", "land", "numbers"]}
    number = {"type": "integer", "minimum": 0, "maximum": 1_000_000}
    seat = [table, side]

    def of(kind: object) -> dict[str, Any]:
        found: dict[str, Any] = schema[str(kind)]
        return found

    paths: dict[str, Any] = {
        "/api/games": {"get": _call("All games", of(list[About]))},
        "/api/games/{game}": {
            "get": _call("What stays the same in a game", of(GameFacts), [game], not_found=True)
        },
        "/api/games/{game}/briefing": {
            "get": _call("What to know before the first turn", of(Briefing), [game], not_found=True)
        },
        "/api/games/{game}/guide": {
            "get": _call("The guided first turn", of(GuideFacts), [game], not_found=True)
        },
        "/api/games/{game}/examples": {
            "get": _call("Examples of cases", of(ExamplesFacts), [game], not_found=True)
        },
        "/api/games/{game}/charts": {
            "get": _call("The charts", {"type": "string"}, [game], type_="text/html", not_found=True)
        },
        "/api/games/{game}/board.svg": {
            "get": _call(
                "The map without counters, or a part of it",
                {"type": "string"},
                [game, _parameter("season", "query", seasons), _parameter("part", "query", parts)],
                type_="image/svg+xml",
                not_found=True,
            )
        },
        "/api/lab": {
            "get": _call("The experiments of the lab, for the host", of(list[ExperimentRow])),
            "post": _call(
                "Write an experiment to be changed",
                of(list[ExperimentRow]),
                body=of(NewExperiment),
                status="201",
                not_found=True,
            ),
        },
        "/api/lab/{name}": {
            "post": _call(
                "Start or stop an experiment, or write its report",
                of(list[ExperimentRow]),
                [_parameter("name", "path")],
                body=of(AskLab),
                not_found=True,
            )
        },
        "/api/studies": {"get": _call("Positions to be tried", of(list[StudyFacts]))},
        "/api/players": {"get": _call("Who can play a side", of(list[str]))},
        "/api/tables": {
            "get": _call("The tables the caller may see", of(list[m.TableRow])),
            "post": _call("Open a table", of(m.Opened), body=of(r.NewTable), status="201"),
        },
        "/api/tables/{id}": {
            "get": _call(
                "The table as a seat sees it, or who has still to bid before its game",
                of(m.State | m.BiddingFacts),
                [*seat, _parameter("since", "query", number)],
                not_found=True,
            ),
            "delete": _call("Clear a table away", None, seat, status="204", not_found=True),
        },
        "/api/tables/{id}/replay": {
            "get": _call(
                "An earlier moment as a seat saw it, or of the marshal's `line` after an order",
                of(m.State),
                [*seat, *[_parameter(name, "query", number) for name in ("to", "since", "line")]],
                not_found=True,
            )
        },
        "/api/tables/{id}/links": {
            "post": _call(
                "Issue the link of a seat, or with an empty one that of spectators, anew",
                of(m.IssuedLink),
                [table],
                body=of(r.NewLink),
                not_found=True,
            )
        },
        "/api/tables/{id}/bids": {
            "post": _call(
                "Name a bid before the game", None, [table], body=of(r.NameBid), status="204", not_found=True
            )
        },
        "/api/tables/{id}/journal": {
            "get": _call("The journal", {"type": "string"}, seat, type_="text/plain", not_found=True)
        },
    }
    for name, kind in _POSTED.items():
        summary = (kind.__doc__ or "").split("\n")[0]
        paths[f"/api/tables/{{id}}/{name}"] = {
            "post": _call(summary, of(m.Reply), [table], body=of(kind), not_found=True)
        }
    return paths


def _parameter(name: str, place: str, schema: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "name": name,
        "in": place,
        "required": place == "path",
        "schema": schema or {"type": "string"},
    }


def _call(
    summary: str,
    answer: dict[str, Any] | None,
    parameters: list[dict[str, Any]] | None = None,
    *,
    body: dict[str, Any] | None = None,
    type_: str = "application/json",
    status: str = "200",
    not_found: bool = False,
) -> dict[str, Any]:
    fault = {"content": {"application/json": {"schema": {"$ref": REF.format(name="Problem")}}}}
    done: dict[str, Any] = {"description": "done"}
    if answer is not None:
        done["content"] = {type_: {"schema": answer}}
    responses = {
        status: done,
        "400": {"description": "the request makes no sense", **fault},
        "403": {"description": "the caller may not do this", **fault},
        "413": {"description": "the request is too large", **fault},
        "429": {"description": "too many requests", **fault},
        "503": {"description": "the database did not take it", **fault},
    }
    if not_found:
        responses["404"] = {"description": "there is no such thing", **fault}
    call: dict[str, Any] = {"summary": summary, "parameters": parameters or [], "responses": responses}
    if body is not None:
        call["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return call
