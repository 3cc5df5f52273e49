"""A form takes effect once: sent a second time, it's answered as it was the first time."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import Model
from django.test import Client
from selectolax.lexbor import LexborHTMLParser, LexborNode

from accounts.edge.clock import read_clock
from accounts.edge.requests import BY_SIGNED_IN, FORM_ID
from accounts.notices.models import AccountMail
from accounts.users import sent_forms
from accounts.users.models import AnswerAddress, SentForm, User
from accounts.users.tasks import forget_sent_forms
from games.matches.models import Match
from games.studies.models import Study
from games.words.models import Proposal, WordList
from lobby.clubs.acts import found
from lobby.clubs.models import Club
from lobby.leagues.models import League
from lobby.tables.models import Lobby
from tests.conftest import Build
from tests.factories import make_match, make_user, play_out
from tests.games.words.loaded import load_words

ROOT = Path(__file__).parents[3]
FORM = re.compile(r"<form\b.*?</form>|{% element form\b.*?{% endelement %}\n", re.DOTALL)
# In these are forms that only set what is set anyway, or that people come in and go out by.
REPEATED = {
    "account/base_confirm_code.html", "account/email_confirm.html",
    "account/login.html", "account/logout.html", "account/password_change.html",
    "account/password_reset_from_key.html", "account/password_set.html",
    "account/reauthenticate.html",
    "accounts/answer_addresses.html", "accounts/holiday.html", "accounts/notices.html",
    "accounts/preferences.html", "accounts/push_list.html", "accounts/rest.html",
    "accounts/unsubscribe.html", "games/match.html", "games/match_note.html",
    "games/substitutes.html", "lobby/table_seats.html", "lobby/tables.html", "puzzles/puzzle.html",
    "shell/away.html", "shell/feel.html", "shell/footer.html", "shell/header.html",
    "shell/refused.html", "studies/study.html", "words/lists/custom_list.html",
    "words/lists/upload_check.html",
}  # fmt: skip

SOME_WORDS = ["cat", "cats", "dog", "dogs", "tree", "trees", "an", "at", "to", "toe", "tea"]


class Filled(NamedTuple):
    """A form as somebody sends it."""

    path: str
    fields: dict[str, Any]

    def sent_by(self, client: Client) -> Any:
        files = {name: one for name, one in self.fields.items() if hasattr(one, "seek")}
        for file in files.values():
            file.seek(0)
        return client.post(self.path, self.fields)


def fill(client: Client, page: str, *, to: str = "", **facts: Any) -> Filled:
    """Return the form with an id on a page, to that address, filled as it stands there."""
    tree = LexborHTMLParser(client.get(page).content.decode())
    forms = [one for one in tree.css("form") if one.css_first(f"[name={FORM_ID}]")]
    paths = [one.attributes.get("action") or page for one in forms]
    place = paths.index(to or page)
    fields = dict(filter(None, map(_said, forms[place].css("input[name], select[name]"))))
    return Filled(paths[place], {**fields, **facts})


def _said(field: LexborNode) -> tuple[str, str] | None:
    told = field.attributes
    if field.tag == "select":
        chosen = field.css_first("option[selected]") or field.css_first("option")
        return told["name"] or "", (chosen.attributes.get("value") or "") if chosen else ""
    if told.get("type") in ("checkbox", "radio") and "checked" not in told:
        return None
    return told["name"] or "", told.get("value") or ""


@pytest.fixture(scope="module")
def _words(lasting: Build) -> None:
    lasting(load_words, SOME_WORDS)


@pytest.fixture
def anna(_words: None, db: None) -> User:
    return make_user("anna")


@pytest.fixture
def as_anna(client: Client, anna: User) -> Client:
    client.force_login(anna)
    return client


def twin_of(client: Client) -> Client:
    """Return the same browser as it is now: what it's answered later, this one doesn't know."""
    twin = Client()
    twin.cookies.load({name: one.value for name, one in client.cookies.items()})
    return twin


def once(client: Client, form: Filled, model: type[Model]) -> str:
    """Send a form twice, and once more as if no answer had come; return where it leads."""
    late, before = twin_of(client), model._default_manager.count()
    answers = [form.sent_by(one) for one in (client, client, late)]
    assert [one.status_code for one in answers] == [302] * 3, answers[0].content.decode()[-3000:]
    assert model._default_manager.count() == before + 1
    assert len({one["Location"] for one in answers}) == 1
    assert late.get(answers[0]["Location"]).status_code == 200
    return str(answers[0]["Location"])


# --- Whatever is made -----------------------------------------------------------------------------

MADE: dict[str, tuple[str, str, dict[str, str], type[Model]]] = {
    "table": ("/tables/new/tilekingdom/", "", {}, Lobby),
    "friend's table": ("/friend/", "", {}, Lobby),
    "live table": ("/play/", "", {"how": "live"}, Lobby),
    "slow table": ("/play/", "", {"how": "correspondence"}, Lobby),
    "game against Easy": ("/play/", "", {"how": "easy"}, Match),
    "practice": ("/practice/", "/practice/tilekingdom/", {"level": "medium"}, Match),
    "club": ("/clubs/new/", "", {"name": "Owls", "about": "At night."}, Club),
    "league": ("/leagues/new/?game=tilekingdom", "", {"name": "Owls", "about": ""}, League),
    "custom list": ("/word-lists/custom/new/", "", {"title": "Owls", "theme": "Birds"}, WordList),
    "proposal": (
        "/words/zax/propose",
        "",
        {"kind": "add", "reason": "It is a word.", "source": "The book."},
        Proposal,
    ),
    "address": ("/account/addresses/", "", {"email": "owl@example.org"}, AnswerAddress),
}


@pytest.mark.parametrize("what", MADE)
def test_a_form_makes_one_thing(as_anna: Client, what: str) -> None:
    page, to, facts, model = MADE[what]
    once(as_anna, fill(as_anna, page, to=to, **facts), model)


def test_a_match_becomes_one_study(as_anna: Client, anna: User) -> None:
    match = make_match(anna, make_user())
    play_out(match)
    page = f"/match/{match.public_id}/"
    once(as_anna, fill(as_anna, f"{page}replay/", to=f"{page}study"), Study)
    data = as_anna.get(f"{page}game.json").getvalue()
    file = SimpleUploadedFile("game.json", data, content_type="application/json")
    once(as_anna, fill(as_anna, "/studies/", to="/studies/import", file=file), Study)


def test_one_computer_player_sits_down(as_anna: Client) -> None:
    opened = fill(as_anna, "/tables/new/tilekingdom/", seats="4", start_rule="host")
    table = opened.sent_by(as_anna)["Location"]
    form = fill(as_anna, table, to=f"{table}computer", level="easy")
    for _ in range(2):
        assert form.sent_by(as_anna)["Location"] == table
    assert [seat.level for seat in Lobby.objects.get().seats.order_by("index")][1:] == [
        "easy", "", "",
    ]  # fmt: skip
    fill(as_anna, table, to=f"{table}computer", level="easy").sent_by(as_anna)
    assert Lobby.objects.get().seats.filter(level="easy").count() == 2


@pytest.mark.django_db
def test_a_visitor_becomes_one_guest() -> None:
    for page, to, facts in (
        ("/play/", "", {"how": "live"}),
        ("/practice/", "/practice/tilekingdom/", {"level": "easy"}),
        ("/friend/", "", {"guest_name": "Owl"}),
    ):
        visitor = Client()
        once(visitor, fill(visitor, page, to=to, **facts), User)


def test_a_visitor_who_is_asked_for_a_name_becomes_one_guest(client: Client, db: None) -> None:
    asked = fill(client, "/friend/").sent_by(client)
    tree = LexborHTMLParser(asked.content.decode())
    fields = dict(filter(None, map(_said, tree.css("main input[name]"))))
    once(client, Filled("/friend/", fields), User)


def test_one_account_is_made(client: Client, db: None) -> None:
    told = {"username": "owl", "email": "owl@example.org", "password1": "a long walk at night"}
    once(client, fill(client, "/accounts/signup/", **told), User)


@pytest.mark.parametrize("at", ["/accounts/password/reset/", "/accounts/login/code/"])
def test_one_mail_goes_out(client: Client, anna: User, settings: Any, at: str) -> None:
    settings.MAIL_LEAVES = True
    once(client, fill(client, at, email=anna.email), AccountMail)


# --- What isn't the same form ---------------------------------------------------------------------


def test_a_form_that_was_refused_is_sent_again(as_anna: Client) -> None:
    form = fill(as_anna, "/clubs/new/", name="", about="")
    assert form.sent_by(as_anna).status_code == 422
    assert not SentForm.objects.exists()
    form.fields["name"] = "Owls"
    assert form.sent_by(as_anna).status_code == 302


def test_a_form_that_failed_leaves_nothing_and_is_sent_again(
    as_anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_anna.raise_request_exception = False
    form = fill(as_anna, "/friend/")

    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("the fault")

    with monkeypatch.context() as patch:
        patch.setattr("lobby.tables.pages.invitations.redirect", fail)
        assert form.sent_by(as_anna).status_code == 500
    assert (Lobby.objects.count(), SentForm.objects.count()) == (0, 0)
    once(as_anna, form, Lobby)


def test_other_words_in_the_same_form_are_another_form(as_anna: Client) -> None:
    form = fill(as_anna, "/clubs/new/", name="Owls", about="At night.")
    form.sent_by(as_anna)
    form.fields["name"] = "Larks"
    assert form.sent_by(as_anna)["Location"] == Club.objects.get(name="Larks").get_absolute_url()


def test_a_form_shown_again_is_another_form(as_anna: Client) -> None:
    for _ in range(2):
        fill(as_anna, "/friend/").sent_by(as_anna)
    assert Lobby.objects.count() == 2


def test_somebody_elses_form_says_nothing(as_anna: Client) -> None:
    form = fill(as_anna, "/friend/")
    first = form.sent_by(as_anna)["Location"]
    stranger, other = Client(), Client()
    other.force_login(make_user())
    assert form.sent_by(other)["Location"] != first
    form.fields["guest_name"] = "Owl"
    assert form.sent_by(stranger)["Location"] != first


def test_who_has_signed_out_is_not_let_in_by_an_old_form(client: Client, db: None) -> None:
    form = fill(client, "/friend/", guest_name="Owl")
    late = twin_of(client)
    form.sent_by(client)
    client.post("/accounts/logout/")
    assert form.sent_by(late).status_code == 422  # the name is taken
    assert "_auth_user_id" not in late.session


def test_what_a_form_said_is_said_again(as_anna: Client) -> None:
    club = found(user=make_user(), name="Owls", about="", joining="open", now=read_clock())
    page = club.get_absolute_url()
    form = fill(as_anna, page, to=f"{page}act", act="join")
    late = twin_of(as_anna)
    told = []
    for browser in (as_anna, late):
        shown = browser.get(form.sent_by(browser)["Location"])
        told.append([str(one) for one in shown.context["messages"]])
    assert told == [["You're a member now."]] * 2


@pytest.mark.parametrize("form_id", ["", "owl", "0" * 36, "\u0660" * 8])
def test_an_id_that_is_none_is_no_id(as_anna: Client, form_id: str) -> None:
    form = fill(as_anna, "/friend/", form_id=form_id)
    assert [form.sent_by(as_anna).status_code for _ in range(2)] == [302, 302]
    assert (Lobby.objects.count(), SentForm.objects.count()) == (2, 0)


# --- What is left ---------------------------------------------------------------------------------


def test_old_forms_are_forgotten(as_anna: Client) -> None:
    fill(as_anna, "/friend/").sent_by(as_anna)
    assert forget_sent_forms() == 0
    assert sent_forms.forget(now=read_clock() + sent_forms.KEPT + timedelta(seconds=1)) == 1
    assert not SentForm.objects.exists()


def test_every_form_takes_effect_once_or_can_be_repeated() -> None:
    found = set()
    for file in (ROOT / "templates").rglob("*.html"):
        for form in FORM.findall(file.read_text(encoding="utf-8")):
            if 'method="post"' in form and "{% form_id %}" not in form:
                found.add(str(file.relative_to(ROOT / "templates")))
    assert found == REPEATED


def test_each_form_has_an_id_of_its_own(client: Client, db: None) -> None:
    ids = re.findall(r'name="form_id" value="([^"]+)"', client.get("/practice/").content.decode())
    assert len(ids) == len(set(ids)) == 5


# --- Who is signed out without knowing ------------------------------------------------------------


@pytest.mark.parametrize("what", ["table", "friend's table", "live table", "practice", "club"])
def test_a_form_waits_until_its_sender_has_signed_in_again(as_anna: Client, what: str) -> None:
    page, to, facts, model = MADE[what]
    form = fill(as_anna, page, to=to, **facts)
    Session.objects.all().delete()
    people = User.objects.count()
    from_page = {"referer": f"http://testserver{page}", "host": "testserver"}
    answer = as_anna.post(form.path, form.fields, headers=from_page)
    assert answer["Location"] == f"/accounts/login/?{urlencode({'next': page})}"
    assert (model._default_manager.count(), User.objects.count()) == (0, people)
    told = as_anna.get(answer["Location"]).context["messages"]
    assert [str(one) for one in told] == ["You've been signed out. Sign in to go on."]
    as_anna.force_login(User.objects.get(username="anna"))
    once(as_anna, form, model)


@pytest.mark.django_db
def test_what_a_guest_sends_who_was_signed_out_is_a_visitors(client: Client) -> None:
    fill(client, "/friend/", guest_name="Owl").sent_by(client)
    form = fill(client, "/friend/", guest_name="Lark")
    Session.objects.all().delete()
    assert form.sent_by(client).status_code == 302
    assert Lobby.objects.last().host == User.objects.get(username="Lark")


@pytest.mark.django_db
def test_a_page_of_somebody_signed_in_does_nothing_as_a_visitors(client: Client) -> None:
    path, action = "/learn/tilekingdom/1/try", '{"action": {}}'
    told = {"content_type": "application/json", "headers": {BY_SIGNED_IN: "yes"}}
    answer = client.post(path, action, **told)
    assert (answer.status_code, answer.json()) == (
        403,
        {
            "ok": False,
            "error": "signed_out",
            "text": "You've been signed out. Sign in and try again.",
        },
    )
    client.force_login(make_user())
    assert client.post(path, action, **told).json().get("error") != "signed_out"
    assert Client().post(path, action, content_type="application/json").status_code != 403
