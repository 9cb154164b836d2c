"""An analysis of a game with three deliberate blunders finds them, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import typhoon
from typhoon import Game
from typhoon.engine.seat import Player, Seat
from typhoon.players import find_player
from typhoon.players.analysis import Turn, analyse, beside, mark, work_out
from typhoon.players.judging import Better

Staffs = dict[str, Player]


def staffs_of(game: Game, seed: int) -> Staffs:
    return {side: find_player("staff", game.rules, side, seed) for side in game.rules.sides}


def play_on(game: Game, staffs: Staffs) -> None:
    side = game.decision.side
    game.push(staffs[side].choose(Seat(game, side)))


def decisions(turns: list[Turn]) -> list[Better]:
    return [plan for turn in turns for plan in turn.plans]


# One decision


def judged(*orders: str, **position: object) -> list[Better]:
    """What an analysis says of orders in a position with few units, after the other side's answer."""
    game = typhoon.build("red-typhoon", turn=8, seed=1, **position)
    staffs = staffs_of(game, 1)
    for order in orders:
        game.push(order)
    while game.decision is not None and game.decision.turn == 8:
        play_on(game, staffs)
    turns = list(analyse(game.journal.text(), playouts=6))
    mark(turns)
    return decisions(turns)


RZHEV = {"G-251-ID": "2715", "S-B-02": "2814", "S-B-03": "2814", "G-253-ID": "1122", "S-A-01": "2506"}


def test_to_leave_a_town_to_the_enemy_next_to_it_is_a_mistake():
    leaves = judged("move G-251-ID 2715-2518", "end", units=RZHEV, phase="german movement", move_orders=["9"])
    assert [(plan.phase, plan.mark) for plan in leaves] == [("german movement", "mistake")]
    assert not [order for order in leaves[0].orders if "G-251-ID" in order]  # it would have stayed
    stays = judged("end", units=RZHEV, phase="german movement", move_orders=["9"])
    assert [plan.mark for plan in stays if plan.mark] == []


# Whole games


def flee(game: Game, staffs: Staffs) -> None:
    """Everybody who can leaves the front and goes as far from the enemy as he comes."""
    side, grid = game.decision.side, game.rules.board.grid
    while orders := [order for order in game.orders if order.verb == "activate"]:
        game.push(orders[0])
    faces = game.rules.faces(game.position, side)
    foes = [grid.index(face.hex) for face in faces if face.side != side]

    def far(hex_: str) -> int:
        return min(grid.distance(grid.index(hex_), foe) for foe in foes)

    for face in faces:
        ways = [order for order in game.orders.of(face.unit) if order.verb == "move"]
        if face.side == side and ways:
            order = max(ways, key=lambda order: (far(order.path[-1]), order.path[-1]))
            if far(order.path[-1]) > far(face.hex):
                game.push(order)
    game.push("end")


def stand_by(game: Game, staffs: Staffs) -> None:
    """Nobody attacks."""
    game.push("end")


Blunders = dict[tuple[int, str], Callable[[Game, Staffs], None]]
GAMES: dict[int, Blunders] = {
    3: {(1, "soviet combat"): stand_by, (4, "german movement"): flee, (6, "soviet movement"): flee},
    4: {(1, "soviet combat"): stand_by, (3, "soviet movement"): flee, (7, "german movement"): flee},
    5: {(2, "german movement"): flee, (5, "soviet movement"): flee, (7, "german movement"): flee},
}


def with_blunders(seed: int) -> Game:
    """A game between staffs, three phases of which somebody else plays."""
    game = typhoon.new("red-typhoon", seed=seed)
    staffs, left = staffs_of(game, seed), dict(GAMES[seed])
    while (decision := game.decision) is not None:
        left.pop((decision.turn, decision.phase), play_on)(game, staffs)
    assert not left
    return game


@pytest.mark.timeout(3_600)
@pytest.mark.skipif(os.environ.get("TYPHOON_LONG") != "1", reason="takes minutes: run.py test --long")
@pytest.mark.parametrize("seed", GAMES)
def test_three_blunders_are_found_and_nothing_else(tmp_path: Path, seed: int):
    journal = tmp_path / "blunders.journal"
    journal.write_text(with_blunders(seed).journal.text(), encoding="utf-8")
    *_, found = work_out(beside(journal), journal.read_text("utf-8"), playouts=24)
    assert found.whole
    marked = {(turn.turn, plan.phase): plan.mark for turn in found.turns for plan in turn.plans if plan.mark}
    assert marked == dict.fromkeys(GAMES[seed], "mistake")
