"""The list of keys on a page: that of the board on it, which tests/scripts/test_keys.py tries."""

import json

from playwright.sync_api import Page, expect

from tests.browser import chosen
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.site.test_accessible import assert_open_to_all

ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]


def test_the_list_has_the_keys_of_the_board_and_is_open_to_all(open_screen: OpenScreen) -> None:
    page = open_screen()
    chosen.seat(page, None, game="upwords")
    page.get_by_role("heading", level=1).click()
    page.locator("[data-menu] summary").press("Enter")
    press(page.get_by_role("button", name="Keys"))
    keys = page.get_by_role("dialog", name="Keys")
    rows = keys.locator("section", has=page.get_by_role("heading", name="On this page"))
    listed = rows.locator("[data-keys-of]").evaluate_all(
        "all => all.map((row) => [row.dataset.keysOf, row.querySelector('dt').textContent])"
    )
    assert [(json.loads(names), printed) for names, printed in listed] == [
        (ARROWS, "← → ↑ ↓"),
        ([], "A to Z"),
        ([" "], "Space"),
        (["Backspace", "Delete"], "Backspace Delete"),
        (["Escape"], "Esc"),
        (["Enter"], "Enter"),
        (ARROWS[:2], "← →"),
    ]
    press(keys.get_by_role("button", name="Close"))
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("?")
    expect(keys).to_contain_text("Switch between across and down")
    assert_open_to_all(page, "dialog[open]")


def test_a_visitor_turns_the_general_keys_off_and_on_again(desktop: Page) -> None:
    desktop.goto("/rules/")
    dialog = desktop.get_by_role("dialog", name="Keys")
    for heard in (False, True):
        press(desktop.locator("footer").get_by_role("button", name="Keys"))
        dialog.get_by_label("Use the n and ? keys in this browser").set_checked(heard)
        press(dialog.get_by_role("button", name="Close"))
        desktop.keyboard.press("?")
        expect(dialog).to_have_count(int(heard))
