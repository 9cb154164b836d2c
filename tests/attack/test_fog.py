"""What is hidden shows in no byte of what a seat is sent, over real connections.

Two tables are laid whose games differ only in the side of a strength chit that lies face down.  The same is
played and asked at both; but for the table's id and the time of day, what is sent must be the same.
"""

from __future__ import annotations

import json
import os
import re
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest

import typhoon
from tests.attack.house import LONG, House, Player
from tests.attack.lenient import known_dice
from typhoon.engine.game import Game

GAME = "operation-typhoon"
UNITS = {
    "12/4P/24": "C1422", "33/4P/24": "C1424", "3/3P/24": "C1421", "24/2PzA": "C1319",
    "41/50": "C1423", "299/50": "C1325", "413/50": "C1326", "50/Bldin": "C1330",
}  # fmt: skip
HIDDEN = {"german": ("315/167/53", "G2-5", "C0520"), "soviet": ("258/49", "S2-6", "C3850")}
"""A unit of each side that stands by, with its chit."""
ORDERS = 400 if LONG else 17
SEED = int.from_bytes(os.urandom(4), "big") if LONG else 7
CASES = [(owner, seat) for owner in HIDDEN for seat in ("german", "soviet", "") if seat != owner]


def world(owner: str, reduced: bool) -> Game:
    name, chit, hex_ = HIDDEN[owner]
    hidden = {name: {"hex": hex_, "chit": chit, "reduced": reduced}}
    return typhoon.build(
        GAME, scenario="guderian", turn=4, phase="german movement", seed=11, arrivals={},
        units={**UNITS, **hidden}, options={"intelligence": "strict"},
    )  # fmt: skip


class World:
    """A table, whoever plays at it, and one who listens."""

    def __init__(self, house: House, game: Game, listener: str, stack: ExitStack) -> None:
        self.house, self.twin = house, game
        seats = dict.fromkeys(("german", "soviet"), "person")
        self.opened = house.open(game=GAME, mode="remote", seats=seats, journal=str(game.journal))
        game.dice = known_dice(seats)
        tokens = {**self.opened["tokens"], "": self.opened["watch"].split("=")[1]}
        self.token = tokens[listener]
        self.players: dict[str, Player] = {
            seat: stack.enter_context(house.sit(self.opened["id"], token))
            for seat, token in tokens.items()
            if seat != listener
        }
        self.heard: list[str] = []
        self.ear = stack.enter_context(house.sit(self.opened["id"], self.token))
        self.keep(self.ear.state)

    def keep(self, message: Any) -> None:
        text = json.dumps(message).replace(self.opened["id"], "ID")
        self.heard.append(re.sub(r'"at": "[^"]*"', '"at": ""', text))

    def order(self, order: str) -> None:
        decision, n = self.twin.decision, len(self.twin.entries)
        assert decision is not None
        player = self.players.get(decision.side, self.ear)
        reply = player.order(order, n)
        assert reply["ok"], (order, reply)
        self.twin.push(order)
        while self.ear.state["n"] != n + 1:
            self.ear.hear()
        self.keep(self.ear.state)

    def ask(self, order: str) -> None:
        for request in ("preview", "why"):
            self.keep(self.ear.ask(request, id="x", order=order))
        for overlay in ("zones", "supply", "owed"):
            self.keep(self.ear.ask("overlay", id="x", overlay=overlay))
        for unit in (*UNITS, *(hidden[0] for hidden in HIDDEN.values())):
            self.keep(self.ear.ask("line", id="x", unit=unit))
            self.keep(self.ear.ask("destinations", id="x", units=[unit], verb="move"))
        for request in ("lines", "luck"):
            self.keep(self.ear.ask(request, id="x"))
        path = f"/api/tables/{self.opened['id']}"
        for question in ("", "/replay?to=0", f"/replay?to={len(self.twin.entries)}", "/journal"):
            self.keep(self.house.call("GET", path + question, token=self.token))


@pytest.mark.parametrize(("owner", "listener"), CASES)
def test_a_chit_that_lies_face_down_shows_nowhere(lenient: House, owner: str, listener: str) -> None:
    rng = Random(SEED)
    with ExitStack() as stack:
        pair = [World(lenient, world(owner, reduced), listener, stack) for reduced in (False, True)]
        assert pair[0].twin.state_hash() != pair[1].twin.state_hash()
        for number in range(ORDERS):
            game = pair[0].twin
            if game.decision is None:
                break
            choices = [str(game.orders.sample(rng)) for _ in range(6)]
            choices = [order for order in choices if HIDDEN[owner][0] not in order] or ["end"]
            for each in pair:
                each.order(choices[0])
                if number % 8 == 0:
                    each.ask(choices[-1])
        assert pair[0].twin.state_hash() != pair[1].twin.state_hash()
    assert len(pair[0].heard) == len(pair[1].heard) > ORDERS
    for one, other in zip(pair[0].heard, pair[1].heard, strict=True):
        assert one == other, f"seed {SEED}"
