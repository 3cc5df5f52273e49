"""The real clock: a turn runs out, and a player leaves. The waits run side by side."""

import re
import time
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.core.clock import GRACE, Pace
from games.matches import play
from games.matches.clocks.pulse import SPARED
from games.matches.models import Match, Seat, TurnTimer
from games.matches.pages.clock_words import minutes
from tests.browser import inside, people
from tests.browser.conftest import OpenScreen
from tests.browser.playing import Pointer, play_turn, view, wait_for_ply, wait_for_turn
from tests.gauge import PATIENCE
from tests.size import runs

TURN = 5  # seconds
BUDGET, BANK = 30, 600  # seconds
WATCHED = runs(60, quick=20)  # seconds
# Notes what the clocks of both players show whenever that changes: a time, and what is in the bank.
NOTE = """() => {
  window.shown = [];
  let last = "";
  const seats = [...document.querySelectorAll("[data-seat]")];
  const parts = [".seat-clock", ".seat-bank"];
  const read = (seat) => parts.map((part) => seat.querySelector(part).textContent);
  new MutationObserver(() => {
    const told = seats.map(read);
    if (JSON.stringify(told) === last) return;
    last = JSON.stringify(told);
    window.shown.push([Date.now(), ...told]);
  }).observe(seats[0].parentNode, { childList: true, characterData: true, subtree: true });
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
    """Return when a match began: its first turn can be over before a page shows it."""
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
    expect(pages[1].locator('[data-move="1"]')).to_contain_text("The clock's move")


def _assert_easy_moved(stays: Page, left_at: float, back: Page, address: str) -> Page:
    """Hold that the computer took the seat in time and gives it back; return the owner's page."""
    # A site that was held up for a moment spares all seats for a minute.
    patience = SPARED.total_seconds() + PATIENCE
    stays.wait_for_selector('[data-match][data-ply="1"]', timeout=1000 * patience)
    (first,) = view(stays)["log"]
    waited = datetime.fromisoformat(first["played_at"]).timestamp() - left_at
    assert (first["actor"], first["player"], waited >= 15) == ("computer", 0, True), waited
    expect(stays.locator('[data-seat="0"]')).to_contain_text("Computer playing for now")
    back.goto(address)
    wait_for_ply(back, 1)
    expect(stays.locator('[data-seat="0"] .seat-state')).to_have_text("Here")
    expect(back.locator("[data-held]")).to_be_hidden()
    return back


@pytest.mark.sometimes
def test_both_pages_show_the_time_the_server_counts_after_a_leave_and_a_return(
    open_screen: OpenScreen,
) -> None:
    host, friend = open_screen(), open_screen()
    people.sign_up(host, "watch-anna")
    people.sign_up(friend, "watch-ben")
    pages = people.begin(host, friend, live_budget=BUDGET, live_bank=BANK)
    # Somebody leaves and comes back: the pages are told who is here, and draw again what they have.
    pages[1].goto("about:blank")
    expect(pages[0].locator('[data-seat="1"] .seat-state')).not_to_have_text("Here", timeout=60_000)
    pages[1].go_back()
    expect(pages[0].locator('[data-seat="1"] .seat-state')).to_have_text("Here")
    for page in pages:
        wait_for_ply(page, 0)
        page.evaluate(NOTE)
    _assert_true(pages, mover=0)  # beyond the time for the turn, out of the bank

    play_turn(pages[0], Pointer(), Random(1))
    for page in pages:
        wait_for_ply(page, 1)
        page.evaluate("window.shown = []")
    _assert_true(pages, mover=1)


def _assert_true(pages: list[Page], *, mover: int) -> None:
    """Hold that both pages show for a while what is left by the server's count."""
    clock = view(pages[0])["clock"]
    due_at = datetime.fromisoformat(clock["deadline_at"]).timestamp()
    resting = ["", f"+{minutes(clock['banks'][1 - mover])}"]
    for page in pages:
        enough = "count => window.shown.length >= count"
        page.wait_for_function(enough, arg=WATCHED // 2, timeout=(WATCHED + 60) * 1000)
        shown = page.evaluate("window.shown")
        assert [seats[1 - mover] for _, *seats in shown] == [resting] * len(shown)
        left = [sum(map(_seconds, seats[mover])) for _, *seats in shown]
        assert left == sorted(left, reverse=True)
        off = [abs(due_at - at / 1000 - told) for (at, *_), told in zip(shown, left, strict=True)]
        # A page that stands still for a moment shows a second late.
        assert sum(each < 0.3 for each in off) >= 0.95 * len(off), off
        assert max(off) < 1, off


@pytest.mark.sometimes
def test_a_page_says_for_whom_the_computer_holds_seats_while_nobody_is_there(
    open_screen: OpenScreen,
) -> None:
    host, friend, reader = (open_screen() for _ in range(3))
    people.sign_up(host, "gone-anna")
    people.sign_up(friend, "gone-ben")
    pages = people.begin(host, friend, live_budget=600)
    address = host.url
    names = [page.locator(".seat-own .seat-name").inner_text() for page in pages]
    for page in pages:
        page.goto("about:blank")
    inside.call(_forget_who_was_here, address.split("/")[-2])
    reader.goto(address)
    words = (
        r"^Everyone has left, so the match has been waiting since \d\d:\d\d\. The computer is "
        rf"holding seats for {names[0]} and {names[1]}\. The match will continue as soon as "
        r"someone takes their seat back\. If nobody comes back by \d\d:\d\d, the match will end "
        r"and won't count\.$"
    )
    expect(reader.locator('[data-notice="deserted"]')).to_have_text(re.compile(words))
    expect(reader.locator("[data-turn]")).to_have_text(
        "The match is waiting for someone to come back."
    )

    inside.call(_abandon, address.split("/")[-2])
    expect(reader.locator("[data-verdict]")).to_contain_text(
        f"{names[0]} and {names[1]} left and nobody came back, so the match ended there. "
        "It doesn't count."
    )


def _forget_who_was_here(public_id: str) -> None:
    Seat.objects.filter(match__public_id=public_id).update(present_until=None)


def _abandon(public_id: str) -> None:
    """End a match that was deserted as if it had waited for an hour."""
    now = timezone.now()
    TurnTimer.objects.filter(match__public_id=public_id).update(paused_at=now - timedelta(hours=1))
    match = Match.objects.get(public_id=public_id)
    assert play.abandon(match_id=match.pk, now=now) is True


def test_a_list_says_how_long_is_left_whatever_the_clock_of_the_device_says(
    open_screen: OpenScreen,
) -> None:
    host, friend = open_screen(), open_screen()
    people.sign_up(host, "list-anna")
    people.sign_up(friend, "list-ben")
    mover = people.begin(host, friend, pace="correspondence", correspondence_budget=86400)[0]
    mover.clock.install(time=datetime.now(UTC) + timedelta(days=3))
    mover.goto("/my-games/")
    expect(mover.locator("[data-deadline]")).to_have_text("1 d 23 h")


def _seconds(text: str) -> int:
    """Return the seconds of a time shown as m:ss, 0 if none is."""
    found = re.search(r"(\d+):(\d\d)", text)
    return 60 * int(found[1]) + int(found[2]) if found else 0
