"""What one seat is sent never holds the dice to come, nor what only the other side may know.

Every game that can be played is run through this, whether it has secrets or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import msgspec
import pytest

from typhoon.engine.game import Game
from typhoon.engine.registry import catalogue, find_rules
from typhoon.engine.secrets import Secrets

PLAYABLE = [about.id for about in catalogue() if about.status == "playable"]
ORDERS = 60


class Ear:
    """Everything that one seat is sent, over an open connection when there is one, and when it asks."""

    def __init__(self, server, opened, side, connections: ExitStack | None = None):
        self.server, self.id, self.side = server, opened["id"], side
        self.token = opened["tokens"][side]
        self.heard = b""
        self.line = connections and connections.enter_context(server.sit(self.id, token=self.token))

    def catch_up(self, n: int) -> None:
        """What has been sent up to an order."""
        self.line.until_n(n)
        self.heard += "".join(self.line.heard).encode()
        self.line.heard.clear()

    def get(self, path: str = "", **query: Any) -> None:
        answer = self.server.get(f"{self.id}{path}", token=self.token, **query)
        self.heard += answer.content + repr(answer.headers).encode()

    def post(self, path: str, **body: Any) -> None:
        answer = self.server.post(f"{self.id}/{path}", token=self.token, **body)
        self.heard += answer.content + repr(answer.headers).encode()

    def ask_for_everything(self, n: int, order: str, unit: str) -> None:
        self.get()
        self.get("/journal")
        self.get("/replay", to=n // 2)
        for request in ("preview", "why"):
            self.post(request, order=order)
        self.post("line", unit=unit)
        self.post("luck")
        self.post("orders", n=n, order="nonsense")
        self.post("undo", n=0) if n == 0 else None
        for overlay in ("zones", "isolation", "control", "nothing"):
            self.post("overlay", overlay=overlay)


def leaves(value: Any) -> Iterator[str]:
    """Every text in some data."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from (str(key), *leaves(item))
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from leaves(item)
    else:
        yield str(value)


def secrets_of(game: Game, side: str) -> set[str]:
    """Texts of a position that a side's view of it does not have."""
    whole = game.rules.snapshot(game.position)
    shown = msgspec.to_builtins(game.view(side))
    return {text for text in set(leaves(whole)) - set(leaves(shown)) if len(text) > 3}


def play(server, game_id: str, scenario: str) -> None:
    """A game at random, with both seats listening to all they can get."""
    sides = find_rules(game_id).sides
    opened = server.open(game=game_id, scenario=scenario, mode="remote", seats=dict.fromkeys(sides, "person"))
    match = server.match(opened["id"])
    with ExitStack() as connections:
        ears = {side: Ear(server, opened, side, connections) for side in sides}
        watcher = Ear(server, {**opened, "tokens": {"": opened["watch"].split("=")[1]}}, "", connections)
        listen(match, ears, watcher)
    check_keys(opened, match, [*ears.values(), watcher])


def listen(match, ears: dict[str, Ear], watcher: Ear) -> None:
    """Play on, while everybody asks for everything."""
    rng = Random(7)
    units = match.game.rules.unit_ids
    for n in range(ORDERS):
        decision = match.game.decision
        if decision is None:
            break
        order = str(match.game.orders.sample(rng))
        hidden = {side: secrets_of(match.game, side) for side in ears}
        if n % 10 == 0:  # a spectator is told of changes only now and then
            watcher.catch_up(n)
        for side, ear in ears.items():
            before = len(ear.heard)
            ear.catch_up(n)
            if n % 10 == 0:
                ear.ask_for_everything(n, order, rng.choice(units))
                watcher.ask_for_everything(n, order, rng.choice(units))
            else:
                ear.get()
            fresh = ear.heard[before:]
            assert not [secret for secret in hidden[side] if f'"{secret}"'.encode() in fresh]
        ears[decision.side].post("orders", n=n, order=order)
        assert match.n == n + 1
    watcher.catch_up(match.n)


