"""Hedgehogs, strongpoints, fortifications, and entrenchments that are lost (14.12, 19.1)."""

from __future__ import annotations

from typhoon.engine.chapters import Chapter

CHANGES: tuple[type[Chapter], ...] = ()
