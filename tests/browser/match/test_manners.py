"""What players offer each other, the clock in their hands, and notes of their own."""

import os
import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import people
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import Pointer, play_turn, view, wait_for_turn
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE
from tests.stack import Stack

SLEEPS = """
from datetime import timedelta
from django.utils import timezone
from accounts.rest import services as rest
from accounts.users.models import User
from accounts.rest.rules.calendars import Calendar
from zoneinfo import ZoneInfo
now = timezone.now()
minute = now.replace(second=0, microsecond=0)
hours = [(minute + timedelta(hours=hour)).time() for hour in (-3, 3)]
for user in User.objects.filter(username__startswith="{name}"):
    rest.choose_calendar(user=user, calendar=Calendar(ZoneInfo("UTC"), *hours), now=now)
"""
BY_DAYS = {"pace": "correspondence", "correspondence_budget": 2 * 86400}
SITTING = "Everyone is here, so you're playing live, and your clocks and banks are stopped."
GONE = 40_000  # milliseconds in which it is noticed that somebody has left


def ask(page: Page, name: str) -> None:
    """Propose something by its button in the panel."""
    people.open_more(page)
    press(page.locator("[data-table]").get_by_role("button", name=name))


def answer(page: Page, name: str) -> None:
    """Answer what is asked above the board."""
    press(page.locator("[data-asked]").get_by_role("button", name=name))


def assert_changed(page: Page, *told: str) -> None:
    """Check that the list of moves says this about seats and clock, the latest first."""
    changes = page.locator("[data-moves] .change > span")
    for place, text in enumerate(told):
        expect(changes.nth(place)).to_have_text(text)


def picture(page: Page, name: str) -> None:
    """Keep pictures of the page, light and dark, where somebody wants to look at them."""
    if folder := os.environ.get("PICTURES"):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            width = page.viewport_size["width"] if page.viewport_size else 0
            page.screenshot(path=f"{folder}/{name}-{width}-{scheme}.png", full_page=True)


@pytest.mark.sometimes
def test_both_here_they_play_live_until_one_leaves(open_screen: OpenScreen) -> None:
    host, friend = open_screen(), open_screen(**PHONE)
    people.sign_up(host, "here-anna")
    people.sign_up(friend, "here-ben")
    anna, ben = people.begin(host, friend, **BY_DAYS)
    names = {host: "here-anna", friend: "here-ben"}
    table = ben.url

    ask(anna, "Play on live")
    asked = ben.locator("[data-asked]")
    expect(asked).to_contain_text(f"{names[anna]} would like to play live")
    picture(ben, "asked-to-play-live")
    picture(anna, "waiting-for-an-answer")
    answer(ben, "Agree")
    for page in (anna, ben):
        expect(page.locator(".seat-moving .seat-clock")).to_have_text("live")
        expect(page.locator("[data-asked]")).to_be_hidden()
        people.open_more(page)
        expect(page.locator("[data-until]")).to_have_text(SITTING)
    picture(anna, "sitting")
    picture(ben, "sitting")
    assert_open_to_all(anna, ".match-head, .seats, [data-table]")
    play_turn(anna, Pointer(), Random(1))
    wait_for_turn(ben)
    assert view(anna)["clock"]["sitting"] is True

    ask(anna, "Back to turn-based play")
    expect(ben.locator(".seat-moving .seat-clock")).not_to_have_text("live")
    assert_changed(
        ben,
        f"{names[anna]} stopped playing live",
        "Everyone is here, so you're playing live from now on",
    )

    ask(anna, "Play on live")
    answer(ben, "Agree")
    expect(anna.locator("[data-until]")).to_have_text(SITTING)
    ben.goto("about:blank")
    expect(anna.locator("[data-until]")).not_to_have_text(SITTING, timeout=GONE)
    assert_changed(anna, f"{names[ben]} stopped playing live")
    expect(anna.locator(".seat-moving .seat-clock")).to_have_text("2 d 23 h")
    ben.goto(table)
    wait_for_turn(ben)


