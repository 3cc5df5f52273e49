"""Friends and blocks: asking, answering, and what we tell nobody."""

import threading
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, connection, transaction

from accounts.notices.models import Notification
from accounts.trust import blocking, friends, presence
from accounts.trust.blocking import NOT_OPEN, BlockError
from accounts.trust.friends import MOST_ASKED, FriendError
from accounts.trust.mails import friend_mail
from accounts.trust.models import Block, Friendship, Mute
from accounts.users.models import User
from tests.accounts.conftest import NOW, PASSWORD

pytestmark = pytest.mark.django_db


def person(name: str, **facts) -> User:
    return User.objects.create_user(name, f"{name}@post.example", PASSWORD, **facts)


@pytest.fixture
def ben(db) -> User:
    return person("ben")


def names(user: User) -> list[str]:
    return [friend.person.username for friend in friends.friends_of(user_id=user.pk)]


class TestAsking:
    def test_one_asks_and_the_other_says_yes(self, anna, ben):
        assert friends.ask(user=anna, friend=ben, now=NOW) is False
        assert friends.standing(user_id=anna.pk, other_id=ben.pk) == "asked"
        assert friends.standing(user_id=ben.pk, other_id=anna.pk) == "asks"
        assert [each.asker for each in friends.asking(user_id=ben.pk)] == [anna]
        assert names(anna) == names(ben) == []
        assert friends.ask(user=ben, friend=anna, now=NOW) is True
        assert (names(anna), names(ben)) == (["ben"], ["Anna"])
        assert friends.asking(user_id=ben.pk) == []

    def test_the_one_asked_gets_one_notice_ever(self, anna, ben):
        friends.ask(user=anna, friend=ben, now=NOW)
        friends.ask(user=ben, friend=anna, now=NOW)
        friends.part(user=ben, friend=anna)
        friends.ask(user=anna, friend=ben, now=NOW)
        notice = Notification.objects.get(kind="friend")
        assert notice.user == ben
        assert "Anna would like to be your friend" in friend_mail(notice, NOW).text

    def test_an_answered_question_sends_no_mail(self, anna, ben):
        friends.ask(user=anna, friend=ben, now=NOW)
        friends.decline(user=ben, asker=anna, now=NOW)
        held = friend_mail(Notification.objects.get(kind="friend"), NOW)
        assert held.reason == "you had already answered"

    def test_nobody_is_told_of_a_no(self, anna, ben):
        friends.ask(user=anna, friend=ben, now=NOW)
        before = friends.standing(user_id=anna.pk, other_id=ben.pk)
        friends.decline(user=ben, asker=anna, now=NOW)
        assert friends.standing(user_id=anna.pk, other_id=ben.pk) == before == "asked"
        assert [each.friend for each in friends.asked(user_id=anna.pk, now=NOW)] == [ben]
        assert friends.ask(user=anna, friend=ben, now=NOW) is False
        assert friends.asking(user_id=ben.pk) == []

    def test_whoever_said_no_can_ask(self, anna, ben):
        friends.ask(user=anna, friend=ben, now=NOW)
        friends.decline(user=ben, asker=anna, now=NOW)
        assert friends.ask(user=ben, friend=anna, now=NOW) is True
        assert names(anna) == ["ben"]

    def test_a_friendship_ends_without_a_word(self, anna, ben):
        friends.ask(user=anna, friend=ben, now=NOW)
        friends.part(user=ben, friend=anna)
        assert friends.standing(user_id=ben.pk, other_id=anna.pk) == "asks"
        friends.ask(user=ben, friend=anna, now=NOW)
        friends.part(user=ben, friend=anna)
        assert Friendship.objects.count() == 0

    def test_guests_closed_accounts_and_oneself_cannot(self, anna, ben):
        guest = person("guest-bcdfg", is_guest=True)
        gone = person("gone", is_active=False)
        for user, friend, words in (
            (anna, anna, "That's you"),
            (guest, anna, "Guests can't"),
            (anna, guest, "no account"),
            (anna, gone, "no account"),
        ):
            with pytest.raises(FriendError, match=words):
                friends.ask(user=user, friend=friend, now=NOW)
        assert Friendship.objects.count() == 0

    def test_nobody_asks_everybody(self, anna):
        for number in range(MOST_ASKED):
            friends.ask(user=anna, friend=person(f"p{number}"), now=NOW)
        late = person("late")
        with pytest.raises(FriendError, match="tomorrow"):
            friends.ask(user=anna, friend=late, now=NOW + timedelta(hours=23))
        assert friends.ask(user=anna, friend=late, now=NOW + timedelta(hours=25)) is False

    @pytest.mark.django_db(transaction=True)
    def test_two_who_ask_each_other_at_once_are_friends(self, anna, ben):
        together = threading.Barrier(2)

        def ask(user: User, friend: User) -> None:
            together.wait()
            friends.ask(user=user, friend=friend, now=NOW)
            connection.close()

        pairs = [(anna, ben), (ben, anna)]
        threads = [threading.Thread(target=ask, args=pair) for pair in pairs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (names(anna), names(ben)) == (["ben"], ["Anna"])
        assert Friendship.objects.count() == 1


class TestBeingHere:
    def test_friends_see_who_is_here_and_those_come_first(self, anna, ben):
        for other in (person("adam"), ben):
            friends.ask(user=anna, friend=other, now=NOW)
            friends.ask(user=other, friend=anna, now=NOW)
        presence.note_here(user_id=ben.pk)
        told = [(each.person.username, each.here) for each in friends.friends_of(user_id=anna.pk)]
        assert told == [("ben", True), ("adam", False)]

    def test_nobody_else_does(self, anna, ben, client):
        presence.note_here(user_id=ben.pk)
        pages = []
        for user in (anna, person("carl")):
            client.force_login(user)
            pages += [client.get(url) for url in ("/people/", "/people/ben/", "/")]
        assert not [page for page in pages if b"here now" in page.content]


class TestBlocking:
    def test_it_ends_the_friendship_and_all_questions(self, anna, ben):
        friends.ask(user=anna, friend=ben, now=NOW)
        friends.ask(user=ben, friend=anna, now=NOW)
        blocking.block(user=anna, other=ben, now=NOW)
        assert (names(anna), names(ben)) == ([], [])
        assert friends.ask(user=ben, friend=anna, now=NOW) is False
        assert friends.standing(user_id=ben.pk, other_id=anna.pk) == "asked"  # as if nothing were
        assert friends.asking(user_id=anna.pk) == []
        assert not Notification.objects.filter(user=anna, kind="friend").exists()

    def test_a_question_that_waits_is_answered_by_it(self, anna, ben):
        friends.ask(user=ben, friend=anna, now=NOW)
        blocking.block(user=anna, other=ben, now=NOW)
        assert friends.asking(user_id=anna.pk) == []
        assert friends.standing(user_id=ben.pk, other_id=anna.pk) == "asked"
        blocking.unblock(user=anna, other=ben)
        assert friends.asking(user_id=anna.pk) == []

    def test_whoever_blocks_does_not_ask(self, anna, ben):
        blocking.block(user=anna, other=ben, now=NOW)
        with pytest.raises(FriendError, match="You've blocked ben"):
            friends.ask(user=anna, friend=ben, now=NOW)

    def test_only_the_one_who_blocks_is_told_why(self, anna, ben):
        blocking.block(user=anna, other=ben, now=NOW)
        assert blocking.refusal(user_id=ben.pk, others=[anna.pk]) == NOT_OPEN
        assert "You've blocked ben" in blocking.refusal(user_id=anna.pk, others=[ben.pk])
        assert blocking.refusal(user_id=anna.pk, others=[]) == ""
        blocking.unblock(user=anna, other=ben)
        assert blocking.refusal(user_id=ben.pk, others=[anna.pk]) == ""

    def test_both_are_apart(self, anna, ben):
        blocking.block(user=anna, other=ben, now=NOW)
        blocking.block(user=anna, other=ben, now=NOW)
        assert blocking.apart_from(user_ids=[anna.pk]) == {ben.pk}
        assert blocking.apart_from(user_ids=[ben.pk]) == {anna.pk}
        assert Block.objects.count() == 1

    def test_nobody_blocks_or_mutes_themselves(self, anna):
        with pytest.raises(BlockError):
            blocking.block(user=anna, other=anna, now=NOW)
        with pytest.raises(BlockError):
            blocking.mute(user=anna, other=anna, place="", now=NOW)
        with pytest.raises(IntegrityError), transaction.atomic():
            Block.objects.create(user=anna, blocked=anna, at=NOW)

    def test_who_is_unheard_where(self, anna, ben):
        carl, dora = person("carl"), person("dora")
        blocking.block(user=anna, other=ben, now=NOW)
        blocking.mute(user=anna, other=carl, place="", now=NOW)
        for _ in range(2):
            blocking.mute(user=anna, other=dora, place="match:1", now=NOW)
        assert blocking.unheard(user_id=anna.pk, place="match:1") == {ben.pk, carl.pk, dora.pk}
        assert blocking.unheard(user_id=anna.pk, place="match:2") == {ben.pk, carl.pk}
        assert blocking.unheard(user_id=ben.pk, place="match:1") == set()
        assert blocking.unheard_by_place(user_id=anna.pk) == {
            "": {ben.pk, carl.pk},
            "match:1": {dora.pk},
        }
        blocking.unmute(user=anna, other=dora, places=["", "match:1"])
        assert Mute.objects.count() == 1


class TestPages:
    def do(self, client, name: str, what: str):
        return client.post(f"/people/{name}/{what}", {"next": "/people/"}, follow=True)

    def test_all_is_done_by_buttons(self, anna, ben, client):
        client.force_login(anna)
        told = client.post("/people/find/", {"name": "BEN"}, follow=True)
        assert b"We&#x27;ve asked ben." in told.content
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
        assert client.get("/people/find/").status_code == 405
        assert client.post("/people/ben/befriend").status_code == 404
        assert not Friendship.objects.exists()
        assert not Block.objects.exists()

    def test_whoever_does_not_exist_is_not_asked(self, anna, client):
        client.force_login(anna)
        told = client.post("/people/find/", {"name": "nobody"}, follow=True)
        assert b"Nobody here has that name" in told.content

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
