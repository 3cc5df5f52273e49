"""After a match: its review, a turn to learn from, a puzzle and the day's challenge.

By mouse, by touch and by keyboard.
"""

import dataclasses
import json
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from accounts.edge.clock import read_clock
from accounts.users.models import User
from games.core import codec
from games.core.clock import Pace, TimeControl
from games.core.review.judging import Grade
from games.core.review.report import Idea
from games.core.table.options import read
from games.daily import days, reading, told
from games.matches import play as play_service
from games.matches.play import SeatPlan
from games.puzzles.models import Puzzle
from games.reviews.models import Review
from games.reviews.reading import report_of
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.rules import WordsWithChilwell
from tests.browser import inside, people
from tests.browser.conftest import OpenScreen
from tests.browser.handplay import KINDS, MINE, Keyboard, Pointer, Turn, Way
from tests.browser.people import press
from tests.browser.playing import button
from tests.browser.site.test_accessible import assert_open_to_all
from tests.browser.site.test_daily import make
from tests.chromium import DESKTOP, PHONE
from tests.factories import SECRET
from tests.games.words.release import release_words

GAME = "words_with_chilwell"
LEARNING = "[data-lesson] .board > :not(.sprite)"


@dataclasses.dataclass(frozen=True)
class Visitor:
    """How somebody looks at the site: on which screen, by what, and how they follow links."""

    screen: dict[str, Any]
    way: Way
    by_keys: bool = False

    def choose(self, target: Locator) -> None:
        """Press a button or a link, or with keys alone go to it and press Enter."""
        if self.by_keys:
            target.focus()
            target.page.keyboard.press("Enter")
        else:
            press(target)


VISITORS = {
    "desk": Visitor(DESKTOP, Pointer()),
    "phone": Visitor(PHONE, Pointer()),
    "keys": Visitor(DESKTOP, Keyboard(), by_keys=True),
}


@pytest.mark.sometimes
@pytest.mark.parametrize("name", VISITORS)
def test_play_lose_review_learn_and_solve(open_screen: OpenScreen, name: str) -> None:
    visitor = VISITORS[name]
    page = open_screen(**visitor.screen)
    people.sign_up(page, f"back-{name}")
    public_id = lose(page, visitor, inside.call(_begin, f"back-{name}"))
    look_back(page, visitor)
    learn(page, visitor, public_id)
    inside.call(_make_puzzle, public_id)
    solve(page, visitor)
    inside.call(make, GAME)
    take_up_the_challenge(page, visitor)


def lose(page: Page, visitor: Visitor, address: str) -> str:
    """Lose a match of practice by never spelling a word; return its public id."""
    page.goto(address)
    for _ in range(2):  # a hand of 21 tiles ends the game
        page.wait_for_selector(MINE)
        visitor.way.skip(page)
        page.wait_for_selector("[data-match]:not(.my-turn)")
    expect(page.locator("[data-result]")).to_be_visible()
    return page.url.rstrip("/").rpartition("/")[2]


def look_back(page: Page, visitor: Visitor) -> None:
    """Have the match reviewed, and see the better turn of the first mistake on the board."""
    visitor.choose(page.get_by_role("link", name="Look back"))
    page.wait_for_selector("[data-ply]")
    visitor.choose(page.get_by_role("button", name="Review this match"))
    page.wait_for_selector("[data-review][data-status=done]")
    expect(page.locator(".curve-svg")).to_be_visible()
    expect(page.locator(".review-player")).to_have_count(2)
    visitor.choose(page.get_by_role("button", name="Next mistake"))
    expect(page.locator(".review-verdict")).to_contain_text("A mistake: it gave away")
    expect(page.locator("[data-ply]")).to_have_attribute("data-ply", "1")
    visitor.choose(page.get_by_role("button", name="Show it on the board"))
    back = page.get_by_role("button", name="Back to what was played")
    expect(back).to_be_visible()
    assert_open_to_all(page)
    visitor.choose(back)
    expect(page.get_by_role("button", name="Show it on the board")).to_be_visible()


def learn(page: Page, visitor: Visitor, public_id: str) -> None:
    """Have the better turn of one's first mistake shown, and then find it."""
    visitor.choose(page.get_by_role("link", name="Learn from 2 turns"))
    page.wait_for_selector(LEARNING)
    step = steps(page)[0]
    done = page.locator("[data-steps] .is-done")
    visitor.choose(page.get_by_role("button", name="Show me"))
    expect(page.locator(".coach-said")).to_contain_text("This was the best turn.")
    expect(done).to_have_count(0)
    visitor.choose(page.get_by_role("button", name="Try again"))
    page.wait_for_selector(LEARNING)
    better = inside.call(_better, public_id, step["view"]["ply"] + 1)
    play(page, visitor, step["view"], better)
    expect(page.locator(".coach-said")).to_contain_text("Well found: that's the best turn")
    expect(done).to_have_count(1)
    assert_open_to_all(page)


