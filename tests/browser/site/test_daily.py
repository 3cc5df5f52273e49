"""The day's challenge in the browser: three positions, a result to send, and the solutions."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.edge.clock import read_clock
from accounts.users.models import User
from games.daily import acts, days, reading, told, work
from games.daily.models import Challenge
from games.matches import play
from games.matches import reading as matches
from games.tiled_of_it.position.model import Place
from tests.browser import cardplay, inside, people
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import button
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE

GAME = "tiled_of_it"
LOOKS = 20  # at each turn


def make(game: str = GAME) -> None:
    """Make the day's challenge of one game with little thought, as if the day before."""
    now = read_clock()
    work.begin(now=now)
    todays = {"game": game, "day": days.day_of(now)}
    Challenge.objects.filter(status="waiting").exclude(**todays).update(status="failed")
    Challenge.objects.filter(**todays).update(looks=LOOKS)
    Challenge.objects.filter(**todays, status="failed").update(status="waiting")
    while work.work(now=now):
        pass


def places() -> list[list[Any]]:
    """Return the cards that can be placed best in each position, the best first."""
    challenge = reading.challenge_of(game=GAME, day=days.day_of(read_clock()))
    assert challenge is not None
    found = []
    for one in told.all_posed(challenge):
        actions = [one.rules.decode_action(idea.action) for idea in one.turn.ideas]
        found.append([action for action in actions if isinstance(action, Place)])
    return found


def lay(page: Page, action: Any, way: Any) -> None:
    page.wait_for_selector(".board > :not(.sprite)")
    way.lay(page, action)
    way.press(page, "play")
    expect(page.locator(".coach-said")).to_contain_text("of 100.")


def put_back() -> str:
    """Have all that was done today be of a day that is over; return its address."""
    today = days.day_of(read_clock())
    day = today - 2 * days.DAY
    Challenge.objects.filter(day=day).delete()
    Challenge.objects.filter(day=today, game=GAME).update(day=day)
    return f"/daily/{GAME}/{day}/"


@pytest.mark.sometimes
def test_a_day_from_the_first_position_to_the_solutions(open_screen: OpenScreen) -> None:
    inside.call(make)
    first, second, third = inside.call(places)
    page, phone, visitor = open_screen(), open_screen(**PHONE), open_screen()
    people.sign_up(page, "daily-anna")
    page.goto("/")
    press(page.locator(".daily-chip", has_text="Tiled Of It"))
    expect(page.locator("[data-part=title]")).to_have_text("Position 1: a warm-up")
    assert_open_to_all(page)
    lay(page, first[0], cardplay.Mouse())
    expect(page.locator(".coach-said")).to_contain_text("100 points of 100.")
    assert page.locator(".board").evaluate("board => board.inert")
    press(button(page, "next"))
    expect(page.locator(".daily-marks")).to_contain_text("2 of 3")

    phone.context.add_cookies(page.context.cookies())  # type: ignore[arg-type]  # the same person
    phone.goto("/daily/")
    assert_open_to_all(phone)
    press(phone.get_by_role("link", name="Go on with Tiled Of It"))
    lay(phone, second[-1], cardplay.Pointer())
    phone.reload()
    expect(phone.locator("[data-part=title]")).to_have_text("Position 3: the hard one")
    lay(phone, third[0], cardplay.Pointer())
    press(button(phone, "next"))
    expect(phone.get_by_role("heading", name="Your result")).to_be_visible()
    assert "Tilepost daily · Tiled Of It" in phone.get_by_label("To send to friends").input_value()
    assert_open_to_all(phone)

    page.reload()
    expect(page.get_by_role("heading", name="Your result")).to_be_visible()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(page.get_by_role("button", name="Copy"))
    expect(page.locator("[data-copied]")).to_have_text("Copied.")

    visitor.goto(f"/daily/{GAME}/")
    expect(visitor.get_by_role("button", name="Start")).to_be_visible()
    assert_open_to_all(visitor)
    visitor.goto(inside.call(put_back))
    press(button(visitor, "show"))
    expect(visitor.locator(".coach-said")).to_contain_text("This is the best turn.")
    press(visitor.locator("summary", has_text="Position 1"))
    assert_open_to_all(visitor)


def test_a_game_for_one_is_played_on_its_own_board(desktop: Page) -> None:
    inside.call(work.begin, now=inside.call(read_clock))
    people.sign_up(desktop, "daily-ben")
    desktop.goto("/daily/counting_tiles/")
    assert_open_to_all(desktop)
    press(desktop.get_by_role("button", name="Start"))
    words = desktop.get_by_text("Everyone who plays this challenge gets the same tiles.")
    expect(words).to_be_visible()
    inside.call(_finish, "daily-ben")
    expect(desktop.locator("[data-result]")).to_contain_text("You ended this game.")
    desktop.goto("/daily/counting_tiles/")
    expect(desktop.get_by_role("heading", name="Your result")).to_be_visible()
    press(desktop.get_by_role("link", name="Look at your game"))
    expect(desktop.locator("[data-replay], .match")).to_be_visible()


def _finish(name: str) -> None:
    entry = User.objects.get(username=name).daily_entries.get()
    now = read_clock()
    play.begin(match_id=entry.match_id, player=0, now=now)
    loaded = matches.load(match_id=entry.match_id)
    action = loaded.rules.encode_action(next(iter(loaded.rules.legal_actions(loaded.state))))
    play.submit(match_id=entry.match_id, player=0, action=action, expected_ply=0, now=now)
    play.resign(match_id=entry.match_id, player=0, now=now)
    acts.note_all(now=now)
