"""The shelf: every package in here is a game, by its id with underscores.

Further folders of such packages can be named in the environment variable ``TYPHOON_GAMES``.
"""

from __future__ import annotations

import os

from typhoon.engine.about import About

__path__ += [folder for folder in os.environ.get("TYPHOON_GAMES", "").split(os.pathsep) if folder]

PLANNED: tuple[About, ...] = ()
"""Games that cannot be played yet."""
