"""Friends and blocks: asking, answering, and what we tell nobody."""

import threading
from datetime import timedelta

import pytest
from django.db import connection

from accounts.notices.models import Notification
from accounts.trust import friends, presence
from accounts.trust.friends import MOST_ASKED, FriendError
from accounts.trust.mails import friend_mail
from accounts.trust.models import Friendship
from accounts.users.models import User
from tests.accounts.conftest import NOW
from tests.accounts.trust.conftest import names, person

pytestmark = pytest.mark.django_db


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
