"""The dice of tables: nobody chooses them, everybody can check them, and take-backs stay on record."""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Any

import pytest

import typhoon
from tests.server.conftest import secret
from typhoon.engine.registry import catalogue

BOTH = {"soviet": "person", "german": "person"}
ATTACK = ("activate NW", "move S-A-01 2504-2404", "end", "activate NW", "attack 2403 S-A-01")
GAMES = {about.id: about for about in catalogue() if about.status == "playable"}


def remote(server, **wish: Any) -> tuple[str, dict[str, str]]:
    opened = server.open(**{"mode": "remote", "seats": BOTH, "scenario": "fixed", "cast": False, **wish})
    return opened["id"], {**opened["tokens"], "": opened["watch"].split("=")[1]}


def add(server, id_: str, token: str, action: str, value: str = "") -> str | None:
    """Send a secret, or what is shown of it; what the server says against it."""
    answer = server.post(f"{id_}/secret", token=token, action=action, value=value).json()
    error: str | None = answer.get("error")
    return error


def order(server, id_: str, token: str, text: str, n: int) -> Any:
    return server.post(f"{id_}/orders", token=token, order=text, n=n).json()


def dice_of(server, id_: str, token: str = "") -> dict[str, Any]:
    found: dict[str, Any] = server.get(id_, token=token).json()["table"]["dice"]
    return found


# What is shown


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", ["local", "remote"])
def test_the_commitment_is_shown_to_everybody_before_the_first_order(server, game, mode):
    about = GAMES[game]
    seats = dict.fromkeys(about.sides, "person")
    opened = server.open(game=game, seats=seats, mode=mode, seed=None, cast=False)
    secret_of_server = server.match(opened["id"]).lot.key
    commitment = hashlib.sha256(bytes.fromhex(secret_of_server)).hexdigest()
    assert opened["commitment"] == commitment
    tokens = [*opened["tokens"].values(), opened["token"], opened["watch"].split("=")[1]]
    for token in filter(None, tokens):
        assert dice_of(server, opened["id"], token)["commitments"] == [commitment]
    journal = server.match(opened["id"]).game.journal.text(secret=False)
    assert f"dice commitment: {commitment}\n" in journal and secret_of_server not in journal


def test_the_kind_of_dice_is_told(server):
    local = server.open(scenario="fixed", seed=None)["id"]
    seeded = server.open(scenario="fixed", seed=7)["id"]
    friends, tokens = remote(server)
    assert dice_of(server, local)["kind"] == "umpire"
    assert dice_of(server, seeded)["kind"] == "seed"
    assert "can know them all" in dice_of(server, seeded)["text"]
    assert dice_of(server, friends, tokens[""])["kind"] == "seats"


# Secrets of seats


def test_a_remote_table_takes_no_seed(server):
    wish = {"game": "red-typhoon", "mode": "remote", "seats": BOTH}
    for more in ({"seed": 7}, {"seed": "x"}, {"seed": 7, "journal": str(typhoon.new("red-typhoon").journal)}):
        answer = server.client.post("/api/tables", json={**wish, **more})
        assert answer.status_code == 400
        assert answer.json()["error"].startswith("a remote table takes no seed")


def test_the_key_is_made_of_the_secrets_of_all(server):
    id_, tokens = remote(server)
    match = server.match(id_)
    assert not match.is_ready
    for seat in BOTH:
        assert add(server, id_, tokens[seat], "commit", secret(seat, "commit")) is None
    for seat in BOTH:
        assert not match.is_ready
        assert add(server, id_, tokens[seat], "open", secret(seat)) is None
    assert match.is_ready
    told = "\n".join(f"{seat} {secret(seat)}" for seat in sorted(BOTH))
    key = hmac.digest(bytes.fromhex(match.lot.key), told.encode(), "sha256")
    assert match.game.dice.key == key
    for token in tokens.values():
        text = server.get(id_, token=token).text
        for hidden in (match.lot.key, key.hex(), *map(secret, BOTH)):
            assert hidden not in text


def test_nobody_can_choose_a_secret_by_those_of_others(server):
    """A secret is opened only when all are fixed, and then none can be changed."""
    id_, tokens = remote(server)
    soviet, german = tokens["soviet"], tokens["german"]
    assert add(server, id_, soviet, "commit", secret("soviet", "commit")) is None
    assert (
        add(server, id_, soviet, "open", secret("soviet")) == "keep your secret until all have fixed theirs"
    )
    assert add(server, id_, german, "commit", secret("german", "commit")) is None
    assert add(server, id_, german, "commit", secret("other", "commit")) == "your secret is fixed already"
    assert add(server, id_, german, "open", secret("other")) == "this is not the secret that you fixed"
    assert add(server, id_, soviet, "open", secret("soviet")) is None
    assert secret("soviet") not in server.get(id_, token=german).text
    assert add(server, id_, german, "open", secret("german")) is None
    for action, value in (("commit", secret("x", "commit")), ("open", secret("x")), ("anew", "")):
        assert add(server, id_, german, action, value) == "the dice are cast: their key is complete"


