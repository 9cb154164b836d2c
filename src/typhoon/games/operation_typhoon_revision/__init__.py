"""Operation Typhoon, Major Revision: the game of 1978 with 57 amended cases, switchable one by one."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from typhoon.engine.about import About
from typhoon.engine.box import Box
from typhoon.engine.manner import USUAL, Manner
from typhoon.engine.orders import Chooser
from typhoon.engine.phase import Phase
from typhoon.engine.seat import Player
from typhoon.games.operation_typhoon import OperationTyphoon
from typhoon.games.operation_typhoon_revision.box import RevisionBox
from typhoon.games.operation_typhoon_revision.position import RevisionPosition
from typhoon.games.operation_typhoon_revision.setup import Drawing, Fortifying
from typhoon.games.operation_typhoon_revision.switches import options
from typhoon.games.operation_typhoon_revision.victory import BIDDING, NewLevels

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon_revision.fieldworks import Fieldworks
    from typhoon.games.operation_typhoon_revision.headquarters import HqsCounted
    from typhoon.games.operation_typhoon_revision.looks import InOrder
    from typhoon.games.operation_typhoon_revision.stacks import TankEscort


class Revision(OperationTyphoon, RevisionBox):
    """The law of the variant; its chapters are typed as they are where their changes are on."""

    about: ClassVar[About] = replace(
        OperationTyphoon.about,
        id="operation-typhoon-revision",
        title="Operation Typhoon: Major Revision",
        options=options(),
        status="playable",
        line="The game of 1978 with fieldworks, deep snow, longer odds and secret plans",
        place=4,
        bidding=BIDDING,
    )
    stands_on: ClassVar[tuple[int, ...]] = (1,)
    box_type: ClassVar[type[Box]] = RevisionBox
    position_type: ClassVar[type[Any]] = RevisionPosition
    parts: ClassVar[tuple[str, ...]] = (
        "weather", "marches", "supply", "stacks", "looks", "headquarters", "strongpoints", "fieldworks",
        "building", "setup", "victory",
    )  # fmt: skip
    works: Fieldworks
    losses: HqsCounted
    looking: InOrder
    reaching: TankEscort
    victory: NewLevels
    before_play: ClassVar[tuple[type[Phase[Any]], ...]] = (*OperationTyphoon.before_play, Drawing, Fortifying)

    def staff(self, side: str, rng: Random, manner: Manner = USUAL) -> Player | None:
        from typhoon.games.operation_typhoon_revision.staff import RevisionStaff

        return RevisionStaff(side, rng, manner)

    def bid(self, rng: Chooser) -> int:
        return self.victory.usual_bid(rng)


LAW = Revision
