"""What a seat is sent is the same, byte for byte, whatever lies hidden from it (8.36, 8.44, 18.49).

Two tables are laid with games that differ only in what a side may not know.  The same is ordered and asked
at both, and every answer must be the same too, to plain requests and over an open connection.
"""

from __future__ import annotations

import json
from contextlib import ExitStack
from itertools import count
from random import Random
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

    def __init__(self, server, game: Game, side: str, stack: ExitStack) -> None:
        self.server, self.side = server, side
        seats = dict.fromkeys(("german", "soviet"), "person")
        self.opened = server.open(game=GAME, seats=seats, mode="remote", journal=str(game.journal))
        self.id = self.opened["id"]
        self.tokens = {**self.opened["tokens"], "": self.opened["watch"].split("=")[1]}
        self.match = server.match(self.id)
        self.match.game.dice = game.dice  # the table has a key of its own, and here dice must fall alike
        self.line = stack.enter_context(server.sit(self.id, token=self.tokens[side]))
        self.heard: list[str] = []
        self.numbers = count()
        self.keep(self.line.heard[-1])

    @property
    def game(self) -> Game:
        return self.match.game

    def order(self, order: str) -> None:
        self.change("orders", n=self.match.n, order=order)
        self.listen()

    def change(self, path: str, **body: Any) -> None:
        """Whoever decides does something, and the seat is told of it."""
        answer = self.post(path, self.game.decision.side, **body)
        assert answer.json()["ok"], answer.text
        self.line.until_n(self.match.n)
        self.keep(self.line.heard[-1])

    def post(self, path: str, side: str, **body: Any) -> Any:
        return self.server.post(f"{self.id}/{path}", token=self.tokens[side], **body)

    def keep(self, text: str) -> None:
        for lot in self.game.journal.header.lots:
            text = text.replace(lot.commitment, "COMMITMENT")
        self.heard.append(text.replace(self.id, "ID"))

    def hear(self, answer: Any) -> None:
        self.keep(answer.text)

    def listen(self) -> None:
        """Take in the state, all overlays and lines, and the past."""
        self.hear(self.server.get(self.id, token=self.tokens[self.side]))
        self.hear(self.server.get(f"{self.id}/replay", token=self.tokens[self.side], to=0))
        for overlay in ("zones", "supply", "control", "owed", "air"):
            self.hear(self.post("overlay", self.side, overlay=overlay))
        for unit in (*GERMANS, *SOVIETS):
            self.hear(self.post("line", self.side, unit=unit))
        self.hear(self.post("lines", self.side))
        self.hear(self.post("report", self.side))
        self.hear(self.post("report", self.side, number=1))

    def ask(self, *orders: str) -> None:
        """Ask for all there is to ask for, and try what is not allowed."""
        for order in orders:
            for request in ("preview", "why"):
                self.hear(self.post(request, self.side, order=order))
                self.wire(request, order=order)
        for verb in ("move", "strategic", "rail"):
            for unit in (*GERMANS, *SOVIETS):
                self.hear(self.post("destinations", self.side, units=[unit], verb=verb))
        for unit in (*GERMANS, *SOVIETS):
            self.wire("destinations", units=[unit])
            self.wire("line", unit=unit)
        for overlay in ("zones", "supply", "owed", "nothing"):
            self.wire("overlay", overlay=overlay)
        self.wire("order", n=self.match.n, order="nonsense")
        self.wire("order", n=self.match.n + 1, order="end")
        self.wire("lines")
        self.wire("luck")
        self.wire("nothing of the kind")
        self.hear(self.post("luck", self.side))
        self.hear(self.server.get(f"{self.id}/journal", token=self.tokens[self.side]))

    def wire(self, request: str, **fields: Any) -> None:
        """Ask over the connection."""
        self.line.ask(request, id=f"request {next(self.numbers)}", **fields)
        self.keep(self.line.heard[-1])


@pytest.fixture
def tables(start):
    """Lays two tables, looked at by one side."""
    with start(requests_a_second=1e6, burst=10**6) as server, ExitStack() as stack:
        yield lambda side, *games: [Table(server, game, side, stack) for game in games]


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


