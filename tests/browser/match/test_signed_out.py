"""A player who is signed out in the midst of a match is told so, and goes on where they were."""

from random import Random
from urllib.parse import quote, urlsplit

from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from tests.browser import chosen, inside, people
from tests.browser.conftest import OpenScreen
from tests.browser.people import PASSWORD, press
from tests.browser.playing import Look, Pointer, look, play_turn, wait_for_turn
from tests.stack import Stack

NOTE = "Keep a tile for the road."
TOLD = "You've been signed out. Sign in to play this turn."


def facts(seen: Look) -> tuple[int, bool, list[str]]:
    return seen.ply, seen.can_rotate, seen.subjects


def come_back(page: Page, name: str) -> None:
    page.get_by_label("Name or email address").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    press(page.get_by_role("button", name="Sign in"))


def test_a_turn_is_kept_until_its_player_is_back(
    open_screen: OpenScreen, site: Stack, console: list[str]
) -> None:
    page, names = open_screen(), ["out-anna", "out-ben"]
    people.sign_up(open_screen(), names[1])
    people.sign_up(page, names[0])
    table = chosen.address(site, game="tilekingdom", options={}, names=names, secret=chosen.SECRET)
    page.goto(table)
    wait_for_turn(page)
    Pointer().lay(page, look(page), Random(1))
    laid = look(page)
    assert laid.subjects

    inside.call(Session.objects.all().delete)
    page.context.clear_cookies()
    notice = page.locator("[data-signed-out]")
    expect(notice).to_have_text(TOLD, use_inner_text=True)
    Pointer().play(page)
    expect(page.locator(".toast")).to_be_hidden()
    expect(page.locator("[data-spectator]")).to_be_hidden()
    expect(page.locator("[data-choice]").first).to_be_visible()
    assert urlsplit(page.url).path == urlsplit(table).path
    assert facts(look(page)) == facts(laid)

    people.open_more(page)
    press(page.get_by_text("My notes"))
    page.get_by_label("Notes about this match").fill(NOTE)

    way_in = notice.get_by_role("link", name="Sign in")
    path = quote(urlsplit(table).path, safe="")
    expect(way_in).to_have_attribute("href", f"/accounts/login/?next={path}")
    press(way_in)
    come_back(page, names[0])
    page.wait_for_url(f"**{urlsplit(table).path}")
    wait_for_turn(page)
    expect(page.locator("[data-choice]").first).to_be_visible()
    assert facts(look(page)) == facts(laid)
    expect(page.get_by_label("Notes about this match")).to_have_value(NOTE)
    expect(page.locator("[data-signed-out]")).to_be_hidden()
    page.reload()
    assert play_turn(page, Pointer(), Random(1)) == 1
    console.clear()  # what the browser says of an answer that is a no
