"""What a process remembers, with several threads at it."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from games.matches.recent import Recent


def test_the_oldest_go_first() -> None:
    kept: Recent[str, int] = Recent(2)
    assert [kept.keep(key, number) for number, key in enumerate("abac")] == [0, 1, 2, 3]
    assert [kept.get(key) for key in "abc"] == [2, None, 3]


@pytest.fixture
def _threads_change_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("_threads_change_often")
def test_threads_that_keep_at_once_do_not_disturb_each_other() -> None:
    kept: Recent[int, int] = Recent(10)

    def fill(first: int) -> None:
        for number in range(first, first + 5_000):
            kept.keep(number, number)

    with ThreadPoolExecutor(8) as threads:
        for done in [threads.submit(fill, 5_000 * n) for n in range(8)]:
            done.result()
    assert len(kept._kept) == 10
