"""The Chromium of this machine, and the screens that visitors look at pages with."""

import os
import shutil

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
# The same engine without the windows of a whole browser: pages open for a third of the work.
SHELL = shutil.which("chromium-headless-shell") or CHROMIUM
# It is to talk to our site and nobody else.
LAUNCH: dict[str, object] = {
    "executable_path": SHELL,
    "args": [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
    ],
}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 1,  # four times fewer dots to draw than a real one has
    "has_touch": True,
    "is_mobile": True,
}


def require() -> None:
    """Skip the test where there is no Chromium; fail it where REQUIRE_BROWSER is set."""
    if CHROMIUM is None and os.environ.get("REQUIRE_BROWSER"):
        pytest.fail("There is no Chromium, and REQUIRE_BROWSER is set.", pytrace=False)
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")


def note_complaints(context: BrowserContext, lines: list[str]) -> None:
    """Write down all that the pages of a context complain about, broken policies too."""

    def note(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            where = message.location.get("url", "")
            lines.append(f"{message.type}: {message.text} {where}".rstrip())

    context.on("console", note)
    context.on("weberror", lambda error: lines.append(f"uncaught: {error.error}"))
