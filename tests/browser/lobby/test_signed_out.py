"""Whose session is over is told so, signs in, and finds what they had written or laid."""

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from lobby.clubs.models import Club
from tests.browser import inside, people
from tests.browser.people import PASSWORD, press
from tests.browser.playing import button
from tests.browser.site import test_studies

WORDS = "For those who are awake at night."


def sign_out(page: Page) -> None:
    """End the session where the site keeps it, so the browser doesn't know."""
    inside.call(Session.objects.all().delete)


def come_back(page: Page, name: str) -> None:
    page.get_by_label("Name or email address").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    press(page.get_by_role("button", name="Sign in"))


def told(page: Page) -> None:
    """Find the word that the session is over, and take the way back that stands in it."""
    notice = page.get_by_text("You've been signed out. Sign in to go on.")
    expect(notice).to_be_visible()
    press(notice.get_by_role("link", name="Sign in"))


def test_a_form_is_there_as_it_was_written(desktop: Page) -> None:
    people.sign_up(desktop, "club-anna")
    desktop.goto("/clubs/new/")
    desktop.locator("[name=name]").fill("Night owls")
    desktop.locator("[name=about]").fill(WORDS)
    sign_out(desktop)
    press(desktop.locator("main form.card button[type=submit]"))
    expect(desktop.get_by_text("You've been signed out. Sign in to go on.")).to_be_visible()
    assert inside.call(Club.objects.filter(name="Night owls").count) == 0
    come_back(desktop, "club-anna")
    desktop.wait_for_url("**/clubs/new/")
    expect(desktop.locator("[name=about]")).to_have_value(WORDS)
    press(desktop.locator("main form.card button[type=submit]"))
    desktop.wait_for_url("**/clubs/night-owls/")
    desktop.goto("/clubs/new/")
    expect(desktop.locator("[name=about]")).to_have_value("")


@pytest.mark.sometimes
def test_what_was_written_in_a_study_is_saved(desktop: Page, console: list[str]) -> None:
    test_studies.begin(desktop, "study-anna")
    desktop.wait_for_url("**/study/*/#0")
    at = desktop.url
    sign_out(desktop)
    desktop.get_by_label("Your comment on this move").fill(WORDS)
    told(desktop)
    come_back(desktop, "study-anna")
    desktop.wait_for_url(at)
    expect(desktop.get_by_label("Your comment on this move")).to_have_value(WORDS)
    expect(desktop.get_by_text("Saved.")).to_be_visible()
    console.clear()  # what the browser says of an answer that is a no


@pytest.mark.sometimes
def test_a_turn_in_a_lesson_is_laid_again(desktop: Page, console: list[str]) -> None:
    people.sign_up(desktop, "lesson-anna")
    desktop.goto("/learn/tilekingdom/")
    press(desktop.locator("[data-place]").last)
    expect(desktop.locator("[data-choice]").first).to_be_visible()
    sign_out(desktop)
    press(button(desktop, "confirm"))
    told(desktop)
    come_back(desktop, "lesson-anna")
    desktop.wait_for_url("**/learn/tilekingdom/")
    expect(desktop.locator("[data-choice]").first).to_be_visible()
    console.clear()  # what the browser says of an answer that is a no
