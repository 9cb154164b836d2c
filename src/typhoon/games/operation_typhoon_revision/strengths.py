"""Strengths that keep their halves (12.54, 13.44)."""

from __future__ import annotations

from typhoon.engine.chapters import Chapter

CHANGES: tuple[type[Chapter], ...] = ()
