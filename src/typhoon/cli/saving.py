"""Where games at the terminal are kept."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from pathlib import Path

from typhoon.cli.inputs import WrongInput, write_text
from typhoon.engine.game import Game


def save(game: Game, path: Path) -> None:
    """Write the journal of a game with its dice key, which those to come do not fall under any more."""
    write_text(path, game.journal.text())
    game.change_key()


def autosave(game: Game) -> Path:
    """Write the journal where the user's data are kept, or failing that in the current folder."""
    header = game.journal.header
    name = f"{header.game}-{header.scenario}-{datetime.now():%Y%m%d-%H%M%S}.journal"
    try:
        folder = data_folder()
        folder.mkdir(parents=True, exist_ok=True)
        save(game, folder / name)
        return folder / name
    except (OSError, WrongInput):
        save(game, Path(name))
        return Path(name)


def data_folder() -> Path:
    """The folder of the user's own games, by the custom of the system."""
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Application Support"
    else:
        home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "typhoon"
