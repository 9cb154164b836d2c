"""The lab beside the lobby: experiments are listed, started, stopped and reported on, by the host alone."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

QUICK = """\
title = "Quick"
game = "red-typhoon"
games = {}
players = {{ soviet = "random", german = "random" }}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "data" / "lab"
    found.mkdir(parents=True)
    return found


def row(server, name: str = "quick") -> dict:
    rows = {found["name"]: found for found in server.client.get("/api/lab").json()}
    return rows[name]


def until(server, holds, name: str = "quick") -> dict:
    deadline = time.monotonic() + 90
    while not holds(found := row(server, name)):
        assert time.monotonic() < deadline, found
        time.sleep(0.1)
    return found


def ask(server, what: str, name: str = "quick"):
    return server.client.post(f"/api/lab/{name}", json={"what": what})


def test_an_experiment_is_started_followed_and_reported_on(server, folder):
    pytest.importorskip("matplotlib")
    (folder / "quick.toml").write_text(QUICK.format(2))
    assert row(server) | {"figure": ""} == {
        "name": "quick",
        "title": "Quick",
        "problem": "",
        "done": 0,
        "total": 2,
        "broken": 0,
        "figure": "",
        "at_work": "",
        "rate": 0.0,
        "has_report": False,
        "said": "",
    }
    assert ask(server, "report").status_code == 400, "there is nothing to report on"
    assert ask(server, "start").status_code == 200
    assert ask(server, "start").json() == {"error": "it is at work already"}
    done = until(server, lambda found: not found["at_work"])
    assert (done["done"], done["said"]) == (2, "")
    assert server.client.get("/lab/quick/report").status_code == 404
    assert ask(server, "report").status_code == 200
    until(server, lambda found: found["has_report"] and not found["at_work"])
    page = server.client.get("/lab/quick/report")
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    assert "<h1>Quick</h1>" in page.text


def test_a_run_is_stopped_and_goes_on(server, folder):
    (folder / "quick.toml").write_text(QUICK.format(300))
    assert ask(server, "stop").json() == {"error": "it is not at work"}
    ask(server, "start")
    before = until(server, lambda found: found["done"] > 1)
    assert before["at_work"] == "run" and before["rate"] > 0
    ask(server, "stop")
    stopped = row(server)
    assert stopped["at_work"] == stopped["said"] == ""
    ask(server, "start")
    assert until(server, lambda found: found["done"] > stopped["done"])["at_work"] == "run"


def test_the_server_takes_its_runs_with_it_and_loses_no_game(start, folder):
    (folder / "quick.toml").write_text(QUICK.format(300))
    with start() as server:
        ask(server, "start")
        done = until(server, lambda found: found["done"] > 1)["done"]
    size = (folder / "quick.lab/games.log").stat().st_size
    time.sleep(1)
    assert (folder / "quick.lab/games.log").stat().st_size == size
    with start() as server:
        assert row(server)["done"] >= done


def test_a_mistake_in_the_file_is_shown_with_its_line_until_it_is_put_right(server, folder):
    (folder / "quick.toml").write_text(QUICK.format(2) + "colour = 3\n")
    assert "line 5: no key 'colour'" in row(server)["problem"]
    assert "line 5" in ask(server, "start").json()["error"]
    time.sleep(0.01)
    (folder / "quick.toml").write_text(QUICK.format(2))
    assert row(server)["problem"] == ""


def test_a_new_experiment_is_written_and_none_over_another(server, folder):
    for name in ("red-typhoon", "red-typhoon-2"):
        answer = server.client.post("/api/lab", json={"game": "red-typhoon"})
        assert answer.status_code == 201
        assert name in [found["name"] for found in answer.json()]
    assert server.client.post("/api/lab", json={"game": "chess"}).status_code == 404


@pytest.mark.parametrize("name", ["nothing", "..%2Fquick", "%2e%2e", "a%00b", "quick.toml"])
def test_nothing_outside_the_folder_is_touched(server, folder, name):
    (folder.parent / "quick.toml").write_text(QUICK.format(2))
    assert ask(server, "start", name).status_code == 404
    assert server.client.get(f"/lab/{name}/report").status_code == 404


def test_strangers_are_kept_out(start, folder):
    (folder / "quick.toml").write_text(QUICK.format(2))
    with start(base_url="http://192.0.2.7:1941", host="0.0.0.0", host_key="the key") as server:
        asked = [
            server.client.get("/lab"),
            server.client.get("/api/lab"),
            server.client.post("/api/lab", json={"game": "red-typhoon"}),
            ask(server, "start"),
            server.client.get("/lab/quick/report"),
        ]
        assert [answer.status_code for answer in asked] == [403] * 5
        assert not (folder / "red-typhoon.toml").exists()
        server.client.get("/?key=the key")
        assert server.client.get("/api/lab").json()[0]["name"] == "quick"
        assert server.client.get("/lab").status_code == 200
