"""The site as `manage.py serve` runs it, with data of its own."""

from collections.abc import Iterator

import pytest

from config.local.stack import Stack
from tests.prepared import PreparedSite


@pytest.fixture(scope="session")
def site() -> Iterator[Stack]:
    # With sync, as everybody runs it: without, a database that is killed forgets its last commits.
    with PreparedSite(env={"WEB_WORKERS": "2"}, sync=True) as running:
        yield running
