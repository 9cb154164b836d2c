"""Any choice of switches plays to the end; whatever happens, works, points and snapshots hold together."""

import random

import pytest

import typhoon
from tests.fuzz.checks import check_journal
from tests.games.operation_typhoon.positions import told
from tests.games.operation_typhoon_revision.ours import GAME, chance
from typhoon.engine.registry import find_rules

LEVELS = ("hedgehogs", "minors", "majors", "forts")
SWITCHES = [option.id for option in find_rules(GAME).about.options if option.id.startswith("revision.")]
SCENARIOS = {"guderian": 16, "hoepner": 16, "kluge": 16, "campaign": 4}
"""How many turns are played of each."""


def any_options(rng: random.Random) -> dict[str, str]:
    options = {name: rng.choice(("yes", "no")) for name in SWITCHES if name != "revision.bid"}
    options |= {name: rng.choice(("yes", "no")) for name in ("hedgehogs", "ski-troops")}
    options["intelligence"] = rng.choice(("strict", "kind"))
    options["stacks"] = rng.choice(("closed", "open"))
    return {**options, "revision.bid": str(rng.randint(-60, 60))}


def check(game: typhoon.Game) -> None:
    """Works lie under German units, one to a hex, within the limits, and everything comes back from words."""
    words, pos = told(game), game.position
    hexes = [hex_ for level in LEVELS for hex_ in words.get(level, ())]
    german = set(pos.ground.grid.numbers(pos.occupied[0]))
    assert len(hexes) == len(set(hexes))
    assert german.issuperset(hexes)
    assert set(words.get("building", {})) <= set(hexes)
    assert words.get("markers", 0) <= 18
    again = game.rules.restore(words)
    assert game.rules.snapshot(again) == words


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(2))
def test_games_with_any_switches_end(scenario, seed):
    rng = random.Random(f"{scenario} {seed}")
    options = any_options(rng) if seed else {}
    game = typhoon.new(GAME, scenario, seed=seed, options=options)
    lost = {"german": 0, "soviet": 0}
    while game.decision is not None and game.decision.turn <= SCENARIOS[scenario]:
        if rng.random() < 0.02:
            check(game)
        for event in game.push(chance(game, rng)):
            if event.kind == "eliminated":
                lost[game.rules.counters[game.rules.unit_number[event.facts["unit"]]].side] += 1
    if game.decision is None:
        check_journal(game)
    returned = sum(back for _, back, _ in game.position.lost_hqs.values())
    gone = {side: sum(game.position.eliminated >> u & 1 for u in range(len(game.rules.counters))
            if game.rules.counters[u].side == side) for side in lost}  # fmt: skip
    assert sum(lost.values()) == sum(gone.values()) + returned


def points_by_events(game: typhoon.Game) -> float:
    """The net points of a campaign with all switches on, from what was told alone, cities apart."""
    rules, total = game.rules, 0.0
    for event in game.log:
        facts = event.facts
        counter = rules.counters[rules.unit_number[facts["unit"]]] if "unit" in facts else None
        if event.kind in ("eliminated", "hq_back"):
            total += -0.5 if counter.side == "german" else 1
        elif event.kind == "points_lost":
            total -= facts["points"]
    return total


def test_points_follow_from_what_was_told():
    rng = random.Random(11)
    game = typhoon.new(GAME, "campaign", seed=11)
    while game.decision is not None and game.decision.turn < 5:
        game.push(chance(game, rng))
    scores = game.rules.scores(game.position)
    assert sum(score.points for score in scores if score.case != "16.14") == points_by_events(game)
