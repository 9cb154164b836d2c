"""Who must attack whom (9.14)."""

from __future__ import annotations

from typhoon.engine.chapters import Chapter

CHANGES: tuple[type[Chapter], ...] = ()
