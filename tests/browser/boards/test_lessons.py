"""Lessons in the browser: each to its end on its own board, by mouse, touch and keyboard."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.core import lessons
from games.counting_tiles.position.model import Change, Combine, Move, Place, Wild
from games.registry import game_class, lesson_of
from games.tiled_of_it.position.model import Place as Card
from games.upwords.position.model import Exchange, Play
from games.words.lists.packing import words_of
from tests.browser import cardplay, handplay, wordplay
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import button, place, spot
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE

Act = Callable[[Page, Any, Any], None]  # plays an action in a position on the board


def solutions(slug: str) -> Iterator[tuple[Any, Any, Any]]:
    """Yield each step of a game's lesson with its position and what does it."""
    lesson = lesson_of(slug)
    cls = game_class(slug)
    game = cls(lesson.options, words_of(lesson.words) if lesson.words else None)
    for step in lesson.steps:
        yield step, lessons.begin(game, step), lessons.solution(game, step)


def said(page: Page) -> Any:
    return page.locator(".coach-said")


def begin(page: Page, slug: str) -> None:
    """Come to a lesson from the list."""
    page.goto("/learn/")
    press(page.locator(f'.game-card a[href="/learn/{slug}/"]'))
    page.wait_for_selector("[data-lesson] .board > :not(.sprite)")


def learn(page: Page, slug: str, act: Act, next_step: Callable[[Page], None]) -> None:
    """Go through a whole lesson, reading what is said, to the words at its end."""
    begin(page, slug)
    for number, (step, position, action) in enumerate(solutions(slug), start=1):
        expect(page.locator("[data-part=title]")).to_have_text(str(step.title))
        expect(page.locator("[data-part=text]")).to_have_text(str(step.text))
        expect(page.locator(".coach-task")).to_have_text(str(step.task))
        act(page, position, action)
        expect(said(page)).to_contain_text(str(step.praise))
        expect(page.locator("[data-steps] .is-done")).to_have_count(number)
        assert page.locator(".board").evaluate("board => board.inert")
        next_step(page)
    expect(page.locator("[data-part=end]")).to_be_visible()
    assert page.url.endswith("#end")


def press_next(page: Page) -> None:
    press(button(page, "next"))


def press_enter(page: Page) -> None:
    expect(button(page, "next")).to_be_focused()
    page.keyboard.press("Enter")


# --- The ways of playing --------------------------------------------------------------------------


def lay_tile(page: Page, position: Any, action: Any) -> None:
    press(place(page, f"{action.x},{action.y}"))
    turned = f"-{action.rotation}" if action.rotation else ""
    laid = page.locator(f'[data-provisional] use[href="#tile-{position.tile}{turned}"]')
    shown = page.locator("[data-provisional] use")
    expect(shown).to_be_visible()
    for _ in range(4):
        if laid.count():
            break
        before = shown.get_attribute("href") or ""
        press(button(page, "rotate"))
        expect(shown).not_to_have_attribute("href", before)
    if action.subject:
        press(spot(page, action.subject))
    press(button(page, "confirm"))


def lay_letters(page: Page, position: Any, action: Any) -> None:
    match action:
        case Exchange(letter):
            press(wordplay.tile(page, letter))
            press(button(page, "exchange"))
        case Play(tiles):
            for row, column, letter in tiles:
                press(wordplay.tile(page, letter))
                press(wordplay.square(page, row, column))
            press(button(page, "play"))


def spell_by_keys(page: Page, position: Any, action: Any) -> None:
    way = handplay.Keyboard()
    length = len(action.word)
    kinds = {0: "none", 3: "extra", length: "same", length + 3: "more"}
    way.spell(page, action.word, action.word)
    way.take(page, kinds[action.draw])
    way.play(page)


def lay_card(page: Page, position: Any, action: Any) -> None:
    assert isinstance(action, Card)
    way = cardplay.Mouse()
    way.lay(page, action)
    way.press(page, "play")


def touch_cells(page: Page, position: Any, action: Any) -> None:
    match action:
        case Place(cell):
            cells = [cell]
        case Move(cell, to) | Combine(cell, to):
            cells = [cell, to]
        case Change(cell) | Wild(cell):
            press(page.locator(f"[data-bonus={type(action).__name__}]"))
            cells = [cell]
    for number in cells:
        press(page.locator(f'[data-cell="{number}"]'))


