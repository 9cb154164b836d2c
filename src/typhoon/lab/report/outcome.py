"""How games ended: levels, differences between arms, what switches do, and whether scenarios are even."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from typhoon.lab import pictures
from typhoon.lab.experiment import Arm
from typhoon.lab.figures import Figure
from typhoon.lab.findings import shown
from typhoon.lab.intervals import Estimate
from typhoon.lab.page import Table, bullets, paragraph, picture
from typhoon.lab.report.material import Material, percent, told

EVEN = 0.35, 0.65
"""A scenario is even when a side wins between so many of its games."""


def endings(given: Material) -> str:
    figure, found = given.figure, given.found
    parts = []
    for arms in given.alike():
        levels = found.level_names(arms)
        if not levels:
            continue
        counts = {arm.name: found.levels(arm) for arm in arms}
        rows = [
            (name, level, count.get(level, 0), *percent(shown(count, level)))
            for name, count in counts.items()
            for level in levels
        ]
        table = Table(["arm", "level", "games", "share", "from", "to"], rows)
        alt = "; ".join(f"{name}: {_counted(count)}" for name, count in counts.items())
        title = f"Victory levels of {arms[0].rules.about.title}"
        parts.append(picture(title, pictures.stacked(counts, levels, found.winners(arms), alt), table))
    estimates = [(arm.name, found.estimate(arm, figure)) for arm in given.arms]
    cells = [(name, estimate.n, *told(estimate, figure.is_share)) for name, estimate in estimates]
    drawing = pictures.dots(estimates, figure.words, figure.words, percent=figure.is_share)
    table = Table(["arm", "games", figure.words, "from", "to"], cells)
    return "".join(parts) + picture(f"{figure.words}, with 95 % intervals", drawing, table)


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{level} {count}" for level, count in counts.items())


# What differs

Gaps = Sequence[tuple[Arm, Estimate]]


def differences(given: Material) -> str:
    gaps = _gaps(given)
    return bullets(in_words(given.figure, *gap) for gap in gaps) + _drawn(given, gaps)


def ranking(given: Material) -> str:
    gaps = sorted(_gaps(given), key=lambda gap: (-abs(gap[1].value), gap[0].name))
    sure = [gap for gap in gaps if gap[1].tells]
    text = f"{len(sure)} of {len(gaps)} differences can be told from chance; one of twenty is by chance."
    return paragraph(text) + bullets(in_words(given.figure, *gap) for gap in sure) + _drawn(given, gaps)


def _gaps(given: Material) -> Gaps:
    return [(arm, given.found.difference(arm, given.figure)) for arm in given.compared]


def _drawn(given: Material, gaps: Gaps) -> str:
    share, label = given.figure.is_share, f"difference in {given.figure.words}"
    named = [(f"{arm.name} / {arm.against}", gap) for arm, gap in gaps]
    drawing = pictures.dots(named, label, label, percent=share, zero=True)
    cells = [(arm.name, arm.against, gap.n, *told(gap, share)) for arm, gap in gaps]
    table = Table(["arm", "compared with", "pairs", "difference", "from", "to"], cells)
    how = "on the same dice" if given.experiment.pairs else "on dice of their own"
    return picture(f"{label[0].upper()}{label[1:]}, {how}; grey cannot be told from chance", drawing, table)


def in_words(figure: Figure, arm: Arm, gap: Estimate) -> str:
    """What a difference means."""
    times, unit = (100, "percentage points") if figure.is_share else (1, "in the mean")
    value, low, high = gap.value * times, gap.low * times, gap.high * times
    if not gap.n:
        return f"{arm.name}: too few games to compare it with {arm.against}."
    if gap.low == gap.high == 0:
        return f"{arm.name}: in all {gap.n} games the same {figure.words} as {arm.against}."
    between = f"between {low:+.1f} and {high:+.1f}"
    if not gap.tells:
        return (
            f"{arm.name}: after {gap.n} games no difference from {arm.against} in {figure.words} can be "
            f"told from chance; the true one lies {between} {unit}."
        )
    more = "more" if value > 0 else "fewer"
    return (
        f"{arm.name}: {abs(value):.1f} {unit} {more} {figure.words} than {arm.against}, {between}: "
        f"more than chance can explain."
    )


# Whether scenarios are even


def balance(given: Material) -> str:
    rows = []
    for arm in given.arms:
        estimate = given.found.estimate(arm, given.figure)
        rows.append((arm.name, verdict(estimate, given.figure.words), estimate.n, *percent(estimate)))
    caption = f"Each scenario with its verdict: even is between {EVEN[0]:.0%} and {EVEN[1]:.0%}"
    return Table(["scenario", "verdict", "games", given.figure.words, "from", "to"], rows, caption).html()


def verdict(estimate: Estimate, what: str) -> str:
    """Whether a scenario is even, as far as the interval tells."""
    low, high = EVEN
    if not estimate.n:
        return "no games yet"
    if estimate.low >= low and estimate.high <= high:
        return "even"
    how = f"one-sided, {what} too {'often' if estimate.value > (low + high) / 2 else 'seldom'}"
    if estimate.low > high or estimate.high < low:
        return how
    looks = "even" if low <= estimate.value <= high else how
    return f"looks {looks}; more games would tell"


def own_figures(given: Material) -> str:
    rows = [
        (arm.name, name, *percent(often), *told(size, False))
        for arm in given.arms
        for name, often, size in given.found.own_figures(arm)
    ]
    head = ["arm", "figure", "in", "from", "to", "mean", "from", "to"]
    caption = "In how many games there was such a figure, and how large it was there"
    return Table(head, rows, caption).html() if rows else ""
