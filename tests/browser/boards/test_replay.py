"""Replays and proofs in the browser, of a finished match of every game."""

import json
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import told
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE
from tests.stack import Stack

# A game of turns laid on a map and one against the clock; the others are for `make test-all`.
USUAL = ("tilekingdom", "counting_tiles")
TWO_USUALLY = [
    slug if slug in USUAL else pytest.param(slug, marks=pytest.mark.thorough)
    for slug in settings.GAMES
]
ONE_USUALLY = [
    slug if slug in USUAL[:1] else pytest.param(slug, marks=pytest.mark.thorough)
    for slug in settings.GAMES
]
# What a board shows, whichever way it was reached: texts, and what names things in it.
_SHOWN = """() => {
  const board = document.querySelector('[data-part="board"]');
  const things = "[data-tile], [data-card], [data-figure], [data-square], text";
  const named = [...board.querySelectorAll(things)];
  return [board.innerText, named.map((node) => [{...node.dataset}, node.textContent])];
}"""


@pytest.fixture(scope="session")
def matches(site: Stack) -> dict[str, str]:
    """The address of a finished match of each game."""
    play = "from tests.games.matches.pages.finished import *; tell()"
    found: dict[str, str] = json.loads(site.manage("shell", "-v0", "-c", play))
    return found


def go(page: Page, name: str) -> Locator:
    return page.locator(f"[data-go={name}]")


def expect_ply(page: Page, ply: int) -> None:
    expect(page.locator(f"[data-replay][data-ply='{ply}']")).to_be_attached()


def open_replay(page: Page, address: str, where: str = "") -> int:
    """Open a replay and return the ply of its last move."""
    page.goto("about:blank")  # or another hash alone would not load the page
    page.goto(f"{address}replay/{where}")
    page.wait_for_selector("[data-replay][data-ply]")
    return int(page.locator("[data-part=slider]").get_attribute("max") or 0)


def tiles(page: Page) -> Locator:
    return page.locator("[data-tile]")


def test_a_match_is_gone_through_by_buttons_keys_slider_and_list(
    desktop: Page, matches: dict[str, str]
) -> None:
    last = open_replay(desktop, matches["tilekingdom"])
    expect_ply(desktop, 0)
    expect(tiles(desktop)).to_have_count(1)
    expect(desktop.locator(".moves > li").first).to_have_attribute("data-move", "1")
    press(go(desktop, "forward"))
    expect_ply(desktop, 1)
    desktop.locator("h1").click()
    for key, ply in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", last)):
        desktop.keyboard.press(key)
        expect_ply(desktop, ply)
        expect(tiles(desktop)).to_have_count(ply + 1)
    expect(desktop.locator("[data-part=result]")).to_be_visible()
    later = desktop.locator(f"[data-move='{last}'] .gains-more")
    expect(later.locator("li").first).to_be_hidden()
    press(later.locator("summary"))
    expect(later.locator("li").first).to_be_visible()
    events = len(json.loads(desktop.locator("#view").text_content() or "")["log"][-1]["events"])
    expect(later.locator("summary")).to_have_text(f"and {events - 3} more")
    press(go(desktop, "back"))
    expect_ply(desktop, last - 1)
    expect(desktop.locator("[data-part=result]")).to_be_hidden()
    desktop.locator("[data-part=slider]").fill("9")
    expect_ply(desktop, 9)
    text = told(json.loads(desktop.locator("#view").text_content() or "")["log"][8])
    slider = desktop.locator("[data-part=slider]")
    expect(slider).to_have_attribute("aria-valuetext", f"9 of {last}: {text}")
    press(desktop.locator('[data-move="5"] .move-ply'))
    expect_ply(desktop, 5)
    expect(desktop.locator(".moves [aria-current]")).to_have_count(1)
    expect(desktop.locator('[data-move="5"]')).to_have_attribute("aria-current", "step")
    press(go(desktop, "first"))
    expect_ply(desktop, 0)
    press(go(desktop, "last"))
    expect_ply(desktop, last)


def test_on_a_desk_all_of_it_is_in_one_screen(desktop: Page, matches: dict[str, str]) -> None:
    last = open_replay(desktop, matches["tilekingdom"])
    low = "(node) => node.getBoundingClientRect().bottom"
    board, bar, side = (desktop.locator(one) for one in (".board", ".replay-bar", ".side"))
    assert board.evaluate(low) < bar.evaluate(low) <= desktop.evaluate("innerHeight")
    assert side.evaluate(low) == bar.evaluate(low)
    press(go(desktop, "last"))
    expect_ply(desktop, last)
    assert side.evaluate(low) == bar.evaluate(low)
    expect(desktop.locator(f"[data-move='{last}'] .move-said")).to_be_in_viewport()
    expect(desktop.locator(".side details[open]")).to_have_count(1)  # the moves
    expect(desktop.locator(".seat > .face")).to_have_count(2)
    press(desktop.get_by_role("link", name="Back to the match"))
    desktop.wait_for_url(f"**{matches['tilekingdom']}")


