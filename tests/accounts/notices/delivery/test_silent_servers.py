"""Servers of others that take a connection and say nothing hold few threads of a worker."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import connection

from accounts.notices import outbox as notifications
from accounts.notices import tasks
from accounts.notices.delivery import account_mails, server
from accounts.notices.models import AccountMail, Delivery
from accounts.users.models import User
from tests.accounts.conftest import NOW

pytestmark = pytest.mark.django_db(transaction=True)
Waiting = tuple[threading.Thread, socket.socket]


@pytest.fixture
def silent(settings: Any) -> Iterator[socket.socket]:
    settings.MAIL_LEAVES = False  # so that no address has to be confirmed
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_TIMEOUT = 60
    with socket.create_server(("127.0.0.1", 0)) as listener:
        settings.EMAIL_HOST, settings.EMAIL_PORT = listener.getsockname()
        yield listener


def called(task: Callable[[], int], silent: socket.socket) -> Waiting:
    """Have a thread carry a task out; return once it waits for the silent server."""

    def work() -> None:
        with contextlib.closing(connection):
            task()

    thread = threading.Thread(target=work)
    thread.start()
    return thread, silent.accept()[0]


def end(silent: socket.socket, waiting: list[Waiting]) -> None:
    silent.close()
    for _, line in waiting:
        line.close()
    for thread, _ in waiting:
        thread.join()


def test_two_threads_wait_for_a_silent_mail_server_and_a_third_goes_on(
    anna: User, kinds: object, silent: socket.socket
) -> None:
    for key in ("one", "two", "three"):
        notifications.schedule(user_id=anna.pk, kind="turn", key=key, ref={}, due_at=NOW)
    waiting = [called(tasks.deliver_notices, silent) for _ in range(2)]
    assert tasks.deliver_notices() == 0
    tried = Delivery.objects.order_by("pk").values_list("attempts", flat=True)
    assert list(tried) == [1, 1, 0]
    end(silent, waiting)


def test_one_thread_waits_with_mails_about_accounts(
    anna: User, silent: socket.socket, settings: Any
) -> None:
    settings.MAIL_LEAVES = True
    for _ in range(2):
        message = EmailMessage("A code", "K7QX", "site@tiles.example", [anna.email])
        account_mails.send(message, template="login_code", user=anna, now=NOW)
    waiting = [called(tasks.send_account_mails, silent)]
    assert tasks.send_account_mails() == 0
    tried = AccountMail.objects.order_by("pk").values_list("attempts", flat=True)
    assert list(tried) == [1, 0]
    end(silent, waiting)


def test_whoever_has_waited_makes_room_again(
    anna: User, kinds: object, silent: socket.socket, settings: Any
) -> None:
    notifications.schedule(user_id=anna.pk, kind="turn", key="one", ref={}, due_at=NOW)
    end(silent, [called(tasks.deliver_notices, silent)])
    notifications.cancel(keys=["one"])
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    for key in ("two", "three", "four"):
        notifications.schedule(user_id=anna.pk, kind="turn", key=key, ref={}, due_at=NOW)
        assert tasks.deliver_notices() == 1


def test_a_server_that_does_not_answer_is_left_alone_after_three_mails(
    anna: User, kinds: object, silent: socket.socket, settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    settings.EMAIL_TIMEOUT = 0.01
    for number in range(5):
        notifications.schedule(user_id=anna.pk, kind="turn", key=f"n{number}", ref={}, due_at=NOW)

    def tried() -> list[int]:
        return list(Delivery.objects.order_by("pk").values_list("attempts", flat=True))

    assert tasks.deliver_notices() == 0
    assert tried() == [1, 1, 1, 0, 0]
    settings.MAIL_LEAVES = True
    message = EmailMessage("A code", "K7QX", "site@tiles.example", [anna.email])
    account_mails.send(message, template="login_code", user=anna, now=NOW)
    assert (tasks.deliver_notices(), tasks.send_account_mails()) == (0, 0)
    assert (tried(), AccountMail.objects.get().attempts) == ([1, 1, 1, 0, 0], 0)
    monkeypatch.setattr(server._Server, "until", 0.0)  # a minute later one tries
    assert tasks.deliver_notices() == 0
    assert tried() == [1, 1, 1, 1, 0]
    monkeypatch.setattr(server._Server, "until", 0.0)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert (tasks.deliver_notices(), tasks.send_account_mails()) == (1, 1)
    assert server._Server.failures == 0
