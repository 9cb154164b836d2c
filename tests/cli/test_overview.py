"""`typhoon` alone, `typhoon games`, help, and command lines that make no sense."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from typhoon.cli import main

COMMANDS = ["serve", "games", "play", "sim", "replay", "why", "map", "rules", "bench"]


def test_typhoon_alone_serves_and_opens_the_browser(run, monkeypatch):
    served = []
    monkeypatch.setattr(
        "typhoon.server.serving.serve", lambda settings, **how: served.append((settings, how))
    )
    assert run().status == 0
    ((settings, how),) = served
    assert (settings.host, settings.port) == ("127.0.0.1", 1941)
    assert how["browser"] is True


def test_the_help_tells_what_there_is(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    out = capsys.readouterr().out
    for command in COMMANDS:
        assert f"  {command} " in out


def test_games_as_json(run):
    ran = run("games", "--json")
    games = {game["id"]: game for game in json.loads(ran.out)}
    assert list(games) == [
        "red-typhoon",
        "typhoon-solitaire",
        "operation-typhoon",
        "operation-typhoon-revision",
        "typhoon-nonop",
    ]
    red = games["red-typhoon"]
    assert red["title"] == "Red Typhoon"
    assert red["sides"] == ["soviet", "german"]
    assert red["scenarios"] == ["fixed", "flexible"]
    assert red["options"] == {"first-shock-army": ["WR", "WL"], "partisans": ["WL", "free"]}
    assert red["status"] == "playable"
    assert {game["status"] for game in games.values()} <= {"playable", "unfinished", "planned"}


def test_games_for_people(run):
    out = run("games").out
    assert "--scenario flexible" in out
    assert "--option partisans" in out


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)])
def test_help_has_examples(command, capsys):
    with pytest.raises(SystemExit) as exit_:
        main([*command, "--help"])
    assert exit_.value.code == 0
    out = capsys.readouterr().out
    assert out.startswith("usage: typhoon")
    assert not command or f"examples:\n  typhoon {command[0]}" in out


def test_version(capsys):
    with pytest.raises(SystemExit) as exit_:
        main(["--version"])
    assert exit_.value.code == 0
    assert capsys.readouterr().out.startswith("typhoon ")


@pytest.mark.parametrize(
    ("argv", "word"),
    [
        (["conquer"], "'conquer'"),
        (["games", "--jason"], "--jason"),
        (["sim"], "GAME"),
        (["sim", "red-typhoon", "-n", "many"], "'many'"),
        (["replay"], "FILE"),
        (["map", "red-typhoon", "--season", "spring"], "'spring'"),
    ],
)
def test_senseless_command_lines(run, argv, word):
    assert run(*argv).complains(word, "--help")


def typhoon(*argv: str, **settings: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "typhoon", *argv], capture_output=True, text=True, timeout=60, **settings
    )


def test_the_command_in_a_process_of_its_own():
    ran = typhoon("games", "--json")
    assert ran.returncode == 0
    assert len(json.loads(ran.stdout)) == 5
    assert ran.stderr == ""


def test_wrong_input_in_a_process_of_its_own():
    ran = typhoon("sim", "blue-typhoon")
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr.count("\n") == 1
    assert "blue-typhoon" in ran.stderr


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
def test_a_reader_who_has_had_enough():
    """The SVG of the map is larger than any pipe holds."""
    read, write = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "typhoon", "map", "red-typhoon"],
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(write)
    assert os.read(read, 4) == b"<svg"
    os.close(read)
    assert process.stderr is not None
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(60) == 141


def test_an_interrupt_is_quiet(run, monkeypatch):
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("typhoon.cli.games.catalogue", interrupted)
    assert run("games") == (130, "", "")


def test_help_does_not_load_what_it_does_not_need():
    code = (
        "import sys\nfrom typhoon.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "parts = {m.split('.')[1] for m in sys.modules if m.startswith('typhoon.')}\n"
        "print(sorted(parts & {'games', 'lab', 'drawing', 'server'}))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert ran.stdout.splitlines()[-1] == "[]"


def test_a_game_with_many_options_lists_them_under_a_heading(run):
    out = " ".join(run("games").out.split())
    assert "--option revision=...: The revision, yes (normal), no;" in out
    assert "32 more: revision.minimum-move (5.27), revision.strategic-marker (5.55)," in out
    assert "typhoon games operation-typhoon-revision" in out


def test_one_game_tells_of_all_its_options_and_marks_what_is_not_as_usual(run):
    choice = ["--option", "revision=no", "--option", "revision.deep-snow=yes"]
    lines = run("games", "operation-typhoon-revision", *choice).out.splitlines()
    marked = [line.split()[1] for line in lines if line.lstrip().startswith("* ")]
    assert len(marked) == 2 + 1 + 30  # hedgehogs and skis, the revision, and all changes but one
    assert "revision.deep-snow" not in marked
    assert "      revision.deep-snow = yes" in lines
    usual = run("games", "operation-typhoon-revision").out
    assert "* " not in usual


def test_a_wrong_option_of_a_game_is_named(run):
    assert run("games", "operation-typhoon-revision", "--option", "revision.bid=many").complains(
        "revision.bid"
    )
    assert run("games", "go").complains("no game 'go'")
    (data,) = json.loads(run("games", "red-typhoon", "--json").out)
    assert data["id"] == "red-typhoon"
