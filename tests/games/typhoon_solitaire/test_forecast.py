"""The what-if of an attack: against arithmetic by hand, and against battles fought out."""

from random import Random

import pytest

import typhoon
from typhoon.engine.cases import case
from typhoon.games.typhoon_solitaire.chances import Kind, Unit, after_hits, force_of, hits_of_dice

GAME = "typhoon-solitaire"
GERMAN = (0, 0, 0, 0, 0, 1, 2)
SOVIET = (0, 0, 0, 0, 0, 0, 1)

RIFLE, BRIGADE = Kind(2, 1, two_steps=True), Kind(1, 0, two_steps=False, fires_once=True)
MORTAR = Kind(4, 0, two_steps=False, fires_first=True, fires_once=True)


def test_hits_of_two_dice():
    """Nothing: 4/6 twice; one hit: a five and a miss; two or more: the rest."""
    assert hits_of_dice(GERMAN, 2, 2) == pytest.approx((16 / 36, 8 / 36, 12 / 36))


@case("10.6")
def test_one_step_units_fall_after_every_division_has_been_hit():
    force = force_of([Unit(RIFLE, 2), Unit(RIFLE, 2), Unit(MORTAR, 1)])
    assert after_hits(force, 2, False) == force_of([Unit(RIFLE, 1), Unit(RIFLE, 1), Unit(MORTAR, 1)])
    assert after_hits(force, 3, False) == force_of([Unit(RIFLE, 1), Unit(RIFLE, 1), Unit(MORTAR, 0)])


def forecast(units, hex_, **position):
    game = typhoon.build(GAME, seed=1, options={"losses": "system"}, units=units, **position)
    game.push("force " + " ".join(sorted(units)))
    return game, game.preview(f"march {hex_}")


@case("8.1", "10.1")
def test_a_lone_infantry_division_in_clear_ground():
    """Four dice; of their 1296 throws 784 make two hits or more, 224 make four or more.

    Nobody and a brigade (R14) are beaten in any case, a rifle division with or without a brigade by two
    hits, two rifle divisions by four; artillery can only make that less likely.
    """
    _, preview = forecast({"PG3-6-Inf": "1313"}, "1413", turn=1)
    assert [foe.result for foe in preview.foes] == ["--", "1B", "1RD", "1RD 1B", "2RD 1B", "2RD 1B 1A"]
    assert [foe.chance for foe in preview.foes] == [pytest.approx(1 / 6)] * 6
    assert preview.left == 7
    assert len(preview.rounds) == 8, "seven movement points pay for seven more rounds"
    without_artillery = (1 + 1 + 2 * 784 / 1296 + 224 / 1296) / 6
    assert without_artillery < preview.rounds[0].won < without_artillery + 224 / 1296 / 6


@case("10.4", "10.5")
@pytest.mark.parametrize(
    ("units", "hex_", "position"),
    [
        ({"PG3-6-Inf": "1311"}, "1411", {"turn": 3}),
        ({"PG3-1-Pz": {"hex": "1312", "air": True}, "PG3-36-Mot": "1312"}, "1413", {"turn": 4}),
        (
            {"PG4-2-Pz": {"hex": "2818", "reduced": True}, "PG4-5-Pz": "2818", "PG4-3-Mot": "2818"},
            "2817",
            {"turn": 6},
        ),
    ],
)
def test_the_forecast_is_what_comes_about(units, hex_, position):
    """Six hundred battles, three rounds each: within four standard deviations."""
    game, preview = forecast(units, hex_, **position)
    target = game.rules.board.grid.index(hex_)
    rng, battles = Random(7), 600
    won, lost_steps = [0, 0, 0], 0
    steps = game.position.steps(game.position.in_play)
    for _ in range(battles):
        twin = game.fork(rng)
        twin.push(f"march {hex_}")
        for round_ in range(3):
            if twin.position.german >> target & 1:
                won[round_] += 1
            elif round_ < 2 and type(twin.position.frames[-1]).__name__ == "Battle":
                twin.push("fight")
        if type(twin.position.frames[-1]).__name__ == "Battle":
            twin.push("withdraw")
        lost_steps += steps - twin.position.steps(twin.position.in_play)
    for round_ in range(3):
        chance = preview.rounds[round_].won
        assert abs(won[round_] - battles * chance) <= 4 * (battles * chance * (1 - chance)) ** 0.5 + 1
    assert lost_steps / battles == pytest.approx(preview.rounds[2].losses, abs=0.2)
