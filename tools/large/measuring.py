"""What pages and sweeps of a large site cost, and by which plans the database answers them."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.users.models import User
from config.celery import app
from games.matches.models import Match
from tools.bench.report import percentile
from tools.large import filling
from tools.large.plans import Plans

LOOKERS = 20  # people who look, drawn as those who play are: who plays more looks more
PROGRAMS = ("back-up", "drill")  # these tasks begin programs
AGAIN = 3  # times each of them looks


@dataclass(slots=True)
class Figures:
    """What one kind of look costs: seconds of each, statements of one, tables read whole."""

    seconds: list[float] = field(default_factory=list)
    statements: int = 0
    whole: dict[str, set[str]] = field(default_factory=dict)

    @property
    def p95(self) -> float:
        """Return what 95 of 100 looks don't exceed, in milliseconds."""
        return percentile(self.seconds, 0.95) * 1000

    @property
    def median(self) -> float:
        """Return what half of the looks don't exceed, in milliseconds."""
        return percentile(self.seconds, 0.5) * 1000


def measure(*, people: int, again: int = AGAIN) -> dict[str, Figures]:
    """Return the figures of every page and of every task that comes round by itself."""
    found: dict[str, Figures] = {}
    for name, look in [*_pages(people), *_tasks()]:
        figures = found.setdefault(name, Figures())
        for turn in range(again):
            if not turn:
                look()  # what is read once for each process is read
            began = time.perf_counter()
            look()
            figures.seconds.append(time.perf_counter() - began)
        plans = Plans()
        with plans.watching():
            look()
        figures.statements = max(figures.statements, plans.statements)
        for table, statements in plans.whole.items():
            figures.whole.setdefault(table, set()).update(statements)
    return found


def _pages(people: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield pages as those see them who play a lot, a little and hardly ever, and as strangers."""
    stranger = _client(None)
    yield "home, signed out", partial(_get, stranger, reverse("home"))
    yield "open tables, signed out", partial(_get, stranger, reverse("tables"))
    for turn in range(LOOKERS):
        user = filling.person(int(people * ((turn + 0.5) / LOOKERS) ** 2))
        client = _client(user)
        for name, url in _addresses(user):
            yield name, partial(_get, client, url)
    host = User.objects.filter(is_superuser=True).first()
    if host is not None:
        yield "the administrator's home", partial(_get, _client(host), reverse("host"))


def _addresses(user: User) -> Iterator[tuple[str, str]]:
    yield "home", reverse("home")
    yield "my games", reverse("my-games")
    yield "next turn", reverse("next-turn")
    yield "open tables", reverse("tables")
    yield "profile", reverse("profile", args=[user.username])
    yield "people", reverse("people")
    yield "finding people", reverse("people-find") + "?q=large-12"
    yield "notifications", reverse("notices")
    yield "scores", reverse("scores")
    yield "leagues", reverse("leagues")
    yield "a word", reverse("word", args=["otter"])
    for status in ("running", "finished"):
        matches = Match.objects.filter(seats__user=user, status=status).order_by("pk")
        match = matches.first()
        if match is not None:
            yield f"a {status} match", reverse("match", args=[match.public_id])


def _client(user: User | None) -> Client:
    client = Client(HTTP_HOST=settings.ALLOWED_HOSTS[0], REMOTE_ADDR="127.0.0.1")
    if user is not None:
        client.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
    return client


def _get(client: Client, url: str) -> None:
    answer = client.get(url, secure=settings.HTTPS)
    if answer.status_code not in (200, 302):
        raise RuntimeError(f"{url} answered {answer.status_code}")


def _tasks() -> Iterator[tuple[str, Callable[[], object]]]:
    app.loader.import_default_modules()
    for name, entry in app.conf.beat_schedule.items():
        if name not in PROGRAMS:
            yield f"task {name}", app.tasks[entry["task"]]
