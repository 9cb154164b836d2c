"""At the table: people, computers, undo, take-backs, chat, and coming back after a broken line."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

import typhoon
from typhoon.server.computers import Computers, NoAnswer, Worker

BOTH = {"soviet": "person", "german": "person"}
GOLDEN = Path(__file__).parents[1] / "golden"


def seats(server, **wish):
    """A remote table with a place for each side."""
    opened = server.open(mode="remote", seats=BOTH, scenario="fixed", **wish)
    return opened["id"], opened["tokens"]


def test_everyone_hears_of_an_order(server):
    id_, tokens = seats(server)
    with server.sit(id_, token=tokens["soviet"]) as soviet, server.sit(id_, token=tokens["german"]) as german:
        assert (soviet.state["side"], german.state["side"]) == ("soviet", "german")
        assert soviet.order("activate NW")["ok"]
        for player in (soviet, german):
            state = player.until_n(1)
            assert [entry["order"] for entry in state["log"]] == ["activate NW"]
            assert state["looks"] == {}, "pictures are sent once"
        assert soviet.state["view"]["offers"]
        assert german.state["view"]["offers"] is None
        assert german.state["view"]["decision"]["prompt"] == ""
        assert german.state["table"]["seats"]["soviet"]["connected"]


def test_pictures_that_a_client_has_are_not_sent_again(server):
    """A page asks for the table by a plain request first, and then sits down."""
    id_ = server.open(seats=BOTH, scenario="fixed")["id"]
    looks = list(server.get(id_).json()["looks"])
    with server.sit(id_, looks=looks[1:]) as player:
        assert list(player.state["looks"]) == looks[:1]
        assert len(player.state["faces"]) == 138


def test_a_spectator_sees_and_cannot_touch(server):
    opened = server.open(mode="remote", seats=BOTH)
    token = opened["watch"].split("#t=")[1]
    with server.sit(opened["id"], token=token) as watcher:
        assert watcher.state["side"] == ""
        assert watcher.state["view"]["offers"] is None
        assert watcher.state["faces"]
        assert not watcher.ask("hint")["ok"]
        assert watcher.ask("undo", n=0)["error"] == "cannot undo: you are only watching"
        assert watcher.order("end")["error"] == "you are only watching"
        assert not watcher.ask("takeback", action="offer", to=0)["ok"]
        assert not watcher.ask("pause", paused=True)["ok"]
        assert watcher.ask("chat", text="Bravo!")["ok"]


def test_undo_and_why_not(server):
    with server.sit(server.open(scenario="fixed")["id"]) as me:
        assert "nothing has been done" in me.state["undo"]
        me.order("activate NW")
        assert me.until_n(1)["undo"] is None
        assert me.ask("undo", n=1)["ok"]
        state = me.until_n(0)
        assert (state["log"], state["logFrom"]) == ([], 0)
        refused = me.ask("undo", n=0)
        assert "nothing has been done" in refused["error"]


def test_undo_names_the_order_it_takes_back(server):
    with server.sit(server.open(scenario="fixed")["id"]) as me:
        for n, order in enumerate(["activate NW", "activate K"]):
            me.order(order, n=n)
        for other in (0, 1, 3):
            assert me.ask("undo", n=other)["error"] == "stale"
        assert not me.ask("undo")["ok"], "it must name one"
        assert me.ask("undo", n=2)["n"] == 1


def test_a_take_back_names_the_order_it_takes_back(server):
    id_, tokens = seats(server)
    with server.sit(id_, token=tokens["soviet"]) as soviet, server.sit(id_, token=tokens["german"]) as german:
        soviet.order("end", n=0)
        for other in (1, 2):
            assert soviet.ask("takeback", action="offer", to=other)["error"] == "stale"
        soviet.ask("takeback", action="offer", to=0)
        soviet.order("end", n=1)
        soviet.ask("takeback", action="offer", to=1)
        late = german.ask("takeback", action="accept", to=0)
        assert late["error"] == "there is no such offer to answer", "that one was withdrawn"
        assert german.ask("takeback", action="accept", to=1)["n"] == 1


def test_a_take_back_needs_the_other_side(server):
    id_, tokens = seats(server)
    with server.sit(id_, token=tokens["soviet"]) as soviet, server.sit(id_, token=tokens["german"]) as german:
        for order in ("end", "end"):
            soviet.order(order)
            soviet.until_n(soviet.state["n"] if soviet.state["log"] else 1)
        german.until_n(2)
        assert "not yours" in german.state["undo"]
        assert soviet.ask("takeback", action="offer", to=1)["ok"]
        assert german.until(lambda state: state["takeback"])["takeback"] == {"by": "soviet", "to": 1}
        assert not soviet.ask("takeback", action="accept", to=1)["ok"]
        assert german.ask("takeback", action="refuse", to=1)["ok"]
        german.until(lambda state: not state["takeback"])
        soviet.ask("takeback", action="offer", to=1)
        assert german.ask("takeback", action="accept", to=1)["ok"]
        for player in (soviet, german):
            assert player.until_n(1)["view"]["phase"] == "soviet combat"
        assert soviet.order("end", n=1)["ok"]


def test_chat_and_names_are_kept(start):
    with start() as server:
        id_, tokens = seats(server)
        with server.sit(id_, token=tokens["soviet"]) as soviet:
            assert soviet.ask("name", name="Konev")["ok"]
            assert soviet.ask("chat", text="Good evening <b>all</b>")["ok"]
            said = soviet.until(lambda state: state["chat"])["chat"]
            assert [(line["name"], line["text"]) for line in said] == [("Konev", "Good evening <b>all</b>")]
    with start() as server:
        state = server.get(id_, token=tokens["german"]).json()
        assert state["chat"] == said
        assert state["table"]["seats"]["soviet"]["name"] == "Konev"


def test_coming_back_brings_only_what_was_missed(server):
    id_, tokens = seats(server)
    with server.sit(id_, token=tokens["soviet"]) as soviet:
        for n, order in enumerate(["activate NW", "move S-A-01 2504-2404", "end"]):
            soviet.order(order, n=n)
    with server.sit(id_, token=tokens["german"], since=2) as german:
        assert [entry["n"] for entry in german.state["log"]] == [3]
        assert german.state["logFrom"] == 2
    with server.sit(id_, token=tokens["german"]) as german:
        assert [entry["n"] for entry in german.state["log"]] == [0, 1, 2, 3]


def test_coming_back_after_orders_were_taken_back(server):
    id_, tokens = seats(server)
    with server.sit(id_, token=tokens["soviet"]) as soviet:
        soviet.order("activate NW", n=0)
        soviet.ask("undo", n=1)
        soviet.order("activate K", n=0)
    with server.sit(id_, token=tokens["german"], since=1) as german:
        assert [entry["order"] for entry in german.state["log"]] == ["activate K"]


def test_the_computer_answers(server):
    id_ = server.open(seats={"german": "staff"}, scenario="fixed")["id"]
    with server.sit(id_) as me:
        me.order("end", n=0)
        me.order("end", n=1)
        state = me.until(lambda state: state["n"] > 2 and state["thinking"] is None)
        assert state["view"]["decision"]["side"] == "soviet"
        assert {entry["side"] for s in me.states for entry in s["log"] if entry["n"] > 2} == {"german"}
        # Alone against the computer one may take back what one likes.
        assert me.ask("takeback", action="offer", to=1)["n"] == 1


def test_a_computer_that_cannot_choose_pauses_the_table(server, monkeypatch):
    id_ = server.open(seats={"german": "staff"}, scenario="fixed")["id"]
    with server.sit(id_) as me:
        me.order("end", n=0)
        server.table(id_).seating.seats["german"].player = "nobody"
        me.order("end", n=1)
        state = me.until(lambda state: state["table"]["paused"])
        assert "there is no player 'nobody'" in me.until(lambda state: state["chat"])["chat"][0]["text"]
        assert state["n"] == 2
        server.table(id_).seating.seats["german"].player = "staff"
        me.ask("pause", paused=False)
        me.until(lambda state: state["n"] > 2)


def test_a_computer_thinks_no_further_when_it_is_paused_or_the_moment_is_past(server, monkeypatch):
    begun, given_up = [], []

    async def ponder(self, game, table, choice, told):
        begun.append(len(game.orders))
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            given_up.append(len(game.orders))
            raise

    monkeypatch.setattr(Computers, "choose", ponder)
    id_ = server.open(seats={"german": "staff"}, scenario="fixed")["id"]
    with server.sit(id_) as me:
        me.order("end", n=0)
        me.order("end", n=1)
        me.until(lambda state: state["thinking"] == "german")
        assert (begun, given_up) == ([2], [])
        me.ask("pause", paused=True)
        me.until(lambda state: state["thinking"] is None)
        assert (begun, given_up) == ([2], [2])
        me.ask("pause", paused=False)
        me.until(lambda state: state["thinking"] == "german")
        me.ask("takeback", action="offer", to=1)
        me.until(lambda state: state["thinking"] is None)
        assert (begun, given_up) == ([2, 2], [2, 2])
        assert me.order("end", n=1)["ok"]
        me.until(lambda state: state["thinking"] == "german")
        assert begun == [2, 2, 4], "what was taken back, and that it was, is told with the rest"


def test_two_computers_play_while_somebody_watches(server):
    id_ = server.open(seats={"soviet": "random", "german": "random"}, scenario="fixed")["id"]
    assert server.get(id_).json()["n"] == 0
    with server.sit(id_) as me:
        me.until(lambda state: state["n"] > 3)
        assert me.ask("pause", paused=True)["ok"]
        paused = me.until(lambda state: state["table"]["paused"] and state["thinking"] is None)["n"]
        assert me.ask("why", order="end")["n"] == paused
        assert me.ask("pause", paused=False, pace=0.01)["ok"]
        me.until(lambda state: state["n"] > paused + 3)


def test_a_hint_is_a_legal_order(server):
    with server.sit(server.open(scenario="fixed")["id"]) as me:
        hint = me.ask("hint")["hint"]
        assert any("unit" in sentence for sentence in hint["intent"]), "who goes where is told"
        assert "ruling" not in me.ask("why", order=hint["order"]["text"])
        assert me.order(hint["order"]["text"])["ok"]


def test_whoever_watches_staffs_of_his_own_is_told_what_they_mean_to_do(server):
    id_ = server.open(seats={"soviet": "staff", "german": "staff"}, scenario="fixed")["id"]
    with server.sit(id_) as me:
        plan = me.until(lambda state: any("units" in sentence for sentence in state["intent"]))["intent"]
        assert plan[0] in ("The Soviet plan:", "The German plan:")


def test_against_a_person_a_staff_keeps_its_plan_to_itself(server):
    id_ = server.open(seats={"soviet": "staff", "german": "person"}, scenario="fixed")["id"]
    with server.sit(id_) as me:
        assert me.until(lambda state: state["n"] > 3)["intent"] == []


def fought(state):
    """Whether the news are of a battle."""
    return any("dice" in line for entry in state["log"] for line in entry["lines"])


def test_luck_is_told(server):
    id_ = server.open(seats={"soviet": "random", "german": "random"}, scenario="fixed")["id"]
    with server.sit(id_) as me:
        me.until(fought)
        me.ask("pause", paused=True)
        rows = me.ask("luck")["luck"]
    assert any(row["battles"] for row in rows)
    for row in filter(lambda row: row["battles"], rows):
        assert row["expected"] == row["battles"] / 2
        assert 0 < row["realised"] < row["battles"]


def test_luck_of_dice_and_chits_is_told_when_a_game_with_secrets_is_over(server):
    journal = (GOLDEN / "typhoon-guderian-random.journal").read_text()
    game = typhoon.load(journal)
    fallen = {"combats": "combat", "support dice": "support", "chits drawn": "drew"}
    events = [event.kind for entry in game.journal.entries for event in entry.events]
    id_ = server.open(game="operation-typhoon", seats=BOTH, journal=journal)["id"]
    rows = server.post(f"{id_}/luck").json()["luck"]
    for about, kind in fallen.items():
        assert sum(row["battles"] for row in rows if row["about"] == about) == events.count(kind)
    assert {(row["side"], row["about"]) for row in rows} == {
        (side, about) for side in ("german", "soviet") for about in fallen
    } - {("soviet", "support dice")}
    for row in rows:
        assert row["expected"] == row["battles"] / 2
        assert 0 < row["realised"] < row["battles"]

    before = typhoon.load(journal, to=40, verify=False)
    id_ = server.open(game="operation-typhoon", seats=BOTH, journal=str(before.journal))["id"]
    assert server.post(f"{id_}/luck").json()["error"] == "luck is told when the game is over"


def test_games_go_on_after_a_restart(start):
    with start() as server:
        id_, tokens = seats(server)
        with server.sit(id_, token=tokens["soviet"]) as soviet:
            soviet.order("activate NW", n=0)
            soviet.order("move S-A-01 2504-2404", n=1)
            before = soviet.until_n(2)
    with start() as server, server.sit(id_, token=tokens["soviet"]) as soviet:
        for part in ("n", "view", "faces", "panels"):
            assert soviet.state[part] == before[part]
        assert soviet.state["undo"] is None
        assert soviet.order("end")["ok"]


@pytest.mark.parametrize("seat", ["soviet", "german"])
def test_one_window_for_both_sides(server, seat):
    opened = server.open(seats=BOTH)
    with server.sit(opened["id"], token=opened["token"], side=seat) as me:
        assert me.state["side"] == seat
        assert all(facts["yours"] for facts in me.state["table"]["seats"].values())


def test_tables_nobody_looks_at_make_room(server, monkeypatch):
    monkeypatch.setattr("typhoon.server.hall.MOST_LIVE", 2)
    ids = [server.open(scenario="fixed")["id"] for _ in range(5)]
    live = server.client.app.state.hall._live
    with server.sit(ids[0]) as me, server.sit(ids[1]):
        for id_ in ids:
            assert server.post(f"{id_}/orders", n=0, order="activate NW", side="soviet").json()["ok"]
        assert len(live) <= 3
        assert {ids[0], ids[1]} <= set(live)
        me.until_n(1)
    for id_ in ids:
        assert server.get(id_).json()["n"] == 1


def test_a_table_at_which_something_is_done_stays(server, monkeypatch):
    """Or there would be two of it."""
    monkeypatch.setattr("typhoon.server.hall.MOST_LIVE", 1)
    ids = [server.open(scenario="fixed")["id"] for _ in range(3)]
    before = server.table(ids[0])
    asked, go_on = Event(), Event()

    async def ask(self, question, game, told):
        asked.set()
        while not go_on.is_set():
            await asyncio.sleep(0.01)
        raise NoAnswer("enough")

    monkeypatch.setattr(Worker, "ask", ask)
    with ThreadPoolExecutor(1) as pool:
        hint = pool.submit(server.post, f"{ids[0]}/hint")
        assert asked.wait(20)
        for id_ in ids[1:]:
            assert server.get(id_).status_code == 200
        assert server.table(ids[0]) is before
        go_on.set()
        assert hint.result().json()["error"] == "enough"
    for id_ in ids[1:]:
        assert server.get(id_).status_code == 200
    assert server.table(ids[0]) is not before


LEFT_WING = {"scenario": "flexible", "options": {"first-shock-army": "WL"}}


def test_what_both_players_must_agree_to_is_asked_of_both(server):
    opened = server.open(mode="remote", **LEFT_WING)
    id_, tokens = opened["id"], opened["tokens"]
    with (
        server.sit(id_, token=tokens["soviet"]) as soviet,
        server.sit(id_, token=tokens["german"]) as german,
    ):
        assert not german.order("agree")["ok"]
        assert soviet.order("agree")["ok"]
        assert not soviet.order("agree", n=1)["ok"], "nobody agrees for the other"
        refusal = german.order("deploy", n=1)["ruling"]
        assert refusal["case"] == "3.2"
        assert german.order("agree", n=1)["ok"]
        assert german.order("deploy", n=2)["ok"]


def test_at_one_screen_both_are_asked_and_a_computer_agrees_by_itself(server):
    id_ = server.open(**LEFT_WING)["id"]
    with server.sit(id_, side="soviet") as soviet, server.sit(id_, side="german") as german:
        assert soviet.order("agree")["ok"]
        assert not soviet.order("agree", n=1)["ok"]
        assert german.order("agree", n=1)["ok"]
        assert german.order("deploy", n=2)["ok"]
    with server.sit(server.open(**LEFT_WING, seats={"german": "staff"})["id"]) as soviet:
        assert soviet.order("agree")["ok"]
        after = soviet.until(lambda state: state["view"]["decision"]["side"] == "soviet" and state["n"] > 1)
    assert after["view"]["phase"] == "set-up"


def test_the_fixed_deployment_has_no_such_choice(server):
    wish = {"game": "red-typhoon", "scenario": "fixed", "options": LEFT_WING["options"]}
    answer = server.client.post("/api/tables", json=wish)
    assert answer.status_code == 400
    assert "WL goes with the flexible deployment" in answer.json()["error"]
