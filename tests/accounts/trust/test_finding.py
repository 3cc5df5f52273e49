"""Finding people by a part of their name."""

import pytest
from django.core.cache import cache

from accounts.trust import blocking, finding, friends
from accounts.users.models import User
from tests.factories import NOW, make_user

pytestmark = pytest.mark.django_db


def names(user: User, text: str) -> list[str]:
    return [person.username for person in finding.find(user=user, text=text).people]


@pytest.fixture
def anna() -> User:
    return make_user("Anna")


def test_those_whose_names_begin_so_come_first_and_short_names_first(anna):
    for name in ("Xben", "Benedict", "ben", "Ruben", "Cleo"):
        make_user(name)
    assert names(anna, "BEN") == ["ben", "Benedict", "Xben", "Ruben"]
    assert names(anna, " be ") == ["ben", "Benedict"], "two letters stand at the start"
    assert names(anna, "b") == []
    assert names(anna, "") == []
    assert names(anna, "cleopatra") == []


def test_signs_stand_for_themselves(anna):
    make_user("a_b.c")
    make_user("axb-c")
    assert names(anna, "a_b") == ["a_b.c"]
    assert names(anna, "%%%") == []


def test_guests_closed_accounts_and_oneself_are_not_found(anna):
    make_user("Annabel")
    make_user("Anna2", is_guest=True)
    make_user("Anna3", is_active=False)
    assert names(anna, "anna") == ["Annabel"]


def test_whom_you_have_blocked_is_not_found_but_they_find_you(anna):
    ben = make_user("Ben")
    blocking.block(user=anna, other=ben, now=NOW)
    assert names(anna, "ben") == []
    assert names(ben, "anna") == ["Anna"]


def test_ten_are_shown_and_more_are_told(anna):
    for number in range(10):
        make_user(f"ben{number}")
    assert (len(names(anna, "ben")), finding.find(user=anna, text="ben").more) == (10, False)
    make_user("ben10")
    assert (len(names(anna, "ben")), finding.find(user=anna, text="ben").more) == (10, True)


def test_friends_and_those_who_were_asked_need_not_be_asked(anna):
    asked, asks, friend, other, refused = (make_user(f"ben{number}") for number in range(5))
    friends.ask(user=anna, friend=asked, now=NOW)
    friends.ask(user=asks, friend=anna, now=NOW)
    friends.ask(user=anna, friend=friend, now=NOW)
    friends.ask(user=friend, friend=anna, now=NOW)
    friends.ask(user=refused, friend=anna, now=NOW)
    friends.decline(user=anna, asker=refused, now=NOW)
    found = finding.find(user=anna, text="ben")
    assert found.known == {asked.pk, asks.pk, friend.pk}
    assert other.pk not in found.known


def test_the_page_and_its_fragment(client, anna):
    make_user("Ben")
    client.force_login(anna)
    page = client.get("/people/find/?q=be").content.decode()
    assert "<html" in page
    assert "Ask to be friends" in page
    part = client.get("/people/find/?q=be&fragment").content.decode()
    assert "<html" not in part
    assert 'href="/people/Ben/"' in part
    assert "Nobody here has" in client.get("/people/find/?q=zzz").content.decode()
    assert "Type at least 2 letters." in client.get("/people/find/?q=z").content.decode()
    assert client.get("/people/find/").status_code == 200
    assert client.get("/people/find/?q=%00%00%00").status_code == 400


def test_a_guest_finds_people_and_cannot_ask(client):
    make_user("Ben")
    client.force_login(make_user("QuickFox", is_guest=True))
    page = client.get("/people/find/?q=ben").content.decode()
    assert "/people/Ben/" in page
    assert "Ask to be friends" not in page


def test_whoever_asks_too_often_waits(client, anna, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "people_find": "2/m/user"}
    cache.clear()
    client.force_login(anna)
    assert [client.get("/people/find/?q=be").status_code for _ in range(3)] == [200, 200, 429]
