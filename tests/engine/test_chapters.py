"""Chapters, the changes that are laid over them, and the acts of a phase."""

import sys
from types import ModuleType
from typing import ClassVar

import pytest

from tests.engine.small import BLUE, BOX, Go, Pace, SmallGame, Stay, Turn, game, law
from tests.words import offered, refused
from typhoon.engine.about import About, Option
from typhoon.engine.chapters import Act, change, changes_in, chapter, is_on
from typhoon.engine.orders import End, Listed, Move, Order
from typhoon.engine.phase import Phase
from typhoon.engine.registry import find_rules
from typhoon.games.red_typhoon.charts import SOVIET

# A variant with three changes of one chapter; what lies on top is asked first.


@change("pace=quick", "2.1")
class Quick(Pace):
    def steps(self, unit):
        return super().steps(unit) + 1


@change("double", "2.2")
class Double(Pace):
    def steps(self, unit):
        return 2 * super().steps(unit)


@change("limit", "2.3", needs=("double", "pace=quick"))
class Limit(Pace):
    def steps(self, unit):
        return min(3, super().steps(unit))


class Variant(SmallGame):
    about: ClassVar[About] = About(
        "small-variant",
        "Variant",
        SmallGame.about.sides,
        SmallGame.about.scenarios,
        (
            *SmallGame.about.options,
            Option("double", "", ("no", "yes"), "2.2"),
            Option("speed.limit", "", ("no", "yes"), "2.3"),
        ),
        "playable",
    )
    changes = (Quick, Double, Limit)


class OtherOrder(Variant):
    """The same changes would lie otherwise, had they been declared in another order."""

    about: ClassVar[About] = About("small-other", "Other", *[()] * 3, "playable")


OtherOrder.changes = (Double, Quick, Limit)


@pytest.mark.parametrize(
    ("options", "steps"),
    [
        ({}, 1),
        ({"pace": "quick"}, 1 + 1),
        ({"double": "yes"}, 2 * 1),
        ({"pace": "quick", "double": "yes"}, 2 * (1 + 1)),
        ({"speed.limit": "yes"}, 1),
        ({"double": "yes", "speed.limit": "yes"}, 2),
        ({"pace": "quick", "double": "yes", "speed.limit": "yes"}, 3),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, dict) else str(value),
)
def test_the_changes_that_are_on_lie_over_a_chapter_in_their_declared_order(options, steps):
    assert law(Variant, **options).pace.steps(0) == steps


def test_the_changes_of_a_module_are_those_that_it_declares_in_their_order():
    assert changes_in(sys.modules[__name__])[:3] == [Quick, Double, Limit]
    assert Pace not in changes_in(sys.modules[__name__])


def test_either_mark_of_a_change_turns_it_on():
    @change("left", "3.1")
    @change("right", "3.2", needs=("double",))
    class Either(Pace):
        pass

    assert [turn.cases for turn in Either.turns] == [("3.1",), ("3.2",)]
    assert is_on(Either, frozenset({"left"})) and is_on(Either, frozenset({"right", "double"}))
    assert not is_on(Either, frozenset({"right"})) and not is_on(Either, frozenset({"double"}))


def test_in_another_order_they_come_to_something_else():
    rules = OtherOrder(BOX, Variant.about.scenarios[0], {"pace": "quick", "double": "yes"}, 1)
    assert rules.pace.steps(0) == 2 * 1 + 1


def test_the_classes_of_a_chapter_say_what_is_in_force():
    rules = law(Variant, pace="quick", double="yes")
    assert type(rules.pace).__mro__[1:4] == (Double, Quick, Pace)
    assert type(rules.pace).__name__ == "Double over Quick over Pace"


def test_with_all_off_a_chapter_is_the_class_itself():
    assert type(law(Variant).pace) is Pace
    assert type(law(Variant, **{"speed.limit": "yes"}).pace) is Pace, "it needs the others"


def test_there_is_one_class_for_a_combination_and_a_chapter_for_each_law():
    one, two = law(Variant, pace="quick"), law(Variant, pace="quick", **{"speed.limit": "yes"})
    assert type(one.pace) is type(two.pace)
    assert one.pace is not two.pace
    assert one.pace.law is one


