"""Play with a friend by pages: from the front page to a table with both at it, by a link."""

from playwright.sync_api import Page, expect

from tests.browser import people
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE

_SHARES = "window.shared = []; navigator.share = async (what) => { shared.push(what) }"


def test_a_link_brings_a_friend_to_the_table(open_screen: OpenScreen) -> None:
    host, friend = open_screen(**PHONE), open_screen()
    host.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.add_init_script(_SHARES)
    link = get_link(host)
    assert_open_to_all(host)

    press(host.get_by_role("button", name="Copy link"))
    expect(host.get_by_text("Link copied.")).to_be_visible()
    assert host.evaluate("navigator.clipboard.readText()") == link
    press(host.get_by_role("button", name="Share"))
    assert host.evaluate("shared.map((what) => what.url)") == [link]

    friend.goto(link)
    press(friend.get_by_role("button", name="Sit down"))
    people.by_seat([host, friend])  # the host's page has gone there by itself


def get_link(page: Page) -> str:
    """Ask for a link from the front page on, and return it."""
    page.goto("/")
    press(page.get_by_role("link", name="Play with a friend"))
    expect(page.get_by_role("heading", name="Play with a friend")).to_be_visible()
    assert_open_to_all(page)
    press(page.get_by_text("Tilekingdom", exact=True))
    press(page.get_by_label("2 days a move"))
    press(page.get_by_role("button", name="Get the link"))
    name_oneself(page)
    return page.get_by_label("Invitation link").input_value()


def name_oneself(page: Page) -> None:
    """Take the name that is offered to a visitor."""
    expect(page.get_by_role("heading", name="What should we call you?")).to_be_visible()
    press(page.get_by_role("button", name="Play", exact=True))


def test_where_nothing_can_be_shared_the_link_is_there_to_copy(desktop: Page) -> None:
    desktop.add_init_script("delete Navigator.prototype.share")
    get_link(desktop)
    expect(desktop.get_by_role("button", name="Copy link")).to_be_visible()
    expect(desktop.get_by_role("button", name="Share")).to_be_hidden()
