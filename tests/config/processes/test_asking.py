"""A broker that hangs is asked by one thread, and not for ever."""

import threading

import pytest

from config.processes import asking

pytestmark = pytest.mark.django_db


def test_hints_that_would_wait_for_long_are_not_given() -> None:
    asking._thread.submit(lambda: None).result()  # what other tests have asked is done
    door, done, asked = threading.Event(), threading.Event(), list[int]()

    def ask(number: int) -> None:
        door.wait()
        asked.append(number)
        if number == asking.MOST - 1:
            done.set()

    for number in range(asking.MOST + 50):
        asking.ask_soon(ask, number)
    door.set()
    done.wait()
    assert asked == list(range(asking.MOST))


def test_one_that_fails_is_told_and_the_next_is_asked(caplog: pytest.LogCaptureFixture) -> None:
    done = threading.Event()

    def fail() -> None:
        raise ConnectionError("no broker")

    asking.ask_soon(fail)
    asking.ask_soon(done.set)
    done.wait()
    assert "a task could not be asked for: ConnectionError('no broker')" in caplog.text