STACKED = {"hex": "C1423", "top": True}
BELOW = ("299/50", "260/50")
"""Divisions of the same class and morale; the one or the other lies below 41st Cavalry Division."""


@pytest.mark.parametrize("phase", ["german movement", "german combat"])
@pytest.mark.parametrize("side", ["german", ""])
def test_who_lies_below_in_an_enemy_stack_shows_nowhere(tables, side, phase):
    """8.45: not in what is sent, nor in answers to previews, refusals and lines."""
    pair = tables(side, *(position({"41/50": STACKED, low: "C1423"}, phase) for low in BELOW))
    for table in pair:
        table.listen()
        table.ask(ATTACK, "attack C1423 12/4P/24", "end", "propose", *(f"lose {low}" for low in BELOW))
        if phase == "german combat":
            table.order(ATTACK)
            table.ask("cancel C1423", "end")
    same(*pair)


@pytest.mark.parametrize("side", ["german", ""])
def test_an_enemy_who_moves_from_below_one_stack_to_below_another_is_not_named(tables, side):
    games = []
    for low in BELOW:
        units = {"41/50": STACKED, "413/50": "C1424", "154/50": "C1424", low: "C1423"}
        units |= {"12/4P/24": "C1820", "33/4P/24": "C1819"}
        games.append(position(units, "soviet movement"))
    pair = tables(side, *games)
    for table, low in zip(pair, BELOW, strict=True):
        table.listen()
        table.order(f"move {low} C1423-C1424")
        table.order("end")
        table.ask("end")
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


@pytest.mark.parametrize("phase", ["german movement", "german combat"])
def test_a_hint_is_the_same_whatever_the_enemy_has_under_his_units(tables, monkeypatch, phase):
    """The staff thinks in a process of its own; what it is asked with differs by the table's id only."""
    monkeypatch.setattr("typhoon.server.clerk.seed_of", lambda match: "seed")
    pair = tables("german", *(position(units, phase) for units in (STRONG, WEAK)))
    for table in pair:
        table.wire("hint")
        assert json.loads(table.heard[-1])["hint"]["order"]
        table.hear(table.post("hint", "german"))
        table.listen()
    same(*pair)


# In the course of a game

APART = "C3850"
"""Where a unit stands by that nobody comes near; of its chit nobody but its owner knows which side is up."""
FRONT = {
    "german": {"12/4P/24": "C1422", "33/4P/24": "C1424", "3/3P/24": "C1421", "24/2PzA": "C1319"},
    "soviet": {"41/50": "C1423", "299/50": "C1325", "413/50": "C1326", "50/Bldin": "C1330"},
}
HIDDEN = {"german": ("315/167/53", "G2-5"), "soviet": ("258/49", "S2-6")}


def apart(owner: str, reduced: bool, intelligence: str) -> Game:
    """Both sides at grips, and a unit of the owner with its chit on one side or the other."""
    name, chit = HIDDEN[owner]
    state = {"hex": "C0520" if owner == "german" else APART, "chit": chit, "reduced": reduced}
    told = {"scenario": "guderian", "turn": 4, "phase": "german movement", "arrivals": {}}
    return typhoon.build(
        GAME, seed=11, units={**FRONT["german"], **FRONT["soviet"], name: state},
        options={"intelligence": intelligence}, **told,
    )  # fmt: skip


def play_on(pair: list[Table], owner: str, orders: int) -> set[str]:
    """The same orders at both tables, some taken back; what happened. The unit that stands by is left out."""
    rng, name = Random(5), HIDDEN[owner][0]
    for number in range(orders):
        game = pair[0].game
        choices = [game.orders.sample(rng) for _ in range(8)]
        choices = [order for order in choices if name not in str(order)] or [game.parse("end")]
        eager = [o for o in choices if o.verb not in ("move", "strategic", "rail", "interdict", "cancel")]
        wanted = str((eager or choices)[0])
        if game.why_not("propose") is None:
            wanted = "propose" if game.why_not("end") else "end"
        for table in pair:
            table.change("orders", n=table.match.n, order=wanted)
            if number % 10 == 0:
                table.listen()
                table.ask(wanted, "end", "propose", "lose 258/49", "attack C1423 12/4P/24")
        if rng.random() < 0.2 and pair[0].match.why_not_undo(pair[0].game.decision.side) is None:
            for table in pair:
                table.change("undo", n=table.match.n)
    return {event.kind for event in pair[0].game.log}


