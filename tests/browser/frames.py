"""How smoothly Counting Tiles runs: ``python -m tests.browser.frames`` plays it and prints.

The browser itself notes when it draws each frame of a phone's screen, once with all the speed of
this machine and once with a quarter of it. Nothing else runs in the page meanwhile: the server is
asked from outside what to play.
"""

import itertools
import sys
import time
from collections.abc import Iterator

from playwright.sync_api import Page, sync_playwright

from games.core.table.options import read
from games.counting_tiles.bots.sketch import Sketch, ranked
from games.counting_tiles.options import Options
from games.counting_tiles.position.model import Action, Combine, Move, Place
from games.counting_tiles.rules import CountingTiles
from tests.browser import alone, people  # noqa: F401 - Django is there before the people
from tests.browser.rowplay import start
from tests.chromium import CHROMIUM, PHONE
from tests.stack import Stack

SECONDS = 30.0
PAUSE = 0.3  # seconds between two actions of a quick player
SMOOTH = 17  # milliseconds: 60 frames in a second
Point = tuple[float, float]
_NOTE = """() => {
  window.frames_ms = [];
  let last = performance.now();
  const note = (now) => {
    frames_ms.push(now - last);
    last = now;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}"""
_MIDDLES = """() => [...document.querySelectorAll(".cell, .hand")].map((node) => {
  const box = node.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})"""


def main() -> None:
    """Play for a while by drag and by touch, and print how many frames came in time."""
    with Stack() as site, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for slower in (1, 4):
            page = browser.new_page(base_url=site.url, **PHONE)
            people.play_alone(page, game="Counting Tiles", option_interval=8)
            start(page)
            cdp = page.context.new_cdp_session(page)
            cdp.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            times = sorted(measure(page))
            share = sum(ms < SMOOTH for ms in times) / len(times)
            sys.stdout.write(
                f"1/{slower} of the speed: {len(times)} frames, {share:.1%} under {SMOOTH} ms,"
                f" 99 % under {times[len(times) * 99 // 100]:.0f} ms\n"
            )
            page.close()
        browser.close()


def measure(page: Page) -> list[float]:
    """Play, in turn by drag and by touch, and return the milliseconds from frame to frame."""
    *cells, hand = page.evaluate(_MIDDLES)
    page.evaluate(_NOTE)
    end = time.monotonic() + SECONDS
    for number, action in enumerate(best_actions(page)):
        start_at, end_at = ends(action, cells, hand)
        if number % 2:
            carry(page, start_at, end_at)
        else:
            if start_at != hand:
                page.touchscreen.tap(*start_at)
            page.touchscreen.tap(*end_at)
        time.sleep(PAUSE)
        if time.monotonic() > end:
            break
    times: list[float] = page.evaluate("frames_ms")
    return times[2:]


def best_actions(page: Page) -> Iterator[Place | Move | Combine]:
    """Yield what gains most now, bonuses apart, until the game is over."""
    for _ in itertools.count():
        seen = page.request.get(f"{page.url}view").json()
        game = CountingTiles(read(seen["options"], Options))
        state = game.decode_state(seen["state"])
        if state.to_move is None:
            return
        choices: list[Action] = [
            action for _, action in ranked(game, state, Sketch(state, pairs=True))
        ]
        yield next(action for action in choices if isinstance(action, Place | Move | Combine))


def ends(action: Place | Move | Combine, cells: list[Point], hand: Point) -> tuple[Point, Point]:
    """Return where an action's tile is picked up, and where it is put."""
    match action:
        case Place(at):
            return hand, cells[at]
        case Move(at, to) | Combine(at, to):
            return cells[at], cells[to]


def carry(page: Page, start_at: Point, end_at: Point) -> None:
    """Drag, a frame for each step."""
    page.mouse.move(*start_at)
    page.mouse.down()
    page.mouse.move(*end_at, steps=12)
    page.mouse.up()


if __name__ == "__main__":
    main()
