"""Notices on a device, from the page that allows them to the notice that is shown with all closed.

All is as in life but one thing: the services of the browser's maker are on this machine
(``vendor``). Chromium subscribes there by its own ``PushManager``; the running site sends there by
HTTP, where its signature is checked; the sealed push goes on by Chromium's own connection, and
Chromium opens it and wakes the service worker.
"""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, Worker, expect

from tests.browser import mailbox, people
from tests.browser.conftest import PATIENCE, OpenScreen
from tests.browser.people import press
from tests.browser.playing import Pointer, play_turn
from tests.browser.site.test_accessible import assert_open_to_all
from tests.browser.vendor import Vendor
from tests.chromium import CHROMIUM, DESKTOP, PHONE
from tests.stack import Stack

OpenDevice = Callable[..., Page]
SHOWN = """
async () => (await self.registration.getNotifications()).map(
  ({ title, body, tag, lang, data, renotify }) => ({ title, body, tag, lang, data, renotify }))
"""


@pytest.fixture
def vendor(tmp_path: Path) -> Iterator[Vendor]:
    with Vendor(tmp_path) as running:
        yield running


@pytest.fixture
def open_device(
    playwright: Playwright, vendor: Vendor, site: Stack, tmp_path: Path, console: list[str]
) -> Iterator[OpenDevice]:
    """Open a browser of its own, with a memory: without one Chromium takes no pushes."""
    opened: list[BrowserContext] = []

    def open_one(*, allowed: bool = True, **options: object) -> Page:
        context = playwright.chromium.launch_persistent_context(
            tmp_path / f"browser-{len(opened)}",
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--no-first-run", *vendor.flags],
            ignore_default_args=["--disable-background-networking"],
            base_url=site.url,
            **{**DESKTOP, "reduced_motion": "reduce", **options},
        )
        opened.append(context)
        context.set_default_timeout(PATIENCE)
        context.on("weberror", lambda error: console.append(f"uncaught: {error.error}"))
        if allowed:
            context.grant_permissions(["notifications"], origin=site.url)
        context.add_init_script(f"if (window.PushSubscription) {{ {vendor.script} }}")
        page = context.new_page()
        context.new_cdp_session(page).send(
            "BackgroundService.setRecording", {"service": "pushMessaging", "shouldRecord": True}
        )
        return page

    yield open_one
    for context in opened:
        context.close()


def close_all(context: BrowserContext) -> Page:
    """Close every page of a browser and stop its service worker; return an empty page."""
    blank, states = context.new_page(), []
    for page in context.pages:
        if page != blank:
            page.close()
    cdp = context.new_cdp_session(blank)
    cdp.on("ServiceWorker.workerVersionUpdated", lambda told: states.extend(told["versions"]))
    cdp.send("ServiceWorker.enable")
    people.until(blank, lambda: states)
    cdp.send("ServiceWorker.stopAllWorkers")
    people.until(blank, lambda: states[-1]["runningStatus"] == "stopped")
    cdp.detach()
    return blank


def worker_of(page: Page) -> Worker:
    """Return the service worker, as soon as the browser has started it."""
    return people.until(page, lambda: page.context.service_workers)[-1]


def shown(page: Page, title: str) -> dict[str, Any]:
    """Return the notice of this title as soon as it is on the screen, alone.

    Chromium tells when its push is dealt with: a notice that is asked for while it is being put on
    the screen would be forgotten.
    """
    told: list[dict[str, Any]] = []
    cdp = page.context.new_cdp_session(page)
    cdp.on(
        "BackgroundService.backgroundServiceEventReceived",
        lambda event: told.append(event["backgroundServiceEvent"]),
    )
    cdp.send("BackgroundService.startObserving", {"service": "pushMessaging"})

    def dealt_with() -> set[str]:
        came = {one["instanceId"] for one in told if title in str(one["eventMetadata"])}
        done = {one["instanceId"] for one in told if one["eventName"] == "Push event completed"}
        return came & done

    people.until(page, dealt_with)
    cdp.detach()
    notices: list[dict[str, Any]] = worker_of(page).evaluate(SHOWN)
    (notice,) = notices
    assert notice["title"].startswith(title)
    return notice


