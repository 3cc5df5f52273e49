"""How fast a large league is: its season begun, looked at when nothing is due, and its page read.

The season is the site's own: made by its services, with a made-up clock, in a database that is
thrown away. The running site's own workers find the season as well, and lend a hand.
"""

import time
from datetime import datetime, timedelta
from http import HTTPStatus
from urllib.parse import urlsplit

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import get_user_model  # noqa: E402
from django.db import transaction  # noqa: E402
from django.db.models import F  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from accounts.edge.clock import read_clock  # noqa: E402
from accounts.users.models import User  # noqa: E402
from games.core.clock import Form, Pace, TimeControl  # noqa: E402
from games.core.table import options  # noqa: E402
from games.core.table.agreement import usual_at  # noqa: E402
from games.matches.models.agreement import columns  # noqa: E402
from lobby.leagues.acts import founding  # noqa: E402
from lobby.leagues.acts.running import runner  # noqa: E402
from lobby.leagues.models import Entrant, Fixture, Season  # noqa: E402
from lobby.leagues.season.rules import Format, Rules, Schedule  # noqa: E402
from lobby.leagues.season.values import Standing  # noqa: E402
from tools.bench.report import percentile  # noqa: E402

MEMBERS, DIVISION = 500, 16
SLOW = TimeControl(Pace.CORRESPONDENCE, 2 * 86400, 86400, Form.PER_TURN)
LOOKS = 5

# Who came which in a meeting that is over, by the number of its row.
PLACES = ([1, 1], [2, 1], [2, 1], [1, 2], [1, 2])


def measure(*, quick: bool = False) -> dict[str, float]:
    """Return seconds of the start and of an idle look, ms (median) of the season's page.

    The page is read once for each division after a change of it, and then again and again.
    """
    members = DIVISION // 2 if quick else MEMBERS
    season = _season(members, read_clock())
    began = time.perf_counter()
    runner.run(season_id=season.pk, now=season.starts_at)
    started = time.perf_counter() - began
    waiting = season.fixtures.filter(status="running", lobby__isnull=True)
    assert not waiting.exists()
    began = time.perf_counter()
    runner.run_due(now=season.starts_at + timedelta(minutes=1))
    idle = time.perf_counter() - began
    _play(season)
    anew, again = _pages(season)
    return {
        "league_matches": Fixture.objects.filter(season=season, lobby__isnull=False).count(),
        "league_start_s": started,
        "league_idle_s": idle,
        "league_page_new_ms": anew,
        "league_page_ms": again,
    }


def _season(members: int, now: datetime) -> Season:
    """Return a season in which so many are registered, all matches of which begin at once."""
    people = get_user_model().objects.bulk_create(
        User(username=f"League{number}", email=f"league{number}@example.org")
        for number in range(members)
    )
    rules = Rules(
        format=Format.DOUBLE_ROUND_ROBIN,
        schedule=Schedule.AT_ONCE,
        division_ideal=DIVISION,
        check_in_days=0,
    )
    with transaction.atomic():
        league = founding.create(
            "The league that is measured",
            game="tilekingdom",
            options={},
            rules=options.write(rules),
            zone="UTC",
            founded_at=now,
            **columns(SLOW, usual_at(Pace.CORRESPONDENCE)),
        )
        starts_at = now + timedelta(days=30)
        instants = (now + timedelta(days=20), starts_at, starts_at)
        season = founding.plan_season(league, number=1, instants=instants, now=now)
        Entrant.objects.bulk_create(
            Entrant(
                season=season,
                user=one,
                name=one.display_name,
                standing=Standing.REGISTERED,
                rating=float(number),
                joined_at=now,
                agreed_at=now,
            )
            for number, one in enumerate(people)
        )
    return season


def _play(season: Season) -> None:
    """Have seven in ten meetings over, as if they had been played."""
    numbered = season.fixtures.annotate(tenth=F("id") % 10, fifth=F("id") % 5)
    for number, places in enumerate(PLACES):
        numbered.filter(tenth__lt=7, fifth=number).update(
            status="over", how="played", ended_at=read_clock(), scores=[50, 40], places=places
        )


def _pages(season: Season) -> tuple[float, float]:
    """Return the ms (median) of the season's page, for each division first and again."""
    browser = Client(headers={"host": urlsplit(settings.SITE_URL).netloc})
    path = reverse("season", args=[season.league.slug, season.number])
    levels = list(season.divisions.values_list("level", flat=True))
    anew = [_seconds(browser, path, level) for level in levels]
    again = [_seconds(browser, path, level) for level in levels for _ in range(LOOKS)]
    return 1000 * percentile(anew, 0.5), 1000 * percentile(again, 0.5)


def _seconds(browser: Client, path: str, level: int) -> float:
    begin = time.perf_counter()
    answer = browser.get(path, {"division": level}, secure=settings.SECURE_SSL_REDIRECT)
    seconds = time.perf_counter() - begin
    assert answer.status_code == HTTPStatus.OK
    return seconds
