"""What the page of a match shows at first sight, at its end, and beside computers alone."""

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from games.matches import play, reading
from tests.browser import inside, people
from tests.browser.conftest import OpenScreen
from tests.browser.match.test_at_the_table import resign
from tests.browser.people import press
from tests.browser.playing import view, wait_for_ply
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE

MINE = "[data-match][data-drawn].my-turn"
DESK = {"viewport": {"width": 1280, "height": 900}}


def box(locator: Locator) -> dict[str, float]:
    found: Any = locator.bounding_box()
    assert found is not None
    return dict(found)


def bottom(locator: Locator) -> float:
    return box(locator)["y"] + box(locator)["height"]


def begin(*pages: Page, names: tuple[str, str]) -> list[Page]:
    for page, name in zip(pages, names, strict=True):
        people.sign_up(page, name)
    return people.begin(*pages, pace="correspondence")


def test_a_desk_and_a_phone_show_all_that_matters_at_first_sight(open_screen: OpenScreen) -> None:
    desk, phone = open_screen(**DESK), open_screen(**PHONE)
    begin(desk, phone, names=("sight-anna", "sight-ben"))

    for page in (desk, phone):
        page.reload()  # without what was said once
        page.wait_for_selector("[data-match][data-drawn]")
        expect(page.locator(".side > .panel:visible, .panels > .panel:visible")).to_have_count(
            3 if page is desk else 1
        )
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0

    # All of it stands in the window of a desk, and the board has its height.
    for part in (".seats", "#talk", "#chat-text", "#moves", ".panels", "[data-more]"):
        assert bottom(desk.locator(part)) <= 900
    board = box(desk.locator("[data-board]"))
    assert board["height"] > 700
    assert board["width"] > 800

    # A phone shows the board, whose turn it is, and the tabs; one tap shows the talk.
    for part in ("[data-turn]", ".seats", "[data-board]", "[data-side-bar]"):
        assert bottom(phone.locator(part)) <= 844
    for tab in phone.locator("[data-tab]:visible").all():
        assert box(tab)["height"] >= 44
    for name, part in (("moves", "#moves"), ("more", "#more"), ("talk", "#chat-text")):
        press(phone.locator(f"[data-tab={name}]"))
        expect(phone.locator(part)).to_be_in_viewport()
        expect(phone.locator("[data-tab][aria-expanded=true]")).to_have_count(1)
    assert_open_to_all(phone, ".match")
    assert_open_to_all(desk, ".match")


def test_notation_is_shown_on_demand_and_remembered(open_screen: OpenScreen) -> None:
    anna, ben = open_screen(**DESK), open_screen()
    begin(anna, ben, names=("note-anna1", "note-ben1"))
    mover = people.by_seat([anna, ben])[0]
    inside.call(_play, mover.url)
    wait_for_ply(anna, 1)
    row = anna.locator("[data-move='1']")
    expect(row.locator(".move-said")).to_contain_text(" laid ")
    expect(row.locator(".move-text")).to_be_hidden()
    anna.get_by_label("Notation").check()
    expect(row.locator(".move-text")).to_have_text(view(anna)["log"][0]["text"])
    anna.reload()
    expect(row.locator(".move-text")).to_be_visible()


def test_the_end_is_shown_on_the_board_within_one_screen(open_screen: OpenScreen) -> None:
    desk, phone = open_screen(**DESK), open_screen(**PHONE)
    begin(desk, phone, names=("end-anna", "end-ben"))
    resign(phone)
    for page in (phone, desk):
        expect(page.locator("[data-announcer]")).to_contain_text("Too short to count")
    for page, height in ((desk, 900), (phone, 844)):
        result = page.locator("[data-result]")
        expect(result).to_be_visible()
        expect(result).to_be_focused()
        assert 0 <= box(result)["y"] < bottom(result) <= height
        expect(result.locator("h2")).to_have_text("Too short to count")
        for name in ("Play again", "Look back", "Share"):
            expect(result.get_by_text(name)).to_be_visible()
        assert_open_to_all(page, "[data-result]")
        page.keyboard.press("Escape")
        expect(result).to_be_hidden()
        again = page.get_by_role("button", name="Result", exact=True)
        press(again)
        expect(result).to_be_focused()
        press(page.get_by_role("button", name="Close the result"))
        expect(result).to_be_hidden()
        expect(again).to_be_visible()


@pytest.mark.sometimes
@pytest.mark.parametrize("game", ["tilekingdom", "upwords", "tiled_of_it", "words_with_chilwell"])
def test_beside_computers_one_can_undo_and_look_at_ones_options(
    open_screen: OpenScreen, game: str
) -> None:
    anna = open_screen(**DESK)
    people.sign_up(anna, f"alone-{game[:9]}".replace("_", "-"))
    anna.goto(f"/practice/#{game}")
    form = anna.locator(f'form[action="/practice/{game}/"]').first
    press(form.get_by_role("button", name="Easy").first)
    anna.wait_for_selector(MINE)
    options = anna.get_by_role("button", name=re.compile("options", re.IGNORECASE))
    undo = anna.get_by_role("button", name="Undo")
    before = view(anna)
    press(options)
    shown = anna.locator("dialog[data-options] li button")
    expect(shown.first).to_be_visible()
    assert_open_to_all(anna, "dialog[data-options]")
    shown.first.click()
    expect(anna.locator("dialog[data-options]")).to_have_count(0)
    assert view(anna)["ply"] == before["ply"]  # laid out, not played
    inside.call(_play, anna.url)
    wait_for_ply(anna, before["ply"] + 1)
    anna.wait_for_selector(MINE)
    ply = view(anna)["ply"]
    press(undo)
    wait_for_ply(anna, ply + 1)
    anna.wait_for_selector(MINE)
    assert view(anna)["scores"] == before["scores"]
    expect(anna.locator("[data-moves] .move").first).to_contain_text("went back")
    press(options)
    expect(shown.first).to_be_visible()
    anna.evaluate(_LISTEN)
    press(anna.get_by_role("button", name="Show me three ideas"))
    expect(anna.get_by_role("heading", name="Ideas")).to_be_visible()
    expect(shown).to_have_count(3)
    assert anna.evaluate("said")[0] == "We're thinking about that. It takes a moment."
    assert_open_to_all(anna, "dialog[data-options]")


# What a screen reader hears of the dialog from now on.
_LISTEN = """() => {
  window.said = [];
  const status = document.querySelector('dialog[data-options] [role="status"]');
  new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true });
}"""


def _play(address: str) -> None:
    """Play the first legal turn of whoever is to move."""
    match = reading.find(public_id=address.split("/match/")[1].split("/")[0])
    rules = reading.rules_of(match)
    action = next(iter(rules.legal_actions(reading.position(match, rules))))
    play.submit(
        match_id=match.pk,
        player=match.to_move,
        action=rules.encode_action(action),
        expected_ply=match.ply,
        now=timezone.now(),
    )
