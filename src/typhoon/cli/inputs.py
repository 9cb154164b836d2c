"""From what is typed on the command line to games and files; all that can be wrong with it is said here."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from typhoon.engine.game import Game
from typhoon.engine.journal import parse_journal
from typhoon.engine.registry import find_rules
from typhoon.engine.replay import load
from typhoon.engine.rules import Rules
from typhoon.engine.start import new


class WrongInput(Exception):
    """The user asked for something that cannot be; the message is one line."""


@contextmanager
def input_errors(where: str = "") -> Iterator[None]:
    """Turn what the engine and the system refuse into wrong input."""
    try:
        yield
    except OSError as error:
        raise WrongInput(f"{where or error.filename}: {error.strerror or error}") from error
    except ValueError as error:
        raise WrongInput(f"{where}: {error}" if where else str(error)) from error


def rules_of(args: Namespace) -> Rules[Any]:
    """The law that the command line asks for."""
    options = options_of(args.option)
    with input_errors():
        return find_rules(args.game, args.scenario, options)


def options_of(pairs: Sequence[str]) -> dict[str, str]:
    """Options given as NAME=VALUE."""
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise WrongInput(f"--option {pair}: write NAME=VALUE")
        options[name.strip()] = value.strip()
    return options


def begin(args: Namespace) -> Game:
    """The game that the command line asks to begin."""
    options = options_of(getattr(args, "option", ()))
    with input_errors():
        return new(
            args.game,
            args.scenario,
            seed=getattr(args, "seed", None),
            options=options,
            charts=getattr(args, "charts", None),
            takebacks=getattr(args, "takebacks", "any"),
        )


def thinking_time(args: Namespace) -> float | None:
    """As many seconds a computer player may think about an order; None for as many as it likes."""
    seconds: float | None = args.seconds
    if seconds is not None and not seconds > 0:
        raise WrongInput(f"--seconds {seconds:g}: a player needs some time to think")
    return seconds


def some_jobs(args: Namespace) -> None:
    """Refuse to play on no processor at all."""
    if args.jobs is not None and args.jobs < 1:
        raise WrongInput(f"--jobs {args.jobs}: there must be at least one process")


def read_text(path: str) -> str:
    with input_errors(path):
        raw = Path(path).read_bytes()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise WrongInput(f"{path}: line {line}: not UTF-8 text") from error


def load_journal(path: str, *, charts: str | None = None, to: int | None = None, verify: bool = True) -> Game:
    """The game that a journal tells of, as far as order ``to``."""
    text = read_text(path)
    with input_errors(path):
        orders = len(parse_journal(text).entries)
        if to is not None and not 0 <= to <= orders:
            raise ValueError(f"there is no order {to} to go to; the journal has {orders}")
        return load(text, charts=charts, to=to, verify=verify)


def write_text(path: str | Path, text: str) -> None:
    with input_errors(str(path)):
        Path(path).write_text(text, encoding="utf-8")


def make_folder(path: str) -> None:
    with input_errors(path):
        Path(path).mkdir(parents=True, exist_ok=True)
