"""What a match page looks like before its script runs, and that nothing moves when it does."""

import json
import sys
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from games.matches import play, reading
from games.matches.between import offers
from games.matches.models import Match, Seat
from games.matches.talk import chat
from tests.browser import chosen, inside, people, playing
from tests.browser.conftest import OpenScreen
from tests.chromium import DESKTOP, PHONE
from tests.size import THOROUGH

MOST_SHIFT = 0.02
_WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
  // Nobody does anything here: a phone's first look at its viewport is no input either.
  for (const entry of list.getEntries()) {
    const moved = entry.sources.map(({node, previousRect, currentRect}) =>
      [node?.outerHTML?.slice(0, 90) ?? node?.textContent, previousRect, currentRect]);
    shifts.push([entry.value, moved]);
  }
}).observe({type: "layout-shift", buffered: true});
"""

# What is said of seats, turn and position, but for what the board adds to a seat.
_SAID = """() => {
  const shown = (node) => node.checkVisibility();
  const told = (node) => node.textContent.trim().replace(/\\s+/g, " ");
  const texts = (nodes) => [...nodes].filter(shown).map(told);
  const all = (selector) => document.querySelectorAll(`[data-match] ${selector}`);
  return {
    turn: texts(all(".turn-line")),
    notes: texts(all(".match-notes > .notice > p, .match-notes > p, .held > p")),
    seats: [...all(".seat")].map((seat) => [
      seat.className.split(" ").sort().join(" "),
      [...seat.querySelectorAll(":scope > .face")].map((face) => face.outerHTML),
      ...texts(seat.querySelectorAll(
        ".seat-name, .badge, .seat-score, .seat-state, .seat-clock, .seat-bank, .seat-give")),
    ]),
  };
}"""
Said = dict[str, Any]


def open_slowly(page: Page, address: str, *, drawn: str = "[data-drawn]") -> Said:
    """Open a match whose scripts come only after the page has been painted; wait for its board.

    Return what the page said before they came.
    """
    held: list[Route] = []
    page.route("**/*.js", lambda route: held.append(route))
    page.add_init_script(_WATCH)
    page.goto(address, wait_until="commit")
    painted = "performance.getEntriesByName('first-contentful-paint').length"
    people.until(page, lambda: page.evaluate(painted))
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    said = page.evaluate(_SAID)
    page.unroute("**/*.js")  # and what was held goes on
    page.wait_for_selector(drawn)
    page.wait_for_load_state("networkidle")
    return dict(said)


def shift(page: Page) -> float:
    """Return how much has moved (the Cumulative Layout Shift), and print what."""
    found = page.evaluate("shifts")
    for value, sources in found:
        sys.stdout.write(f"{value:.4f} {json.dumps(sources)}\n")
    return float(sum(value for value, _ in found))


SIZES = {"phone": PHONE, "desk": DESKTOP}


def looks(first: int) -> Any:
    """Return each game on a phone or at a desk, the next one on the other; all are both in full."""
    return pytest.mark.parametrize(
        ("game", "size"),
        [
            pytest.param(
                game, size, marks=[] if odd == (place + first) % 2 else pytest.mark.thorough
            )
            for place, game in enumerate(settings.GAMES)
            for odd, size in enumerate(SIZES)
        ],
    )


@pytest.mark.sometimes
@looks(0)
def test_nothing_moves_when_the_board_comes(open_screen: OpenScreen, game: str, size: str) -> None:
    page = open_screen(**SIZES[size])
    begin(page, game)
    open_slowly(page, page.url)
    assert shift(page) <= MOST_SHIFT


@pytest.mark.sometimes
@looks(1)
def test_nor_for_who_watches_in_the_dark(open_screen: OpenScreen, game: str, size: str) -> None:
    player, watcher = open_screen(), open_screen(**SIZES[size], color_scheme="dark")
    begin(player, game)
    open_slowly(watcher, player.url)
    assert shift(watcher) <= MOST_SHIFT


@pytest.mark.sometimes
@looks(0)
def test_nor_when_all_is_over(open_screen: OpenScreen, game: str, size: str) -> None:
    page = open_screen(**SIZES[size])
    begin(page, game, turns=1000)
    open_slowly(page, page.url)
    assert shift(page) <= MOST_SHIFT


@pytest.mark.sometimes
@looks(1)
def test_nor_in_a_replay(open_screen: OpenScreen, game: str, size: str) -> None:
    page = open_screen(**SIZES[size])
    begin(page, game)
    open_slowly(page, f"{page.url}replay/", drawn="[data-replay][data-ply]")
    assert shift(page) <= MOST_SHIFT


@pytest.mark.sometimes
@pytest.mark.parametrize("size", SIZES)
def test_nor_where_much_was_said(open_screen: OpenScreen, size: str) -> None:
    page = open_screen(**SIZES[size])
    begin(page, "upwords")
    inside.call(_talk, public_id(page))
    open_slowly(page, page.url)
    expect(page.locator("[data-chat-lines] > li")).to_have_count(12)
    assert shift(page) <= MOST_SHIFT


def _talk(match: str) -> None:
    found = reading.find(public_id=match)
    for minute, player in enumerate((0, 1) * 6, start=-12):
        now = timezone.now() + timedelta(minutes=minute)
        user = Seat.objects.get(match=found, player=player).user
        assert user is not None
        said = "A long evening, and no end of it in sight. " * 2
        chat.say(match_id=found.pk, user=user, cmd_id=uuid4(), now=now, text=said)


def begin(page: Page, game: str, turns: int = 6) -> None:
    """Begin a match at a screen, with another who has none, and play turns of it."""
    others = [] if game == "counting_tiles" else [None]
    chosen.seat(page, *others, game=game, turns=turns)


# --- What it says -------------------------------------------------------------------------------


@pytest.mark.sometimes
def test_the_script_says_what_the_page_has_said(open_screen: OpenScreen) -> None:
    for scene in (mine, theirs, over, resigned, practice, live, paused, held):
        page, watcher = open_screen(), open_screen()
        scene(page)
        looking = (page, watcher) if THOROUGH or scene in WATCHED else (page,)
        for one in looking:
            said = open_slowly(one, page.url)
            assert (scene.__name__, said) == (scene.__name__, one.evaluate(_SAID))
            assert said["turn"] != [""]
        for one in (page, watcher):
            one.close()


def mine(page: Page) -> None:
    chosen.seat(page, None, game="tilekingdom", turns=6)


def theirs(page: Page) -> None:
    chosen.seat(page, None, game="tilekingdom", turns=7)


def over(page: Page) -> None:
    chosen.seat(page, None, game="tilekingdom", turns=1000)


def resigned(page: Page) -> None:
    chosen.seat(page, None, None, game="tilekingdom", turns=5)
    inside.call(_resign, public_id(page))


def practice(page: Page) -> None:
    people.sign_up(page, "look-practice")
    page.goto("/practice/")
    page.locator('form[action="/practice/upwords/"] button').last.click()
    page.wait_for_selector("[data-match].my-turn[data-drawn]")  # the computer may move first


def live(page: Page) -> None:
    """A game for one that has not begun: the picture of what lies there is not shown yet."""
    chosen.seat(page, game="counting_tiles", live=True)
    assert page.locator("[data-first-look]").count() == 0


def paused(page: Page) -> None:
    chosen.seat(page, None, game="tilekingdom", turns=6)
    inside.call(_pause, public_id(page))


def held(page: Page) -> None:
    chosen.seat(page, None, game="tilekingdom", turns=6)
    inside.call(_hold, public_id(page))


WATCHED = (mine, over, live, paused)  # by somebody who doesn't play, in a short run


def public_id(page: Page) -> str:
    return page.url.split("/")[-2]


def _resign(match: str) -> None:
    play.resign(match_id=reading.find(public_id=match).pk, player=1, now=timezone.now())


def _pause(match: str) -> None:
    facts = {"match_id": reading.find(public_id=match).pk, "now": timezone.now()}
    play.offer(**facts, player=0, kind=offers.Kind.PAUSE, ply=6)
    play.agree(**facts, player=1, kind=offers.Kind.PAUSE, ply=6)


def _hold(match: str) -> None:
    found = reading.find(public_id=match)
    seat = Seat.objects.get(match=found, player=0)
    seat.controller, seat.substituted_at = Seat.Controller.EASY, timezone.now()
    seat.save()
    Match.objects.filter(pk=found.pk).update(spells=3, version=F("version") + 1)


@pytest.mark.sometimes
@pytest.mark.parametrize("game", settings.GAMES)
def test_without_a_script_it_tells_how_things_stand(open_screen: OpenScreen, game: str) -> None:
    page = open_screen()
    begin(page, game)
    key = page.context.cookies()[0]["value"]
    reader = open_screen(java_script_enabled=False)
    reader.context.add_cookies([{"name": "session", "value": key, "url": page.url}])
    view = people.until(page, lambda: playing.view(page))
    reader.goto(page.url)
    expect(reader.locator(".turn-line")).not_to_be_empty()
    if game != "counting_tiles":
        expect(reader.locator(".seat-score")).to_have_text([str(score) for score in view["scores"]])
    note = reader.locator(".match-notes").evaluate("node => node.innerText")  # as it is seen
    assert "You need JavaScript to play on this page." in note
    assert "The time for this turn runs out on" in note
    assert view["description"] in note
    picture = reader.get_by_role("img", name=view["description"])
    expect(picture).to_be_visible()
    box = picture.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) > 300
    moves = reader.locator(".move-list").evaluate("node => node.innerText.trim()")
    assert moves.splitlines()[0].endswith(playing.told(view["log"][-1]))


def test_a_replay_without_a_script_shows_how_the_match_stands(open_screen: OpenScreen) -> None:
    page, reader = open_screen(), open_screen(java_script_enabled=False)
    begin(page, "tilekingdom")
    view = playing.view(page)
    reader.goto(f"{page.url}replay/")
    said = f"Move 6 of 6. It's {view['seats'][0]['name']}'s turn."
    expect(reader.locator(".turn-line")).to_have_text(said)
    expect(reader.locator(".seat-score")).to_have_text([str(score) for score in view["scores"]])
    expect(reader.locator(".replay-bar")).to_be_hidden()
    picture = reader.locator(".board").bounding_box()
    assert picture is not None
    assert reader.locator("img.first-look").count() == 1
    assert min(picture["width"], picture["height"]) > 300
