"""The figures of the site for Prometheus, at /metrics, for those who know METRICS_TOKEN."""

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import Metric

from accounts.edge.clock import read_clock
from config.hosting.seeing import vitals
from config.meters import telling
from config.version import VERSION
from games.matches.reading import census


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Tell the figures of the whole site, whichever of its processes is asked."""
    if not settings.METRICS_TOKEN:
        raise Http404
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if kind != "Bearer" or not constant_time_compare(token, settings.METRICS_TOKEN):
        refusal = HttpResponse("unauthorized\n", status=401, content_type="text/plain")
        refusal["WWW-Authenticate"] = "Bearer"
        return refusal
    told = telling.text(now=read_clock(), more=levels())
    return HttpResponse(told, content_type=telling.KIND)


def levels() -> Iterator[Metric]:
    """Yield what is so now, of the whole site; a handful of short statements."""
    found, load = vitals.look(now=read_clock()), census.load()

    def age(at: datetime | None) -> float | None:
        past = found.age(at)
        return None if past is None else past.total_seconds()

    def waited(at: datetime | None) -> float:
        return age(at) or 0.0

    yield _gauge("info", "The version of the site.", 1, version=VERSION)
    # Without a backup there is no age of one: `absent()` tells.
    for name, words, value in (
        ("broker_up", "Whether Redis answers.", found.broker),
        ("maintenance", "Whether the site is closed for maintenance.", found.maintenance),
        ("web_processes", "Processes that serve pages.", found.processes),
        ("matches_running", "Matches that are being played.", load.running),
        ("computer_turns", "Turns that computer players have yet to take.", load.computers),
        ("computer_turn_oldest_seconds", "Age of the oldest.", waited(load.computers_since)),
        ("deadlines_overdue", "Turns whose time is up.", found.overdue),
        ("deadline_oldest_seconds", "Since the oldest was up.", waited(found.overdue_at)),
        ("mails_unsent", "Emails that are due and haven't gone.", found.unsent),
        ("mail_oldest_seconds", "Since the oldest was due.", waited(found.unsent_at)),
        ("clock_skew_seconds", "Our clock before the database's.", found.skew.total_seconds()),
        ("disk_free_bytes", "What is left of the disk.", found.room),
        ("beat_age_seconds", "Since players could last reach the site.", age(found.beat_at)),
        ("backup_age_seconds", "Since the newest backup.", age(found.backup_at)),
        ("drill_age_seconds", "Since a backup was last found good.", age(found.drill_at)),
    ):
        yield _gauge(name, words, value)
    swept = Metric("tilepost_sweep_age_seconds", "Since each periodic job began last.", "gauge")
    for name, at in sorted(found.swept.items()):
        swept.add_sample(swept.name, {"name": name}, waited(at))
    yield swept
    failing = Metric("tilepost_failing", "What failed and is put off, by job.", "gauge")
    for one in found.failing:
        failing.add_sample(failing.name, {"job": one.queue}, one.rows)
    yield failing


def _gauge(name: str, words: str, value: float | None, **labels: str) -> Metric:
    told = Metric(f"tilepost_{name}", words, "gauge")
    if value is not None:
        told.add_sample(told.name, labels, float(value))
    return told
