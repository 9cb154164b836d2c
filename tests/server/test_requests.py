"""Plain requests: pages, games, tables and everything that can be asked of one."""

from __future__ import annotations

import gzip
import re

import pytest

import typhoon
from typhoon.engine.display import Overlay, Shade
from typhoon.engine.registry import find_rules


@pytest.fixture
def web(tmp_path):
    """A client of a few files."""
    folder = tmp_path / "web"
    for name in ("common/dom.js", "lobby/lobby.js", "board/board.js", "play/page.js"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("export const a = 1;\n")
    (folder / "play" / "page.css").write_text("b {}")
    (folder / "base.css").write_text("a {}")
    styles = "".join(
        f'<link rel="stylesheet" href="/static/{name}">' for name in ("base.css", "play/page.css")
    )
    script = '<script type="module" src="/static/app.js"></script>'
    (folder / "index.html").write_text(f"<head>{script}{styles}</head>")
    (folder / "app.js").write_text("export const app = 1;\n")
    return folder


def test_pages_name_their_bundles(start, web):
    with start(web=web) as server:
        lobby, table = server.client.get("/"), server.client.get("/table/abc")
        assert lobby.status_code == table.status_code == 200
        modules = re.compile(r'<link rel="modulepreload" [^>]*href="/static/[0-9a-f]{16}/([^"]+)">')
        assert modules.findall(lobby.text) == ["common/all.js", "lobby/all.js"]
        assert modules.findall(table.text) == ["common/all.js", "board/all.js", "play/all.js"]
        script = server.client.get("/static/app.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert server.client.get("/static/../pyproject.toml").status_code == 404
        assert server.client.get("/static/%2e%2e/typhoon.sqlite").status_code == 404


def test_files_are_kept_by_browsers_until_one_changes(start, web):
    with start(web=web) as server:
        style = re.search(r"/static/[0-9a-f]{16}/", server.client.get("/").text)[0]
        kept = server.client.get(f"{style}app.js")
        assert "immutable" in kept.headers["cache-control"]
        again = server.client.get(f"{style}app.js", headers={"if-none-match": kept.headers["etag"]})
        assert again.status_code == 304
        assert server.client.get("/static/app.js").headers["cache-control"] == "no-cache"
        (web / "app.js").write_text("export const changed = 1;")
        assert style not in server.client.get("/").text
        changed = server.client.get(f"{style}app.js")
        assert "changed" in changed.text
        assert "immutable" not in changed.headers["cache-control"]


def test_a_page_has_one_script_and_one_style(start, web):
    with start(web=web) as server:
        page = server.client.get("/table/abc").text
        assert re.findall(r'src="/static/[0-9a-f]{16}/([^"]+)"', page) == ["all.js"]
        assert re.findall(r'<link rel="stylesheet" href="/static/[0-9a-f]{16}/([^"]+)"', page) == ["all.css"]
        style = server.client.get("/static/all.css")
        assert style.headers["content-type"].startswith("text/css")
        assert style.text == "a {}\nb {}"
        before = server.client.get("/static/play/all.js")
        assert before.headers["content-type"].startswith("text/javascript")
        assert 'modules["page.js"]' in before.text
        (web / "play" / "more.js").write_text("export const more = 1;\n")
        after = server.client.get("/static/play/all.js")
        assert 'modules["more.js"]' in after.text
        assert after.headers["etag"] != before.headers["etag"]
        assert server.client.get("/static/nowhere/all.js").status_code == 404


def test_a_file_is_kept_once_however_it_is_spelt(start, web, monkeypatch):
    packed = []
    compress = gzip.compress
    with start(web=web) as server:
        monkeypatch.setattr(
            gzip, "compress", lambda body, *given, **more: packed.append(body) or compress(body)
        )
        for number in range(20):
            for name in (f"z{number}/%2e%2e/app.js", f"{number:016x}/app.js", "./" * number + "app.js"):
                server.client.get(f"/static/{name}")
        assert packed == [b"export const app = 1;\n"]


@pytest.mark.parametrize("name", ["%00", "a%00.js", "%ff%fe", "x" * 5000, "common", "", "%2e%2e/app.js%00"])
def test_files_that_cannot_be(start, web, name):
    with start(web=web) as server:
        answer = server.client.get(f"/static/{name}")
        assert answer.status_code == 404
        assert "there is nothing at" in answer.json()["error"]


def test_the_page_of_a_table_says_where_facts_and_map_are(start):
    with start() as server:
        seats = {"german": "person", "soviet": "person"}
        table = server.open(game="operation-typhoon", scenario="guderian", seats=seats)
        page = server.client.get(f"/table/{table['id']}").text
        assert 'name="typhoon-facts" content="/api/games/operation-typhoon?scenario=guderian&amp;' in page
        assert 'name="typhoon-board" content="/api/games/operation-typhoon/board.svg?version=1"' in page
        assert "typhoon-facts" not in server.client.get("/table/none").text
        assert "typhoon-game" not in server.client.get("/").text


def test_facts_and_boards_are_found_without_loading_the_game(start, monkeypatch):
    paths = ["/api/games/red-typhoon", "/api/games/red-typhoon/board.svg?part=land"]
    with start() as server:
        before = [server.client.get(path).text for path in paths]

    def loaded(game, *_, **__):
        raise AssertionError(f"{game} is loaded")

    monkeypatch.setattr("typhoon.server.facts.find_rules", loaded)
    monkeypatch.setattr("typhoon.server.boards.find_rules", loaded)
    with start() as server:
        assert [server.client.get(path).text for path in paths] == before


def test_a_map_comes_in_parts(server):
    parts = {
        part: server.client.get(f"/api/games/red-typhoon/board.svg?part={part}").text
        for part in ("whole", "land", "numbers")
    }
    assert '<g id="layer-numbers"/>' in parts["land"]
    assert "layer-terrain" not in parts["numbers"]
    numbers = re.search(r'<g id="layer-numbers">.*</g>(?=</g>)', parts["numbers"])[0]
    assert numbers.count("<text") == 1748
    assert parts["land"].replace('<g id="layer-numbers"/>', numbers) == parts["whole"]
    assert server.client.get("/api/games/red-typhoon/board.svg?part=half").status_code == 400


def test_pages_are_served_with_a_strict_policy(server):
    headers = server.client.get("/api/games").headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_the_catalogue_and_the_players(server):
    games = {game["id"]: game for game in server.client.get("/api/games").json()}
    assert games["red-typhoon"]["status"] == "playable"
    assert games["red-typhoon"]["sides"] == ["soviet", "german"]
    assert server.client.get("/api/players").json()[0] == "person"
    assert "staff" in server.client.get("/api/players").json()


def test_the_facts_of_a_game(server):
    facts = server.client.get("/api/games/red-typhoon").json()
    assert facts["hexes"]["2422"]["name"] == "Vyazma"
    here, below = facts["hexes"]["2422"], facts["hexes"]["2423"]
    assert (here["x"], here["y"] + facts["map"]["scale"]) == (below["x"], below["y"])
    assert facts["units"]["G-253-ID"]["strength"] == 4
    assert facts["cases"]["6.0"]["title"]
    assert facts["sequence"].count("soviet movement") == 1
    assert len(facts["dates"]) == facts["lastTurn"]


def test_the_board_is_drawn_once_and_asked_for_once(start):
    with start() as server:
        answer = server.client.get("/api/games/red-typhoon/board.svg")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.text.startswith("<svg")
        tag = answer.headers["etag"]
        again = server.client.get("/api/games/red-typhoon/board.svg", headers={"if-none-match": tag})
        assert again.status_code == 304
        plain = server.client.get("/api/games/red-typhoon/board.svg", headers={"accept-encoding": "identity"})
        assert plain.text == answer.text
    with start() as server:
        kept = server.client.get("/api/games/red-typhoon/board.svg")
        assert (kept.headers["etag"], kept.text) == (tag, answer.text)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/games/blue-typhoon", 404),
        ("/api/games/chess/board.svg", 404),
        ("/api/games/red-typhoon/board.svg?season=spring", 400),
        ("/api/tables/none", 404),
        ("/api/nothing", 404),
    ],
)
def test_what_is_not_there_is_said_in_words(server, path, status):
    answer = server.client.get(path)
    assert answer.status_code == status
    assert answer.json()["error"]


