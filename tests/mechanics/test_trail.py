"""A way that was gone is found when somebody looks at it."""

from typhoon.hexgrid import Entering, Grid, Reach, reach
from typhoon.mechanics.movement import Trail


def plain() -> tuple[Grid, Reach]:
    grid = Grid({f"{x:02}{y:02}": (x, y) for x in range(1, 6) for y in range(1, 6)})
    return grid, reach(grid, grid.index("0303"), 2, [Entering(1, grid.all)], grid.all)


def test_it_has_the_hexes_from_the_first_to_the_last():
    grid, ways = plain()
    trail = Trail(ways, grid.index("0301"), grid.name)
    assert list(trail) == ["0303", "0302", "0301"]
    assert (len(trail), trail[0], trail[-1], trail[1:]) == (3, "0303", "0301", ("0302", "0301"))
    assert repr(trail) == "Trail(0303-0302-0301)"


def test_equal_ways_are_equal_whether_looked_at_or_not():
    grid, ways = plain()
    one, other = (Trail(ways, grid.index("0301"), grid.name) for _ in range(2))
    assert one == other == ("0303", "0302", "0301")
    assert hash(one) == hash(other)
    assert one != Trail(ways, grid.index("0304"), grid.name)
    assert one != 3
