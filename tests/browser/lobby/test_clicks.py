"""A form takes one click, says that it's on its way, and can be pressed again if that fails."""

from uuid import uuid4

from django.conf import settings
from playwright.sync_api import Page, Route, expect

from accounts.users.sent_forms import ANSWERED
from lobby.tables.models import Lobby
from tests.browser import inside

SENT = "**/practice/tilekingdom/"


def tables() -> int:
    return inside.call(Lobby.objects.count)


def test_a_button_takes_one_click_until_no_answer_will_come(desktop: Page) -> None:
    before, lost = tables(), []

    def lose(route: Route) -> None:
        lost.append(route.request)
        route.abort("aborted")  # the page stays

    desktop.clock.install()
    desktop.goto("/practice/")
    desktop.route(SENT, lose)
    button = desktop.locator("#tilekingdom button[value=easy]")
    button.click()
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(desktop.get_by_text("One moment…")).to_have_count(1)
    button.dispatch_event("click")
    desktop.clock.fast_forward(10_000)
    expect(button).not_to_have_attribute("aria-disabled", "true")
    assert len(lost) == 1
    desktop.unroute(SENT)
    button.click()
    desktop.wait_for_selector("[data-match]")
    assert tables() == before + 1


def test_who_comes_back_begins_another_game(desktop: Page) -> None:
    before = tables()
    desktop.goto("/practice/")
    for number in (1, 2):
        desktop.locator("#tilekingdom button[value=easy]").click()
        desktop.wait_for_selector("[data-match]")
        assert tables() == before + number
        desktop.go_back()
        expect(desktop.locator("[data-working]")).to_have_count(0)


def test_a_page_that_comes_back_past_another_form_begins_another_game(desktop: Page) -> None:
    desktop.goto("/practice/")
    field = desktop.locator("#tilekingdom [name=form_id]").first
    known = field.input_value()
    for form_id in (known, str(uuid4())):
        cookie = {"name": ANSWERED, "value": form_id, "url": settings.SITE_URL}
        desktop.context.add_cookies([cookie])  # type: ignore[list-item]  # a cookie
        follows = desktop.context.new_page()
        follows.goto("/friend/")
        follows.close()
    desktop.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    assert field.input_value() != known