def test_a_table_is_opened_played_on_listed_and_cleared_away(server):
    opened = server.open(scenario="fixed", seats={"soviet": "person", "german": "person"})
    id_ = opened["id"]
    state = server.get(id_, side="soviet").json()
    assert (state["n"], state["side"], state["view"]["decision"]["side"]) == (0, "soviet", "soviet")
    reply = server.post(f"{id_}/orders", n=0, order="activate NW", id="one", side="soviet").json()
    assert reply == {"type": "reply", "id": "one", "ok": True, "n": 1}
    (row,) = server.client.get("/api/tables").json()
    assert (row["id"], row["orders"], row["toAct"], row["result"]) == (id_, 1, "soviet", None)
    assert server.client.delete(f"/api/tables/{id_}").status_code == 204
    assert server.client.get("/api/tables").json() == []
    assert server.get(id_).status_code == 404


def test_counters_come_with_their_pictures(server):
    state = server.get(server.open()["id"]).json()
    assert {face["look"] for face in state["faces"]} == set(state["looks"])
    assert all(look.startswith("<g") for look in state["looks"].values())


def test_a_refusal_carries_the_ruling(server):
    id_ = server.open()["id"]
    reply = server.post(f"{id_}/orders", n=0, order="move S-A-01 2504-2404").json()
    assert not reply["ok"]
    assert reply["ruling"]["case"]
    assert reply["ruling"]["order"] == "move S-A-01 2504-2404"
    nonsense = server.post(f"{id_}/orders", n=0, order="march on Moscow").json()
    assert "'march' is not an order" in nonsense["ruling"]["text"]