def test_a_link_leads_to_a_move(open_screen: OpenScreen, matches: dict[str, str]) -> None:
    page = open_screen(permissions=["clipboard-read", "clipboard-write"])
    open_replay(page, matches["upwords"], "#7")
    expect_ply(page, 7)
    press(go(page, "forward"))
    expect_ply(page, 8)
    press(go(page, "copy"))
    expect(page.locator("[data-part=toast]")).to_contain_text("copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("/replay/#8")
    page.goto("about:blank")
    page.goto(link)
    expect_ply(page, 8)
    open_replay(page, matches["upwords"], "?ply=4&seat=1")
    expect_ply(page, 4)
    expect(page.locator("[data-part=seat]")).to_have_value("1")
    page.wait_for_url("**/replay/?seat=1#4")
    page.evaluate("location.hash = '#2'")
    expect_ply(page, 2)
    last = open_replay(page, matches["upwords"], "#9999")
    expect_ply(page, last)


@pytest.mark.sometimes
def test_it_plays_by_itself_and_stops_at_the_end(desktop: Page, matches: dict[str, str]) -> None:
    last = open_replay(desktop, matches["counting_tiles"])
    desktop.locator("[data-part=speed]").select_option("4")
    desktop.locator("[data-part=slider]").fill(str(last - 12))
    expect_ply(desktop, last - 12)
    desktop.locator("h1").click()
    desktop.keyboard.press("Space")
    expect(go(desktop, "play")).to_have_attribute("aria-label", "Pause")
    expect_ply(desktop, last)
    expect(go(desktop, "play")).to_have_attribute("aria-label", "Play")
    desktop.locator("[data-part=speed]").select_option("0.5")
    press(go(desktop, "play"))  # from the start again
    expect_ply(desktop, 1)
    press(go(desktop, "play"))
    expect(go(desktop, "play")).to_have_attribute("aria-label", "Play")


@pytest.mark.parametrize("slug", TWO_USUALLY)
def test_the_board_shows_a_move_alike_whichever_way_it_is_reached(
    slug: str, open_screen: OpenScreen, matches: dict[str, str]
) -> None:
    """And nothing can be played on it."""
    page = open_screen(**PHONE)
    last = open_replay(page, matches[slug], "#3")
    expect_ply(page, 3)
    shown = page.evaluate(_SHOWN)
    for ply in (last, last - 1, 4, 3):
        page.locator("[data-part=slider]").fill(str(ply))
        expect_ply(page, ply)
    page.wait_for_function("() => !document.querySelector('[data-part=board] .leaving')")
    assert page.evaluate(_SHOWN) == shown
    board = page.locator("[data-part=board]")
    assert board.locator("[data-place], .is-mine, [data-provisional]").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_hands_are_shown_from_the_seat_one_chooses(desktop: Page, matches: dict[str, str]) -> None:
    open_replay(desktop, matches["upwords"], "#6")
    held = desktop.locator(".held-tiles")
    assert ":" not in held.first.inner_text()
    desktop.locator("[data-part=seat]").select_option(label="replay-anna")
    expect(held.filter(has_text=":")).to_have_count(1)
    desktop.locator("[data-part=seat]").select_option("none")
    expect(held.filter(has_text=":")).to_have_count(0)


# --- Fair draws -----------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ONE_USUALLY)
def test_a_match_and_a_file_one_has_are_checked(
    slug: str, desktop: Page, matches: dict[str, str], tmp_path: Path
) -> None:
    desktop.goto(f"{matches[slug]}fairness/")
    verdict = desktop.locator("[data-part=verdict]")
    expect(verdict).to_contain_text("draws follow from the secret")
    expect(verdict).to_have_attribute("data-ok", "true")
    game = desktop.evaluate("url => fetch(url).then((a) => a.json())", f"{matches[slug]}game.json")
    expect(desktop.locator("[data-part=secret]")).to_have_text(game["secret"])
    press(desktop.get_by_text("All draws, move by move"))
    rows = desktop.locator(".draw-ply")
    expect(rows).to_have_count(len(game["log"]) + 4)  # secret, signature, start, result
    expect(verdict).to_contain_text("This site signed the file.")
    assert desktop.locator(".draw-ply[data-ok=false]").count() == 0
    said = desktop.locator("[data-part=file-verdict]")
    for number, one in enumerate([game, {**game, "title": "Chess"}]):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(one))
        desktop.locator("[data-part=file]").set_input_files(path)
        expect(said).to_contain_text(path.name)
        expect(said).to_have_attribute("data-ok", "false" if number else "true")
    expect(said).to_contain_text("Signature: The file was changed after it was signed.")


