"""Operation Typhoon, Major Revision: the game of 1978 with 57 amended cases, switchable one by one."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import ModuleType
from typing import Any, ClassVar

from msgspec.structs import replace

from typhoon.engine.about import About
from typhoon.engine.box import Box
from typhoon.engine.chapters import Chapter, changes_in
from typhoon.engine.events import Story
from typhoon.engine.manner import USUAL, Manner
from typhoon.engine.orders import Chooser
from typhoon.engine.phase import Phase
from typhoon.engine.seat import Player
from typhoon.games.operation_typhoon import OperationTyphoon
from typhoon.games.operation_typhoon_revision import (
    bidding,
    building,
    entry,
    fieldworks,
    headquarters,
    looks,
    markers,
    movement,
    roads,
    setup,
    shown,
    stacks,
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
    weather, movement, markers, roads, supply, entry, stacks, looks, headquarters, works, fieldworks,
    building, strongpoints, setup, victory, shown,
)  # fmt: skip
"""The groups of changes; those of later ones lie on top."""


CHANGES = [change for part in PARTS for change in changes_in(part)]
PHASES = [phase for part in PARTS for phase in getattr(part, "PHASES", ())]
TOLD = [(kind, *told) for part in PARTS for kind, told in getattr(part, "STORY", {}).items()]
"""Events with their cases and the sentences that tell them."""


class Revision(OperationTyphoon, RevisionBox):
    """The law of the variant."""

    about: ClassVar[About] = replace(
        OperationTyphoon.about,
        id="operation-typhoon-revision",
        title="Operation Typhoon: Major Revision",
        options=switches.options(),
        status="playable",
        line="The game of 1978 with fieldworks, deep snow, longer odds and secret plans",
        place=4,
        bidding=bidding.BIDDING,
    )
    stands_on: ClassVar[tuple[int, ...]] = (1,)
    box_type: ClassVar[type[Box]] = RevisionBox
    position_type: ClassVar[type[Any]] = RevisionPosition
    changes: ClassVar[tuple[type[Chapter], ...]] = tuple(CHANGES)
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = tuple(PHASES)
    story: ClassVar[Story] = {kind: words for kind, _, words in TOLD}
    story_cases: ClassVar[Mapping[str, str]] = {kind: case for kind, case, _ in TOLD}
    badges: ClassVar[Mapping[str, str]] = markers.BADGES
    signs: ClassVar[Mapping[str, str]] = shown.SIGNS
    before_play: ClassVar[tuple[type[Phase[Any]], ...]] = (*OperationTyphoon.before_play, *setup.PHASES)

    def staff(self, side: str, rng: Random, manner: Manner = USUAL) -> Player | None:
        from typhoon.games.operation_typhoon_revision.staff import RevisionStaff

        return RevisionStaff(side, rng, manner)

    def bid(self, rng: Chooser) -> int:
        return bidding.bid(self, rng)


LAW = Revision
