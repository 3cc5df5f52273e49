"""Who can see and do what in leagues: every page and every act, for every role there is."""

import contextlib
import copy
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.users.models import User
from lobby.clubs import urls as clubs_urls
from lobby.leagues.acts import founding, substitutes
from lobby.leagues.models import Entrant, Fixture, LedgerEntry, Season
from lobby.leagues.pages import desk
from lobby.leagues.pages import players as deeds
from lobby.leagues.reading.access import POWERS, Power
from lobby.leagues.urls import urlpatterns
from tests.conftest import Build
from tests.factories import make_user
from tests.lobby.leagues import site

pytestmark = pytest.mark.django_db

VISITOR, GUEST, STRANGER, PLAYER = "visitor", "guest", "stranger", "player"
REFEREE, HELPER, ORGANISER = "referee", "co_organiser", "organiser"
ROLES = (VISITOR, GUEST, STRANGER, PLAYER, REFEREE, HELPER, ORGANISER)
OPEN = dict.fromkeys(ROLES, 200)
WITH_ACCOUNT = OPEN | {VISITOR: 302}
FOUNDING = WITH_ACCOUNT | {GUEST: 403}
RUNNING = dict.fromkeys(ROLES, 403) | {VISITOR: 302, REFEREE: 200, HELPER: 200, ORGANISER: 200}

PAGES = {
    "leagues": OPEN,
    "league-new": FOUNDING,
    "league": OPEN,
    "league-ledger": OPEN,
    "league-calendar": OPEN,
    "league-run": RUNNING,
    "league-change": RUNNING | {REFEREE: 403},
    "season": OPEN,
    "season-embed": OPEN,
    "season-plan": OPEN,
    "season-csv": OPEN,
    "season-json": OPEN,
    "clubs": OPEN,
    "club-new": WITH_ACCOUNT,  # a guest reads there how to get an account
}
DEED_PAGES = {"league-act", "league-rule", "season-act"}
CLUB_PAGES = {"club", "club-describe", "club-act"}  # in test_clubs

NEEDED = {
    "accept": Power.PEOPLE, "refuse": Power.PEOPLE, "remove": Power.PEOPLE, "move": Power.PEOPLE,
    "substitute": Power.PEOPLE, "settle": Power.RULE, "annul": Power.RULE, "time": Power.RULE,
    "announce": Power.SAY, "postpone": Power.CHANGE, "start": Power.CHANGE,
    "appoint": Power.APPOINT, "code": Power.CHANGE, "close": Power.APPOINT,
}  # fmt: skip
OF_THE_SEASON = ("hold", "go_on", "undo")


class Scene:
    """A league with everybody it takes, in its first round."""

    def __init__(self) -> None:
        self.people: dict[str, User | None] = {VISITOR: None}
        for role in ROLES[1:]:
            self.people[role] = make_user(role, is_guest=role == GUEST)
        organiser = self.people[ORGANISER]
        self.league = site.found(organiser)
        for role in (REFEREE, HELPER):
            founding.appoint(
                league_id=self.league.pk, user=organiser, other=self.people[role], role=role,
                reason="They help", now=site.NOW,
            )  # fmt: skip
        others = [make_user() for _ in range(5)]
        self.season, _ = site.begin(site.season_of(self.league), [self.people[PLAYER], *others])
        self.substitute = make_user("substitute")
        now = self.season.starts_at
        substitutes.offer(season_id=self.season.pk, user=self.substitute, now=now)
        self.clients = {role: Client() for role in ROLES}
        for role, user in self.people.items():
            if user is not None:
                self.clients[role].force_login(user)

    def address(self, name: str) -> str:
        slug, number = self.league.slug, self.season.number
        for args in ([], [slug], [slug, number]):
            with contextlib.suppress(Exception):
                return reverse(name, args=args)
        raise AssertionError(name)


@pytest.fixture(scope="module")
def lasting_scene(lasting: Build) -> Scene:
    """The scene, made once for all tests: each test undoes what it changes."""
    return lasting(Scene)


@pytest.fixture
def scene(lasting_scene: Scene, db: None, monkeypatch: pytest.MonkeyPatch) -> Scene:
    made = copy.copy(lasting_scene)
    made.league, made.season = (copy.copy(each) for each in (made.league, made.season))
    monkeypatch.setattr(timezone, "now", lambda: made.season.starts_at)
    return made


