"""Practice calls nobody: no mark in the tab's title, no number on the app's icon."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.matches import play
from games.matches.models import Match
from games.matches.play import SeatPlan
from tests.browser import chosen, inside, people
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.factories import make_user

# What a browser that shows a number on the app's icon was told last.
_ICON = "window.counts = []; navigator.setAppBadge = async (n) => { counts.push(n) }"


def title_and_icon(page: Page) -> tuple[str, int]:
    people.until(page, lambda: page.evaluate("window.counts.length"))
    return page.title(), page.evaluate("counts.at(-1)")


@pytest.mark.parametrize("game", ["tilekingdom", "words_with_chilwell"])
def test_a_turn_against_a_computer_is_no_number_anywhere(
    open_screen: OpenScreen, game: str
) -> None:
    anna = open_screen()
    anna.add_init_script(_ICON)
    people.sign_up(anna, f"pr-{game.replace('_', '-')[:12]}")
    anna.goto(f"/practice/#{game}")
    form = anna.locator(f'form[action="/practice/{game}/"]').first
    press(form.get_by_role("button", name="Easy").first)
    anna.wait_for_selector("[data-match] :is(.map, .field, .queue)")
    anna.wait_for_selector("[data-match].my-turn")
    title, icon = title_and_icon(anna)
    assert ("Your turn" in title, icon) == (False, 0)
    expect(anna.locator("[data-my-turns]")).to_be_hidden()
    expect(anna.locator("[data-next-table]")).to_be_hidden()
    anna.goto("/rules/")
    title, icon = title_and_icon(anna)
    assert (title.startswith("("), icon) == (False, 0)


@pytest.mark.parametrize(("level", "number"), [("hard", 0), ("", 1)])
def test_a_duel_is_one_where_another_person_plays_it(
    open_screen: OpenScreen, level: str, number: int
) -> None:
    anna = open_screen()
    anna.add_init_script(_ICON)
    address, key = inside.call(_begin_duel, level)
    inside.be(anna, key)
    anna.goto(address)
    anna.wait_for_selector("[data-match].my-turn")
    title, icon = title_and_icon(anna)
    assert (title.startswith("● Your turn"), icon) == (number == 1, number)
    expect(anna.locator("[data-my-turns-count]")).to_have_text(str(number))


def _begin_duel(level: str) -> tuple[str, str]:
    """Begin a duel with the computer, or with a person; return where the first plays, and a key."""
    user = make_user()
    other = SeatPlan(name="Hard", level=level) if level else plan(make_user())
    duel = play.start_duel(
        game="counting_tiles",
        options={},
        control=TimeControl(Pace.LIVE, 60),
        entrants=[plan(user), other],
        now=timezone.now(),
    )
    match = Match.objects.get(duel=duel, seats__user=user)
    return match.get_absolute_url(), inside.session_of(user)


def plan(user: User) -> SeatPlan:
    return SeatPlan(name=user.username, user_id=user.pk)


def test_where_somebody_waits_it_is_one(open_screen: OpenScreen) -> None:
    anna, ben = open_screen(), open_screen()
    anna.add_init_script(_ICON)
    chosen.seat(anna, ben, game="tilekingdom")
    title, icon = title_and_icon(anna)
    assert (title.startswith("● Your turn"), icon) == (True, 1)
    anna.goto("/rules/")
    title, icon = title_and_icon(anna)
    assert (title.startswith("(1) "), icon) == (True, 1)