def check_keys(opened, match, ears) -> None:
    *opening, lot = match.game.journal.header.lots  # dice before the first order have a key of their own
    keys = [*[each.key for each in opening], lot.key, *lot.secrets.values(), match.game.dice.key.hex()]
    assert len(keys) == len(opening) + len(lot.seats) + 2 and {len(key) for key in keys} == {64}
    tokens = {ear.side: ear.token for ear in ears}
    for ear in ears:
        assert len(ear.heard) > 10_000
        for key in keys:
            assert key.encode() not in ear.heard
            assert bytes.fromhex(key) not in ear.heard
        for side, token in tokens.items():
            assert side == ear.side or token.encode() not in ear.heard


@pytest.mark.parametrize(
    ("game", "scenario"),
    [(about.id, s.id) for about in catalogue() if about.id in PLAYABLE for s in about.scenarios],
)
def test_a_seat_hears_nothing_it_may_not_know(start, game, scenario):
    with start(requests_a_second=1e6, burst=10**6) as server:
        play(server, game, scenario)


def test_a_game_with_secrets_shows_only_its_views(start, monkeypatch):
    """Red Typhoon as if neither side knew where the enemy stands."""
    rules = find_rules("red-typhoon")
    kind = type(rules)

    class Fog(Secrets):
        any = True

        def hidden(self, pos, side: int) -> int:
            return pos.in_play & ~(rules.units_of[side] if side >= 0 else 0)

    shown = kind.faces

    def faces(self, pos, side: str = "") -> list[Any]:
        return [face for face in shown(self, pos) if face.side == side]

    monkeypatch.setattr(rules, "secrets", Fog(rules))
    monkeypatch.setattr(kind, "faces", faces)
    for display in ("panels", "overlays"):
        monkeypatch.setattr(kind, display, lambda *_: [])
    monkeypatch.setattr(kind, "line", lambda *_: None)
    with start(requests_a_second=1e6, burst=10**6) as server:
        opened = server.open(mode="remote", seats=dict.fromkeys(rules.sides, "person"), scenario="fixed")
        match = server.match(opened["id"])
        server.post(f"{opened['id']}/orders", n=0, order="activate NW", token=opened["tokens"]["soviet"])
        german = Ear(server, opened, "german")
        german.ask_for_everything(1, "move S-A-01 2504-2404", "S-A-01")
        assert secrets_of(match.game, "german")
        for unit in rules.unit_ids:
            if unit.startswith("S-") and unit != "S-A-01":
                assert unit.encode() not in german.heard
        assert b"activate NW" not in german.heard
        watcher = server.get(opened["id"], token=opened["watch"].split("=")[1]).json()
        assert watcher["faces"] == []
        assert watcher["view"]["moved"] == {}


def test_the_last_move_is_told_as_the_story_tells_it(start, monkeypatch):
    """Red Typhoon as if the German side did not hear where Soviet armies march."""
    kind = type(find_rules("red-typhoon"))

    def veil(self, event, pos, side: str, *, past: bool = False):
        return event if event.kind != "moved" or side == "soviet" else None

    monkeypatch.setattr(kind, "veil", veil)
    with start() as server:
        sides = dict.fromkeys(("soviet", "german"), "person")
        opened = server.open(mode="remote", seats=sides, scenario="fixed")
        id_, tokens = opened["id"], {**opened["tokens"], "": opened["watch"].split("=")[1]}
        for n, order in enumerate(["activate NW", "move S-A-01 2504-2404"]):
            server.post(f"{id_}/orders", n=n, order=order, token=tokens["soviet"])
        for path, query in ((id_, {}), (f"{id_}/replay", {"to": 2})):
            last = {
                side: server.get(path, token=token, **query).json()["last"] for side, token in tokens.items()
            }
            assert last == {"soviet": [["2504", "2404"]], "german": [], "": []}
