"""How many connections the database allows follows from how many processes there are."""

import pytest

from config.local import connections


@pytest.mark.parametrize(
    ("web_workers", "allowed"), [(1, 100), (2, 100), (3, 114), (4, 130), (16, 322)]
)
def test_it_grows_with_the_web_processes(web_workers: int, allowed: int) -> None:
    assert connections.allowed(web_workers) == allowed
