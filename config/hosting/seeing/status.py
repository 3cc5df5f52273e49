"""The page on which a host sees how the site is."""

import dataclasses
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import person_of
from config.hosting.seeing import signs, storage, vitals
from config.hosting.seeing.signs import JOBS, Sign, State
from config.hosting.seeing.vitals import Vitals
from config.version import VERSION
from games.matches.reading import census
from lobby.home.host import machine

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST_TABLES, MOST_OUTAGES = 8, 6


@dataclasses.dataclass(frozen=True, slots=True)
class Job:
    """A periodic job: how often it should run, and when it did."""

    title: "StrOrPromise"
    every: str
    ago: str
    is_late: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Process:
    """A process that serves pages: its number, its machine, and when it was last heard."""

    number: int
    node: str
    version: str
    ago: str
    is_silent: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Gap:
    """A time in which players could not reach the site, or one ``process`` of it."""

    began_at: datetime
    lasted: str
    process: int | None


@require_safe
@never_cache
def status(request: HttpRequest) -> HttpResponse:
    """Show how the site is, to superusers alone."""
    if not person_of(request).is_superuser:
        raise PermissionDenied
    now = read_clock()
    found, load, versions = vitals.look(now=now), census.load(), machine.versions()
    groups = [
        signs.reach(found, database=versions.postgresql, broker=versions.valkey),
        signs.work(found, load),
        signs.safety(found),
    ]
    tables = storage.largest(limit=MOST_TABLES)
    context = {
        "now": now,
        "groups": groups,
        "state": worst([one for group in groups for one in group]),
        "to_look_at": [one for group in groups for one in group if one.state != State.GOOD],
        "running": load.running,
        "processes": processes(now),
        "jobs": jobs(found),
        "size": storage.size(),
        "tables": [(one, max(1, round(100 * one.size / tables[0].size))) for one in tables],
        "gaps": gaps(),
        "versions": versions,
        "version": VERSION,
    }
    return render(request, "host/status.html", context)


def worst(every: list[Sign]) -> State:
    """Return how the site is as a whole."""
    states = {one.state for one in every}
    return next((one for one in (State.BAD, State.LOOK) if one in states), State.GOOD)


def processes(now: datetime) -> list[Process]:
    """Return the processes that serve pages."""
    return [
        Process(
            one.pk,
            one.node or _("a machine without a name"),
            one.version,
            signs.span(now - one.beat_at),
            now - one.beat_at > vitals.SILENCE,
        )
        for one in census.processes()
    ]


def jobs(found: Vitals) -> list[Job]:
    """Return the periodic jobs, those that run most often first."""
    rows = [
        (vitals.periods().get(name, timedelta.max), name, at) for name, at in found.swept.items()
    ]
    return [
        Job(
            JOBS.get(name, name),
            "" if every == timedelta.max else signs.span(every),
            signs.span(found.now - at),
            found.is_late(name, at),
        )
        for every, name, at in sorted(rows)
    ]


def gaps() -> list[Gap]:
    """Return when players could not reach the site, the latest first."""
    return [
        Gap(one.began_at, signs.span(one.ended_at - one.began_at), one.process)
        for one in census.outages(limit=MOST_OUTAGES)
    ]
