"""The calendar of a person's deadlines, for the programs that fetch it by its secret address.

It tells what the list of your own games tells, and nothing about any position.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.http import http_date, parse_http_date_safe, quote_etag
from django.utils.translation import gettext
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from accounts.edge.clock import read_clock
from accounts.edge.languages import speaking_to
from accounts.edge.links import site_link
from accounts.feeds import ical
from accounts.feeds import services as feeds
from accounts.feeds.events import Event, digest_of, uid
from accounts.feeds.models import CalendarFeed
from games.core.clock import Pace
from games.matches import reading
from games.matches.reading import Row

HOUR = 3600  # seconds
MOST_AN_HOUR = 60  # programs ask every few minutes at most, and some have several devices
LENGTH = timedelta(minutes=30)  # an event begins when the time ends, and has to have a length


@require_safe
def calendar(request: HttpRequest, key: str) -> HttpResponse:
    """Return a person's calendar; its address needs no login and shows nothing else."""
    feed = feeds.find(key=key)
    if feed is None:
        return _refusal(gettext("There's no such calendar."), status=404)
    if _asks_too_often(feed):
        return _refusal(
            gettext("You've asked for that too often. Try again in an hour."), status=429
        )
    now = read_clock()
    with speaking_to(feed.user):
        found = list(events(feed, now=now))
    told = feeds.tell(feed=feed, events=found, now=now)
    body = ical.write(told, name=f"{settings.SITE_NAME}: {feed.user.display_name}")
    assert feed.changed_at is not None  # noqa: S101 - something was told
    return _answer(request, body, feed.changed_at)


def _refusal(text: str, *, status: int) -> HttpResponse:
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain; charset=utf-8")


def _asks_too_often(feed: CalendarFeed) -> bool:
    """Count the requests of a calendar within the hour; without a cache nobody is refused."""
    key = f"calendar:{feed.pk}"
    try:
        cache.add(key, 0, HOUR)
        return cache.incr(key) > MOST_AN_HOUR
    except (RedisError, ValueError):  # ValueError: the hour has just ended
        return False


def _answer(request: HttpRequest, body: bytes, changed_at: datetime) -> HttpResponse:
    """Return the calendar, or that it is as it was."""
    etag = quote_etag(digest_of(body))
    answer = HttpResponse(body, content_type=ical.TYPE)
    if _is_known(request, etag, changed_at):
        answer = HttpResponse(status=304)
    else:
        answer["Content-Disposition"] = 'inline; filename="deadlines.ics"'
    answer["ETag"] = etag
    answer["Last-Modified"] = http_date(changed_at.timestamp())
    answer["Cache-Control"] = "private, no-cache"
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _is_known(request: HttpRequest, etag: str, changed_at: datetime) -> bool:
    """Tell whether a program has the calendar as it is (RFC 9110, 13.2.2)."""
    if tags := request.headers.get("If-None-Match"):
        return etag in [tag.strip().removeprefix("W/") for tag in tags.split(",")]
    since = parse_http_date_safe(request.headers.get("If-Modified-Since", ""))
    return since is not None and int(changed_at.timestamp()) <= since


def events(feed: CalendarFeed, *, now: datetime) -> Iterator[Event]:
    """Yield when a person's time runs out and, if they like, when they rest."""
    for row in reading.my_running(user_id=feed.user_id):
        if (due_at := _due(row)) is not None:
            yield _deadline(feed, row, due_at)
    if feed.with_rest:
        yield from feeds.rest_events(user=feed.user, now=now)


def _due(row: Row) -> datetime | None:
    """Return when the reader's time runs out at a table, if it runs for them and for days."""
    match = row.match
    if match.quarantined_at:
        return None
    if match.duel is not None:
        return None if match.duel.is_open else match.duel.closes_at
    slow = match.pace == Pace.CORRESPONDENCE and not match.timer.sitting_at
    return row.deadline_at if slow and row.my_turn else None


def _deadline(feed: CalendarFeed, row: Row, due_at: datetime) -> Event:
    match, due_at = row.match, due_at.astimezone(UTC).replace(microsecond=0)
    player = next(s.player for s in match.seats.all() if s.user_id == feed.user_id)
    link = site_link(match.get_absolute_url())
    until = date_format(due_at.astimezone(feed.user.zone), "l j F, H:i")
    summary, description = _words(is_duel=match.duel is not None)
    when = description % {"time": until, "zone": feed.user.time_zone}
    return Event(
        uid=uid(f"match-{match.public_id}-{player}"),
        start=due_at,
        end=due_at + LENGTH,
        summary=summary % {"table": _table(row)},
        description=f"{when}\n{link}",
        url=link,
        alarm=feed.alarm,
    )


def _words(*, is_duel: bool) -> tuple[str, str]:
    """Return how a deadline is called, and what it says."""
    if is_duel:
        said = gettext("The duel closes on %(time)s (%(zone)s).")
        return gettext("The duel closes: %(table)s"), said
    said = gettext("Your time runs out on %(time)s (%(zone)s).")
    return gettext("Your time runs out: %(table)s"), said


def _table(row: Row) -> str:
    if not row.opponents:
        return row.title
    return gettext("%(game)s with %(others)s") % {"game": row.title, "others": row.opponents}