def test_switches_are_named_after_options_and_their_values():
    """An option of a group goes by its own name too."""
    on = law(Variant, double="yes", **{"speed.limit": "yes"}).on
    assert on == {"pace=slow", "double=yes", "double", "speed.limit=yes", "speed.limit", "limit"}


def test_a_chapter_put_in_the_place_of_another_is_changed_like_it():
    class Crawl(Pace):
        def steps(self, unit):
            return 5

    class Slower(Variant):
        about: ClassVar[About] = Variant.about
        pace = chapter(Crawl)

    assert Slower.chapters == {**Variant.chapters, "pace": Crawl}
    assert type(law(Slower).pace) is Crawl
    assert law(Slower, pace="quick").pace.steps(0) == 5 + 1


def test_what_a_law_declares_is_added_to_what_it_inherits():
    assert Variant.chapters == SmallGame.chapters
    assert (SmallGame.changes, Variant.changes, Variant.own_changes) == (
        (),
        (Quick, Double, Limit),
        (Quick, Double, Limit),
    )

    class More(Variant):
        story: ClassVar = {"slept": "{unit} sleeps."}
        chapters: ClassVar = {"sleep": Pace}
        changes = (change("later", "2.4")(type("Later", (Pace,), {})),)

    assert More.story == {**SmallGame.story, "slept": "{unit} sleeps."}
    assert list(More.chapters) == ["secrets", "shown", "prospects", "annals", "pace", "sleep"]
    assert More.changes[:3] == Variant.changes
    assert More.own_changes == More.changes[3:]
    assert SmallGame.story.keys() == {"turn", "phase", "went", "over"}, "what is below is left alone"


def test_a_law_takes_in_what_its_modules_hold(monkeypatch):
    first, second = ModuleType("first"), ModuleType("second")
    for module in (first, second):
        monkeypatch.setitem(sys.modules, f"{__name__}.{module.__name__}", module)
    first.Sleep = type("Sleep", (Phase,), {"__module__": "first"}, tag="sleep")
    first.STORY = {"slept": ("2.6", "{unit} sleeps.")}
    second.Later = change("later", "2.4")(type("Later", (Pace,), {"__module__": "second"}))
    second.Sleep, second.SIGNS, second.BADGES = first.Sleep, {"tent": "camp"}, {"Z": "asleep"}

    class InModules(Variant):
        parts: ClassVar = ("first", "second")

    assert InModules.own_changes == (second.Later,)
    assert InModules.changes == (*Variant.changes, second.Later)
    assert InModules.phases == (*Variant.phases, first.Sleep), "what a module only imports is not its own"
    assert InModules.story == {**SmallGame.story, "slept": "{unit} sleeps."}
    assert InModules.story_cases["slept"] == "2.6"
    assert (InModules.signs, InModules.badges) == ({"tent": "camp"}, {"Z": "asleep"})


def test_what_all_chapters_are_asked_is_answered_by_those_who_have_an_answer():
    made = law(Variant, pace="quick")
    assert made.asked("steps") == (made.pace.steps,), "a change is an answer of its own"
    assert law(Variant).asked("steps") == (), "the default is none"
    assert made.asked("steps") is made.asked("steps")


def test_what_all_chapters_are_asked_every_change_answers_for_itself():
    class Longer(Pace):
        def steps(self, pos):
            return 3

    class TwoLayers(Variant):
        changes: ClassVar = (change("pace=quick", "2.7")(Longer),)

    made = law(TwoLayers, pace="quick")
    below, above = made.asked("steps")
    assert (below.__func__, above.__func__) == (Variant.changes[0].steps, Longer.steps)
    assert above == made.pace.steps


# Versions


@change("longer-legs", "2.5", since=2)
class LongerLegs(Pace):
    def steps(self, unit):
        return super().steps(unit) + 10


@change("tired-legs", "2.5", since=3)
class TiredLegs(Pace):
    def steps(self, unit):
        return super().steps(unit) - 4


