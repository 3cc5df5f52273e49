"""The way of a word: refused at a table, proposed, decided by two, published; then it counts."""

import itertools
import re

import pytest
from playwright.sync_api import Page, expect

from games.core.rng import Rng
from games.upwords.options import Options
from games.upwords.position.model import Play
from games.upwords.rules import Upwords
from tests.browser import chosen, people
from tests.browser.conftest import PATIENCE, OpenScreen
from tests.browser.people import press
from tests.browser.playing import button, view, wait_for_ply
from tests.browser.site.test_accessible import assert_open_to_all
from tests.browser.site.test_rest import look
from tests.browser.wordplay import Pointer
from tests.chromium import PHONE
from tests.games.words.release import release_words
from tests.stack import Stack

SECRET = bytes(range(7, 39))
NAMES = ["words-anna", "words-ben"]
MODERATOR = """
from django.contrib.auth.models import Group
from accounts.users.models import User
User.objects.get(username={name!r}).groups.add(Group.objects.get(name="Word moderators"))
"""


def no_word() -> tuple[int, Play, str]:
    """Who begins a match of this secret, and letters of theirs that are no word, in the middle."""
    game = Upwords(Options(word_list="broad"), release_words("broad"))
    state = game.initial_state(2, Rng(SECRET, 0))
    player = state.to_move or 0
    for letters in itertools.permutations(state.racks[player] or "", 3):
        play = Play(tuple((4, 3 + place, letter) for place, letter in enumerate(letters)))
        word = "".join(letters).upper().replace("Q", "QU")
        if str(game.verdict(state, play).problem) == f"{word} isn't in the word list.":
            return player, play, word
    raise AssertionError("every three letters are a word")


def begin(site: Stack, pages: list[Page]) -> str:
    """Begin a match by the newest list with those who play; return its address."""
    options: dict[str, object] = {"word_list": "broad"}
    where = chosen.address(site, game="upwords", options=options, names=NAMES, secret=SECRET)
    for page in pages:
        page.goto(where)
    people.by_seat(pages)
    return where


def lay(page: Page, play: Play) -> None:
    for row, column, letter in play.tiles:
        press(
            page.locator(
                f'.rack-tile[aria-label="{"Qu" if letter == "q" else letter.upper()}"]'
            ).first
        )
        press(page.locator(f'[data-square="{row},{column}"]'))


def judge(page: Page, word: str, *, reason: str) -> None:
    """Accept what is proposed of a word, from the queue on."""
    page.goto("/proposals/")
    look(page)
    press(page.get_by_role("link", name=f"Add {word} to Broad"))
    expect(page.get_by_role("heading", name="Your decision")).to_be_visible()
    look(page)
    page.get_by_label("Why?").fill(reason)
    press(page.get_by_role("button", name="Accept"))
    expect(page.get_by_text("Your decision on 1 proposal has been saved.")).to_be_visible()


@pytest.mark.sometimes
def test_a_word_from_the_table_through_moderation_to_the_next_table(
    open_screen: OpenScreen, site: Stack
) -> None:
    anna, ben, cora, dora = open_screen(), open_screen(), open_screen(), open_screen(**PHONE)
    for page, name in (
        (anna, NAMES[0]),
        (ben, NAMES[1]),
        (cora, "words-cora"),
        (dora, "words-dora"),
    ):
        people.sign_up(page, name)
    for name in ("words-cora", "words-dora"):
        site.manage("shell", "-v0", "-c", MODERATOR.format(name=name))
    player, play, word = no_word()
    mover = [anna, ben][player]

    old = begin(site, [anna, ben])
    lay(mover, play)
    expect(mover.locator(".preview-problem")).to_contain_text(f"{word} isn't in the word list.")
    assert_open_to_all(mover, ".strip")
    with mover.expect_popup() as opened:
        press(mover.get_by_role("link", name=f"Propose {word}"))
    paper = opened.value
    expect(paper.get_by_role("heading", name=word, exact=True)).to_be_visible()
    assert_open_to_all(paper)
    paper.get_by_label("Why?").fill("My grandfather says it every day.")
    press(paper.get_by_role("button", name="Propose it"))
    expect(paper.get_by_text("Thank you.")).to_be_visible()
    assert_open_to_all(paper)

    judge(cora, word, reason="It's in the source given.")
    judge(dora, word, reason="My dictionary has it, too.")
    expect(dora.get_by_text("accepted, not yet published")).to_be_visible()

    cora.goto("/proposals/draft/")
    expect(cora.get_by_role("heading", name=re.compile(r"^Broad, version \d+$"))).to_be_visible()
    assert_open_to_all(cora)
    cora.get_by_label("What's new, in a sentence").fill("A word of theirs")
    press(cora.get_by_role("button", name="Publish"))
    # Three lists are written anew and cards are made for them, which takes a busy machine a while.
    expect(cora.get_by_text("Last published on")).to_be_visible(timeout=4 * PATIENCE)
    assert_open_to_all(cora)
    press(cora.get_by_role("link", name="All versions"))
    expect(cora.get_by_role("link", name=re.compile(r"^Version \d+")).first).to_be_visible()
    assert_open_to_all(cora)
    press(cora.get_by_role("link", name=re.compile(r"^Version \d+")).first)
    expect(cora.get_by_role("link", name=word.lower(), exact=True)).to_be_visible()
    assert_open_to_all(cora)
    press(cora.get_by_role("link", name=word.lower(), exact=True))
    expect(cora.get_by_text("Broad: yes")).to_be_visible()
    assert_open_to_all(cora)

    begin(site, [anna, ben])
    ply = view(mover)["ply"]
    lay(mover, play)
    Pointer().press(mover, "play")
    wait_for_ply(mover, ply + 1)

    mover.goto(old)
    lay(mover, play)
    expect(mover.locator(".preview-problem")).to_contain_text(f"{word} isn't in the word list.")
    expect(button(mover, "play")).to_be_disabled()
    mover.goto(f"/words/{word.lower()}/?match={old.split('/')[2]}")
    expect(mover.get_by_text("This word doesn't count in your match.")).to_be_visible()
    assert_open_to_all(mover)
    mover.goto("/words/")
    assert_open_to_all(mover)
