"""Working things out once, however many ask for them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any


class _Shared:
    def __init__(self, task: asyncio.Task[Any]) -> None:
        self.task, self.waiting = task, 0


class Once:
    """What was found out at one moment; at the next, all of it is asked anew."""

    def __init__(self) -> None:
        self._moment: Hashable = None
        self._known: dict[Hashable, _Shared] = {}

    async def find(self, moment: Hashable, what: Hashable, work: Callable[[], Awaitable[Any]]) -> Any:
        """What the work finds; when all who wait for it have left, it is given up."""
        if moment != self._moment:
            self._moment, self._known = moment, {}
        known = self._known
        shared = known.get(what)
        if shared is None:
            shared = known[what] = _Shared(asyncio.ensure_future(_run(work)))
        shared.waiting += 1
        try:
            return await asyncio.shield(shared.task)
        finally:
            shared.waiting -= 1
            task = shared.task
            failed = task.done() and (task.cancelled() or task.exception() is not None)
            if failed or (not task.done() and not shared.waiting):
                task.cancel()
                if known.get(what) is shared:
                    del known[what]


async def _run(work: Callable[[], Awaitable[Any]]) -> Any:
    return await work()
