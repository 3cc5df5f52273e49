"""A season whose stored rules cannot be read is on hold, and says so; it is never passed over."""

import logging
from typing import Any

import pytest
from django.test import Client

from accounts.notices.models import Notification
from accounts.users.models import User
from lobby.leagues.acts import founding
from lobby.leagues.acts import players as services
from lobby.leagues.acts.running import runner
from lobby.leagues.mails.mails import season_mail
from lobby.leagues.models import LedgerEntry, Season
from lobby.leagues.reading.agreed import Unreadable
from tests.conftest import Build
from tests.factories import make_user
from tests.lobby.leagues.pages.test_pages import words_of
from tests.lobby.leagues.site import DAY, begin, end_match, found, running, season_of
from tests.size import runs

pytestmark = pytest.mark.django_db
BROKEN: list[dict[str, Any]] = [
    {"rules": {"unheard_of": 1}},
    {"rules": {"round_days": "soon"}},
    {"rules": [1]},
    {"options": {"unheard_of": 1}},
]


def build() -> int:
    """Begin a season run by two with a referee; return its id."""
    organiser = make_user("organiser")
    league = found(organiser, name="The Tuesday League")
    season, _ = begin(season_of(league), 4)
    facts: dict[str, Any] = {"league_id": league.pk, "user": organiser, "reason": "They help"}
    for name, role in (("helper", "co_organiser"), ("judge", "referee")):
        founding.appoint(other=make_user(name), role=role, now=season.starts_at, **facts)
    return season.pk


@pytest.fixture(scope="module")
def begun(lasting: Build) -> int:
    return lasting(build)


@pytest.fixture
def season(begun: int) -> Season:
    """A season that is played."""
    return Season.objects.get(pk=begun)


@pytest.fixture
def organiser(begun: int) -> User:
    return User.objects.get(username="organiser")


def break_it(season: Season, broken: dict[str, Any]) -> dict[str, Any]:
    """Store what cannot be read; return what stood there."""
    before = {name: getattr(season, name) for name in broken}
    Season.objects.filter(pk=season.pk).update(**broken, next_at=season.starts_at)
    return before


def told(season: Season) -> list[str]:
    notices = Notification.objects.filter(ref__notice="unreadable", ref__season=season.pk)
    return sorted(notice.user.username for notice in notices)


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    ours = [one for one in caplog.records if one.name == "lobby.leagues.acts.running.runner"]
    return [one.getMessage() for one in ours if one.levelno >= logging.ERROR]


