"""Weights: how much the staff makes of what it sees, a figure for everything that it weighs.

What stands here is what the Germans began with; what play has moved since stands in ``learnt.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Eye(NamedTuple):
    """How a side sees strength and danger."""

    strikes: float = 1.0
    """How strong the attacks are that it fears, as a share of what could be brought against a hex."""
    fade: float = 0.25
    """How much the pull of an objective grows with every turn that it is nearer."""
    mind_last: float = 0.4
    mind_late: float = 0.7
    """How much losses matter on the last turn and the one before; earlier they matter in full."""
    tank: float = 2.5
    """What a step of a panzer battalion is worth."""
    step: float = 0.6
    strength: float = 0.25
    """What any other step is worth, and what every point of its defense adds."""
    hq: float = 1.5
    lone_hq: float = 0.3
    """What an HQ is worth in a stack, and alone, where it will step back before most attacks (10.25)."""
    hq_fear: float = 0.08
    """What it costs an HQ that Soviet units could strike at it, by their strength."""


class Aims(NamedTuple):
    """What the places and edges are worth that the sides fight for."""

    town: float = 5.0
    tula: float = 9.0
    kremlin: float = 8.0
    hunted: float = 1.5
    """What it is worth that a Soviet unit is destroyed to those who press for it (18.29)."""
    exit: float = 3.0
    """What leaving the map is worth where victory asks for it."""
    first_exit: float = 8.0
    """What it is worth that anybody leaves for Moscow at all (18.29)."""
    raid: float = 3.5
    """What it is worth to leave by the east edge where that shifts the level of victory."""


class Attack(NamedTuple):
    """Which attacks are planned, and made."""

    holding: float = 2.4
    """What it costs to be obliged to attack another enemy hex as well."""
    losses: float = 0.5
    """How much own losses are minded."""
    back: float = 0.4
    """What it costs to be driven back a hex."""
    least: float = 0.2
    """What an attack must be expected to gain."""
    per_unit: float = 0.06
    """What every unit more must add."""
    ground: float = 0.6
    """What it is worth to drive the enemy from any hex."""
    place: float = 0.7
    onward: float = 0.12
    """What an objective counts in the planning of attacks, and how much what lies beyond it draws."""
    declared_place: float = 0.7
    declared_onward: float = 0.12
    """The same when attacks are declared."""
    struck: float = 0.0
    """What it costs to stand where the enemy will strike; less than nought for whoever seeks the fight."""
    optional: float = 0.3
    """What an attack must gain to be made from a place where nobody is obliged to attack."""
    sortie: float = 2.5
    """What it must gain to be made out of an objective that is worth much."""
    air: float = 0.25
    """What an air point must add."""
    faster: float = 2.2
    faster_late: float = 1.5
    """What an accelerated assault must add, and how much less that is at the end."""
    accelerated: float = 2.0
    """What one must add to the attacks of a corps to be planned."""
    keep: float = 5.0
    """Soviet units do not leave places worth so much for an attack."""


class After(NamedTuple):
    """What is lost, given up and taken as combats end."""

    last_step: float = 1.5
    """What is lost with the unit itself, beside its strength."""
    retreat: float = 0.5
    """What it costs to go back a hex."""
    left_place: float = 0.8
    """What it costs to leave an objective, as a share of its worth."""
    steps: float = 1.0
    """How much steps are minded where they are lost instead of ground."""
    dug_in: float = 2.0
    """What it costs to leave an entrenchment."""
    garrison: float = 0.8
    """What it is worth that an objective is not left empty, as a share of its worth."""
    drawn: float = 1.0
    """How much objectives draw those who may advance."""
    held: float = 0.8
    """What it is worth to Soviet units to stand in an objective, as a share of its worth."""
    contact: float = 0.5
    """What it costs them to stand beside an enemy."""
    company: float = 0.25
    """What it is worth not to be alone."""
    risk: float = 0.7
    """How likely it is that the enemy strikes where he can."""
    risk_steps: float = 1.2
    risk_back: float = 0.5
    """What it costs then to lose a step, and to be driven back a hex."""
    sting: float = 0.3
    """What it is worth that the enemy loses a step by it."""
    least: float = 0.05
    """What an advance must gain."""


class Advance(NamedTuple):
    """Where German units go that take part in no planned attack."""

    obliged: float = 2.5
    """What it costs to stand beside an enemy whom nobody plans to attack."""
    cadre: float = 2.0
    """What it costs a cadre to stand beside any enemy."""
    joins: float = 0.3
    """What it is worth to stand beside an enemy who is attacked."""
    mech: float = 1.0
    foot: float = 2.0
    """How much the objectives draw; those on foot have a long way to each."""
    unsupplied: float = 2.0
    """What it costs to go where the corps HQ cannot follow with supply."""
    foot_exposed: float = 0.8
    mech_exposed: float = 1.2
    cadre_exposed: float = 1.6
    """How much Soviet attacks are feared: on foot, by mechanized units, by cadres."""
    back: float = 0.4
    """What it costs to be driven back a hex."""
    covered: float = 0.4
    """How likely an attack is from a hex where another stack would have to be attacked as well."""
    together: float = 0.5
    """What it is worth to be with the division."""
    leave_now: float = 1.0
    """What it is worth more to leave the map at once."""
    garrison: float = 0.4
    second: float = 0.5
    """What holding a place is worth, as a share of taking it, and what every unit more leaves of that."""
    fall_back: float = 0.4
    """What it costs to go a hex farther from the enemy."""
    tanks_alone: float = 1.5
    """What it costs a tank battalion to be without a regiment."""
    shared: float = 0.5
    """What is left of the worth of an objective for every corps that is heading for it already."""
    too_far: float = 0.3
    """What is left of the worth of an objective that cannot be reached before the end."""


class Hold(NamedTuple):
    """Who stays in the objectives that the Germans have taken."""

    walked_in: float = 0.9
    far_off: float = 0.4
    """What it costs to leave an objective empty, as a share of its worth: near the enemy, and not."""
    driven_out: float = 1.0
    """How much it is feared that one is lost in an attack."""
    another: float = 0.5
    at_the_end: float = 0.2
    """What another unit must add, and what it must on the last turns."""
    mobile: float = 0.2
    """What it costs that a mechanized unit sits still."""


class Line(NamedTuple):
    """Where Soviet units stand that take part in no planned attack."""

    best: float = 0.5
    area: float = 0.01
    """What it costs that Germans can come nearer to an objective: the best hex, and every good one."""
    cut_off: float = 2.5
    """What it costs to stand where no supply comes through."""
    obliged: float = 2.2
    """What it costs to stand beside an enemy whom nobody plans to attack."""
    entrenched: float = 1.2
    town: float = 0.4
    woods: float = 0.3
    river: float = 0.15
    """What it is worth to stand there."""
    hold: float = 0.25
    """What holding an objective is worth, as a share of its worth, for the first unit there."""
    retake: float = 0.9
    """What going back into a lost one is worth, as a share of its worth."""
    drawn: float = 0.15
    """How much what draws the Germans draws whoever bars their way."""
    beside: float = 0.0
    """What it is worth that a neighbour stands beside one."""
    together: float = 0.0
    """What it is worth not to be alone in a hex."""
    denies: float = 0.5
    """What it is worth to deny panzers their combined arms."""
    lost: float = 0.8
    """How much losses by attack count."""
    back: float = 0.4
    """What it costs to be driven back a hex."""
    trapped: float = 1.0
    """How much worse all that is for those with few hexes to retreat into."""
    sting: float = 0.5
    """What it is worth that the Germans lose a step by it."""
    forward: float = 0.06
    """What it costs to stand a hex farther from the enemy than need be."""
    taken: float = 0.5
    walked_in: float = 0.6
    """What it costs that an objective may be taken, by attack or without one, as a share of its worth."""
    fed: float = 0.5
    """What it is worth to an HQ that a unit is within its reach."""
    first_garrison: float = 2.5
    """What it is worth that somebody stands in an objective that Germans come near to."""
    garrison: float = 0.5
    fortress: float = 0.1
    """What another unit must be worth in an objective, and in one that takes every unit that helps at all."""
    better: float = 1.5
    """How much better a division must be that is sent to relieve the garrison of such a one."""


Chapter = Eye | Aims | Attack | After | Advance | Hold | Line


class Weights(NamedTuple):
    """All that a side weighs; each has chapters of its own, which the other leaves as they are."""

    eye: Eye = Eye()
    aims: Aims = Aims()
    attack: Attack = Attack()
    after: After = After()
    advance: Advance = Advance()
    hold: Hold = Hold()
    line: Line = Line()

    @property
    def chapters(self) -> dict[str, Chapter]:
        """All of them by their names."""
        return {name: getattr(self, name) for name in self._fields}

    def named(self) -> dict[str, float]:
        """Every weight by its name."""
        return {
            f"{name}.{each}": weight
            for name, chapter in self.chapters.items()
            for each, weight in chapter._asdict().items()
        }

    def weighed(self, weigh: Callable[[str, float], float]) -> Weights:
        """The same with every weight as it is made out of its name and value."""
        made: dict[str, Any] = {}
        for name, chapter in self.chapters.items():
            weights = {each: weigh(f"{name}.{each}", weight) for each, weight in chapter._asdict().items()}
            made[name] = chapter._replace(**weights)
        return Weights(**made)
