"""What the counters show, to one side or to everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from typhoon.engine.cases import case
from typhoon.engine.face import CounterFace, Value
from typhoon.games.operation_typhoon.charts import SIDES
from typhoon.games.operation_typhoon.position import TyphoonPosition
from typhoon.mechanics.wording import roman

if TYPE_CHECKING:
    from typhoon.games.operation_typhoon import OperationTyphoon


BADGES = {
    "OUT": "out of supply",
    "ISO": "isolated",
    "UNC": "uncommitted",
    "U": "unsupported",
    "C": "cadre",
    "HH": "in a hedgehog",
    "AA": "has made its accelerated assault",
    "+1": "one unit below, unseen",
    **{f"+{count}": f"{count} units below, unseen" for count in range(2, 10)},
}
"""What the badges on counters mean."""


def portrait(rules: OperationTyphoon, unit: int) -> CounterFace:
    """A counter that is not on the map, untried."""
    counter = rules.counters[unit]
    strength = "–" if counter.class_ else str(counter.strength)
    return _printed(rules, unit, strength, cadre=False)


@case("2.31", "8.36", "8.44", "9.62", "23.0")
def face(pos: TyphoonPosition, unit: int, side: str, below: int = 0) -> CounterFace:
    """What a counter shows, with the number of those that lie unseen below it."""
    rules = pos.rules
    bit = 1 << unit
    badges = [f"+{below}"] if below else []
    if pos.out & bit:
        badges.append("OUT")
    elif pos.isolated & bit:
        badges.append("ISO")
    if pos.uncommitted & bit:
        badges.append("UNC")
    if rules.german_hqs & bit and not pos.supported & bit:
        badges.append("U")
    if rules.works.told_on_counters(pos) >> pos.where[unit] & 1:
        badges.append("HH")
    if (pos.assaulted | pos.assaulting) & bit:
        badges.append("AA")
    cadre = bool(pos.cadres & bit)
    if cadre:
        badges.append("C")
    return replace(
        _printed(rules, unit, _strength(pos, unit, side), cadre),
        hex=pos.ground.grid.name[pos.where[unit]],
        second_side=cadre or (bool(rules.german_hqs & bit) and not pos.supported & bit),
        badges=tuple(badges),
    )


@case("2.31", "2.34", "13.43")
def _printed(rules: OperationTyphoon, unit: int, strength: str, cadre: bool) -> CounterFace:
    """What is printed on a counter, with its strength; white figures suffer from snow."""
    counter = rules.counters[unit]
    return CounterFace(
        unit=counter.unit,
        hex="",
        side=counter.side,
        type=counter.type,
        formation=counter.formation,
        size=counter.size if counter.size != "coy" else "I",
        left=roman(int(counter.corps)) if rules.german_hqs >> unit & 1 else counter.unit.split("/")[0],
        right="" if cadre or not counter.class_ else f"{counter.class_}{counter.morale}",
        values=(
            Value(strength),
            Value(str(counter.movement), counter.side == "soviet" and not counter.winterized),
        ),
        tint=rules.tints[counter.side].index(counter.army),
    )


def _strength(pos: TyphoonPosition, unit: int, side: str) -> str:
    """The strength as far as the side knows it."""
    viewer, strengths = SIDES.index(side) if side in SIDES else -1, pos.rules.strengths
    known = strengths.known(pos, viewer, unit)
    if len(known) == 1:
        return str(next(iter(known)))
    return "–" if strengths.needs_chit(pos, unit) else "?"
