"""A visitor who comes by a link says what they want to be called before they sit down."""

import re
from html import unescape
from typing import Any

import pytest
from django.db.models.signals import pre_save
from django.test import Client

from accounts.users import names, services
from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.matches.models import Match
from lobby.tables.acts import opening
from lobby.tables.choices import StartRule, Visibility
from lobby.tables.models import Lobby
from tests.factories import NOW, make_user
from tests.lobby.tables.pages.test_agreements import form as table_form

pytestmark = pytest.mark.django_db

PASSWORD = "a long walk by the river"
FIELD = re.compile(r'<input[^>]*name="guest_name"[^>]*>')
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')


@pytest.fixture
def table() -> Lobby:
    """Anna's table for three, by its link."""
    return opening.create(
        host=make_user("anna"), game="tilekingdom", options={}, control=TimeControl(Pace.LIVE, 60),
        seats=3, visibility=Visibility.PRIVATE, start_rule=StartRule.HOST, now=NOW,
    )  # fmt: skip


def address(table: Lobby) -> str:
    return table.get_absolute_url()


def suggested(page: str) -> str:
    """Return the name that the one field of a page has filled in."""
    (field,) = FIELD.findall(page)
    return re.search(r'value="([^"]+)"', field)[1]  # type: ignore[index]  # it is filled in


def seated(table: Lobby) -> list[str]:
    return [seat.user.username for seat in table.seats.order_by("index") if seat.user]


def test_the_page_of_a_table_asks_for_a_name_and_has_one_to_take(
    table: Lobby, client: Client
) -> None:
    page = client.get(address(table)).content.decode()
    name = suggested(page)
    names.refuse_reserved(name)
    assert "You'll play as a guest. You don't need an account." in page
    answer = client.post(f"{address(table)}join", {"guest_name": name})
    assert (answer.status_code, answer["Location"]) == (302, address(table))
    assert seated(table) == ["anna", name]
    assert User.objects.get(username=name).is_guest


def test_nobody_who_is_signed_in_is_asked_for_a_name(table: Lobby, client: Client) -> None:
    client.force_login(make_user("ben"))
    assert not FIELD.search(client.get(address(table)).content.decode())
    client.post(f"{address(table)}join", {"guest_name": "Somebody-else"})
    assert seated(table) == ["anna", "ben"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("anna", "That name is taken. Try another."),
        ("ANNA", "That name is taken. Try another."),
        ("an.na", "Someone already has a very similar name. Try another."),
        ("guest-bcdfg", "That name is reserved. Try another."),
        ("Admin", "That name is reserved."),
        ("computer2", "That name is reserved."),
        ("be n", "Use letters, digits, dots, dashes and underscores"),
        ("<b>ben</b>", "Use letters, digits, dots"),
        ("be", "at least 3 characters"),
        ("b" * 25, "at most 24 characters"),
        ("  ", "This field is required."),
    ],
)
def test_a_name_is_as_good_as_that_of_an_account(
    table: Lobby, client: Client, name: str, sentence: str
) -> None:
    answer = client.post(f"{address(table)}join", {"guest_name": name})
    assert answer.status_code == 422
    assert sentence in unescape(answer.content.decode())
    assert "<b>ben" not in answer.content.decode()
    assert (User.objects.count(), seated(table)) == (1, ["anna"])
    signed_up = client.post(
        "/accounts/signup/",
        {"username": name, "email": "ben@example.org", "password1": PASSWORD},
    )
    assert signed_up.status_code == 200
    assert sentence in unescape(signed_up.content.decode())


def test_a_refused_name_can_be_mended_on_the_page_that_says_so(
    table: Lobby, client: Client
) -> None:
    client.post(f"{address(table)}join", {"guest_name": "anna"})
    answer = client.post(
        f"{address(table)}join", {"guest_name": "Ben_2", "time_zone": "Asia/Tokyo"}
    )
    assert answer["Location"] == address(table)
    assert seated(table) == ["anna", "Ben_2"]
    assert User.objects.get(username="Ben_2").time_zone == "Asia/Tokyo"


