"""An analysis of a game with three deliberate blunders finds them, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import typhoon
from typhoon import Game
from typhoon.engine.seat import Seat
from typhoon.players import find_player
from typhoon.players.analysis import beside, work_out

BLUNDERS = {(2, "soviet movement"), (3, "german movement"), (4, "soviet movement")}


def flee(game: Game) -> None:
    """Every unit that can be given orders runs as far from the enemy as it gets."""
    side, rules = game.decision.side, game.rules
    grid = rules.board.grid
    while orders := [order for order in game.orders if order.verb == "activate"]:
        game.push(orders[0])
    foes = [grid.index(face.hex) for face in rules.faces(game.position, side) if face.side != side]

    def far(hex_: str) -> int:
        return min(grid.distance(grid.index(hex_), foe) for foe in foes)

    for face in [face for face in rules.faces(game.position, side) if face.side == side]:
        moves = [order for order in game.orders.of(face.unit) if order.verb == "move"]
        best = max(moves, key=lambda order: (far(order.path[-1]), order.path[-1]), default=None)
        if best is not None and far(best.path[-1]) > far(face.hex):
            game.push(best)
    game.push("end")


def with_blunders() -> Game:
    """Five turns between staffs, of which three movement phases are headlong flights."""
    game = typhoon.new("red-typhoon", seed=1)
    players = {side: find_player("staff", game.rules, side, 1) for side in game.rules.sides}
    left = set(BLUNDERS)
    while (decision := game.decision) is not None and decision.turn < 6:
        if (moment := (decision.turn, decision.phase)) in left:
            left.remove(moment)
            flee(game)
        else:
            game.push(players[decision.side].choose(Seat(game, decision.side)))
    assert not left
    return game


@pytest.mark.timeout(3_600)
@pytest.mark.skipif(os.environ.get("TYPHOON_LONG") != "1", reason="takes minutes: run.py test --long")
def test_three_blunders_are_found_and_nothing_else(tmp_path: Path):
    journal = tmp_path / "blunders.journal"
    journal.write_text(with_blunders().journal.text(), encoding="utf-8")
    *_, found = work_out(beside(journal), journal.read_text("utf-8"), playouts=24)
    assert found.whole
    marked = {(turn.turn, plan.phase): plan.mark for turn in found.turns for plan in turn.plans if plan.mark}
    assert marked == dict.fromkeys(BLUNDERS, "mistake")
