"""Examples of cases: what each says is what the rules say."""

import pytest

from typhoon.engine.cases import cases_of
from typhoon.engine.examples import arrows, examples_of, played, where_is
from typhoon.engine.registry import find_rules, playable


@pytest.mark.parametrize("game", playable())
def test_the_rules_say_what_the_examples_say(game):
    for case, example in examples_of(game).items():
        begun = played(game, example)
        ruling = begun.why_not(example.order)
        if example.refused:
            assert ruling is not None, f"{case}: {example.order} is allowed"
            assert case.split()[0] == ruling.case
            continue
        assert ruling is None, case
        preview = begun.preview(example.order)
        if example.odds:
            assert preview.column == example.odds, case
            assert tuple(modifier.value for modifier in preview.modifiers) == example.modifiers, case
        if example.cost is not None:
            assert preview.cost == example.cost, case
        begun.push(example.order)
        assert {unit: where_is(begun, unit) for unit in example.after} == example.after, case
        assert example.odds or example.cost is not None or example.after, f"{case} claims nothing"


@pytest.mark.parametrize("game", playable())
def test_examples_can_be_drawn(game):
    known = cases_of(find_rules(game))
    for case, example in examples_of(game).items():
        begun = played(game, example)
        assert case in known
        hexes = {hex_ for arrow in arrows(begun, example) for hex_ in arrow.hexes}
        assert all(hex_ in begun.rules.board.grid for hex_ in hexes), case


@pytest.mark.parametrize("game", playable())
def test_every_game_shows_half_a_dozen_cases(game):
    assert len(examples_of(game)) >= 6


def test_attackers_point_at_their_target():
    example = examples_of("red-typhoon")["10.4"]
    drawn = arrows(played("red-typhoon", example), example)
    assert [(arrow.kind, arrow.hexes) for arrow in drawn] == [
        ("attack", ("0938", "1037")),
        ("attack", ("1036", "1037")),
        ("attack", ("1138", "1037")),
    ]
