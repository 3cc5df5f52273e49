"""Studies in the browser: made from a replay, played on, written in and shared."""

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from accounts.users.models import User
from games.matches.models import Match
from games.studies.models import Comment
from tests.browser import inside, people
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import button
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE
from tests.factories import make_user
from tests.games.matches.pages.finished import finished, forget_what_is_to_come

MOVES = 71  # of a match of Tilekingdom


def begin(page: Page, name: str) -> None:
    """Sign up, and make a study of a match that is over from its replay."""
    people.sign_up(page, name)
    page.goto(f"{inside.call(_finished, name)}#{MOVES}")
    expect(page.locator(f"[data-replay][data-ply='{MOVES}']")).to_be_attached()
    press(page.get_by_role("button", name="Study"))
    page.wait_for_url("**/study/*/")
    expect_ply(page, MOVES)
    press(go(page, "first"))
    expect_ply(page, 0)


def _finished(name: str) -> str:
    player = User.objects.get(username=name)
    match: Match = finished("tilekingdom", player, make_user(), now=timezone.now())
    forget_what_is_to_come()
    return f"{match.get_absolute_url()}replay/"


def expect_ply(page: Page, ply: int) -> None:
    expect(page.locator(f"[data-study][data-ply='{ply}']")).to_be_attached()


def go(page: Page, name: str) -> Locator:
    return page.locator(f"[data-go={name}]")


def node(page: Page, number: int) -> Locator:
    return page.locator(f"[data-node='{number}'] > button")


def current(page: Page) -> Locator:
    return page.locator(".study-move[aria-current]")


def play_another(page: Page) -> None:
    """Lay the tile on the last place there is on the map, without a subject."""
    places = page.locator("[data-place]")
    press(places.last)
    press(button(page, "confirm"))


def _explore(page: Page) -> None:
    """Play another turn instead of the sixth, and one after it."""
    press(node(page, 5))
    expect_ply(page, 5)
    play_another(page)
    expect_ply(page, 6)
    expect(current(page)).to_have_count(1)
    first = MOVES + 1
    expect(node(page, first)).to_have_attribute("aria-current", "step")
    play_another(page)
    expect_ply(page, 7)
    expect(node(page, first + 1)).to_have_attribute("aria-current", "step")
    expect(page.locator(".study-branch [data-node]")).to_have_count(2)
    expect(page.locator("[data-tile]")).to_have_count(8)


@pytest.mark.sometimes
def test_a_study_is_made_played_on_written_in_and_shared(open_screen: OpenScreen) -> None:
    anna, visitor = open_screen(), open_screen(**PHONE)
    begin(anna, "study-anna")
    expect(anna.locator("[data-part=count]")).to_have_text(f"{MOVES} of 1000 moves")
    anna.locator("h1").click()
    for key, ply in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", MOVES)):
        anna.keyboard.press(key)
        expect_ply(anna, ply)
    expect(go(anna, "cut")).to_be_hidden()
    _explore(anna)
    # The same ply in the other line, and back to it.
    tile = anna.locator("[data-tile]").last
    there = tile.get_attribute("data-tile")
    press(node(anna, 7))
    expect(tile).not_to_have_attribute("data-tile", there or "")
    press(node(anna, MOVES + 2))
    expect(tile).to_have_attribute("data-tile", there or "")
    press(go(anna, "back"))
    expect_ply(anna, 6)
    anna.locator("#comment").fill("This keeps the city open.\nhttps://example.org/")
    expect(anna.locator("[data-part=told]")).to_have_text("Saved.")
    expect(anna.locator(f"[data-sign='{MOVES + 1}']")).to_be_visible()
    anna.wait_for_url(f"**#{MOVES + 1}")
    press(anna.get_by_role("heading", name="Share and rename"))
    anna.get_by_label("Title").fill("The open city")
    anna.get_by_label("Title").press("Enter")
    expect(anna.get_by_role("heading", level=1)).to_have_text("Study: The open city")
    anna.get_by_label("Everyone with the link can look").check()
    expect(anna.locator("[data-part=share-told]")).to_have_text(
        "Everyone with the link can look at this study now."
    )
    assert_open_to_all(anna)
    link = anna.get_by_label("Link to this study").input_value()
    visitor.goto(f"{link}#{MOVES + 1}")
    expect_ply(visitor, 6)
    expect(visitor.locator(".study-words")).to_contain_text("This keeps the city open.")
    expect(visitor.locator(".study-words a")).to_have_count(0)
    expect(visitor.locator("[data-place]")).to_have_count(0)
    press(go(visitor, "forward"))
    expect_ply(visitor, 7)  # on in the line that one is in
    assert_open_to_all(visitor)
    press(go(anna, "cut"))
    press(anna.get_by_role("dialog").get_by_role("button", name="Delete"))
    expect_ply(anna, 5)
    expect(anna.locator(".study-branch")).to_have_count(0)
    _lists(anna)


