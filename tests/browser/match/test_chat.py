"""Players talk at their table; one reports a line, a moderator hides it; somebody is muted."""

from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import people
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import Pointer, play_turn, wait_for_ply, wait_for_turn
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE
from tests.stack import Stack

RUDE = "You play like a <b>turnip</b>, see https://example.org"
_JUDGE = """
from django.contrib.auth.models import Group
from accounts.trust.apps import MODERATORS
from accounts.users.models import User
User.objects.get(username="{}").groups.add(Group.objects.get(name=MODERATORS))
"""


def say(page: Page, text: str) -> None:
    page.get_by_label("Say something to the other players").fill(text)
    press(page.get_by_role("button", name="Send"))
    expect(page.locator(".chat-line").last).to_contain_text(text)


def said(page: Page) -> list[str]:
    return page.locator(".chat-text").all_inner_texts()


def about(page: Page, name: str) -> None:
    """Open what can be done about the last line of somebody."""
    press(page.get_by_role("button", name=f"More about this message from {name}").last)
    expect(page.get_by_role("dialog", name=f"What {name} said")).to_be_visible()


def test_ones_own_line_stands_at_once_and_comes_back_if_it_is_refused(
    open_screen: OpenScreen, console: list[str]
) -> None:
    anna, ben = open_screen(), open_screen()
    for page, name in ((anna, "line-anna"), (ben, "line-ben")):
        people.sign_up(page, name)
    people.begin(anna, ben)
    field = anna.get_by_label("Say something to the other players")
    held: list[Route] = []
    anna.route("**/chat", lambda route: _hold(route, held))
    for text, refused in (("Have fun!", False), ("Good luck", True)):
        before = said(anna)
        field.fill(text)
        press(anna.get_by_role("button", name="Send"))
        route = people.until(anna, lambda: held and held.pop())
        assert said(anna) == [*before, text]
        assert field.input_value() == ""
        if refused:
            route.fulfill(status=409, json={"ok": False, "error": "silent", "text": "Not now."})
            expect(anna.locator("[data-toast]")).to_contain_text("Not now.")
            expect(field).to_have_value(text)
            assert said(anna) == before
            assert [line.split("status of ")[1][:3] for line in console] == ["409"]
            console.clear()
        else:
            route.continue_()
            expect(ben.locator(".chat-line")).to_have_count(1)
            expect(anna.locator(".chat-line [data-about], [data-line='']")).to_have_count(0)
            assert said(anna) == [*before, text]


def _hold(route: Route, held: list[Route]) -> None:
    """Keep what is said from the site for now."""
    held.append(route) if route.request.method == "POST" else route.continue_()


@pytest.mark.sometimes
def test_talk_report_and_what_a_moderator_does(open_screen: OpenScreen, site: Stack) -> None:
    anna, ben, judge = open_screen(), open_screen(**PHONE), open_screen()
    for page, name in ((anna, "talk-anna"), (ben, "talk-ben"), (judge, "talk-judge")):
        people.sign_up(page, name)
    site.manage("shell", "-v0", "-c", _JUDGE.format("talk-judge"))
    people.begin(anna, ben, pace="correspondence")
    watcher = open_screen()
    watcher.goto(anna.url)

    # Said by one, marked as new to the other until they have seen it.
    say(anna, RUDE)
    expect(ben.locator("[data-talk-mark]")).to_have_text("1 new message")
    expect(ben.locator("[data-tab=talk] .count")).to_have_text("1")
    assert_open_to_all(ben, "[data-side-bar]")
    press(ben.locator("[data-tab=talk]"))
    expect(ben.locator(".chat-line")).to_be_in_viewport()
    expect(ben.locator("[data-tab=talk] .count")).to_be_hidden()
    assert said(ben) == [RUDE]  # text, and nothing that can be clicked
    expect(ben.locator(".chat-lines a, .chat-lines b")).to_have_count(0)
    press(ben.get_by_text("Quick phrases"))
    press(ben.get_by_role("button", name="Good luck!"))
    expect(anna.locator(".chat-line")).to_have_count(2)
    assert_open_to_all(anna, "[data-talk]")

    # Who only watches gets none of it.
    expect(watcher.locator("[data-spectator]")).to_be_visible()
    expect(watcher.locator("[data-talk]")).to_have_count(0)
    assert "turnip" not in watcher.content()

    about(ben, "talk-anna")
    assert_open_to_all(ben, "dialog[open]")
    press(ben.get_by_label("Insulting or hateful"))
    press(ben.get_by_role("button", name="Report"))
    expect(ben.locator("[data-toast]")).to_contain_text("The moderators will look at it")

    _decide(judge)
    for page in (anna, ben):
        expect(page.locator(".chat-line").first).to_contain_text(
            "A moderator has hidden this message."
        )
        assert "turnip" not in page.content()
    anna.reload()
    expect(anna.locator("[data-chat-why]")).to_contain_text("Be friendly, please.")
    expect(anna.get_by_label("Say something to the other players")).to_be_hidden()
    assert_open_to_all(anna, "[data-talk]")
    wait_for_turn(anna)
    play_turn(anna, Pointer(), Random(1))  # and plays on
    wait_for_ply(ben, 1)

    ben.goto("/people/")
    expect(ben.get_by_text("we've done something about it")).to_be_visible()
    anna.goto("/people/")
    expect(anna.get_by_text("Be friendly, please.")).to_be_visible()
    assert_open_to_all(anna)


