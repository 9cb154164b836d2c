"""Other processes answer what takes long: each thing once, in fair turns, and while somebody waits for it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
import pytest

import typhoon
from typhoon.server import computers as c
from typhoon.server.computers import Computers, NoAnswer, Worker
from typhoon.server.messages import LuckRow
from typhoon.server.once import Once
from typhoon.server.questions import Advise, CheckedJournal, CheckJournal, Choose, TellLuck, TraceLines
from typhoon.server.replica import GivenOrder, SoFar
from typhoon.server.thinking import Note
from typhoon.server.turns import Turns

GAME = typhoon.new("red-typhoon", "fixed", seed=7)
OPENING = SoFar("t1", 0, GAME.journal.text(secret=False), [])
STAFF = Choose("soviet", "staff", "seed")


def so_far(*orders: str, name: str = "t1") -> SoFar:
    return SoFar(name, 0, OPENING.opening, [GivenOrder(order, []) for order in orders])


# Turns


def test_tables_take_turns_and_so_do_those_who_ask_at_each():
    turns: Turns[str] = Turns()
    for number in range(3):
        turns.add("big", "anna", f"anna {number}")
    turns.add("big", "boris", "boris 0")
    turns.add("small", "clara", "clara 0")
    turns.add("small", "clara", "clara 1")
    assert (len(turns), turns.waiting("big", "anna"), turns.waiting("big", "nobody")) == (6, 3, 0)
    found = [turns.next() for _ in range(7)]
    assert found == ["anna 0", "clara 0", "boris 0", "clara 1", "anna 1", "anna 2", None]
    assert len(turns) == 0


def test_whoever_may_not_is_passed_over_and_keeps_the_turn():
    turns: Turns[str] = Turns()
    turns.add("one", "anna", "first")
    turns.add("one", "boris", "second")
    assert turns.next(lambda table, who: who != "anna") == "second"
    assert turns.next(lambda table, who: who != "anna") is None
    assert turns.next() == "first"


def test_what_is_dropped_does_not_come():
    turns: Turns[str] = Turns()
    for thing in ("a", "b", "c"):
        turns.add("one", "anna", thing)
    turns.drop("one", "anna", "b")
    turns.drop("one", "anna", "b")
    turns.drop("none", "anna", "a")
    assert [turns.next() for _ in range(3)] == ["a", "c", None]


# The processes


def in_time(work: Any, processes: int = 2) -> Any:
    """What some work comes to, with processes that are ended afterwards."""

    async def run() -> Any:
        computers = Computers(processes)
        try:
            return await asyncio.wait_for(work(computers), 60)
        finally:
            await computers.stop()

    return asyncio.run(run())


def test_a_process_follows_a_game_and_answers_questions_about_it():
    async def work(computers: Computers) -> None:
        first = await computers.choose(so_far(), "t1", STAFF)
        assert GAME.why_not(first) is None
        lines = await computers.ask(
            TraceLines("soviet"), so_far("activate NW"), table="t1", who="soviet", kind=dict[str, Any]
        )
        assert lines["S-A-01"]["hexes"][0] == "2504"
        luck = await computers.ask(TellLuck(), so_far(), table="t1", who="soviet", kind=list[LuckRow])
        assert [(row.side, row.battles) for row in luck] == [("soviet", 0), ("german", 0)]

    in_time(work)


def test_a_process_that_is_ended_is_started_again():
    async def work(computers: Computers) -> None:
        for _ in range(3):
            assert GAME.why_not(await computers.choose(so_far(), "t1", STAFF)) is None
            for worker in computers.workers:
                if worker.process is not None:
                    worker.process.kill()

    in_time(work)


def test_whoever_thinks_too_long_is_stopped(monkeypatch):
    monkeypatch.setattr(c, "LONGEST_THOUGHT", 0.01)

    async def work(computers: Computers) -> None:
        with pytest.raises(NoAnswer, match="too long"):
            await computers.choose(so_far(), "t1", STAFF)
        monkeypatch.setattr(c, "LONGEST_THOUGHT", 60)
        assert GAME.why_not(await computers.choose(so_far(), "t1", STAFF)) is None

    in_time(work)


def test_questions_that_make_no_sense_are_answered_in_words():
    async def work(computers: Computers) -> None:
        with pytest.raises(NoAnswer, match="there is no player 'nobody'"):
            await computers.choose(so_far(), "t1", Choose("soviet", "nobody", "seed"))
        with pytest.raises(NoAnswer, match="end") as refused:
            await computers.choose(so_far("end", "end", "end", "nonsense"), "t1", STAFF)
        assert "Traceback" not in str(refused.value)
        with pytest.raises(NoAnswer, match="a journal begins with"):
            await computers.ask(CheckJournal("Dear diary"), None, table="", who="me")
        whole = GAME.journal.text()
        checked = await computers.ask(CheckJournal(whole), None, table="", who="me", kind=CheckedJournal)
        assert checked.header.lots == GAME.journal.header.lots

    in_time(work)


# Time to think, with players who take all they are given


@pytest.fixture
def ponderers(monkeypatch):
    monkeypatch.setattr(c, "COMMAND", (sys.executable, str(Path(__file__).with_name("pondering.py"))))


PONDERER = Choose("soviet", "ponderer", "seed")
TALKER = Choose("soviet", "talker", "seed")
STUBBORN = Choose("soviet", "stubborn", "seed")


def process_of(computers: Computers) -> int:
    """The one process that has been started."""
    (pid,) = (worker.process.pid for worker in computers.workers if worker.process is not None)
    return pid


async def give_up(task: asyncio.Task[str]) -> None:
    await asyncio.sleep(1)  # until it is thought about
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert task.cancelled()


def test_a_player_is_told_how_long_it_may_think(ponderers, monkeypatch):
    monkeypatch.setattr(c, "LONGEST_THOUGHT", 30.0)
    monkeypatch.setattr(c, "LEEWAY", 29.7)

    async def work(computers: Computers) -> None:
        start = monotonic()
        assert GAME.why_not(await computers.choose(so_far(), "t1", PONDERER)) is None
        assert 0.3 <= monotonic() - start <= 29.7, "it answers when its time is up, and need not be ended"

    in_time(work)


def test_how_far_a_player_is_can_be_heard_and_its_plan_where_it_is_asked_for(ponderers):
    async def work(computers: Computers) -> None:
        heard: list[Note] = []
        await computers.choose(so_far(), "t1", TALKER, heard.append)
        assert heard == [Note(0.5)], "an enemy's plan never leaves its process"
        await computers.advise(so_far(), "t1", Advise(TALKER), heard.append)
        assert heard == [Note(0.5), Note(0.5, "Hold the line.")]

    in_time(work, 1)


def test_a_player_stops_when_nobody_waits_for_its_order_any_more(ponderers, monkeypatch):
    monkeypatch.setattr(c, "LEEWAY", 29.7)

    async def work(computers: Computers) -> None:
        task = asyncio.create_task(computers.choose(so_far(), "t1", PONDERER))
        await give_up(task)
        process = process_of(computers)
        start = monotonic()
        lines = computers.ask(TraceLines("soviet"), so_far(), table="t1", who="me", kind=dict[str, Any])
        assert (await lines)["S-A-01"]["hexes"][0] == "2504"
        assert monotonic() - start < c.LEEWAY, "the process is free at once"
        assert process_of(computers) == process, "and it still knows the game"

    in_time(work, 1)


def test_a_player_that_does_not_heed_is_ended(ponderers, monkeypatch):
    monkeypatch.setattr(c, "LEEWAY", 0.2)

    async def work(computers: Computers) -> None:
        task = asyncio.create_task(computers.choose(so_far(), "t1", STUBBORN))
        await give_up(task)
        assert await computers.ask(TellLuck(), so_far(), table="t1", who="me", kind=list[LuckRow])

    in_time(work, 1)


# Fair shares, with workers that do nothing but note what they are asked


class Clockwork:
    """Stands for the processes: work is done when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.working: dict[str, asyncio.Future[None]] = {}
        self.done: list[str] = []
        clockwork = self

        async def ask(self: Worker, question: Any, game: SoFar | None, told: Any) -> msgspec.Raw:
            name = question.seed
            clockwork.working[name] = asyncio.get_running_loop().create_future()
            await clockwork.working[name]
            clockwork.done.append(name)
            return msgspec.Raw(msgspec.json.encode(name))

        monkeypatch.setattr(Worker, "ask", ask)

    async def finish(self, name: str) -> None:
        self.working.pop(name).set_result(None)
        await self.settle()

    @staticmethod
    async def settle() -> None:
        for _ in range(10):
            await asyncio.sleep(0)


