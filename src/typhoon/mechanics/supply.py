"""Lines of communication: overland to a road or railway, and along it to a source."""

from __future__ import annotations

from typhoon.hexgrid import Grid


def in_communication(grid: Grid, sources: int, open_: int, links: tuple[int, ...], overland: int) -> int:
    """The hexes from which a line can be traced.

    A line runs at most ``overland`` steps to a hex of the net and along its links to a source, through
    open hexes all the way.  The hex it starts from may be any.
    """
    net = grid.flood_along(sources & open_, open_, links)
    if not overland:
        return net
    return grid.grow(_spread(grid, net, open_, overland - 1))


def is_in_communication(
    grid: Grid, start: int, sources: int, open_: int, links: tuple[int, ...], overland: int
) -> bool:
    """Whether a line can be traced from one hex: quicker than asking for all."""
    around = _spread(grid, 1 << start, open_, overland)
    return bool(grid.flood_along(sources & open_, open_, links, until=around) & around)


def _spread(grid: Grid, hexes: int, open_: int, steps: int) -> int:
    for _ in range(steps):
        grown = hexes | grid.grow(hexes) & open_
        if grown == hexes:
            break
        hexes = grown
    return hexes


def line_of_communication(
    grid: Grid, start: int, sources: int, open_: int, links: tuple[int, ...], overland: int
) -> list[int] | None:
    """A shortest such line from a hex: overland first, then along the net; None when there is none."""
    net = grid.flood_along(sources & open_, open_, links)
    approach = walk(grid, 1 << start, net, open_, None, overland)
    if approach is None:
        return None
    along = walk(grid, 1 << approach[-1], sources & open_, open_, links, None)
    return None if along is None else approach + along[1:]


def walk(
    grid: Grid, start: int, goal: int, open_: int, links: tuple[int, ...] | None, most: int | None
) -> list[int] | None:
    """A shortest way from a hex into the goal, breadth first."""
    layers = [start]
    seen = start
    while not layers[-1] & goal:
        if not layers[-1] or (most is not None and len(layers) > most):
            return None
        if links is None:
            front = grid.grow(layers[-1])
        else:
            front = 0
            for direction, linked in enumerate(links):
                front |= grid.shift(layers[-1] & linked, direction)
        layers.append(front & open_ & ~seen)
        seen |= front
    at = layers[-1] & goal
    at &= -at
    way = [at.bit_length() - 1]
    for layer in reversed(layers[:-1]):
        if links is None:
            back = grid.neighbours(at) & layer
        else:
            back = 0
            for direction, linked in enumerate(links):
                back |= grid.shift(at, (direction + 3) % 6) & linked & layer
        at = back & -back
        way.append(at.bit_length() - 1)
    return way[::-1]
