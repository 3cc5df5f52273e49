"""A league makes a list of its own, fills it from a file, publishes it and plays by it."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import people
from tests.browser.conftest import PATIENCE, OpenScreen
from tests.browser.people import press
from tests.browser.site.test_accessible import assert_open_to_all


def follow(page: Page, link: str, heading: str) -> None:
    """Go to another page by a link, and wait until it is there."""
    press(page.get_by_role("link", name=link).first)
    expect(page.get_by_role("heading", name=heading, exact=True, level=1)).to_be_visible()


def found(page: Page, title: str) -> None:
    page.goto("/words/")
    follow(page, "All custom lists", "Custom lists")
    follow(page, "Create a list", "Create a list")
    page.get_by_label("Name").fill(title)
    page.get_by_label("What it's for").fill("For those at sea")
    press(page.get_by_role("button", name="Create it"))
    expect(page.get_by_role("heading", name=title)).to_be_visible()


def bring_in(page: Page, path: Path, text: str) -> None:
    path.write_text(text)
    page.get_by_label("File", exact=True).set_input_files(path)
    press(page.get_by_role("button", name="Check the file"))


def accept_and_publish(page: Page, title: str) -> None:
    page.get_by_label("Why?").fill("We agreed on them")
    press(page.get_by_role("button", name="Accept"))
    expect(page.get_by_text("Your decision on 1 proposal has been saved.")).to_be_visible()
    page.goto("/word-lists/custom/")
    follow(page, title, title)
    follow(page, "Decided, not yet published", "Decided, not yet published")
    press(page.get_by_role("button", name="Publish"))
    expect(page.get_by_text("Last published on")).to_be_visible(timeout=4 * PATIENCE)
    press(page.get_by_role("link", name="All versions"))
    expect(page.get_by_role("link", name="Version 2")).to_be_visible()


def journey(page: Page, name: str, title: str, path: Path) -> None:
    people.sign_up(page, name)
    found(page, title)
    assert_open_to_all(page)
    follow(page, "Upload a file of words", "Words from a file")
    bring_in(page, path, "arrrgh\nc4t\n")
    expect(page.get_by_text("c4t has a digit in it.")).to_be_visible()
    assert_open_to_all(page)
    bring_in(page, path, "arrrgh\nzzzquz\nhouse\n")
    expect(page.get_by_text("2: arrrgh, zzzquz")).to_be_visible()
    assert_open_to_all(page)
    page.get_by_label("Why?").fill("Pirates say so")
    press(page.get_by_role("button", name="Propose it"))
    expect(page.get_by_role("heading", name=f"Import a file into {title}")).to_be_visible()
    accept_and_publish(page, title)
    page.goto("/word-lists/custom/")
    follow(page, title, title)
    expect(page.get_by_role("link", name="arrrgh")).to_be_visible()
    follow(page, "Open a table for Upwords", "Upwords")
    press(page.get_by_role("button", name="Open the table"))
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    assert people.agreed(page)["Word list"].startswith(title)


@pytest.mark.sometimes
def test_a_league_on_a_phone(
    open_screen: OpenScreen, phone: Page, tmp_path: Path, console: list[str]
) -> None:
    journey(phone, "lists-bea", "Phone pirates", tmp_path / "words.txt")
    moderator = open_screen()
    people.sign_up(moderator, "lists-cem")
    phone.goto("/word-lists/custom/")
    follow(phone, "Phone pirates", "Phone pirates")
    phone.get_by_label("Appoint a moderator").fill("lists-cem")
    press(phone.get_by_role("button", name="Appoint", exact=True))
    expect(phone.get_by_role("button", name="Dismiss lists-cem")).to_be_visible()
    assert_open_to_all(phone)
    moderator.goto("/word-lists/custom/")
    expect(moderator.get_by_role("heading", name="Yours")).to_be_visible()
    assert_open_to_all(moderator)
    console[:] = [line for line in console if "status of 422" not in line]
