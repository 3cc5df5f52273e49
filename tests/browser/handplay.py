"""Playing WordsWithChilwell on its board: words found by the site's own rules from what a player
sees, then spelled by mouse, by touch or by keyboard alone."""

import dataclasses
from collections.abc import Sequence
from typing import Protocol

from playwright.sync_api import Locator, Page, expect

from games.core.table.options import read
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.model import State
from games.words_with_chilwell.position.tiles import BLANK
from games.words_with_chilwell.rules import WordsWithChilwell
from games.words_with_chilwell.turns.scoring import points_of
from games.words_with_chilwell.turns.spelling import tiles_for, worthy_words
from tests.browser.people import press
from tests.browser.playing import button, tab_to, view, wait_for_ply
from tests.games.words.release import release_words

MINE = "[data-match].my-turn"
KINDS = ("none", "extra", "same", "more")


@dataclasses.dataclass(frozen=True)
class Turn:
    """What a player knows in their turn: the rules and all they see."""

    ply: int
    player: int
    game: WordsWithChilwell
    state: State

    @property
    def hand(self) -> str:
        return self.state.hands[self.player] or ""

    @property
    def size(self) -> int:
        return self.state.sizes[self.player]

    def longest(self) -> str:
        """Return the longest word the hand spells with a blank at most, "" if there is none."""
        found = [word for word, _ in worthy_words(self.hand, self.game.words, blanks=1)]
        return max(found, key=lambda word: (len(word), word), default="")

    def tiles(self, word: str) -> str:
        tiles = tiles_for(word, self.hand)
        assert tiles is not None
        return tiles

    def points(self, word: str) -> int:
        return points_of(self.tiles(word), self.game.options).total

    def taken(self, kind: str, word: str) -> str:
        """Return the tiles of the queue that a way of taking brings."""
        return self.state.queue[: self.count(kind, word)]

    def count(self, kind: str, word: str) -> int:
        extra = self.game.options.extra
        return {"none": 0, "extra": extra, "same": len(word), "more": len(word) + extra}[kind]


def turn(page: Page) -> Turn:
    """Return the turn as the server shows it to this page's player."""
    seen = view(page)
    game = WordsWithChilwell(read(seen["options"], Options), release_words())
    return Turn(seen["ply"], seen["player"], game, game.decode_state(seen["state"]))


def tile(page: Page, letter: str) -> Locator:
    """Return the first tile of a letter that is still in hand."""
    name = "blank" if letter == BLANK else letter.upper()
    return page.locator(f'.rack-tile[aria-label="{name}"]').first


def letters(page: Page) -> Locator:
    """Return the letters on the stage."""
    return page.locator(".word .letter")


def take(page: Page, kind: str) -> Locator:
    """Return one of the four ways of taking."""
    return page.locator(f"[data-take={kind}]")


class Way(Protocol):
    """How a player does what a turn is made of."""

    def spell(self, page: Page, word: str, tiles: str) -> None:
        """Spell a word with tiles of the hand."""

    def take(self, page: Page, kind: str) -> None:
        """Choose how many tiles to take."""

    def play(self, page: Page) -> None:
        """Play the word."""

    def skip(self, page: Page) -> None:
        """Spell no word, and mean it."""

    def agree(self, page: Page) -> None:
        """Say yes in the dialog, if there is one."""


def take_turn(page: Page, way: Way, kind: str = "same") -> int:
    """Spell the longest word there is, take tiles, look at what it shows; return the new ply."""
    page.wait_for_selector(MINE)
    now = turn(page)
    word = now.longest()
    if word:
        way.spell(page, word, now.tiles(word))
        way.take(page, kind)
        expect(letters(page)).to_have_count(len(word))
        expect(page.locator(".queue-tile.is-taken")).to_have_count(now.count(kind, word))
        expect(button(page, "play")).to_have_text(f"Play · {now.points(word)}")
        way.play(page)
        way.agree(page)
    else:
        way.skip(page)
    wait_for_ply(page, now.ply + 1)
    return now.ply + 1


def play_out(pages: Sequence[Page], way: Way, *, turns: int = 40) -> int:
    """Play for whoever is to move, each on their own page (by seat); return the ply.

    To the end, unless a number of turns says otherwise.

    The ways of taking take turns.
    """
    ply = 0
    for _ in range(turns):
        mover = pages[0].locator("[data-match]").get_attribute("data-to-move")
        if not mover:
            return ply
        ply = take_turn(pages[int(mover)], way, ("same", "extra", "none", "more")[ply % 4])
        for page in pages:
            wait_for_ply(page, ply)
    return ply


class Pointer:
    """Clicks, or taps on a touch screen."""

    def spell(self, page: Page, word: str, tiles: str) -> None:
        for letter, one in zip(word, tiles, strict=True):
            press(tile(page, one))
            if one == BLANK:
                press(page.locator(f".letter-key[value={letter}]"))

    def take(self, page: Page, kind: str) -> None:
        press(take(page, kind))

    def play(self, page: Page) -> None:
        press(button(page, "play"))

    def skip(self, page: Page) -> None:
        press(button(page, "skip"))
        self.agree(page)

    def agree(self, page: Page) -> None:
        yes = page.locator("dialog[open] button[value=yes]")
        if yes.count():
            press(yes)


class Mouse(Pointer):
    """Drags the tiles behind the word."""

    def spell(self, page: Page, word: str, tiles: str) -> None:
        for letter, one in zip(word, tiles, strict=True):
            drag(page, tile(page, one), page.locator(".word"), at=0.995)
            if one == BLANK:
                press(page.locator(f".letter-key[value={letter}]"))


def drag(page: Page, start: Locator, end: Locator, *, at: float = 0.5) -> None:
    """Drag from the middle of one thing to another, so far along it from its left."""
    _go_to(page, start, 0.5)
    page.mouse.down()
    _go_to(page, end, at)
    page.mouse.up()


def _go_to(page: Page, target: Locator, at: float) -> None:
    box = target.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * at, box["y"] + box["height"] / 2, steps=2)


class Keyboard:
    """Keys alone: letters spell, up and down choose, Enter plays."""

    def spell(self, page: Page, word: str, tiles: str) -> None:
        if not page.evaluate("document.activeElement.matches('.word')"):
            tab_to(page, ".word", most=200)
        page.keyboard.type(word)

    def take(self, page: Page, kind: str) -> None:
        for _ in KINDS:
            if take(page, kind).locator("input").is_checked():
                return
            page.keyboard.press("ArrowDown")
        raise AssertionError(f"the arrows never came to {kind}")

    def play(self, page: Page) -> None:
        page.keyboard.press("Enter")

    def skip(self, page: Page) -> None:
        tab_to(page, "[data-action=skip]")
        page.keyboard.press("Enter")
        self.agree(page)

    def agree(self, page: Page) -> None:
        if page.locator("dialog[open]").count():
            page.keyboard.press("Shift+Tab")
            page.keyboard.press("Enter")