def test_a_pause_a_day_and_a_draw(open_screen: OpenScreen) -> None:
    host, friend = open_screen(), open_screen(**PHONE)
    people.sign_up(host, "pause-anna")
    people.sign_up(friend, "pause-ben")
    anna, ben = people.begin(host, friend, **BY_DAYS)
    names = {host: "pause-anna", friend: "pause-ben"}

    people.open_more(ben)
    press(ben.get_by_role("button", name="Give an extra day"))
    expect(anna.locator(".seat-moving .seat-clock")).to_have_text("3 d 23 h")
    assert_changed(anna, f"{names[ben]} gave an extra day for this turn")

    ask(ben, "Ask for a pause")
    expect(ben.locator("[data-asked]")).to_contain_text("You asked for a pause. Waiting for")
    answer(anna, "No, thanks")
    expect(ben.locator("[data-asked]")).to_contain_text(f"{names[anna]} said no.")
    ask(anna, "Ask for a pause")
    answer(ben, "Agree")
    for page in (anna, ben):
        expect(page.locator("[data-asked]")).to_contain_text("Everyone agreed to a pause")
        expect(page.locator(".seat-moving .seat-clock")).to_have_text("paused")
    expect(anna.locator("[data-turn]")).to_have_text("Paused.")
    picture(anna, "paused")
    picture(ben, "paused")
    assert_open_to_all(ben, ".match-head, .seats, .match-notes")
    answer(ben, "Go on")
    expect(anna.locator(".seat-moving .seat-clock")).to_have_text("3 d 23 h")
    assert_changed(ben, f"{names[ben]} ended the pause", "Everyone agreed to pause")

    ask(anna, "Offer a draw")
    expect(ben.locator("[data-asked]").get_by_role("button", name="Agree")).to_be_visible()
    answer(anna, "Withdraw")
    expect(ben.locator("[data-asked]")).to_be_hidden()
    ask(anna, "Offer a draw")
    answer(ben, "Agree")
    for page in (anna, ben):
        expect(page.locator("[data-verdict] h2")).to_have_text("Too short to count")
    picture(anna, "drawn")


def test_a_move_is_taken_back(open_screen: OpenScreen) -> None:
    host, friend = open_screen(), open_screen(**PHONE)
    people.sign_up(host, "back-anna")
    people.sign_up(friend, "back-ben")
    anna, ben = people.begin(host, friend, **BY_DAYS, option_mode="chess", takebacks=True)
    play_turn(anna, Pointer(), Random(2))
    wait_for_turn(ben)
    ask(anna, "Take back my move")
    picture(ben, "asked-to-take-back")
    answer(ben, "Agree")
    wait_for_turn(anna)
    assert view(anna)["scores"] == [0, 0]
    expect(ben.locator("[data-moves] .move").first).to_contain_text("taken back")
    play_turn(anna, Pointer(), Random(3))
    wait_for_turn(ben)
    assert view(ben)["ply"] == 3
    ben.goto(f"{ben.url}replay/#2")
    expect(ben.locator("[data-part=turn]")).to_contain_text("Move 2 of 3")


def test_a_clock_rests_while_its_player_sleeps(open_screen: OpenScreen, site: Stack) -> None:
    host, friend = open_screen(), open_screen(**PHONE)
    people.sign_up(host, "sleep-anna")
    people.sign_up(friend, "sleep-ben")
    site.manage("shell", "-v0", "-c", SLEEPS.format(name="sleep-"))
    for page in people.begin(host, friend, **BY_DAYS, rest=14 * 86400):
        moving = page.locator(".seat-moving")
        expect(moving.locator(".seat-bank")).to_have_text(re.compile(r"^resting until \d\d:\d\d$"))
        expect(moving.locator(".seat-clock")).to_have_text("3 days")
        expect(page.locator("[data-until]")).to_contain_text(" until ")
        picture(page, "resting")
    assert_open_to_all(page, ".seats, [data-table]")


@pytest.mark.sometimes
def test_notes_are_kept_for_their_writer_alone(
    open_screen: OpenScreen, new_context: Callable[..., BrowserContext]
) -> None:
    host, friend = open_screen(), open_screen()
    people.sign_up(host, "note-anna")
    people.sign_up(friend, "note-ben")
    anna, ben = people.begin(host, friend, **BY_DAYS)
    people.open_more(anna)
    press(anna.get_by_text("My notes"))
    field = anna.get_by_label("Notes about this match")
    field.fill("Ben never takes roads.\nWatch the mosque.")
    expect(anna.locator("[data-note-state]")).to_have_text("Saved")
    picture(anna, "notes")
    anna.reload()
    expect(field).to_have_value("Ben never takes roads.\nWatch the mosque.")
    anna.locator("[data-tab=more]").dispatch_event("click")  # for the size of a phone
    assert_open_to_all(anna, ".notes-form")

    # What is typed before the script runs is saved too.
    with people.late_script(anna, "**/shell/match/match*.js"):
        anna.reload(wait_until="commit")
        # Until all is parsed the browser may put back what the field held before.
        anna.wait_for_function("() => document.readyState !== 'loading'")
        field.fill("Ben takes roads.")
    expect(anna.locator("[data-note-state]")).to_have_text("Saved")

    people.open_more(ben)
    press(ben.get_by_text("My notes"))
    expect(ben.get_by_label("Notes about this match")).to_have_value("")
    assert "never takes roads" not in ben.content()
    watcher = open_screen()
    watcher.goto(anna.url)
    expect(watcher.get_by_text("My notes")).to_have_count(0)

    plain = new_context(java_script_enabled=False, storage_state=anna.context.storage_state())
    page = plain.new_page()
    page.goto(anna.url)
    page.get_by_label("Notes about this match").fill("Kept without a script")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your note has been saved.")).to_be_visible()
    expect(page.get_by_label("Notes about this match")).to_have_value("Kept without a script")
