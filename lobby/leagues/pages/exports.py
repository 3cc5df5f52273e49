"""A league to take away: results as CSV, all of a season as JSON, its dates for calendars."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from datetime import UTC, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.edge.links import site_link
from accounts.feeds import ical
from accounts.feeds.events import Event, Told, uid
from lobby.leagues.pages.answers import answered
from lobby.leagues.reading import boards, divisions, leagues, people
from lobby.leagues.reading import values as rows
from lobby.leagues.reading.divisions import Group, Meeting
from lobby.leagues.season import plan
from lobby.leagues.season.standings import standings
from lobby.leagues.season.values import How
from lobby.leagues.season.wording.steps import describe, outline

if TYPE_CHECKING:
    from datetime import datetime

    from lobby.leagues.models import Season

FORMAT = "tilepost-season/1"
LENGTH = timedelta(minutes=30)  # an event has to have a length
FRESH = 300  # seconds
COLUMNS = (
    "division", "round", "match", "purpose", "status", "decided", "due_at", "seat", "player",
    "place", "score", "points", "url",
)  # fmt: skip
BEFORE_DRAWING = ("planned", "registration", "check_in")


# --- CSV ------------------------------------------------------------------------------------------


@require_safe
@answered
@cache_control(public=True, max_age=FRESH)
def season_csv(_request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return all meetings of a season, a line for each seat, as RFC 4180 has it."""
    season = leagues.season_of(slug=slug, number=number)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for group in _groups(season):
        for meeting in group.meetings:
            writer.writerows(_lines(group, meeting))
    answer = HttpResponse(text.getvalue(), content_type="text/csv; charset=utf-8")
    name = f"{slug}-{number}.csv"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _groups(season: Season) -> Iterator[Group]:
    for division in divisions.divisions_of(season=season):
        group = divisions.group_of(season=season, level=division.level)
        if group is not None:
            yield group


def _lines(group: Group, meeting: Meeting) -> Iterator[tuple[Any, ...]]:
    level, which, number = meeting.key
    due_at = meeting.due_at.astimezone(UTC).isoformat() if meeting.due_at else ""
    worth = boards.worth(group, meeting) if meeting.over else ()
    for player, chair in enumerate(meeting.seats):
        place, score = (_known(value) for value in (chair.place, chair.score))
        points = worth[player] if worth else ""
        head = (level, which, number, meeting.purpose.value, meeting.status.value, meeting.how)
        url = site_link(meeting.address) if meeting.address else ""
        yield (*head, due_at, player + 1, chair.name, place, score, points, url)


def _known(value: int | None) -> int | str:
    return "" if value is None else value


# --- JSON -----------------------------------------------------------------------------------------


@require_safe
@answered
@cache_control(public=True, max_age=FRESH)
def season_json(_request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return all that is public of a season: rules, seed, places, meetings."""
    season = leagues.season_of(slug=slug, number=number)
    seed = None if season.phase in BEFORE_DRAWING else season.seed
    data = {
        "format": FORMAT,
        "league": season.league.name,
        "url": site_link(season.get_absolute_url()),
        "season": season.number,
        "phase": season.phase,
        "game": season.game,
        "options": season.options,
        "rules": season.rules,
        "zone": season.zone,
        "registration_at": season.registration_at,
        "check_in_at": season.check_in_at,
        "starts_at": season.starts_at,
        "ended_at": season.ended_at,
        "rounds": season.rounds,
        "seed": seed,
        "entrants": [_entrant(each) for each in people.entrants_of(season=season)],
        "divisions": [_division(group) for group in _groups(season)],
    }
    return JsonResponse(data, json_dumps_params={"indent": 1, "ensure_ascii": False})


def _entrant(row: Any) -> dict[str, Any]:
    return {
        "id": row.pk,
        "name": row.name,
        "standing": row.standing,
        "division": row.division.level if row.division else None,
        "seed": row.seed or None,
        "place": row.place,
        "next_division": row.next_level,
        "former": [{"name": one["name"], "until": one["until"]} for one in row.former],
    }


def _division(group: Group) -> dict[str, Any]:
    return {
        "level": group.row.level,
        "places": _places(group),
        "meetings": [_meeting(group, each) for each in group.meetings],
    }


def _places(group: Group) -> list[dict[str, Any]]:
    return [
        {
            "place": row.place,
            "entrant": row.entrant,
            "name": group.people[row.entrant].name,
            "points": row.points,
            "played": row.played,
            "won": row.won,
            "drawn": row.drawn,
            "lost": row.lost,
            "spread": row.spread,
            "left": row.left,
            "can_end": group.row.reach.get(str(row.entrant)),
        }
        for row in standings.table(group.value, group.row.level)
    ]


def _meeting(group: Group, meeting: Meeting) -> dict[str, Any]:
    _, which, number = meeting.key
    return {
        "round": which,
        "match": number,
        "purpose": meeting.purpose.value,
        "status": meeting.status.value,
        "entrants": [person.id for person in meeting.people],
        "decided": How(meeting.how).value if meeting.how else None,
        "places": list(meeting.places) if meeting.places else None,
        "scores": list(meeting.scores) if meeting.scores else None,
        "points": list(boards.worth(group, meeting)) if meeting.over else None,
        "due_at": meeting.due_at,
        "url": site_link(meeting.address) if meeting.address else None,
    }


# --- Calendar -------------------------------------------------------------------------------------


@require_safe
@answered
@cache_control(public=True, max_age=FRESH)
def league_calendar(_request: HttpRequest, slug: str) -> HttpResponse:
    """Return when a league's seasons open, begin, pair their rounds and end (RFC 5545)."""
    league = leagues.league_of(slug=slug)
    told = [
        told
        for season in leagues.seasons_of(league=league)
        if season.phase != "cancelled"
        for told in _events(season)
    ]
    told.sort(key=lambda one: (str(one.event.start), one.event.uid))
    body = ical.write(told, name=f"{settings.SITE_NAME}: {league.name}")
    answer = HttpResponse(body, content_type=ical.TYPE)
    answer["Content-Disposition"] = f'inline; filename="{slug}.ics"'
    return answer


def _events(season: Season) -> Iterator[Told]:
    """Yield the dates of a season; each step done tells programs that something may have moved."""
    done = [step for step in people.steps_of(season=season) if step.undone_at is None]
    changed_at = done[0].done_at if done else season.league.founded_at
    facts: list[tuple[str, datetime, Mapping[str, int]]] = [
        (step.key, step.due_at, step.counts) for step in reversed(done)
    ]
    if season.held_at is None and season.ended_at is None:
        upcoming = plan.upcoming(rows.value_of(season))
        facts += [(step.key, step.at, step.counts) for step in upcoming]
    league, link = season.league, site_link(season.get_absolute_url())
    for key, at, counts in facts:
        if key.partition(":")[0] not in ON_CALENDAR:
            continue
        start = at.astimezone(UTC).replace(microsecond=0)
        event = Event(
            uid=uid(f"league-{league.pk}-{season.number}-{key}"),
            start=start,
            end=start + LENGTH,
            summary=f"{league.name}: {outline(key, counts)}",
            description=f"{describe(key, counts)}.\n{link}",
            url=link,
        )
        yield Told(event, len(done), changed_at.astimezone(UTC).replace(microsecond=0))


ON_CALENDAR = ("registration", "check_in", "draw_up", "round", "finish")
