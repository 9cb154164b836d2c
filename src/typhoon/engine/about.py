"""What can be said of a game without loading it: scenarios, options, ways to share a side."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from typhoon.engine.bidding import Bidding


class Scenario(msgspec.Struct, frozen=True):
    """A way to begin a game; games derive from it what their scenarios change."""

    id: str
    title: str
    about: str


class Option(msgspec.Struct, frozen=True):
    """A choice made before play; the first of the choices is the normal one."""

    id: str
    title: str
    choices: tuple[str, ...]
    case: str
    about: str = ""
    """What the choices do."""
    numbers: tuple[int, int] | None = None
    """The least and the most, where any whole number between them can be chosen too."""
    brings: str = ""
    """The case that is played only with *yes*, together with those below it."""
    turns: tuple[str, ...] = ()
    """Other options whose usual choice is whatever is chosen here; those named ``ID.name`` are its group."""

    @property
    def group(self) -> str:
        """The option that it is shown under; empty for most.

        >>> Option("revision.deep-snow", "Deep snow", ("yes", "no"), "13.32").group
        'revision'
        """
        return self.id.rpartition(".")[0]

    def takes(self, value: str) -> bool:
        """Whether that can be chosen; a number is written without a plus sign and leading zeros.

        >>> bid = Option("bid", "Bid", ("0",), "18.49", numbers=(-60, 60))
        >>> list(filter(bid.takes, ("-60", "0", "7", "-61", "+5", "05", "-0", "--5", "1.5", "")))
        ['-60', '0', '7']
        """
        if value in self.choices or self.numbers is None:
            return value in self.choices
        least, most = self.numbers
        digits = value.removeprefix("-")
        number = digits.isascii() and digits.isdecimal() and len(value) <= len(str(least)) + len(str(most))
        return number and value == str(int(value)) and least <= int(value) <= most

    @property
    def range(self) -> str:
        """All that can be chosen, in words.

        >>> Option("points", "Points", ("usual",), "19.3", numbers=(0, 99)).range
        'usual, a number from 0 to 99'
        """
        number = "a number from {} to {}".format(*self.numbers) if self.numbers else ""
        return ", ".join([*self.choices, *([number] if number else [])])


class Preset(msgspec.Struct, frozen=True):
    """A choice of many options at once; ``preset=ID`` chooses it, and what is named besides goes over it."""

    id: str
    title: str
    about: str
    options: dict[str, str] = {}
    """What is not as usual."""


class Role(msgspec.Struct, frozen=True):
    """A share in the command of a side."""

    id: str
    title: str
    about: str


class Team(msgspec.Struct, frozen=True):
    """A way for several people to share a side."""

    id: str
    side: str
    title: str
    roles: tuple[Role, ...]
    case: str
    options: dict[str, str] = {}
    """The options by which each of the roles has something to do."""

    def role(self, id_: str) -> Role:
        """The role of that id; raises ``ValueError`` when there is none."""
        for role in self.roles:
            if role.id == id_:
                return role
        known = ", ".join(role.id for role in self.roles)
        raise ValueError(f"team {self.id} has no role '{id_}'; there are: {known}")


class About(msgspec.Struct, frozen=True):
    """What can be said of a game without loading it."""

    id: str
    title: str
    sides: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...]
    status: str
    line: str = ""
    teams: tuple[Team, ...] = ()
    """The ways in which people can share a side."""
    place: int = 100
    """Where it stands on the shelf."""
    bidding: Bidding | None = None
    """How players can bid for a side before the game."""
    presets: tuple[Preset, ...] = ()
    """Choices of many options at once, the usual one first."""

    def scenario(self, id_: str | None) -> Scenario:
        """The scenario of that id, or the first."""
        if id_ is None:
            return self.scenarios[0]
        for scenario in self.scenarios:
            if scenario.id == id_:
                return scenario
        known = ", ".join(scenario.id for scenario in self.scenarios)
        raise ValueError(f"{self.id} has no scenario '{id_}'; there are: {known}")

    def team(self, id_: str, options: Mapping[str, str]) -> Team:
        """The team of that id; raises ``ValueError`` when there is none, or none with such options."""
        teams = {team.id: team for team in self.teams}
        if id_ not in teams:
            raise ValueError(f"{self.id} has no team '{id_}'; there are: {', '.join(teams) or 'none'}")
        for name, value in teams[id_].options.items():
            if options.get(name, value) != value:
                text = f"with {name}={options[name]} one of its roles would have nothing to do"
                raise ValueError(f"team {id_} goes with {name}={value}: {text}")
        return teams[id_]

    def bidding_in(self, scenario: str | None, options: Mapping[str, str]) -> Bidding:
        """How to bid before a game; raises ``ValueError`` when nobody does before such a one."""
        bidding, id_ = self.bidding, self.scenario(scenario).id
        if bidding is None or id_ not in bidding.scenarios:
            where = f"in its scenarios {', '.join(bidding.scenarios)} only" if bidding else "in no game"
            raise ValueError(f"{self.id} knows bidding {where}")
        chosen = self.checked_options(options)
        for name, value in bidding.options.items():
            if chosen[name] != value:
                raise ValueError(f"bidding goes with {name}={value}: else a bid changes nothing")
        if chosen[bidding.option] != self._option(bidding.option).choices[0]:
            raise ValueError(f"bidding makes the option {bidding.option}: leave it out")
        return bidding

    def checked_bid(self, bid: object) -> int:
        """A bid as a number; raises ``ValueError`` when it is none that can be made."""
        option = self._option(self.bidding.option if self.bidding else "")
        text = str(bid).strip()
        text = text[1:] if text[:1] == "+" and text[1:2].isdecimal() else text
        if isinstance(bid, (bool, float)) or not option.takes(text):
            least, most = option.numbers or (0, 0)
            raise ValueError(f"a bid is a whole number from {least} to {most}, not '{str(bid)[:20]}'")
        return int(text)

    def _option(self, id_: str) -> Option:
        return next(option for option in self.options if option.id == id_)

    def _with_preset(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """Options with what a preset among them stands for."""
        if "preset" not in options or not self.presets:
            return options
        chosen = dict(options)
        name, presets = chosen.pop("preset"), {preset.id: preset for preset in self.presets}
        if name not in presets:
            raise ValueError(f"option preset: '{name}' is not one of {', '.join(presets)}")
        return {**presets[name].options, **chosen}

    def checked_options(self, options: Mapping[str, str]) -> dict[str, str]:
        """All options with their values, the normal ones for those not given."""
        known, options = {option.id: option for option in self.options}, self._with_preset(options)
        for name, value in options.items():
            if name not in known:
                raise ValueError(f"{self.id} has no option '{name}'; there are: {', '.join(known) or 'none'}")
            if not known[name].takes(value):
                raise ValueError(f"option {name}: '{value}' is not one of {known[name].range}")
        usual = {name: option.choices[0] for name, option in known.items()}
        for name, option in known.items():
            usual |= dict.fromkeys(option.turns, options.get(name, usual[name]))
        return {name: options.get(name, value) for name, value in usual.items()}