@pytest.fixture
def clockwork(monkeypatch):
    return Clockwork(monkeypatch)


def asks(computers: Computers, table: str, who: str, name: str) -> asyncio.Task[Any]:
    question = Choose("soviet", "staff", name)
    return asyncio.create_task(computers.ask(question, so_far(), table=table, who=who, kind=str))


def orders(computers: Computers, table: str, name: str) -> asyncio.Task[str]:
    return asyncio.create_task(computers.choose(so_far(), table, Choose("soviet", "staff", name)))


def test_no_flood_of_questions_keeps_a_computer_player_from_its_order(clockwork):
    async def run() -> None:
        computers = Computers(3)
        flood = [asks(computers, "t1", f"visitor {n}", f"hint {n}") for n in range(100)]
        await clockwork.settle()
        assert len(clockwork.working) == 2, "one process is left to orders"
        order = orders(computers, "t2", "order")
        await clockwork.settle()
        assert "order" in clockwork.working
        await clockwork.finish("order")
        assert await order == "order"
        for task in flood:
            task.cancel()

    asyncio.run(run())


def test_one_process_alone_takes_orders_before_questions(clockwork):
    async def run() -> None:
        computers = Computers(1)
        tasks = [asks(computers, "t1", "anna", "hint 0"), asks(computers, "t1", "boris", "hint 1")]
        await clockwork.settle()
        tasks.append(orders(computers, "t2", "order"))
        await clockwork.finish("hint 0")
        assert list(clockwork.working) == ["order"]
        await clockwork.finish("order")
        assert list(clockwork.working) == ["hint 1"]
        await clockwork.finish("hint 1")
        assert [await task for task in tasks] == ["hint 0", "hint 1", "order"]

    asyncio.run(run())


