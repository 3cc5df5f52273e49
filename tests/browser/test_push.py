"""Notices on a device, from the page that allows them to the notice that is shown with all closed.

The push service is one on this machine (tests/push_service.py), since the real ones are on the
internet. It gets what the site sends by HTTP, checks the signature and opens it with the keys of
the device; the same bytes are then handed to Chromium as its own push service would hand them over,
by the DevTools protocol. Only ``PushManager`` is played: it would ask Google.
"""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, CDPSession, Page, Worker, expect

from config.local.stack import Stack
from tests.browser import people
from tests.browser.conftest import PHONE, OpenScreen
from tests.browser.people import press
from tests.browser.playing import Pointer, play_turn
from tests.browser.test_accessible import assert_open_to_all
from tests.browser.test_by_post import deliver_mails
from tests.push_service import Device, Push, PushService

# What a browser does when a site subscribes: its push service gives it an address.
PUSH_MANAGER = """
const bytes = (text) => Uint8Array.from(
  atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const made = (told) => told && {
  endpoint: told.endpoint,
  options: { userVisibleOnly: true, applicationServerKey: bytes(told.key).buffer },
  toJSON: () => told.subscription,
  unsubscribe: async () => (localStorage.removeItem("played"), true),
};
const kept = () => made(JSON.parse(localStorage.getItem("played")));
PushManager.prototype.getSubscription = async () => kept();
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  if (!userVisibleOnly) throw new DOMException("no", "NotAllowedError");
  localStorage.setItem("played", JSON.stringify(await playedSubscribe(applicationServerKey)));
  return kept();
};
"""
SHOWN = """
async () => (await self.registration.getNotifications()).map(
  ({ title, body, tag, lang, data, icon, badge, renotify }) =>
    ({ title, body, tag, lang, data, icon, badge, renotify }))
"""


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService() as running:
        yield running


@pytest.fixture
def open_device(
    open_screen: OpenScreen, service: PushService, site: Stack
) -> Callable[..., tuple[Page, list[Device]]]:
    """Open a page of a browser with a push service, and the list of what it subscribes."""

    def open_one(**options: object) -> tuple[Page, list[Device]]:
        page, devices = open_screen(**options), []

        def subscribe(key: str) -> dict[str, Any]:
            devices.append(device := service.subscribe(key))
            return {"endpoint": device.endpoint, "key": key, "subscription": device.subscription}

        page.context.grant_permissions(["notifications"], origin=site.url)
        page.context.expose_function("playedSubscribe", subscribe)
        page.context.add_init_script(f"if (window.PushManager) {{ {PUSH_MANAGER} }}")
        return page, devices

    return open_one


class Closed:
    """A browser all of whose pages of the site are closed; it still takes pushes."""

    def __init__(self, context: BrowserContext, site: Stack) -> None:
        self.context, self.site = context, site
        self.blank = context.new_page()
        for page in context.pages:
            if page != self.blank:
                page.close()
        self.cdp: CDPSession = context.new_cdp_session(self.blank)
        self.numbers: list[str] = []
        self.state = ""
        self.cdp.on("ServiceWorker.workerRegistrationUpdated", self._note_number)
        self.cdp.on("ServiceWorker.workerVersionUpdated", self._note_state)
        self.cdp.send("ServiceWorker.enable")
        until(self.blank, lambda: self.numbers and self.state)

    def _note_number(self, told: dict[str, Any]) -> None:
        ours = [one for one in told["registrations"] if one["scopeURL"] == f"{self.site.url}/"]
        self.numbers += [one["registrationId"] for one in ours]

    def _note_state(self, told: dict[str, Any]) -> None:
        ours = [one for one in told["versions"] if one["scriptURL"] == f"{self.site.url}/sw.js"]
        self.state = ours[-1]["runningStatus"] if ours else self.state

    def sleep(self) -> None:
        """Stop the service worker, as browsers do when nothing happens."""
        self.cdp.send("ServiceWorker.stopAllWorkers")
        until(self.blank, lambda: self.state == "stopped")

    def get(self, push: Push) -> Worker:
        """Hand over a push as the browser's push service would; return the service worker."""
        told = {"origin": f"{self.site.url}/", "registrationId": self.numbers[-1]}
        self.cdp.send("ServiceWorker.deliverPushMessage", {**told, "data": push.data.decode()})
        until(self.blank, lambda: self.state == "running" and self.context.service_workers)
        return self.context.service_workers[-1]


