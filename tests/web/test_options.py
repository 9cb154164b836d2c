"""Many options in the lobby: a fold with all, none, and a mark on what is not as printed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.desk import Desk

SHOW = """async () => {
  const { optionForm } = await import("/static/lobby/options.js");
  const games = await (await fetch("/api/games")).json();
  window.form = optionForm(games.find((game) => game.id === "operation-typhoon-revision").options);
  const box = document.createElement("form");
  box.className = "starter many";
  box.append(...window.form.elements);
  document.body.prepend(box);
}"""
"""The options of the game by themselves."""


@pytest.fixture
def form(desk: Desk) -> Any:
    desk.lobby()
    desk.page.evaluate(SHOW)
    return desk.page.locator("form.many")


def chosen(form: Any) -> dict[str, str]:
    found: dict[str, str] = form.page.evaluate("window.form.values()")
    return found


def test_thirty_one_changes_lie_folded_under_one_heading(form: Any) -> None:
    fold = form.locator("details.group")
    assert fold.locator("summary").inner_text() == "The revision: 32 options"
    assert not fold.locator("select").first.is_visible()
    fold.locator("summary").click()
    assert fold.locator("select").count() == 32
    assert fold.locator("label.differs").count() == 0


def test_one_that_is_changed_is_marked(form: Any) -> None:
    form.locator("summary").click()
    form.locator("select[aria-label='Deep snow']").select_option("no")
    assert form.locator("label.differs").inner_text().startswith("Deep snow (13.32)")
    assert form.locator("summary").inner_text() == "The revision: 32 options · 1 not as printed"
    assert [id_ for id_, value in chosen(form).items() if value == "no"] == ["revision.deep-snow"]


def test_none_and_all(form: Any) -> None:
    form.locator("summary").click()
    form.locator("button:has-text('None')").click()
    off = chosen(form)
    assert {off[id_] for id_ in off if id_.startswith("revision") and id_ != "revision.bid"} == {"no"}
    assert (off["hedgehogs"], off["ski-troops"], off["revision.bid"]) == ("no", "no", "0")
    assert form.locator("summary").inner_text() == "The revision: 32 options · 31 not as printed"
    form.locator("button:has-text('All')").click()
    assert form.locator("label.differs").count() == 0
    assert "no" not in chosen(form).values()


def test_the_heading_turns_all_of_them_and_one_can_be_tried_alone(form: Any) -> None:
    form.locator("select[aria-label='The revision']").select_option("no")
    form.locator("summary").click()
    form.locator("select[aria-label='Strongpoints and fortifications']").select_option("yes")
    on = [id_ for id_, value in chosen(form).items() if value == "yes"]
    assert on == ["revision.fieldworks"]


def test_the_bid_is_a_number_below_or_above_nothing(form: Any) -> None:
    form.locator("summary").click()
    field = form.locator("select[aria-label='Bid for the Germans']")
    assert field.locator("option").count() == 121
    field.select_option("-10")
    assert chosen(form)["revision.bid"] == "-10"
