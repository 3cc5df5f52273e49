"""The board of Tiled Of It: cards tried out, laid, discarded and dragged, colours that flow."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.tiled_of_it.position.model import Place
from tests.browser.cardplay import (
    Keyboard,
    Mouse,
    Pointer,
    Way,
    card,
    cards_of,
    cell,
    discarded,
    drag,
    take_turn,
    turn,
)
from tests.browser.people import press
from tests.browser.playing import button, view, wait_for_ply
from tests.scripts.conftest import OpenBoard
from tests.scripts.tables import Table


def dealt(turns: int = 0, **options: object) -> Table:
    """Return a match of two in which Easy has played the first turns."""
    table = Table("tiled_of_it", options=options)
    table.play(turns)
    return table


def others_play(page: Page, table: Table) -> None:
    """Have whoever is to move play a turn, and the page learn of it."""
    table.play()
    page.evaluate("bare.refresh()")


def take_turns(page: Page, table: Table, way: Way, turns: int) -> None:
    """Play turns, those of the page's player on the board; end sooner if the match does."""
    for _ in range(turns):
        if table.mover is None:
            return
        if table.mover == table.player:
            take_turn(page, way)
        else:
            others_play(page, table)


def test_turns_by_mouse(open_board: OpenBoard) -> None:
    table = dealt()
    page = open_board(table)
    take_turns(page, table, Mouse(), 5)
    assert (table.ply, len(table.sent)) == (5, 3)
    assert table.state.scores[table.player or 0] > 0


def test_the_first_and_the_last_turns_by_touch(open_board: OpenBoard) -> None:
    table = dealt(cards=28)
    page = open_board(table, touch=True)
    take_turns(page, table, Pointer(), 3)
    table.play(25 - table.ply)
    page.evaluate("bare.refresh()")
    take_turns(page, table, Pointer(), 10)
    end = view(page)
    assert (end["status"], end["ply"]) == ("finished", table.ply)
    assert cards_of(end["state"]) == 28
    expect(page.locator(".rack")).to_be_hidden()
    expect(page.locator(".strip-words")).to_contain_text("so the game is over.")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_turns_by_keyboard_alone(open_board: OpenBoard) -> None:
    table = dealt()
    page = open_board(table)
    way = Keyboard()
    take_turns(page, table, way, 6)
    text = turn(page).hand[0]
    way.choose(page, text)
    way.press(page, "discard")
    wait_for_ply(page, 7)
    assert view(page)["log"][-1]["text"] == f"discard {text.upper()}"
    assert page.evaluate("bare.pointed") == []


def test_a_first_turn_goes_on_an_empty_cell(open_board: OpenBoard) -> None:
    table = dealt()
    page = open_board(table)
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
    wait_for_ply(page, 1)

    open_board(table)  # the other's
    page.locator(".rack-tile").first.click()
    cell(page, 2, 2).click()
    expect(strip).to_contain_text("On your first turn the card has to go on an empty cell.")
    expect(button(page, "play")).to_be_disabled()
    cell(page, 0, 5).click()
    expect(button(page, "play")).to_be_enabled()
    press(button(page, "play"))
    wait_for_ply(page, 2)
    expect(cell(page, 0, 5).locator(".word-card")).to_be_visible()
    assert view(page)["scores"] == [0, 0]


def test_a_card_is_tried_out_before_it_is_played(open_board: OpenBoard) -> None:
    table = dealt(4)
    page = open_board(table)
    now = turn(page)
    action = now.best()
    assert isinstance(action, Place)
    assert action.source == "hand"
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
    changing = changing_by(now, action)
    assert changing
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


def changing_by(now: Any, action: Place) -> list[tuple[int, int]]:
    """Return the cells whose cards would change colour by a card of the hand."""
    takes = now.preview(action)["takes"]
    return [at for at in takes if now.state.grid[at[0] * 6 + at[1]].player != now.player]


def test_a_card_tried_out_goes_elsewhere_and_makes_room_for_another(open_board: OpenBoard) -> None:
    table = dealt(4)
    page = open_board(table)
    now = turn(page)
    text, another = now.hand[:2]
    press(card(page, text))
    press(cell(page, 5, 5))
    expect(cell(page, 5, 5).locator(".is-mine")).to_have_attribute("data-card", text)
    press(cell(page, 0, 0))
    expect(cell(page, 0, 0).locator(".is-mine")).to_have_attribute("data-card", text)
    expect(page.locator(".is-mine")).to_have_count(1)
    expect(page.locator(".preview-problem")).to_contain_text("doesn't make a word at")
    expect(button(page, "play")).to_be_disabled()
    press(card(page, another))
    expect(cell(page, 0, 0).locator(".is-mine")).to_have_attribute("data-card", another)
    expect(page.locator(".preview-problem")).to_contain_text(another.upper())
    page.keyboard.press("Escape")
    expect(page.locator(".is-mine")).to_have_count(0)
    expect(page.locator(".is-laid")).to_have_count(0)
    assert (view(page)["ply"], table.sent) == (now.ply, [])


def test_a_card_stays_laid_out_while_the_other_plays(open_board: OpenBoard) -> None:
    table = dealt(2)
    page = open_board(table, player=1 - (table.mover or 0))
    text = turn(page).hand[0]
    press(card(page, text))
    press(cell(page, 5, 5))
    expect(page.locator(".preview-problem")).to_be_visible()
    others_play(page, table)
    wait_for_ply(page, 3)
    expect(cell(page, 5, 5).locator(".is-mine")).to_have_attribute("data-card", text)
    laid = f"{text.upper()}, on the board; take it back"
    expect(page.get_by_role("button", name=laid, exact=True)).to_have_count(1)
    press(button(page, "recall"))
    expect(page.locator(".is-mine")).to_have_count(0)


