"""The set-up: the plan drawn by lot, and the works of 4th Army (18.48, 18.49)."""

from __future__ import annotations

from typhoon.engine.chapters import Chapter

CHANGES: tuple[type[Chapter], ...] = ()
