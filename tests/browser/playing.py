"""Playing Tilekingdom on its board: the same turns by mouse, by touch and by keyboard alone."""

import dataclasses
from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, expect

from tests.browser.people import press

_LOOK = """() => {
  const match = document.querySelector("[data-match]");
  const frame = match.querySelector(".map").getBoundingClientRect();
  const inside = (box) => box.width > 0 && box.left >= frame.left && box.right <= frame.right
    && box.top >= frame.top && box.bottom <= frame.bottom && box.bottom <= innerHeight;
  // A button of the map may lie over a place in its corner.
  const open = (place, { x, y, width, height }) =>
    place.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  const inSight = (place) =>
    inside(place.getBoundingClientRect()) && open(place, place.getBoundingClientRect());
  const places = [...match.querySelectorAll("[data-place]")];
  const laid = new Set([...match.querySelectorAll("[data-tile]")].map((tile) => tile.dataset.tile));
  const around = (name) => {
    const [x, y] = name.split(",").map(Number);
    return [[0, -1], [1, 0], [0, 1], [-1, 0]].filter(([dx, dy]) => laid.has(`${x + dx},${y + dy}`));
  };
  return {
    ply: Number(match.dataset.ply),
    toMove: match.dataset.toMove === "" ? null : Number(match.dataset.toMove),
    places: places.map((place) => place.dataset.place),
    inSight: places.filter(inSight)
      .map((place) => place.dataset.place)
      .sort((a, b) => around(b).length - around(a).length),
    canRotate: !match.querySelector("[data-action=rotate]").disabled,
    subjects: [...match.querySelectorAll("[data-choice]")]
      .map((button) => button.dataset.choice).filter((key) => key !== "none"),
  };
}"""


@dataclasses.dataclass(frozen=True)
class Look:
    """What a player sees: whose turn it is, where the tile may lie, how a laid one may go on.

    Places in sight come with those first that have the most tiles around them.
    """

    ply: int
    to_move: int | None
    places: list[str]
    in_sight: list[str]
    can_rotate: bool
    subjects: list[str]


_STILL = """async () => {
  const map = document.querySelector(".map");
  const frame = () => new Promise(requestAnimationFrame);
  for (let was = ""; was !== map.getAttribute("viewBox"); await frame(), await frame())
    was = map.getAttribute("viewBox");
}"""
# The buttons of the choice may lie over a place at the foot of the map.
_IS_FREE = """node => {
  const box = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""


def look(page: Page) -> Look:
    """Return what the match page shows as soon as its map stands still."""
    page.evaluate(_STILL)
    seen = page.evaluate(_LOOK)
    return Look(
        ply=seen["ply"],
        to_move=seen["toMove"],
        places=seen["places"],
        in_sight=seen["inSight"],
        can_rotate=seen["canRotate"],
        subjects=seen["subjects"],
    )


def view(page: Page) -> dict[str, Any]:
    """Return the match as the server tells it to this player."""
    fetched = "fetch(document.querySelector('[data-match]').dataset.base + 'view')"
    seen: dict[str, Any] = page.evaluate(f"() => {fetched}.then(answer => answer.json())")
    return seen


def wait_for_ply(page: Page, ply: int) -> None:
    """Wait until the page has been told of a ply, or of a later one: computers are quick."""
    page.wait_for_function(
        # The page may be on its way here and have no match yet.
        "ply => Number(document.querySelector('[data-match]')?.dataset.ply ?? -1) >= ply",
        arg=ply,
    )


def wait_for_turn(page: Page) -> None:
    """Wait until it is this player's turn and the tile can be laid."""
    page.wait_for_selector("[data-match].my-turn [data-place]", state="attached")


class Way(Protocol):
    """How a player does what a turn is made of."""

    def lay(self, page: Page, seen: Look, rng: Random) -> None:
        """Lay the tile at one of the places."""

    def rotate(self, page: Page) -> None:
        """Turn the laid tile."""

    def choose(self, page: Page, subjects: list[str], rng: Random) -> None:
        """Send a subject to one of the features."""

    def play(self, page: Page) -> None:
        """Play the turn."""


