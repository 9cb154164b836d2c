"""The description of the requests holds: whatever it allows is answered as it says."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from typhoon.server.app import make_app
from typhoon.server.settings import Settings

EXAMPLES = 200 if os.environ.get("TYPHOON_LONG") == "1" else 6
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]
SLOWLY = {"deadline": None, "database": None, "suppress_health_check": list(HealthCheck)}


@pytest.fixture
def address(tmp_path) -> Iterator[str]:
    app = make_app(Settings(tmp_path, requests_a_second=1e6, burst=10**6, share=1e3, pace=0, thinkers=1))
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", access_log=False))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        thread = Thread(target=server.run, args=[[listener]])
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join(30)


def call(address: str, path: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(f"{address}/api/{path}", data), timeout=30) as answer:
        return json.load(answer)


def test_requests_are_answered_as_described(address):
    table = call(address, "tables", {"game": "red-typhoon"})["id"]
    schema = schemathesis.openapi.from_dict(call(address, "openapi.json"))
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 20
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(max_examples=EXAMPLES, **SLOWLY)
        def answered(case: Any) -> None:
            path = case.path_parameters or {}
            if case.method != "DELETE" and "id" in path:
                path["id"] = table
            if "game" in path and len(case.query or {}) % 2:
                path["game"] = "red-typhoon"
            case.call_and_validate(base_url=address, checks=CHECKS, timeout=60)

        answered()