def _decide(judge: Page) -> None:
    """Read the report as a moderator, and hide the line and silence its author."""
    judge.goto("/my-games/")
    press(judge.locator("[data-menu] summary"))
    press(judge.get_by_role("link", name="Reports"))
    expect(judge.get_by_role("heading", name="Reports", level=1)).to_be_visible()
    assert_open_to_all(judge)
    press(judge.get_by_role("link", name="talk-anna: Insulting or hateful"))
    expect(judge.locator("[data-reported]")).to_contain_text(RUDE)
    assert_open_to_all(judge)
    press(judge.get_by_label("Hide the message and silence the sender"))
    judge.get_by_label("Why").fill("Be friendly, please.")
    press(judge.get_by_role("button", name="Decide"))
    expect(judge.get_by_text("There's nothing to decide.")).to_be_visible()
    press(judge.get_by_role("link", name="talk-anna: Insulting or hateful"))
    expect(judge.get_by_role("button", name="Let them post again")).to_be_visible()


def test_somebody_is_muted_and_read_again(open_screen: OpenScreen) -> None:
    anna, ben = open_screen(), open_screen(**PHONE)
    people.sign_up(anna, "mute-anna")
    people.sign_up(ben, "mute-ben")
    people.begin(anna, ben, pace="correspondence")
    say(anna, "Are you there?")
    expect(ben.locator(".chat-line")).to_have_count(1)
    about(ben, "mute-anna")
    press(ben.get_by_role("button", name="Mute at this table"))
    expect(ben.locator(".chat-line")).to_have_count(0)
    expect(ben.get_by_text("You've hidden what mute-anna says here.")).to_be_visible()
    say(anna, "Hello?")
    say(ben, "I play.")
    assert said(ben) == ["I play."]
    expect(anna.locator(".chat-line")).to_have_count(3)
    assert_open_to_all(ben, "[data-talk]")
    press(ben.get_by_role("button", name="Show mute-anna's messages again"))
    expect(ben.locator(".chat-line")).to_have_count(3)


def test_a_guest_chooses_among_phrases(open_screen: OpenScreen) -> None:
    anna, guest = open_screen(), open_screen(**PHONE)
    people.sign_up(anna, "phrase-anna")
    code = people.open_table(anna, pace="correspondence")
    people.enter_code(guest, code)
    people.sit_down(guest)
    people.by_seat([anna, guest])
    expect(guest.locator("[data-chat-why]")).to_contain_text("Guests can choose from these phrases")
    expect(guest.get_by_label("Say something to the other players")).to_be_hidden()
    press(guest.get_by_role("button", name="Hello!"))
    expect(anna.locator(".chat-text")).to_have_text("Hello!")
    assert_open_to_all(guest, "[data-talk]")


def test_what_was_said_meanwhile_is_there_when_one_is_back(open_screen: OpenScreen) -> None:
    anna, ben = open_screen(), open_screen()
    people.sign_up(anna, "back-anna")
    people.sign_up(ben, "back-ben")
    people.begin(anna, ben, pace="correspondence")
    ben.goto("/my-games/")
    expect(ben.locator(".boards .board")).to_have_count(1)
    expect(ben.locator(".badge-talk")).to_have_count(0)
    say(anna, "See you tomorrow.")
    ben.reload()
    expect(ben.locator(".badge-talk")).to_have_text("1 new message")
    assert_open_to_all(ben, ".boards .board")
    press(ben.locator(".badge-talk"))
    expect(ben.locator(".chat-text")).to_have_text("See you tomorrow.")
