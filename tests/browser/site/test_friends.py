"""Friends, blocks, and the key that leads to the table where time runs out first."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser import people
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import Pointer, play_turn, wait_for_turn
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE

DAY = 86400


def befriend(one: Page, other: Page, name: str) -> None:
    """Have one ask another by name, who says yes."""
    ask(one, name)
    expect(one.get_by_text(f"We've asked {name}.")).to_be_visible()
    other.goto("/people/")
    assert_open_to_all(other)
    press(other.get_by_role("button", name="Yes"))
    expect(other.get_by_text("are friends now.")).to_be_visible()


def ask(page: Page, name: str) -> None:
    """Ask somebody to be a friend, by a part of their name."""
    page.goto("/people/")
    page.get_by_label("Find people by name").fill(name[1:].upper())
    press(page.get_by_role("button", name=f"Ask to be friends {name}"))


@pytest.mark.sometimes
def test_people_are_found_as_one_types_and_reached_by_keys(open_screen: OpenScreen) -> None:
    anna, ben = open_screen(), open_screen()
    people.sign_up(anna, "keys-anna")
    people.sign_up(ben, "keys-ben")
    anna.goto("/people/")
    field = anna.get_by_label("Find people by name")
    field.press_sequentially("eys-b")
    link = anna.get_by_role("link", name="keys-ben")
    expect(link).to_be_visible()
    assert_open_to_all(anna)
    expect(anna.locator("[data-found-count]")).to_have_text("1 person found")
    field.press("ArrowDown")
    expect(link).to_be_focused()
    link.press("Escape")
    expect(field).to_be_focused()
    field.press("ArrowDown")
    link.press("ArrowUp")
    expect(field).to_be_focused()
    field.press("ArrowDown")
    link.press("Enter")
    anna.wait_for_url("**/people/keys-ben/")


def test_people_are_found_without_scripts(open_screen: OpenScreen) -> None:
    anna = open_screen()
    people.sign_up(anna, "plain-anna")
    people.sign_up(open_screen(), "plain-ben")
    anna.route("**/find*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    anna.goto("/people/")
    anna.get_by_label("Find people by name").fill("LAIN-B")
    press(anna.get_by_role("button", name="Find", exact=True))
    expect(anna.get_by_role("link", name="plain-ben")).to_be_visible()
    assert_open_to_all(anna)


@pytest.mark.sometimes
def test_friends_see_each_other_and_keep_a_seat(open_screen: OpenScreen) -> None:
    anna, ben = open_screen(), open_screen(**PHONE)
    people.sign_up(anna, "friend-anna")
    people.sign_up(ben, "friend-ben")
    befriend(anna, ben, "friend-ben")
    anna.goto("/people/")
    expect(anna.get_by_text("here now")).to_be_visible()
    assert_open_to_all(anna)

    press(anna.get_by_role("link", name="Play with friend-ben"))
    press(anna.get_by_role("link", name="Open a table for Tilekingdom", exact=True))
    expect(anna.get_by_text("We're keeping a seat for friend-ben")).to_be_visible()
    people.choose_settings(anna, {"pace": "correspondence"})
    press(anna.get_by_role("button", name="Open the table"))
    expect(anna.get_by_text("Kept for friend-ben")).to_be_visible()
    assert_open_to_all(anna, ".chair")

    ben.goto("/my-games/")
    row = ben.locator(".match-row").filter(has_text="There's a seat for you")
    assert_open_to_all(ben, ".match-row")
    press(row.get_by_role("link"))
    expect(ben.get_by_role("button", name="No, thanks")).to_be_visible()
    people.sit_down(ben)
    people.by_seat([anna, ben])


@pytest.mark.sometimes
def test_the_person_who_is_blocked_is_not_told(open_screen: OpenScreen) -> None:
    anna, ben = open_screen(), open_screen(**PHONE)
    people.sign_up(anna, "block-anna")
    people.sign_up(ben, "block-ben")
    anna.goto("/people/block-ben/")
    press(anna.locator("summary", has_text="Block block-ben"))
    expect(anna.get_by_text("Matches in progress go on.")).to_be_visible()
    assert_open_to_all(anna)
    press(anna.get_by_role("button", name="Block block-ben"))
    expect(anna.get_by_text("You've blocked block-ben. We won't tell them.")).to_be_visible()

    code = people.open_table(anna, visibility="open")
    ben.goto("/tables/")
    expect(ben.get_by_role("heading", name="Open tables")).to_be_visible()
    expect(ben.locator(".table-row").filter(has_text="block-anna")).to_have_count(0)
    people.enter_code(ben, code)
    expect(ben.get_by_text("This table isn't open to you.")).to_be_visible()
    expect(ben.get_by_role("button", name="Sit down")).to_have_count(0)
    assert_open_to_all(ben)
    ask(ben, "block-anna")
    expect(ben.get_by_text("We've asked block-anna.")).to_be_visible()
    anna.goto("/people/")
    expect(anna.get_by_text("People who'd like to be your friend")).to_have_count(0)
    assert_open_to_all(anna)

    press(anna.get_by_role("button", name="Unblock block-ben"))
    expect(anna.get_by_text("You've unblocked block-ben.")).to_be_visible()
    people.enter_code(ben, code)
    people.sit_down(ben)
    ben.wait_for_selector("[data-match] .map")


def where(page: Page) -> str:
    return page.url.split("?")[0].removesuffix("#talk")


@pytest.mark.sometimes
def test_a_key_and_a_button_lead_to_the_most_urgent_table(open_screen: OpenScreen) -> None:
    anna, ben = open_screen(), open_screen(**PHONE)
    people.sign_up(anna, "next-anna")
    people.sign_up(ben, "next-ben")
    tables = {}
    for days in (3, 1, 2):  # opened by Anna, who begins at each of them
        settings = {"pace": "correspondence", "clock": "per_turn"}
        people.begin(anna, ben, **settings, correspondence_budget=days * DAY)
        tables[days] = where(anna)
    anna.goto("/my-games/")
    expect(anna.get_by_role("heading", name="Your turn (3)")).to_be_visible()
    order = anna.locator(".board.is-mine .match-link")
    hrefs = [row.get_attribute("href") for row in order.all()]
    assert [href and href in tables[days] for href, days in zip(hrefs, (1, 2, 3), strict=True)]
    assert_open_to_all(anna)

    anna.keyboard.press("n")
    anna.wait_for_url(tables[1])
    wait_for_turn(anna)
    play_turn(anna, Pointer(), Random(1))
    expect(anna.locator("[data-next-table]")).to_have_text("Next table (2)")
    assert_open_to_all(anna, ".match-marks")
    press(anna.locator("[data-next-table]"))
    anna.wait_for_url(tables[2])

    # Not while somebody writes, and not when the reader wants no keys.
    field = anna.get_by_label("Say something to the other players")
    wait_for_turn(anna)
    press(field)  # Chromium drops keys until it has painted a new page; a click waits for that
    expect(field).to_be_focused()
    field.press_sequentially("no, not now")
    assert (where(anna), field.input_value()) == (tables[2], "no, not now")
    anna.get_by_role("heading", name="Tilekingdom").click()
    anna.keyboard.press("Control+n")
    anna.keyboard.press("?")
    asked_at = anna.evaluate("performance.now()")
    expect(anna.get_by_role("dialog", name="Keys")).to_be_visible()
    assert_open_to_all(anna, "dialog[open]")
    anna.keyboard.press("n")
    general = anna.locator("section", has=anna.get_by_role("heading", name="On every page"))
    general.get_by_label("Use the n and ? keys in this browser").uncheck()
    press(anna.get_by_role("button", name="Close"))
    anna.keyboard.press("n")
    assert where(anna) == tables[2]
    press(anna.locator("[data-menu] summary"))
    press(anna.get_by_role("button", name="Keys"))
    general.get_by_label("Use the n and ? keys in this browser").check()
    press(anna.get_by_role("button", name="Close"))
    # A key is no command right after another one.
    anna.wait_for_function("at => performance.now() > at + 1200", arg=asked_at)
    anna.keyboard.press("n")
    anna.wait_for_url(tables[3])