def test_previews_overlays_and_lines(server):
    id_ = server.open()["id"]
    server.post(f"{id_}/orders", n=0, order="activate NW")
    preview = server.post(f"{id_}/preview", order="move S-A-01 2504-2404").json()["preview"]
    assert (preview["kind"], preview["path"][-1]) == ("move", "2404")
    assert server.post(f"{id_}/why", order="move S-A-01 2504-2414").json()["ruling"]["case"] == "8.0"
    assert "ruling" not in server.post(f"{id_}/why", order="end").json()
    assert server.post(f"{id_}/overlay", overlay="zones").json()["overlay"]["shades"]
    assert not server.post(f"{id_}/overlay", overlay="nothing").json()["ok"]
    assert server.post(f"{id_}/line", unit="S-A-01").json()["line"]["hexes"][0] == "2504"


def test_overlays_are_named_without_finding_their_hexes(server, monkeypatch):
    asked = []

    def find():
        asked.append("found")
        return [Shade("soviet", "Mud", ("2422",))]

    overlays = [Overlay("mud", "Mud", "1.0", find, pinned=True)]
    monkeypatch.setattr(type(find_rules("red-typhoon")), "overlays", lambda *_: overlays)
    id_ = server.open()["id"]
    named = {"id": "mud", "title": "Mud", "case": "1.0", "pinned": True, "lines": False}
    assert server.get(id_).json()["overlays"] == server.get(f"{id_}/replay").json()["overlays"] == [named]
    assert asked == []
    shades = [{"side": "soviet", "label": "Mud", "hexes": ["2422"], "tone": ""}]
    assert server.post(f"{id_}/overlay", overlay="mud").json()["overlay"] == {**named, "shades": shades}


def test_any_earlier_moment_can_be_looked_at(server):
    id_ = server.open()["id"]
    for n, order in enumerate(["activate NW", "move S-A-01 2504-2404", "end"]):
        assert server.post(f"{id_}/orders", n=n, order=order).json()["ok"]
    where = {}
    for to in (2, 0, 1, 2):
        state = server.get(f"{id_}/replay", to=to).json()
        assert (state["n"], state["orders"], len(state["log"])) == (to, 3, to + 1)
        where[to] = next(face["hex"] for face in state["faces"] if face["unit"] == "S-A-01")
    assert where == {0: "2504", 1: "2504", 2: "2404"}
    assert [entry["n"] for entry in server.get(f"{id_}/replay", to=2, since=1).json()["log"]] == [2]
    assert server.get(f"{id_}/replay", to=4).status_code == 400
    assert server.get(f"{id_}/replay", to="-1").status_code == 400


