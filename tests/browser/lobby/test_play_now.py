"""From the front page to a board: with whoever comes next, and against Easy meanwhile."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from lobby.tables.choices import Status
from lobby.tables.models import Lobby
from tests.browser import inside
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import Pointer, look, play_turn, view, wait_for_ply, wait_for_turn
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import DESKTOP, PHONE
from tests.size import one_of, runs

# What somebody presses is counted from page to page: with a finger or a mouse alike.
_COUNT = """addEventListener("pointerdown", () =>
  sessionStorage.setItem("pressed", Number(sessionStorage.getItem("pressed")) + 1), true)"""

BOTH = pytest.mark.parametrize("width", one_of([DESKTOP, PHONE], __file__))


@pytest.fixture(autouse=True)
def _nobody_waits() -> None:
    inside.call(lambda: Lobby.objects.filter(status=Status.WAITING).update(status=Status.CLOSED))


def newcomer(open_screen: OpenScreen, width: dict[str, object]) -> Page:
    page = open_screen(**width)
    page.add_init_script(_COUNT)
    return page


def pressed(page: Page) -> int:
    return int(page.evaluate("Number(sessionStorage.getItem('pressed'))"))


def play_now(page: Page, game: str, how: str) -> None:
    """Choose a game and how to play it, from the front page."""
    page.goto("/")
    press(page.get_by_role("link", name="Play now"))
    expect(page.get_by_role("heading", name="Play now")).to_be_visible()
    press(page.get_by_text(game, exact=True))
    press(page.get_by_role("button", name=how))


@BOTH
def test_three_presses_to_a_board_with_whoever_comes_next(
    open_screen: OpenScreen, width: dict[str, object]
) -> None:
    anna, ben = newcomer(open_screen, width), newcomer(open_screen, width)
    play_now(anna, "Tilekingdom", "Live")
    waits = anna.get_by_role("heading", name="Waiting for someone to play Tilekingdom")
    expect(waits).to_be_visible()
    if width is DESKTOP:  # it is looked at in both widths
        assert_open_to_all(anna)
    anna.wait_for_timeout(runs(20_000, quick=0))  # nobody comes at once on a quiet evening
    play_now(ben, "Tilekingdom", "Live")
    for page in (anna, ben):
        page.wait_for_selector("[data-match] .map")
        assert pressed(page) == 3
    wait_for_turn(anna)
    play_turn(anna, Pointer(), Random(5))
    wait_for_ply(ben, 1)
    names = [seat["name"] for seat in view(ben)["seats"]]
    assert len(set(names)) == 2


@BOTH
def test_two_presses_to_a_board_against_easy(
    open_screen: OpenScreen, width: dict[str, object]
) -> None:
    page = newcomer(open_screen, width)
    page.goto("/")
    press(page.get_by_role("link", name="Play now"))
    expect(page.get_by_role("heading", name="Play now")).to_be_visible()
    if width is DESKTOP:
        assert_open_to_all(page)
    press(page.get_by_role("button", name="Against Easy"))
    wait_for_turn(page)
    assert pressed(page) == 2
    assert look(page).ply == 0


@pytest.mark.sometimes
@BOTH
def test_whoever_plays_against_easy_meanwhile_is_called_over(
    open_screen: OpenScreen, width: dict[str, object]
) -> None:
    anna, ben = newcomer(open_screen, width), newcomer(open_screen, width)
    play_now(anna, "Tilekingdom", "Live")
    press(anna.get_by_role("button", name="Play against Easy"))
    wait_for_turn(anna)
    meanwhile = anna.url
    waits = anna.locator(".waits")
    press(waits.locator("summary"))
    said = "You're waiting for someone to play Tilekingdom."
    expect(waits.get_by_role("link", name=said)).to_be_visible()
    if width is DESKTOP:
        assert_open_to_all(anna, ".lid")
    press(waits.locator("summary"))
    play_turn(anna, Pointer(), Random(5))
    play_now(ben, "Tilekingdom", "Live")
    ben.wait_for_selector("[data-match] .map")
    call = anna.locator(".call")
    expect(call).to_contain_text("The game of Tilekingdom you were waiting for has started.")
    if width is DESKTOP:
        assert_open_to_all(anna, "[data-calls]")
    press(call.get_by_role("link", name="Go to the table"))
    anna.wait_for_url(ben.url)
    wait_for_turn(anna)
    expect(waits).to_have_count(0)
    anna.goto(meanwhile)  # it goes on where it was
    wait_for_ply(anna, 1)


def test_it_works_without_a_script(open_screen: OpenScreen) -> None:
    plain, ben = open_screen(java_script_enabled=False), open_screen()
    for page in (plain, ben):
        page.goto("/play/")
        page.get_by_label("Tilekingdom").check()
        page.get_by_role("button", name="Turn-based").click()
    ben.wait_for_selector("[data-match] .map")
    plain.reload()
    assert plain.url == ben.url


# --- The lobby ------------------------------------------------------------------------------------


@pytest.mark.sometimes
@BOTH
def test_an_open_table_is_in_sight_and_one_press_away(
    open_screen: OpenScreen, width: dict[str, object]
) -> None:
    anna, ben = newcomer(open_screen, width), newcomer(open_screen, width)
    ben.goto("/tables/")
    expect(ben.get_by_text("Nobody's waiting right now")).to_be_visible()
    play_now(anna, "Tilekingdom", "Live")
    row = ben.locator(".table-row")  # it comes by itself
    expect(row).to_contain_text("1 minute a turn, 2 minutes in the bank")
    expect(row.locator("time")).to_have_text("opened just now")
    sit = row.get_by_role("button", name="Sit down")
    expect(sit).to_be_in_viewport(ratio=1)
    if width is DESKTOP:
        assert_open_to_all(ben)
    press(sit)
    for page in (anna, ben):
        page.wait_for_selector("[data-match] .map")
    assert pressed(ben) == 1


@BOTH
def test_the_address_keeps_what_is_wished_for(
    open_screen: OpenScreen, width: dict[str, object]
) -> None:
    anna, ben = open_screen(**width), open_screen(**width)
    play_now(anna, "Tilekingdom", "Turn-based")
    ben.goto("/tables/")
    expect(ben.locator(".table-row")).to_have_count(1)
    ben.get_by_label("Pace").select_option("live")
    expect(ben.get_by_text("There are no open tables like that right now.")).to_be_visible()
    assert ben.url.endswith("/tables/?pace=live")
    ben.reload()
    expect(ben.get_by_label("Pace")).to_have_value("live")
    expect(ben.locator(".table-row")).to_have_count(0)
    ben.get_by_label("Pace").select_option("")
    expect(ben.locator(".table-row")).to_have_count(1)
    assert ben.url.endswith("/tables/")
