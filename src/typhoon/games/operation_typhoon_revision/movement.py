"""How far units go, and what it costs them to be caught on the way (5, 13.59, 17.37, 19.24)."""

from __future__ import annotations

from typhoon.engine.chapters import Chapter

CHANGES: tuple[type[Chapter], ...] = ()
