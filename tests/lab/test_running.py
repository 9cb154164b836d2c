"""Playing experiments: stopped and started at will, in parts, by any number of processes, on a bad day."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import typhoon
from typhoon.cli import main
from typhoon.lab.experiment import Experiment
from typhoon.lab.log import Busy, Log
from typhoon.lab.pools import Processes, in_this_process
from typhoon.lab.running import JOURNALS, LOG, WHOLE, ProgramChanged, Run, Shard, folder_of, merge, plan

HASTY = """\
game = "red-typhoon"
games = 8
seed = 3
players = { soviet = "hasty.py:Hasty", german = "random" }
[arms.usual]
[arms.free]
options.partisans = "free"
"""


def lab(*args: object) -> subprocess.Popen[str]:
    """The command in a process group of its own."""
    command = [sys.executable, "-m", "typhoon", "lab", *map(str, args)]
    source = str(Path(typhoon.__file__).parents[1])
    return subprocess.Popen(
        command,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env=os.environ | {"PYTHONPATH": source},
    )


def alone(path: Path, folder: Path, shard: Shard = WHOLE) -> Run:
    """What one process makes of an experiment, without any interruption."""
    run = Run(Experiment.read(path), folder, shard)
    run.go(in_this_process)
    return run


def rows(folder: Path, path: Path) -> str:
    return Run(Experiment.read(path), folder).rows_digest()


def test_a_run_that_is_killed_five_times_ends_with_the_same_rows(experiment, tmp_path):
    path = experiment(HASTY)
    log = folder_of(path) / LOG
    counts = []
    for _ in range(5):
        process = lab("run", path, "--jobs", 2)
        before, patience = len(counts) and counts[-1], time.monotonic() + 60
        while process.poll() is None and time.monotonic() < patience:
            if log.exists() and log.read_bytes().count(b"\n") >= before + 3:
                break
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        counts.append(log.read_bytes().count(b"\n"))
    assert counts == sorted(counts) and counts[0] < counts[-1], "no game is lost, and each start went on"
    last = lab("run", path, "--jobs", 2)
    out, err = last.communicate(timeout=100)
    assert last.returncode == 0, err
    assert "16 of 16 games" in out
    whole = alone(path, tmp_path / "alone")
    assert rows(folder_of(path), path) == whole.rows_digest()
    games = [line for line in log.read_bytes().splitlines() if b'"arm"' in line]
    assert len(games) == 16, "no game was played twice"


def test_a_killed_run_leaves_no_process_behind(experiment):
    process = lab("run", experiment(HASTY.replace("games = 8", "games = 500")), "--jobs", 2)
    deadline = time.monotonic() + 60
    while len(found := children(process.pid)) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(found) >= 2
    process.kill()
    process.communicate()
    while any(alive(pid) for pid in found) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(alive(pid) for pid in found)


def children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_says_how_far_it_came_and_how_to_go_on(experiment, how):
    path = experiment(HASTY.replace("games = 8", "games = 500"))
    process = lab("run", path, "--jobs", 2)
    deadline = time.monotonic() + 60
    while not (folder_of(path) / LOG).exists() or (folder_of(path) / LOG).stat().st_size < 2_000:
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.02)
    os.killpg(process.pid, how)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "of 1000 games; the same command goes on" in err
    assert not Log(folder_of(path) / LOG).damaged


def test_rows_are_the_same_on_any_number_of_processes(experiment, tmp_path):
    path = experiment()
    one = alone(path, tmp_path / "one")
    three = Run(Experiment.read(path), tmp_path / "three")
    three.go(Processes(3))
    assert one.rows_digest() == three.rows_digest()
    assert one.state.done == three.state.done == 6


def test_shards_put_together_are_the_whole(experiment, tmp_path):
    path = experiment()
    whole = alone(path, tmp_path / "whole")
    shards = [Shard(number, 3) for number in (1, 2, 3)]
    parts = [alone(path, tmp_path / f"part-{shard.number}", shard) for shard in shards]
    assert [part.state.done for part in parts] == [2, 2, 2]
    together = Run(Experiment.read(path), tmp_path / "together")
    assert merge(together, [part.folder for part in parts]).new == 6
    assert merge(together, [part.folder for part in parts]).new == 0, "what is there is not taken twice"
    assert together.rows_digest() == whole.rows_digest()


def test_the_journals_of_shards_are_put_together_too(experiment, tmp_path):
    path = experiment("journals = true\n" + HASTY.replace("games = 8", "games = 1"))
    parts = [alone(path, tmp_path / f"part-{number}", Shard(number, 2)) for number in (1, 2)]
    together = Run(Experiment.read(path), tmp_path / "together")
    assert merge(together, [part.folder for part in parts]).new == 2
    names = sorted(file.name for file in (tmp_path / "together" / "journals").iterdir())
    assert names == ["free-00001.journal", "usual-00001.journal"]


def test_a_shard_that_is_not_there_is_told_of(experiment, tmp_path, capsys):
    path = experiment()
    (tmp_path / "empty").mkdir()
    for source in (tmp_path / "nowhere", tmp_path / "empty"):
        assert main(["lab", "merge", str(path), str(source)]) == 2
        assert capsys.readouterr().err == f"typhoon: {source}: there are no results\n"


def test_a_damaged_line_of_a_shard_is_told_of_and_the_others_are_taken(experiment, tmp_path, capsys):
    path = experiment()
    part = alone(path, tmp_path / "part", Shard(1, 2))
    lines = part.log.path.read_bytes().splitlines(keepends=True)
    part.log.path.write_bytes(b"".join([lines[0], lines[1].replace(b'"arm"', b'"Arm"'), *lines[2:]]))
    assert main(["lab", "merge", str(path), str(tmp_path / "part")]) == 0
    told = capsys.readouterr()
    assert told.err == f"{part.log.path}, line 2: damaged; its game is to be played again\n"
    assert "2 games are new; 2 of 6 games" in told.out


def test_shards_share_out_every_game_once():
    experiment = Experiment(
        game="red-typhoon", games=7, arms={"a": {}, "b": {"options": {"partisans": "free"}}}
    )
    parts = [plan(experiment, Shard(number, 4)) for number in (1, 2, 3, 4)]
    assert sorted([game for part in parts for game in part]) == sorted(plan(experiment))


def test_more_games_go_on_where_fewer_ended(experiment, tmp_path):
    few = alone(experiment(), tmp_path / "results")
    path = experiment(experiment().read_text().replace("games = 2", "games = 3"))
    more = alone(path, tmp_path / "results")
    assert (few.played, more.played, more.state.done) == (6, 3, 9)
    assert more.rows_digest() == alone(path, tmp_path / "fresh").rows_digest()


def test_an_arm_that_is_changed_is_played_again_and_others_are_not(experiment, tmp_path):
    alone(experiment(), tmp_path / "results")
    changed = alone(experiment(experiment().read_text().replace('"C"', '"AR"')), tmp_path / "results")
    assert (changed.played, changed.state.done) == (2, 6)


# A bad day

BROKEN = """
class Broken:
    def __init__(self, side, rng):
        self.rng, self.given = rng, 0

    def choose(self, seat):
        self.given += 1
        if self.given > 40:
            {trouble}
        return seat.orders.sample(self.rng)
