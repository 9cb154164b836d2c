"""The description of the plain requests, for programs to read."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from typhoon.server.games import json


async def description(_: Request) -> Response:
    return json({"openapi": "3.1.0", "info": {"title": "Typhoon", "version": "1"}, "paths": {}})