def test_a_name_taken_at_the_same_moment_is_reported(
    table: Lobby, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two visitors took the name that was suggested to both."""
    first = services.create_guest(now=NOW, name="CalmOwl")
    monkeypatch.setattr(services, "is_near_another", lambda _name: False)
    monkeypatch.setattr("allauth.account.internal.userkit.filter_users_by_username", nobody)
    answer = client.post(f"{address(table)}join", {"guest_name": "calm_owl"})
    assert answer.status_code == 422
    assert "Someone has just taken that name" in answer.content.decode()
    assert list(User.objects.filter(is_guest=True)) == [first]


def nobody(*_names: str) -> Any:
    return User.objects.none()


def test_what_a_visitor_was_about_to_do_waits_for_the_name(client: Client) -> None:
    """The page that asks carries the form on, to the same address."""
    path, said = "/tables/new/tilekingdom/", table_form("tilekingdom", visibility="private").data
    form = {name: str(value) for name, value in said.items()}
    page = client.post(path, form)
    assert page.status_code == 200
    text = page.content.decode()
    assert f'action="{path}"' in text
    carried = dict(HIDDEN.findall(text))
    assert form.items() <= carried.items()
    assert (User.objects.count(), Match.objects.count(), Lobby.objects.count()) == (0, 0, 0)
    name = suggested(text)
    answer = client.post(path, {**carried, "guest_name": name})
    assert answer.status_code == 302
    assert [user.username for user in User.objects.all()] == [name]
    assert Match.objects.count() + Lobby.objects.count() >= 1


def test_two_visitors_are_suggested_different_names(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(("CalmOwl", "CalmOwl", "QuietFox"))
    monkeypatch.setattr(names, "draw", lambda _tries: next(drawn))
    first = services.create_guest(now=NOW, name=services.suggest_name())
    assert (first.username, services.suggest_name()) == ("CalmOwl", "QuietFox")


def test_a_guest_keeps_the_name_or_takes_another(client: Client, table: Lobby) -> None:
    """The page that makes an account has your own name filled in, and you can keep it."""
    client.post(f"{address(table)}join", {"guest_name": "CalmOwl"})
    page = client.get("/keep/").content.decode()
    assert 'value="CalmOwl"' in page
    taken = {
        "username": "Anna",
        "email": "owl@example.org",
        "password1": "a long walk by the river",
    }
    assert "That name is taken. Try another." in client.post("/keep/", taken).content.decode()
    answer = client.post("/keep/", taken | {"username": "calm-owl"})
    assert answer.status_code == 302
    kept = User.objects.get(username="calm-owl")
    assert (kept.is_guest, seated(table)) == (False, ["anna", "calm-owl"])


# --- Without a form in between --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/practice/tilekingdom/", {"level": "easy"}),
        ("/play/", {"game": "tilekingdom", "how": "live"}),
        ("/play/", {"game": "tilekingdom", "how": "easy"}),
        ("{table}join", {}),
    ],
)
def test_whoever_just_wants_to_play_gets_a_name(
    client: Client, table: Lobby, path: str, form: dict[str, str]
) -> None:
    answer = client.post(path.format(table=address(table)), form | {"time_zone": "Asia/Tokyo"})
    assert answer.status_code == 302
    guest = User.objects.exclude(username="anna").get()
    assert (guest.is_guest, guest.time_zone) == (True, "Asia/Tokyo")
    assert names.bare(guest.username) == guest.username.upper()


def test_whoever_just_wants_to_play_never_hears_of_a_name_that_somebody_else_drew(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter(("CalmOwl", "QuietFox"))
    monkeypatch.setattr(names, "draw", lambda _tries: next(drawn))

    def be_quicker(instance: User, **_: object) -> None:
        if instance.username == "CalmOwl" and not User.objects.exists():
            pre_save.disconnect(be_quicker, sender=User)
            make_user("CalmOwl")

    pre_save.connect(be_quicker, sender=User)
    assert client.post("/practice/tilekingdom/", {"level": "easy"}).status_code == 302
    assert [user.username for user in User.objects.filter(is_guest=True)] == ["QuietFox"]


def test_a_zone_that_is_none_is_no_obstacle(client: Client) -> None:
    said = {"game": "tilekingdom", "how": "live", "time_zone": "Mars/Olympus"}
    assert client.post("/play/", said).status_code == 302
    assert User.objects.get().time_zone == "UTC"


def test_only_so_many_guests_come_from_one_address(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"guest": "1/h/ip"}
    said = {"game": "tilekingdom", "how": "easy"}
    assert [Client().post("/play/", said).status_code for _ in range(2)] == [302, 429]
    assert (User.objects.count(), Match.objects.count()) == (1, 1)


def renamed(client: Client, name: str, **more: str) -> Any:
    return client.post("/guest/name/", {"guest_name": name} | more)


def test_a_guest_changes_their_name_wherever_they_sit(client: Client, table: Lobby) -> None:
    client.post("/practice/tilekingdom/", {"level": "easy"})
    client.post(f"{address(table)}join")
    match, guest = Match.objects.get(), User.objects.get(is_guest=True)
    page = client.get(f"/guest/name/?next={address(table)}").content.decode()
    assert suggested(page) == guest.username
    answer = renamed(client, "Berta", next=address(table))
    assert (answer.status_code, answer["Location"]) == (302, address(table))
    assert seated(table) == ["anna", "Berta"]
    assert [seat.name for seat in match.seats.order_by("player")] == ["Berta", "Easy computer"]
    assert renamed(client, "ber.ta")["Location"] == "/my-games/"
    assert seated(table) == ["anna", "ber.ta"]


def test_a_guest_gets_no_name_that_is_another_s(client: Client, table: Lobby) -> None:
    client.post(f"{address(table)}join", {"guest_name": "CalmOwl"})
    for name, sentence in (
        ("Anna", "That name is taken. Try another."),
        ("an.na", "Someone already has a very similar name. Try another."),
        ("admin", "That name is reserved."),
        ("", "This field is required."),
    ):
        answer = renamed(client, name)
        assert (answer.status_code, sentence in answer.content.decode()) == (422, True)
    assert seated(table) == ["anna", "CalmOwl"]


def test_a_name_that_is_taken_while_one_writes_is_reported(
    client: Client, table: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post(f"{address(table)}join", {"guest_name": "CalmOwl"})
    monkeypatch.setattr(services, "is_near_another", lambda _name: False)
    monkeypatch.setattr("allauth.account.internal.userkit.filter_users_by_username", nobody)
    answer = renamed(client, "an-na")
    assert (answer.status_code, seated(table)) == (422, ["anna", "CalmOwl"])
    assert "Someone has just taken that name" in answer.content.decode()


def test_whoever_has_an_account_keeps_their_name(client: Client) -> None:
    assert renamed(client, "Berta")["Location"] == "/my-games/"
    anna = make_user("anna")
    client.force_login(anna)
    assert client.get("/guest/name/").status_code == 302
    assert renamed(client, "Berta")["Location"] == "/my-games/"
    anna.refresh_from_db()
    assert anna.username == "anna"
    with pytest.raises(services.NotAGuest):
        services.rename_guest(user=anna, name="Berta")
