#!/usr/bin/env python3
"""Run Typhoon straight from its folder, with nothing to install first.

    python3 run.py ARGS ...          the `typhoon` command
    python3 run.py test              every check: style, types, layering, tests
    python3 run.py test PATH ...     only pytest, with these arguments
    python3 run.py test --long       the same, fuzzing for longer
    python3 run.py test --cluster    only what needs Ray, which no other command installs

Everything needed goes into a private `.venv`, from hash-pinned lock files.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this is what tells an older Python so
    sys.exit("Typhoon needs Python 3.11 or newer; this is Python {}.{}.".format(*sys.version_info))

import hashlib
import os
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENV = ROOT / ".venv"
BIN = ENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")

PLAY = ROOT / "requirements.lock"
LAB = ROOT / "requirements-lab.lock"
DEV = ROOT / "requirements-dev.lock"
CLUSTER = ROOT / "requirements-cluster.lock"
TYPESCRIPT = "7.0.2"
"""The version of the compiler that checks the types of the browser client, where it is installed."""

CHECKS: dict[str, list[str | Path]] = {
    "Lint (ruff check)": [BIN / "ruff", "check"],
    "Format (ruff format)": [BIN / "ruff", "format", "--check"],
    "Types (mypy)": [BIN / "mypy"],
    "Layering (import-linter)": [BIN / "lint-imports", "--no-logo"],
    "Tests (pytest)": [PYTHON, "-m", "pytest", "-n", "2", "--dist", "loadgroup"],
}


def main(args: list[str]) -> int:
    prepare(locks_for(args))
    if args[:1] == ["test"]:
        return test(args[1:])
    command = [str(PYTHON), "-P", "-m", "typhoon", *args]  # -P: the current folder shadows no module
    if os.name == "nt":
        return subprocess.call(command)
    os.execv(PYTHON, command)


def locks_for(args: list[str]) -> list[Path]:
    """What a command needs to be installed."""
    match args[:1]:
        case ["lab"]:
            return [PLAY, LAB, *([CLUSTER] if any(arg.startswith("--ray") for arg in args) else [])]
        case ["test"]:
            return [PLAY, LAB, DEV, *([CLUSTER] if "--cluster" in args else [])]
        case ["bench"]:
            return [PLAY, DEV]
    return [PLAY]


def test(args: list[str]) -> int:
    """Run all checks, or only pytest when it is given arguments of its own."""
    if "--cluster" in args:
        os.environ.update(REQUIRE_RAY="1")
        return subprocess.call([PYTHON, "-m", "pytest", "tests/cluster"], cwd=ROOT)
    long, pytest_args = split_test_args(args)
    if long:
        os.environ.update(TYPHOON_LONG="1", PYTEST_TIMEOUT="3600")
    if pytest_args:
        return subprocess.call([PYTHON, "-m", "pytest", *pytest_args], cwd=ROOT)
    failed = []
    for title, command in CHECKS.items():
        print(f"\n=== {title} ===", flush=True)
        if subprocess.call(command, cwd=ROOT) != 0:
            failed.append(title)
    print(f"\n=== {'FAILED: ' + ', '.join(failed) if failed else 'All checks passed'} ===")
    return 1 if failed else 0


def split_test_args(args: list[str]) -> tuple[bool, list[str]]:
    """Take our own `--long` out of what is meant for pytest."""
    return "--long" in args, [arg for arg in args if arg != "--long"]


def prepare(locks: list[Path]) -> None:
    """Install these locks, into the environment that is there if all in it is as it should be."""
    if all(map(is_installed, locks)):
        return
    with one_at_a_time():
        if all(map(is_installed, locks)):
            return
        print("Setting up Typhoon in .venv (only needed once) ...", file=sys.stderr, flush=True)
        stamped = [lock for lock in (PLAY, LAB, DEV, CLUSTER) if stamp(lock).exists()]
        sound = PLAY in stamped and all(map(is_installed, stamped))
        for lock in stamped:  # first, so that an interrupted set-up starts over next time
            stamp(lock).unlink()
        installed = stamped if sound else []
        pip = [*(find_pip() if sound else make_environment())]
        pip += ["install", "--quiet", "--disable-pip-version-check"]
        wanted = [arg for lock in locks if lock not in installed for arg in ("-r", lock)]
        try:
            subprocess.check_call([*pip, "--require-hashes", *wanted])
            subprocess.check_call([*pip, "--no-deps", "--no-build-isolation", "-e", ROOT])
        except subprocess.CalledProcessError:
            sys.exit("Typhoon could not be set up: pip says why above. Put that right and run this again.")
        for lock in {*locks, *installed}:
            stamp(lock).write_text(fingerprint(lock))


def make_environment() -> list[str | Path]:
    """Create an empty `.venv` and return the pip that fills it."""
    import venv  # here, because every start pays for what is imported above

    if not has_ensurepip() and find_spec("pip") is None:
        sys.exit("Typhoon needs Python's venv module: on Debian or Ubuntu, `sudo apt install python3-venv`.")
    venv.EnvBuilder(clear=True, with_pip=has_ensurepip(), symlinks=os.name != "nt").create(ENV)
    return find_pip()


def find_pip() -> list[str | Path]:
    return [PYTHON, "-m", "pip"] if has_ensurepip() else [sys.executable, "-m", "pip", "--python", PYTHON]


def has_ensurepip() -> bool:
    return find_spec("ensurepip") is not None  # Debian keeps it in a package of its own


def is_installed(lock: Path) -> bool:
    return PYTHON.exists() and stamp(lock).exists() and stamp(lock).read_text() == fingerprint(lock)


def stamp(lock: Path) -> Path:
    return ENV / f"{lock.name}.stamp"


def fingerprint(lock: Path) -> str:
    """Sum up all that an installed lock depends on; settings of mere tools are left out."""
    pyproject = tomllib.loads((lock.parent / "pyproject.toml").read_text(encoding="utf-8"))
    packaging = [pyproject["project"], pyproject["build-system"], pyproject["tool"]["hatch"]]
    basis = [sys.version, lock.parent, packaging, lock.read_bytes()]
    return hashlib.sha256(repr(basis).encode()).hexdigest()


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let a second start wait for the first to finish setting up, where the system has such locks."""
    with (ROOT / ".venv.lock").open("w") as file:
        if find_spec("fcntl"):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
