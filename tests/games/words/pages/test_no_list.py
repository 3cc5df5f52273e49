"""What the word pages say on a site that has no list yet."""

import pytest
from django.test import Client
from django.urls import reverse


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "args"), [("words", []), ("word", ["cat"]), ("word-meaning", ["cat"])]
)
def test_pages_say_so_when_no_list_is_loaded(client: Client, name: str, args: list[str]) -> None:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 503
    assert "loaded yet" in answer.content.decode()
