"""Operation Typhoon, Major Revision: the game of 1978 with 57 amended cases, switchable one by one."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any, ClassVar

from msgspec.structs import replace

from typhoon.engine.about import About
from typhoon.engine.box import Box
from typhoon.engine.chapters import Chapter
from typhoon.engine.events import Story
from typhoon.engine.phase import Phase
from typhoon.games.operation_typhoon import OperationTyphoon
from typhoon.games.operation_typhoon_revision import (
    building,
    duty,
    entry,
    fieldworks,
    headquarters,
    looks,
    movement,
    roads,
    setup,
    shown,
    stacks,
    strengths,
    strongpoints,
    supply,
    switches,
    victory,
    weather,
    works,
)
from typhoon.games.operation_typhoon_revision.box import RevisionBox
from typhoon.games.operation_typhoon_revision.position import RevisionPosition

PARTS: tuple[ModuleType, ...] = (
    weather, movement, roads, supply, strengths, entry, stacks, looks, headquarters, duty, works, fieldworks,
    building, strongpoints, setup, victory, shown,
)  # fmt: skip
"""The groups of changes; those of later ones lie on top."""


class Revision(OperationTyphoon, RevisionBox):
    """The law of the variant."""

    about: ClassVar[About] = replace(
        OperationTyphoon.about,
        id="operation-typhoon-revision",
        title="Operation Typhoon: Major Revision",
        options=switches.options(),
        status="unfinished",
        line="The game of 1978 with fieldworks, deep snow, longer odds and secret plans",
        place=4,
    )
    stands_on: ClassVar[tuple[int, ...]] = (1,)
    box_type: ClassVar[type[Box]] = RevisionBox
    position_type: ClassVar[type[Any]] = RevisionPosition
    changes: ClassVar[tuple[type[Chapter], ...]] = tuple(
        change for part in PARTS for change in getattr(part, "CHANGES", ())
    )
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = tuple(
        phase for part in PARTS for phase in getattr(part, "PHASES", ())
    )
    story: ClassVar[Story] = {
        kind: words for part in PARTS for kind, words in getattr(part, "STORY", {}).items()
    }
    story_cases: ClassVar[Mapping[str, str]] = {
        kind: case for part in PARTS for kind, case in getattr(part, "STORY_CASES", {}).items()
    }
    badges: ClassVar[Mapping[str, str]] = {
        badge: words for part in PARTS for badge, words in getattr(part, "BADGES", {}).items()
    }

    before_play: ClassVar[tuple[type[Phase[Any]], ...]] = (*OperationTyphoon.before_play, *setup.PHASES)

    @classmethod
    def checked_options(cls, options: Mapping[str, str]) -> dict[str, str]:
        """Without the revision the usual values are those of the game of 1978."""
        chosen = super().checked_options(options)
        return chosen if chosen["revision"] == "yes" else chosen | switches.usual_without() | dict(options)


LAW = Revision
