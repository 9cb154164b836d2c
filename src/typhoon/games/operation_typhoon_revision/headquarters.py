"""Headquarters that stand fast and come back (5.92, 10.25)."""

from __future__ import annotations

from typhoon.engine.chapters import Chapter

CHANGES: tuple[type[Chapter], ...] = ()
