import random
import re
import string

import pytest
from django.core.mail import EmailMultiAlternatives
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.edge import tokens
from accounts.edge.tokens import sign_unsubscribe
from accounts.notices import outbox as notifications
from accounts.notices.delivery import bounces, census, kept_mails
from accounts.notices.models import NotificationPreference
from accounts.notices.preferences.reading import choices_of
from accounts.users.models import User
from tests.accounts.conftest import NOW

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
    assert choices_of(user_id=anna.pk) == {"turn": False, "news": False}


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


BACKEND = "django.contrib.auth.backends.ModelBackend"


class TestOutbox:
    @pytest.fixture
    def admin(self, client, db):
        chief = User.objects.create_superuser("Chief", "chief@post.example", "x" * 12)
        client.force_login(chief, backend=BACKEND)
        return client

    def post(self, *subjects):
        """Have mails stay here, and return their numbers."""
        for subject in subjects:
            message = EmailMultiAlternatives(subject, f"Hello {subject}", "s@t.example", ["a@b.c"])
            message.attach_alternative("<p>Hello</p>", "text/html")
            message.attach("board.png", b"\x89PNG...", "image/png")
            kept_mails.Backend().send_messages([message])
        return [one.id for one in reversed(kept_mails.newest(limit=len(subjects)))]

    def test_mails_are_listed_newest_first(self, admin):
        numbers = self.post("one", "two", "three")
        mails = admin.get("/outbox/").context["mails"]
        assert [shown.letter.subject for shown in mails] == ["three", "two", "one"]
        assert mails[1].id == numbers[1]
        assert (mails[1].letter.to, mails[1].letter.sender) == ("a@b.c", "s@t.example")

    def test_more_mails_ask_no_more(self, admin):
        asked = []
        for count in (1, 5):
            self.post(*map(str, range(count)))
            admin.get("/outbox/")
            with CaptureQueriesContext(connection) as found:
                assert admin.get("/outbox/").status_code == 200
            asked.append(len(found))
        assert asked[0] == asked[1]

    def test_what_became_of_a_mail_is_shown_with_it(self, admin, anna, settings):
        settings.EMAIL_BACKEND = "accounts.notices.delivery.kept_mails.Backend"
        bounces.try_again(user=anna, now=NOW)
        assert notifications.deliver(now=NOW) == 1
        (shown,) = admin.get("/outbox/").context["mails"]
        assert shown.fate == census.Fate("Our emails are reaching you again", 1, "")
        bounces.note_bounce(user_id=anna.pk, address=anna.email, reason="no such box")
        (shown,) = admin.get("/outbox/").context["mails"]
        assert shown.fate.came_back == "it came back: no such box"
        assert b"it came back: no such box" in admin.get(f"/outbox/{shown.id}/").content

    def test_a_mail_is_shown_in_frames_and_as_text(self, admin):
        address = f"/outbox/{self.post('one', 'two')[1]}/"
        response = admin.get(address)
        assert response.context["mail"].letter.text.strip() == "Hello two"
        frames = re.findall(r"<iframe [^>]*>", response.content.decode())
        assert frames == [
            f'<iframe class="letter-frame {width}" sandbox src="{address}page/" title="{title}">'
            for width, title in (
                ("letter-wide", "The email at 600 pixels"),
                ("letter-narrow", "The email at 320 pixels"),
            )
        ]
        assert "frame-src 'self'" in response["Content-Security-Policy"]
        assert response["X-Frame-Options"] == "DENY"

    def test_a_frame_has_a_page_that_can_do_nothing(self, admin):
        (number,) = self.post("one")
        page = admin.get(f"/outbox/{number}/page/")
        assert page.content.decode() == "<p>Hello</p>"
        assert page["Content-Security-Policy"] == (
            "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
            "frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
        )
        assert page["X-Frame-Options"] == "SAMEORIGIN"

    def test_a_mail_of_text_alone_has_no_frame(self, admin):
        plain = EmailMultiAlternatives("Hello", "You.", "s@t.example", ["a@b.c"])
        kept_mails.Backend().send_messages([plain])
        (kept,) = kept_mails.newest()
        assert b"<iframe" not in admin.get(f"/outbox/{kept.id}/").content
        assert admin.get(f"/outbox/{kept.id}/page/").status_code == 404

    def test_a_picture_is_to_be_had_alone(self, admin):
        (number,) = self.post("one")
        picture = f"/outbox/{number}/0.png"
        image = admin.get(picture)
        assert (image["Content-Type"], image.content) == ("image/png", b"\x89PNG...")
        assert admin.get(picture.replace("0.png", "1.png")).status_code == 404

    def test_a_site_that_never_kept_one_has_none(self, admin):
        assert admin.get("/outbox/").context["mails"] == []

    @pytest.mark.parametrize("key", ["0", "-1", "x", "one-9", "9" * 40, "%00", "1e3"])
    def test_no_key_but_a_mails_own_finds_one(self, admin, key):
        self.post("one")
        assert admin.get(f"/outbox/{key}/").status_code == 404

    def test_it_is_for_administrators_alone(self, client, anna):
        assert client.get("/outbox/").status_code == 302
        User.objects.update(is_staff=True)
        client.force_login(anna, backend=BACKEND)
        (number,) = self.post("one")
        pages = ("", *(f"{number}/{part}" for part in ("", "page/", "0.png")))
        assert [client.get(f"/outbox/{page}").status_code for page in pages] == [403] * 4
