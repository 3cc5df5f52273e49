"""Whole matches of Tilekingdom by two people on their own screens, from sign-up to the result."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import chosen, people
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import Keyboard, Pointer, Way, play_turns, tab_to, view
from tests.chromium import PHONE
from tests.stack import Stack

TILES = 72


def tiles(state: dict[str, Any]) -> int:
    """Return how many tiles a position accounts for."""
    return len(state["placements"]) + len(state["removed"]) + sum(state["bag"].values())


def assert_result(pages: list[Page], site: Stack) -> dict[str, Any]:
    """Hold that both pages show the stored result, and that the log played again gives it."""
    end = view(pages[0])
    assert (end["status"], end["result"]["reason"]) == ("finished", "over")
    assert tiles(end["state"]) == TILES
    breakdown = end["result"]["breakdown"]
    assert [line["label"] for line in breakdown] == ["Roads", "Cities", "Mosques", "Deserts"]
    with_subject = [entry for entry in end["log"] if len(entry["text"].split()) > 2]
    assert with_subject != []
    scores = end["scores"]
    assert [sum(line["points"][player] for line in breakdown) for player in (0, 1)] == scores
    for page in pages:
        for player, score in enumerate(scores):
            expect(page.locator(f'[data-score="{player}"]')).to_have_text(str(score))
        order = sorted((0, 1), key=lambda player: (end["result"]["places"][player], player))
        shown = [row.split() for row in page.locator(".result table tr").all_inner_texts()[1:]]
        lines = [[line["label"], line["points"]] for line in breakdown] + [["Total", scores]]
        assert shown == [[label, *(str(points[p]) for p in order)] for label, points in lines]
    said = site.manage("replay", end["id"])
    assert said == f"1 matches, {end['ply']} plies, all as stored.\n"
    return end


def points(end: dict[str, Any], topic: str) -> list[int]:
    """Return the points that events of a topic have given."""
    events = [event for entry in end["log"] for event in entry["events"]]
    return [event["points"] for event in events if event["topic"] == topic and event["points"]]


@pytest.mark.journey
def test_by_mouse_with_values_of_their_own(open_screen: OpenScreen, site: Stack) -> None:
    anna, ben = open_screen(), open_screen()
    people.sign_up_by_page(anna, "mouse-anna")
    people.sign_up_by_page(ben, "mouse-ben")
    code = people.open_table_by_page(
        anna, pace="live", option_road_tile=3, option_open_road_tile=3, option_mosque=12,
        option_subjects=5,
    )  # fmt: skip
    people.enter_code(ben, code)
    expected = {
        "Subjects for each player": "5",
        "Completed road, for each tile": "3",
        "Completed mosque": "12",
        "Unfinished road, for each tile": "3",
    }
    agreed = people.agreed(ben).items()
    assert {label: value for label, value in agreed if "changed" in value} == {
        label: f"{value} changed" for label, value in expected.items()
    }
    people.sit_down(ben)
    pages = people.by_seat([anna, ben])
    assert view(anna)["state"]["supplies"] == [5, 5]
    end = _play_with_a_leap(pages, Pointer(), site, seed=1)
    roads = points(end, "road")
    assert [gain for gain in roads if gain % 3] == []
    people.open_more(ben)
    press(ben.get_by_role("heading", name="About this match"))
    expect(ben.locator(".settings .changed dt")).to_have_text(list(expected))
    expect(ben.locator(".settings .changed dd")).to_have_text(list(expected.values()))


@pytest.mark.thorough
def test_by_touch_in_chess_mode(open_screen: OpenScreen, site: Stack) -> None:
    pages = [open_screen(**PHONE), open_screen(**PHONE)]
    people.sign_up_by_page(pages[0], "touch-anna")
    people.sign_up(pages[1], "touch-ben")
    pages = people.begin(*pages, option_mode="chess", pace="correspondence")
    first = view(pages[1])["state"]
    drawn = [first["tile"], *first["order"]]
    end = _play_with_a_leap(pages, Pointer(), site, seed=2)
    # What was known at the start came in that order, but for tiles that fitted nowhere.
    removed = list(end["state"]["removed"])
    laid = [placement["kind"] for placement in end["state"]["placements"][1:]]
    for kind in drawn:
        (laid if laid and laid[0] == kind else removed).remove(kind)
    assert (laid, removed) == ([], [])


@pytest.mark.thorough
def test_by_keyboard_alone(open_screen: OpenScreen, site: Stack) -> None:
    for name in ("keys-anna", "keys-ben"):
        page = open_screen()
        people.sign_up(page, name)
        page.context.close()
    pointed: list[str] = []
    anna, ben = open_screen(), open_screen()
    for page in (anna, ben):
        page.expose_function("pointed", lambda words: pointed.append(words))
        page.add_init_script(_TELL_OF_POINTERS)
    code = _open_table_by_keys(anna, "keys-anna")
    _join_by_keys(ben, "keys-ben", code)
    pages = people.by_seat([anna, ben])
    _play_with_a_leap(pages, Keyboard(), site, seed=3)
    assert pointed == []


def _play_with_a_leap(pages: list[Page], way: Way, site: Stack, *, seed: int) -> dict[str, Any]:
    """Play the first and the last turns on the pages; hold how it ends."""
    play_turns(pages, way, seed=seed, turns=2)
    chosen.leap(pages)
    ply = play_turns(pages, way, seed=seed)
    end = assert_result(pages, site)
    assert ply == end["ply"]
    return end


_TELL_OF_POINTERS = """for (const name of ["pointerdown", "pointermove", "mousedown", "touchstart"])
  addEventListener(name, (event) => pointed(`${name} on ${event.target.tagName}`), true);"""


def _sign_in_by_keys(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    tab_to(page, "[name=login]")
    page.keyboard.type(name)
    page.keyboard.press("Tab")
    page.keyboard.type(people.PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    tab_to(page, "nav a[href='/play/']")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Play now")).to_be_visible()
    tab_to(page, "a[href='/tables/#new-title']")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()


def _open_table_by_keys(page: Page, name: str) -> str:
    _sign_in_by_keys(page, name)
    tab_to(page, "a[href='/tables/new/tilekingdom/']")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    tab_to(page, "[name=visibility]")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[name=visibility][value=private]")).to_be_checked()
    tab_to(page, "button[type=submit].button-large")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    return people.room_code(page)


def _join_by_keys(page: Page, name: str, code: str) -> None:
    _sign_in_by_keys(page, name)
    tab_to(page, "#code")
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What's agreed at this table")).to_be_visible()
    tab_to(page, "form[action$='/join'] button")
    page.keyboard.press("Enter")
