"""A whole site in its own processes, and the screens its visitors look at it with."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db.models import CharField, Value
from django.db.models.functions import Cast, Concat
from django.test import override_settings
from playwright.sync_api import BrowserContext, Page, expect

from accounts.users.models import User
from games.matches import poke
from tests import chromium, gauge
from tests.browser import inside, mailbox
from tests.browser.inside import OwnSite
from tests.chromium import DESKTOP, PHONE
from tests.stack import Stack

# All visitors of these tests come from one network address.
MANY_VISITORS = {"SIGNUPS_PER_HOUR": "1000", "GUESTS_PER_HOUR": "1000"}
PATIENCE = 1000 * gauge.PATIENCE  # milliseconds
OpenScreen = Callable[..., Page]


def pytest_configure(config: pytest.Config) -> None:
    expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session", autouse=True)
def _a_browser_is_here() -> None:
    chromium.require()


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    """Let Playwright drive the system's Chromium."""
    return chromium.LAUNCH


@pytest.fixture(scope="session")
def site(django_test_environment: None, django_db_blocker: Any, worker_id: str) -> Iterator[Stack]:
    """The site in few processes, with data of its own, which this process shares."""
    with (
        django_db_blocker.unblock(),
        pytest.MonkeyPatch.context() as patch,
        OwnSite(f"site_{worker_id}", MANY_VISITORS) as running,
        override_settings(
            SITE_URL=running.url,
            DATA_DIR=running.data_dir,
            EMAIL_BACKEND="accounts.notices.delivery.kept_mails.Backend",
            ACCOUNT_RATE_LIMITS=False,  # an empty one would mean the library's own limits
        ),
    ):
        patch.setattr(poke, "PATIENCE", 30.0)  # what is done inside is told to the pages
        yield running


@pytest.fixture
def _fresh_cache() -> None:
    """Leave the cache alone: it is the site's, and so is what else lies there."""


@pytest.fixture(scope="module", autouse=True)
def _names_are_free(site: Stack) -> None:
    """Let the people of each file take names that those of another have had, who are left alone."""

    def rename() -> None:
        mailbox.forget_notices()
        User.objects.update(
            username=Concat(Value("gone-"), Cast("pk", CharField())),
            email=Concat(Cast("pk", CharField()), Value("@gone")),
        )
        EmailAddress.objects.update(email=Concat(Cast("pk", CharField()), Value("@gone")))

    inside.call(rename)


@pytest.fixture(scope="session")
def base_url(site: Stack) -> str:
    """Let `page.goto("/rules")` mean this site."""
    return site.url


@pytest.fixture(autouse=True)
def console() -> Iterator[list[str]]:
    """All that the pages of a test complain about, errors and broken policies too: nothing.

    A test that wants a complaint looks for it here and takes it out.
    """
    lines: list[str] = []
    yield lines
    assert lines == []


@pytest.fixture
def open_screen(
    new_context: Callable[..., BrowserContext],
    console: list[str],
    request: pytest.FixtureRequest,
    output_path: str,
) -> Iterator[OpenScreen]:
    """Open a page for one more visitor: `open_screen()`, `open_screen(**PHONE)`.

    Visitors want no motion unless they say `reduced_motion="no-preference"`. What those of a failed
    test saw last is kept; the library would picture every page of every test.
    """
    contexts: list[BrowserContext] = []

    def open_one(**options: object) -> Page:
        context = new_context(**{**DESKTOP, "reduced_motion": "reduce", **options})
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        chromium.note_complaints(context, console)
        return context.new_page()

    yield open_one
    if request.node.rep_call.failed:
        pages = [page for context in contexts for page in context.pages]
        for number, page in enumerate(pages, start=1):
            page.screenshot(path=f"{output_path}/test-failed-{number}.png")


@pytest.fixture
def desktop(open_screen: OpenScreen) -> Page:
    """A visitor at a desk."""
    return open_screen()


@pytest.fixture
def phone(open_screen: OpenScreen) -> Page:
    """A visitor with a phone, who touches instead of clicking."""
    return open_screen(**PHONE)
