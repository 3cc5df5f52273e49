"""A turn its player wants to be asked about: a button in the mail, a page, and it is played."""

import re
from datetime import timedelta

from playwright.sync_api import Page, expect

from tests.browser import chosen, mailbox, people
from tests.browser.conftest import OpenScreen
from tests.browser.match.test_prepared import choose, lay_out_next, prepared
from tests.browser.people import press
from tests.browser.playing import button, place, view, wait_for_ply
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE
from tests.stack import Stack


def link_in_mail(site: Stack, address: str) -> str:
    mailbox.deliver(after=timedelta(minutes=4))
    (mail,) = mailbox.mails(site, address, "Your turn")
    text = mailbox.text_of(mail)
    assert "You can reply to this email with one line, such as 90 1,0 road:" in text
    assert mail["Reply-To"].startswith("move+")
    (link,) = re.findall(rf"{site.url}/turn/\S+", text)
    return str(link)


def test_a_turn_is_played_by_the_button_of_a_mail(open_screen: OpenScreen, site: Stack) -> None:
    one, two = open_screen(), open_screen(**PHONE)
    names = ["button-anna", "button-ben"]
    for page, name in zip((one, two), names, strict=True):
        people.sign_up(page, name)
    options: dict[str, object] = {"mode": "chess"}
    table = chosen.address(
        site, game="tilekingdom", options=options, names=names, secret=chosen.SECRET
    )
    for page in (one, two):
        page.goto(table)
    anna, ben = people.by_seat([one, two])
    elsewhere = lay_out_next(anna, ben)
    press(button(ben, "confirm"))
    choose(ben, "just remind me when it's my turn")
    expect(ben.locator(".prepared-turn")).to_have_count(1)
    (line,) = prepared(ben)
    assert line.endswith(": just remind me when it's my turn")
    ben.goto("about:blank")

    press(place(anna, elsewhere))
    press(button(anna, "confirm"))
    wait_for_ply(anna, 1)
    link = link_in_mail(site, "button-ben@example.org")
    for reader in (open_screen(), open_screen(**PHONE)):
        _look_at(reader, link)
    assert_open_to_all(reader)
    press(reader.get_by_role("button", name="Play it"))
    expect(reader.get_by_role("heading", name="Played")).to_be_visible()
    assert_open_to_all(reader)
    wait_for_ply(anna, 2)
    assert [entry["actor"] for entry in view(anna)["log"]] == ["human", "human"]
    reader.goto(link)
    expect(reader.get_by_role("heading", name="That turn is over")).to_be_visible()
    expect(reader.get_by_role("button", name="Play it")).to_have_count(0)


def _look_at(reader: Page, link: str) -> None:
    reader.goto(link)
    expect(reader.get_by_role("heading", name=re.compile(r"^Play .+\?$"))).to_be_visible()
    for picture in reader.locator(".turn-boards img").all():
        assert picture.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    assert reader.locator(".turn-boards img").count() == 2
