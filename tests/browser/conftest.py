"""A whole site in its own processes, and the screens its visitors look at it with."""

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from config.local.stack import Stack

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
OpenScreen = Callable[..., Page]


@pytest.fixture(scope="session", autouse=True)
def _a_browser_is_here() -> None:
    if CHROMIUM is None and os.environ.get("REQUIRE_BROWSER"):
        pytest.fail("There is no Chromium, and REQUIRE_BROWSER is set.", pytrace=False)
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    """Let Playwright drive the system's Chromium, which is to talk to our site and nobody else."""
    return {
        "executable_path": CHROMIUM,
        "args": [
            "--no-sandbox",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
        ],
    }


@pytest.fixture(scope="session")
def site() -> Iterator[Stack]:
    """The site as `manage.py serve` runs it, with data of its own."""
    with Stack() as running:
        yield running


@pytest.fixture(scope="session")
def base_url(site: Stack) -> str:
    """Let `page.goto("/rules")` mean this site."""
    return site.url


@pytest.fixture
def console() -> list[str]:
    """All that the pages of this test have complained about, errors and broken policies too."""
    return []


@pytest.fixture
def open_screen(browser: Browser, base_url: str, console: list[str]) -> Iterator[OpenScreen]:
    """Open a page for one more visitor: `open_screen()`, `open_screen(**PHONE)`."""
    contexts: list[BrowserContext] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            console.append(f"{message.type}: {message.text}")

    def open_one(**options: object) -> Page:
        context = browser.new_context(base_url=base_url, **{**DESKTOP, **options})
        context.set_default_timeout(15_000)
        context.on("console", note)
        context.on("weberror", lambda error: console.append(f"uncaught: {error.error}"))
        contexts.append(context)
        return context.new_page()

    yield open_one
    for context in contexts:
        context.close()


@pytest.fixture
def desktop(open_screen: OpenScreen) -> Page:
    """A visitor at a desk."""
    return open_screen()


@pytest.fixture
def phone(open_screen: OpenScreen) -> Page:
    """A visitor with a phone, who touches instead of clicking."""
    return open_screen(**PHONE)
