"""People to test with, and a site that needs neither Redis nor built static files."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from django.core.cache import cache

from accounts.notices import kinds as registry
from accounts.notices import outbox as notifications
from accounts.notices.mail import Hold, Mail
from accounts.notices.models import Notification
from accounts.users.models import User

NOW = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
PASSWORD = "a-long-enough-phrase"
Renderer = Callable[[Notification, datetime], Mail | Hold]


@pytest.fixture(autouse=True)
def plain_site(settings) -> Iterator[None]:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "accounts",
        }
    }
    settings.STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    settings.SITE_URL = "https://tiles.example"
    settings.DEFAULT_FROM_EMAIL = "Tilepost <no-reply@tiles.example>"
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def anna(db) -> User:
    return User.objects.create_user(
        "Anna", "anna@post.example", PASSWORD, time_zone="Europe/Vienna"
    )


@pytest.fixture
def kinds(monkeypatch) -> dict[str, registry.Kind]:
    """Two kinds of notice and no others; the first goes by mail alone."""
    known: dict[str, registry.Kind] = {}
    monkeypatch.setattr(registry, "KINDS", known)
    notifications.register_kind("turn", "It is your turn", write_mail, on=("mail",))
    notifications.register_kind("news", "News of the site", write_mail, on=())
    return known


def write_mail(notice: Notification, now: datetime) -> Mail:
    return Mail(f"About {notice.key}", f"It is {now:%H:%M}.", f"<p>It is {now:%H:%M}.</p>")