def test_a_secret_is_its_seat_s_own(server):
    id_, tokens = remote(server)
    assert add(server, id_, tokens[""], "commit", secret("x", "commit")) == "you are only watching"
    assert add(server, id_, tokens["german"], "commit") is not None
    for value in ("short", "Z" * 64, "a" * 63):
        assert (
            server.post(f"{id_}/secret", token=tokens["german"], action="commit", value=value).status_code
            == 400
        )
    local = server.open(scenario="fixed")["id"]
    answer = server.post(f"{local}/secret", side="soviet", action="commit", value="a" * 64).json()
    assert answer["error"] == "the dice of this table need no secret of yours"
    assert set(dice_of(server, id_, tokens[""])["seats"].values()) == {""}


def test_play_begins_when_everybody_has_added_to_the_dice(start):
    with start() as server:
        id_, tokens = remote(server)
        refused = order(server, id_, tokens["soviet"], "end", 0)
        assert refused["error"] == "play begins when the dice are ready: they wait for soviet, german"
        for seat in BOTH:
            add(server, id_, tokens[seat], "commit", secret(seat, "commit"))
        add(server, id_, tokens["german"], "open", secret("german"))
        assert dice_of(server, id_, tokens[""])["awaited"] == ["soviet"]
    with start() as server:  # what was fixed survives the server
        assert dice_of(server, id_, tokens[""])["opened"] == ["german"]
        assert not order(server, id_, tokens["soviet"], "end", 0)["ok"]
        assert add(server, id_, tokens["soviet"], "open", secret("soviet")) is None
        key = server.match(id_).game.dice.key
        assert order(server, id_, tokens["soviet"], "end", 0)["ok"]
    with start() as server:
        assert server.match(id_).game.dice.key == key


def test_computers_wait_for_the_dice_too(server):
    id_, tokens = remote(server, seats={"soviet": "random", "german": "person"})
    with server.sit(id_, token=tokens["german"]) as german:
        assert german.state["thinking"] is None and german.state["n"] == 0
        for action in ("commit", "open"):
            assert add(server, id_, tokens["german"], action, secret("german", action)) is None
        german.until(lambda state: state["n"] > 0)


def test_a_secret_that_was_lost_is_begun_anew_by_all_and_everybody_hears_of_it(server):
    id_, tokens = remote(server)
    for seat in BOTH:
        add(server, id_, tokens[seat], "commit", secret(seat, "commit"))
    add(server, id_, tokens["german"], "open", secret("german"))
    commitment = dice_of(server, id_, tokens[""])["commitments"]
    assert add(server, id_, tokens["soviet"], "anew") is None
    state = server.get(id_, token=tokens[""]).json()
    assert state["table"]["dice"]["seats"] == {"soviet": "", "german": ""}
    assert state["table"]["dice"]["opened"] == [] and state["table"]["dice"]["anew"] == 1
    assert state["table"]["dice"]["commitments"] == commitment
    assert "Soviet begins the secrets of the dice anew" in state["chat"][-1]["text"]


def test_a_journal_brought_along_gets_a_key_that_nobody_knows(server):
    """Its own key is known to whoever brings it."""
    game = typhoon.new("red-typhoon", "fixed", seed=7)
    for text in ATTACK[:4]:
        game.push(text)
    for wish in ({"seed": None}, {"mode": "remote", "seats": BOTH, "cast": True}):
        opened = server.open(journal=str(game.journal), **wish)
        match = server.match(opened["id"])
        assert match.n == 4 and match.is_ready
        assert match.game.dice.key != game.dice.key
        first, second = match.game.journal.header.lots
        assert (first.commitment, first.at, second.at) == (game.dice.commitment, 0, 4)
        assert opened["commitment"] == second.commitment != first.commitment


# Take-backs


def solitaire(server, **wish: Any) -> str:
    seats = {"german": "person"}
    id_: str = server.open(game="typhoon-solitaire", scenario=None, seats=seats, seed=None, **wish)["id"]
    for n, text in enumerate(("deploy", "concede")):
        assert server.post(f"{id_}/orders", order=text, n=n).json()["ok"]
    return id_


def test_nothing_is_taken_back_after_the_key_was_published(server):
    id_ = solitaire(server)
    journal = server.get(f"{id_}/journal").text
    key = re.search("dice key: (.*)", journal)[1]
    for to in (0, 1):
        refused = server.post(f"{id_}/takeback", action="offer", to=to).json()
        assert not refused["ok"] and server.match(id_).n == 2
    assert refused["error"] == "cannot take back: the game is over, and its dice key is known"
    assert "over" in server.post(f"{id_}/undo", n=2).json()["error"]
    on = server.open(game="typhoon-solitaire", journal=journal, to=1, seats={"german": "person"}, seed=None)[
        "id"
    ]
    match = server.match(on)
    assert match.n == 1 and match.game.dice.key.hex() != key
    assert server.post(f"{on}/orders", order="concede", n=1).json()["ok"]
    assert typhoon.load(server.get(f"{on}/journal").text).journal.unchecked == ""


