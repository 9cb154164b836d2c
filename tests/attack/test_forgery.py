"""Forged orders: whatever is sent, by whomever, the server's game does what a game of our own does.

Orders nearly right, orders of other moments, of the other side, under wrong numbers and wrong tokens are
sent over real connections; every one that a replica would refuse must be refused, and those it would take
must lead to the same position.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest

import typhoon
from tests.attack.house import LONG, House, Player, shown
from tests.attack.lenient import known_dice
from typhoon.engine.game import Game
from typhoon.engine.registry import catalogue, find_rules

SCENARIOS = [
    (about.id, scenario.id)
    for about in catalogue()
    if about.status == "playable"
    for scenario in (about.scenarios if LONG else about.scenarios[:1])
]
TRIES = 5_000 if LONG else 250
SEED = int.from_bytes(os.urandom(4), "big") if LONG else 1942


ODD = ("", "\x00", "ä", "9" * 50, "-", "-" * 400, "⑨", "1e9", "..", "null", "\u2028", "' OR 1=1 --")


class Forger:
    """Sends orders to a table in the name of every seat, and keeps a replica of its game."""

    def __init__(self, house: House, game: str, scenario: str, rng: Random, stack: ExitStack) -> None:
        self.rng = rng
        self.twin: Game = typhoon.new(game, scenario)
        self.rules = find_rules(game)
        seats = dict.fromkeys(self.rules.sides, "person")
        opened = house.open(game=game, scenario=scenario, mode="remote", seats=seats)
        self.twin.dice = known_dice(seats)
        tokens = {**opened["tokens"], "": opened["watch"].split("=")[1]}
        self.players: dict[str, Player] = {
            side: stack.enter_context(house.sit(opened["id"], token)) for side, token in tokens.items()
        }
        self.old: list[str] = ["end"]
        self.taken = self.refused = 0

    @property
    def n(self) -> int:
        return len(self.twin.entries)

    @property
    def tries(self) -> int:
        return self.taken + self.refused

    def send(self, side: str, order: str, n: int) -> None:
        """Send an order, and see that it is ruled as the replica rules it."""
        decision = self.twin.decision
        assert decision is not None
        reply = self.players[side].order(order, n)
        legal = side == decision.side and n == self.n and self.twin.why_not(order) is None
        assert reply["ok"] == legal, (order, side, n, reply, decision)
        if legal:
            self.taken += 1
            self.old.append(order)
            self.follow(order)
        else:
            self.refused += 1
        assert reply["n"] == self.n

    def follow(self, order: str) -> None:
        """Carry out an order in the replica, with the dice that fell at the server."""
        self.twin.push(order)
        player = self.players[self.rules.sides[0]]
        while player.state["n"] != self.n:
            player.hear()
        told = player.state["view"], player.state["faces"]
        assert told == shown(self.twin, self.rules.sides[0]), order

    def forge(self) -> tuple[str, str, int]:
        """An order that is more or less wrong."""
        rng, decision = self.rng, self.twin.decision
        assert decision is not None
        side, n = decision.side, self.n
        order = str(self.twin.orders.sample(rng))
        for _ in range(rng.choice((0, 1, 1, 2))):
            order = self.spoilt(order)
        if rng.random() < 0.2:
            side = rng.choice(list(self.players))
        if rng.random() < 0.1:
            n = max(0, n + rng.choice((-2, -1, 1, 5)))
        return side, order, n

    def spoilt(self, order: str) -> str:
        rng, words = self.rng, order.split() or ["end"]
        at = rng.randrange(len(words))
        match rng.randrange(7):
            case 0:
                words[at] = rng.choice(self.rules.unit_ids)
            case 1:
                words[at] = rng.choice(list(self.rules.board.grid.name.values()))
            case 2:
                words[0] = rng.choice(self.rules.order_kinds).verb
            case 3:
                del words[at]
            case 4:
                words.insert(at, rng.choice(words))
            case 5:
                return rng.choice(self.old)
            case _:
                odd = (
                    "",
                    "\x00",
                    "ä",
                    "9" * 50,
                    "-",
                    "-" * 400,
                    "⑨",
                    "1e9",
                    "..",
                    "null",
                    "\u2028",
                    "' OR 1=1 --",
                )
                words[at] = rng.choice(odd)
        return " ".join(words)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_no_forged_order_is_taken(lenient: House, game: str, scenario: str) -> None:
    rng = Random(SEED)
    taken = refused = 0
    while taken + refused < TRIES:  # in as many games as it takes
        with ExitStack() as stack:
            forger = Forger(lenient, game, scenario, rng, stack)
            while forger.twin.decision is not None and taken + refused + forger.tries < TRIES:
                forger.send(*forger.forge())
            taken, refused = taken + forger.taken, refused + forger.refused
    assert taken > TRIES // 20 and refused > TRIES // 4, f"seed {SEED}: {taken} taken, {refused} refused"


def test_nothing_of_a_request_changes_who_sends_it(house: House) -> None:
    opened = house.open(mode="remote", seats={"soviet": "person", "german": "person"}, scenario="fixed")
    id_, tokens = opened["id"], opened["tokens"]
    with house.sit(id_, tokens["german"]) as german:
        for claim in (
            {"token": tokens["soviet"]},
            {"side": "soviet"},
            {"token": tokens["soviet"], "side": "soviet"},
        ):
            reply = german.ask("order", order="end", n=0, **claim)
            assert not reply["ok"], claim
            undone: Any = german.ask("undo", n=0, **claim)
            assert not undone["ok"]
    assert house.call("GET", f"/api/tables/{id_}", token=tokens["german"])[1]["n"] == 0
