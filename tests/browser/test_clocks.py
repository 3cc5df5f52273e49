"""The real clock: a turn that runs out, and a player who has gone. The waits run side by side."""

import time
from datetime import datetime
from random import Random

from playwright.sync_api import Page, expect

from tests.browser import people
from tests.browser.conftest import OpenScreen
from tests.browser.playing import Pointer, play_turn, view, wait_for_ply, wait_for_turn


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
    idle = people.begin(screens[2], screens[3], live_budget=5, live_bank=0)
    began_at = datetime.fromisoformat(view(idle[0])["clock"]["started_at"])

    _assert_clock_moved(idle, began_at)
    back = _assert_easy_moved(stays, left_at, open_screen(storage_state=seat), address)

    # The seat is its owner's again.
    wait_for_turn(stays)
    play_turn(stays, Pointer(), Random(1))
    wait_for_turn(back)
    play_turn(back, Pointer(), Random(2))
    assert [entry["actor"] for entry in view(back)["log"]] == ["computer", "human", "human"]


def _assert_clock_moved(pages: list[Page], began_at: datetime) -> None:
    """Hold that the first turn was ended by the clock, by laying a tile and no subject."""
    for page in pages:
        wait_for_ply(page, 1)
    seen = view(pages[0])
    first = seen["log"][0]
    waited = (datetime.fromisoformat(first["played_at"]) - began_at).total_seconds()
    assert (first["actor"], first["player"], 5 <= waited <= 10) == ("clock", 0, True), waited
    laid = seen["state"]["placements"][1]
    subjects = seen["state"]["subjects"]
    assert (laid["player"], [s for s in subjects if s["player"] == 0]) == (0, [])
    expect(pages[1].locator('[data-move="1"]')).to_contain_text("by the clock")


def _assert_easy_moved(stays: Page, left_at: float, back: Page, address: str) -> Page:
    """Hold that the computer took the seat in time and gives it back; return the owner's page."""
    stays.wait_for_selector('[data-match][data-ply="1"]', timeout=30_000)
    (first,) = view(stays)["log"]
    waited = datetime.fromisoformat(first["played_at"]).timestamp() - left_at
    assert (first["actor"], first["player"], 15 <= waited <= 21) == ("computer", 0, True), waited
    expect(stays.locator('[data-seat="0"]')).to_contain_text("Computer plays for now")
    back.goto(address)
    wait_for_ply(back, 1)
    expect(stays.locator('[data-seat="0"] .seat-state')).to_have_text("Here")
    expect(back.locator("[data-held]")).to_be_hidden()
    return back
