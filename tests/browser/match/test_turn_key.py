"""A turn's mail opened where nobody is signed in: that turn is played there, and nothing else."""

import re
from datetime import timedelta
from random import Random
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser import chosen, mailbox, people
from tests.browser.conftest import OpenScreen
from tests.browser.playing import Pointer, play_turn, view, wait_for_ply
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE
from tests.stack import Stack

WATCHING = "You're watching this match. If you're one of the players, sign in."


def test_a_mail_opens_the_table_for_its_turn(open_screen: OpenScreen, site: Stack) -> None:
    for name in ("key-anna", "key-ben"):
        people.sign_up(open_screen(), name)
    names = ["key-anna", "key-ben"]
    table = chosen.address(site, game="tilekingdom", options={}, names=names, secret=chosen.SECRET)
    link = link_in_mail(site, "key-anna@example.org")
    assert link.startswith(f"{site.url}{urlsplit(table).path}#turn=")
    desktop, phone = open_screen(), open_screen(**PHONE)
    for reader in (desktop, phone):
        reader.goto(link)
        assert_may_play(reader, table)
        reader.reload()
        assert_may_play(reader, table)
        assert_open_to_all(reader)
    beside = phone.context.new_page()
    beside.goto(table)
    expect(beside.locator("[data-spectator]")).to_have_text(WATCHING)
    expect(beside.locator(".seat-own")).to_have_count(0)

    pasted = beside.context.new_page()  # another tab, which knows no key
    pasted.goto(table)
    expect(pasted.locator("[data-spectator]")).to_have_text(WATCHING)
    follow_here(pasted, link)
    assert_may_play(pasted, table)
    pasted.evaluate("document.body.dataset.before = ''")
    follow_here(pasted, link)
    assert_may_play(pasted, table)
    expect(pasted.locator("body[data-before]")).to_have_count(1)  # the page is the one it was
    pasted.close()

    play_turn(phone, Pointer(), Random(2))
    for reader in (phone, desktop, beside):
        wait_for_ply(reader, 1)
        told = WATCHING if reader is beside else f"You've played your turn. {WATCHING}"
        expect(reader.locator("[data-spectator]")).to_have_text(told)
        expect(reader.locator(".seat-own")).to_have_count(0)
    assert [(one["player"], one["actor"]) for one in view(phone)["log"]] == [(0, "human")]
    way_in = phone.locator("[data-spectator] a")
    path = quote(urlsplit(table).path, safe="")
    expect(way_in).to_have_attribute("href", f"/accounts/login/?next={path}")
    phone.goto("about:blank")
    phone.goto(link)
    expect(phone.locator("[data-spectator]")).to_have_text(WATCHING)


@pytest.mark.sometimes
def test_a_mail_opened_by_somebody_else_lets_them_switch_accounts(
    open_screen: OpenScreen, site: Stack
) -> None:
    names = ["key-dora", "key-emil"]
    for name in names:
        people.sign_up(open_screen(), name)
    table = chosen.address(site, game="tilekingdom", options={}, names=names, secret=chosen.SECRET)
    link = link_in_mail(site, "key-dora@example.org")
    other = open_screen()
    people.sign_up(other, "key-fritz")
    other.goto(table)
    offer = other.locator("[data-stranger]")
    expect(other.locator("[data-spectator]")).to_have_text("You're watching this match.")
    expect(offer).to_be_hidden()
    other.goto("about:blank")
    other.goto(link)
    expect(offer).to_contain_text("You're signed in as key-fritz.")
    people.press(offer.get_by_role("button", name="Sign in as someone else"))
    other.wait_for_url(f"**/accounts/login/?next={quote(urlsplit(table).path, safe='')}")


def follow_here(page: Page, link: str) -> None:
    """Paste a link into the address of a page that shows its match."""
    page.evaluate("(link) => location.assign(link)", link)
    page.wait_for_function("location.hash === ''")


def link_in_mail(site: Stack, address: str) -> str:
    mailbox.deliver(after=timedelta(minutes=4))
    (mail,) = mailbox.mails(site, address, "Your turn")
    (link,) = set(re.findall(rf"{site.url}/match/\S+", mailbox.text_of(mail)))
    return str(link)


def assert_may_play(reader: Page, table: str) -> None:
    expect(reader.locator("[data-visiting]")).to_be_visible()
    expect(reader.locator("[data-spectator]")).to_be_hidden()
    expect(reader.locator(".seat-own .seat-name")).to_have_text("key-anna")
    expect(reader.locator("[data-turn]")).to_have_text("Your turn.")
    for beyond in ("[data-action=resign]", "[data-prepared]"):
        expect(reader.locator(beyond)).to_be_hidden()
    expect(reader.locator("[data-table] button")).to_have_count(0)
    assert urlsplit(reader.url)._replace(scheme="", netloc="").geturl() == urlsplit(table).path
