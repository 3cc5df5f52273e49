"""The screen of whoever plays live stays on, and nobody else's."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.scripts.modules.test_feel import HELD, over, view

AWAKE = "/static/shell/feel/awake.js"
CLOCK = {"pace": "live", "waits": False, "paused_at": None, "sitting": False}
PLAYED = {"clock": CLOCK, "seats": [{"controller": "human"}, {"controller": "human"}]}

# A browser that counts the locks it gives and drops them when the page is hidden, as browsers do.
_BROWSER = """() => {
  const locks = (window.locks = []);
  const request = async () => {
    if (window.refusing) throw new Error("the battery is low");
    const lock = { released: false, release: async () => (lock.released = true) };
    locks.push(lock);
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
  window.look = (hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    if (hidden) locks.forEach((lock) => lock.release());
    document.dispatchEvent(new Event("visibilitychange"));
  };
  window.held = async () => {
    for (let turn = 0; turn < 9; turn += 1) await null;
    return [locks.length, locks.filter((lock) => !lock.released).length];
  };
}"""


@pytest.fixture
def screen(modules: Page) -> Iterator[Page]:
    """An empty page that counts the locks its screen has had, and those it has."""
    modules.evaluate(_BROWSER)
    modules.evaluate(f"async () => (window.awake = new (await import('{AWAKE}')).Awake())")
    yield modules
    modules.evaluate("localStorage.removeItem('feel')")


def held(screen: Page, act: str, given: object = None) -> list[int]:
    """Return how many locks there have been, and how many are held, once something was done."""
    return screen.evaluate(f"async (given) => {{ {act}; return window.held(); }}", given)


def test_it_stays_on_while_a_live_match_needs_its_player(modules: Page) -> None:
    live = view(3, 1, 0, **PLAYED)
    held_seats = [{"controller": "easy"}, {"controller": "human"}]
    cases = {
        "whoever's turn it is": (live, True),
        "a day a move": ({**live, "clock": {**CLOCK, "pace": "correspondence"}}, False),
        "a day a move, but all play on live": (
            {**live, "clock": {**CLOCK, "pace": "correspondence", "sitting": True}},
            True,
        ),
        "it is over": ({**live, **over(1, 2)}, False),
        "I look on": ({**live, "player": None}, False),
        "it waits for me to begin": ({**live, "clock": {**CLOCK, "waits": True}}, False),
        "they agreed on a pause": ({**live, "clock": {**CLOCK, "paused_at": "10:00"}}, False),
        "it is stopped by a fault": ({**live, "paused": True}, False),
        "the computer plays for me": ({**live, **HELD, "seats": held_seats}, False),
        "I came from a mail": ({**live, "for_turn": True}, False),
    }
    found = modules.evaluate(
        f"async (views) => views.map((await import('{AWAKE}')).matters)",
        [one for one, _ in cases.values()],
    )
    assert dict(zip(cases, found, strict=True)) == {name: on for name, (_, on) in cases.items()}


def test_it_is_asked_for_once_and_anew_after_a_return(screen: Page) -> None:
    live = view(3, 1, 0, **PLAYED)
    assert held(screen, "awake.follow(given); awake.follow(given)", live) == [1, 1]
    assert held(screen, "awake.follow(given)", live) == [1, 1]
    assert held(screen, "look(true)") == [1, 0]
    assert held(screen, "look(false)") == [2, 1]
    assert held(screen, "awake.follow(given)", {**live, **over(1, 2)}) == [2, 0]
    assert held(screen, "look(true); look(false)") == [2, 0]
    # Over before the browser has answered.
    both = [live, {**live, **over(1, 2)}]
    assert held(screen, "given.forEach((view) => awake.follow(view))", both) == [3, 0]


def test_nobody_has_it_who_does_not_want_it(screen: Page) -> None:
    live = view(3, 1, 0, **PLAYED)
    choose = "const {choose} = await import('/static/shell/feel/choices.js'); choose(given)"
    held(screen, "awake.follow(given)", live)
    assert held(screen, choose, {"awake": False}) == [1, 0]
    assert held(screen, "look(true); look(false)") == [1, 0]
    assert held(screen, choose, {"awake": True}) == [2, 1]


def test_a_browser_that_refuses_or_has_none_is_left_alone(screen: Page) -> None:
    live = view(3, 1, 0, **PLAYED)
    assert held(screen, "window.refusing = true; awake.follow(given)", live) == [0, 0]
    assert held(screen, "window.refusing = false; look(false)") == [1, 1]
    held(screen, "look(true)")
    gone = "Object.defineProperty(navigator, 'wakeLock', { value: undefined }); look(false)"
    assert held(screen, gone) == [1, 0]
