"""Notes what a page sounds, buzzes and moves, by what it asks of the browser."""

from collections.abc import Callable

from playwright.sync_api import Page

OpenScreen = Callable[..., Page]
# The lowest tone of each stroke, in the order in which they begin: it tells the sounds apart.
STROKES = {
    "place": [212],
    "turn": [659, 880],
    "low": [1047, 1047],
    "won": [96, 523, 659, 784],
    "over": [96, 523],
    "talk": [740],
}
_NOTE = """
window.heard = {contexts: 0, strokes: [], buzzes: [], moves: []};
window.AudioContext = class extends AudioContext {
  constructor() { super(); heard.contexts += 1; }
};
const {start} = OscillatorNode.prototype;
OscillatorNode.prototype.start = function (at) {
  heard.strokes.push([at, Math.round(this.frequency.value)]);
  return start.call(this, at);
};
const {animate} = Element.prototype;
Element.prototype.animate = function (...how) {
  heard.moves.push(this.getAttribute("class") ?? this.tagName);
  return animate.apply(this, how);
};
navigator.vibrate = (pattern) => heard.buzzes.push([pattern].flat().join());
"""
_SOUND = """
if (location.origin !== "null") localStorage.setItem("feel", '{"sound": true}');
"""


def listen(page: Page, *, sound: bool = True) -> Page:
    """Have a page note all of it from the start, with sound on or as it is given."""
    page.add_init_script(_NOTE + (_SOUND if sound else ""))
    return page


def note(page: Page) -> None:
    """Have a page that is open note all of it from now on."""
    page.evaluate(f"() => {{ {_NOTE} }}")


def touch(page: Page) -> None:
    """Press a key that does nothing here: a page that nobody has touched is mute."""
    page.keyboard.press("Shift")
    page.mouse.click(2, 2)
    page.evaluate("heard.strokes = [], heard.buzzes = [], heard.moves = []")


def heard(page: Page) -> list[str]:
    """Return the sounds since the last call, in their order, and forget them."""
    return sounds_of(page.evaluate("heard.strokes.splice(0)"))


def sounds_of(strokes: list[tuple[float, int]]) -> list[str]:
    """Return which sounds some strokes are, (when, frequency) of each tone, in their order."""
    lowest: dict[float, int] = {}
    for at, frequency in strokes:
        lowest[at] = min(frequency, lowest.get(at, frequency))
    left = [lowest[at] for at in sorted(lowest)]
    sounds = []
    while left:
        for name, strokes_of in sorted(STROKES.items(), key=lambda one: -len(one[1])):
            if left[: len(strokes_of)] == strokes_of:
                sounds.append(name)
                del left[: len(strokes_of)]
                break
        else:
            raise AssertionError(f"no such sound: {left}")
    return sounds


def buzzes(page: Page) -> list[str]:
    """Return the ticks since the last call, and forget them."""
    felt: list[str] = page.evaluate("heard.buzzes.splice(0)")
    return felt
