"""``python -m tools.lighthouse``: how fast the first look at a page is on a phone.

It wants Node (``npx``) and Chromium, and a few minutes in which the machine does little else.
"""

import argparse
import contextlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, BrowserType, sync_playwright

from tests.stack import Stack
from tools.lighthouse import runs, shifts
from tools.lighthouse.visitors import GAMES, Visit, judged, looked_at, seated

FILL = "from tools import demo; demo.fill()"


def main() -> int:
    """Read the command line, measure, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.lighthouse", description=__doc__)
    parser.add_argument("--url", help="a site that runs and is filled by tools.demo")
    parser.add_argument("--runs", type=int, default=3, help="the best of so many counts")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES[:1], help="of matches")
    parser.add_argument("--only", default="", help="pages whose name has this in it")
    parser.add_argument("--keep", type=Path, help="a folder for Lighthouse's reports")
    parser.add_argument("--no-shifts", action="store_true", help="Lighthouse alone")
    parser.add_argument("--no-lighthouse", action="store_true", help="shifts alone")
    wishes = parser.parse_args()
    chromium = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), "")
    if not chromium or not (shutil.which("npx") or wishes.no_lighthouse):
        sys.exit("Chromium and Node (npx) have to be installed for this.")
    if wishes.keep:
        wishes.keep.mkdir(parents=True, exist_ok=True)
    with _site(wishes.url) as site, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        players = {game: seated(browser, site, game) for game in wishes.games}
        if not wishes.no_lighthouse:
            visits = _wanted(judged(players), wishes.only)
            _judge(driver.chromium, site, visits, chromium, wishes)
        if not wishes.no_shifts:
            _look(browser, site, _wanted(looked_at(players), wishes.only))
        browser.close()
    return 0


@contextlib.contextmanager
def _site(url: str | None) -> Iterator[str]:
    if url:
        yield url.rstrip("/")
        return
    with Stack() as site:
        site.manage("shell", "-v0", "-c", FILL)
        yield site.url


def _wanted(visits: list[Visit], part: str) -> list[Visit]:
    return [visit for visit in visits if part in visit.name]


def _judge(
    browsers: BrowserType,
    site: str,
    visits: list[Visit],
    chromium: str,
    wishes: argparse.Namespace,
) -> None:
    how = {"chromium": chromium, "runs": wishes.runs, "kept": wishes.keep}
    rows = [(visit, runs.measured(browsers, site, visit, **how)) for visit in visits]
    print(runs.table(rows), flush=True)


def _look(browser: Browser, site: str, visits: list[Visit]) -> None:
    found = {(name, width): moved for name, width, moved in shifts.measured(browser, site, visits)}
    print(shifts.table(found), flush=True)


if __name__ == "__main__":
    sys.exit(main())