def until(page: Page, look: Callable[[], Any]) -> Any:
    """Return what is seen as soon as something is; the page goes on meanwhile."""
    for _ in range(300):
        if seen := look():
            return seen
        page.wait_for_timeout(50)
    raise AssertionError("nothing was seen")


def shown(worker: Worker, blank: Page) -> list[dict[str, Any]]:
    """Return the notices that are on the screen."""
    return until(blank, lambda: worker.evaluate(SHOWN))


def allow(page: Page) -> None:
    page.goto("/preferences/")
    press(page.get_by_role("button", name="Allow notices here"))
    expect(page.get_by_text("Notices come to this device.")).to_be_visible()


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_notices_are_allowed_tried_and_removed(
    open_device: Any, site: Stack, options: dict[str, Any]
) -> None:
    page, devices = open_device(**options)
    people.sign_up(page, f"push-{'phone' if options else 'desk'}")
    allow(page)
    row = page.locator(".devices > li")
    expect(row).to_contain_text("Chrome on Linux this device")
    expect(row).to_contain_text("no notice yet")
    assert_open_to_all(page)

    press(page.get_by_role("button", name="Send me a test"))
    expect(page.get_by_text("A test is on its way.")).to_be_visible()
    (device,) = devices
    until(page, lambda: device.taken)
    assert device.taken[0].told["notification"]["title"] == "It works"
    assert device.refused == []
    page.reload()
    expect(row).to_contain_text("last notice")
    expect(page.get_by_role("button", name="Allow notices here")).to_be_hidden()

    press(row.get_by_role("button", name="Remove"))
    expect(page.get_by_text("Notices do not go to that device any more.")).to_be_visible()
    expect(row).to_have_count(0)
    expect(page.get_by_role("button", name="Allow notices here")).to_be_visible()


def test_a_dead_device_is_forgotten(open_device: Any) -> None:
    page, devices = open_device()
    people.sign_up(page, "push-dead")
    allow(page)
    devices[0].answers = [410]
    press(page.get_by_role("button", name="Send me a test"))
    until(page, lambda: devices[0].asked)

    def gone() -> bool:
        page.reload()
        return not page.locator(".devices > li").count()

    until(page, gone)
    expect(page.get_by_role("button", name="Allow notices here")).to_be_visible()


def test_who_blocks_notices_reads_what_to_do(open_screen: OpenScreen) -> None:
    page = open_screen()
    people.sign_up(page, "push-blocked")
    page.goto("/preferences/")
    press(page.get_by_role("button", name="Allow notices here"))
    expect(page.get_by_text("This browser blocks notices of this site.")).to_be_visible()
    expect(page.get_by_role("button", name="Allow notices here")).to_be_hidden()