class Revised(SmallGame):
    about: ClassVar[About] = About("small-revised", "Revised", *[()] * 3, "playable")
    changes = (LongerLegs, TiredLegs)


def versioned(kind, version):
    return kind(BOX, SmallGame.about.scenarios[0], {}, version)


@pytest.mark.parametrize(("version", "steps"), [(1, 1), (2, 11), (3, 7)])
def test_a_change_of_the_rules_holds_from_its_version_on(version, steps):
    assert versioned(Revised, version).pace.steps(0) == steps


def test_a_variant_stands_on_the_version_of_the_game_below_that_it_names():
    """Its first version on the first of the game, its second and all later ones on the third."""

    class OnTop(Revised):
        about: ClassVar[About] = About("small-on-top", "On top", *[()] * 3, "playable")
        stands_on = (1, 3)

    assert [versioned(OnTop, version).pace.steps(0) for version in (1, 2, 3)] == [1, 7, 7]
    assert [(kind.about.id, number) for kind, number in OnTop.versions(2)] == [
        ("small-on-top", 2),
        ("small-revised", 3),
        ("small", 1),
    ]


def test_a_variant_stands_on_the_first_version_unless_it_says_otherwise():
    class Plain(Revised):
        about: ClassVar[About] = About("small-plain", "Plain", *[()] * 3, "playable")

    assert [versioned(Plain, version).pace.steps(0) for version in (1, 2)] == [1, 1]


# Acts


class Sleep(Order, frozen=True):
    verb: ClassVar[str] = "sleep"
    unit: str


@change("sleep", "5.1")
class SleepWell(Act):
    """A new thing to do."""

    phase = Turn
    kind = Sleep

    def offered(self, pos, phase):
        return [Listed([Sleep(name) for name in pos.names(self.law.units_of[phase.side] & ~pos.tired)])]

    def why_not(self, pos, phase, order):
        unit = self.law.unit_on_map(pos, order.unit, phase.side)
        return unit if not isinstance(unit, int) else None

    def apply(self, pos, phase, order, umpire):
        pos.tired |= 1 << self.law.unit_number[order.unit]
        umpire.tell("slept", unit=order.unit)


@change("careful", "5.2")
class GoCarefully(Go):
    """Another way of doing an old thing: nobody goes back."""

    def offered(self, pos, phase):
        return [Listed([move for move in super().offered(pos, phase)[0] if move.path[1] > move.path[0]])]


class Sleepy(SmallGame):
    about: ClassVar[About] = About(
        "small-sleepy",
        "Sleepy",
        SmallGame.about.sides,
        SmallGame.about.scenarios,
        (Option("sleep", "", ("no", "yes"), "5.1"), Option("careful", "", ("no", "yes"), "5.2")),
        "playable",
    )
    changes = (SleepWell, GoCarefully)
    story: ClassVar = {"slept": "{unit} sleeps."}


def test_a_variant_adds_something_to_do_by_naming_it():
    rules = law(Sleepy, sleep="yes")
    assert [act.kind for act in rules.acts_of(Turn)] == [Move, End, Sleep]
    played = game(rules)
    assert offered(played, "sleep") == ["sleep R1", "sleep R2"]
    (slept,) = played.push("sleep R1")
    assert played.told(slept) == "R1 sleeps."
    assert offered(played, "sleep") == ["sleep R2"]
    assert refused(played, "sleep B1").case == "1.0"


def test_switched_off_it_is_refused_with_its_case_and_by_name():
    played = game(law(Sleepy))
    assert offered(played, "sleep") == []
    ruling = refused(played, "sleep R1")
    assert (ruling.case, ruling.text) == ("5.1", "'sleep' is not in use in this game")
    assert "sleep" in played.rules.verbs, "so that it can be read, and refused"


def test_the_game_below_knows_nothing_of_it():
    assert "'sleep' is not an order of this game" in refused(game(law()), "sleep R1").text


