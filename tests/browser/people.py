"""What visitors do: sign up, open a table, sit down at one.

Most tests begin with people at a table, so what leads there is sent as the pages would send it,
which costs a tenth; whole games look at every page on the way.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

PASSWORD = "a long walk by the river"


def press(target: Locator) -> None:
    """Click, or on a touch screen tap."""
    if target.page.evaluate("navigator.maxTouchPoints > 0"):
        target.tap()
    else:
        target.click()


def until(page: Page, look: Callable[[], Any]) -> Any:
    """Return what is seen as soon as something is; the page goes on meanwhile."""
    for _ in range(300):
        if seen := look():
            return seen
        page.wait_for_timeout(50)
    raise AssertionError("nothing was seen")


@contextmanager
def late_script(page: Page, address: str) -> Iterator[None]:
    """Have a page that is opened inside get one of its scripts only afterwards."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route), times=1)
    yield
    until(page, lambda: held)[0].continue_()


def sign_up(page: Page, name: str) -> None:
    """Make an account with the form of the page for it, and show nothing."""
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    facts = {"username": name, "email": f"{name}@example.org", "password1": PASSWORD}
    _send(page, "/accounts/signup/", "/accounts/signup/", {**facts, "time_zone": zone})


def _send(page: Page, shown_at: str, address: str, fields: Mapping[str, str]) -> str:
    """Send the form that a page shows, unseen, and return where it leads."""
    browser = page.context.request
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', browser.get(shown_at).text())
    assert token is not None, shown_at
    form = {"csrfmiddlewaretoken": token.group(1), **fields}
    answer = browser.post(address, form=form, max_redirects=0)
    assert answer.status == 302, answer.text()
    return answer.headers["location"]


def sign_up_by_page(page: Page, name: str) -> None:
    """Make an account by the page for it."""
    page.goto("/")
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("E-mail address").fill(f"{name}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    press(page.get_by_role("button", name="Sign up"))
    expect(page.get_by_role("heading", name="My games")).to_be_visible()


def sign_in(page: Page, name: str) -> None:
    """Come back to an account."""
    page.goto("/accounts/login/")
    page.get_by_label("Name or e-mail address").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    press(page.get_by_role("button", name="Sign in"))
    expect(page.get_by_role("heading", name="My games")).to_be_visible()


def sign_out(page: Page) -> None:
    """Leave by the account menu."""
    press(page.locator("[data-menu] summary"))
    press(page.get_by_role("button", name="Sign out"))
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def open_table(page: Page, *, game: str = "Tilekingdom", **settings: object) -> str:
    """Open a private table of a game by its form and return its room code.

    Settings go by the names of the form's fields: ``pace="correspondence"``, ``live_budget=5``,
    ``option_mosque=12``.
    """
    _new_table(page, game)
    choose_settings(page, {**settings, "visibility": settings.get("visibility", "private")})
    press(page.get_by_role("button", name="Open the table"))
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    return room_code(page)


def play_alone(page: Page, *, game: str, **settings: object) -> None:
    """Begin a game for one by the form of a new table."""
    _new_table(page, game)
    choose_settings(page, {"seats": 1, **settings})
    press(page.get_by_role("button", name="Begin"))
    page.wait_for_selector("[data-match]")


def _new_table(page: Page, game: str) -> None:
    slug = re.sub("(?<=[a-z]) ?(?=[A-Z])", "_", game).lower()
    page.goto(f"/tables/new/{slug}/")
    page.wait_for_selector(".table-form")


def choose_settings(page: Page, settings: Mapping[str, object]) -> None:
    """Fill in the form of a new table, folded groups too."""
    for name, value in settings.items():
        field = page.locator(f"[name={name}]")
        fold = page.locator("details[data-options]:not([open])").filter(has=field)
        if fold.count():
            press(fold.locator("summary"))
        if field.first.get_attribute("type") == "radio":
            press(page.locator(f"[name={name}][value={value}]"))
        elif field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(str(value))
        elif field.get_attribute("type") == "checkbox":
            field.set_checked(bool(value))
        else:
            field.fill(str(value))


def room_code(page: Page) -> str:
    """Return the room code as the host tells it to friends."""
    return page.locator(".room-code").inner_text().removeprefix("Room code:").strip()


def enter_code(page: Page, code: str) -> None:
    """Go to a table by typing its code."""
    page.goto("/tables/")
    page.get_by_label("Room code").fill(code.lower())
    press(page.get_by_role("button", name="Go"))
    expect(page.get_by_role("heading", name="What is agreed")).to_be_visible()


def agreed(page: Page) -> dict[str, str]:
    """Return what the page of a waiting table says is agreed."""
    rows = page.locator(".room-settings .facts > div")
    expect(rows.first).to_be_visible()
    return dict(re.split(r"\n+", row.strip(), maxsplit=1) for row in rows.all_inner_texts())


def sit_down(page: Page) -> None:
    """Take a seat at the table shown."""
    press(page.get_by_role("button", name="Sit down"))


def begin(host: Page, friend: Page, *, game: str = "Tilekingdom", **settings: object) -> list[Page]:
    """Open a table for two and have the friend join by its code; return their pages by seat."""
    code = open_table(host, game=game, **settings).replace("-", "")
    friend.goto(_send(friend, f"/tables/{code}/", f"/tables/{code}/join", {}))
    return by_seat([host, friend])


def by_seat(pages: list[Page]) -> list[Page]:
    """Wait for the match on every page; return the pages in the order of the seats."""
    for page in pages:
        page.wait_for_selector("[data-match] :is(.map, .field, .queue)")
    seats = {page: page.locator("[data-match]").get_attribute("data-viewer") for page in pages}
    return sorted(pages, key=lambda page: seats[page] or "")
