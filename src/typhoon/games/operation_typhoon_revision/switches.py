"""The switches: an option for each change, and one that turns the usual value of all of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from typhoon.engine.about import Option
from typhoon.engine.data import DataFolder, Layer
from typhoon.games.operation_typhoon.scenarios import OPTIONS

GROUP = "revision"
IN_USE = {
    "hedgehogs": "With yes, German infantry may dig in and is harder to attack.",
    "ski-troops": "With yes, Soviet ski units are at home in snow, in movement and combat.",
}
"""Optional rules of the game of 1978 that belong to the revision, with what they are about there (R67)."""
TITLES = {option.id: option.title for option in OPTIONS}
MOST_BID = 60


SWITCHES = DataFolder([Layer(Path(__file__).parent / "data", 1)]).texts("switches.csv")


def _option(row: Mapping[str, str]) -> Option:
    about = f"{row['about']} It needs {TITLES[row['needs']]}." if row["needs"] else row["about"]
    return Option(f"{GROUP}.{row['switch']}", row["title"], ("yes", "no"), row["case"], about)


def options() -> tuple[Option, ...]:
    """Those of the game of 1978, the revision as a whole, every change of it, and the bid."""
    changes = [_option(row) for row in SWITCHES]
    below = [replace(o, choices=("yes", "no"), about=IN_USE[o.id]) if o.id in IN_USE else o for o in OPTIONS]
    whole = Option(
        GROUP,
        "The revision",
        ("yes", "no"),
        "1.0",
        "With no, the changes are off unless they are chosen, and the game is that of 1978.",
        turns=(*IN_USE, *[change.id for change in changes]),
    )
    bid = Option(
        f"{GROUP}.bid",
        "Bid for the Germans",
        ("0",),
        "18.49 bidding",
        "Points that the Germans need beyond every level of victory in the campaigns.",
        numbers=(-MOST_BID, MOST_BID),
    )
    return (*below, whole, *changes, bid)
