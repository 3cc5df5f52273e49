"""Pages about people: profiles, friends, blocks."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.trust import blocking
from accounts.trust.models import Block, Friendship
from accounts.users.models import User
from tests.accounts.conftest import NOW

pytestmark = pytest.mark.django_db


class TestProfile:
    def test_it_shows_the_name_and_nothing_private(self, client, anna):
        User.objects.update(date_joined=datetime(2026, 5, 4, tzinfo=UTC))
        page = client.get("/people/anna/").content.decode()
        assert "Anna" in page
        assert "Joined in May 2026" in page
        assert "post.example" not in page

    @pytest.mark.parametrize("name", ["nobody", "an%00na", "a/b"])
    def test_there_is_nobody_of_that_name(self, client, anna, name):
        assert client.get(f"/people/{name}/").status_code == 404

    def test_a_closed_account_is_gone(self, client, anna):
        User.objects.update(is_active=False)
        assert client.get("/people/Anna/").status_code == 404


class TestPages:
    def do(self, client, name: str, what: str):
        return client.post(f"/people/{name}/{what}", {"next": "/people/"}, follow=True)

    def test_all_is_done_by_buttons(self, anna, ben, client):
        client.force_login(anna)
        assert b"We&#x27;ve asked ben." in self.do(client, "ben", "ask").content
        client.force_login(ben)
        assert b"People who'd like to be your friend" in client.get("/people/").content
        assert b"You and Anna are friends now." in self.do(client, "Anna", "ask").content
        page = client.get("/people/").content
        assert b"Play<span" in page
        assert b"?friend=Anna" in page
        assert b"You and Anna are no longer friends." in self.do(client, "Anna", "part").content
        assert b"You&#x27;ve blocked Anna" in self.do(client, "Anna", "block").content
        assert b"Unblock" in client.get("/people/Anna/").content
        assert b"You&#x27;ve unblocked Anna." in self.do(client, "Anna", "unblock").content

    def test_looking_changes_nothing(self, anna, ben, client):
        client.force_login(anna)
        for what in ("ask", "decline", "part", "block", "unblock", "unmute"):
            assert client.get(f"/people/ben/{what}").status_code == 405
        assert client.post("/people/find/").status_code == 405
        assert client.post("/people/ben/befriend").status_code == 404
        assert not Friendship.objects.exists()
        assert not Block.objects.exists()

    def test_visitors_are_sent_to_the_login(self, ben, client):
        assert isinstance(client.get("/").context["user"], AnonymousUser)
        for answer in (client.get("/people/"), client.post("/people/ben/block")):
            assert answer.status_code == 302
            assert answer["Location"].startswith("/accounts/login/")

    def test_blocked_people_see_nothing_of_it(self, anna, ben, client):
        client.force_login(ben)
        before = [client.get(url).content for url in ("/people/", "/people/Anna/")]
        blocking.block(user=anna, other=ben, now=NOW)
        after = [client.get(url).content for url in ("/people/", "/people/Anna/")]
        assert [_plain(page) for page in before] == [_plain(page) for page in after]


def _plain(page: bytes) -> list[bytes]:
    return [line for line in page.splitlines() if b"csrf" not in line]