def test_of_each_asker_one_question_is_worked_on_at_a_time(clockwork):
    async def run() -> None:
        computers = Computers(4)
        greedy = [asks(computers, "t1", "anna", f"anna {n}") for n in range(5)]
        modest = asks(computers, "t1", "boris", "boris")
        await clockwork.settle()
        assert sorted(clockwork.working) == ["anna 0", "boris"]
        await clockwork.finish("boris")
        assert await modest == "boris"
        assert sorted(clockwork.working) == ["anna 0"]
        for task in greedy:
            task.cancel()

    asyncio.run(run())


def test_only_so_many_questions_wait(clockwork, monkeypatch):
    monkeypatch.setattr(c, "MOST_WAITING", 20)

    async def run() -> None:
        computers = Computers(2)
        flood = [asks(computers, "t1", "anna", f"anna {n}") for n in range(c.MOST_WAITING_EACH + 3)]
        await clockwork.settle()
        refused = [task for task in flood if task.done()]
        assert len(refused) == 2, "one is worked on, and the others wait up to the limit"
        for task in refused:
            assert "ask again in a moment" in str(task.exception())
        crowd = [asks(computers, "t2", f"visitor {n}", f"{n}") for n in range(30)]
        await clockwork.settle()
        assert len([task for task in crowd if not task.done()]) == 20 - c.MOST_WAITING_EACH
        for task in (*flood, *crowd):
            task.cancel()
        await asyncio.gather(*flood, *crowd, return_exceptions=True)

    asyncio.run(run())


def test_a_question_goes_with_its_asker(clockwork):
    async def run() -> None:
        computers = Computers(2)
        tasks = [asks(computers, "t1", "anna", f"anna {n}") for n in range(4)]
        await clockwork.settle()
        for task in tasks[:3]:
            task.cancel()
        await clockwork.settle()
        await clockwork.finish("anna 0")
        assert list(clockwork.working) == ["anna 3"], "those that waited are not worked on"
        await clockwork.finish("anna 3")
        assert await tasks[3] == "anna 3"
        assert clockwork.done == ["anna 0", "anna 3"]

    asyncio.run(run())


# Once


def test_what_many_ask_is_worked_out_once_a_moment():
    worked = []

    async def run() -> None:
        once = Once()

        async def work() -> int:
            worked.append(1)
            await asyncio.sleep(0)
            return len(worked)

        assert await asyncio.gather(*(once.find(1, "luck", work) for _ in range(50))) == [1] * 50
        assert await once.find(1, "luck", work) == 1
        assert await once.find(1, "lines", work) == 2
        assert await once.find(2, "luck", work) == 3

    asyncio.run(run())


def test_it_is_given_up_when_the_last_of_them_leaves():
    given_up = []

    async def run() -> None:
        once, go_on = Once(), asyncio.Event()

        async def work() -> str:
            try:
                await go_on.wait()
            except asyncio.CancelledError:
                given_up.append("work")
                raise
            return "found"

        first, second = (asyncio.create_task(once.find(1, "luck", work)) for _ in range(2))
        await asyncio.sleep(0.01)
        first.cancel()
        await asyncio.sleep(0.01)
        assert given_up == [], "somebody still waits"
        second.cancel()
        await asyncio.sleep(0.01)
        assert given_up == ["work"]
        third = asyncio.create_task(once.find(1, "luck", work))
        go_on.set()
        assert await third == "found"

    asyncio.run(run())


def test_what_failed_is_tried_again():
    tried = []

    async def run() -> None:
        once = Once()

        async def work() -> str:
            tried.append(1)
            if len(tried) == 1:
                raise NoAnswer("not now")
            return "found"

        with pytest.raises(NoAnswer):
            await once.find(1, "luck", work)
        assert await once.find(1, "luck", work) == "found"

    asyncio.run(run())
