import random
import string

import pytest
from django.test import Client

from accounts.edge import tokens
from accounts.edge.tokens import sign_unsubscribe
from accounts.notices import outbox as notifications
from accounts.notices.models import NotificationPreference

pytestmark = pytest.mark.django_db


@pytest.fixture
def link(anna, kinds) -> str:
    return f"/u/{sign_unsubscribe(user_id=anna.pk, kind='turn')}/"


@pytest.fixture
def stranger() -> Client:
    """Somebody without login or form: a mail program, or a scanner."""
    return Client(enforce_csrf_checks=True)


@pytest.mark.parametrize("look", ["get", "head"])
def test_looking_changes_nothing(stranger, link, look):
    response = getattr(stranger, look)(link)
    assert response.status_code == 200
    assert NotificationPreference.objects.count() == 0


def test_the_page_has_a_button(stranger, link):
    page = stranger.get(link).content.decode()
    assert "It is your turn" in page
    assert '<button class="button button-wide" type="submit">Stop these emails</button>' in page


def test_one_click_is_enough_and_a_second_harmless(stranger, anna, link):
    one_click = {"List-Unsubscribe": "One-Click"}
    assert [stranger.post(link, one_click).status_code for _ in range(2)] == [200, 200]
    assert notifications.choices_of(user_id=anna.pk) == {"turn": False, "news": False}


def test_no_other_method_works(stranger, link):
    assert [getattr(stranger, m)(link).status_code for m in ("put", "delete")] == [405, 405]


def test_a_damaged_link_says_so(stranger, link):
    for response in (stranger.get("/u/nonsense/"), stranger.post("/u/nonsense/")):
        assert response.status_code == 404
        assert "This link doesn't work" in response.content.decode()


def test_a_link_outlives_its_person_and_does_nothing(stranger, anna, link):
    anna.delete()
    assert stranger.post(link).status_code == 404
    assert NotificationPreference.objects.count() == 0


def test_no_tampered_token_is_accepted(anna):
    token = sign_unsubscribe(user_id=anna.pk, kind="turn")
    chance = random.Random(1)
    variants = set()
    while len(variants) < 1000:
        place = chance.randrange(len(token))
        letter = chance.choice(string.ascii_letters + string.digits + "-_=.")
        kinds_of_damage = (
            token[:place] + letter + token[place + 1 :],
            token[:place] + letter + token[place:],
            token[:place] + token[place + 1 :],
            token[:place],
            token[place:],
        )
        variants.add(chance.choice(kinds_of_damage))
    variants.discard(token)
    accepted = [variant for variant in variants if reads(variant)]
    assert (len(variants) >= 999, accepted) == (True, [])


def reads(token):
    try:
        tokens.read_unsubscribe(token)
    except tokens.BadToken:
        return False
    return True


def test_a_token_for_something_else_is_not_accepted(anna):
    from django.core.signing import Signer

    other = Signer(salt="something.else", sep=".").sign_object([anna.pk, "turn"])
    assert reads(other) is False
