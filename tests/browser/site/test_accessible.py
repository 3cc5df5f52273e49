"""Every page, light and dark, on a desk and on a phone: axe finds nothing that shuts people out."""

from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from accounts.users.models import User
from tests.browser import inside, people
from tests.browser.conftest import OpenScreen
from tests.browser.match.test_at_the_table import resign
from tests.browser.people import press
from tests.browser.playing import Pointer, button, look, place, play_turn, wait_for_turn
from tests.chromium import DESKTOP, PHONE
from tests.size import one_of

_SCRIPT = Axe().axe_script
# What is read aloud begins with what is seen (axe still tries that rule out), and nothing that one
# can jump to is called like another thing on the page.
_ALSO = ("label-content-name-mismatch", "landmark-unique")
# Preloading would put the page's style sheets into it once more, inline. A frame in which nothing
# runs can't be asked.
_RUN = """async ([part, also]) => {
  const shown = (node) => node.checkVisibility();
  if (part && ![...document.querySelectorAll(part)].some(shown)) return [["not shown", [part]]];
  const rules = Object.fromEntries(also.map((id) => [id, {enabled: true}]));
  const quick = {preload: false, selectors: false, iframes: false};
  const options = {resultTypes: ["violations"], ...quick, rules};
  const {violations} = await axe.run(part || document, options);
  return violations.map(({id, nodes}) => [id, nodes.map(({html}) => html)]);
}"""
# A sentence is whole: each place of it is filled, by words.
_UNFINISHED = r"""() => {
  const attributes = ["aria-label", "aria-description", "title", "alt", "placeholder"];
  const said = [document.title, document.body.innerText];
  for (const node of document.querySelectorAll(attributes.map((name) => `[${name}]`)))
    said.push(...attributes.map((name) => node.getAttribute(name) ?? ""));
  const odd = /\{\w+\}|%\(\w+\)|\[object |\b(?:undefined|NaN)\b/;
  return said.flatMap((text) => text.split("\n")).filter((line) => odd.test(line));
}"""
# The large screen is looked at in the light, the small one in the dark: either has what only it
# shows, and every colour has one name in both schemes.
_LOOKS = ((DESKTOP["viewport"], "light"), (PHONE["viewport"], "dark"))
_SCHEMES = one_of(["light", "dark"], __file__)
_PART_LOOKS = ((PHONE["viewport"], "light"), (PHONE["viewport"], "dark"))


def assert_open_to_all(page: Page, part: str = "") -> None:
    """Hold that a page breaks no rule of axe, fits a phone and says whole sentences.

    Each kind of page is looked at once in all tests, in the state that shows most of it; where
    another state adds something, that part alone (a selector). In a short run axe takes one look
    of the two, at the next commit the other.
    """
    page.wait_for_load_state()
    seen_at = page.viewport_size or DESKTOP["viewport"]
    if not page.evaluate("'axe' in window"):
        page.evaluate(_SCRIPT)
    found: list[Any] = page.evaluate(_UNFINISHED)
    for size, scheme in _PART_LOOKS if part else _LOOKS:
        if page.viewport_size != size:
            page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of its words
        if scheme in _SCHEMES:
            broken = page.evaluate(_RUN, [part, _ALSO])
            found += [(scheme, size["width"], *one) for one in broken]
        if page.evaluate("document.documentElement.scrollWidth") > size["width"]:
            found.append((size["width"], "scrolls sideways"))
    if page.viewport_size != seen_at:
        page.set_viewport_size(seen_at)  # type: ignore[arg-type]  # a mapping to the checker
    assert (page.url, found) == (page.url, [])


def test_pages_of_a_visitor(desktop: Page) -> None:
    paths = ("/", "/accounts/signup/", "/accounts/login/", "/tables/", "/tables/new/tilekingdom/")
    for path in (*paths, "/rules/", "/rules/tilekingdom/"):
        desktop.goto(path)
        assert_open_to_all(desktop)


def test_pages_of_a_player(open_screen: OpenScreen) -> None:
    anna, ben = open_screen(), open_screen()
    people.sign_up(anna, "open-anna")
    for path in ("/", "/preferences/", "/people/open-anna/"):
        anna.goto(path)
        assert_open_to_all(anna)
    code = people.open_table(anna, option_mosque=12)
    assert_open_to_all(anna)
    people.enter_code(ben, code)
    assert_open_to_all(ben)
    people.sit_down(ben)
    people.by_seat([anna, ben])
    _look_at_a_match(anna, ben)
    anna.goto("/my-games/")
    expect(anna.locator(".boards .board")).to_have_count(1)
    assert_open_to_all(anna)
    ben.goto("/keep/")
    assert_open_to_all(ben)


def _look_at_a_match(anna: Page, ben: Page) -> None:
    """Look at a match while laying a tile, and at its end."""
    wait_for_turn(anna)
    press(place(anna, look(anna).places[0]))
    people.open_more(anna)
    press(anna.get_by_text("Position in words"))
    press(anna.get_by_role("heading", name="About this match"))
    assert_open_to_all(anna)
    press(button(anna, "cancel"))
    play_turn(anna, Pointer(), Random(1))
    resign(ben)
    expect(anna.locator("[data-result]")).to_be_visible()
    assert_open_to_all(anna)


@pytest.mark.sometimes
def test_the_home_of_the_administration(open_screen: OpenScreen) -> None:
    host = open_screen()
    people.sign_up(host, "open-host")
    inside.call(_promote, "open-host")
    host.goto("/admin/")
    expect(host.get_by_role("heading", name="Today so far")).to_be_visible()
    assert_open_to_all(host)
    press(host.get_by_role("link", name="Status of the site").first)
    expect(host.get_by_role("heading", name="Reaching the site")).to_be_visible()
    assert_open_to_all(host)
    host.goto("/admin/emails/")
    assert_open_to_all(host)
    press(host.get_by_role("link", name="It's your turn: Tilekingdom"))
    letter = host.frame_locator("iframe >> nth=0")
    expect(letter.get_by_role("heading", name="Your turn: Tilekingdom")).to_be_visible()
    assert letter.locator("img").evaluate("(image) => image.naturalWidth") > 0
    assert_open_to_all(host)
    host.goto("/outbox/")
    assert_open_to_all(host)
    host.goto("/admin/users/user/")
    assert_open_to_all(host)
    press(host.get_by_role("link", name="open-host").first)
    expect(host.get_by_label("Sees the administration")).to_be_checked()
    assert_open_to_all(host)


def _promote(name: str) -> None:
    User.objects.filter(username=name).update(is_staff=True, is_superuser=True)