def test_a_turn_is_told_with_every_page_closed(
    open_device: Any, open_screen: OpenScreen, site: Stack
) -> None:
    host, devices = open_device()
    friend = open_screen()
    people.sign_up(host, "push-anna")
    people.sign_up(friend, "push-ben")
    allow(host)
    pages = people.begin(host, friend, pace="correspondence", correspondence_budget=86400)
    if pages[0] is host:
        play_turn(host, Pointer(), Random(1))
    address = host.url
    host.goto("about:blank")  # away from the table
    play_turn(friend, Pointer(), Random(2))
    deliver_mails(site, after=timedelta(minutes=4))
    push = until(friend, lambda: devices[0].taken)[-1]
    assert push.headers["urgency"] == "normal"
    assert 172_000 < int(push.headers["ttl"]) <= 172_800  # a day, and a day in the bank
    assert re.fullmatch(r"[\w-]{32}", push.headers["topic"])

    closed = Closed(host.context, site)
    closed.sleep()
    worker = closed.get(push)
    (notice,) = shown(worker, closed.blank)
    told = push.told["notification"]
    assert told["title"] == "Your turn: Tilekingdom with push-ben"
    assert told["body"].startswith("push-ben played ")
    assert {name: notice[name] for name in ("title", "body", "tag", "lang")} == {
        name: told[name] for name in ("title", "body", "tag", "lang")
    }
    assert notice["data"] == {"navigate": address}
    assert notice["renotify"] is True

    _assert_a_newer_one_takes_its_place(closed, worker, push)
    _assert_the_icon_has_the_number(closed, worker, push)
    _assert_a_click_opens_the_table(closed, worker, address)
    _assert_looking_at_the_table_puts_it_away(closed, worker, push, address)


def _assert_a_newer_one_takes_its_place(closed: Closed, worker: Worker, push: Push) -> None:
    closed.get(push)
    closed.blank.wait_for_timeout(100)
    assert len(shown(worker, closed.blank)) == 1


def _assert_the_icon_has_the_number(closed: Closed, worker: Worker, push: Push) -> None:
    """What it shows no page can read, so it is noted what the system is asked for."""
    worker.evaluate(
        """() => {
          self.counts = [];
          navigator.setAppBadge = async (count) => { counts.push(count) };
        }"""
    )
    closed.get(push)
    assert until(closed.blank, lambda: worker.evaluate("self.counts")) == [1]
    assert push.told["app_badge"] == 1


def _assert_a_click_opens_the_table(closed: Closed, worker: Worker, address: str) -> None:
    """Only a person's click may open a window, so it is noted which one would be."""
    worker.evaluate(
        """async () => {
          self.opened = [];
          clients.openWindow = async (url) => { opened.push(String(url)) };
          const [notification] = await registration.getNotifications();
          dispatchEvent(new NotificationEvent("notificationclick", { notification }));
        }"""
    )
    assert until(closed.blank, lambda: worker.evaluate("self.opened")) == [address]
    until(closed.blank, lambda: not worker.evaluate(SHOWN))


def _assert_looking_at_the_table_puts_it_away(
    closed: Closed, worker: Worker, push: Push, address: str
) -> None:
    closed.get(push)
    shown(worker, closed.blank)
    page = closed.context.new_page()
    page.goto(address)
    until(page, lambda: not worker.evaluate(SHOWN))
    # Now a click brings this tab to the front.
    worker.evaluate(
        """async (navigate) => {
          self.opened = [];
          self.brought = [];
          WindowClient.prototype.focus = async function () { brought.push(this.url) };
          await registration.showNotification("Your turn", { data: { navigate } });
          const [notification] = await registration.getNotifications();
          dispatchEvent(new NotificationEvent("notificationclick", { notification }));
        }""",
        address,
    )
    assert until(page, lambda: worker.evaluate("self.brought")) == [address]
    assert worker.evaluate("self.opened") == []


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
        until(games, lambda: games.evaluate("counts.at(-1)") == 0)
        return
    until(games, lambda: games.evaluate("counts.at(-1)") == 0)
    play_turn(friend, Pointer(), Random(1))
    until(games, lambda: games.evaluate("counts.at(-1)") == 1)


def test_out_of_reach_there_is_a_page_all_the_same(
    open_screen: OpenScreen, console: list[str]
) -> None:
    page = open_screen(**PHONE)
    people.sign_up(page, "push-offline")
    page.evaluate("navigator.serviceWorker.ready.then(() => caches.match('/offline/'))")
    until(page, lambda: page.evaluate("caches.match('/offline/').then(Boolean)"))
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
