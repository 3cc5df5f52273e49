"""What a browser sees of pages in the language with accents, and what of it stayed plain."""

import calendar
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

from config.language.pseudo import CODE

CHROMIUM = next(
    filter(
        None,
        map(
            shutil.which,
            ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
        ),
    ),
    None,
)
WORD = re.compile(r"[A-Za-z]{2,}(?:['\u2019][a-z]+)?")
# How browsers write dates in a language that they do not know.
DATES = frozenset(
    month.lower() for month in (*calendar.month_name, *calendar.month_abbr, "sept")
) | frozenset(day.lower() for day in (*calendar.day_name, *calendar.day_abbr, "am", "pm", "utc"))
# What people have written themselves, and the name of a time zone.
SAID = ("Look at that", "Have fun!", "Europe/London")
# All that can be read on a page, or is read out: words, labels, what a field holds or suggests.
READ = """
() => {
  const found = [document.title];
  const skipped = "[translate=no], [lang=en], script, style, noscript, code, pre, textarea";
  const seen = (element) => element.checkVisibility?.() ?? true;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (!element?.closest || element.closest(skipped)) continue;
    if (node.nodeType === Node.TEXT_NODE) {
      if (element.tagName === "OPTION" || seen(element)) found.push(node.data);
      continue;
    }
    for (const name of ["aria-label", "aria-description", "title", "alt", "placeholder"]) {
      if (element.hasAttribute(name)) found.push(element.getAttribute(name));
    }
    if (element.matches("input[type=submit], input[type=button]")) found.push(element.value);
  }
  return found.map((text) => text.trim().replace(/\\s+/g, " ")).filter(Boolean);
}
"""


@dataclass(frozen=True)
class Visit:
    """A page to be looked at: by whom, in which session, and at which address."""

    who: str
    session: str | None
    path: str


@dataclass(frozen=True)
class Found:
    """A plain word on a page, with what stands around it."""

    path: str
    word: str
    text: str


def plain_words(text: str, names: frozenset[str]) -> list[str]:
    """Return the words of a text that have no accents and are nobody's name.

    Words in capitals are words that were played, tiles or codes.
    """
    for said in SAID:
        text = text.replace(said, "")
    words = [word for word in WORD.findall(text) if not word.isupper()]
    known = names | DATES
    return [word for word in words if word.lower() not in known]


def look(url: str, visits: Iterable[Visit], names: frozenset[str]) -> Iterator[Found]:
    """Visit pages with a browser and yield each plain word that it finds there."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        contexts: dict[str, BrowserContext] = {}
        for visit in visits:
            page = contexts.setdefault(visit.who, _context(browser, url, visit)).new_page()
            yield from _look(page, url, visit, names)
            page.close()
        browser.close()


def _context(browser: Browser, url: str, visit: Visit) -> BrowserContext:
    context = browser.new_context(
        viewport={"width": 1280, "height": 900},
        reduced_motion="reduce",
        extra_http_headers={"Accept-Language": CODE},
    )
    if visit.session:
        context.add_cookies([{"name": "session", "value": visit.session, "url": url}])
    return context


def _look(page: Page, url: str, visit: Visit, names: frozenset[str]) -> Iterator[Found]:
    try:
        answer = page.goto(url + visit.path, wait_until="load")
    except Error as error:
        assert "Download is starting" in error.message  # noqa: PT017 - a file to take home
        return
    if answer is None or "html" not in answer.headers.get("content-type", ""):
        return
    page.wait_for_timeout(150)  # boards draw themselves when their scripts have come
    for text in dict.fromkeys(page.evaluate(READ)):
        for word in plain_words(text, names):
            yield Found(visit.path, word, text[:160])


def need_chromium() -> None:
    """Skip the test without a browser, or fail where one is required."""
    if CHROMIUM is None and os.environ.get("REQUIRE_BROWSER"):
        pytest.fail("There is no Chromium, and REQUIRE_BROWSER is set.", pytrace=False)
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")
