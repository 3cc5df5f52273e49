"""A match with days for each move: turns come without reloading, and a mail tells of them."""

import re
import urllib.request
from datetime import timedelta
from email.message import EmailMessage
from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.notices.models import Delivery, DeliveryStatus
from tests.browser import inside, mailbox, people
from tests.browser.conftest import OpenScreen
from tests.browser.playing import Pointer, play_turn, told, view, wait_for_turn
from tests.stack import Stack

ADMINISTRATOR = """
from accounts.users.models import User
User.objects.create_superuser("{name}", "{name}@example.org", "{password}")
"""

SUBJECTS = {
    "turn": "Your turn",
    "reminder": "A quarter of your time left",
    "last": "Your time is nearly up",
}
# Another tab is in front from the first, until somebody looks; the browser of a test hides none.
HIDE = """
  Object.defineProperty(document, "hidden", {value: true, configurable: true});
  document.look = (on = true) => {
    Object.defineProperty(document, "hidden", {value: !on, configurable: true});
    document.dispatchEvent(new Event("visibilitychange"));
  };
"""


def wants_turn_mails(page: Page) -> bool:
    """Tell what the preferences page says of mails about turns."""
    page.goto("/preferences/")
    return page.get_by_label("It's your turn: Email").is_checked()


def test_turns_are_told_without_reloading(open_screen: OpenScreen) -> None:
    host, friend = open_screen(), open_screen()
    people.sign_up(host, "post-anna")
    people.sign_up(friend, "post-ben")
    anna, ben = people.begin(host, friend, pace="correspondence", correspondence_budget=86400)
    expect(anna).to_have_title("● Your turn \N{EN DASH} Tilekingdom · Tilepost")
    expect(ben).to_have_title("Tilekingdom · Tilepost")
    # Ben looks at My games in another tab.
    games = ben.context.new_page()
    games.goto("/my-games/")
    row = games.locator(".boards .board").filter(has_text="post-anna")
    expect(row).to_contain_text("post-anna's turn")
    expect(games).to_have_title("My games · Tilepost")
    games.evaluate("window.stayed = true")

    play_turn(anna, Pointer(), Random(1))

    expect(row).to_contain_text("Your turn")
    expect(games).to_have_title("(1) My games · Tilepost")
    expect(games.locator("[data-my-turns-count]")).to_have_text("1")
    expect(games.get_by_role("link", name="Take your turn")).to_be_visible()
    expect(ben).to_have_title("● Your turn \N{EN DASH} Tilekingdom · Tilepost")
    expect(anna).to_have_title("Tilekingdom · Tilepost")

    wait_for_turn(ben)
    play_turn(ben, Pointer(), Random(2))

    expect(row).to_contain_text("post-anna's turn")
    expect(games).to_have_title("My games · Tilepost")
    assert games.evaluate("window.stayed") is True


def test_a_hidden_tab_keeps_no_mail_back(open_screen: OpenScreen, site: Stack) -> None:
    """Whoever leaves a tab open elsewhere is told of their turn, and warned in any case."""
    host, friend = open_screen(), open_screen()
    people.sign_up(host, "tab-anna")
    people.sign_up(friend, "tab-ben")
    anna, ben = people.begin(host, friend, pace="correspondence")
    subjects = (f"{words}: Tilekingdom with tab-ben" for words in SUBJECTS.values())
    address, seen = anna.url, ben.locator(".seat-moving .seat-state")
    expect(seen).to_have_text("Here")
    assert mails_due(site, "turn") == []

    anna.goto("about:blank")
    anna.context.add_init_script(HIDE)
    said: list[str] = []
    anna.on("websocket", lambda one: one.on("framesent", lambda frame: said.append(str(frame))))
    anna.goto(address)
    people.until(anna, lambda: said)
    assert set(said) == {'{"t":"pong","hidden":true}'}
    expect(seen).to_have_text("Away")
    assert mails_due(site, "turn") == [next(subjects)]
    assert mails_due(site, "reminder") == [next(subjects)]

    anna.evaluate("document.look()")
    expect(seen).to_have_text("Here")
    assert said[-1] == '{"t":"pong"}'
    assert mails_due(site, "last") == [next(subjects)]
    anna.evaluate("document.look(false)")
    people.until(anna, lambda: said[-1] == '{"t":"pong","hidden":true}')
    expect(seen).to_have_text("Here")  # who is back in a minute was never away


def mails_due(site: Stack, kind: str) -> list[str]:
    """Let the mail of a turn be due now; return the subjects of what leaves."""
    before = len(mailbox.mails(site, "tab-anna@example.org", ""))
    inside.call(_let_be_due, kind)
    mailbox.deliver()
    found = mailbox.mails(site, "tab-anna@example.org", "")
    return [str(mail["Subject"]) for mail in found[: len(found) - before]]


def _let_be_due(kind: str) -> None:
    owed = Delivery.objects.filter(user__username="tab-anna", notification__kind=kind)
    owed.filter(status=DeliveryStatus.QUEUED).update(due_at=timezone.now())


@pytest.mark.sometimes
def test_a_mail_announces_a_turn_and_can_be_stopped(open_screen: OpenScreen, site: Stack) -> None:
    host, friend = open_screen(), open_screen()
    people.sign_up(host, "mail-anna")
    people.sign_up(friend, "mail-ben")
    anna, ben = people.begin(host, friend, pace="correspondence")
    play_turn(anna, Pointer(), Random(3))
    played = told(view(anna)["log"][0])
    address = ben.url
    ben.goto("about:blank")  # away from the table

    mailbox.deliver(after=timedelta(minutes=2))
    assert mailbox.mails(site, "mail-ben@example.org", "Your turn") == []
    mailbox.deliver(after=timedelta(minutes=4))
    (mail,) = mailbox.mails(site, "mail-ben@example.org", "Your turn")
    assert mail["Subject"] == "Your turn: Tilekingdom with mail-anna"
    text = mailbox.text_of(mail)
    assert played in text
    (link,) = re.findall(rf"{site.url}/match/\S+", text)
    assert link.partition("#turn=")[0] == address  # and with what shows the reader's hand
    ben.goto(link)
    wait_for_turn(ben)

    _assert_administrator_reads_it(open_screen(), site, text.splitlines()[0])
    _assert_one_click_ends_them(ben, mail)


def _assert_administrator_reads_it(page: Page, site: Stack, first_line: str) -> None:
    name = "post-mistress"
    site.manage("shell", "-v0", "-c", ADMINISTRATOR.format(name=name, password=people.PASSWORD))
    people.sign_in(page, name)
    page.locator("[data-menu] summary").click()
    page.get_by_role("link", name="Outgoing emails").click()
    row = page.locator(".match-row").filter(has_text="to mail-ben@example.org")
    row.get_by_role("link", name="Your turn: Tilekingdom with mail-anna").click()
    expect(page.locator(".letter-text")).to_contain_text(first_line)
    picture = page.frame_locator(".letter-wide").locator("img").first
    expect(picture).to_be_visible()
    people.until(page, lambda: picture.evaluate("image => image.naturalWidth") == 960)


def _assert_one_click_ends_them(reader: Page, mail: EmailMessage) -> None:
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = mail["List-Unsubscribe"].strip().strip("<>")
    with urllib.request.urlopen(address) as answer:  # noqa: S310 - our own site
        assert answer.status == 200
    assert wants_turn_mails(reader) is True
    with urllib.request.urlopen(address, b"List-Unsubscribe=One-Click") as answer:  # noqa: S310
        assert answer.status == 200
    assert wants_turn_mails(reader) is False
