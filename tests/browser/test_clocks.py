"""The real clock: a turn that runs out, and a player who has gone. The waits run side by side."""

import re
import statistics
import time
from datetime import datetime
from random import Random

from playwright.sync_api import Page, expect

from games.core.clock import GRACE, Pace
from games.models import Match
from tests.browser import inside, people
from tests.browser.conftest import OpenScreen
from tests.browser.playing import Pointer, play_turn, view, wait_for_ply, wait_for_turn
from tests.size import runs

TURN = 5  # seconds
WATCHED = runs(60, quick=10)  # seconds
# Notes what the first player's clock shows, and when it changes.
NOTE = """() => {
  window.shown = [];
  const clock = document.querySelector('[data-clock="0"]');
  new MutationObserver(() => window.shown.push([Date.now(), clock.textContent]))
    .observe(clock, { childList: true, characterData: true, subtree: true });
}"""
FIRES = GRACE[Pace.LIVE].fire.total_seconds()


def test_the_clock_moves_for_the_idle_and_the_computer_for_the_absent(
    open_screen: OpenScreen,
) -> None:
    screens = [open_screen() for _ in range(4)]
    for number, page in enumerate(screens):
        people.sign_up(page, f"clock-{number}")
    left, stays = people.begin(screens[0], screens[1], live_budget=600)
    seat = left.context.storage_state()
    address = left.url
    left_at = time.time()
    left.context.close()
    idle = people.begin(screens[2], screens[3], live_budget=TURN, live_bank=0)
    began_at = inside.call(_beginning, idle[0].url.split("/")[-2])

    _assert_clock_moved(idle, began_at)
    back = _assert_easy_moved(stays, left_at, open_screen(storage_state=seat), address)

    # The seat is its owner's again.
    wait_for_turn(stays)
    play_turn(stays, Pointer(), Random(1))
    wait_for_turn(back)
    play_turn(back, Pointer(), Random(2))
    assert [entry["actor"] for entry in view(back)["log"]] == ["computer", "human", "human"]


def _beginning(public_id: str) -> datetime:
    """Return when a match began: its first turn may be over before a page can tell."""
    return Match.objects.get(public_id=public_id).started_at


def _assert_clock_moved(pages: list[Page], began_at: datetime) -> None:
    """Hold that the first turn was ended by the clock, by laying a tile and no subject."""
    for page in pages:
        wait_for_ply(page, 1)
    seen = view(pages[0])
    first = seen["log"][0]
    waited = (datetime.fromisoformat(first["played_at"]) - began_at).total_seconds()
    assert (first["actor"], first["player"], waited >= TURN + FIRES) == ("clock", 0, True), waited
    laid = seen["state"]["placements"][1]
    subjects = seen["state"]["subjects"]
    assert (laid["player"], [s for s in subjects if s["player"] == 0]) == (0, [])
    expect(pages[1].locator('[data-move="1"]')).to_contain_text("by the clock")


def _assert_easy_moved(stays: Page, left_at: float, back: Page, address: str) -> Page:
    """Hold that the computer took the seat in time and gives it back; return the owner's page."""
    stays.wait_for_selector('[data-match][data-ply="1"]', timeout=30_000)
    (first,) = view(stays)["log"]
    waited = datetime.fromisoformat(first["played_at"]).timestamp() - left_at
    assert (first["actor"], first["player"], waited >= 15) == ("computer", 0, True), waited
    expect(stays.locator('[data-seat="0"]')).to_contain_text("Computer plays for now")
    back.goto(address)
    wait_for_ply(back, 1)
    expect(stays.locator('[data-seat="0"] .seat-state')).to_have_text("Here")
    expect(back.locator("[data-held]")).to_be_hidden()
    return back


def test_both_pages_show_the_time_the_server_counts_after_a_leave_and_a_return(
    open_screen: OpenScreen,
) -> None:
    host, friend = open_screen(), open_screen()
    people.sign_up(host, "watch-anna")
    people.sign_up(friend, "watch-ben")
    pages = people.begin(host, friend, live_budget=600, live_bank=0)
    # Somebody leaves and comes back: the pages are told who is here, and draw again what they have.
    pages[1].goto("about:blank")
    expect(pages[0].locator('[data-seat="1"] .seat-state')).not_to_have_text("Here", timeout=60_000)
    pages[1].go_back()
    expect(pages[0].locator('[data-seat="1"] .seat-state')).to_have_text("Here")
    for page in pages:
        wait_for_ply(page, 0)
        page.evaluate(NOTE)
    due_at = datetime.fromisoformat(view(pages[0])["clock"]["deadline_at"]).timestamp()
    for page in pages:
        enough = "count => window.shown.length >= count"
        page.wait_for_function(enough, arg=WATCHED, timeout=(WATCHED + 60) * 1000)
        told = page.evaluate("window.shown")
        off = [due_at - at / 1000 - _seconds(text) for at, text in told]
        # A page that stands still for a moment shows a second late: most of them tell the truth.
        assert abs(statistics.median(off)) < 0.3, off


def _seconds(text: str) -> int:
    """Return the seconds a clock shows as m:ss."""
    found = re.search(r"(\d+):(\d\d)", text)
    assert found is not None
    return 60 * int(found[1]) + int(found[2])
