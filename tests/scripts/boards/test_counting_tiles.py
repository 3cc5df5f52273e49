"""The board of Counting Tiles: what is held, on its way or taken back, and its gate and clock."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from games.counting_tiles.position.model import (
    Action,
    Change,
    Combine,
    Discard,
    Drop,
    Move,
    Place,
    Remove,
    Wild,
    cell_text,
)
from tests.browser import people
from tests.browser.people import press
from tests.browser.playing import button, view, wait_for_ply
from tests.browser.rowplay import (
    KNOWN,
    MINUS,
    Keyboard,
    Mouse,
    Pointer,
    Way,
    assert_shown,
    bonus,
    cell,
    play_out,
    tile,
    turn,
    wait_until_told,
)
from tests.scripts.conftest import OpenBoard
from tests.scripts.tables import NOW, Table

STRIP = ".strip"


def alone(state: Any = None, **options: object) -> Table:
    """Return a game in which random tiles only fall if a test lets them."""
    return Table("counting_tiles", players=1, options={"interval": 60, **options}, state=state)


def by_clock(seconds: float = 60, **facts: object) -> dict[str, Any]:
    """Return what views tell of a clock by which the next random tile falls."""
    deadline = NOW + timedelta(seconds=seconds)
    return {"pace": "live", "tempo": True, "deadline_at": deadline.isoformat(), **facts}


def fall(page: Page, table: Table) -> int:
    """Let a random tile fall, and the page learn of it; return where it lies."""
    free = opens(table.state.grid)
    table.apply(Drop())
    page.evaluate("bare.refresh()")
    return next(at for at in free if table.state.grid[at])


@contextmanager
def held_moves(page: Page) -> Iterator[list[Route]]:
    """Keep what the page sends from arriving; give what is held."""
    held: list[Route] = []
    page.route("**/moves", lambda route: held.append(route))
    try:
        yield held
    finally:
        page.unroute("**/moves")


def came(page: Page, held: list[Route]) -> Route:
    """Return what the page has sent last, as soon as it is held."""
    route: Route = people.until(page, lambda: held).pop()
    return route


def all_shown(page: Page) -> dict[str, Any]:
    """Hold that the page shows the position, with nothing pointed at; return the view."""
    page.mouse.move(1, 1)  # where it points, a row tells what it would miss
    return assert_shown(page)


def opens(grid: tuple[Any, ...]) -> list[int]:
    """Return the cells on which nothing lies."""
    return [number for number, lying in enumerate(grid) if lying is None]


def test_a_random_tile_falls_while_actions_are_on_their_way(open_board: OpenBoard) -> None:
    """What still fits is played after it; what does not is taken back with the reason."""
    table = alone()
    page = open_board(table)
    with held_moves(page) as held:
        now = turn(page)
        free = opens(now.state.grid)[0]
        press(cell(page, free))
        expect(tile(page, free)).to_have_attribute("data-value", str(now.state.tile))
        expect(page.locator(KNOWN)).to_have_count(0)
        fallen = fall(page, table)
        wait_for_ply(page, 1)
        expect(tile(page, fallen)).to_have_class(re.compile("is-random"))
        expect(tile(page, free)).to_be_visible()
        came(page, held).continue_()
        wait_until_told(page, 2)
        log = [entry["text"] for entry in all_shown(page)["log"]]
        assert log == ["drop", f"{now.state.tile} {cell_text(free)}"]

        # Where the random tile lies, the one in hand cannot go.
        twin = alone(table.state)
        twin.apply(Drop())
        free = next(at for at in opens(table.state.grid) if twin.state.grid[at])
        press(cell(page, free))
        expect(tile(page, free)).not_to_have_class(re.compile("is-random"))
        assert fall(page, table) == free
        expect(tile(page, free)).to_have_class(re.compile("is-random"))
        came(page, held).continue_()
        reason = f"Taken back: There's already a tile at {cell_text(free)}."
        expect(page.locator(STRIP)).to_have_text(reason)
    page.wait_for_selector(KNOWN)
    all_shown(page)


def test_quick_actions_wait_for_each_other(open_board: OpenBoard) -> None:
    """Several show at once and are sent in order; if one is refused, so are those after it."""
    table = alone()
    page = open_board(table)
    with held_moves(page) as held:
        now = turn(page)
        moves = [a for a in now.game.legal_actions(now.state) if isinstance(a, Move)]
        one = moves[0]
        two = next(a for a in moves if a.cell != one.cell and a.to not in (one.cell, one.to))
        for action in (one, two):
            Pointer().act(page, action)
        for action in (one, two):
            expect(cell(page, action.to).locator(".tile.is-moved")).to_be_visible()
        assert people.until(page, lambda: len(held)) == 1
        held.pop().continue_()
        wait_for_ply(page, 1)
        came(page, held).continue_()
        wait_until_told(page, 2)
        assert [entry["text"] for entry in all_shown(page)["log"]] == [
            f"{cell_text(one.cell)}-{cell_text(one.to)}",
            f"{cell_text(two.cell)}-{cell_text(two.to)}",
        ]

        # Played on another page meanwhile, the position is no longer the one the player saw.
        now = turn(page)
        Pointer().act(page, now.first(Place))
        table.apply(Place(opens(now.state.grid)[-1]))
        came(page, held).continue_()
        expect(page.locator(STRIP)).to_have_text(
            "Taken back: The position has changed. Here's the new one."
        )
    page.wait_for_selector(KNOWN)
    all_shown(page)


def test_what_is_held_and_where_it_can_go(open_board: OpenBoard) -> None:
    page = open_board(alone())
    now = turn(page)
    held = min(a.cell for a in now.game.legal_actions(now.state) if isinstance(a, Move))
    press(cell(page, held))
    legal = [a for a in now.game.legal_actions(now.state) if getattr(a, "cell", None) == held]
    targets = [
        a.to if isinstance(a, Move) else a.onto for a in legal if isinstance(a, Move | Combine)
    ]
    shown = page.locator(".is-target").evaluate_all("all => all.map(x => Number(x.dataset.cell))")
    assert sorted(targets) == shown
    # The published rules: "this will highlight it with a blue outline".
    shadow = "tile => getComputedStyle(tile).boxShadow"
    rim = re.findall(r"rgb\((\d+), (\d+), (\d+)\)", page.locator(".is-held .tile").evaluate(shadow))
    red, green, blue = map(int, rim[1])  # after the gap
    assert max(red, green) < blue
    expect(page.locator(STRIP)).to_contain_text("Move the")
    page.keyboard.press("Escape")
    expect(page.locator(".is-target")).to_have_count(0)


def test_rows_tell_what_they_miss_and_how_far_they_are(open_board: OpenBoard) -> None:
    page = open_board(alone())
    now = turn(page)
    # The end of a row tells what an action would leave to be filled.
    free = opens(now.state.grid)[0]
    missing = page.locator(".end-missing").nth(free // 6)
    before = int(missing.inner_text().replace(MINUS, "-"))
    notes = page.locator(".end-note")
    expect(notes).to_have_text(["to go"] * 7)
    cell(page, free).hover()
    after = before - (now.state.tile or 0)
    expect(missing).to_have_text(str(after).replace("-", MINUS))
    page.locator(STRIP).hover()
    expect(missing).to_have_text(str(before).replace("-", MINUS))

    # The goal of each row is filled as far as its tiles go, and the open cells are counted.
    filled = page.locator(".end").evaluate_all(
        "all => all.map((end) => Number(end.style.getPropertyValue('--filled')))"
    )
    sums = [
        sum(tile.value for tile in now.state.grid[at : at + 6] if tile) for at in range(0, 42, 6)
    ]
    wanted = [
        round(min(1, total / target), 4)
        for total, target in zip(sums, now.state.targets, strict=True)
    ]
    assert [round(part, 4) for part in filled] == wanted
    expect(page.locator("[data-open]")).to_have_text(str(now.state.grid.count(None)))


def test_a_bonus_that_is_locked_says_so_and_nothing_happens(open_board: OpenBoard) -> None:
    table = alone()
    page = open_board(table)
    bonus(page, Wild).click(force=True)
    expect(page.locator(STRIP)).to_have_text("Wild card: locked. Complete 4 rows to unlock it.")
    bonus(page, Discard).click(force=True)
    expect(page.locator(STRIP)).to_have_text(
        "Discard the tile in hand: locked. Complete 1 row to unlock it."
    )
    # What unlocks them is in sight and in their names.
    for kind, name in (
        (Discard, "Discard locked after 1 row"),
        (Remove, "Remove locked after 2 rows"),
        (Change, "Make 1 locked after 3 rows"),
        (Wild, "Wild card locked after 4 rows"),
    ):
        expect(bonus(page, kind)).to_have_accessible_name(name)
    assert (view(page)["ply"], table.sent) == (0, [])


@pytest.mark.parametrize("way", [Pointer(), Keyboard()], ids=["pointer", "keys"])
def test_each_bonus_is_used(open_board: OpenBoard, way: Way) -> None:
    state = replace(alone().state, bonuses=("unlocked",) * 4)
    page = open_board(alone(state))
    actions: list[Action] = [Discard(), Remove(0), Change(3), Wild(1)]
    for ply, action in enumerate(actions, start=1):
        way.act(page, action)
        wait_until_told(page, ply)
    page.evaluate("document.activeElement.blur()")
    seen = all_shown(page)
    assert [entry["text"] for entry in seen["log"]] == ["discard", "remove A1", "D1=1", "wild B1"]
    assert seen["state"]["bonuses"] == ["locked", "locked", "locked", "used"]


def test_tiles_are_carried_by_mouse(open_board: OpenBoard) -> None:
    table = alone()
    page = open_board(table)
    for ply, kind in enumerate((Place, Move, Combine), start=1):
        action = turn(page).first(kind)
        Mouse().act(page, action)
        wait_until_told(page, ply)
        assert table.sent[-1] == table.rules.encode_action(action)
    all_shown(page)


def test_the_first_and_the_last_turns_by_touch(open_board: OpenBoard) -> None:
    table = alone(drops="counted", limit=5)
    page = open_board(table, touch=True)
    play_out(page, Pointer(), turns=3)
    table.play(15)
    page.evaluate("bare.refresh()")
    assert 0 < len(play_out(page, Pointer())) < 9
    end = assert_shown(page)
    assert (end["status"], end["state"]["drops"]) == ("finished", 5)
    expect(page.locator(".bar")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_turns_by_keyboard_alone(open_board: OpenBoard) -> None:
    table = alone()
    table.clock = by_clock(waits=True, stands_at=NOW.isoformat())
    page = open_board(table)
    expect(button(page, "begin")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector(KNOWN)
    expect(page.locator(":focus")).to_have_attribute("role", "gridcell")
    way = Keyboard()
    for kind in (Place, Place, Move, Combine):
        now = turn(page)
        found = [a for a in now.game.legal_actions(now.state) if isinstance(a, kind)]
        way.act(page, found[len(found) // 2])
        wait_until_told(page, now.ply + 1)
    assert_shown(page)
    assert page.evaluate("bare.pointed") == []


@pytest.mark.parametrize("player", [0, None], ids=["player", "spectator"])
def test_nothing_is_seen_before_the_clock_runs(open_board: OpenBoard, player: int | None) -> None:
    """Nobody may look and think before."""
    table = alone()
    table.clock = by_clock(waits=True, stands_at=NOW.isoformat())
    page = open_board(table, player=player)
    bar, gate = page.locator("[data-countdown]"), page.locator(".gate")
    expect(bar).to_contain_text("Not started")
    expect(page.locator(".grid")).to_be_hidden()
    expect(page.locator(".grid .tile, .hand .tile")).to_have_count(0)
    if player is None:
        expect(gate).to_be_hidden()
        return
    expect(gate).to_contain_text("A random tile falls every 60 seconds.")
    expect(gate).to_contain_text("The clock stops while you're away from this page.")
    press(button(page, "begin"))
    expect(gate).to_be_hidden()
    expect(bar).to_contain_text("Next random tile")
    expect(bar.locator(".bar-left")).to_have_text(re.compile(r"^[1-6]\d s$"))
    page.wait_for_selector(KNOWN)
    all_shown(page)


def test_the_bar_tells_when_the_next_random_tile_falls(open_board: OpenBoard) -> None:
    table = alone()
    page = open_board(table)
    bar = page.locator("[data-countdown]")
    for clock, words, left in (
        (by_clock(12, stands_at=NOW.isoformat()), "The clock is stopped", "12 s"),
        (by_clock(0.5, stands_at=NOW.isoformat()), "The clock is stopped", "1 s"),
        (by_clock(0), "A random tile is falling", ""),
    ):
        table.clock = clock
        page.evaluate("bare.refresh()")
        expect(bar.locator(".bar-words")).to_have_text(words)
        expect(bar.locator(".bar-left")).to_have_text(left)

    # Where actions are counted, it tells how many.
    table = alone(drops="counted")
    open_board(table)
    for spent, words in enumerate(
        (
            "Random tile after 4 actions",
            "Random tile after 3 actions",
            "Random tile after 2 actions",
            "Random tile after your next action",
        )
    ):
        expect(bar.locator(".bar-words")).to_have_text(words)
        expect(bar.locator(".pips > i")).to_have_count(4)
        expect(bar.locator(".is-spent")).to_have_count(spent)
        Pointer().act(page, turn(page).first(Place))
        wait_until_told(page, spent + 1)
    expect(bar.locator(".is-spent")).to_have_count(0)
    assert table.state.drops == 1


def test_nothing_is_laid_out_again_while_a_tile_is_carried(open_board: OpenBoard) -> None:
    """What moves is moved without layout, whatever machine this is; frames.py times the frames."""
    page = open_board(alone(), moving=True)
    counting = page.context.new_cdp_session(page)
    counting.send("Performance.enable")

    def layouts() -> int:
        metrics = counting.send("Performance.getMetrics")["metrics"]
        return next(int(m["value"]) for m in metrics if m["name"] == "LayoutCount")

    box = page.locator(".hand").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 30, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"], box["y"] - 30, steps=4)
    before = layouts()
    for step in range(30):
        page.mouse.move(box["x"] - 10 * step, 200 + 15 * step)
    # A row's end that says what it would miss then is laid out, by itself.
    assert layouts() - before <= 30
    page.mouse.up()
    counting.detach()
