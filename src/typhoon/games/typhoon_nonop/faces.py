"""What the counters show."""

from __future__ import annotations

from msgspec.structs import replace

from typhoon.engine.cases import case
from typhoon.engine.face import CounterFace, Value
from typhoon.games.typhoon_nonop.position import NonopPosition

SYMBOLS = {
    "infantry div": "infantry", "rifle": "infantry", "rifle (militia origin)": "militia",
    "guards rifle": "infantry", "NKVD regt": "security", "panzer regt": "armor", "tank bde": "armor",
    "tank div": "armor", "mot inf regt": "motorized", "mot inf bde": "motorized", "motor rifle": "motorized",
    "motorcycle bn": "motorized", "recon bn": "recon", "mot engineer bn": "engineer",
    "cavalry div": "cavalry",
    "cavalry": "cavalry", "airborne bde": "airborne", "artillery": "artillery", "rocket": "rocket",
    "guards rocket": "rocket", "anti-tank regt": "antitank", "mot anti-aircraft bn": "antiaircraft",
    "anti-aircraft regt": "antiaircraft", "HQ": "hq", "supply unit": "supply",
}  # fmt: skip
SIZES = {"division": "XX", "brigade": "X", "regiment": "III", "battalion": "II", "headquarters": "XXXX"}
BADGES = {
    "NON": "Non-Op",
    "EM": "Emergency Supply",
    "OUT": "Out of Supply",
    "OVR": "overrun",
    "ACT": "activated",
    "GAR": "garrison",
    "-1": "one step lost",
    "-2": "two steps lost",
    "-3": "three steps lost",
}
"""What the badges on counters mean."""


@case("22.2.1", "B2.1", "B2.7")
def face(pos: NonopPosition, unit: int) -> CounterFace:
    """What the counter of a unit on the map shows."""
    law, bit = pos.rules, 1 << unit
    marks = (
        ("NON", pos.nonop), ("EM", pos.emergency), ("OUT", pos.out), ("OVR", pos.overrun),
        ("ACT", pos.activated), ("GAR", pos.garrison),
    )  # fmt: skip
    badges = [word for word, units in marks if units & bit]
    if pos.lost[unit]:
        badges.append(f"-{pos.lost[unit]}")
    return replace(
        printed(pos, unit),
        hex=law.grid.name[pos.where[unit]],
        second_side=bool(pos.nonop & bit) or pos.lost[unit] > 0,
        badges=tuple(badges),
    )


def printed(pos: NonopPosition, unit: int) -> CounterFace:
    """The figures of a counter as they are now; an HQ shows its command or its recovery value."""
    law, bit = pos.rules, 1 << unit
    counter = law.counters[unit]
    kind = law.types.get((counter.side, counter.type))
    attack, defense = law.strengths[unit][pos.lost[unit]]
    figures = [str(attack), str(defense), str(law.reaching.printed(pos, unit))]
    right = f"{counter.support}/{counter.range}" if counter.support else ""
    if bit & law.hqs:
        nonop = pos.nonop & bit
        right = f"R{law.command.recovery(unit)}" if nonop else f"C{law.command.command_value(unit)}"
    return CounterFace(
        unit=counter.unit,
        hex="",
        side=counter.side,
        type=SYMBOLS.get(counter.type, "infantry"),
        formation=counter.formation or counter.corps,
        size=SIZES[kind.size] if kind is not None else "",
        left=counter.name.split(":")[-1].strip()[:7],
        right=right,
        values=tuple([Value(figure) for figure in (figures if kind is not None else figures[-1:])]),
        tint=law.tints[counter.side].index(counter.army),
    )