def allow(page: Page) -> None:
    page.goto("/preferences/")
    press(page.get_by_role("button", name="Allow notifications here"))
    expect(page.get_by_text("You get notifications on this device.")).to_be_visible()


@pytest.mark.sometimes
def test_notices_are_allowed_tried_and_removed(open_device: OpenDevice, vendor: Vendor) -> None:
    page = open_device(**PHONE)
    people.sign_up(page, "push-phone")
    allow(page)
    row = page.locator(".devices > li")
    expect(row).to_contain_text("Chrome (Linux) this device")
    expect(row).to_contain_text("No notifications yet.")
    assert_open_to_all(page, ".devices")

    press(page.get_by_role("button", name="Send me a test notification"))
    expect(page.get_by_text("A test notification is on its way.")).to_be_visible()
    notice = shown(page, "It works")
    assert notice["body"] == "This is what notifications look like on this device."
    (device,) = vendor.browsers
    assert device.refused == []

    def noted() -> bool:
        page.reload()
        return "Last notification:" in row.inner_text()

    people.until(page, noted)
    # The page it would open is looked at, and has been all the time.
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.getNotifications())")
    assert shown(page, "It works") == notice
    expect(page.get_by_role("button", name="Allow notifications here")).to_be_hidden()

    press(row.get_by_role("button", name="Remove"))
    expect(page.get_by_text("That device won't get any more notifications.")).to_be_visible()
    expect(row).to_have_count(0)
    expect(page.get_by_role("button", name="Allow notifications here")).to_be_visible()


@pytest.mark.sometimes
def test_a_dead_device_is_forgotten(open_device: OpenDevice, vendor: Vendor) -> None:
    page = open_device()
    people.sign_up(page, "push-dead")
    allow(page)
    (device,) = vendor.browsers
    device.answers = [410]
    press(page.get_by_role("button", name="Send me a test notification"))
    people.until(page, lambda: device.asked)

    def gone() -> bool:
        page.reload()
        return not page.locator(".devices > li").count()

    people.until(page, gone)
    expect(page.get_by_role("button", name="Allow notifications here")).to_be_visible()


def test_whoever_blocks_notices_reads_what_to_do(open_device: OpenDevice) -> None:
    page = open_device(allowed=False)
    people.sign_up(page, "push-blocked")
    page.goto("/preferences/")
    press(page.get_by_role("button", name="Allow notifications here"))
    expect(page.get_by_text("Your browser is blocking our notifications.")).to_be_visible()
    expect(page.get_by_role("button", name="Allow notifications here")).to_be_hidden()


@pytest.mark.sometimes
def test_a_turn_is_announced_with_every_page_closed(
    open_device: OpenDevice, open_screen: OpenScreen, vendor: Vendor
) -> None:
    host, friend = open_device(), open_screen()
    people.sign_up(host, "push-anna")
    people.sign_up(friend, "push-ben")
    allow(host)
    pages = people.begin(host, friend, pace="correspondence", correspondence_budget=86400)
    if pages[0] is host:
        play_turn(host, Pointer(), Random(1))
    address = host.url
    host.goto("about:blank")  # away from the table
    play_turn(friend, Pointer(), Random(2))
    blank = close_all(host.context)

    mailbox.deliver(after=timedelta(minutes=4))
    notice = shown(blank, "Your turn")
    assert notice["title"] == "Your turn: Tilekingdom with push-ben"
    assert notice["body"].startswith("push-ben laid ")
    assert notice["data"] == {"navigate": address}
    assert (notice["lang"], notice["renotify"]) == ("en-gb", True)
    (device,) = vendor.browsers
    assert device.refused == []
    (headers,) = device.headers
    assert headers["urgency"] == "normal"
    assert 172_000 < int(headers["ttl"]) <= 172_800  # a day, and a day in the bank
    assert re.fullmatch(r"[\w-]{32}", headers["topic"])

    _assert_a_newer_one_takes_its_place(blank)
    _assert_a_click_opens_the_table(blank, address)
    _assert_a_click_brings_the_open_table_to_the_front(blank, address)
    _assert_looking_at_the_table_puts_it_away(blank, address)


