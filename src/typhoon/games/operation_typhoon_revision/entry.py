"""Reinforcements that wait, and 312th Division (15.23, 18.32)."""

from __future__ import annotations

from typhoon.engine.chapters import Chapter

CHANGES: tuple[type[Chapter], ...] = ()
