"""One Chromium page at a desk and one on a phone, which all tests of scripts share."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests import chromium, gauge
from tests.chromium import DESKTOP, PHONE
from tests.scripts.tables import Server, Table

PATIENCE = 1000 * gauge.PATIENCE  # milliseconds
OpenBoard = Callable[..., Page]


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    """Let Playwright drive the system's Chromium."""
    chromium.require()
    return chromium.LAUNCH


@pytest.fixture(scope="session")
def scripts() -> Iterator[Server]:
    """What gives out scripts and tables."""
    with Server() as server:
        yield server
        server.shutdown()


@pytest.fixture(scope="session")
def _complaints() -> list[str]:
    return []


@pytest.fixture(autouse=True)
def console(_complaints: list[str]) -> Iterator[list[str]]:
    """All that the pages of a test complain about: nothing, or what the test takes out."""
    _complaints.clear()
    yield _complaints
    assert _complaints == []


def _opened(browser: Browser, complaints: list[str], **screen: Any) -> Iterator[Page]:
    context: BrowserContext = browser.new_context(reduced_motion="reduce", **screen)
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    chromium.note_complaints(context, complaints)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def _desk(browser: Browser, _complaints: list[str]) -> Iterator[Page]:
    yield from _opened(browser, _complaints, **DESKTOP)


@pytest.fixture(scope="session")
def _hand(browser: Browser, _complaints: list[str]) -> Iterator[Page]:
    yield from _opened(browser, _complaints, **PHONE)


@pytest.fixture
def modules(_desk: Page, scripts: Server) -> Page:
    """An empty page that can import modules by their addresses below /static/."""
    _desk.emulate_media(reduced_motion="reduce")
    _desk.goto(scripts.url)
    return _desk


@pytest.fixture
def open_board(request: pytest.FixtureRequest, scripts: Server) -> OpenBoard:
    """A way to show a table: ``open_board(Table("upwords"), player=0, touch=True)``.

    The board is that of whoever is to move unless a seat is named. Things only move if ``moving``.
    """

    def show(
        table: Table, *, touch: bool = False, player: int | None = -1, moving: bool = False
    ) -> Page:
        page: Page = request.getfixturevalue("_hand" if touch else "_desk")
        page.emulate_media(reduced_motion="no-preference" if moving else "reduce")
        if not touch:
            page.mouse.move(0, 0)  # it would hover where the test before has left it
        scripts.show(page, table, table.mover if player == -1 else player)
        return page

    return show