def test_an_old_thing_is_done_otherwise_where_it_stood():
    rules = law(Sleepy, careful="yes")
    assert [type(act) for act in rules.acts_of(Turn)][1] is Stay
    assert isinstance(rules.act(Turn, Move), GoCarefully)
    assert offered(game(rules), "move") == [
        "move R1 0101-0102",
        "move R1 0101-0201",
        "move R2 0103-0202",
        "move R2 0103-0203",
    ]
    assert type(law(Sleepy).act(Turn, Move)) is Go


def test_an_order_of_another_moment_is_out_of_place():
    class Night(Phase, frozen=True, tag="night"):
        """A new phase between the others, in which everybody wakes."""

        takes: ClassVar[tuple[type[Order], ...]] = (End,)
        side: int = BLUE
        name = "night"

        def prompt(self, pos):
            return "Good night."

        def orders(self, pos):
            return [Listed([End()])]

        def why_not(self, pos, order):
            return None if isinstance(order, End) else self.misplaced(pos, order)

        def apply(self, pos, order, umpire):
            pos.frames.pop()

    class Nights(Sleepy):
        about: ClassVar[About] = Sleepy.about
        phases = (Night,)

        def sequence_of_play(self):
            red, blue = super().sequence_of_play()
            return red, Night(), blue

    played = game(law(Nights, sleep="yes"))
    played.push("end")
    assert played.decision.phase == "night"
    ruling = refused(played, "sleep B1")
    not_now = "this is no moment to sleep: in this part of the night phase you can end"
    assert (ruling.case, ruling.text) == ("1.0", not_now)
    assert played.rules.restore(played.rules.snapshot(played.position)).frames == [Night()]
    played.push("end")
    assert played.decision.phase == "blue turn"


# A law is a value


def test_a_law_is_made_once_for_what_was_chosen():
    red = find_rules("red-typhoon")
    assert find_rules("red-typhoon", "fixed", {"partisans": "WL"}) is red
    assert find_rules("red-typhoon", version=2) is red
    assert find_rules("red-typhoon", version=1) is not red
    assert find_rules("red-typhoon", "flexible") is not red
    assert find_rules("red-typhoon", options={"partisans": "free"}) is not red


def test_laws_over_one_box_share_the_map_the_counters_and_the_charts():
    """Nothing that was read from files is read or kept twice."""
    one = find_rules("red-typhoon")
    two = find_rules("red-typhoon", "flexible", {"first-shock-army": "WL", "partisans": "free"})
    shared = [name for name in vars(one) if vars(one)[name] is vars(two).get(name)]
    for name in ("data", "board", "grid", "counters", "crt", "modifiers", "steps", "of_formation", "income"):
        assert name in shared
    own = vars(one).keys() - set(shared)
    assert {"scenario", "options", "on", "unused", "sequence", "_acts"} <= own
    assert own >= set(one.chapters), "every chapter belongs to one law"


def test_laws_share_no_answers():
    """1S is set up in the right wing by one, in the left wing by the other, whoever is asked first."""
    right, left = (find_rules("red-typhoon", "flexible", {"first-shock-army": wing}) for wing in ("WR", "WL"))
    rosters = [rules.setup.roster(SOVIET) for rules in (right, left)]
    names = [
        {rules.unit_ids[unit] for unit in roster.open_to}
        for rules, roster in zip((right, left), rosters, strict=True)
    ]
    assert names[0] ^ names[1] == {"S-C-01", "S-1S-WL"}
    assert right.setup.roster(SOVIET) is rosters[0], "remembered by the law"


def test_what_a_chapter_remembers_is_right_for_its_law():
    """Both laws have the same box and see the same position; each reaches as far as its own steps."""
    slow, quick = law(Variant), law(Variant, pace="quick")
    pos = slow.start()
    assert slow.grid.numbers(slow.pace.reach(pos, 0)) == ["0102", "0201"]
    assert slow.grid.numbers(quick.pace.reach(pos, 0)) == ["0102", "0103", "0201", "0202", "0301", "0302"]
    assert slow.grid.numbers(slow.pace.reach(pos, 0)) == ["0102", "0201"]
