"""Red Typhoon with trenches: a small variant, written as anybody could write one outside the program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from typhoon.engine.about import About, Option
from typhoon.engine.chapters import Chapter, change
from typhoon.engine.events import Story
from typhoon.games.red_typhoon import RedTyphoon
from typhoon.games.red_typhoon.charts import SOVIET
from typhoon.games.red_typhoon.stacking import Stacking
from typhoon.games.red_typhoon.victory import Victory

from .trenches import DigInUnit, Dugouts, Strongpoints, Trenches, TrenchPosition


@change("stacking=loose", "7.0")
class LooseStacks(Stacking):
    """Three Soviet units may stand together."""

    def limit(self, side: int) -> int:
        return super().limit(side) + (side == SOVIET)


@change("losses=four", "4.3", "4.4")
class DearLosses(Victory):
    """Four lost units are a point to the enemy."""

    losses_per_point = 4


class RedProbe(RedTyphoon):
    """The law of the variant."""

    about: ClassVar[About] = replace(
        RedTyphoon.about,
        id="red-probe",
        title="Red Typhoon, dug in",
        options=(
            *RedTyphoon.about.options,
            Option("stacking", "Soviet stacks", ("printed", "loose"), "7.0"),
            Option("entrenching", "Digging in", ("no", "yes"), "8.3"),
            Option("strongpoints", "Strong trenches", ("no", "yes"), "8.5"),
            Option("losses", "Units for a point", ("five", "four"), "4.3"),
        ),
        line="Red Typhoon with trenches",
        place=90,
    )
    position_type: ClassVar[type[Any]] = TrenchPosition
    changes: ClassVar[tuple[type[Chapter], ...]] = (
        LooseStacks,
        DearLosses,
        DigInUnit,
        Trenches,
        Strongpoints,
        Dugouts,
    )
    story: ClassVar[Story] = {"dug_in": "{unit} digs in in {hex}."}
    story_cases: ClassVar[Mapping[str, str]] = {"dug_in": "8.3"}
    badges: ClassVar[Mapping[str, str]] = {"DUG": "dug in"}


LAW = RedProbe
