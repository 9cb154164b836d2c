"""The German plan: where each corps is to go, and who follows whom."""

from __future__ import annotations

from typhoon.games.typhoon_nonop.charts import GERMAN, MOTOR_COSTS
from typhoon.games.typhoon_nonop.position import NonopPosition
from typhoon.games.typhoon_nonop.staff.outlook import Outlook
from typhoon.games.typhoon_nonop.supply import FROM_POINT
from typhoon.hexgrid import bits

BELY, RZHEV, SYCHEVKA, KHOLM, GZHATSK = "N1813", "N3108", "N3013", "N2318", "N3718"
VYAZMA, DOROGOBUZH, YARTSEVO, YELNYA = "N3022", "N2126", "N2023", "N2231"
MEETING = "N3224"
"""On the road from Vyazma to Yukhnov."""
SPAS_DEMENSK, YUKHNOV, KALUGA, KIROV, SUKHINICHI = "N2733", "N3929", "N4832", "N3038", "N3938"
BRYANSK, DYATKOVO, KARACHEV, OREL = "P3011", "P3006", "P3613", "P4615"
TRUBCHEVSK, SEVSK, DMITROVSK = "P2420", "P3127", "P3722"

AIMS: dict[str, tuple[str, ...]] = {
    "VI": (BELY, RZHEV),
    "XXIII": (BELY, RZHEV),
    "XLI": (KHOLM, SYCHEVKA, RZHEV),
    "LVI": (KHOLM, MEETING, VYAZMA, GZHATSK),
    "V": (KHOLM, VYAZMA),
    "VIII": (YARTSEVO, VYAZMA),
    "XXVII": (YARTSEVO, VYAZMA),
    "9A res": (KHOLM, SYCHEVKA),
    "IX": (DOROGOBUZH, VYAZMA),
    "XX": (YELNYA, DOROGOBUZH, VYAZMA),
    "VII": (SPAS_DEMENSK, VYAZMA),
    "AG res": (SPAS_DEMENSK, VYAZMA),
    "XLVI": (MEETING, VYAZMA, GZHATSK),
    "XL": (MEETING, VYAZMA, GZHATSK),
    "LVII": (KIROV, YUKHNOV, KALUGA),
    "XII": (KIROV, SUKHINICHI),
    "XIII": (KIROV, SUKHINICHI),
    "XLIII": (DYATKOVO, BRYANSK),
    "LIII": (BRYANSK, DYATKOVO),
    "2A res": (BRYANSK, DYATKOVO),
    "XXXV": (TRUBCHEVSK, BRYANSK),
    "XLVII": (SEVSK, KARACHEV, BRYANSK),
    "XXIV": (SEVSK, DMITROVSK, OREL),
    "XLVIII": (SEVSK, DMITROVSK, OREL),
    "XXXIV": (SEVSK, DMITROVSK),
}
"""Panzer Groups 3 and 4 are to meet at Vyazma, Panzer Group 2 is to go round Bryansk and to Orel."""
SPEARHEADS = ("LVI", "XLVI", "XL", "XLI", "LVII", "XLVII", "XXIV", "XLVIII")
"""The corps that go first, in this order."""
BASES = {
    "LVI": "N1219", "XLI": "N1217", "XLVI": "N2036", "XL": "N2037", "LVII": "P2101",
    "XLVII": "P2427", "XXIV": "P2731", "XLVIII": "P2833",
}  # fmt: skip
"""Where the way of each of them begins; what covers it is a wall across the way of the cut off."""
FOLLOWS = {
    "V": "LVI",
    "9A res": "LVI",
    "VII": "XLVI",
    "AG res": "XLVI",
    "XII": "LVII",
    "XIII": "LVII",
    "XXXIV": "XXIV",
}
"""Infantry that takes over the wall of a spearhead."""
SHARED = 0.6
"""What is left of the pull of a place for every corps that is going there already."""
DECAY = 0.85
"""What is left of it for every hex of way."""
FED = FROM_POINT - 1
"""How far around a supply unit its point is counted on."""


class Corps:
    """A German corps with its units on the map and its aim."""

    def __init__(self, name: str, units: int, aim: int) -> None:
        self.name, self.units, self.aim = name, units, aim


def corps_of(outlook: Outlook) -> list[Corps]:
    """All corps in the order in which they move, each with the aim that is next."""
    law, pos = outlook.law, outlook.pos
    units: dict[str, int] = {}
    for unit in bits(law.combat_units & law.units_of[GERMAN] & pos.in_play):
        name = law.counters[unit].corps
        units[name] = units.get(name, 0) | 1 << unit
    names = [name for name in SPEARHEADS if name in units]
    names += sorted([name for name in units if name not in SPEARHEADS])
    taken: dict[int, int] = {}
    found = []
    for name in names:
        aim = _next_aim(outlook, name, units[name], taken)
        taken[aim] = taken.get(aim, 0) + 1
        found.append(Corps(name, units[name], aim))
    return found


def _next_aim(outlook: Outlook, name: str, units: int, taken: dict[int, int]) -> int:
    """The first place of the plan that is not yet taken; then the one that is worth the way most."""
    law, pos = outlook.law, outlook.pos
    held = pos.control[GERMAN]
    for number in AIMS.get(name, ()):
        if not held >> (aim := law.grid.index(number)) & 1:
            return aim
    start = pos.where[bits(units & law.with_zone or units)[0]]
    distance = law.grid.distance
    best, aim = -1.0, start
    for hex_, row in law.places.items():
        if not held >> hex_ & 1:
            worth = row.german_vp * SHARED ** taken.get(hex_, 0) * DECAY ** (distance(start, hex_))
            if worth > best:
                best, aim = worth, hex_
    if best >= 0:
        return aim
    enemies = bits(pos.manned[1 - GERMAN])
    return min(enemies, key=lambda hex_: (distance(start, hex_), hex_), default=start)


def heads(outlook: Outlook) -> list[tuple[Corps, int]]:
    """The spearheads, each with the hex of its foremost units."""
    law, pos = outlook.law, outlook.pos
    found = []
    for corps in corps_of(outlook):
        if corps.name in SPEARHEADS and (units := corps.units & law.motor & law.with_zone):
            at = outlook.way_to(corps.aim, MOTOR_COSTS).at
            hexes = {pos.where[unit] for unit in bits(units)}
            found.append((corps, min(hexes, key=lambda hex_: (at(hex_), hex_))))
    return found


def crowds(outlook: Outlook, pos: NonopPosition) -> list[int]:
    """For each spearhead the hex around which most of its motor units are."""
    law, found = outlook.law, []
    for corps in corps_of(outlook):
        if corps.name in SPEARHEADS and (units := corps.units & law.motor & pos.in_play):
            hexes = [pos.where[unit] for unit in bits(units)]
            near = {hex_: sum([law.grid.distance(hex_, other) <= FED for other in hexes]) for hex_ in hexes}
            found.append(max(near, key=lambda hex_: (near[hex_], hex_)))
    return found
