"""What can be chosen before play: the scenario, and each change of the variant by itself (B25.6)."""

from __future__ import annotations

from typhoon.engine.about import Option, Preset, Scenario

SCENARIOS = (
    Scenario(
        "vyazma-bryansk",
        "Vyazma and Bryansk",
        "Ten turns from 30 September 1941: the German offensive against three Soviet fronts.",
    ),
)
ON = ("yes", "no")

OPTIONS = (
    Option("nonop-hqs", "Non-Operational HQs", ON, "22.2.1",
           "Thirteen Soviet HQs start Non-Op and cripple their armies; without, all are operational."),
    Option("no-fort-garrisons", "No garrisons in fortifications", ON, "change 1",
           "Fortifications hold nobody; without, Soviet units that start in one are its garrison."),
    Option("fewer-asps", "Fewer German supply points", ON, "change 2",
           "Two German attack supply points fewer on each of turns 1 to 6."),
    Option("hqs-frozen", "HQs frozen on turn 1", ON, "new 1",
           "No Soviet HQ but that of 13th Army moves before the Soviet Movement Phase of turn 2."),
    Option("late-recovery", "Late recovery", ON, "new 2",
           "Recovery rolls from the Interphase of turn 2; for 3rd and 13th Army from turn 1."),
    Option("no-early-disband", "No early disbanding", ON, "new 3",
           "No HQ is disbanded in the Interphase of turn 1."),
    Option("full-motorized-move", "Full motorized move", ON, "new 4",
           "Full allowance in the German Motorized Phase: turn 1 south of P1921, turn 2 to end on sheet N."),
    Option("rocket-ma", "Faster rocket units", ON, "rockets",
           "Guards rockets have a movement allowance of 8, Nebelwerfer of 7; without, 6 for both."),
    Option("coin-nonop-sides", "Non-Op sides for all HQs", ("no", "yes"), "22.2.1",
           "HQs 22, 29, 5 and 26 have a Non-Op side too, and 5 and 26 arrive Non-Op."),
)  # fmt: skip

PRESETS = (
    Preset("variant", "The variant", "Non-Operational HQs with all changes of the scenario."),
    Preset("base", "The base game", "The scenario as it was before the variant.", dict.fromkeys(
        [option.id for option in OPTIONS], "no"
    )),
)  # fmt: skip
