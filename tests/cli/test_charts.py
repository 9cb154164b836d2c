"""`typhoon charts` and `typhoon briefing`."""

from __future__ import annotations

from html.parser import HTMLParser


class Headings(HTMLParser):
    """The headings of a page, and what can be lit in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.lights: set[str] = set()
        self._inside = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self._inside = tag == "h2"
        self.lights |= {value for name, value in attrs if name == "data-light"}

    def handle_data(self, data):
        if self._inside:
            self.found.append(data.strip())
            self._inside = False


def test_charts_to_be_printed(run, tmp_path):
    ran = run("charts", "red-typhoon", "-o", tmp_path / "charts.html")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    page = Headings((tmp_path / "charts.html").read_text(encoding="utf-8"))
    assert {"Counters", "Sequence of play", "Combat results", "Terrain effects"} <= set(page.found)
    assert {"turn:3", "phase:soviet combat", "column:2:1", "terrain:woods"} <= page.lights


def test_charts_of_a_game_that_there_is_not(run):
    ran = run("charts", "chess")
    assert ran.status == 2 and "chess" in ran.err


def test_a_briefing_in_the_terminal(run):
    told = run("briefing", "operation-typhoon", "guderian").out
    assert told.startswith("Operation Typhoon (1978): Panzergruppe Guderian")
    assert all(part in told for part in ("Who wins when", "The first turn", "What is special", "Tula"))


def test_a_briefing_for_a_scenario_that_there_is_not(run):
    ran = run("briefing", "red-typhoon", "summer")
    assert ran.status == 2 and "summer" in ran.err