"""


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        ("raise ZeroDivisionError('no more ideas')", "ZeroDivisionError: no more ideas"),
        ("return 'attack 0101 nobody'", "Refused: attack 0101 nobody"),
        ("return None", "Refused: None"),
        ("raise SystemExit(3)", "SystemExit: 3"),
    ],
)
def test_a_broken_player_breaks_its_games_and_no_others(experiment, tmp_path, capsys, trouble, told):
    text = """
game = "red-typhoon"
games = 2
players.german = "random"
[arms.sound]
players.soviet = "random"
[arms.broken]
players.soviet = "broken.py:Broken"
"""
    path = experiment(text)
    (tmp_path / "broken.py").write_text(BROKEN.format(trouble=trouble))
    run = Run(Experiment.read(path), folder_of(path))
    run.go(Processes(2))
    assert run.state.done == 4 and run.state.broken == 2
    (head, other) = [game for game in run.log.records(run.keys()) if game.broken]
    assert told in head.broken and told in other.broken
    assert head.level == ""
    journals = sorted((folder_of(path) / "broken").iterdir())
    assert [journal.name for journal in journals] == ["broken-00001.journal", "broken-00002.journal"]
    game = typhoon.load(journals[0].read_text())
    assert sum(entry.side == "soviet" for entry in game.entries) == 40
    assert main(["lab", "run", str(path)]) == 0
    assert "2 games broke down: their journals are in" in capsys.readouterr().out


def test_a_player_who_kills_its_process_costs_its_games_alone(experiment, tmp_path):
    text = """
