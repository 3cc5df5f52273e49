"""A league from its founding to its second season, by two organisers and eight players."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser import inside
from tests.browser.people import choose_settings, press
from tests.browser.site.test_accessible import assert_open_to_all
from tests.stack import Stack

ORGANISER, HELPER, SUBSTITUTE = "lg-ada", "lg-bea", "lg-zoe"
PLAYERS = tuple(f"lg-player{number}" for number in range(1, 9))
RULES = {
    "rule_joining": "code", "rule_rounds": 2, "rule_division_least": 4, "rule_division_ideal": 4,
    "rule_division_most": 4, "rule_movement": "one",
}  # fmt: skip
NAME, SLUG = "Browser league", "browser-league"


class Evening:
    """The site of a league, and a way to be each of its people at one screen."""

    def __init__(self, site: Stack) -> None:
        self.site = site
        names = ", ".join(repr(name) for name in (ORGANISER, HELPER, SUBSTITUTE, *PLAYERS))
        self.keys = dict(line.split() for line in self.happen(f"enter({names})").splitlines())

    def happen(self, what: str) -> str:
        code = f"from tests.browser import leagueplay; leagueplay.{what}"
        return self.site.manage("shell", "-v0", "-c", code)

    def be(self, page: Page, name: str) -> None:
        """Sit down at a screen, signed in."""
        inside.be(page, self.keys[name])


@pytest.fixture
def evening(site: Stack) -> Iterator[Evening]:
    return Evening(site)


@pytest.mark.sometimes
def test_a_league_runs_itself(evening: Evening, desktop: Page, phone: Page) -> None:
    code = found(evening, desktop)
    rehearse(desktop)
    appoint(evening, desktop)
    join(evening, (desktop, phone), code)
    begin(evening, phone)
    drop_out_and_stand_in(evening, phone, desktop)
    miss_a_round(evening, phone)
    give_time(evening, desktop)
    evening.happen(f"play_all('{SLUG}', 1)")
    evening.happen(f"wind('{SLUG}', 1, phase='playing', rounds=2)")
    evening.happen(f"play_all('{SLUG}', 1)")
    evening.happen(f"wind('{SLUG}', 1, phase='finished')")
    finish(evening, desktop, phone)
    begin_again(evening, phone)


def found(evening: Evening, page: Page) -> str:
    """Found the league by its pages; return the code to join by."""
    evening.be(page, ORGANISER)
    page.goto("/")
    press(page.get_by_role("link", name="Leagues").first)
    expect(page.get_by_role("heading", name="Leagues", level=1)).to_be_visible()
    assert_open_to_all(page)
    press(page.get_by_role("link", name="Start a league"))
    press(page.get_by_text("Upwords", exact=True))
    press(page.get_by_text("Weekly Swiss"))
    assert_open_to_all(page)
    press(page.get_by_role("button", name="Continue"))
    page.get_by_label("Name of the league").fill(NAME)
    choose_settings(page, RULES)
    assert_open_to_all(page)
    press(page.get_by_role("button", name="Start the league"))
    expect(page.get_by_role("heading", name=NAME)).to_be_visible()
    assert_open_to_all(page)
    return page.locator(".room-code").inner_text().removeprefix("Code:").strip()


def rehearse(page: Page) -> None:
    """Play the season through before anybody has joined."""
    page.goto(f"/leagues/{SLUG}/1/")
    press(page.get_by_role("link", name="What comes next"))
    page.get_by_label("Newcomers").fill("8")
    press(page.get_by_role("button", name="Play it through"))
    expect(page.get_by_role("heading", name="How the season could go")).to_be_visible()
    timetable = page.locator(".rehearsed")
    expect(timetable).to_contain_text("Round 1 begins: 4 matches")
    expect(timetable).to_contain_text("The season ends")
    expect(timetable).to_contain_text("The next season is planned")
    press(timetable.get_by_text("Exactly what this does").first)
    assert_open_to_all(page)


def appoint(evening: Evening, page: Page) -> None:
    """Name a second organiser."""
    page.goto(f"/leagues/{SLUG}/run/")
    assert_open_to_all(page)
    page.get_by_label("Name", exact=True).fill(HELPER)
    page.locator("form", has=page.get_by_label("Role")).get_by_label("Why?").fill("Two see more")
    press(page.get_by_role("button", name="Give them this role"))
    expect(page.get_by_text(f"{HELPER} is now a co-organiser.")).to_be_visible()


def join(evening: Evening, pages: tuple[Page, Page], code: str) -> None:
    """Register all players by the code, and check them in; one at each screen does it by hand."""
    evening.happen(f"wind('{SLUG}', 1, phase='registration')")
    by_hand, others = PLAYERS[: len(pages)], PLAYERS[len(pages) :]
    for name, page in zip(by_hand, pages, strict=True):
        evening.be(page, name)
        page.goto(f"/leagues/{SLUG}/?code={code.lower()}")
        if page == pages[0]:
            assert_open_to_all(page)
        press(page.get_by_label("look in often"))
        press(page.get_by_role("button", name="Join season 1"))
        expect(page.get_by_text("You've registered. We'll tell you")).to_be_visible()
    evening.happen(f"register('{SLUG}', 1, '{code}', {', '.join(map(repr, others))})")
    evening.happen(f"wind('{SLUG}', 1, phase='check_in')")
    for page in pages:
        page.goto(f"/leagues/{SLUG}/")
        press(page.get_by_role("button", name="Check in"))
        expect(page.get_by_text("Good to have you.")).to_be_visible()
    evening.happen(f"check_in('{SLUG}', 1, {', '.join(map(repr, others))})")


def begin(evening: Evening, page: Page) -> None:
    """Let the season begin, and look at it."""
    evening.happen(f"wind('{SLUG}', 1, phase='playing', rounds=1)")
    page.goto(f"/leagues/{SLUG}/1/")
    expect(page.locator(".division-tabs a")).to_have_count(2)
    expect(page.get_by_role("heading", name="Your matches")).to_be_visible()
    expect(page.locator(".places tbody tr")).to_have_count(4)


def drop_out_and_stand_in(evening: Evening, phone: Page, desktop: Page) -> None:
    """Somebody becomes a substitute, somebody leaves, and the one plays on for the other."""
    evening.be(desktop, SUBSTITUTE)
    desktop.goto(f"/leagues/{SLUG}/")
    press(desktop.get_by_text("Stand in for someone"))
    press(desktop.get_by_role("button", name="Join the substitutes"))
    expect(desktop.get_by_text("You're on the list of substitutes.").first).to_be_visible()
    evening.be(phone, PLAYERS[0])
    phone.goto(f"/leagues/{SLUG}/")
    press(phone.get_by_text("Leave this season"))
    press(phone.get_by_role("button", name="Leave", exact=True))
    expect(phone.get_by_text("You've left this season.")).to_be_visible()
    evening.happen(f"run('{SLUG}', 1)")
    desktop.goto(f"/leagues/{SLUG}/")
    expect(desktop.get_by_text(f"Will you take over from {PLAYERS[0]}")).to_be_visible()
    assert_open_to_all(desktop)
    press(desktop.get_by_role("button", name="Yes, I'll play"))
    expect(desktop.get_by_text("You've taken over the place")).to_be_visible()
    evening.happen(f"run('{SLUG}', 1)")
    desktop.goto(f"/leagues/{SLUG}/1/")
    press(desktop.locator(".task-list a").first)
    desktop.wait_for_selector("[data-match]")


def miss_a_round(evening: Evening, page: Page) -> None:
    """Somebody is excused of the second round."""
    evening.be(page, PLAYERS[1])
    page.goto(f"/leagues/{SLUG}/")
    press(page.get_by_text("Miss a round"))
    page.get_by_label("Round", exact=True).select_option("2")
    assert_open_to_all(page, "details[open]")
    press(page.get_by_role("button", name="I'll be away"))
    expect(page.get_by_text("You're excused from round 2.")).to_be_visible()


def give_time(evening: Evening, page: Page) -> None:
    """The second organiser gives a match more time, for everybody to read."""
    evening.be(page, HELPER)
    page.goto(f"/leagues/{SLUG}/run/")
    press(page.get_by_role("link", name="Decide").first)
    expect(page.get_by_label("Extra days")).to_be_visible()
    assert_open_to_all(page)
    form = page.locator("form", has=page.get_by_label("Extra days"))
    form.get_by_label("Why?").fill("The post was slow")
    press(form.get_by_role("button", name="Give more time"))
    expect(page.get_by_text("You've given the match 3 more days.")).to_be_visible()
    page.goto(f"/leagues/{SLUG}/ledger/")
    expect(page.locator(".ledger-entry")).to_have_count(2)
    expect(page.get_by_text("The post was slow")).to_be_visible()
    assert_open_to_all(page)


def finish(evening: Evening, desktop: Page, phone: Page) -> None:
    """See how it ended: who goes up and who goes down, and what was done."""
    for page, division in ((desktop, 1), (phone, 2)):
        page.goto(f"/leagues/{SLUG}/1/?division={division}")
        expect(page.get_by_text("season 1 is over")).to_be_visible()
        expect(page.locator(".zone-down" if division == 1 else ".zone-up")).to_have_count(1)
        expect(page.get_by_role("heading", name="The race")).to_be_visible()
    assert_open_to_all(phone)
    phone.goto(f"/leagues/{SLUG}/1/plan/")
    expect(phone.get_by_text("The season ends").first).to_be_visible()
    assert_open_to_all(phone)
    desktop.goto(f"/leagues/{SLUG}/1/embed/")
    expect(desktop.locator(".places tbody tr")).to_have_count(4)
    assert_open_to_all(desktop)


def begin_again(evening: Evening, page: Page) -> None:
    """The second season opens, and the promoted player registers for it."""
    page.goto(f"/leagues/{SLUG}/1/?division=2")
    winner = page.locator(".places tbody tr").first.locator("th").inner_text().split()[0]
    evening.happen(f"wind('{SLUG}', 2, phase='registration')")
    evening.be(page, winner)
    page.goto(f"/leagues/{SLUG}/")
    press(page.get_by_label("look in often"))
    press(page.get_by_role("button", name="Join season 2"))
    expect(page.get_by_text("You've registered. We'll tell you")).to_be_visible()
    page.goto(f"/leagues/{SLUG}/2/")
    expect(page.get_by_text("for division 1, promoted")).to_be_visible()


def test_a_club_and_its_tables(evening_of_a_club: Page) -> None:
    page = evening_of_a_club
    page.goto("/clubs/")
    assert_open_to_all(page)
    press(page.get_by_role("link", name="Start a club"))
    page.get_by_label("Name").fill("Browser club")
    page.get_by_label("What it's about").fill("For those at the screen")
    assert_open_to_all(page)
    press(page.get_by_role("button", name="Start the club"))
    expect(page.get_by_role("heading", name="Browser club")).to_be_visible()
    expect(page.get_by_text("You're the owner.")).to_be_visible()
    assert_open_to_all(page)


@pytest.fixture
def evening_of_a_club(site: Stack, phone: Page) -> Page:
    code = "from tests.browser import leagueplay; leagueplay.enter('lg-carla')"
    key = site.manage("shell", "-v0", "-c", code).split()[1]
    inside.be(phone, key)
    return phone
