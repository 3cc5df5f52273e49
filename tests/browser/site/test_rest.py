"""Sleep, days off and holiday, set on a desk, on a phone, and without scripts."""

from datetime import UTC, date, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser import people
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import DESKTOP, PHONE
from tests.size import one_of
from tests.stack import Stack

EARN = """
from datetime import timedelta
from django.utils import timezone
from accounts.rest import services as rest
from accounts.users.models import User
user = User.objects.get(username="{name}")
for back in range({days}, 0, -1):
    rest.note_active(user_id=user.pk, at=timezone.now() - timedelta(days=back))
"""


def earn(site: Stack, name: str, *, days: int) -> None:
    """Have a person play on so many days up to yesterday."""
    site.manage("shell", "-v0", "-c", EARN.format(name=name, days=days))


def ahead(days: int) -> date:
    """Return a date that lies ahead in every time zone of these tests."""
    return datetime.now(UTC).date() + timedelta(days=days)


def read(day: date) -> str:
    return f"{day:%a} {day.day} {day:%b %Y}"


def week(page: Page) -> list[str]:
    """Return what the picture tells a screen reader of each day, without its date."""
    expect(page.locator(".week-days > li")).to_have_count(7)
    return [words.split(": ", 1)[1] for words in page.locator(".week-days > li").all_inner_texts()]


def open_by_menu(page: Page, name: str) -> None:
    press(page.locator("[data-menu] summary"))
    press(page.locator(".menu-sheet").get_by_role("link", name=name))
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()


@pytest.fixture(params=one_of(["desk", "phone"], __file__))
def page_of_vienna(request: pytest.FixtureRequest, open_screen: OpenScreen) -> Page:
    """A player who lives in Vienna, at a desk or with a phone."""
    screen = PHONE if request.param == "phone" else {}
    page = open_screen(timezone_id="Europe/Vienna", **screen)
    people.sign_up(page, f"rests-{request.param}-{request.function.__name__.split('_')[1]}")
    page.goto("/my-games/")
    return page


def look(page: Page) -> None:
    """Look at a page in every way there is, where a test runs at a desk and with a phone."""
    if page.viewport_size == DESKTOP["viewport"]:
        assert_open_to_all(page)


def assert_refused(page: Page, label: str, sentence: str, console: list[str]) -> None:
    """Hold that a form was refused with a sentence beside a field."""
    field = page.get_by_label(label)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(sentence)
    look(page)
    (complaint,) = console
    assert "422 (Unprocessable Entity)" in complaint
    console.clear()


@pytest.mark.sometimes
def test_sleep_and_days_off(page_of_vienna: Page, console: list[str]) -> None:
    page = page_of_vienna
    open_by_menu(page, "Sleep and days off")
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Vienna")
    assert week(page) == ["no rest"] * 7

    # The picture follows what is chosen before anything is saved.
    page.get_by_label("Sleep from").fill("22:30")
    page.get_by_label("Sleep until").fill("06:00")
    night = "rest 00:00 to 06:00 and 22:30 to 24:00"
    expect(page.locator(".week-days > li").last).to_contain_text(night)
    day_off = ahead(3)
    press(page.get_by_role("checkbox", name=f"{day_off:%A}"))
    expect(page.locator(".week-days")).to_contain_text("rest all day")
    christmas, other = ahead(60), ahead(50)
    for new in (christmas, other):
        page.get_by_label("Add a date").fill(new.isoformat())
        press(page.get_by_role("button", name="Add"))
        expect(page.get_by_label("Add a date")).to_have_value("")
    dates = page.locator("[data-dates] .toggle")
    expect(dates).to_have_text([read(other), read(christmas)])
    press(page.get_by_role("button", name="Save"))

    expect(page.get_by_role("status")).to_contain_text(
        "Saved. Your changes apply from your next turn"
    )
    expect(page.get_by_label("Sleep from")).to_have_value("22:30")
    expect(page.get_by_role("checkbox", name=f"{day_off:%A}")).to_be_checked()
    expect(dates).to_have_text([read(other), read(christmas)])
    assert sorted(set(week(page))) == ["rest 00:00 to 06:00 and 22:30 to 24:00", "rest all day"]

    # Taken out again, and more asked for than there is.
    press(page.get_by_role("checkbox", name=read(other)))
    page.get_by_label("Sleep until").fill("09:30")
    press(page.get_by_role("button", name="Save"))
    assert_refused(page, "Sleep until", "You can have up to 10 sleep hours a day.", console)
    expect(page.get_by_role("checkbox", name=read(other))).not_to_be_checked()
    page.get_by_label("Sleep until").fill("06:30")
    press(page.get_by_role("button", name="Save"))
    expect(dates).to_have_text([read(christmas)])