@pytest.mark.parametrize("intelligence", ["kind", "strict"])
@pytest.mark.parametrize(
    ("owner", "side"), [("german", "soviet"), ("soviet", "german"), ("german", ""), ("soviet", "")]
)
def test_in_the_course_of_a_game_nothing_is_told_of_a_chit_that_stands_by(tables, owner, side, intelligence):
    """Through both sides' turns, combats and their results, and orders taken back."""
    pair = tables(side, *(apart(owner, reduced, intelligence) for reduced in (False, True)))
    assert pair[0].game.state_hash() != pair[1].game.state_hash()
    happened = play_on(pair, owner, 40)
    assert pair[0].game.state_hash() != pair[1].game.state_hash()
    assert {"moved", "combat", "lost_step", "retreated", "phase"} <= happened
    same(*pair)


def test_the_owner_of_the_chit_is_told_in_the_course_of_a_game(tables):
    pair = tables("soviet", *(apart("soviet", reduced, "kind") for reduced in (False, True)))
    play_on(pair, "soviet", 3)
    assert all(one != other for one, other in zip(pair[0].heard[:1], pair[1].heard[:1], strict=True))


def strict_combat(chit: str) -> Game:
    """A regiment 4 strong against a division 2 or 3 strong; with these dice the attacker falls back."""
    units = {
        "339/167/53": {"hex": "C3424", "chit": "G2-4"},
        "299/50": {"hex": "C3425", "chit": chit},
        "53/2PzA": "C3020",
    }
    for seed in range(200):
        game = typhoon.build(
            GAME, turn=6, phase="german combat", units=units, supported=["53/2PzA"], seed=seed,
            air={"german": 0, "soviet": 0}, options={"intelligence": "strict"},
        )  # fmt: skip
        if sum(game.dice.throw("combat C3425|2|0", 6, 2)) == 6:
            return game
    raise AssertionError("no seed throws a 6")


@pytest.mark.parametrize("side", ["german", ""])
def test_a_strict_table_forgets_strengths_and_odds_with_the_next_order(tables, side):
    """2-1 or 1-1, a 6 is A1(2): what was told at the moment is told again without them (8.44)."""
    pair = tables(side, *(strict_combat(chit) for chit in ("S1-2", "S1-3")))
    for table, sum_ in zip(pair, ("4 to 2 is 2-1", "4 to 3 is 1-1"), strict=True):
        table.order("attack C3425 339/167/53")
        table.order("end")
        assert sum_ in table.line.heard[-1]
        table.heard.clear()
        table.order("lose 339/167/53")
        assert json.loads(table.heard[0])["logFrom"] == 1  # what the client has of the combat no longer holds
        for to in (2, 3):  # nor does one who looks back see them
            token = table.tokens[side]
            table.hear(table.server.get(f"{table.id}/replay", token=token, to=to))
            assert "dice" in table.heard[-1]
    same(*pair)


# The dice to come


@pytest.mark.parametrize("side", ["german", "soviet", ""])
def test_the_dice_to_come_show_nowhere(tables, side):
    games = []
    for seed in (1, 2):
        units = {**GERMANS, **STRONG}
        games.append(typhoon.build(GAME, turn=4, phase="german combat", units=units, seed=seed))
    pair = tables(side, *games)
    for table in pair:
        table.listen()
        for order in (ATTACK, "cancel C1423", "propose"):
            table.order(order)
            table.ask(order, "end", "resolve C1423")
    same(*pair)
    assert pair[0].game.dice.key != pair[1].game.dice.key
