"""The `typhoon` command."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

from typhoon.cli.inputs import WrongInput
from typhoon.cli.parser import make_parser


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command line; the exit status, which is 2 for wrong input and 130 for an interrupt."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a poor terminal shows what it can
    try:
        args = make_parser().parse_args(argv)
        status: int = import_module(f"typhoon.cli.{args.run}").run(args)
        sys.stdout.flush()
    except WrongInput as error:
        line = " ".join(str(error).split())
        print(f"typhoon: {line}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever was reading has had enough: let the interpreter's last flush find a reader.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    return status
