"""Snow that piles up, heavy mud, and water that stays frozen (13)."""

from __future__ import annotations

from typhoon.engine.chapters import Chapter

CHANGES: tuple[type[Chapter], ...] = ()
