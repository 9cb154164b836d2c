import importlib.metadata
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import run

PYPROJECT = """
[build-system]
requires = ["hatchling"]
[project]
name = "toy"
version = "1"
[tool.hatch.build]
packages = ["toy"]
[tool.ruff]
line-length = 110
"""


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A folder with two locks and a finished environment, which run.py takes for its own."""
    (tmp_path / "pyproject.toml").write_text(PYPROJECT)
    for name in ("requirements.lock", "requirements-dev.lock"):
        (tmp_path / name).write_text("toy==1\n")
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "ENV", tmp_path / ".venv")
    monkeypatch.setattr(run, "PYTHON", tmp_path / ".venv/python")
    monkeypatch.setattr(run, "PLAY", tmp_path / "requirements.lock")
    monkeypatch.setattr(run, "DEV", tmp_path / "requirements-dev.lock")
    run.ENV.mkdir()
    run.PYTHON.touch()
    for lock in (run.PLAY, run.DEV):
        run.stamp(lock).write_text(run.fingerprint(lock))
    return tmp_path


@pytest.fixture
def pip(monkeypatch):
    """Stands in for pip and records what it is asked to install."""
    asked = []
    monkeypatch.setattr(run, "make_environment", lambda: ["pip"])
    monkeypatch.setattr(subprocess, "check_call", lambda command: asked.append(list(map(str, command))))
    return asked


def test_a_finished_environment_is_left_alone(checkout, pip):
    run.prepare([run.PLAY, run.DEV])
    assert pip == []


def test_a_changed_lock_is_installed_again_and_only_once(checkout, pip):
    run.PLAY.write_text("toy==2\n")
    assert not run.is_installed(run.PLAY)
    run.prepare([run.PLAY])
    run.prepare([run.PLAY])
    assert len([command for command in pip if str(run.PLAY) in command]) == 1


def test_playing_installs_no_development_packages(checkout, pip):
    run.stamp(run.PLAY).unlink()
    run.prepare([run.PLAY])
    assert not any(str(run.DEV) in command for command in pip)
    assert not run.is_installed(run.DEV)


def test_what_is_sound_is_kept_when_something_is_added(checkout, pip):
    run.stamp(run.DEV).unlink()
    run.prepare([run.PLAY, run.DEV])
    packages, _ = pip
    assert str(run.DEV) in packages and str(run.PLAY) not in packages
    assert run.is_installed(run.PLAY) and run.is_installed(run.DEV)


@pytest.mark.parametrize(
    ("args", "locks"),
    [
        ([], ["PLAY"]),
        (["serve"], ["PLAY"]),
        (["lab", "run", "winter.toml"], ["PLAY", "LAB"]),
        (["lab", "run", "winter.toml", "--ray", "auto"], ["PLAY", "LAB", "CLUSTER"]),
        (["lab", "run", "winter.toml", "--ray=auto"], ["PLAY", "LAB", "CLUSTER"]),
        (["bench"], ["PLAY", "DEV"]),
        (["test"], ["PLAY", "LAB", "DEV"]),
        (["test", "--cluster"], ["PLAY", "LAB", "DEV", "CLUSTER"]),
    ],
)
def test_a_command_installs_what_it_needs_and_no_more(args, locks):
    assert run.locks_for(args) == [getattr(run, name) for name in locks]


def test_every_package_is_checked_against_its_hash(checkout, pip):
    run.stamp(run.DEV).unlink()
    run.prepare([run.PLAY, run.DEV])
    packages, project = pip
    assert "--require-hashes" in packages
    assert {"--no-deps", "--no-build-isolation"} <= set(project)


@pytest.mark.parametrize("trouble", [KeyboardInterrupt, subprocess.CalledProcessError(1, "pip")])
def test_an_interrupted_set_up_starts_over(checkout, pip, monkeypatch, trouble):
    run.stamp(run.DEV).unlink()

    def fail(command):
        raise trouble

    with monkeypatch.context() as patch, pytest.raises((KeyboardInterrupt, SystemExit)):
        patch.setattr(subprocess, "check_call", fail)
        run.prepare([run.PLAY, run.DEV])
    assert not run.is_installed(run.PLAY)
    run.prepare([run.PLAY, run.DEV])
    assert run.is_installed(run.PLAY) and run.is_installed(run.DEV)


def test_an_environment_whose_python_is_gone_is_made_anew(checkout):
    run.PYTHON.unlink()
    assert not run.is_installed(run.PLAY)


@pytest.mark.parametrize(
    ("old", "new", "matters"),
    [
        ('version = "1"', 'version = "2"', True),
        ('packages = ["toy"]', 'packages = ["game"]', True),
        ("line-length = 110", "line-length = 80", False),
    ],
)
def test_only_packaging_settings_call_for_a_new_environment(checkout, old, new, matters):
    (checkout / "pyproject.toml").write_text(PYPROJECT.replace(old, new))
    assert run.is_installed(run.PLAY) is not matters


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ([], (False, [])),
        (["--long"], (True, [])),
        (["tests/games", "-k", "retreat"], (False, ["tests/games", "-k", "retreat"])),
        (["-x", "--long", "tests"], (True, ["-x", "tests"])),
    ],
)
def test_long_is_ours_and_the_rest_is_for_pytest(args, expected):
    assert run.split_test_args(args) == expected


def test_all_checks_run_and_one_failure_fails_the_whole(monkeypatch, capsys):
    ran = []

    def fail_on_mypy(command, cwd):
        ran.append(command)
        return int(Path(command[0]).name == "mypy")

    monkeypatch.setattr(subprocess, "call", fail_on_mypy)
    assert run.test([]) == 1
    assert ran == list(run.CHECKS.values())
    assert "FAILED: Types (mypy) ===" in capsys.readouterr().out


def test_the_locks_name_no_hosts_and_pin_every_package():
    for lock in (run.PLAY, run.LAB, run.DEV, run.CLUSTER):
        text = lock.read_text(encoding="utf-8")
        assert "://" not in text
        pins = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
        assert pins and all("==" in pin for pin in pins)
        assert text.count("--hash=sha256:") >= len(pins)


@pytest.mark.parametrize("file", [".ci/run", "CONTRIBUTING.md"])
def test_the_compiler_of_the_pages_types_is_pinned_in_one_place(file):
    text = (run.ROOT / file).read_text(encoding="utf-8")
    assert "print(run.TYPESCRIPT)" in text
    assert run.TYPESCRIPT not in text


def test_an_older_python_is_told_so_in_one_line(monkeypatch):
    source = Path(run.__file__).read_text(encoding="utf-8")
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    with pytest.raises(SystemExit, match=r"^Typhoon needs Python 3\.11 or newer; this is Python 3\.9\.$"):
        exec(compile(source, "run.py", "exec"), {"__name__": "run", "__file__": run.__file__})


def test_a_pin_names_the_extras_that_other_packages_ask_for():
    """Older pips take the newest version for `name[extra]` where only `name` is pinned, and refuse it."""
    for lock in (run.PLAY, run.LAB, run.DEV):
        pins = [Requirement(line.rstrip("\\")) for line in lock.read_text().splitlines() if "==" in line[:60]]
        extras = {canonicalize_name(pin.name): pin.extras for pin in pins}
        for name in extras:
            for text in _requires(name):
                needed = Requirement(text)
                wanted = needed.marker is None or needed.marker.evaluate({"extra": ""})
                if wanted and canonicalize_name(needed.name) in extras:
                    assert needed.extras <= extras[canonicalize_name(needed.name)], f"{lock.name}: {text}"


def _requires(name):
    try:
        return importlib.metadata.requires(name) or []
    except importlib.metadata.PackageNotFoundError:  # for another system
        return []
