"""The language in which the site speaks to somebody."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf.locale import LANG_INFO
from django.core import mail
from django.test import Client
from django.utils.translation import gettext

from accounts.edge import languages
from accounts.notices import ledger
from accounts.notices import outbox as notifications
from accounts.notices.delivery import relay
from accounts.notices.models import Delivery, DeliveryStatus
from accounts.trust import friends
from accounts.users.models import User
from config.language import pseudo
from tests.accounts.conftest import NOW, PASSWORD

ACCENTS = {"accept-language": "en-XA,en;q=0.5"}
HERE = ["/", "/people/Anna/", "/nothing-here/"]


@pytest.fixture
def two_languages(settings, tmp_path) -> Iterator[None]:
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, tmp_path]
    settings.LANGUAGES = [*settings.LANGUAGES, (pseudo.CODE, "Accents")]
    pseudo.install(tmp_path)
    yield
    del LANG_INFO[pseudo.CODE]


def spoken(client: Client, path: str = "/offline/", **headers: str) -> str:
    return client.get(path, headers=headers)["Content-Language"]


@pytest.mark.usefixtures("two_languages")
def test_a_visitor_is_spoken_to_as_their_browser_asks(client: Client, anna: User) -> None:
    for path in HERE:
        assert spoken(client, path, **ACCENTS) == "en-xa"
        assert spoken(client, path, **{"accept-language": "fr,en;q=0.5"}) == "en-gb"
        assert spoken(client, path) == "en-gb"
        assert "Accept-Language" in client.get(path)["Vary"]
    assert '<html lang="en-xa" dir="ltr"' in client.get("/", headers=ACCENTS).content.decode()


@pytest.mark.usefixtures("two_languages")
@pytest.mark.parametrize("asked", ["x" * 600, "en-XA;q=2,,", "\x00", "*", "en-xa" * 200])
def test_what_no_browser_would_ask_for_gets_the_sites_own_language(
    client: Client, db: None, asked: str
) -> None:
    assert spoken(client, "/", **{"accept-language": asked}) == "en-gb"
    client.cookies["django_language"] = asked
    assert spoken(client, "/") == "en-gb"


@pytest.mark.usefixtures("two_languages")
def test_somebody_who_has_chosen_a_language_gets_it_whatever_their_browser_asks(
    client: Client, anna: User
) -> None:
    client.force_login(anna)
    assert spoken(client, "/preferences/", **ACCENTS) == "en-xa"
    page = client.get("/preferences/").content.decode()
    assert '<option value="en-xa">Accents</option>' in page
    saved = client.post("/preferences/", {"language": "en-xa"})
    assert (saved.status_code, saved["Content-Language"]) == (302, "en-gb")
    for path in HERE:
        assert spoken(client, path) == "en-xa"
    anna.refresh_from_db()
    assert languages.language_of(anna) == "en-xa"
    client.post("/preferences/", {"language": ""})
    assert spoken(client, "/preferences/") == "en-gb"


@pytest.mark.usefixtures("two_languages")
def test_a_language_that_the_site_does_not_speak_cannot_be_chosen(
    client: Client, anna: User
) -> None:
    client.force_login(anna)
    assert client.post("/preferences/", {"language": "tlh"}).status_code == 422
    anna.refresh_from_db()
    assert anna.language == ""


def test_with_one_language_there_is_nothing_to_choose(client: Client, anna: User) -> None:
    client.force_login(anna)
    assert 'name="language"' not in client.get("/preferences/").content.decode()
    assert client.post("/preferences/", {"language": "en-xa"}).status_code == 302
    anna.refresh_from_db()
    assert anna.language == ""
    assert "Accept-Language" not in Client().get("/").get("Vary", "")


def test_a_language_that_the_site_has_given_up_is_its_own_again(client: Client, anna: User) -> None:
    User.objects.update(language="en-xa")
    client.force_login(anna)
    assert spoken(client, "/preferences/") == "en-gb"
    anna.refresh_from_db()
    assert languages.language_of(anna) == "en-gb"


@pytest.mark.usefixtures("two_languages")
def test_whoever_signs_up_keeps_the_language_of_their_browser(client: Client, db: None) -> None:
    form = {"username": "Ben", "email": "ben@post.example", "password1": PASSWORD}
    client.post("/accounts/signup/", form, headers=ACCENTS)
    assert User.objects.get(username="Ben").language == "en-xa"


def test_a_site_with_one_language_keeps_none(client: Client, db: None) -> None:
    form = {"username": "Ben", "email": "ben@post.example", "password1": PASSWORD}
    client.post("/accounts/signup/", form, headers=ACCENTS)
    assert User.objects.get(username="Ben").language == ""


@pytest.mark.usefixtures("two_languages")
def test_what_is_written_to_somebody_is_in_their_language_and_nothing_after_it(anna: User) -> None:
    anna.language = "en-xa"
    with languages.speaking_to(anna):
        assert gettext("Play") == "⟦Þļåý ·⟧"
    assert gettext("Play") == "Play"


@pytest.mark.usefixtures("two_languages")
def test_mails_and_what_became_of_them_are_in_the_language_of_their_reader(anna: User) -> None:
    ben = User.objects.create_user("ben", "ben@post.example", language="en-xa")
    friends.ask(user=anna, friend=ben, now=NOW)
    friends.ask(user=User.objects.create_user("carl"), friend=anna, now=NOW)
    notifications.deliver(now=NOW + timedelta(minutes=5))
    subjects = {message.to[0]: message.subject for message in mail.outbox}
    assert subjects == {
        "ben@post.example": "⟦Anna ŵöûļð ļîķé ţö ƀé ýöûŕ ƒŕîéñð ········⟧",
        "anna@post.example": "carl would like to be your friend",
    }
    html = next(m for m in mail.outbox if m.to == [ben.email]).alternatives[0].content
    assert '<html lang="en-xa" dir="ltr">' in html
    row = Delivery(status=DeliveryStatus.HELD, outcome=relay.SWITCHED_OFF)
    assert ledger.in_words(row) == "held back: you've switched it off in your preferences"
    with languages.speaking_to(ben):
        assert "ýöû'ṽé šŵîţçĥéð îţ öƒƒ" in ledger.in_words(row)
