"""Whose turn it is, when many wait: tables take turns, and at each table those who ask."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Turns(Generic[T]):
    """Things that wait, each for somebody at some table; nobody gets ahead by asking for more."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def waiting(self, table: str, who: str) -> int:
        """How many things of somebody's wait."""
        return len(self._of(table, who))

    def add(self, table: str, who: str, thing: T) -> None:
        self._tables.setdefault(table, OrderedDict()).setdefault(who, deque()).append(thing)
        self._count += 1

    def next(self, may: Callable[[str, str], bool] = lambda table, who: True) -> T | None:
        """The thing whose turn it is, of those who may; None when there is none."""
        for table, askers in self._tables.items():
            for who, things in askers.items():
                if may(table, who):
                    thing = things.popleft()
                    askers.move_to_end(who)
                    self._tables.move_to_end(table)
                    self._tidy(table, who)
                    return thing
        return None

    def drop(self, table: str, who: str, thing: T) -> None:
        """Forget a thing, if it waits still."""
        things = self._of(table, who)
        if thing in things:
            things.remove(thing)
            self._tidy(table, who)

    def _of(self, table: str, who: str) -> deque[T]:
        askers = self._tables.get(table)
        return askers.get(who, deque()) if askers else deque()

    def _tidy(self, table: str, who: str) -> None:
        self._count -= 1
        askers = self._tables[table]
        if not askers[who]:
            del askers[who]
        if not askers:
            del self._tables[table]