def _assert_a_newer_one_takes_its_place(blank: Page) -> None:
    """And the icon gets the number; no page can read it there, so it is noted what is asked for."""
    worker_of(blank).evaluate(
        """() => {
          self.counts = [];
          navigator.setAppBadge = async (count) => { counts.push(count) };
        }"""
    )
    mailbox.deliver(after=timedelta(hours=40))
    assert shown(blank, "A quarter of your time left")["tag"].startswith("match:")
    assert worker_of(blank).evaluate("() => self.counts") == [1]


def _assert_a_click_opens_the_table(blank: Page, address: str) -> None:
    """Only a person's click may open a window, so it is noted which one would be."""
    worker = worker_of(blank)
    worker.evaluate(
        """async () => {
          self.opened = [];
          clients.openWindow = async (url) => { opened.push(String(url)) };
          const [notification] = await registration.getNotifications();
          dispatchEvent(new NotificationEvent("notificationclick", { notification }));
        }"""
    )
    assert people.until(blank, lambda: worker.evaluate("() => self.opened")) == [address]
    people.until(blank, lambda: not worker.evaluate(SHOWN))


def _assert_a_click_brings_the_open_table_to_the_front(blank: Page, address: str) -> None:
    page, worker = blank.context.new_page(), worker_of(blank)
    page.goto(address)
    worker.evaluate(
        """async (navigate) => {
          self.opened = [];
          self.brought = [];
          WindowClient.prototype.focus = async function () { brought.push(this.url) };
          let notification;
          while (!notification) { // the page that has just been opened puts one away
            await registration.showNotification("Your turn", { data: { navigate } });
            [notification] = await registration.getNotifications();
          }
          dispatchEvent(new NotificationEvent("notificationclick", { notification }));
        }""",
        address,
    )
    assert people.until(page, lambda: worker.evaluate("() => self.brought")) == [address]
    assert worker.evaluate("() => self.opened") == []
    page.close()


def _assert_looking_at_the_table_puts_it_away(blank: Page, address: str) -> None:
    worker = worker_of(blank)
    worker.evaluate(
        "async (navigate) => registration.showNotification('Your turn', { data: { navigate } })",
        address,
    )
    blank.context.new_page().goto(address)
    people.until(blank, lambda: not worker.evaluate(SHOWN))


def test_the_icon_follows_the_count_of_the_header(open_screen: OpenScreen) -> None:
    host, friend = open_screen(), open_screen()
    host.context.add_init_script(
        "window.counts = []; navigator.setAppBadge = async (n) => { counts.push(n) }"
    )
    people.sign_up(host, "badge-anna")
    people.sign_up(friend, "badge-ben")
    pages = people.begin(host, friend, pace="correspondence", correspondence_budget=86400)
    games = host.context.new_page()
    games.goto("/my-games/")
    if pages[0] is host:
        expect(games.locator("[data-my-turns-count]")).to_have_text("1")
        play_turn(host, Pointer(), Random(1))
        people.until(games, lambda: games.evaluate("counts.at(-1)") == 0)
        return
    people.until(games, lambda: games.evaluate("counts.at(-1)") == 0)
    play_turn(friend, Pointer(), Random(1))
    people.until(games, lambda: games.evaluate("counts.at(-1)") == 1)


def test_out_of_reach_there_is_a_page_all_the_same(
    open_screen: OpenScreen, console: list[str]
) -> None:
    page = open_screen(**PHONE)
    people.sign_up(page, "push-offline")
    page.goto("/my-games/")
    page.evaluate("navigator.serviceWorker.ready.then(() => caches.match('/offline/'))")
    people.until(page, lambda: page.evaluate("caches.match('/offline/').then(Boolean)"))
    page.context.set_offline(True)
    page.goto("/my-games/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    width = "getComputedStyle(document.querySelector('.lid-row')).display"
    assert page.evaluate(width) == "flex"
    assert_open_to_all(page)
    page.context.set_offline(False)
    press(page.get_by_role("link", name="Try again"))
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    for line in [line for line in console if "ERR_INTERNET_DISCONNECTED" in line]:
        console.remove(line)