@pytest.mark.parametrize("broken", BROKEN)
def test_it_is_put_on_hold_once_and_its_organisers_are_told(
    season: Season, broken: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    break_it(season, broken)
    now = season.starts_at + DAY
    for minute in range(3):
        runner.run_due(now=now + minute * DAY)
        runner.run(season_id=season.pk, now=now + minute * DAY)
    season.refresh_from_db()
    assert (season.held_at, season.unreadable_at, season.next_at) == (now, now, None)
    assert told(season) == ["helper", "organiser"]
    (line,) = errors(caplog)
    assert line.startswith(f"season {season.pk} cannot be read and is on hold: ")
    entry = LedgerEntry.objects.get(kind="unreadable")
    assert (entry.by_name, entry.reason, entry.data) == ("", "", {"season": 1})
    assert str(entry.text) == "The site put season 1 on hold"
    shown = browser().get("/leagues/the-tuesday-league/ledger/")
    assert "We can't read this season's rules just now." in words_of(shown)


def test_the_mail_links_to_where_it_can_go_on(season: Season) -> None:
    break_it(season, BROKEN[0])
    runner.run(season_id=season.pk, now=season.starts_at)
    notice = Notification.objects.get(ref__notice="unreadable", user__username="organiser")
    mail = season_mail(notice, season.starts_at)
    assert (mail.subject, mail.link) == (
        "On hold: The Tuesday League",
        "/leagues/the-tuesday-league/1/plan/",
    )


def browser(user: User | None = None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


@pytest.mark.parametrize("broken", BROKEN[:: runs(1, quick=3)])
def test_the_pages_say_so(season: Season, organiser: User, broken: dict[str, Any]) -> None:
    break_it(season, broken)
    player = season.entrants.first().user
    league = "/leagues/the-tuesday-league/"
    for client in (browser(), browser(player), browser(organiser)):
        page = client.get(league)
        assert page.status_code == 200
        assert "We can't read the rules of season 1 just now." in words_of(page)
        assert client.get("/my-games/").status_code in (200, 302)
        assert client.get("/leagues/").status_code == 200
        for address in ("1/", "1/plan/", "1/embed/", "1/results.csv", "1/season.json"):
            answer = client.get(league + address)
            assert answer.status_code in (200, 503)
            # What went wrong is kept by nobody, and framed by nobody.
            if answer.status_code == 503:
                assert "public" not in answer.get("Cache-Control", "")
                assert "frame-ancestors *" not in answer["Content-Security-Policy"]
        for address in ("calendar.ics", "run/", "run/rules/", "ledger/"):
            assert client.get(league + address).status_code in (200, 302, 403, 503)
    for act in ("leave", "check_in", "excuse", "claim", "join_substitutes"):
        facts = {"act": act, "season": "1", "round": "1", "fixture": "1"}
        assert browser(player).post(f"{league}act", facts).status_code in (302, 503)


@pytest.mark.parametrize("broken", BROKEN)
def test_once_it_is_on_hold_the_pages_say_since_when(
    season: Season, organiser: User, broken: dict[str, Any]
) -> None:
    break_it(season, broken)
    runner.run_due(now=season.starts_at)
    league = "/leagues/the-tuesday-league/"
    for client, may_run in ((browser(), False), (browser(organiser), True)):
        front, plan = client.get(league), client.get(f"{league}1/plan/")
        for page in (front, plan, client.get(f"{league}1/")):
            assert "Season 1 has been on hold since" in words_of(page)
        assert (b'value="go_on"' in plan.content) == may_run


def test_rules_of_the_league_itself_that_cannot_be_read_are_no_fault_of_the_page(
    season: Season,
) -> None:
    league = season.league
    type(league).objects.update(rules={"unheard_of": 1})
    page = browser().get(league.get_absolute_url())
    assert (page.status_code, "We can't read these rules just now." in words_of(page)) == (
        200,
        True,
    )


def test_an_organiser_lets_it_go_on_once_it_can_be_read(
    season: Season, organiser: User, caplog: pytest.LogCaptureFixture
) -> None:
    for fixture in running(season):
        end_match(fixture, loser=0, now=season.starts_at)
    before = break_it(season, BROKEN[0])
    runner.run(season_id=season.pk, now=season.starts_at)
    client, plan = browser(organiser), "/leagues/the-tuesday-league/1/plan/"
    page = client.get(plan)
    assert (page.status_code, b'value="go_on"' in page.content) == (503, True)
    act = {"act": "go_on", "reason": "It is mended"}
    refused = words_of(client.post(f"{plan}act", act, follow=True))
    assert "We still can't read this season's rules." in refused
    season.refresh_from_db()
    assert season.held_at is not None

    Season.objects.update(**before)
    assert "The season has resumed." in client.post(f"{plan}act", act, follow=True).content.decode()
    season.refresh_from_db()
    assert (season.held_at, season.unreadable_at) == (None, None)
    runner.run(season_id=season.pk, now=season.starts_at)
    assert season.fixtures.filter(status="over").count() == 2
    break_it(season, BROKEN[0])  # and another fault is told of anew
    runner.run(season_id=season.pk, now=season.starts_at + DAY)
    assert (told(season), len(errors(caplog))) == (
        ["helper", "helper", "organiser", "organiser"],
        2,
    )


def test_a_place_whose_account_is_gone_is_not_passed_over(season: Season) -> None:
    entrant = season.entrants.order_by("pk").first()
    entrant.user.delete()
    break_it(season, BROKEN[0])
    with pytest.raises(Unreadable):
        runner.step(season.pk, season.starts_at)
    entrant.refresh_from_db()
    assert entrant.standing == "playing"


def test_settings_of_the_table_that_cannot_be_read_hold_a_season_that_is_to_begin(
    organiser: User,
) -> None:
    season = season_of(found(organiser, name="The Tuesday League"))
    break_it(season, {})
    runner.run(season_id=season.pk, now=season.registration_at)
    for _ in range(4):
        services.register(
            season_id=season.pk, user=make_user(), agreed=True, now=season.registration_at
        )
    Season.objects.update(options={"unheard_of": 1}, rules={**season.rules, "check_in_days": 0})
    runner.run(season_id=season.pk, now=season.starts_at)
    season.refresh_from_db()
    assert (season.unreadable_at, told(season)) == (season.starts_at, ["organiser"])
