"""Two clicks of one visitor that reach the site in the same moment."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.users.models import User
from lobby.tables.models import Lobby
from tests.accounts.sent.test_sent_forms import fill, twin_of


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
