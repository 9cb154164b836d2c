"""What the chapters of this game have in common: they know its law and its positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic

from typhoon.engine.chapters import Act, Chapter, F, O
from typhoon.engine.display import Panel
from typhoon.engine.orders import OrderSet
from typhoon.engine.phase import Phase, Umpire
from typhoon.engine.ruling import Ruling
from typhoon.games.operation_typhoon.position import Combat, TyphoonPosition
from typhoon.mechanics.choices import OfUnits

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon import OperationTyphoon


class TyphoonChapter(Chapter):
    """A chapter of the rulebook.

    At certain moments all chapters are asked, and so they are for what is shown: most have nothing to say.
    """

    law: OperationTyphoon

    def before_moving(self, pos: TyphoonPosition, side: int, umpire: Umpire) -> None:
        """A movement phase begins."""

    def after_moving(self, pos: TyphoonPosition, side: int, umpire: Umpire) -> None:
        """It ends, and who has moved is not forgotten yet."""

    def after_supply(self, pos: TyphoonPosition, side: int, umpire: Umpire) -> None:
        """Supply has been determined, in the supply phase of a side."""

    def after_declaring(self, pos: TyphoonPosition, side: int, umpire: Umpire) -> None:
        """A side has declared all its attacks."""

    def after_fight(self, pos: TyphoonPosition, combat: Combat, umpire: Umpire) -> None:
        """The dice of a combat are thrown."""

    def after_loss(self, pos: TyphoonPosition, unit: int, umpire: Umpire) -> None:
        """A unit is eliminated, or has lost a step."""

    def warnings(self, pos: TyphoonPosition, phase: Phase[TyphoonPosition]) -> list[str]:
        """What a side should know before it ends a phase."""
        return []

    def tables(self, pos: TyphoonPosition, side: str) -> list[Panel]:
        """Panels to be shown beside the others."""
        return []

    def markers(self, pos: TyphoonPosition, side: str) -> dict[str, int]:
        """Signs that lie in hexes, by their kind."""
        return {}


class TyphoonAct(Act[TyphoonPosition, F, O], Generic[F, O]):
    """Something a player can do."""

    law: OperationTyphoon


class UnitAct(TyphoonAct[F, Any], Generic[F]):
    """Something that a unit of one side on the map can do by itself; the order names it and nothing else."""

    side: ClassVar[int]

    def able(self, pos: TyphoonPosition) -> int:
        """The units that can do so; quick to say, and it may hold some who cannot."""
        raise NotImplementedError

    def why_unable(self, pos: TyphoonPosition, unit: int) -> Ruling | None:
        raise NotImplementedError

    def do(self, pos: TyphoonPosition, unit: int, umpire: Umpire) -> None:
        raise NotImplementedError

    def offered(self, pos: TyphoonPosition, phase: F) -> list[OrderSet]:
        able = self.able(pos) if phase.side == self.side else 0  # type: ignore[attr-defined]
        if not able:
            return []
        return [OfUnits(self.kind, self.law.unit_ids, able, lambda unit: not self.why_unable(pos, unit))]

    def why_not(self, pos: TyphoonPosition, phase: F, order: Any) -> Ruling | None:
        unit = self.law.unit_on_map(pos, order.unit, phase.side)  # type: ignore[attr-defined]
        return unit if isinstance(unit, Ruling) else self.why_unable(pos, unit)

    def apply(self, pos: TyphoonPosition, phase: F, order: Any, umpire: Umpire) -> None:
        self.do(pos, self.law.unit_number[order.unit], umpire)
