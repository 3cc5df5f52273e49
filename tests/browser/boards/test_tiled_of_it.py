"""Tiled Of It in the browser: whole matches by mouse and touch, and the board in the hand."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.tiled_of_it.position.model import Place
from tests.browser import chosen, people
from tests.browser.cardplay import (
    MINE,
    Keyboard,
    Mouse,
    Pointer,
    card,
    cards_of,
    cell,
    discarded,
    drag,
    play_out,
    take_turn,
    turn,
)
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import button, view, wait_for_ply
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE
from tests.stack import Stack

GAME = "Tiled Of It"


def assert_result(pages: list[Page], site: Stack, cards: int) -> None:
    """Hold that both pages show the stored result, and that the log played again gives it."""
    end = view(pages[0])
    assert (end["status"], end["result"]["reason"]) == ("finished", "over")
    assert cards_of(end["state"]) == cards
    breakdown = end["result"]["breakdown"]
    labels = ["Words made", "Cards in words", "Cards at the end"]
    assert [line["label"] for line in breakdown] == labels
    grid = [lying["player"] for lying in end["state"]["grid"] if lying]
    assert breakdown[2]["points"] == [grid.count(player) for player in (0, 1)]
    scores = end["scores"]
    assert [sum(line["points"][player] for line in breakdown) for player in (0, 1)] == scores
    for page in pages:
        for player, score in enumerate(scores):
            expect(page.locator(f'[data-score="{player}"]')).to_have_text(str(score))
        expect(page.locator("[data-result]")).to_be_visible()
        expect(page.locator(".rack")).to_be_hidden()
        expect(page.locator(".strip-words")).to_contain_text("so the game is over.")
    said = site.manage("replay", end["id"])
    assert said == f"1 matches, {end['ply']} plies, all as stored.\n"


@pytest.mark.journey
def test_by_mouse(open_screen: OpenScreen, site: Stack) -> None:
    # By post, so that a machine that stands still for a while is no player who is away.
    settings = {"pace": "correspondence", "option_cards": 30}
    pages = people.begin_by_pages(open_screen(), open_screen(), "cards", game=GAME, **settings)
    play_out(pages, Mouse(), turns=2)
    chosen.leap(pages)
    play_out(pages, Mouse())
    assert_result(pages, site, 30)


def test_by_touch(open_screen: OpenScreen, site: Stack) -> None:
    screens = open_screen(**PHONE), open_screen(**PHONE)
    pages = people.begin(*screens, game=GAME, pace="correspondence", option_cards=28)
    play_out(pages, Pointer(), turns=2)
    chosen.leap(pages)
    play_out(pages, Pointer())
    assert_result(pages, site, 28)
    for page in pages:
        assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_by_keyboard_alone(open_screen: OpenScreen) -> None:
    pages = people.begin(open_screen(), open_screen(), game=GAME, pace="correspondence")
    pointed: list[str] = []
    for page in pages:
        page.expose_function("pointed", lambda words: pointed.append(words))
        page.evaluate(_TELL_OF_POINTERS)
    way = Keyboard()
    for _ in range(5):
        mover = int(pages[0].locator("[data-match]").get_attribute("data-to-move") or 0)
        ply = take_turn(pages[mover], way)
        for page in pages:
            wait_for_ply(page, ply)
    mover = int(pages[0].locator("[data-match]").get_attribute("data-to-move") or 0)
    page = pages[mover]
    page.wait_for_selector(MINE)
    text = turn(page).hand[0]
    way.choose(page, text)
    way.press(page, "discard")
    wait_for_ply(page, 6)
    assert view(page)["log"][-1]["text"] == f"discard {text.upper()}"
    assert pointed == []


_TELL_OF_POINTERS = """() => {
  for (const name of ["pointerdown", "pointermove", "mousedown", "touchstart"])
    addEventListener(name, (event) => pointed(`${name} on ${event.target.tagName}`), true);
}"""


@pytest.fixture
def table(open_screen: OpenScreen) -> list[Page]:
    """Two at a table: first whoever begins, then the other."""
    return seated(open_screen(), open_screen())


def seated(host: Page, friend: Page | None = None, turns: int = 0, **options: object) -> list[Page]:
    """Begin a match; return first the page of whoever is to move after so many turns."""
    pages = chosen.seat(host, friend, game="tiled_of_it", turns=turns, **options)
    mover = int(pages[0].locator("[data-match]").get_attribute("data-to-move") or 0)
    return pages[::-1] if mover else pages


def play_some(table: list[Page], turns: int) -> list[Page]:
    """Play turns from the first on; return first the page whose turn it is now."""
    chosen.play_on(table, turns)
    first, other = table if turns % 2 == 0 else table[::-1]
    first.wait_for_selector(MINE)
    return [first, other]


def until_a_word(table: list[Page]) -> list[Page]:
    """Play on until whoever is to move can build a word: no deal promises one."""
    while not isinstance(turn(table[0]).best(), Place):
        table = play_some(table, 1)
    return table


def test_a_first_turn_goes_on_an_empty_cell(table: list[Page]) -> None:
    page, other = table
    strip = page.locator(".strip-words")
    expect(strip).to_contain_text("Your first turn: put a card on any empty cell.")
    expect(button(page, "play")).to_be_disabled()
    expect(button(page, "play")).to_have_accessible_description("Put a card on the grid first.")
    page.locator(".rack-tile").first.click()
    discard = button(page, "discard")
    expect(discard).to_be_disabled()
    expect(discard).to_have_accessible_description("You can't discard on your first turn.")
    cell(page, 2, 2).click()
    expect(strip).to_contain_text("You don't score yet.")
    expect(button(page, "play")).to_have_text("Play")
    press(button(page, "play"))
    wait_for_ply(other, 1)
    other.wait_for_selector(MINE)
    other.locator(".rack-tile").first.click()
    cell(other, 2, 2).click()
    expect(other.locator(".strip-words")).to_contain_text(
        "On your first turn the card has to go on an empty cell."
    )
    expect(button(other, "play")).to_be_disabled()
    cell(other, 0, 5).click()
    expect(button(other, "play")).to_be_enabled()
    press(button(other, "play"))
    wait_for_ply(page, 2)
    expect(cell(page, 0, 5).locator(".word-card")).to_be_visible()
    assert view(page)["scores"] == [0, 0]


def test_a_card_is_tried_out_before_it_is_played(open_screen: OpenScreen) -> None:
    page, other = until_a_word(seated(open_screen(), open_screen(), turns=6))
    now = turn(page)
    action = now.best()
    seen = now.preview(action)
    Pointer().lay(page, action)
    valid = [word for word in seen["words"] if word["valid"]]
    chips = page.locator(".strip-words .chip:not(.is-bad)")
    expect(chips).to_have_count(len(valid))
    for word, chip in zip(valid, chips.all(), strict=True):
        expect(chip.locator("span").first).to_have_text(word["word"])
        expect(chip.locator(".chip-points")).to_have_text(str(word["points"]))
        expect(chip.locator(".chip-sign")).to_have_text("✓")
    gains = [f"+{gain}" for gain in seen["gains"] if gain]
    expect(page.locator(".strip-words .gain-marks b")).to_have_text(gains)
    taken = [lying and lying.player for lying in now.state.grid]
    owner = now.player
    if action.source == "discard":
        owner = next(lying.player for lying in now.state.pile if lying.text == action.card)
    changing = [at for at in seen["takes"] if taken[at[0] * 6 + at[1]] != owner]
    expect(page.locator(".claim")).to_have_count(len(changing))
    # They are seen in the new colour already, the arrows to all it reaches too, and who gets what.
    expect(page.locator(".turned")).to_have_count(len(changing))
    reached = page.locator(".join.is-flowing").evaluate_all(
        "joins => [...new Set(joins.map((join) => Number(join.dataset.join.split(',')[1])))]"
    )
    assert sorted(reached) == [row * 6 + column for row, column in seen["takes"]]
    for player, gain in enumerate(seen["gains"]):
        texts = page.locator(f".gain.player-{player} text").all_text_contents()
        assert sum(int(text) for text in texts) == gain
    # The same card elsewhere, then another card there, then none.
    corners = ((0, 1, 6), (5, 4, 11), (30, 24, 31), (35, 29, 34))
    alone = (places for places in corners if not any(now.state.grid[at] for at in places))
    corner = next(alone)[0]
    press(cell(page, 0, corner))
    expect(cell(page, 0, corner).locator(".is-mine")).to_have_attribute("data-card", action.card)
    expect(page.locator(".preview-problem")).to_contain_text("doesn't make a word at")
    expect(button(page, "play")).to_be_disabled()
    another = next(text for text in now.hand if text != action.card)
    press(card(page, another))
    expect(cell(page, 0, corner).locator(".is-mine")).to_have_attribute("data-card", another)
    expect(page.locator(".preview-problem")).to_contain_text(another.upper())
    page.keyboard.press("Escape")
    expect(page.locator(".is-mine")).to_have_count(0)
    expect(page.locator(".is-laid")).to_have_count(0)
    assert view(page)["ply"] == now.ply
    expect(other.locator(".is-mine")).to_have_count(0)


def test_a_card_stays_laid_out_while_the_other_plays(open_screen: OpenScreen) -> None:
    page, other = seated(open_screen(), open_screen(), turns=2)
    text = turn(other).hand[0]
    press(card(other, text))
    press(cell(other, 5, 5))
    expect(other.locator(".preview-problem")).to_be_visible()
    take_turn(page, Pointer())
    wait_for_ply(other, 3)
    expect(cell(other, 5, 5).locator(".is-mine")).to_have_attribute("data-card", text)
    laid = f"{text.upper()}, on the board; take it back"
    expect(other.get_by_role("button", name=laid, exact=True)).to_have_count(1)
    press(button(other, "recall"))
    expect(other.locator(".is-mine")).to_have_count(0)


def test_cards_go_on_the_pile_and_come_back(open_screen: OpenScreen) -> None:
    page, other = seated(open_screen(), open_screen(), turns=2)
    text, second = turn(page).hand[:2]
    discard = button(page, "discard")
    expect(discard).to_be_disabled()
    expect(discard).to_have_accessible_description("Choose the card to discard first.")
    press(card(page, text))
    expect(discard).to_have_accessible_description("")
    press(discard)
    wait_for_ply(other, 3)
    expect(page.locator(".strip-words")).to_contain_text(f"You discarded {text.upper()}.")
    expect(page.locator(".rack-tile")).to_have_count(5)

    # Dropped on the pile it is only discarded after a yes.
    other.wait_for_selector(MINE)
    dropped = turn(other).hand[0]
    drag(other, card(other, dropped), other.locator(".pile"))
    press(other.get_by_role("button", name="Keep it"))
    assert view(other)["ply"] == 3
    drag(other, card(other, dropped), other.locator(".pile"))
    press(other.locator("dialog[open]").get_by_role("button", name="Discard"))
    wait_for_ply(page, 4)
    expect(page.locator(".pile-card .card-text")).to_have_text([dropped.upper(), text.upper()])

    # The other's card can be taken, in their colour, and goes back to the pile.
    page.wait_for_selector(MINE)
    press(discarded(page, dropped))
    press(cell(page, 5, 5))
    seat = view(other)["player"]
    expect(cell(page, 5, 5).locator(f".word-card.player-{seat}.is-mine")).to_be_visible()
    press(card(page, second))
    expect(cell(page, 5, 5).locator(".is-mine")).to_have_attribute("data-card", second)
    expect(discarded(page, dropped)).not_to_have_class(re.compile("is-laid"))


def test_only_the_top_card_where_the_table_says_so(open_screen: OpenScreen) -> None:
    screens = open_screen(**PHONE), open_screen(**PHONE)
    page, other = seated(*screens, turns=2, top_only=True, show_places=True)
    for _ in range(2):
        now = turn(page)
        press(card(page, now.hand[0]))
        press(button(page, "discard"))
        for screen in (page, other):
            wait_for_ply(screen, now.ply + 1)
        page, other = other, page
        page.wait_for_selector(MINE)
    pile = [lying["text"] for lying in view(page)["state"]["pile"]]
    press(page.locator(".pile-open"))
    expect(page.locator(".pile-tray")).to_contain_text("You can play the top card.")
    expect(page.locator("[data-pile]")).to_have_count(1)
    expect(page.locator(".pile-card.is-shut")).to_have_count(1)
    press(discarded(page, pile[-1]))
    expect(page.locator(".pile-tray")).to_be_hidden()
    expect(page.locator(".strip-words")).to_contain_text(
        f"Now choose a cell for {pile[-1].upper()}"
    )
    places = view(page)["hints"]["places"].get(pile[-1], [])
    expect(page.locator(".cell.is-place")).to_have_count(len(places))


def test_control_flows_before_ones_eyes(open_screen: OpenScreen) -> None:
    """The colour runs along the words; without motion the grid shows where it has been."""
    still, moving = open_screen(), open_screen(reduced_motion="no-preference")
    page, other = seated(still, moving, turns=2)
    for screen in (still, moving):
        screen.evaluate(_COUNT_DROPS)
    taken: list[str] = []
    for _ in range(20):
        before, seen = colours(page), moving.evaluate("drops")
        play_some([page, other], 1)
        after = colours(page)
        taken = [text for text, player in after.items() if before.get(text, player) != player]
        if page is still and taken:
            break
        page, other = other, page
    for screen in (still, moving):
        expect(screen.locator(".ring-flowed")).to_have_count(len(taken))
        expect(screen.locator(".layer > *")).to_have_count(0)
    assert moving.evaluate("drops") - seen == len(taken) > 0
    assert still.evaluate("drops") == 0


def colours(page: Page) -> dict[str, int]:
    """Return whose colour each card on the grid has, by its letters: no two have the same."""
    grid = view(page)["state"]["grid"]
    return {lying["text"]: lying["player"] for lying in grid if lying}


_COUNT_DROPS = """() => {
  window.drops = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      drops += [...addedNodes].filter((node) => node.matches(".drop")).length;
  }).observe(document.querySelector(".layer"), { childList: true });
}"""


def test_what_lies_on_a_cell_and_what_its_words_mean(open_screen: OpenScreen) -> None:
    page, other = seated(open_screen(), open_screen(), turns=5)
    while not (state := view(other)["state"])["joined"]:  # no deal promises a word
        page, other = play_some([page, other], 1)
    first, second = state["joined"][0]
    word = (state["grid"][first]["text"] + state["grid"][second]["text"]).upper()
    press(cell(other, 0, first))
    facts = other.locator(".cell-facts")
    expect(facts).to_contain_text(state["grid"][first]["text"].upper())
    press(facts.locator(f'[data-word="{word}"]'))
    dialog = other.locator("dialog.meaning")
    expect(dialog).to_contain_text("It counts in this match.")
    expect(dialog.locator(".badge").first).to_be_visible()
    assert_open_to_all(other, "dialog[open]")
    other.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    listed = other.locator(".panels [data-word]")
    expect(listed).to_have_count(len(state["joined"]))
    flashed = "b => { b.click(); return document.querySelectorAll('.ring-flash').length }"
    assert other.locator('[data-move="1"] .move-ply').evaluate(flashed) == 1
    press(other.locator("[data-moves] .word-button").first)
    expect(dialog).to_be_visible()


def test_a_spectator_sees_no_hand(open_screen: OpenScreen) -> None:
    table = seated(open_screen())
    watcher = open_screen()
    watcher.goto(table[0].url)
    expect(watcher.locator(".field")).to_be_visible()
    expect(watcher.locator(".rack")).to_be_hidden()
    seen = view(watcher)["state"]
    assert (seen["hands"], len(seen["deck"]), seen["deck_size"]) == ([None, None], 60, 50)
    expect(watcher.locator(".unseen li")).to_have_count(60)
    chosen.play_on([table[0], watcher], 1)
    expect(watcher.locator(".ring-last")).to_have_count(1)


def test_alone(open_screen: OpenScreen) -> None:
    (page,) = chosen.seat(open_screen(), game="tiled_of_it")
    while not isinstance(turn(page).best(), Place) or not turn(page).ply:
        take_turn(page, Pointer())  # no deal promises a word
    take_turn(page, Pointer())
    assert view(page)["scores"][0] > 0


def test_the_board_is_open_to_all(open_screen: OpenScreen) -> None:
    page, other = seated(open_screen(), open_screen(), turns=2)
    press(card(page, turn(page).hand[0]))
    press(button(page, "discard"))
    wait_for_ply(other, 3)
    other.wait_for_selector(MINE)
    press(card(other, turn(other).hand[0]))
    press(cell(other, 5, 5))
    expect(other.locator(".preview-problem")).to_be_visible()
    assert_open_to_all(other)
    other.set_viewport_size({"width": 390, "height": 844})
    press(other.locator(".pile-open"))
    expect(other.locator(".pile-tray")).to_be_visible()
    assert_open_to_all(other, ".pile-tray")
    chosen.play_on([page, other])
    expect(page.locator("[data-result]")).to_be_visible()
    assert_open_to_all(page, ".strip, [data-result]")


def test_pages_about_the_game(open_screen: OpenScreen) -> None:
    page = open_screen()
    for path in ("/tables/new/tiled_of_it/", "/rules/tiled_of_it/"):
        page.goto(path)
        for fold in page.locator("details[data-options] > summary").all():
            press(fold)
        assert_open_to_all(page)
