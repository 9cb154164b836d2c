"""Who may stand together, and what is seen of a stack (7, 8.46, 9.16)."""

from __future__ import annotations

from typhoon.engine.chapters import Chapter

CHANGES: tuple[type[Chapter], ...] = ()