# --- Whole lessons: one by touch, one by keyboard, the others for `make test-all` -----------------


@pytest.mark.thorough
@pytest.mark.parametrize(("slug", "act"), [("upwords", lay_letters), ("tiled_of_it", lay_card)])
def test_by_mouse(desktop: Page, slug: str, act: Act) -> None:
    learn(desktop, slug, act, press_next)


@pytest.mark.sometimes
@pytest.mark.parametrize(
    ("slug", "act"),
    [
        ("tilekingdom", lay_tile),
        pytest.param("counting_tiles", touch_cells, marks=pytest.mark.thorough),
    ],
)
def test_by_touch_with_the_task_in_sight(phone: Page, slug: str, act: Act) -> None:
    def act_in_sight(page: Page, position: Any, action: Any) -> None:
        act(page, position, action)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
        top = page.locator(".coach").evaluate("coach => coach.getBoundingClientRect().top")
        assert 0 <= top < 100

    learn(phone, slug, act_in_sight, press_next)


def test_by_keyboard(desktop: Page) -> None:
    learn(desktop, "words_with_chilwell", spell_by_keys, press_enter)


# --- What a learner may do besides ----------------------------------------------------------------


def test_a_turn_that_misses_stays_laid_out_and_is_talked_about(desktop: Page) -> None:
    begin(desktop, "tilekingdom")
    press(place(desktop, "0,1"))
    press(button(desktop, "confirm"))
    expect(said(desktop)).to_contain_text("That fits, desert to desert")
    expect(desktop.locator('[data-provisional="0,1"]')).to_be_visible()
    assert_open_to_all(desktop, ".coach")
    press(place(desktop, "1,0"))
    press(button(desktop, "confirm"))
    expect(said(desktop)).to_contain_text("Now the two roads are one")
    assert_open_to_all(desktop, ".coach")


def test_what_the_rules_refuse_they_refuse_here(desktop: Page) -> None:
    desktop.goto("/learn/upwords/#5")
    press(wordplay.tile(desktop, "s"))
    press(wordplay.square(desktop, 3, 6))
    problem = desktop.locator(".preview-problem")
    expect(problem).to_have_text("You can't just add an S to the end of CAT.")
    expect(button(desktop, "play")).to_be_disabled()


def test_shown_again_and_come_back_to(desktop: Page) -> None:
    begin(desktop, "counting_tiles")
    press(button(desktop, "show"))
    expect(said(desktop)).to_contain_text("This is how it's done. The row is empty again")
    expect(desktop.locator("[data-steps] .is-done")).to_have_count(0)
    press(button(desktop, "again"))
    expect(said(desktop)).to_be_hidden()
    expect(desktop.locator(".tally-score")).to_have_text("0")
    press(desktop.locator("[data-steps] a").nth(3))
    expect(desktop.locator("[data-part=title]")).to_have_text("Divide a tile")
    desktop.go_back()
    expect(desktop.locator("[data-part=title]")).to_have_text("Complete a row")
    _, position, action = next(solutions("counting_tiles"))
    touch_cells(desktop, position, action)
    expect(desktop.locator("[data-steps] .is-done")).to_have_count(1)
    desktop.reload()
    expect(desktop.locator("[data-steps] .is-done")).to_have_count(1)
    desktop.goto("/learn/")
    kept = desktop.locator("[data-slug=counting_tiles]")
    expect(kept).to_have_text("1 of 7 steps done")


def test_open_to_all_from_the_list_to_the_end(desktop: Page) -> None:
    desktop.goto("/learn/")
    assert_open_to_all(desktop)
    begin(desktop, "tiled_of_it")
    assert_open_to_all(desktop)
    desktop.goto("/learn/tiled_of_it/#end")
    expect(desktop.get_by_role("heading", name="Now you can play Tiled Of It")).to_be_visible()
    assert_open_to_all(desktop)
    press(desktop.get_by_role("link", name="Play against the computer"))
    expect(desktop.get_by_role("heading", name="Practice")).to_be_visible()
    assert desktop.url.endswith("/practice/#tiled_of_it")


def test_a_screen_on_its_side_and_a_tablet_fit(open_screen: OpenScreen) -> None:
    for size in ({"width": 844, "height": 390}, {"width": 768, "height": 1024}):
        page = open_screen(**{**PHONE, "viewport": size})
        page.goto("/learn/upwords/#2")
        expect(wordplay.square(page, 3, 3)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