def _lists(page: Page) -> None:
    """Look at the list of studies, and delete the one there is."""
    press(page.get_by_role("link", name="My studies").first)
    expect(page.get_by_role("link", name="The open city")).to_be_visible()
    assert_open_to_all(page)
    press(page.get_by_role("link", name="The open city"))
    press(page.get_by_role("heading", name="Share and rename"))
    press(page.get_by_role("button", name="Delete this study"))
    press(page.get_by_role("dialog").get_by_role("button", name="Delete"))
    expect(page.get_by_text("The study has been deleted.")).to_be_visible()


def test_what_is_written_is_saved_by_itself_even_as_the_page_is_left(desktop: Page) -> None:
    begin(desktop, "study-ella")
    study = desktop.url.partition("#")[0]
    field, told = desktop.locator("#comment"), desktop.locator("[data-part=told]")
    field.fill("A quiet beginning.")
    expect(told).to_have_text("Saved.")
    field.press_sequentially(" And bold.")
    desktop.goto("/studies/")  # sooner than any pause
    people.until(desktop, lambda: inside.call(_is_said, "A quiet beginning. And bold."))
    desktop.goto(f"{study}#0")
    expect(field).to_have_value("A quiet beginning. And bold.")
    field.fill("")
    expect(told).to_have_text("Deleted.")
    desktop.reload()
    expect_ply(desktop, 0)
    expect(field).to_have_value("")


def _is_said(text: str) -> bool:
    return Comment.objects.filter(text=text).exists()


@pytest.mark.sometimes
def test_others_can_report_a_comment(open_screen: OpenScreen) -> None:
    anna, ben = open_screen(), open_screen(**PHONE)
    begin(anna, "study-carla")
    anna.locator("#comment").fill("Nonsense.")
    expect(anna.locator("[data-part=told]")).to_have_text("Saved.")
    press(anna.get_by_role("heading", name="Share and rename"))
    anna.get_by_label("Everyone with the link can look").check()
    expect(anna.locator("[data-part=share-told]")).not_to_be_empty()
    people.sign_up(ben, "study-ben")
    ben.goto(anna.get_by_label("Link to this study").input_value())
    expect_ply(ben, MOVES)  # where the study begins for everyone
    press(go(ben, "first"))
    expect_ply(ben, 0)
    press(ben.get_by_role("button", name="Report", exact=True))
    dialog = ben.get_by_role("dialog")
    expect(dialog.locator("blockquote")).to_have_text("Nonsense.")
    dialog.get_by_label("Advertising or spam").check()
    assert_open_to_all(ben, "dialog")
    press(dialog.get_by_role("button", name="Report"))
    expect(ben.locator("[data-part=told]")).to_contain_text("Thank you.")


def test_a_file_that_is_none_is_told_what_is_wrong(desktop: Page, console: list[str]) -> None:
    people.sign_up(desktop, "study-dora")
    desktop.goto("/studies/")
    file = {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"}
    desktop.get_by_label("A downloaded match").set_input_files(file)
    press(desktop.get_by_role("button", name="Make a study"))
    expect(desktop.get_by_role("alert")).to_contain_text("This isn't a match")
    assert_open_to_all(desktop)
    assert ["422" in line for line in console] == [True]  # the answer to the file
    console.clear()
