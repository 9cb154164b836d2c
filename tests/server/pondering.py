"""The process that thinks, with players who take all the time they get: one heeds its seat, one does not."""

from __future__ import annotations

from random import Random
from time import sleep
from typing import Any

from typhoon.engine.orders import Order
from typhoon.engine.seat import Player, Seat
from typhoon.server import questions, thinking


class Ponderer:
    """Thinks until its time is up or nobody waits, and then gives any order."""

    def choose(self, seat: Seat) -> Order:
        while seat.thinking.left > 0:
            seat.thinking.check()
            sleep(0.005)
        return seat.orders.sample(Random(1))


class Talker:
    """Tells half way what it would do, where that is asked for."""

    def choose(self, seat: Seat) -> Order:
        seat.thinking.tell("Hold the line." if seat.thinking.in_words else "", 0.5)
        return seat.orders.sample(Random(1))


class Stubborn:
    """Thinks on whatever it is told."""

    def choose(self, seat: Seat) -> Order:
        while True:
            sleep(0.005)


def find_player(name: str, *_: Any, **__: Any) -> Player:
    return {"ponderer": Ponderer, "stubborn": Stubborn, "talker": Talker}[name]()


if __name__ == "__main__":
    questions.find_player = find_player
    thinking.main()
