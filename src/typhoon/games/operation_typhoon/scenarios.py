"""The five scenarios and what each of them changes (18)."""

from __future__ import annotations

import msgspec

from typhoon.engine.about import Option, Scenario
from typhoon.engine.cases import case


class ScenarioRules(msgspec.Struct, frozen=True):
    """The parameters of a scenario."""

    id: str
    title: str
    about: str
    sheets: str
    last_turn: int
    german_air: int
    soviet_air: int
    support_points: int
    armies: tuple[str, ...]
    """German armies that receive support points."""
    german_areas: tuple[str, ...]
    soviet_areas: tuple[str, ...]
    own_reinforcements: str = ""
    """The case that lists reinforcements of this scenario alone."""
    rail_moves: int = 5
    uncommitted: tuple[str, ...] = ()
    """Soviet armies that begin uncommitted."""
    commitment_bonus: int = 0
    """What the scenario adds to the commitment die beside the chart."""
    counts_points: bool = True
    attached: tuple[tuple[str, str], ...] = ()
    """Corps that belong to another one here."""
    closed_row: str = ""
    """A row of hexes that no unit enters, by its sheet."""
    in_supply: tuple[str, ...] = ()
    """Soviet armies that are always in supply."""
    withdrawals: bool = False
    """Whether uncommitted units of 20th Army may be withdrawn (18.38)."""
    border_closed: bool = False
    """Whether Soviet units stay east of the front line on turns 1 to 3 (18.18)."""
    plans: bool = False
    exits: tuple[str, ...] = ("east",)
    """Edges over which German units can leave the map."""
    soviet_exits: tuple[str, ...] = ()
    section: str = "18.4"
    """The section of the rulebook; the longer campaign has the cases of the shorter one."""

    @property
    def case_of_set_up(self) -> str:
        return f"{self.section}2"

    @property
    def case_of_special_rules(self) -> str:
        return f"{self.section}8"

    @property
    def case_of_victory(self) -> str:
        return f"{self.section}9"


ALL_AREAS = (*[str(number) for number in range(1, 16)], "Moscow")

SCENARIOS: dict[str, ScenarioRules] = {
    "guderian": ScenarioRules(
        "guderian",
        "Panzergruppe Guderian",
        "2nd Panzer Army against Tula and the Oka, on sheet C, 16 turns.",
        "C",
        16,
        2,
        3,
        3,
        ("2PzA",),
        ("1", "2"),
        ("2", "3", "4", "5"),
        section="18.1",
        own_reinforcements="18.16",
        rail_moves=2,
        counts_points=False,
        attached=(("13", "43"),),
        border_closed=True,
        exits=("east", "north"),
    ),
    "hoepner": ScenarioRules(
        "hoepner",
        "Hoepner and Reinhardt",
        "3rd and 4th Panzer Armies toward Moscow from the north-west, on sheet A, 16 turns.",
        "A",
        16,
        2,
        4,
        6,
        ("3PzA", "4PzA"),
        ("13", "14"),
        ("8", "9", "10", "11"),
        section="18.2",
        own_reinforcements="18.26",
        rail_moves=2,
        uncommitted=("1Sh",),
        commitment_bonus=1,
        closed_row="A",
        in_supply=("20",),
        exits=("east", "south"),
    ),
    "kluge": ScenarioRules(
        "kluge",
        "Von Kluge on the Nara",
        "What if 4th Army had attacked? On sheet B, 16 turns.",
        "B",
        16,
        2,
        3,
        5,
        ("4PzA", "4A"),
        ("15",),
        ("7", "Moscow"),
        section="18.3",
        rail_moves=1,
        uncommitted=("20",),
        commitment_bonus=2,
        attached=(("9", "7"),),
        closed_row="B",
        withdrawals=True,
    ),
    "campaign": ScenarioRules(
        "campaign",
        "The Battle for Moscow",
        "All four armies on three sheets, 15 to 30 November, with a secret plan.",
        "ABC",
        16,
        6,
        10,
        10,
        ("2PzA", "3PzA", "4PzA", "4A"),
        ALL_AREAS,
        ALL_AREAS,
        uncommitted=("1Sh", "20"),
        plans=True,
    ),
    "extended": ScenarioRules(
        "extended",
        "The Extended Campaign",
        "The campaign and the beginning of the Soviet counter-offensive, to 15 December.",
        "ABC",
        31,
        6,
        10,
        10,
        ("2PzA", "3PzA", "4PzA", "4A"),
        ALL_AREAS,
        ALL_AREAS,
        uncommitted=("1Sh", "20"),
        plans=True,
        soviet_exits=("west",),
    ),
}

OPTIONS = (
    Option(
        "set-up",
        "Set-up",
        ("historical", "free"),
        "18.0",
        "With free, armies are set up anywhere behind their part of the front.",
    ),
    Option(
        "intelligence",
        "Memory of enemy strengths",
        ("strict", "kind"),
        "8.44",
        "With strict, what a combat showed of the enemy is not kept; with kind, the record keeps it, "
        "and every enemy counter shows the strength that it showed last.",
    ),
    Option(
        "stacks",
        "Enemy stacks",
        ("closed", "open"),
        "8.45",
        "With closed, only the top counter of an enemy stack is seen, and how many lie below it; who they "
        "are is learnt in combat. With open, everybody looks into every stack.",
    ),
    Option(
        "strengths",
        "Strength chits",
        ("drawn", "constant", "open"),
        "23.0",
        "With constant, units of a class and morale are equally strong; with open, all chits are drawn "
        "before play for everybody to see. Both do without limited intelligence.",
    ),
    Option(
        "weather",
        "Weather",
        ("dice", "historical"),
        "13.1",
        "With historical, every day has the weather of 1941 as we know it, and no dice are thrown.",
    ),
    Option(
        "support-points",
        "German support points",
        ("usual",),
        "19.3",
        "Usual is what the scenario gives (18.15, 18.25, 18.35, 18.45); any other number by agreement.",
        numbers=(0, 99),
    ),
    Option(
        "hedgehogs",
        "German hedgehogs",
        ("no", "yes"),
        "19.1",
        "With yes, German infantry may dig in: no zone of control, but harder to attack.",
        brings="19.1",
    ),
    Option(
        "ski-troops",
        "Soviet ski troops",
        ("no", "yes"),
        "19.2",
        "With yes, snow helps Soviet ski units in movement and combat.",
        brings="19.2",
    ),
    Option(
        "entrenched-rivers",
        "Entrenchments behind rivers",
        ("both", "one"),
        "14.21",
        "With both, an entrenchment behind a river has its strength doubled twice; with one, once (R31).",
    ),
)


@case("18.0")
def scenarios() -> tuple[Scenario, ...]:
    return tuple(Scenario(s.id, s.title, s.about) for s in SCENARIOS.values())
