"""The gallery of mails: every kind is there, written by what writes real ones, for nobody."""

from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.notices import kinds
from accounts.notices.delivery import account_mails
from accounts.notices.models import AccountMail, Notification
from accounts.users.models import User
from games.matches.models import Match
from lobby.home.host.letters import gallery
from lobby.leagues.mails.told import TOLD
from lobby.leagues.models import League
from tests.factories import NOW, make_user
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words
from tests.size import runs

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_pictures")]
GALLERY = "/admin/emails/"
STORED = (User, Notification, AccountMail, Match, League)
# Of those that read alike but for what the mail says in its subject, one.
SUBJECTS = {
    "turn-tilekingdom": "Your turn: Tilekingdom with Sasha",
    "offer-draw": "Sasha offers a draw: Tilekingdom",
    "seat-lost": "You've lost your seat: Tilekingdom with Sasha and Noor",
    "vacancy": "A seat is free: Tilekingdom with Ines and Noor",
    "finished": "You won: Tilekingdom with Sasha",
    "answer-played": "Done: Tilekingdom with Sasha",
    "table": "Sasha would like a rematch at Tilekingdom",
    "trophy": "You've earned a trophy: Tilekingdom",
    "league-registration": "Registration is open: The Tuesday League",
    "league-seat": "Would you take over a place in The Tuesday League?",
    "friend": "Sasha would like to be your friend",
    "report": "We've reached a decision on your report about Sasha",
    "backups": "No backup has been proved good for more than a week",
    "words": "Rejected: Add ZYXXYZ to Broad",
    "digest": "Your turn: Tilekingdom with Sasha, and 2 more",
    "account-login-code": "BCDF-GHJK is your sign-in code for Tilepost",
}


@pytest.fixture
def host(settings: Any) -> User:
    settings.REPLY_HOST = "localhost"
    return make_user("chief", is_staff=True, is_superuser=True)


@pytest.fixture
def client(host: User, client: Client) -> Client:
    client.force_login(host)
    return client


def stored() -> list[int]:
    return [model.objects.count() for model in STORED]


def samples() -> list[gallery.Sample]:
    return [sample for group in gallery.groups() for sample in group.samples]


class TestWhoSeesIt:
    def test_superusers_alone(self, client: Client) -> None:
        pages = (GALLERY, f"{GALLERY}friend/", f"{GALLERY}friend/page/")
        assert [client.get(page).status_code for page in pages] == [200] * 3
        clerk = Client()
        clerk.force_login(make_user("clerk", is_staff=True))
        assert [clerk.get(page).status_code for page in pages] == [403] * 3
        assert [Client().get(page).status_code for page in pages] == [302] * 3

    def test_what_is_no_kind_is_not_there(self, client: Client) -> None:
        assert [client.get(f"{GALLERY}x{end}").status_code for end in ("/", "/page/")] == [404] * 2

    def test_it_only_reads(self, client: Client) -> None:
        pages = (GALLERY, f"{GALLERY}friend/", f"{GALLERY}friend/page/")
        assert [client.post(page).status_code for page in pages] == [405] * 3


def test_every_kind_of_mail_is_there(host: User) -> None:
    by_mail = {name for name, kind in kinds.KINDS.items() if kinds.MAIL in kind.on or kind.optional}
    assert {sample.kind for sample in samples()} == by_mail | {"digest", "answer"}
    keys = [sample.key for sample in samples()]
    assert len(keys) == len(set(keys))
    accounts = {key.removeprefix("account-") for key in keys if key.startswith("account-")}
    names = {*account_mails.SUBJECTS, "unknown_account"}
    assert accounts == {name.replace("_", "-") for name in names}
    seasons = {f"league-{name}".replace("_", "-") for name in TOLD}
    assert seasons <= set(keys)


def test_answers_are_there_where_mail_comes_in(host: User, settings: Any) -> None:
    settings.REPLY_HOST = ""
    assert "answer" not in {sample.kind for sample in samples()}


def test_mails_are_made_and_nothing_of_them_stays(host: User) -> None:
    load_words(common_words())
    before = stored()
    found = {}
    for key in SUBJECTS:
        sample = gallery.find(key)
        assert sample is not None
        found[key] = gallery.letter(sample, host=host, now=NOW, anew=True).subject
    assert found == SUBJECTS
    assert stored() == before
    assert mail.outbox == []


@pytest.mark.sometimes
@pytest.mark.slow
def test_all_of_them_can_be_made(host: User) -> None:
    load_words(common_words())
    for sample in samples()[:: runs(1, quick=4)]:
        letter = gallery.letter(sample, host=host, now=NOW, anew=True)
        assert (letter.subject != "", letter.text != "") == (True, True)
        assert (letter.html == "") == (sample.kind == kinds.ACCOUNT)


def test_they_say_what_they_are_about(client: Client) -> None:
    page = client.get(f"{GALLERY}friend/")
    letter = page.context["letter"]
    first = (
        "Sasha would like to be your friend. As friends, you can each see when the other is here, "
        "and keep seats for each other. If you'd rather not, just do nothing."
    )
    assert letter.to == "robin@example.org"
    assert letter.text.splitlines()[:3] == ["Hello Robin,", "", first]
    assert (page.context["before"].key, page.context["after"].key) == ("league-ruling", "report")
    assert "frame-src 'self'" in page["Content-Security-Policy"]
    frame = client.get(page.context["frame"])
    assert frame["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
    assert frame.content.decode() == letter.html


def test_frames_show_the_mail_of_their_page(client: Client, host: User) -> None:
    """What was made for a page stays for a while, so its frames make nothing."""
    make_user("Robin")
    page = client.get(f"{GALLERY}friend/")
    assert page.context["letter"].to == "robin1@example.org"
    with CaptureQueriesContext(connection) as asked:
        frame = client.get(page.context["frame"])
    assert frame.content.decode() == page.context["letter"].html
    assert [query["sql"] for query in asked if "INSERT" in query["sql"]] == []


def test_without_word_lists_a_page_says_so(client: Client) -> None:
    page = client.get(f"{GALLERY}turn-upwords/")
    assert (page.status_code, page.context["letter"]) == (200, None)
    problem = page.context["problem"]
    assert problem == (
        "The word lists aren't loaded yet. Whoever runs this site can load them with manage.py "
        "prepare."
    )