def test_a_journal_is_taken_along_and_gone_on_with(server):
    id_ = server.open(scenario="fixed")["id"]
    server.post(f"{id_}/orders", n=0, order="activate NW")
    shown = server.get(f"{id_}/journal").text
    assert "dice key" not in shown
    whole = server.get(f"{id_}/journal", key=1).text
    assert typhoon.load(whole).journal.text() == whole
    again = server.open(game="", journal=whole)["id"]
    assert server.get(again).json()["n"] == 1
    refused = server.client.post("/api/tables", json={"journal": shown})
    assert refused.status_code == 400
    assert "dice key" in refused.json()["error"]


@pytest.mark.parametrize(
    ("wish", "word"),
    [
        ({"game": "blue-typhoon"}, "blue-typhoon"),
        ({"scenario": "summer"}, "summer"),
        ({"options": {"fog": "yes"}}, "fog"),
        ({"seats": {"german": "napoleon"}}, "napoleon"),
        ({"seats": {"french": "staff"}}, "french"),
        ({"journal": "Dear diary"}, "journal"),
        ({"colour": "red"}, "colour"),
        ({"mode": "secret"}, "secret"),
    ],
)
def test_tables_that_cannot_be(server, wish, word):
    answer = server.client.post("/api/tables", json={"game": "red-typhoon", **wish})
    assert answer.status_code == 400
    assert word in answer.json()["error"]
    assert server.client.get("/api/tables").json() == []


def test_facts_are_those_of_the_law_that_is_played(server):
    """The address at the table asks for its scenario, options and version; the usual law is another."""
    opened = server.open(scenario="fixed", options={}, seats={})
    state = server.get(opened["id"]).json()
    facts = server.client.get(state["table"]["facts"]).json()
    assert facts["id"] == "red-typhoon" and "&version=2" in state["table"]["facts"]
    assert server.client.get(facts["board"] + "&part=land").status_code == 200


def test_a_law_that_there_is_not_is_refused(server):
    for query, words in (
        ("scenario=nowhere", "scenario"),
        ("version=7", "rules version 7 is not known"),
        ("version=-1", "a version of the rules is a number"),
        ("option=snow", "option=NAME=VALUE"),
        ("option=snow=purple", "snow"),
    ):
        answer = server.client.get(f"/api/games/red-typhoon?{query}")
        assert answer.status_code == 400, query
        assert words in answer.text
    assert server.client.get("/api/games/chess?version=1").status_code == 404


def test_a_turn_is_reported_to_whoever_asks(server):
    """S-B-02 and S-B-03 attack a division in woods, 10 to 4: 2:1; this seed throws a 6, which is DR2."""
    game = typhoon.build(
        "red-typhoon", turn=3, phase="soviet movement", attack_orders=["K"], seed=7,
        units={"S-B-02": "2809", "S-B-03": "2809", "G-6-ID": "2810"},
    )  # fmt: skip
    for order in ("end", "attack 2810 S-B-02 S-B-03", "retreat G-6-ID 2810-2711-2610", "end", "end", "end"):
        if game.decision.side == "soviet":
            game.push(order)
    id_ = server.open(journal=str(game.journal), seats={"soviet": "person", "german": "person"})["id"]
    facts = server.post(f"{id_}/report", side="german").json()["report"]
    assert [part["id"] for part in facts["report"]["parts"]] == ["attacks"]
    assert facts["report"]["side"] == "soviet"
    assert server.post(f"{id_}/report", side="german", number=7).json()["report"]["report"] is None
    log = server.get(id_, side="german").json()["log"]
    (line,) = [line for entry in log for line in entry["lines"] if line.get("fought")]
    assert line["part"] == "battle"
    assert line["fought"]["text"] == "the defenders retreat two hexes and are disrupted"
    (retreat,) = [line for entry in log for line in entry["lines"] if line.get("part") == "retreat"]
    assert retreat["way"] == ["2810", "2711", "2610"]