@contextlib.contextmanager
def taken_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_every_page_of_leagues_is_in_the_table() -> None:
    names = {part.name for part in (*urlpatterns, *clubs_urls.urlpatterns)}
    assert names == {*PAGES, *DEED_PAGES, *CLUB_PAGES}
    assert {*NEEDED} == {*desk.DEEDS}


def test_pages_open_for_the_people_they_are_for(scene: Scene) -> None:
    seen = {
        name: {role: scene.clients[role].get(scene.address(name)).status_code for role in ROLES}
        for name in PAGES
    }
    assert seen == PAGES


def said(scene: Scene) -> dict[str, Any]:
    """Return what the forms of the desk send, for all of them at once."""
    match = Fixture.objects.filter(season=scene.season, status="running").first()
    assert match is not None
    entrant = Entrant.objects.filter(season=scene.season).last()
    assert entrant is not None
    return {
        "season": scene.season.number, "entrant": entrant.pk, "level": 1, "match": match.pk,
        "name": "substitute", "role": "referee", "days": 2, "place_0": 1, "place_1": 2,
        "text": "Well played", "starts_on": "2026-04-20", "reason": "So it was agreed",
    }  # fmt: skip


def facts() -> list[Any]:
    """Return all that a deed of those who run a league can change."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (Season, Entrant, Fixture, LedgerEntry)
    ]


def test_deeds_of_the_desk_are_for_those_who_have_the_power(scene: Scene) -> None:
    data, before = said(scene), facts()
    for act, power in NEEDED.items():
        for role in ROLES:
            with taken_back():
                answer = scene.clients[role].post(
                    scene.address("league-rule"), {"act": act, **data}
                )
                may = power in POWERS.get(role, ())
                expected = 302 if may or role == VISITOR else 403
                assert (act, role, answer.status_code) == (act, role, expected)
                assert may or facts() == before


def test_deeds_of_the_season_are_for_those_who_have_the_power(scene: Scene) -> None:
    before = facts()
    for act in OF_THE_SEASON:
        for role in ROLES:
            with taken_back():
                data = {"act": act, "reason": "We wait for the words"}
                answer = scene.clients[role].post(scene.address("season-act"), data)
                may = Power.RUN in POWERS.get(role, ())
                expected = 302 if may or role == VISITOR else 403
                assert (act, role, answer.status_code) == (act, role, expected)
                assert may or facts() == before


def test_a_referee_does_not_decide_about_their_own_match(scene: Scene) -> None:
    founding.appoint(
        league_id=scene.league.pk, user=scene.people[ORGANISER], other=scene.people[PLAYER],
        role="referee", reason="We need one", now=site.NOW,
    )  # fmt: skip
    own = Fixture.objects.get(
        season=scene.season, status="running", seats__entrant__user=scene.people[PLAYER]
    )
    data = said(scene) | {"act": "settle", "match": own.pk}
    answer = scene.clients[PLAYER].post(scene.address("league-rule"), data)
    assert answer.status_code == 403
    assert "playing in this match, so someone else" in answer.content.decode()


def test_what_players_do_is_for_players(scene: Scene) -> None:
    before = facts()
    for act in deeds.DEEDS:
        for role in (VISITOR, GUEST):
            data = {"act": act, "season": 1, "round": 2, "fixture": 1, "agreed": "on"}
            answer = scene.clients[role].post(scene.address("league-act"), data)
            assert answer.status_code == 302
            assert ("login" in answer["Location"]) == (role == VISITOR)
            assert facts() == before


def test_what_cannot_be_read_changes_nothing(scene: Scene) -> None:
    before = facts()
    client = scene.clients[ORGANISER]
    for data in ({}, {"act": "nonsense"}, {"act": "settle", "match": "9" * 30},
                 {"act": "remove", "season": "x"}, {"act": "time", "match": "-1"},
                 {"act": "move", "season": "1", "entrant": "99999999"}):  # fmt: skip
        answer = client.post(scene.address("league-rule"), data, follow=True)
        assert answer.status_code == 200
        assert "notice-error" in answer.content.decode()
    assert client.post(scene.address("season-act"), {"act": "nonsense"}).status_code == 302
    assert facts() == before
