"""Choosing what one hears of, and ending it by a link."""

import pytest

from accounts.edge.tokens import sign_unsubscribe
from accounts.notices.models import NotificationPreference
from accounts.notices.preferences import choosing
from accounts.notices.preferences.choosing import unsubscribe
from accounts.notices.preferences.reading import choices_of

pytestmark = pytest.mark.django_db


def test_preferences_are_replaced(anna, kinds):
    choosing.choose_channels(user_id=anna.pk, wishes={("turn", "mail"): False})
    choosing.choose_channels(
        user_id=anna.pk, wishes={("turn", "mail"): True, ("news", "mail"): False}
    )
    assert choices_of(user_id=anna.pk) == {"turn": True, "news": False}
    assert NotificationPreference.objects.count() == 2


def test_without_a_choice_the_default_of_the_kind_holds(anna, kinds):
    assert choices_of(user_id=anna.pk) == {"turn": True, "news": False}


def test_unsubscribing_twice_is_unsubscribing(anna, kinds):
    token = sign_unsubscribe(user_id=anna.pk, kind="turn")
    assert [unsubscribe(token=token) for _ in range(2)] == ["turn", "turn"]
    assert choices_of(user_id=anna.pk) == {"turn": False, "news": False}
