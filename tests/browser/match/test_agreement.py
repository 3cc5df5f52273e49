"""What a table agrees on: asked for, shown before joining, and compared with a holiday."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import people
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.site.test_rest import earn, look
from tests.chromium import PHONE
from tests.size import one_of
from tests.stack import Stack

DAY = 86400
REFUSED = "this table's clock doesn't stop for holidays"


def open_fold(page: Page) -> None:
    press(page.locator("summary").filter(has_text="When someone is away"))


def asked(page: Page) -> list[str]:
    """Return the names of the settings of the clock and of the agreement that are shown."""
    kinds = "select, input[type=number], input[type=checkbox]"
    fields = page.locator(".card, .fold").locator(kinds)
    names = fields.evaluate_all(
        "fields => fields.filter(field => field.checkVisibility()).map(field => field.name)"
    )
    return [name for name in names if name != "seats" and not name.startswith("option_")]


def assert_refused_once(console: list[str]) -> None:
    """Hold that one form was refused and that nothing else went wrong."""
    (complaint,) = console
    assert "422 (Unprocessable Entity)" in complaint
    console.clear()


@pytest.fixture(params=one_of(["desk", "phone"], __file__))
def host(request: pytest.FixtureRequest, open_screen: OpenScreen) -> Page:
    """Somebody who opens a table, at a desk or with a phone."""
    page = open_screen(**(PHONE if request.param == "phone" else {}))
    people.sign_up(page, f"{request.param}-{request.function.__name__.split('_')[1]}")
    return page


def test_only_what_belongs_to_the_clock_is_asked(host: Page, console: list[str]) -> None:
    host.goto("/tables/new/upwords/")
    assert asked(host) == ["live_budget", "live_bank"]
    open_fold(host)
    live = ["live_budget", "live_bank", "on_timeout", "spells", "takebacks", "asks_substitutes"]
    assert asked(host) == live

    agreement = ["on_timeout", "rest", "holiday", "takebacks", "asks_substitutes"]
    people.choose_settings(host, {"pace": "correspondence"})
    assert asked(host) == ["correspondence_budget", "correspondence_bank", *agreement]
    people.choose_settings(host, {"clock": "per_turn"})
    assert asked(host) == ["correspondence_budget", *agreement]
    people.choose_settings(host, {"clock": "fischer", "on_timeout": "easy"})
    fischer = ["fischer_bank", "fischer_budget", "fischer_cap"]
    assert asked(host) == [*fischer, "on_timeout", "rest", "spells", *agreement[2:]]
    note = host.locator("details[data-options]").first.locator("[data-changes]")
    expect(note).to_have_text("1 changed")
    people.choose_settings(host, {"spells": 5, "holiday": False})
    expect(note).to_have_text("3 changed")
    people.choose_settings(host, {"on_timeout": "loss"})
    expect(note).to_have_text("2 changed")
    look(host)
    people.choose_settings(host, {"clock": "no_clock"})
    assert asked(host) == ["takebacks", "asks_substitutes"]
    expect(note).to_have_text("as usual")

    # Without a clock only for friends; what else was chosen is kept.
    press(host.get_by_role("button", name="Open the table"))
    sentence = (
        "Only private tables can go without a clock. Make this one private, or choose a clock."
    )
    expect(host.get_by_text(sentence)).to_be_visible()
    expect(host.locator("[name=clock][value=no_clock]")).to_be_checked()
    look(host)
    assert_refused_once(console)
    people.choose_settings(host, {"visibility": "private"})
    press(host.get_by_role("button", name="Open the table"))
    expect(host.get_by_role("heading", name="Seats")).to_be_visible()
    assert people.agreed(host)["Time"] == "no clock"


def test_without_scripts(open_screen: OpenScreen, console: list[str]) -> None:
    page = open_screen(java_script_enabled=False)
    people.sign_up(page, "agree-plain")
    page.goto("/tables/new/tilekingdom/")
    expect(page.get_by_label("Time for each turn").last).to_be_hidden()
    page.get_by_role("radio", name="Turn-based").check()
    page.get_by_role("radio", name="A bank that fills up").check()
    page.get_by_label("Added after each turn").select_option("1 day")
    page.get_by_label("At most").select_option("3 days")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("That's less than players start with.")).to_be_visible()
    page.get_by_label("In the bank at the start").select_option("2 days")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    time = "2 days to start with, 1 day more after each turn, up to 3 days"
    assert people.agreed(page)["Time"] == time
    assert_refused_once(console)


def test_agreed_words_are_read_before_sitting_down(host: Page, open_screen: OpenScreen) -> None:
    code = people.open_table(
        host,
        visibility="open",
        pace="correspondence",
        clock="per_turn",
        correspondence_budget=DAY,
        rest=7 * DAY,
        on_timeout="excused",
        takebacks=True,
    )
    reader = open_screen()
    reader.goto("/tables/")
    name = host.locator(".chair-name").first.inner_text().split()[0]
    row = reader.locator(".table-row").filter(has_text=name)
    expect(row).to_contain_text("1 day a turn, sleep and days off")
    press(row.get_by_role("link", name="Look"))
    told = people.agreed(reader)
    assert told["Time"] == "1 day a turn"
    assert told["Sleep and days off"].startswith("stop a player's clock for up to 7 days in all")
    assert told["Holiday"] == "stops the clock"
    assert told["When time runs out"].startswith(
        "the clock starts again, up to twice for each player"
    )
    assert told["Take-backs"].startswith("the last move can be taken back if it revealed nothing")
    assert people.room_code(reader) == code

    people.sit_down(reader)
    pages = people.by_seat([host, reader])
    people.open_more(pages[1])
    press(pages[1].get_by_role("heading", name="About this match"))
    settings = pages[1].locator(".settings")
    expect(settings).to_contain_text("stop a player's clock for up to 7 days in all")


@pytest.mark.sometimes
def test_holiday_keeps_one_from_a_table_that_forbids_it(
    host: Page, open_screen: OpenScreen, site: Stack, console: list[str]
) -> None:
    name = f"away-{'phone' if host.evaluate('navigator.maxTouchPoints') else 'desk'}"
    slow = {"game": "Tilekingdom", "pace": "correspondence"}
    strict = people.open_table(host, **slow, holiday=False)
    assert people.agreed(host)["Holiday"].startswith("doesn't stop the clock")
    kind = people.open_table(host, **slow)

    screen = PHONE if name == "away-phone" else {}
    away = open_screen(**screen)
    people.sign_up(away, name)
    earn(site, name, days=30)
    away.goto("/account/holiday/")
    press(away.locator("summary").filter(has_text="Start a holiday right now"))
    press(away.get_by_role("button", name="Start now"))
    expect(away.get_by_role("heading", name="You're on holiday")).to_be_visible()

    people.enter_code(away, strict)
    notice = away.locator(".chair-act").filter(has_text=REFUSED)
    expect(notice).to_contain_text("You're on holiday until")
    expect(away.get_by_role("button", name="Sit down")).to_have_count(0)
    look(away)

    away.goto("/tables/new/tilekingdom/")
    people.choose_settings(away, {"pace": "correspondence", "holiday": False})
    press(away.get_by_role("button", name="Open the table"))
    expect(away.locator(".errorlist.nonfield")).to_contain_text(REFUSED)
    assert_refused_once(console)

    people.enter_code(away, kind)
    people.sit_down(away)
    away.wait_for_selector("[data-match]")
    people.enter_code(away, strict)
    press(away.get_by_role("button", name="I'm back"))
    expect(away.get_by_role("button", name="Sit down")).to_be_visible()
    people.sit_down(away)
    away.wait_for_selector("[data-match]")
