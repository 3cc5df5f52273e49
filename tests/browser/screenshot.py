"""Makes the picture of the README anew: ``python -m tests.browser.screenshot``."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import alone, people  # noqa: F401 - Django is there before the people
from tests.browser.people import press
from tests.browser.playing import look, place, wait_for_turn
from tests.chromium import CHROMIUM, DESKTOP
from tests.stack import Stack

PICTURE = Path(__file__).parent.parent.parent / "docs" / "screenshot.png"
PLIES = 36
_SCENE = f"from tests.browser import scene; scene.play({PLIES})"


def main() -> None:
    """Play a match to its middle on a site of its own and picture it as Anna lays a tile."""
    with Stack() as site, sync_playwright() as driver:
        address = site.manage("shell", "-v0", "-c", _SCENE).strip()
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(
            base_url=site.url, color_scheme="light", reduced_motion="reduce", **DESKTOP
        )
        people.sign_in(page, "Anna")
        page.goto(address)
        wait_for_turn(page)
        press(place(page, max(look(page).places, key=_east)))
        page.screenshot(path=PICTURE)
        browser.close()


def _east(name: str) -> int:
    return int(name.split(",")[0])


if __name__ == "__main__":
    main()
