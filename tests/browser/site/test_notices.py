"""What we tell people: choices, the ledger, mails ended by one click; at a desk and on a phone."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import mailbox, people
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import DESKTOP, PHONE
from tests.size import one_of
from tests.stack import Stack

# As if the turns had begun an hour ago and nobody looked.
AN_HOUR_LATER = """
from datetime import timedelta
from django.db.models import F
from accounts.notices.models import Delivery, Notification
from games.matches.models import Seat
hour = timedelta(hours=1)
Notification.objects.update(due_at=F("due_at") - hour)
Delivery.objects.filter(status="queued").update(due_at=F("due_at") - hour)
Seat.objects.update(present_until=None)
"""


def unsubscribe_link(site: Stack, address: str) -> str:
    """Return the address for one click in the last mail about a turn."""
    mail = mailbox.mails(site, address, "Your turn")[0]
    return re.sub(r"[<>\s]", "", str(mail["List-Unsubscribe"]))


def switch(page: Page, kind: str, channel: str) -> Any:
    return page.get_by_label(f"{kind}: {channel}", exact=True)


@pytest.mark.sometimes
@pytest.mark.parametrize(
    ("name", "screen"), one_of([("desk", DESKTOP), ("phone", PHONE)], __file__)
)
def test_people_choose_what_to_hear_and_read_what_we_told_them(
    open_screen: OpenScreen, site: Stack, name: str, screen: dict[str, Any]
) -> None:
    anna, ben = open_screen(**screen), open_screen()
    people.sign_up(anna, f"told-anna-{name}")
    people.sign_up(ben, f"told-ben-{name}")
    people.begin(anna, ben, pace="correspondence", correspondence_budget=86400)

    anna.goto("/preferences/")
    expect(switch(anna, "It's your turn", "Email")).to_be_checked()
    anna.get_by_text("How many emails, and when").click()
    anna.get_by_label("Maximum emails a day").fill("5")
    far = datetime.now(UTC) + timedelta(hours=12)  # from now
    anna.get_by_label("Quiet from").fill(f"{far:%H}:00")
    anna.get_by_label("Quiet until").fill(f"{far:%H}:01")
    switch(anna, "A match is over", "Email").uncheck()
    press(anna.get_by_role("button", name="Save"))
    expect(anna.get_by_text("Your preferences are saved.")).to_be_visible()
    expect(anna.get_by_label("Maximum emails a day")).to_have_value("5")
    expect(switch(anna, "A match is over", "Email")).not_to_be_checked()

    anna.goto("/rules/")
    ben.goto("/rules/")
    site.manage("shell", "-v0", "-c", AN_HOUR_LATER)
    mailbox.deliver(after=timedelta(minutes=2))  # then nobody counts as at the table any more
    (mover,) = [page for page in (anna, ben) if has_turn(page)]
    address = f"told-{'anna' if mover is anna else 'ben'}-{name}@example.org"
    mover.goto("/account/notices/")
    line = mover.locator(".told-line").filter(has_text="Your turn: Tilekingdom")
    expect(line).to_contain_text(re.compile(r"Email written at \d\d:\d\d, but not sent"))
    expect(mover.get_by_role("heading", name="Coming up")).to_be_visible()
    look(anna, mover)
    anna.goto("/account/notices/")
    wide = anna.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0

    link = unsubscribe_link(site, address)
    mover.goto(link)  # looking changes nothing
    look(anna, mover)
    mover.goto("/preferences/")
    expect(switch(mover, "It's your turn", "Email")).to_be_checked()
    mover.goto(link)
    press(mover.get_by_role("button", name="Stop these emails"))
    expect(mover.get_by_text("No more emails of this kind: It's your turn")).to_be_visible()
    mover.goto("/preferences/")
    expect(switch(mover, "It's your turn", "Email")).not_to_be_checked()

    mover.goto("/account/notices/")
    press(mover.get_by_role("button", name="Stop emails of this kind: Your time is nearly up"))
    expect(
        mover.get_by_text("No more emails of this kind: Your time is nearly up.")
    ).to_be_visible()


def look(anna: Page, page: Page) -> None:
    """Look at a page in every way there is, when Anna is at a desk."""
    if anna.viewport_size == DESKTOP["viewport"]:
        assert_open_to_all(page)


def has_turn(page: Page) -> bool:
    page.goto("/my-games/")
    return page.locator("[data-my-turns-count]").first.inner_text() == "1"
