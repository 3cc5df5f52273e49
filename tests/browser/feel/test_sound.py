"""Each event makes exactly its sound, and nothing makes one that should not."""

import re
from datetime import time
from random import Random
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.rest import services as rest
from accounts.rest.rules.calendars import Calendar
from accounts.users.models import User
from tests.browser import chosen, inside
from tests.browser.conftest import OpenScreen
from tests.browser.feel.hearing import buzzes, heard, listen, touch
from tests.browser.match.test_at_the_table import resign
from tests.browser.match.test_chat import say
from tests.browser.playing import Pointer, play_turn, wait_for_ply

TICK, TURN = "12", "18,60,18"


def _table(open_screen: OpenScreen, **how: object) -> list[Page]:
    return _sit([listen(open_screen()), listen(open_screen())], **how)


def _sit(screens: list[Page], **how: object) -> list[Page]:
    pages = chosen.seat(*screens, game="tilekingdom", **how)  # type: ignore[arg-type]
    for page in pages:
        page.wait_for_selector(".map use", state="attached")
        touch(page)
    return pages


def test_each_event_has_its_sound(open_screen: OpenScreen) -> None:
    anna, ben = _table(open_screen, live=True)
    play_turn(anna, Pointer(), Random(1))
    wait_for_ply(ben, 1)
    assert (heard(anna), heard(ben)) == (["place"], ["place", "turn"])
    assert (buzzes(anna), buzzes(ben)) == ([TICK], [TURN])
    play_turn(ben, Pointer(), Random(2))
    wait_for_ply(anna, 2)
    assert (heard(anna), heard(ben)) == (["place", "turn"], ["place"])

    say(anna, "Well played")
    expect(ben.locator(".chat-line")).to_have_count(1)
    assert (heard(anna), heard(ben)) == ([], ["talk"])

    for ply, page in ((3, anna), (4, ben)):  # with fewer turns nobody has won
        play_turn(page, Pointer(), Random(ply))
        wait_for_ply(ben, ply)
        wait_for_ply(anna, ply)
    heard(anna), heard(ben)
    resign(ben)
    expect(anna.locator("[data-result] h2")).to_have_text("You win")
    expect(ben.locator("[data-result] h2")).to_contain_text("wins")
    assert (heard(anna), heard(ben)) == (["won"], ["over"])
    assert [page.evaluate("heard.contexts") for page in (anna, ben)] == [1, 1]


@pytest.mark.thorough
def test_little_time_is_heard_once_by_whoever_is_to_move(open_screen: OpenScreen) -> None:
    screens = [listen(open_screen()), listen(open_screen())]
    for screen in screens:
        screen.clock.install()
    anna, ben = _sit(screens, live=True)
    for page in (anna, ben):
        page.clock.fast_forward(570_000)  # milliseconds of a turn's ten minutes
        expect(page.locator(".seat-clock").first).to_have_text(re.compile(r"0:\d\d"))
        assert heard(page) == []
    for page in (anna, ben):
        page.clock.fast_forward(22_000)
        expect(page.locator(".seat-low")).to_have_count(1)
    assert (heard(anna), heard(ben)) == (["low"], [])
    anna.clock.fast_forward(2_000)
    expect(anna.locator(".seat-low")).to_have_count(1)
    assert (heard(anna), buzzes(anna)) == ([], [])


@pytest.mark.thorough
def test_without_sound_and_motion_nothing_sounds_and_nothing_moves(
    open_screen: OpenScreen,
) -> None:
    screens = [listen(open_screen(), sound=False) for _ in range(2)]
    anna, ben = chosen.seat(*screens, game="tilekingdom", live=True)
    for page in (anna, ben):
        touch(page)
    play_turn(anna, Pointer(), Random(1))
    wait_for_ply(ben, 1)
    play_turn(ben, Pointer(), Random(2))
    wait_for_ply(anna, 2)
    say(anna, "Well played")
    expect(ben.locator(".chat-line")).to_have_count(1)
    resign(ben)
    for page in (anna, ben):
        expect(page.locator("[data-result]")).to_be_visible()
        silent = {"contexts": 0, "strokes": [], "buzzes": [], "moves": []}
        assert page.evaluate("heard") == silent
        running = "document.getAnimations().filter(({playState}) => playState === 'running').length"
        assert page.evaluate(running) == 0


def test_nobody_is_woken(open_screen: OpenScreen) -> None:
    """In their sleep hours somebody who plays live hears their own moves and nothing else."""
    anna, ben = _table(open_screen, live=True)
    name = anna.locator(".seat").first.locator(".seat-name").inner_text()
    inside.call(_sleep_now, name)
    with anna.expect_response("**/account/quiet/"):
        anna.reload()
    anna.wait_for_selector("[data-match] .map")
    touch(anna)
    play_turn(anna, Pointer(), Random(1))
    wait_for_ply(ben, 1)
    play_turn(ben, Pointer(), Random(2))
    wait_for_ply(anna, 2)
    resign(ben)
    expect(anna.locator("[data-result]")).to_be_visible()
    assert (heard(anna), buzzes(anna)) == (["place"], [TICK])
    assert heard(ben) == ["place", "turn", "place", "over"]


def _sleep_now(name: str) -> None:
    """Have somebody sleep for hours around this one."""
    hour = timezone.now().hour
    night = Calendar(ZoneInfo("UTC"), time((hour - 4) % 24), time((hour + 4) % 24))
    rest.choose_calendar(user=User.objects.get(username=name), calendar=night, now=timezone.now())
