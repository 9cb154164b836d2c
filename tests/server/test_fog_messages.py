"""What a seat is sent is the same, byte for byte, whatever lies hidden from it (8.36, 8.44, 18.49).

Two tables are laid with games that differ only in what a side may not know.  The same is ordered and asked
at both, and every answer must be the same too.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

import typhoon
from typhoon.engine.game import Game

GAME = "operation-typhoon"
GERMANS = {"12/4P/24": "C1422", "33/4P/24": "C1424", "24/2PzA": "C1319"}
SOVIETS = ("41/50", "299/50")
STRONG = {"41/50": {"hex": "C1423", "chit": "S2-14"}, "299/50": {"hex": "C1325", "chit": "S1-7"}}
WEAK = {
    "41/50": {"hex": "C1423", "chit": "S2-6", "reduced": True},
    "299/50": {"hex": "C1325", "chit": "S1-3"},
}
ATTACK = "attack C1423 12/4P/24 33/4P/24"


def position(units: dict[str, Any], phase: str, **given: Any) -> Game:
    told = {"scenario": "guderian", "turn": 4, "phase": phase, "units": {**GERMANS, **units}}
    return typhoon.build(GAME, seed=7, **told, **given)


class Table:
    """A table with a game, and all that one seat of it is sent."""

    def __init__(self, server, game: Game, side: str) -> None:
        self.server, self.side = server, side
        seats = dict.fromkeys(("german", "soviet"), "person")
        self.opened = server.open(game=GAME, seats=seats, mode="remote", journal=str(game.journal))
        self.id = self.opened["id"]
        self.tokens = {**self.opened["tokens"], "": self.opened["watch"].split("=")[1]}
        self.table = server.client.app.state.hall.clerk(self.id).table
        self.heard: list[str] = []

    def order(self, order: str) -> None:
        decision = self.table.game.decision
        answer = self.post("orders", decision.side, n=self.table.n, order=order)
        assert answer.json()["ok"], answer.text
        self.listen()

    def post(self, path: str, side: str, **body: Any) -> Any:
        return self.server.post(f"{self.id}/{path}", token=self.tokens[side], **body)

    def hear(self, answer: Any) -> None:
        self.heard.append(answer.text.replace(self.id, "ID"))

    def listen(self) -> None:
        """Take in the state, all overlays and lines, and the past."""
        self.hear(self.server.get(self.id, token=self.tokens[self.side]))
        self.hear(self.server.get(f"{self.id}/replay", token=self.tokens[self.side], to=0))
        for overlay in ("zones", "supply", "control", "owed", "air"):
            self.hear(self.post("overlay", self.side, overlay=overlay))
        for unit in (*GERMANS, *SOVIETS):
            self.hear(self.post("line", self.side, unit=unit))

    def ask(self, *orders: str) -> None:
        for order in orders:
            self.hear(self.post("preview", self.side, order=order))
            self.hear(self.post("why", self.side, order=order))
        for verb in ("move", "strategic", "rail"):
            for unit in (*GERMANS, *SOVIETS):
                self.hear(self.post("destinations", self.side, units=[unit], verb=verb))
        self.hear(self.post("luck", self.side))
        self.hear(self.server.get(f"{self.id}/journal", token=self.tokens[self.side]))


@pytest.fixture
def tables(start):
    """Lays two tables, looked at by one side."""
    with start(requests_a_second=1e6, burst=10**6) as server:
        yield lambda side, *games: [Table(server, game, side) for game in games]


def same(first: Table, second: Table) -> None:
    assert len(first.heard) == len(second.heard) > 5
    for one, other in zip(first.heard, second.heard, strict=True):
        assert one == other


@pytest.mark.parametrize("intelligence", ["kind", "strict"])
@pytest.mark.parametrize("side", ["german", ""])
def test_enemy_chits_show_nowhere_while_attacks_are_declared(tables, side, intelligence):
    options = {"intelligence": intelligence}
    games = [position(units, "german combat", options=options) for units in (STRONG, WEAK)]
    pair = tables(side, *games)
    for table in pair:
        table.listen()
        table.ask(ATTACK, "attack C1423 12/4P/24", "attack C1325 12/4P/24", "end", "propose", "lose 41/50")
        for order in (ATTACK, "cancel C1423", "propose"):
            table.order(order)
            table.ask(ATTACK, "end")
    same(*pair)


def test_what_the_owner_sees_of_his_own_chits_does_differ(tables):
    """Or the tests of this page would prove nothing."""
    strong, weak = tables("soviet", *(position(units, "german combat") for units in (STRONG, WEAK)))
    for table in (strong, weak):
        table.listen()
    assert strong.heard[0] != weak.heard[0]
    faces = [{face["unit"]: face for face in json.loads(table.heard[0])["faces"]} for table in (strong, weak)]
    assert [face["41/50"]["values"][0]["text"] for face in faces] == ["8", "1"]


@pytest.mark.parametrize("side", ["german", ""])
def test_enemy_chits_show_nowhere_while_he_moves(tables, side):
    pair = tables(side, *(position(units, "soviet movement") for units in (STRONG, WEAK)))
    for table in pair:
        table.listen()
        table.order("move 299/50 C1325-C1326")
        table.order("end")
        table.ask("end")
    same(*pair)


def test_the_attackers_chits_show_nowhere_while_air_cover_is_given(tables):
    games = []
    for chit in ("G3-11", "G3-2"):
        attackers = {"12/4P/24": {"hex": "C1422", "chit": chit}, "41/50": "C1423", "299/50": "C1325"}
        games.append(position(attackers, "german combat", air={"german": 2, "soviet": 3}))
    pair = tables("soviet", *games)
    for table in pair:
        table.order("propose")
        table.order("end")
        table.ask("air C1423 2", "air C1325 2", "end")
        table.order("air C1423 2")
    same(*pair)


@pytest.mark.parametrize("side", ["soviet", ""])
def test_the_german_plan_shows_nowhere(tables, side):
    games = [typhoon.new(GAME, scenario="campaign", seed=7) for _ in range(2)]
    pair = tables(side, *games)
    for table, plan in zip(pair, ("historical", "encirclement"), strict=True):
        table.listen()
        table.order(f"plan {plan}")
        table.order("deploy")
        table.order("allocate 2PzA:4 3PzA:3 4PzA:2 4A:1")
        table.ask("end")
    same(*pair)


@pytest.mark.parametrize("side", ["soviet", ""])
def test_a_set_up_in_progress_shows_nowhere(tables, side):
    games = [typhoon.new(GAME, scenario="guderian", seed=7, options={"set-up": "free"}) for _ in range(2)]
    pair = tables(side, *games)
    unit = games[0].orders.offers().places[0].units[0]
    hexes = games[0].orders.offers().places[0].hexes
    for table, hex_ in zip(pair, (hexes[0], hexes[-1]), strict=True):
        table.listen()
        table.order(f"place {unit} {hex_}")
        table.ask("end")
    same(*pair)
