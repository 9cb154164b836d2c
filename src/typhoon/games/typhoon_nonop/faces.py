"""What the counters show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from typhoon.engine.cases import case
from typhoon.engine.face import CounterFace, Value
from typhoon.games.typhoon_nonop.charts import SIDES
from typhoon.games.typhoon_nonop.position import NonopPosition

if TYPE_CHECKING:
    from typhoon.games.typhoon_nonop import TyphoonNonop

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
MOST_LETTERS = 7
"""So many stand beside a symbol."""
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
    "!": "not usable before the next engineering phase",
}
"""What the badges on counters mean."""
SIGNS = {
    "minor": "A strongpoint",
    "minor-building": "A strongpoint under construction",
    "ruin": "A fortification that was destroyed",
}
"""What the signs on the map mean."""


@case("22.2.1", "B2.1", "B2.7")
def face(pos: NonopPosition, unit: int) -> CounterFace:
    """What the counter of a unit on the map shows."""
    law, bit = pos.rules, 1 << unit
    marks = (
        ("NON", pos.nonop & bit), ("EM", pos.emergency & bit), ("OUT", pos.out & bit),
        ("OVR", pos.overrun & bit), ("ACT", pos.activated & bit), ("GAR", pos.garrison & bit),
        (f"-{pos.lost[unit]}", pos.lost[unit]),
    )  # fmt: skip
    return replace(
        printed(law, unit, pos.lost[unit], nonop=bool(pos.nonop & bit), ma=law.reaching.printed(pos, unit)),
        hex=law.grid.name[pos.where[unit]],
        second_side=bool(pos.nonop & bit) or pos.lost[unit] > 0,
        badges=tuple([word for word, so in marks if so]),
    )


def printed(law: TyphoonNonop, unit: int, lost: int, *, nonop: bool, ma: int) -> CounterFace:
    """The figures of a counter.

    An HQ shows the command and movement of its operational side on the left, the recovery and movement of
    its Non-Op side on the right, and the figures of the side that is up below.
    """
    counter = law.counters[unit]
    kind = law.types.get((counter.side, counter.type))
    attack, defense = law.strengths[unit][lost]
    figures = [str(attack), str(defense), str(ma)]
    left = counter.name.split(":")[-1].strip()
    if len(left) > MOST_LETTERS:
        left = law.names.short(counter.unit)
    right = f"{counter.support}/{counter.range}" if counter.support else ""
    if law.hqs >> unit & 1:
        left = f"C{law.command.command_value(unit)}-{law.command.ma_of(unit, nonop=False)}"
        if law.command.two_sided >> unit & 1:
            right = f"R{law.command.recovery(unit)}-{law.command.ma_of(unit, nonop=True)}"
    return CounterFace(
        unit=counter.unit,
        hex="",
        side=counter.side,
        type=SYMBOLS.get(counter.type, "infantry"),
        formation=counter.formation or counter.corps,
        size=SIZES[kind.size] if kind is not None else "",
        left=left,
        right=right,
        values=tuple([Value(figure) for figure in (figures if kind is not None else figures[-1:])]),
        second_side=nonop,
        tint=law.tints[counter.side].index(counter.army),
    )


def portrait(law: TyphoonNonop, name: str) -> CounterFace | None:
    """The counter of a unit off the map, of an air unit or of a bridge."""
    if name in law.unit_number:
        unit = law.unit_number[name]
        return printed(law, unit, 0, nonop=False, ma=law.counters[unit].ma)
    if name in law.air_number:
        return air_unit(law, law.air_number[name])
    if name in law.works.bridges:
        side = SIDES[law.works.bridges[name]]
        return CounterFace(name, "", side, "bridge", formation=name.rpartition("-")[2], tint=0)
    return None


@case("B17.1")
def air_unit(law: TyphoonNonop, number: int) -> CounterFace:
    """An air unit: its class, and its ratings in air combat, close support and interdiction."""
    row, name = law.air_rows[number], law.air_ids[number]
    figures = (row.air_combat, row.cas, row.interdiction)
    return CounterFace(
        unit=name,
        hex="",
        side=row.side,
        type="air",
        formation=row.type,
        left=row.class_,
        right=name.rpartition("-")[2],
        values=tuple([Value(str(figure)) for figure in figures]),
    )


@case("B18.8")
def bridge(pos: NonopPosition, name: str) -> CounterFace:
    """A bridge on the map."""
    found = portrait(pos.rules, name)
    assert found is not None
    lies = pos.bridges[name]
    direction = pos.rules.grid.name[lies.other][-4:]
    return replace(
        found, hex=pos.rules.grid.name[lies.hex], left=direction, badges=() if lies.ready else ("!",)
    )
