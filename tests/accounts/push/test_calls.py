"""Calling push services."""

import socket
import threading

import pytest

from accounts.push import calls, sending
from accounts.users.models import User

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_name_that_nobody_looks_up_is_given_up(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = threading.Event()

    def resolve(*_: object, **__: object) -> list[object]:
        answer.wait()
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(calls, "REACHED", 0.1)
    with calls.open_session() as session, pytest.raises(OSError, match="not reached in time"):
        session.post("https://push.example/1", data=b"", timeout=sending.PATIENCE)
    answer.set()