def test_a_game_is_gone_on_with_from_orders_that_there_are(server):
    journal = server.get(f"{solitaire(server)}/journal").text
    wish = {"game": "typhoon-solitaire", "journal": journal, "seats": {"german": "person"}}
    assert "there is no order 3" in server.client.post("/api/tables", json={**wish, "to": 3}).json()["error"]
    alone = server.client.post("/api/tables", json={"game": "red-typhoon", "to": 1})
    assert alone.status_code == 400


def attacked(server, **wish: Any) -> str:
    """Soviets of a person against German staff, after an attack."""
    id_: str = server.open(**{"scenario": "fixed", "seats": BOTH, **wish})["id"]
    for n, text in enumerate(ATTACK):
        assert server.post(f"{id_}/orders", side="soviet", order=text, n=n).json()["ok"]
    return id_


def test_a_take_back_is_on_record_and_dice_fall_afresh(start):
    with start() as server:
        id_, dice = attacked(server), []
        for _ in range(12):
            dice.append(server.match(id_).game.entries[-1].dice[0].value)
            assert server.post(f"{id_}/takeback", side="soviet", action="offer", to=4).json()["n"] == 4
            assert server.post(f"{id_}/orders", side="soviet", order=ATTACK[4], n=4).json()["ok"]
        assert len(set(dice)) > 2
        journal = server.match(id_).game.journal.text()
    assert journal.count("takeback to 4\n") == 12
    with start() as server:
        assert server.match(id_).game.journal.text() == journal
        state = server.get(id_).json()
        (entry,) = (entry for entry in state["log"] if entry["n"] == 4)
        told = [line["text"] for line in entry["lines"] if line["kind"] == "takeback"]
        assert told == ["Order 5 was taken back, after 1 die had fallen."] * 12
        assert state["table"]["dice"]["taken_back"] == 12
        assert server.post(f"{id_}/luck", side="soviet").json()["luck"][0]["battles"] == 1
        past = server.get(f"{id_}/replay", to=4).json()
        assert past["n"] == 4
    assert typhoon.load(journal).takebacks == 12


def test_everybody_at_the_table_hears_of_a_take_back(server):
    id_, tokens = remote(server, cast=True)
    with server.sit(id_, token=tokens[""]) as watcher:
        for n, text in enumerate(ATTACK):
            order(server, id_, tokens["soviet"], text, n)
        watcher.until_n(5)
        server.post(f"{id_}/takeback", token=tokens["soviet"], action="offer", to=4)
        server.post(f"{id_}/takeback", token=tokens["german"], action="accept", to=4)
        state = watcher.until_n(4)
        assert state["logFrom"] == 3
        assert [line["kind"] for line in state["log"][0]["lines"]][-1] == "takeback"


def test_a_table_can_be_opened_without_take_backs_past_dice(server):
    id_ = attacked(server, takebacks="before-dice")
    refused = server.post(f"{id_}/takeback", side="soviet", action="offer", to=4).json()
    assert refused["error"] == "cannot take back: in this game nothing is taken back past dice"
    assert dice_of(server, id_)["takebacks"] == "before-dice"
    assert "takebacks: before-dice" in server.match(id_).game.journal.text()
    free = server.open(scenario="fixed", seats=BOTH, takebacks="before-dice")["id"]
    for n in range(2):
        server.post(f"{free}/orders", side="soviet", order="end", n=n)
    assert server.post(f"{free}/takeback", side="soviet", action="offer", to=1).json()["n"] == 1


def test_a_game_saved_with_its_key_goes_on_under_another(start):
    """Whoever has saved the game knows every die that the old key would give."""
    with start() as server:
        id_ = server.open(scenario="fixed", seats=BOTH, seed=7)["id"]
        for n, text in enumerate(ATTACK[:4]):
            server.post(f"{id_}/orders", side="soviet", order=text, n=n)
        saved = server.get(f"{id_}/journal", key="1").text
        known = typhoon.load(saved)
        assert known.dice.key != server.match(id_).game.dice.key
    with start() as server:
        assert known.dice.key != server.match(id_).game.dice.key
        assert server.post(f"{id_}/orders", side="soviet", order=ATTACK[4], n=4).json()["ok"]
        journal = server.match(id_).game.journal.text()
        assert typhoon.load(journal).journal.unchecked == ""
        assert len(server.match(id_).game.journal.header.lots) == 2
