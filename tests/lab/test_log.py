"""The log of a series: it keeps little in mind, and gives every game back as it was written."""

from __future__ import annotations

import tracemalloc

from typhoon.lab.log import Log, Marker
from typhoon.lab.playing import ENCODER
from typhoon.lab.record import Record

GAMES = 10_000


def game(index: int) -> Record:
    broken = "it broke" if index % 1000 == 0 else ""
    level = "" if broken else "draw"
    return Record("arm", index, level, turns=index % 7, points={"german": 1.0, "soviet": 2.0}, broken=broken)


def test_ten_thousand_games_take_some_twenty_bytes_each(tmp_path):
    log = Log(tmp_path / "games.log", lambda head: float(head.turns) if head.level else None)
    tracemalloc.start()
    try:
        with log.writing():
            for index in range(1, GAMES + 1):
                log.add(ENCODER.encode(game(index)))
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 40 * GAMES
    assert len(log) == GAMES


def test_what_was_written_is_read_again(tmp_path):
    log = Log(tmp_path / "games.log", lambda head: float(head.turns) if head.level else None)
    with log.writing():
        log.mark(Marker("program"))
        for index in (1000, 3, 5):
            log.add(ENCODER.encode(game(index)))
            log.add(ENCODER.encode(game(index)))
    for each in (log, Log(log.path, lambda head: float(head.turns) if head.level else None)):
        series = each.of("arm")
        assert len(each) == 3 and list(series) == [3, 5, 1000]
        assert ("arm", 5) in each and ("arm", 4) not in each and ("another", 5) not in each
        assert dict(series.numbers(GAMES)) == {3: 3.0, 5: 5.0}, "a broken game counts with nothing"
        assert dict(series.numbers(3)) == {3: 3.0}
        assert series.is_broken(1000) and not series.is_broken(5)
        assert list(each.records([("arm", 5), ("arm", 1000)])) == [game(5), game(1000)]
        assert [key for key, _ in each.bodies()] == [("arm", 3), ("arm", 5), ("arm", 1000)]
