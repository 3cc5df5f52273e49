"""What a first visitor meets."""

from playwright.sync_api import Page, expect

from tests.stack import Stack


def test_the_first_page_opens_without_a_complaint(desktop: Page, site: Stack) -> None:
    answer = desktop.goto("/")
    assert answer is not None
    assert answer.status == 200
    expect(desktop.get_by_role("heading", level=1)).to_be_visible()
    assert desktop.evaluate("fetch('/health/live').then(answer => answer.text())") == "ok"


def test_a_phone_needs_no_sideways_scrolling(phone: Page) -> None:
    phone.goto("/")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_broken_policy_would_be_noticed(desktop: Page, console: list[str]) -> None:
    desktop.goto("/")
    desktop.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<p style=\"color:red\">x</p>')"
    )
    with desktop.expect_console_message():
        desktop.evaluate("console.error('after it')")
    assert ["Content Security Policy" in line for line in console] == [True, False]
    console.clear()
