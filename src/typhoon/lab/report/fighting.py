"""Battles: where they were fought, at what odds, what they cost, and how much of it was dice."""

from __future__ import annotations

from collections.abc import Sequence

from typhoon.engine.events import with_capitals
from typhoon.lab import pictures
from typhoon.lab.experiment import Arm
from typhoon.lab.page import Table, bullets, paragraph, picture
from typhoon.lab.report.material import Material
from typhoon.lab.tables import SIDES

MOST_HEXES = 10
MOST_POINTS = 1_000
"""Games of each arm that are drawn as points; more would only be a blot."""
METHOD = (
    "Method: the square of the correlation of the margin with luck; and, where every dice seed was "
    "played by several minds (`plays` in the experiment), an analysis of variance in two ways, dice "
    "and minds, without repetition. Dice fall by the number of the order, so that games which part "
    "ways meet other dice."
)


def heat(given: Material) -> str:
    parts = []
    for arm in given.on_maps:
        drawn, rows = [], []
        board = arm.rules.board
        for what in ("battles", "losses", "passages"):
            counts = given.found.heat(arm, what)
            drawing = given.sheet(arm).heat(counts, f"{arm.name}: {what} by hex")
            drawn.append(f"<div><p>{what.capitalize()}</p>{drawing}</div>")
            top = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:MOST_HEXES]
            rows += [
                (what, board.describe(board.grid.index(hex_), hex_), round(count, 2)) for hex_, count in top
            ]
        table = Table(["what", "hex", "a game"], rows, "The ten hexes with the most of each")
        title = f"{arm.name}: where it happened, a game"
        parts.append(picture(title, f'<div class="maps">{"".join(drawn)}</div>', table))
    return "".join(parts)


def odds(given: Material) -> str:
    parts = []
    for arm in given.detailed:
        rows = given.found.attacks(arm)
        games = max(given.found.finished(arm).height, 1)
        if not rows:
            continue
        worth = arm.rules.annals.worth
        cells = [
            (side, column, round(n / games, 2), round(expected, 3), round(rolled, 3), round(luck, 3))
            for side, column, n, expected, rolled, luck in rows
        ]
        taken = [(side, column, n / games, expected, rolled) for side, column, n, expected, rolled, _ in rows]
        table = Table(["side", "column", "attacks a game", "expected", "rolled", "luck"], cells)
        title = f"{arm.name}: the odds that were taken, and what came of them ({worth})"
        note = "Luck is the chance of having fared worse, with half that of the same: 0.5 is even."
        parts.append(picture(title, pictures.odds(taken, worth, arm.name), table, note))
    return "".join(parts)


def losses(given: Material) -> str:
    rows = [
        (arm.name, side, cause, round(units, 2), round(steps, 2))
        for arm in given.detailed
        for side, cause, units, steps in given.found.losses(arm)
    ]
    head = ["arm", "side", "cause", "units a game", "steps a game"]
    return Table(head, rows, "Losses by cause").html() if rows else ""


def sources(given: Material) -> str:
    """How much was dice and how much play."""
    return "".join([_sources(given, arms) for arms in given.detailed_alike()]) + paragraph(METHOD)


def _sources(given: Material, arms: Sequence[Arm]) -> str:
    rows, words = [], []
    for arm in arms:
        luck, parts = given.found.explained(arm), given.found.sources(arm)
        shares = [f"{part:.0%}" for part in parts[:3]] if parts else ["", "", ""]
        rows.append((arm.name, f"{luck:.0%}", *shares))
        told = f"{arm.name}: {luck:.0%} of the variance of the margin goes with luck"
        if parts:
            told += (
                f"; by dice and minds, {parts.dice:.0%} goes with the dice alone, {parts.play:.0%} with "
                f"play alone, and {parts.rest:.0%} with what they make of each other"
            )
        words.append(f"{told}.")
    points = {arm.name: given.found.luck(arm)[:MOST_POINTS] for arm in arms}
    side = with_capitals(arms[0].rules.sides[0], SIDES)
    title = f"Luck and the end: {side} luck less the enemy's, and the {side} margin"
    drawing = pictures.scatter(points, f"{side} luck less the enemy's", f"{side} margin", title)
    table = Table(["arm", "goes with luck", "dice", "play", "dice and play together"], rows)
    return bullets(words) + picture(title, drawing, table)
