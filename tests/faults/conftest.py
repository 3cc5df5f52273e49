"""The site as `manage.py serve` runs it, with data of its own."""

from collections.abc import Iterator

import pytest

from tests.faults.site import Site


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with Site() as running:
        yield running


@pytest.fixture
def own_site() -> Iterator[Site]:
    """A site for one test alone, which may put its past back: no hash of its logs is right then."""
    with Site() as running:
        yield running
