"""Blocks and mutes: what they end, and who hears of them."""

import pytest
from django.db import IntegrityError, transaction

from accounts.notices.models import Notification
from accounts.trust import blocking, friends
from accounts.trust.blocking import NOT_OPEN, BlockError
from accounts.trust.friends import FriendError
from accounts.trust.models import Block, Mute
from tests.accounts.conftest import NOW
from tests.accounts.trust.conftest import names, person

pytestmark = pytest.mark.django_db


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
