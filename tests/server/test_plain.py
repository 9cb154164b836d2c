"""Plain requests whose askers leave before they are answered."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from typhoon.server.plain import Left, while_there


class Asker:
    """A request, and somebody who leaves when told to."""

    def __init__(self) -> None:
        self.leaves = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.leaves.wait()
        return {"type": "http.disconnect"}


def test_work_is_given_up_when_its_asker_leaves():
    async def run() -> None:
        asker: Any = Asker()
        given_up = asyncio.Event()

        async def work() -> None:
            try:
                await asyncio.sleep(60)
            finally:
                given_up.set()

        waiting = asyncio.create_task(while_there(asker, work()))
        await asyncio.sleep(0.01)
        assert not given_up.is_set()
        asker.leaves.set()
        with pytest.raises(Left):
            await waiting
        assert given_up.is_set()

    asyncio.run(run())


def test_what_is_found_while_the_asker_waits_is_the_answer():
    async def run() -> None:
        asker: Any = Asker()

        async def work(found: object) -> object:
            await asyncio.sleep(0.01)
            if isinstance(found, Exception):
                raise found
            return found

        assert await while_there(asker, work(42)) == 42
        with pytest.raises(ValueError, match="no"):
            await while_there(asker, work(ValueError("no")))

    asyncio.run(run())
