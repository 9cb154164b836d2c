"""What a report is made of: the run, what was found, and which arms are shown how."""

from __future__ import annotations

from functools import cached_property

from typhoon.lab.experiment import Arm
from typhoon.lab.findings import Findings
from typhoon.lab.intervals import Estimate
from typhoon.lab.maps import Sheet
from typhoon.lab.running import Run

MOST_IN_DETAIL, MOST_ON_MAPS, MOST_ALIKE = 6, 4, 40
"""So many arms are shown turn by turn, on maps, and in a picture of levels."""


class Material:
    def __init__(self, run: Run, found: Findings) -> None:
        self.run, self.found, self.experiment = run, found, run.experiment
        self.figure, self.arms = self.experiment.figure, found.arms
        self._sheets: dict[tuple[str, str], Sheet] = {}

    @property
    def is_balance(self) -> bool:
        return self.experiment.kind == "balance"

    @cached_property
    def compared(self) -> list[Arm]:
        """The arms that have another to be compared with."""
        names = {arm.name for arm in self.arms}
        return [arm for arm in self.arms if arm.against in names]

    @cached_property
    def detailed(self) -> list[Arm]:
        """The arms that are shown turn by turn: all, when they are few."""
        if self.experiment.kind == "ablate":
            bases = {arm.against for arm in self.arms}
            return [arm for arm in self.arms if arm.name in bases or not arm.against]
        return self.arms if self.is_balance else self.arms[:MOST_IN_DETAIL]

    @property
    def on_maps(self) -> list[Arm]:
        return self.detailed if self.is_balance else self.detailed[:MOST_ON_MAPS]

    def alike(self) -> list[list[Arm]]:
        """Arms of the same game together: their levels are the same."""
        found: dict[str, list[Arm]] = {}
        for arm in self.arms:
            found.setdefault(arm.choice.game, []).append(arm)
        return [arms[:MOST_ALIKE] for arms in found.values()]

    def detailed_alike(self) -> list[list[Arm]]:
        """Arms of the same game that are shown turn by turn: their margins are those of the same side."""
        found = [[arm for arm in arms if arm in self.detailed] for arms in self.alike()]
        return [arms for arms in found if arms]

    def by_scenario(self) -> list[list[Arm]]:
        """The arms that are shown turn by turn, those of a scenario together: their places are the same."""
        found: dict[tuple[str, str], list[Arm]] = {}
        for arm in self.detailed:
            found.setdefault((arm.choice.game, arm.choice.scenario), []).append(arm)
        return list(found.values())

    def sheet(self, arm: Arm) -> Sheet:
        """The map of an arm, drawn once."""
        key = arm.choice.game, arm.choice.scenario
        if key not in self._sheets:
            self._sheets[key] = Sheet(arm.rules)
        return self._sheets[key]

    def style(self) -> str:
        """The maps that were asked for, for the page."""
        return "".join(sheet.style() for sheet in self._sheets.values())


def percent(estimate: Estimate) -> tuple[str, str, str]:
    """A share with its interval, as cells of a table."""
    return f"{estimate.value:.1%}", f"{estimate.low:.1%}", f"{estimate.high:.1%}"


def told(estimate: Estimate, share: bool) -> tuple[str, str, str]:
    """A figure with its interval, as cells of a table."""
    if share:
        return percent(estimate)
    if estimate.n < 2:
        return f"{estimate.value:.3f}", "", ""  # one game tells nothing of how they differ
    return f"{estimate.value:.3f}", f"{estimate.low:.3f}", f"{estimate.high:.3f}"
