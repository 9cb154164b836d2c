"""Analyses beside the server: started by the host alone, kept beside the game, and shared with it."""

from __future__ import annotations

import time

from tests.drawing.test_share import film_of
from tests.idle import idle
from typhoon.engine.journal import Written
from typhoon.engine.replay import load
from typhoon.players.analysis import Analysis, analyse, beside, keep, mark
from typhoon.players.judging import Better
from typhoon.server.analysts import PLAYOUTS, Analysts
from typhoon.server.requests import AskAnalysis
from typhoon.server.seats import Holder

JOURNAL = idle()


def looked_at(player, holds, **asked):
    """What is known as soon as something holds of it."""
    found = player.ask("analysis", **asked)["analysis"]
    deadline = time.monotonic() + 300
    while not holds(found) and time.monotonic() < deadline:
        time.sleep(0.05)
        found = player.ask("analysis")["analysis"]
    assert holds(found)
    return found


def test_it_is_worked_out_beside_the_server_and_kept(start):
    with start() as server:
        id_ = server.open(journal=JOURNAL)["id"]
        with server.sit(id_) as me:
            first = me.ask("analysis")["analysis"]
            assert (first["running"], first["may_start"], first["turns"]) == (False, True, [])
            found = looked_at(me, lambda facts: facts["turns"], action="start")
            assert found["running"]
            assert not found["whole"]
            stopped = me.ask("analysis", action="stop")["analysis"]
            assert (stopped["running"], stopped["may_start"]) == (False, True)
    with start() as server, server.sit(id_) as me:
        again = me.ask("analysis")["analysis"]
        assert [turn["after"] for turn in again["turns"]] == [turn["after"] for turn in stopped["turns"]]
        server.client.delete(f"/api/tables/{id_}")
        folder = server.client.app.state.settings.data / "analysis"
        assert list(folder.iterdir()) == []


def test_a_game_that_goes_on_is_not_analysed(server):
    with server.sit(server.open(scenario="fixed")["id"]) as me:
        assert me.ask("analysis", action="start")["error"] == "a game is analysed when it is over"


def test_only_the_host_starts_and_stops_it(server):
    id_ = server.open(journal=JOURNAL)["id"]
    hall = server.client.app.state.hall
    clerk = server.client.portal.call(hall.clerk, id_)
    for action in ("start", "stop"):
        request = AskAnalysis(id="1", action=action)
        reply = server.client.portal.call(clerk.answer, request, Holder((), address="203.0.113.7"))
        assert reply.error == "an analysis is started and stopped by the host alone"
    reply = server.client.portal.call(clerk.answer, AskAnalysis(id="1"), Holder((), address="203.0.113.7"))
    assert reply.ok
    assert not reply.analysis.may_start


def test_one_game_is_looked_at_at_a_time(server):
    one, other = (server.open(journal=JOURNAL)["id"] for _ in range(2))
    with server.sit(one) as me, server.sit(other) as you:
        assert me.ask("analysis", action="start")["analysis"]["running"]
        assert you.ask("analysis", action="start")["error"].startswith("another game is being analysed")
        me.ask("analysis", action="stop")


def test_the_shared_file_tells_it(server):
    id_ = server.open(journal=JOURNAL)["id"]
    text = server.match(id_).game.journal.text(secret=False)
    turns = list(analyse(text))
    start, words = turns[2].start, ["Kalinin Front presses on Rzhev."]
    turns[2].plans = [Better("soviet movement", [], 5.0, 0.5, start, words, plain=5.0)]
    mark(turns[2:3])
    game = load(text, to=start)
    order = next(order for order in game.orders if order.verb == "activate")
    line = [Written(game.decision.side, str(order))]
    hall = server.client.app.state.hall
    found = hall.analysts.found(id_, text)
    folder = server.client.app.state.settings.data / "analysis"
    folder.mkdir()
    turns[4].plans = [Better("soviet movement", [], 5.0, 0.5, turns[4].start, words, plain=5.0)]
    mark(turns[2:5])
    damaged = [Written(game.decision.side, "activate nobody")]
    kept = Analysis(found.journal, PLAYOUTS, turns, lines={start: line, 0: line, turns[4].start: damaged})
    keep(beside(folder / f"{id_}.journal"), kept)
    with server.sit(id_) as me:
        page = me.ask("share")["share"]
    lines = [line for note in film_of(page)["notes"] for line in note[5]]
    assert [(title, at, frames[0][0]) for title, at, frames in lines] == [
        (f"turn {turns[2].turn}, soviet movement", start, start + 1)
    ]
    assert "Kalinin Front presses on Rzhev." in page
    assert "the marshal would have gained 5.0" in page


def test_what_is_found_of_another_game_counts_for_nothing(tmp_path):
    keep(beside(tmp_path / "t1.journal"), Analysis("another", PLAYOUTS, []))
    facts = Analysts(tmp_path).facts("t1", JOURNAL, may_start=True)
    assert (facts.turns, facts.thought, facts.whole) == ([], 0, False)


def test_a_line_of_the_marshal_is_looked_at_order_by_order(server):
    """In the idle game somebody moves after all in the line: that is seen there, and nowhere else."""
    id_ = server.open(journal=JOURNAL)["id"]
    text = server.match(id_).game.journal.text(secret=False)
    game = load(text, to=0)
    side, orders = game.decision.side, [order for order in game.orders if order.verb == "activate"]
    line = [Written(side, str(orders[0]))]
    game.push(orders[0])
    march = next(order for order in game.orders if order.verb == "move")
    line.append(Written(side, str(march)))
    folder = server.client.app.state.settings.data / "analysis"
    folder.mkdir()
    found = server.client.app.state.hall.analysts.found(id_, text)
    keep(beside(folder / f"{id_}.journal"), Analysis(found.journal, PLAYOUTS, [], lines={0: line}))

    def seen(**asked):
        return server.client.get(f"/api/tables/{id_}/replay", params=asked)

    def where(state):
        return next(face["hex"] for face in state["faces"] if face["unit"] == march.unit)

    last = seen(line=0, to=2, since=0).json()
    assert [entry["order"] for entry in last["log"]] == [each.text for each in line]
    assert (last["n"], last["orders"]) == (2, 2)
    assert where(last) == march.path[-1]
    assert where(seen(line=0, to=1).json()) == march.path[0]
    assert where(seen(to=2).json()) == march.path[0]
    assert seen(line=0, to=3).json()["error"] == "there is no order 3 to go to; the game has 2"
    assert seen(line=1, to=2).json()["error"] == "no line of the marshal is known after order 1"


def test_of_a_game_that_goes_on_there_is_no_line(server):
    id_ = server.open(scenario="fixed")["id"]
    reply = server.client.get(f"/api/tables/{id_}/replay", params={"line": 0})
    assert (reply.status_code, reply.json()["error"]) == (400, "a game is analysed when it is over")