@pytest.mark.sometimes
def test_moves_taken_back_are_shown_and_checked(site: Stack, desktop: Page) -> None:
    play = "from tests.games.matches.pages.taken_back import *; tell()"
    address = site.manage("shell", "-v0", "-c", play).strip()
    desktop.goto(f"{address}fairness/")
    expect(desktop.locator("[data-part=verdict]")).to_have_attribute("data-ok", "true")
    game = desktop.evaluate("url => fetch(url).then((a) => a.json())", f"{address}game.json")
    back = next(entry for entry in game["log"] if entry["action"]["type"] == "TakeBack")
    number = back["ply"] - 1
    open_replay(desktop, address, f"#{number - 1}")
    shown = desktop.evaluate(_SHOWN)
    open_replay(desktop, address, f"#{number + 1}")
    expect(
        desktop.locator("[aria-current]").filter(has_text="last move was taken back")
    ).to_be_visible()
    assert desktop.evaluate(_SHOWN)[1] == shown[1]


def test_a_fingerprint_one_has_noted_is_compared(desktop: Page, matches: dict[str, str]) -> None:
    desktop.goto(f"{matches['words_with_chilwell']}fairness/")
    verdict = desktop.locator("[data-part=verdict]")
    expect(verdict).to_have_attribute("data-ok", "true")
    noted = desktop.get_by_label("The fingerprint, hash or seal you noted down")
    noted.fill("12" * 32)
    press(desktop.get_by_role("button", name="Compare"))
    expect(verdict).to_have_attribute("data-ok", "false")
    problem = f"The file doesn't contain what you noted: {'12' * 32}"
    expect(desktop.locator(".draw-problems")).to_have_text(problem)
    for name, says in (
        ("commitment", "Its draws match the fingerprint"),
        ("seal", "Its moves and result match the seal"),
    ):
        noted.fill(desktop.locator(f"[data-part={name}]").inner_text())
        press(desktop.get_by_role("button", name="Compare"))
        expect(verdict).to_contain_text(says)
        expect(verdict).to_have_attribute("data-ok", "true")


def test_a_file_downloaded_earlier_is_compared(
    desktop: Page, matches: dict[str, str], tmp_path: Path
) -> None:
    address = matches["tilekingdom"]
    desktop.goto(f"{address}fairness/")
    expect(desktop.locator("[data-part=verdict]")).to_have_attribute("data-ok", "true")
    game = desktop.evaluate("url => fetch(url).then((a) => a.json())", f"{address}game.json")
    said = desktop.locator("[data-part=file-verdict]")
    earlier = {**game, "secret": None, "seal": None, "log": game["log"][:2]}
    other = {**earlier, "log": [game["log"][0], {**game["log"][1], "hash": "0" * 64}]}
    for name, held, ok, says in (
        ("same.json", earlier, "true", "Up to move 2 it matches what you noted, "),
        ("other.json", other, "false", f"The file doesn't contain what you noted: {'0' * 64}"),
    ):
        (tmp_path / name).write_text(json.dumps(held))
        desktop.locator("[data-part=file]").set_input_files(tmp_path / name)
        expect(said).to_contain_text(name)
        expect(said).to_contain_text(says)
        expect(said).to_have_attribute("data-ok", ok)


def test_a_file_that_is_no_match_is_refused_in_words(
    desktop: Page, matches: dict[str, str], tmp_path: Path
) -> None:
    desktop.goto(f"{matches['upwords']}fairness/")
    for name, text in (("a.json", "{"), ("b.json", "[]"), ("c.json", '{"secret": "00"}')):
        (tmp_path / name).write_text(text)
        desktop.locator("[data-part=file]").set_input_files(tmp_path / name)
        said = desktop.locator("[data-part=file-verdict]")
        expect(said).to_contain_text(name)
        expect(said).not_to_have_attribute("data-ok", "true")


@pytest.mark.sometimes
def test_the_pages_are_open_to_all(desktop: Page, matches: dict[str, str]) -> None:
    last = open_replay(desktop, matches["tiled_of_it"], "?seat=0#12")
    assert_open_to_all(desktop)
    desktop.locator("[data-part=slider]").fill(str(last))
    expect(desktop.locator("[data-part=result]")).to_be_visible()
    assert_open_to_all(desktop, "[data-part=result]")
    desktop.goto(f"{matches['tiled_of_it']}fairness/")
    expect(desktop.locator("[data-part=verdict]")).to_have_attribute("data-ok", "true")
    press(desktop.get_by_text("All draws, move by move"))
    # Hundreds of rows, all made alike: a few are looked at.
    rows = desktop.locator(".draw-ply")
    expect(rows.nth(9)).to_be_visible()
    rows.evaluate_all("rows => rows.slice(9).forEach((row) => row.remove())")
    assert_open_to_all(desktop)
    desktop.goto("/fairness/")
    assert_open_to_all(desktop)