def test_cards_go_on_the_pile_and_come_back(open_board: OpenBoard) -> None:
    table = dealt(2)
    page = open_board(table)
    text, second = turn(page).hand[:2]
    discard = button(page, "discard")
    expect(discard).to_be_disabled()
    expect(discard).to_have_accessible_description("Choose the card to discard first.")
    press(card(page, text))
    expect(discard).to_have_accessible_description("")
    press(discard)
    wait_for_ply(page, 3)
    expect(page.locator(".strip-words")).to_contain_text(f"You discarded {text.upper()}.")
    expect(page.locator(".rack-tile")).to_have_count(5)

    # Dropped on the pile it is only discarded after a yes.
    open_board(table)  # the other's
    dropped = turn(page).hand[0]
    drag(page, card(page, dropped), page.locator(".pile"))
    press(page.get_by_role("button", name="Keep it"))
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert table.ply == 3
    drag(page, card(page, dropped), page.locator(".pile"))
    press(page.locator("dialog[open]").get_by_role("button", name="Discard"))
    wait_for_ply(page, 4)
    seat = table.player

    # The other's card can be taken, in their colour, and goes back to the pile.
    open_board(table)
    expect(page.locator(".pile-card .card-text")).to_have_text([dropped.upper(), text.upper()])
    press(discarded(page, dropped))
    press(cell(page, 5, 5))
    expect(cell(page, 5, 5).locator(f".word-card.player-{seat}.is-mine")).to_be_visible()
    press(card(page, second))
    expect(cell(page, 5, 5).locator(".is-mine")).to_have_attribute("data-card", second)
    expect(discarded(page, dropped)).not_to_have_class(re.compile("is-laid"))


def test_only_the_top_card_where_the_table_says_so(open_board: OpenBoard) -> None:
    table = dealt(2, top_only=True, show_places=True)
    for _ in range(2):
        page = open_board(table, touch=True)
        now = turn(page)
        press(card(page, now.hand[0]))
        press(button(page, "discard"))
        wait_for_ply(page, now.ply + 1)
    page = open_board(table, touch=True)
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


@pytest.mark.parametrize("moving", [True, False])
@pytest.mark.parametrize("own", [True, False])
def test_control_flows_before_ones_eyes(open_board: OpenBoard, moving: bool, own: bool) -> None:
    """The colour runs along the words; without motion the grid shows where it has been."""
    table = dealt(3)
    mover = table.mover or 0
    page = open_board(table, player=mover if own else 1 - mover, moving=moving)
    page.evaluate(_COUNT_DROPS)
    before = colours(page)
    if own:
        take_turn(page, Pointer())
    else:
        others_play(page, table)
    taken = [text for text, player in colours(page).items() if before.get(text, player) != player]
    assert len(taken) > 1
    expect(page.locator(".ring-flowed")).to_have_count(len(taken))
    assert page.evaluate("drops") == (len(taken) if moving else 0)
    page.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
    expect(page.locator(".layer > *")).to_have_count(0)


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


def test_what_lies_on_a_cell_and_the_words_of_the_grid(open_board: OpenBoard) -> None:
    table = dealt(5)
    page = open_board(table)
    state = view(page)["state"]
    first, second = state["joined"][0]
    word = (state["grid"][first]["text"] + state["grid"][second]["text"]).upper()
    press(cell(page, 0, first))
    facts = page.locator(".cell-facts")
    expect(facts).to_contain_text(state["grid"][first]["text"].upper())
    expect(facts.locator(f'[data-word="{word}"]')).to_be_visible()
    press(cell(page, 0, first))
    expect(facts).to_have_count(0)
    expect(page.locator(".panels [data-word]")).to_have_count(len(state["joined"]))
    flashed = (
        "() => { bare.board.point(1); return document.querySelectorAll('.ring-flash').length }"
    )
    assert page.evaluate(flashed) == 1


def test_a_spectator_sees_no_hand(open_board: OpenBoard) -> None:
    table = dealt()
    page = open_board(table, player=None)
    expect(page.locator(".field")).to_be_visible()
    expect(page.locator(".rack")).to_be_hidden()
    seen = view(page)["state"]
    assert (seen["hands"], len(seen["deck"]), seen["deck_size"]) == ([None, None], 60, 50)
    expect(page.locator(".unseen li")).to_have_count(60)
    others_play(page, table)
    expect(page.locator(".ring-last")).to_have_count(1)


def test_alone(open_board: OpenBoard) -> None:
    table = Table("tiled_of_it", players=1)
    table.play(2)
    page = open_board(table)
    assert isinstance(turn(page).best(), Place)
    take_turn(page, Pointer())
    assert view(page)["scores"][0] > 0


def test_a_result_keeps_clear_of_all_that_the_last_card_made(open_board: OpenBoard) -> None:
    table = dealt(4)
    while not (words := [one for one in table.log[-1]["events"] if one["kind"] == "word"]):
        table.play()
    lies = open_board(table).evaluate("bare.board.latest().filter(Boolean).length")
    assert lies == 1 + len(words)


def test_the_last_round_names_who_has_run_out_of_cards(open_board: OpenBoard) -> None:
    table = dealt(cards=28)
    while min(table.state.sizes) or table.mover is None:
        assert table.mover is not None
        table.play()
    out = table.state.sizes.index(0)
    page = open_board(table)
    said = f"{table.names[out]} has run out of cards, so this is the last round."
    expect(page.locator("[data-board]")).to_contain_text(said)