def solve(page: Page, visitor: Visitor) -> None:
    """Solve a puzzle, and say that it was a good one."""
    page.goto("/puzzles/")
    assert_open_to_all(page)
    visitor.choose(page.locator(f'a.button[href="/puzzles/{GAME}/"]'))
    page.wait_for_selector(LEARNING)
    code = page.url.rstrip("/").rpartition("/")[2]
    play(page, visitor, steps(page)[0]["view"], inside.call(_solution, code))
    expect(page.locator(".coach-said")).to_contain_text("That's it!")
    expect(page.locator(".coach-said")).to_contain_text("goes up by")
    assert_open_to_all(page)
    good, bad = inside.call(_votes, code)  # of others who looked back before
    with page.expect_navigation():
        visitor.choose(page.get_by_role("button", name="Good puzzle"))
    assert inside.call(_votes, code) == (good + 1, bad)


def take_up_the_challenge(page: Page, visitor: Visitor) -> None:
    """Find the best turns of the day, and paste the result."""
    page.goto("/daily/")
    visitor.choose(page.locator(f'a.button[href="/daily/{GAME}/"]'))
    for action in inside.call(_best_of_the_day):
        page.wait_for_selector(LEARNING)
        play(page, visitor, steps(page)[0]["view"], action)
        expect(page.locator(".coach-said")).to_contain_text("of 100.")
        visitor.choose(button(page, "next"))
    expect(page.get_by_role("heading", name="Your result")).to_be_visible()
    result = page.get_by_label("To send to friends").input_value()
    assert result.startswith("Tilepost daily · WordsWithChilwell · ")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.choose(page.get_by_role("button", name="Copy"))
    expect(page.locator("[data-copied]")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == result


def steps(page: Page) -> list[dict[str, Any]]:
    """Return the turns that a page asks for."""
    found: list[dict[str, Any]] = json.loads(page.locator("#steps").text_content() or "")
    return found


def play(page: Page, visitor: Visitor, seen: dict[str, Any], action: dict[str, Any]) -> None:
    """Spell a word on the board, and take as many tiles as an action says."""
    game = WordsWithChilwell(read(seen["options"], Options), release_words())
    now = Turn(seen["ply"], seen["player"], game, game.decode_state(seen["state"]))
    word, way = action["word"], visitor.way
    way.spell(page, word, now.tiles(word))
    way.take(page, next(kind for kind in KINDS if now.count(kind, word) == action["draw"]))
    way.play(page)
    way.agree(page)


def _begin(name: str) -> str:
    """Begin a match against the computer, the same each time; return its address."""
    user = User.objects.get(username=name)
    match = play_service.start_match(
        game=GAME,
        options={},
        control=TimeControl(Pace.CORRESPONDENCE, 86400),
        seats=[SeatPlan(name=name, user_id=user.pk), SeatPlan(name="Easy", level="easy")],
        now=timezone.now(),
        secret=SECRET,
    )
    return match.get_absolute_url()


def _make_puzzle(public_id: str) -> None:
    """Make a puzzle of the first mistake in a match."""
    review = Review.objects.get(match__public_id=public_id)
    turn = next(turn for turn in report_of(review).turns if turn.grade is Grade.MISTAKE)
    Puzzle.objects.create(
        match_id=review.match_id,
        ply=turn.ply,
        game=review.game,
        ideas=codec.encode(turn.ideas, tuple[Idea, ...]),
        looks=review.looks,
        margin=0.1,
        made_at=timezone.now(),
    )


def _best_of_the_day() -> list[dict[str, Any]]:
    """Return the best word of each of the day's positions."""
    challenge = reading.challenge_of(game=GAME, day=days.day_of(read_clock()))
    assert challenge is not None
    actions = [[idea.action for idea in one.turn.ideas] for one in told.all_posed(challenge)]
    return [next(one for one in each if one.get("word")) for each in actions]


def _better(public_id: str, ply: int) -> Any:
    review = Review.objects.get(match__public_id=public_id)
    turns = report_of(review).turns
    return next(turn for turn in turns if turn.ply == ply).ideas[0].action


def _solution(code: str) -> Any:
    return Puzzle.objects.get(code=code).ideas[0]["action"]


def _votes(code: str) -> tuple[int, int]:
    puzzle = Puzzle.objects.get(code=code)
    return puzzle.good, puzzle.bad
