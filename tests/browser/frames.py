"""How smoothly Counting Tiles runs: ``python -m tests.browser.frames`` plays it and prints.

The browser itself notes when it draws each frame. Measured on a phone's screen, once with all the
speed of this machine and once with a quarter of it.
"""

import sys
import time

from playwright.sync_api import Page, sync_playwright

from config.local.stack import Stack
from tests.browser import people
from tests.browser.conftest import CHROMIUM, PHONE
from tests.browser.rowplay import KNOWN, Mouse, Pointer, Way, start, turn, wait_until_told

SECONDS = 20.0
SMOOTH = 17  # milliseconds: a frame of 60 in a second
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
            times = measure(page)
            share = sum(ms < SMOOTH for ms in times) / len(times)
            late = sorted(times)[len(times) * 99 // 100]
            sys.stdout.write(
                f"1/{slower} of the speed: {len(times)} frames, {share:.1%} under {SMOOTH} ms,"
                f" 99 % under {late:.0f} ms\n"
            )
            page.close()
        browser.close()


def measure(page: Page) -> list[float]:
    """Play, in turn by drag and by touch, and return the milliseconds from frame to frame."""
    ways: tuple[Way, ...] = (Mouse(), Pointer())
    page.evaluate(_NOTE)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        now = turn(page)
        if now.state.to_move is None:
            break
        ways[now.ply % 2].act(page, now.best())
        wait_until_told(page, now.ply + 1)
        page.wait_for_selector(KNOWN)
    times: list[float] = page.evaluate("frames_ms")
    return times[2:]


if __name__ == "__main__":
    main()
