"""Staff can sit at a table themselves, so the administration shows them nothing hidden."""

import shutil
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts.notices import outbox
from games.core.clock import Pace
from games.matches import play
from games.matches.admin import MatchAdmin
from games.matches.models import Match, Move, Seat
from lobby.tables.models import Lobby
from tests.factories import NOW, make_match, make_user, seconds
from tests.games.matches.pages.secrecy.positions import Case, Stored, cases, standing
from tests.games.matches.pages.secrecy.seen import Seen, bytes_of, differences, get
from tests.games.words.loaded import load_words
from tests.size import runs

pytestmark = pytest.mark.django_db

# What those who look after the site are told of it, besides.
WATCHED, KNOWS = ("/health/ready", "/metrics"), {"authorization": "Bearer secret"}
POSITIONS = runs(4, quick=1)
LOOKUPS = ("", "__isnull", "__icontains", "__0__gt")
EACH = runs(1, quick=len(LOOKUPS))  # each field is asked for in one of so many ways
OWN = [model for app in ("matches", "tables") for model in apps.get_app_config(app).get_models()]
SHOWN = [model for model in OWN if admin.site.is_registered(model)]


@pytest.fixture
def staff(db: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Client:
    settings.METRICS_TOKEN = "secret"
    # What is left of the disk differs between two looks.
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=2**40))
    client = Client()
    client.force_login(make_user("host", is_staff=True, is_superuser=True))
    return client


def desk(case: Case, stored: Stored, staff: Client) -> Seen:
    """Return all lists of the administration, and the page of every row of a match."""
    with standing(case.table, stored):
        watched = {url: bytes_of(staff.get(url, headers=KNOWS)) for url in WATCHED}
        return watched | get(staff, *map(list_url, SHOWN), *map(row_url, rows_shown()))


def rows_shown() -> list[Any]:
    return [row for model in SHOWN for row in model.objects.order_by("-pk")[:5]]


def list_url(model: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def row_url(row: Any) -> str:
    meta = row._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])


def test_no_byte_of_the_administration_gives_away_what_is_hidden(
    hiding: str, staff: Client
) -> None:
    """What a spectator can't tell apart, staff can't either."""
    for case in cases(hiding, POSITIONS, spectators=True):
        seen = [desk(case, stored, staff) for stored in (case.stored, case.twin)]
        assert differences(*seen) == {}
        assert {page[:3] for page in seen[0].values()} == {b"200"}


def test_a_position_that_is_shown_would_be_found(
    one_hiding: str, staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MatchAdmin, "fields", (*MatchAdmin.fields, "state"))
    (case, *_) = cases(one_hiding, 1, spectators=True)
    seen = [desk(case, stored, staff) for stored in (case.stored, case.twin)]
    assert list(differences(*seen)) == [row_url(case.table.match)]


@pytest.mark.parametrize("model", SHOWN)
def test_only_what_the_list_offers_can_be_asked_for(staff: Client, model: Any) -> None:
    """If a filter found the match, that would show whether a hidden hand holds a letter."""
    offered = set(admin.site.get_model_admin(model).list_filter)
    names = {field.name for field in model._meta.concrete_fields}
    for turn, lookup in enumerate(LOOKUPS):
        asked = {name for number, name in enumerate(sorted(names)) if number % EACH == turn % EACH}
        answers = {name: staff.get(list_url(model), {name + lookup: "1"}) for name in asked}
        refused = {name for name, answer in answers.items() if answer.status_code == 400}
        assert refused == asked - offered


@pytest.mark.parametrize(
    "question",
    [
        "secret__secret",
        "moves__action__icontains",
        "seats__present_until",
        "match__state__icontains",
    ],
)
def test_no_way_leads_round_by_other_tables(staff: Client, question: str) -> None:
    make_match()
    for model in (Match, Move, Lobby):
        assert staff.get(list_url(model), {question: "1"}).status_code == 400


def test_only_superusers_and_those_allowed_see_anything() -> None:
    client = Client()
    client.force_login(make_user("clerk", is_staff=True))
    make_match()
    assert [client.get(list_url(model)).status_code for model in SHOWN] == [403] * len(SHOWN)


def test_a_mail_that_shows_a_hand_is_for_its_reader_alone(
    staff: Client, settings: Any, small_pictures: None
) -> None:
    settings.EMAIL_BACKEND = "accounts.notices.delivery.kept_mails.Backend"
    load_words(["cat"])
    people = [make_user(is_superuser=True), make_user(is_superuser=True)]
    match = make_match(*people, game="upwords", pace=Pace.CORRESPONDENCE, budget=86_400)
    Seat.objects.filter(match=match).update(present_until=None)
    assert outbox.deliver(now=NOW + seconds(300)) == 1
    (mail,) = staff.get("/outbox/").context["mails"]
    pages = [f"/outbox/{mail.id}/{part}" for part in ("", "page/", "0.png")]
    reader = Client()
    reader.force_login(people[match.to_move])
    assert [reader.get(page).status_code for page in pages] == [200, 200, 200]
    assert [staff.get(page).status_code for page in pages] == [200, 404, 404]
    told = staff.get(pages[0]).content.decode()
    assert "nobody else can read it until the match is over" in told
    assert 'class="letter-text"' not in told
    assert "<iframe" not in told
    play.resign(match_id=match.pk, player=0, now=NOW + seconds(600))
    assert [staff.get(page).status_code for page in pages] == [200, 200, 200]
    assert "<iframe" in staff.get(pages[0]).content.decode()
