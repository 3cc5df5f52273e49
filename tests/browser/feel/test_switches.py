"""Sound and the look of boards are chosen in the corner of a match or among the preferences."""

from playwright.sync_api import Page, expect

from tests.browser import chosen
from tests.browser.conftest import OpenScreen
from tests.browser.feel.hearing import heard, listen
from tests.browser.people import press
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE


def _corner(page: Page) -> None:
    press(page.locator("[data-feel] > summary"))
    expect(page.get_by_label("Sound", exact=True)).to_be_visible()


def test_sound_has_one_switch(open_screen: OpenScreen) -> None:
    anna = listen(open_screen(**PHONE), sound=False)
    chosen.seat(anna, None, game="tilekingdom")
    match = anna.url
    _corner(anna)
    expect(anna.get_by_label("Volume")).to_be_disabled()
    press(anna.get_by_label("Sound", exact=True))
    assert heard(anna) == ["place"]
    expect(anna.get_by_label("Vibration")).to_be_checked()
    press(anna.get_by_label("Vibration"))
    anna.get_by_label("Volume").fill("25")
    assert heard(anna) == ["place"]

    anna.goto("/preferences/")
    expect(anna.get_by_label("Sound", exact=True)).to_be_checked()
    expect(anna.get_by_label("Vibration")).not_to_be_checked()
    expect(anna.get_by_label("Volume")).to_have_value("25")
    press(anna.get_by_label("Sound", exact=True))
    anna.goto(match)
    _corner(anna)
    expect(anna.get_by_label("Sound", exact=True)).not_to_be_checked()
    assert heard(anna) == []


def test_a_look_of_boards_is_there_from_the_first_paint(open_screen: OpenScreen) -> None:
    (anna,) = chosen.seat(open_screen(), None, game="tilekingdom")
    page = anna.locator("html")
    table = anna.locator(".map-frame")
    album = table.evaluate("node => getComputedStyle(node).backgroundColor")
    _corner(anna)
    expect(anna.get_by_label("Album")).to_be_checked()
    with anna.expect_response("**/theme/"):
        press(anna.get_by_label("High contrast"))
    expect(page).to_have_attribute("data-look", "contrast")
    assert table.evaluate("node => getComputedStyle(node).backgroundColor") != album
    assert_open_to_all(anna)
    press(anna.get_by_label("Slate"))
    expect(page).to_have_attribute("data-look", "slate")
    assert_open_to_all(anna)

    anna.goto("/preferences/")
    expect(page).to_have_attribute("data-look", "slate")
    expect(anna.get_by_label("Boards")).to_have_value("slate")
    anna.get_by_label("Boards").select_option("")
    press(anna.get_by_role("button", name="Save"))
    expect(anna.get_by_text("Your preferences are saved.")).to_be_visible()
    assert page.get_attribute("data-look") is None