def play_turn(page: Page, way: Way, rng: Random, *, subject: float = 0.8) -> int:
    """Play one turn, with a subject as likely as said where one can go; return the new ply."""
    wait_for_turn(page)
    seen = look(page)
    way.lay(page, seen, rng)
    laid = look(page)
    if laid.can_rotate and rng.random() < 0.6:
        way.rotate(page)
        laid = look(page)
    # A subject in the desert stays there to the end of the match.
    wanted = [key for key in laid.subjects if not key.startswith("f")] or laid.subjects[:1]
    if wanted and rng.random() < subject:
        way.choose(page, wanted, rng)
    way.play(page)
    wait_for_ply(page, seen.ply + 1)
    return seen.ply + 1


def play_turns(
    pages: Sequence[Page], way: Way, *, seed: int, turns: int = 1000, subject: float = 0.8
) -> int:
    """Play for whoever is to move, each on their own page (by seat), until the end; return the ply.

    Every page is told of every turn before the next one begins.
    """
    rng = Random(seed)
    seen = look(pages[0])
    for _ in range(turns):
        if seen.to_move is None:
            break
        mover = pages[seen.to_move]
        wait_for_turn(mover)
        ply = play_turn(mover, way, rng, subject=subject)
        for page in pages:
            wait_for_ply(page, ply)
        seen = look(pages[0])
    return seen.ply


def place(page: Page, name: str) -> Locator:
    """Return a legal place on the map."""
    return page.locator(f'[data-place="{name}"]')


def spot(page: Page, key: str) -> Locator:
    """Return a feature of the laid tile that a subject can go to."""
    return page.locator(f'[data-subject="{key}"]')


def button(page: Page, action: str) -> Locator:
    """Return a button of the board."""
    return page.locator(f'[data-action="{action}"]')


class Pointer:
    """Clicks, or taps on a touch screen, on the map or on the buttons below it."""

    def lay(self, page: Page, seen: Look, rng: Random) -> None:
        if not seen.in_sight:
            press(button(page, "fit"))
            seen = look(page)
        if not seen.in_sight:  # it lies under a button
            press(button(page, "zoom-out"))
            seen = look(page)
        # A dense map completes more.
        press(place(page, rng.choice(seen.in_sight[: rng.choice((1, 1, 1, 20))])))
        expect(page.locator("[data-provisional]")).to_be_visible()

    def rotate(self, page: Page) -> None:
        tile = page.locator("[data-provisional] use")
        before = tile.get_attribute("href") or ""
        press(button(page, "rotate"))
        expect(tile).not_to_have_attribute("href", before)

    def choose(self, page: Page, subjects: list[str], rng: Random) -> None:
        key = rng.choice(subjects)
        on_the_map = rng.random() < 0.5 and spot(page, key).evaluate(_IS_FREE)
        press(spot(page, key) if on_the_map else page.locator(f"[data-choice={key}]"))
        expect(spot(page, key)).to_have_attribute("aria-pressed", "true")

    def play(self, page: Page) -> None:
        press(button(page, "confirm"))


class Keyboard:
    """Keys alone: the map is one stop of the Tab key, the arrows go from place to place."""

    def lay(self, page: Page, seen: Look, rng: Random) -> None:
        if not page.evaluate("document.activeElement.matches('[data-place]')"):
            tab_to(page, "[data-place]")
        for _ in range(rng.randrange(4)):
            page.keyboard.press(rng.choice(("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")))
        page.keyboard.press("Enter")

    def rotate(self, page: Page) -> None:
        page.keyboard.press("r")

    def choose(self, page: Page, subjects: list[str], rng: Random) -> None:
        key = rng.choice(subjects)
        for _ in range(8):
            page.keyboard.press("s")
            if spot(page, key).get_attribute("aria-pressed") == "true":
                return
        raise AssertionError(f"the key s never came to {key}")

    def play(self, page: Page) -> None:
        page.keyboard.press("Enter")


def tab_to(page: Page, selector: str, *, most: int = 60) -> None:
    """Press the Tab key until what is wanted has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"the Tab key never came to {selector}")


def told(entry: dict[str, Any]) -> str:
    """Return what the page says of an entry of the log: what it was, and what came of it."""
    pieces = [one["told"] for one in (entry["deed"], *entry["events"])]
    sentences = [
        "".join(piece if isinstance(piece, str) else piece["text"] for piece in sentence)
        for sentence in pieces
    ]
    return " ".join(filter(None, sentences))
