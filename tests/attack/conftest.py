"""A server that most attacks share: whatever is done to it, it goes on and does not complain."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.attack.house import House


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("house"))
    found.start()
    yield found
    found.stop()


@pytest.fixture(scope="session")
def lenient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server without limits on how much may be asked."""
    found = House(tmp_path_factory.mktemp("lenient"), module="tests.attack.lenient")
    found.start()
    yield found
    found.stop()


@pytest.fixture
def own_house(tmp_path) -> Iterator[House]:
    """A server that a test may kill, fill or starve."""
    found = House(tmp_path)
    found.start()
    yield found
    found.stop()
