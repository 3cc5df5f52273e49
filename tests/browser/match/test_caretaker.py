"""A slow seat that the computer plays for its owner, and one that a substitute takes."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser import mailbox, people
from tests.browser.conftest import OpenScreen
from tests.browser.match.test_at_the_table import resign
from tests.browser.people import press
from tests.browser.playing import view, wait_for_ply
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE
from tests.stack import Stack

DAY = 86400
# The turn of a match began so long ago that its time has just been over for a while.
RUN_OUT = """
from datetime import timedelta
from django.utils import timezone
from games.matches.models import Match, TurnTimer
Match.objects.filter(public_id="{match}").update(on_timeout="easy")
at = timezone.now() - timedelta(seconds=90)
TurnTimer.objects.filter(match__public_id="{match}").update(
    started_at=at - timedelta(days=30), deadline_at=at, fires_at=at
)
"""
THREE_AT_A_TABLE = """
from django.utils import timezone
from accounts.users.models import User
from games.matches import play
from games.core.clock import Pace, TimeControl
from games.core.table.agreement import Agreement
seats = [
    play.SeatPlan(name=name, user_id=User.objects.get(username=name).pk) for name in {names}
]
match = play.start_match(
    game="tilekingdom", options={{}}, control=TimeControl(Pace.CORRESPONDENCE, 86400), seats=seats,
    agreement=Agreement(asks_substitutes=True), now=timezone.now(),
)
print(match.get_absolute_url())
"""
ASK_SUBSTITUTES = """
from django.utils import timezone
from games.matches import sweeps
sweeps.sweep_vacancies(now=timezone.now())
"""


def shell(site: Stack, code: str) -> str:
    return site.manage("shell", "-v0", "-c", code).strip()


def run_out_of_time(site: Stack, page: Page) -> None:
    """Let the turn that runs at the match shown be over its time."""
    shell(site, RUN_OUT.format(match=page.url.split("/")[-2]))


def link_in_mail(site: Stack, name: str, subject: str) -> str:
    """Return where the button of the newest mail with that subject leads."""
    mailbox.deliver(after=timedelta(minutes=2))  # then nobody counts as at the table any more
    mail = mailbox.mails(site, f"{name}@example.org", subject)[0]
    return re.findall(rf"{site.url}/(?:seat|vacancy)/\S+", mailbox.text_of(mail))[0]


def actors(page: Page) -> list[tuple[int, str]]:
    return [(entry["player"], entry["actor"]) for entry in view(page)["log"]]


@pytest.mark.sometimes
def test_a_slow_seat_is_taken_back_from_the_page_and_by_the_mail(
    open_screen: OpenScreen, site: Stack
) -> None:
    host, friend = open_screen(), open_screen(**PHONE)
    people.sign_up(host, "care-anna")
    people.sign_up(friend, "care-ben")
    anna, ben = people.begin(
        host, friend, pace="correspondence", correspondence_budget=DAY, spells=3
    )
    names = ["care-anna", "care-ben"] if anna is host else ["care-ben", "care-anna"]

    run_out_of_time(site, anna)
    wait_for_ply(anna, 1)
    held = anna.locator("[data-held]")
    expect(held).to_contain_text("The computer is playing for you until you take your seat back.")
    expect(held).to_contain_text("It can step in 2 more times.")
    expect(ben.locator('[data-seat="0"]')).to_contain_text("Computer playing for now")
    assert_open_to_all(anna, ".match-notes, .seats")
    anna.reload()  # to look is not to take it back
    expect(held).to_be_visible()
    press(held.get_by_role("button", name="Take my seat back"))
    expect(held).to_be_hidden()
    expect(ben.locator('[data-seat="0"] .seat-state')).to_have_text("Here")
    assert actors(anna) == [(0, "computer")]

    address = ben.url
    ben.goto("about:blank")
    shell(site, RUN_OUT.format(match=address.split("/")[-2]))
    wait_for_ply(anna, 2)
    link = link_in_mail(site, names[1], "The computer is playing for you")
    ben.goto(link)
    expect(ben.get_by_role("heading", name="Take your seat back?")).to_be_visible()
    expect(anna.locator('[data-seat="1"]')).to_contain_text("Computer playing for now")
    assert_open_to_all(ben)
    press(ben.get_by_role("button", name="Take my seat back"))
    expect(ben).to_have_url(address)
    expect(ben.locator("[data-held]")).to_be_hidden()
    expect(anna.locator('[data-seat="1"] .seat-state')).to_have_text("Here")
    ben.goto(link)
    expect(ben.get_by_role("heading", name="The seat is yours")).to_be_visible()


@pytest.mark.sometimes
def test_a_seat_is_covered_by_a_substitute(open_screen: OpenScreen, site: Stack) -> None:
    names = [f"subs-{name}" for name in ("anna", "ben", "carl", "dora", "erik")]
    pages = [open_screen(**(PHONE if name == "subs-dora" else {})) for name in names]
    for page, name in zip(pages, names, strict=True):
        people.sign_up(page, name)
    anna, _, carl, dora, erik = pages
    for page in (dora, erik):
        page.goto("/account/substitutes/")
        page.get_by_label("Tilekingdom").check()
        press(page.get_by_role("button", name="Save"))
        expect(page.get_by_text("You're on the list of substitutes.")).to_be_visible()
        expect(page.get_by_label("Tilekingdom")).to_be_checked()
    assert_open_to_all(dora)

    address = site.url + shell(site, THREE_AT_A_TABLE.format(names=names[:3]))
    anna.goto(address)
    with carl.expect_response("**/chat"):  # who has left may not read on
        carl.goto(address)
    resign(carl)
    expect(carl.locator("[data-spectator]")).to_have_text(
        "You've resigned, so you're watching this match."
    )
    expect(anna.locator('[data-seat="2"]')).to_contain_text("Resigned")
    shell(site, ASK_SUBSTITUTES)

    links = [link_in_mail(site, name, "A seat is free") for name in names[3:]]
    dora.goto("/account/substitutes/")
    expect(dora.get_by_role("heading", name="Would you like one of these seats?")).to_be_visible()
    dora.goto(links[0])
    expect(dora.get_by_role("heading", name="Take this seat?")).to_be_visible()
    expect(dora.locator(".standing .is-free")).to_contain_text("subs-carl's seat")
    assert_open_to_all(dora)
    press(dora.get_by_role("button", name="Take the seat"))
    expect(dora).to_have_url(address)
    expect(dora.locator("[data-match]")).to_have_attribute("data-viewer", "2")
    seat = anna.locator('[data-seat="2"]')
    expect(seat).to_contain_text("subs-dora")
    expect(seat.locator(".seat-state")).to_have_text("Substitute, here")
    erik.goto(links[1])
    expect(erik.get_by_role("heading", name="Someone else got there first")).to_be_visible()
    carl.reload()
    expect(carl.locator("[data-spectator]")).to_contain_text(
        "Someone else is playing in your seat now."
    )