def test_what_is_chosen_before_the_script_runs(open_screen: OpenScreen) -> None:
    page = open_screen(timezone_id="Europe/Vienna")
    people.sign_up(page, "rests-quick")
    with people.late_script(page, "**/shell/people/rest*.js"):
        page.goto("/account/rest/", wait_until="commit")
        page.get_by_label("Sleep from").fill("23:00")
        page.get_by_label("Sleep until").fill("07:00")
        assert week(page) == ["no rest"] * 7
    expect(page.locator(".week-days > li").last).to_contain_text("rest 00:00 to 07:00")
    assert week(page) == ["rest 00:00 to 07:00 and 23:00 to 24:00"] * 7


def test_without_scripts(open_screen: OpenScreen, site: Stack) -> None:
    page = open_screen(java_script_enabled=False)
    people.sign_up(page, "rest-plain")
    earn(site, "rest-plain", days=30)
    page.goto("/account/rest/")
    page.get_by_label("Time zone").select_option("Asia/Tokyo")
    page.get_by_label("Sleep from").fill("23:00")
    page.get_by_label("Sleep until").fill("07:00")
    page.get_by_label("Add a date").fill(ahead(30).isoformat())
    page.get_by_role("button", name="Save").click()
    expect(page.locator("[data-dates] .toggle")).to_have_text([read(ahead(30))])
    assert set(week(page)) == {"rest 00:00 to 07:00 and 23:00 to 24:00"}

    page.goto("/account/holiday/")
    page.locator("summary").filter(has_text="Start a holiday right now").click()
    page.get_by_role("button", name="Start now").click()
    page.goto("/rules/")
    page.get_by_role("button", name="I'm back").click()
    expect(page).to_have_url(f"{site.url}/rules/")
    expect(page.get_by_role("status")).to_contain_text("Welcome back.")


@pytest.mark.sometimes
def test_holiday(page_of_vienna: Page, site: Stack, console: list[str]) -> None:
    page = page_of_vienna
    open_by_menu(page, "Holiday")
    expect(page.locator(".saved")).to_contain_text("0 of 14 days")
    earn(site, page.locator(".menu > summary .menu-name").text_content() or "", days=51)
    page.reload()
    expect(page.locator(".saved-stamp")).to_have_text("3 days of holiday saved")
    expect(page.locator(".saved")).to_contain_text("9 of 14 days")

    # More than there is, then what there is, then cancelled.
    _book(page, 5, 9)
    refusal = "That would use 5 of your saved days, but you only have 3."
    assert_refused(page, "Last day", refusal, console)
    _book(page, 5, 6)
    expect(page.get_by_role("status")).to_contain_text("Your holiday is booked.")
    expect(page.locator(".saved-stamp")).to_contain_text("1")
    press(page.get_by_role("button", name="Cancel"))
    expect(page.get_by_role("status")).to_contain_text("Holiday cancelled. You get 2 days back.")

    press(page.get_by_label("Start my holiday automatically"))
    press(page.get_by_role("button", name="Save"))
    expect(page.get_by_role("status")).to_contain_text(
        "Your holiday no longer starts automatically."
    )
    expect(page.get_by_label("Start my holiday automatically")).not_to_be_checked()

    # Away at once: every page says so, and one click ends it.
    press(page.locator("summary").filter(has_text="Start a holiday right now"))
    press(page.get_by_role("button", name="Start now"))
    expect(page.get_by_role("heading", name="You're on holiday")).to_be_visible()
    look(page)
    page.goto("/account/rest/")
    expect(page.locator(".week-days > li").nth(1)).to_contain_text("holiday all day")
    page.goto("/")
    expect(page.locator(".away")).to_contain_text("You're on holiday until")
    press(page.get_by_role("button", name="I'm back"))
    expect(page.get_by_role("status")).to_contain_text(
        "Welcome back. Your clocks are running again."
    )
    expect(page.locator(".away")).to_have_count(0)
    page.goto("/account/holiday/")
    expect(page.locator(".saved-stamp")).to_contain_text("2")
    expect(page.locator(".stays")).to_contain_text("ended early")


def _book(page: Page, first: int, last: int) -> None:
    page.get_by_label("First day").fill(ahead(first).isoformat())
    page.get_by_label("Last day").fill(ahead(last).isoformat())
    press(page.get_by_role("button", name="Book"))
