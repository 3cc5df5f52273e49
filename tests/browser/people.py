"""What visitors do: sign up, open a table, sit down at one.

Most tests begin with people at a table, so what leads there is sent as the pages would send it,
without opening them; one whole game of each kind looks at every page on the way.
"""

import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser import inside
from tests.gauge import PATIENCE

STEP = 0.05  # seconds between two looks
PASSWORD = "a long walk by the river"


def press(target: Locator) -> None:
    """Click, or on a touch screen tap."""
    # The target is asked, not the page: it may be on one that is still being opened.
    if target.evaluate("() => navigator.maxTouchPoints > 0"):
        target.tap()
    else:
        target.click()


def until(page: Page, look: Callable[[], Any]) -> Any:
    """Return what is seen as soon as something is; the page goes on meanwhile."""
    for _ in range(int(PATIENCE / STEP)):
        if seen := look():
            return seen
        page.wait_for_timeout(1000 * STEP)
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
    inside.send(page, "/accounts/signup/", {**facts, "time_zone": zone})


def sign_up_by_page(page: Page, name: str) -> None:
    """Make an account by the page for it."""
    page.goto("/")
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Email address").fill(f"{name}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    press(page.get_by_role("button", name="Sign up"))
    expect(page.get_by_role("heading", name="Welcome")).to_be_visible()


def sign_in(page: Page, name: str) -> None:
    """Come back to an account."""
    page.goto("/accounts/login/")
    page.get_by_label("Name or email address").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    press(page.get_by_role("button", name="Sign in"))
    expect(page.get_by_role("heading", name="My games")).to_be_visible()


def sign_out(page: Page) -> None:
    """Leave by the account menu."""
    press(page.locator("[data-menu] summary"))
    press(page.get_by_role("button", name="Sign out"))
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def open_table(page: Page, *, game: str = "Tilekingdom", **settings: object) -> str:
    """Open a private table of a game, look at it, and return its table code.

    Settings go by the names of the form's fields: ``pace="correspondence"``, ``live_budget=5``,
    ``option_mosque=12``.
    """
    page.goto(_opened(page, game, settings))
    return room_code(page)


def _opened(page: Page, game: str, settings: Mapping[str, object]) -> str:
    """Open a table by its form, unseen; return the address of what comes of it."""
    form_at = f"/tables/new/{_slug(game)}/"
    fields = {"visibility": "private", "guest_name": visitor_name(), **settings}
    return inside.send(page, form_at, fields, form_at=form_at)


def visitor_name() -> str:
    """Return a name for whoever is not signed in; the site asks nobody else for it."""
    return f"visitor-{secrets.token_hex(4)}"


def open_table_by_page(page: Page, *, game: str = "Tilekingdom", **settings: object) -> str:
    """Open a private table of a game by its form and return its table code."""
    _new_table(page, game)
    choose_settings(page, {**settings, "visibility": settings.get("visibility", "private")})
    press(page.get_by_role("button", name="Open the table"))
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    return room_code(page)


def play_alone(page: Page, *, game: str, **settings: object) -> None:
    """Begin a game for one."""
    page.goto(_opened(page, game, {"seats": 1, **settings}))
    page.wait_for_selector("[data-match]")


def play_alone_by_page(page: Page, *, game: str, **settings: object) -> None:
    """Begin a game for one by the form of a new table."""
    _new_table(page, game)
    choose_settings(page, {"seats": 1, **settings})
    press(page.get_by_role("button", name="Start"))
    page.wait_for_selector("[data-match]")


def _new_table(page: Page, game: str) -> None:
    page.goto(f"/tables/new/{_slug(game)}/")
    page.wait_for_selector(".table-form")


def _slug(game: str) -> str:
    return re.sub("(?<=[a-z]) ?(?=[A-Z])", "_", game).lower()


def choose_settings(page: Page, settings: Mapping[str, object]) -> None:
    """Fill in the form of a new table, folded groups too."""
    page.wait_for_load_state("domcontentloaded")
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
    """Return the table code as the host tells it to friends."""
    return page.locator(".room-code").inner_text().removeprefix("Table code:").strip()


def enter_code(page: Page, code: str) -> None:
    """Go to a table by typing its code."""
    page.goto("/tables/")
    page.get_by_label("Got a code?").fill(code.lower())
    press(page.get_by_role("button", name="Go", exact=True))
    expect(page.get_by_role("heading", name="What's agreed at this table")).to_be_visible()


def agreed(page: Page) -> dict[str, str]:
    """Return what the page of a waiting table says is agreed, but not what is as usual."""
    page.wait_for_load_state("domcontentloaded")
    rows = page.locator(".room-settings > .facts > div")
    expect(rows.first).to_be_visible()
    return dict(re.split(r"\n+", row.strip(), maxsplit=1) for row in rows.all_inner_texts())


def sit_down(page: Page) -> None:
    """Take a seat at the table shown."""
    press(page.get_by_role("button", name="Sit down"))


def begin(host: Page, friend: Page, *, game: str = "Tilekingdom", **settings: object) -> list[Page]:
    """Seat the host and a friend at a table for two; return their pages by seat."""
    table = _opened(host, game, settings)
    match = inside.send(friend, f"{table}join", {"guest_name": visitor_name()})
    for page in (host, friend):
        page.goto(match)
    return by_seat([host, friend])


def begin_by_pages(
    host: Page, friend: Page, names: str, *, game: str, **settings: object
) -> list[Page]:
    """Sign two people up, open a table and sit down, all by pages; return these by seat."""
    for page, name in ((host, "anna"), (friend, "ben")):
        sign_up_by_page(page, f"{names}-{name}")
    code = open_table_by_page(host, game=game, **settings)
    enter_code(friend, code)
    sit_down(friend)
    return by_seat([host, friend])


def by_seat(pages: list[Page]) -> list[Page]:
    """Wait for the match on every page; return the pages in the order of the seats."""
    for page in pages:
        page.wait_for_selector("[data-match] :is(.map, .field, .queue)")
    seats = {page: page.locator("[data-match]").get_attribute("data-viewer") for page in pages}
    return sorted(pages, key=lambda page: seats[page] or "")


def open_more(page: Page) -> None:
    """Open what stands under "More" at a table, at a desk or on a phone."""
    page.wait_for_selector("[data-match][data-drawn]")  # before, nothing beside the board is shown
    more = page.locator("[data-more]")
    if not more.is_visible():
        more = page.locator("[data-tab=more]")
    if more.get_attribute("aria-expanded") != "true":
        press(more)
