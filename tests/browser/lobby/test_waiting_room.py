"""The waiting room while a visitor is about to sit down, and without a script."""

from playwright.sync_api import expect

from accounts.users.models import User
from games.matches.poke import poke
from lobby.tables import reading
from lobby.tables.acts.held import table_group
from tests.browser import inside, people
from tests.browser.conftest import OpenScreen


def test_a_visitor_is_not_disturbed_and_brings_the_time_zone(open_screen: OpenScreen) -> None:
    host, visitor = open_screen(), open_screen(timezone_id="Asia/Tokyo")
    code = people.open_table(host, seats="4")
    visitor.goto(host.url)
    expect(visitor.get_by_text("here now")).to_be_visible()  # no more of the host will come
    visitor.evaluate("""() => {
      window.replaced = 0;
      document.addEventListener("live:replaced", () => (replaced += 1));
    }""")
    field, name = visitor.get_by_label("Your name"), people.visitor_name()
    field.fill(name)
    # What is fetched anew says the same but for the name that is offered, and the form stays.
    with visitor.expect_response("**/tables/**?fragment") as answer:
        inside.call(_hint, code)
    answer.value.finished()
    # Once somebody has come it is another form, with what was written.
    people.press(host.get_by_role("button", name="Easy computer"))
    expect(visitor.locator(".chair-name").nth(1)).to_have_text("Easy computer")
    assert visitor.evaluate("replaced") == 1
    expect(field).to_have_value(name)
    expect(field).to_be_focused()
    people.sit_down(visitor)
    expect(visitor.get_by_role("button", name="Leave the table")).to_be_visible()
    assert inside.call(_zone, name) == "Asia/Tokyo"


def _hint(code: str) -> None:
    poke([(table_group(reading.find(code=code)), {"type": "table.changed"})])


def _zone(name: str) -> str:
    return User.objects.get(username=name).time_zone


def test_without_a_script_nothing_is_promised_to_come(open_screen: OpenScreen) -> None:
    host, reader = open_screen(), open_screen(java_script_enabled=False)
    people.open_table(host, start_rule="full")
    reader.context.add_cookies(host.context.cookies())  # type: ignore[arg-type]  # cookies
    reader.goto(host.url)
    reader.wait_for_selector(".room-seats")
    promise, told = "we'll take you to the board", "Reload this page to see who's here."
    seen = [page.locator(".room").evaluate("node => node.innerText") for page in (host, reader)]
    assert [(promise in text, told in text) for text in seen] == [(True, False), (False, True)]
