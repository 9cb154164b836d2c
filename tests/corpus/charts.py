"""Charts with a mistake in them."""

import importlib
from pathlib import Path

GONE = ""
"""In place of a line: the line is left out."""


def ours(package: str) -> Path:
    """The folder of a game's own charts."""
    return Path(str(importlib.import_module(f"typhoon.games.{package}").__file__)).parent / "data"


def broken(charts: Path, folder: Path, file: str, changes: dict[str, str]) -> Path:
    """A folder with our own file in which the lines that begin in a certain way are others."""
    lines = []
    for line in (charts / file).read_text(encoding="utf-8").splitlines():
        for begin in [begin for begin in changes if line.startswith(begin)]:
            line = changes[begin]
        if line:
            lines.append(line)
    lines += [line for begin, line in changes.items() if begin == "the end"]
    (folder / file).write_text("\n".join([*lines, ""]), encoding="utf-8")
    return folder
