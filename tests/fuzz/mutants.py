"""Orders that are nearly right: legal ones with a word changed, and orders of other moments."""

import random

from typhoon import Game

VERBS = {
    "move": "U P",
    "retreat": "U P",
    "advance": "U P",
    "attack": "H U",
    "place": "U H",
    "eliminate": "U",
    "withdraw": "U",
    "activate": "F",
    "deploy": "A",
    "agree": "",
    "fall-back": "",
    "end": "",
}
FORMATIONS = ["NW", "K", "WR", "WL", "B", "9", "4P", "4", "2P", "R", "XX"]


def mutant(game: Game, rng: random.Random) -> str:
    if rng.random() < 0.3:
        return _any_order(game, rng)
    words = str(game.orders.sample(rng)).split()
    place = rng.randrange(len(words))
    what = rng.random()
    if what < 0.15:
        del words[place]
    elif what < 0.3:
        words.insert(place, words[rng.randrange(len(words))])
    elif "-" in words[place] and words[place][:4].isdigit():
        words[place] = _other_path(game, rng, words[place].split("-"))
    elif place == 0:
        words[0] = rng.choice(list(VERBS))
    else:
        words[place] = _other_word(game, rng, words[place])
    return " ".join(words)


def around_the_battle(game: Game) -> list[str]:
    """Every way of one or two steps for every unit that a combat result is about."""
    frame, grid = game.position.frames[-1], game.rules.board.grid
    verb = {"Advancing": "advance", "Retreating": "retreat", "Surplus": "retreat"}.get(type(frame).__name__)
    if verb is None:
        return []
    tries = []
    for unit in getattr(frame, "units", [unit for unit, _ in getattr(frame, "candidates", ())]):
        start = grid.name[game.position.where[game.rules.unit_number[unit]]]
        tries.append(f"eliminate {unit}")
        for first in _around(game, start):
            tries.append(f"{verb} {unit} {start}-{first}")
            tries += [f"{verb} {unit} {start}-{first}-{second}" for second in _around(game, first)]
    return tries


def _around(game: Game, hex_: str) -> list[str]:
    grid = game.rules.board.grid
    return grid.numbers(grid.around(grid.index(hex_)))


def _any_order(game: Game, rng: random.Random) -> str:
    verb = rng.choice(list(VERBS))
    fill = {
        "U": lambda: _unit(game, rng),
        "H": lambda: _hex(game, rng),
        "P": lambda: "-".join(_hex(game, rng) for _ in range(rng.randint(1, 4))),
        "F": lambda: rng.choice(FORMATIONS),
        "A": lambda: rng.choice("ABCDEFGHIJZ"),
    }
    return " ".join([verb, *(fill[letter]() for letter in VERBS[verb].split())])


def _other_path(game: Game, rng: random.Random, path: list[str]) -> str:
    change = rng.randrange(4)
    if change == 0:
        path.append(_next_to(game, rng, path[-1]))
    elif change == 1 and len(path) > 1:
        path.pop()
    elif change == 2:
        path[rng.randrange(len(path))] = _hex(game, rng)
    else:
        path[-1] = _next_to(game, rng, path[-1])
    return "-".join(path)


def _other_word(game: Game, rng: random.Random, word: str) -> str:
    if word in game.rules.unit_number:
        return _unit(game, rng)
    if word in game.rules.board.grid:
        return _next_to(game, rng, word) if rng.random() < 0.5 else _hex(game, rng)
    return rng.choice(FORMATIONS)


def _unit(game: Game, rng: random.Random) -> str:
    return rng.choice([*game.rules.unit_ids, "S-Z-99"])


def _hex(game: Game, rng: random.Random) -> str:
    held = [hex_ for hex_ in game.position.where if hex_ >= 0]
    grid = game.rules.board.grid
    if held and rng.random() < 0.7:
        return grid.name[rng.choice(held)]
    return rng.choice([*grid.name.values(), "9999"])


def _next_to(game: Game, rng: random.Random, hex_: str) -> str:
    return rng.choice(_around(game, hex_)) if hex_ in game.rules.board.grid else "0101"
