"""Tables that are opened for studies."""

from __future__ import annotations

import pytest

from typhoon.engine.journal import parse_journal
from typhoon.engine.study import studies


def test_the_studies_are_listed(server):
    listed = server.client.get("/api/studies").json()
    assert [study["name"] for study in listed] == list(studies())
    assert all(study["title"] and study["goal"] and study["about"] for study in listed)


def test_a_table_for_a_study_tells_its_goal(server):
    opened = server.client.post("/api/tables", json={"study": "close-the-pocket"})
    assert opened.status_code == 201
    told = server.get(opened.json()["id"]).json()["table"]
    assert told["title"] == "Study: Close the pocket at Rzhev" and told["game"] == "red-typhoon"
    assert {seat: facts["player"] for seat, facts in told["seats"].items()} == {
        "soviet": "person",
        "german": "staff",
    }
    assert told["study"]["facts"]["name"] == "close-the-pocket"
    assert told["study"]["verdict"]["status"] == "open"
    assert [aim["met"] for aim in told["study"]["verdict"]["aims"]] == [False]


def test_dice_of_a_study_are_not_those_of_its_solution(server):
    wishes = [server.client.post("/api/tables", json={"study": "sukhinichi"}).json() for _ in range(2)]
    first, second = [wish["commitment"] for wish in wishes]
    solution = parse_journal(studies()["sukhinichi"].journal).header.commitment
    assert len({first, second, solution}) == 3
    assert solution not in server.get(wishes[0]["id"]).json()["table"]["dice"]["commitments"]


@pytest.mark.parametrize(
    ("wish", "error"),
    [
        ({"study": "nowhere"}, "there is no study 'nowhere'"),
        ({"study": "klin", "scenario": "kluge"}, "leave them out"),
        ({"study": "klin", "journal": "typhoon journal 2\n"}, "leave them out"),
    ],
)
def test_what_cannot_be_opened_is_refused(server, wish, error):
    answer = server.client.post("/api/tables", json=wish)
    assert answer.status_code == 400 and error in answer.json()["error"]


def test_other_tables_have_no_study(server):
    assert server.get(server.open()["id"]).json()["table"]["study"] is None
