"""An analysis of a game with three deliberate blunders finds them, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import typhoon
from typhoon import Game
from typhoon.engine.orders import Attack, Order
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


def abandon(game: Game, staffs: Staffs) -> bool:
    """The towns that the enemy is near to are left; all others move as the staff wants it."""
    side, phase, rules = game.decision.side, game.decision.phase, game.rules
    grid, faces = rules.board.grid, rules.faces(game.position, game.decision.side)
    foes = [grid.index(face.hex) for face in faces if face.side != side]
    own = {face.unit: face.hex for face in faces if face.side == side}

    def far(hex_: str) -> int:
        return min(grid.distance(grid.index(hex_), foe) for foe in foes)

    towns = {city.hex for city in rules.cities if city.soviet_vp + city.german_vp and far(city.hex) <= 2}
    garrison = [unit for unit, hex_ in own.items() if hex_ in towns]
    if not garrison:
        return False
    twin, plan = game.fork(Random(1)), list[Order]()
    while (twin.decision.side, twin.decision.phase) == (side, phase):
        plan.append(staffs[side].choose(Seat(twin, side)))
        twin.push(plan[-1])
    for unit in garrison:
        formation = f"activate {rules.counters[rules.unit_number[unit]].formation}"
        if game.why_not(formation) is None:
            game.push(formation)
        ways = [order for order in game.orders.of(unit) if order.verb == "move"]
        if ways:
            game.push(max(ways, key=lambda order: (far(order.path[-1]), order.path[-1])))
    for order in plan:
        returns = order.verb == "move" and (order.unit in garrison or order.path[-1] in towns)
        if not returns and game.why_not(order) is None:
            game.push(order)
    return True


def attack_badly(game: Game, staffs: Staffs) -> bool:
    """Three attacks at even odds or less, with the die against them, and no others."""
    side, phase = game.decision.side, game.decision.phase
    while orders := [order for order in game.orders if order.verb == "activate"]:
        game.push(orders[0])
    for _ in range(3):
        bad = [order for order in game.orders if isinstance(order, Attack) and is_bad(game, order)]
        if bad:
            game.push(max(bad, key=lambda order: (len(order.units), str(order))))
        while not (game.decision.side == side and game.why_not("end") is None) or any(
            order.verb == "advance" for order in game.orders
        ):
            play_on(game, staffs)
    if (game.decision.side, game.decision.phase) == (side, phase):
        game.push("end")
    return True


def is_bad(game: Game, order: Order) -> bool:
    preview = game.preview(order)
    return preview.column in ("1:1", "1:2") and sum(each.value for each in preview.modifiers) < 0


Blunder = tuple[int, str, Callable[[Game, Staffs], bool]]
GAMES: dict[int, list[Blunder]] = {
    3: [(3, "soviet combat", attack_badly), (4, "german movement", abandon), (6, "german movement", abandon)],
    4: [(3, "soviet combat", attack_badly), (4, "german movement", abandon), (7, "soviet movement", abandon)],
    5: [(3, "german movement", abandon), (5, "soviet combat", attack_badly), (6, "soviet movement", abandon)],
}
"""The blunders of some games, each from which turn on it is made as soon as it can be."""


def with_blunders(seed: int) -> tuple[Game, set[tuple[int, str]]]:
    """A game between staffs, three phases of which somebody else plays, and which these are."""
    game = typhoon.new("red-typhoon", seed=seed)
    staffs, left, made, before = staffs_of(game, seed), list(GAMES[seed]), set(), (0, "")
    while (decision := game.decision) is not None:
        moment = decision.turn, decision.phase
        due = [each for each in left if moment != before and each[1] == moment[1] and each[0] <= moment[0]]
        before = moment
        if due and due[0][2](game, staffs):
            left.remove(due[0])
            made.add(moment)
        else:
            play_on(game, staffs)
    assert not left
    return game, made


@pytest.mark.timeout(3_600)
@pytest.mark.skipif(os.environ.get("TYPHOON_LONG") != "1", reason="takes minutes: run.py test --long")
@pytest.mark.parametrize("seed", GAMES)
def test_three_blunders_are_found_and_nothing_else(tmp_path: Path, seed: int):
    journal = tmp_path / "blunders.journal"
    game, blunders = with_blunders(seed)
    journal.write_text(game.journal.text(), encoding="utf-8")
    *_, found = work_out(beside(journal), journal.read_text("utf-8"), playouts=24)
    assert found.whole
    marked = {(turn.turn, plan.phase): plan.mark for turn in found.turns for plan in turn.plans if plan.mark}
    assert marked == dict.fromkeys(blunders, "mistake")
