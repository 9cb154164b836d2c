"""What was played, and what became of it as a whole."""

from __future__ import annotations

from collections.abc import Iterable

from typhoon.lab.experiment import Arm
from typhoon.lab.findings import described
from typhoon.lab.page import Table, bullets, paragraph
from typhoon.lab.report.material import Material

MOST_BROKEN = 5
"""So many games of an arm that broke are told of one by one."""


def lead(given: Material) -> str:
    state, stop = given.run.state, given.run.log.marker
    lines = [paragraph(f"{state.done} of {state.total} games; rows {given.run.rows_digest()}.")]
    if stop.stop:
        text = f"Stopped after {stop.stop} games of each arm, exact enough for: {stop.until}."
        lines.append(paragraph(text, "note"))
    elif state.done < state.total:
        lines.append(paragraph(f"{state.total - state.done} games are still to be played.", "note"))
    broken = [arm for arm in given.found.begun if not given.found.broken(arm).is_empty()]
    if broken:
        lines.append(_broken(given, broken))
    return "".join(lines)


def _broken(given: Material, arms: Iterable[Arm]) -> str:
    lines = []
    for arm in arms:
        rows = given.found.broken(arm).select("index", "broken").rows()
        told = "; ".join(f"game {index}: {what}" for index, what in rows[:MOST_BROKEN])
        more = f" and {len(rows) - MOST_BROKEN} more" if len(rows) > MOST_BROKEN else ""
        lines.append(f"{arm.name}, seed {arm.seed}: {told}{more}")
    head = "Games that broke down; their journals are kept, and they count in nothing below:"
    return f'<div class="note bad">{paragraph(head)}{bullets(lines)}</div>'


def played(given: Material) -> str:
    arms = given.found.begun
    rows = [(arm.name, *dict(described(arm)).values(), given.found.finished(arm).height) for arm in arms]
    head = ["arm", *[name for name, _ in described(arms[0])], "games"]
    shared = given.experiment.pairs and len(arms) > 1 and not given.is_balance
    pairs = paragraph("The arms share their dice, game by game.") if shared else ""
    return pairs + Table(head, rows, "The arms").html()
