"""The site as `manage.py serve` runs it, with data of its own."""

from collections.abc import Iterator

import pytest

from tests.faults.site import Site


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with Site() as running:
        yield running
