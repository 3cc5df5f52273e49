"""Two clicks of one visitor that reach the site in the same moment."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client

from accounts.users import sent_forms
from accounts.users.models import User
from lobby.tables.models import Lobby
from tests.accounts.sent.test_sent_forms import fill, twin_of
from tests.factories import make_user


def at_once(act: Callable[[int], None]) -> None:
    together = threading.Barrier(2)

    def run(number: int) -> None:
        together.wait()
        act(number)
        connection.close()

    threads = [threading.Thread(target=run, args=[number]) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.django_db(transaction=True)
def test_of_two_clicks_at_the_same_moment_one_opens_the_table() -> None:
    visitor = Client()
    form = fill(visitor, "/play/", how="live")
    browsers = [visitor, twin_of(visitor)]
    answers: dict[int, Any] = {}
    at_once(lambda number: answers.update({number: form.sent_by(browsers[number])}))
    assert [answers[number].status_code for number in range(2)] == [302, 302]
    table, guest = Lobby.objects.get(), User.objects.get()
    assert (guest.is_guest, table.host_id) == (True, guest.pk)
    assert {one["Location"] for one in answers.values()} == {table.get_absolute_url()}
    assert browsers[0].cookies["session"].value == browsers[1].cookies["session"].value
    assert browsers[1].get(table.get_absolute_url()).context["user"] == guest


@pytest.mark.django_db(transaction=True)
def test_whoever_clicks_again_and_again_holds_two_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first is slow: it goes on when all but the last click have had an answer."""
    client = Client()
    client.force_login(make_user())
    form = fill(client, "/friend/")
    is_slow, go_on, others = threading.Event(), threading.Event(), 5
    answers: list[int] = []
    real = sent_forms.SentFormMiddleware._carry_out

    def carry_out(self: Any, request: HttpRequest, sent: Any) -> HttpResponse:
        is_slow.set()
        assert go_on.wait(60)
        return real(self, request, sent)

    def click() -> None:
        twin = twin_of(client)
        twin.raise_request_exception = False
        answers.append(form.sent_by(twin).status_code)
        connection.close()

    monkeypatch.setattr(sent_forms.SentFormMiddleware, "_carry_out", carry_out)
    monkeypatch.setattr(sent_forms, "PATIENCE", 60.0)
    clicks = [threading.Thread(target=click) for _ in range(1 + others)]
    clicks[0].start()
    assert is_slow.wait(60)
    for one in clicks[1:]:
        one.start()
    while len(answers) < others - 1 and any(one.is_alive() for one in clicks):
        time.sleep(0.01)
    go_on.set()
    for one in clicks:
        one.join()
    assert answers == [503] * (others - 1) + [302] * 2
    assert Lobby.objects.count() == 1
    assert sent_forms._clicks == {}