game = "red-typhoon"
games = 2
players.german = "random"
[arms.sound]
players.soviet = "random"
[arms.deadly]
players.soviet = "broken.py:Broken"
"""
    path = experiment(text)
    (tmp_path / "broken.py").write_text(BROKEN.format(trouble="import os; os._exit(9)"))
    run = Run(Experiment.read(path), folder_of(path))
    run.go(Processes(2))
    by_arm = {
        arm.name: list(run.log.records([(arm.digest, 1), (arm.digest, 2)])) for arm in run.experiment.arms
    }
    assert [head.broken for head in by_arm["sound"]] == ["", ""]
    assert all("the process that played it died" in head.broken for head in by_arm["deadly"])
    game = typhoon.load((folder_of(path) / "broken" / "deadly-00001.journal").read_text())
    assert sum(entry.side == "soviet" for entry in game.entries) == 40


HANGS = """
game = "red-typhoon"
games = 1
players.german = "random"
[arms.sound]
players.soviet = "random"
[arms.hangs]
players.soviet = "broken.py:Broken"
limit = 4
"""


def test_a_player_who_hangs_is_cut_off_and_the_run_goes_on(experiment, tmp_path, capsys):
    path = experiment(HANGS)
    lets_no_thread_run = BROKEN.format(trouble="sum(range(10 ** 15))")
    (tmp_path / "broken.py").write_text(lets_no_thread_run)
    run = Run(Experiment.read(path), folder_of(path))
    run.go(Processes(1))
    sound, hangs = [game.broken for game in run.log.records(run.keys())]
    assert (sound, hangs) == ("", "cut off: it took longer than 4 seconds")
    game = typhoon.load((folder_of(path) / "broken" / "hangs-00001.journal").read_text())
    assert sum(entry.side == "soviet" for entry in game.entries) == 40
    assert main(["lab", "run", str(path)]) == 0
    assert "2 of 2 games" in capsys.readouterr().out, "nothing is played again"


def test_the_limit_of_the_command_counts_for_that_of_the_file(experiment, tmp_path, capsys):
    path = experiment(HANGS)
    (tmp_path / "broken.py").write_text(BROKEN.format(trouble="pass"))
    read, folder = Experiment.read(path), folder_of(path)
    assert [arm.limit for arm in Run(read, folder).arms.values()] == [3600, 4]
    assert [arm.limit for arm in Run(read, folder, limit=20).arms.values()] == [20, 20]
    assert main(["lab", "run", str(path), "--limit", "0"]) == 2
    assert "--limit 0: a game needs some time" in capsys.readouterr().err


def test_a_torn_last_line_is_dropped_and_its_game_played_again(experiment, tmp_path):
    path = experiment()
    whole = alone(path, tmp_path / "results")
    digest, log = whole.rows_digest(), whole.log.path
    log.write_bytes(log.read_bytes()[:-500])
    again = alone(path, tmp_path / "results")
    assert again.log.damaged == []
    assert again.played in (0, 1)
    assert again.rows_digest() == digest


def test_damaged_lines_are_told_of_and_their_games_played_again(experiment, tmp_path, capsys):
    path = experiment()
    whole = alone(path, folder_of(path))
    digest, lines = whole.rows_digest(), whole.log.path.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"turns":', b'"turns" ', 1)
    lines[5] = b"\xff\x00 what is this\n"
    whole.log.path.write_bytes(b"".join(lines))
    assert main(["lab", "run", str(path), "--jobs", "1"]) == 0
    told = capsys.readouterr()
    assert [line.partition(": ")[2] for line in told.err.splitlines()] == [
        "damaged; its game is played again",
        "damaged; its game is played again",
    ]
    assert "line 4: damaged" in told.err and "line 6: damaged" in told.err
    assert "6 of 6 games" in told.out
    assert main(["lab", "run", str(path)]) == 0
    assert capsys.readouterr().err == "", "what has been mended is told of no more"
    assert rows(folder_of(path), path) == digest


def test_a_full_disk_ends_the_run_with_one_line_and_loses_nothing(experiment, room_for, capsys):
    path = experiment()
    with room_for(60_000):
        assert main(["lab", "run", str(path), "--jobs", "1"]) == 2
    log = folder_of(path) / LOG
    assert capsys.readouterr().err == f"typhoon: {log}: File too large\n"
    kept = Log(log)
    assert 1 <= len(kept) < 6
    assert kept.size == log.stat().st_size, "there is no half a line"
    assert main(["lab", "run", str(path), "--jobs", "1"]) == 0
    told = capsys.readouterr()
    assert "6 of 6 games" in told.out and told.err == ""


def test_a_journal_that_finds_no_room_is_named_and_leaves_nothing_behind(experiment, room_for, capsys):
    path = experiment()
    path.write_text(f"journals = true\n{path.read_text()}")
    with room_for(4_000):
        assert main(["lab", "run", str(path), "--jobs", "1"]) == 2
    folder = folder_of(path) / JOURNALS
    assert capsys.readouterr().err == f"typhoon: {folder / 'printed-00001.journal'}: File too large\n"
    assert list(folder.iterdir()) == []


def test_two_runs_at_once_are_one_too_many(experiment, tmp_path):
    path = experiment()
    first, second = (Run(Experiment.read(path), tmp_path / "results") for _ in range(2))
    with first.log.writing(), pytest.raises(Busy, match="another process is playing"):
        second.go(in_this_process)


def test_results_of_another_program_are_not_mixed_with_ours(experiment, monkeypatch, capsys):
    path = experiment()
    with monkeypatch.context() as patch:
        patch.setattr("typhoon.lab.running.program", lambda: "another")
        alone(path, folder_of(path))
    with pytest.raises(ProgramChanged, match="another version of the program"):
        alone(path, folder_of(path))
    assert main(["lab", "run", str(path), "--jobs", "1"]) == 2
    assert "begin again with --anew" in capsys.readouterr().err
    assert main(["lab", "run", str(path), "--jobs", "1", "--anew"]) == 0
    assert "6 of 6 games" in capsys.readouterr().out
    assert (folder_of(path) / f"{LOG}.1").exists(), "the old results are kept"


def test_journals_are_kept_on_request(experiment):
    path = experiment("journals = true\n" + HASTY.replace("games = 8", "games = 1"))
    run = alone(path, folder_of(path))
    names = sorted(file.name for file in (folder_of(path) / "journals").iterdir())
    assert names == ["free-00001.journal", "usual-00001.journal"]
    game = typhoon.load((folder_of(path) / "journals" / names[1]).read_text())
    (usual,) = run.log.records([(run.experiment.arms[0].digest, 1)])
    assert game.result and game.result.level == usual.level
