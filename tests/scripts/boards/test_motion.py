"""Tiles travel and points rise for whoever wants motion; nothing piles up, nothing else moves."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.feel.hearing import note, touch
from tests.browser.playing import Pointer, play_turn
from tests.scripts.conftest import OpenBoard
from tests.scripts.modules.asking import ask
from tests.scripts.tables import Table

MOTION = "/static/shell/feel/motion.js"
MOST = 24  # things that move at once
_STILL = "() => document.getAnimations().every(({playState}) => playState !== 'running')"
_SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifted += entry.value;
  }).observe({type: "layout-shift"});
}"""
_TAKES_TIME = """() => document.getAnimations()
  .filter(({effect}) => effect.getComputedTiming().activeDuration > 0)
  .map(({effect}) => effect.target.getAttribute("class"))"""
# Puts the score table beside the board, and lets each view be felt as a match page does.
_AS_A_MATCH_DOES = """async () => {
  const {Seats} = await import("/static/shell/panels/seats.js");
  const {Feel} = await import("/static/shell/feel/feel.js");
  const page = document.querySelector("[data-match]");
  const root = Object.assign(document.createElement("ol"), {className: "seats"});
  page.querySelector(".side").prepend(root);
  const [seats, feel] = [new Seats(root), new Feel(page)];
  let view = null;
  const look = async () => {
    view = await (await fetch("view")).json();
    seats.render(view, (player) => bare.board.extra(view, player));
  };
  await look();
  // What stands in a score, each time it is written.
  window.numbers = [];
  for (const score of root.querySelectorAll(".seat-score"))
    new MutationObserver(() => numbers.push(Number(score.textContent)))
      .observe(score, {childList: true, characterData: true, subtree: true});
  window.follow = async () => {
    const before = view;
    await look();
    await bare.refresh();
    feel.follow(view, before, bare.board);
  };
}"""


def sit(open_board: OpenBoard, table: Table, *, player: int, moving: bool = True) -> Page:
    """Open a player's board beside a score table, where all that moves is noted."""
    page = open_board(table, player=player, moving=moving)
    note(page)
    page.evaluate(_AS_A_MATCH_DOES)
    touch(page)
    page.evaluate(_SHIFTS)
    return page


def moved(page: Page) -> list[str]:
    """Return what has moved since the last call, once it lies still."""
    page.wait_for_function(_STILL)
    names: list[str] = page.evaluate("heard.moves.splice(0)")
    return names


def play_until_points(table: Table) -> int:
    """Have Easy play until the next turn brings points; return whose."""
    before = list(table.rules.scores(table.state))
    for _ in range(40):
        state, log = table.state, list(table.log)
        table.play()
        after = list(table.rules.scores(table.state))
        if after != before:
            table.state, table.log = state, log
            return next(seat for seat, score in enumerate(after) if score != before[seat])
    raise AssertionError("the deal brings points within forty turns")


# --- The boards -----------------------------------------------------------------------------------


def test_a_tile_travels_from_the_hand_to_its_place(open_board: OpenBoard) -> None:
    table = Table("tilekingdom")
    mover = table.mover or 0
    page = sit(open_board, table, player=mover)
    play_turn(page, Pointer(), Random(1), subject=0)
    assert moved(page)[0] == "tile"


def test_a_tile_of_another_player_comes_from_the_hand_and_settles(open_board: OpenBoard) -> None:
    table = Table("tilekingdom")
    page = sit(open_board, table, player=1 - (table.mover or 0))
    table.play()
    page.evaluate("follow()")
    names = moved(page)
    assert names[0] == "tile arriving"
    assert "tile" in names[1:]
    # Their hand gets its buttons; no tile pushes anything.
    assert page.evaluate("shifted") <= 0.02


def test_points_rise_where_they_were_earned_and_are_counted(open_board: OpenBoard) -> None:
    table = Table("tilekingdom")
    player = play_until_points(table)
    page = sit(open_board, table, player=0)
    table.play()
    page.evaluate("follow()")
    last = table.rules.scores(table.state)[player]
    score = page.locator(f'[data-score="{player}"]')
    expect(score).to_have_text(str(last))
    assert "earned" in moved(page)
    numbers = page.evaluate("numbers")
    assert numbers == sorted(numbers)
    assert (numbers[0], numbers[-1]) == (0, last)
    expect(page.locator(".earned")).to_have_count(0)


def test_many_turns_at_once_are_just_there(open_board: OpenBoard) -> None:
    table = Table("tilekingdom")
    page = sit(open_board, table, player=table.mover or 0)
    page.evaluate("() => { const now = performance.now(); performance.now = () => now }")
    for ply in range(1, 7):
        table.play()
        page.evaluate("follow()")
        expect(page.locator("[data-tile]")).to_have_count(ply + 1)
    names = moved(page)  # the first of them travels, the others come on its heels
    travelled = [name for name in names if name.startswith("tile") or name == "earned"]
    assert travelled == ["tile arriving", "tile"], names  # it flies, and settles


def test_turns_told_in_one_view_are_just_there(open_board: OpenBoard) -> None:
    table = Table("tilekingdom")
    page = sit(open_board, table, player=0)
    table.play(4)
    page.evaluate("follow()")
    expect(page.locator("[data-tile]")).to_have_count(5)
    assert [name for name in moved(page) if name.startswith("tile")] == []


def test_nothing_moves_where_nobody_looks(open_board: OpenBoard) -> None:
    table = Table("tilekingdom")
    play_until_points(table)
    page = sit(open_board, table, player=1 - (table.mover or 0))
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true})")
    table.play()
    page.evaluate("follow()")
    expect(page.locator("[data-match]")).to_have_attribute("data-ply", str(table.ply))
    assert moved(page) == []


def test_with_reduced_motion_nothing_moves_and_numbers_just_change(open_board: OpenBoard) -> None:
    table = Table("tilekingdom")
    player = play_until_points(table)
    page = sit(open_board, table, player=0, moving=False)
    table.play()
    page.evaluate("follow()")
    assert page.evaluate("numbers") == [table.rules.scores(table.state)[player]]
    assert page.evaluate("heard.moves") == []
    assert page.evaluate(_TAKES_TIME) == []


@pytest.mark.sometimes
@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize(
    ("game", "lies"),
    [("upwords", "arriving"), ("words_with_chilwell", "letter-face"), ("tiled_of_it", "flying")],
)
def test_what_another_player_lays_travels_on_every_board(
    open_board: OpenBoard, game: str, lies: str, viewer: int
) -> None:
    table = Table(game)
    while table.mover == viewer:
        table.play()
    page = sit(open_board, table, player=viewer)
    table.play()
    page.evaluate("follow()")
    names = moved(page)
    assert any(lies in name for name in names), names
    assert page.evaluate("shifted") <= 0.02


# --- The module -----------------------------------------------------------------------------------


@pytest.fixture
def stage(modules: Page) -> Iterator[Page]:
    """An empty page that wants motion, with two boxes, and notes what moves."""
    modules.emulate_media(reduced_motion="no-preference")
    note(modules)
    modules.evaluate("""() => {
      const box = (name, left) => {
        const node = Object.assign(document.createElement("div"), {id: name, className: name});
        node.style = `position: fixed; left: ${left}px; top: 10px; width: 40px; height: 20px`;
        document.body.append(node);
        return (window[name] = node);
      };
      box("here", 100), box("there", 300), box("empty", 500).style.width = "0";
      window.still = (what) => Object.defineProperty(
        document, "hidden", {value: what, configurable: true});
    }""")
    yield modules
    modules.emulate_media(reduced_motion="reduce")


_FLY = """async ({fly, settle, bring, beckon, stamp}) => {
  const told = (flight) => flight && [
    flight.effect.getKeyframes().map(({translate, scale}) => [translate ?? "", scale]),
    flight.effect.getTiming().duration, flight.effect.getTiming().delay, flight.playState];
  const rest = () => {
    for (const one of document.getAnimations()) one.finish();
    return new Promise((done) => setTimeout(done));
  };
  const found = {flies: told(fly(there, here, {delay: 30}))};
  await rest();
  found.settles = told(settle(there, {delay: 5}));
  await rest();
  found.comes = told(fly(there, new DOMRect(300, 0, 80, 40)));
  await rest();
  found.none = [fly(there, null), fly(null, here), fly(there, empty), fly(empty, here),
    settle(document.createElement("i"))].map(told);
  still(true);
  found.hidden = [fly(there, here), settle(there), beckon(there), stamp(there)].map(told);
  still(false);
  there.classList.add("arriving");
  bring([there], null);
  found.unbrought = there.className;
  heard.moves.length = 0;
  bring([there], here);
  found.brought = [there.className, heard.moves.length];
  await rest();
  found.settled = heard.moves.length;  // once it has come
  await rest();
  found.most = Array.from({length: 30}, () => settle(there)).filter(Boolean).length;
  still(true);
  document.dispatchEvent(new Event("visibilitychange"));
  found.ended = document.getAnimations().filter(({playState}) => playState === "running").length;
  return found;
}"""


def test_things_come_from_where_they_were_and_never_too_many_at_once(stage: Page) -> None:
    assert ask(stage, MOTION, _FLY) == {
        "flies": [[["-200px", "1"], ["0px", "1"]], 200, 30, "running"],
        "settles": [[["", "1.12"], ["", "0.985"], ["", "1"]], 180, 5, "running"],
        "comes": [[["0px -10px", "2"], ["0px", "1"]], 200, 0, "running"],
        "none": [None] * 5,
        "hidden": [None] * 4,
        "unbrought": "there arriving",
        "brought": ["there", 1],
        "settled": 2,
        "most": MOST,
        "ended": 0,
    }


_COUNT = """async ({countUp, earn, hurry}) => {
  const written = [];
  const wait = (until) => new Promise((done) => {
    const look = () => (until() ? done() : requestAnimationFrame(look));
    look();
  });
  const found = {};
  countUp(here, 5, 5, (value) => written.push(value));
  countUp(document.createElement("b"), 0, 9, (value) => written.push(value));
  found.atOnce = written.splice(0);
  countUp(here, 10, 3, (value) => written.push(value));
  await wait(() => written.at(-1) === 3);
  found.down = [written[0], written.every((one, at) => !at || one <= written[at - 1])];
  const others = [];
  countUp(there, 0, 50, (value) => others.push(value));
  countUp(there, 50, 90, (value) => others.push(value));  // the count before ends first
  found.two = others.splice(0);
  still(true);
  document.dispatchEvent(new Event("visibilitychange"));
  found.hidden = others.splice(0);
  still(false);
  countUp(here, 0, 12345);
  still(true);
  document.dispatchEvent(new Event("visibilitychange"));
  found.text = here.textContent;
  earn(4, here, there);
  found.hiddenPoints = document.querySelectorAll(".earned").length;
  still(false);
  for (const [points, from, seat] of [[0, here, there], [4, null, there], [4, here, null],
    [4, empty, there]]) earn(points, from, seat);
  found.none = document.querySelectorAll(".earned").length;
  earn(1200, here, there);
  earn(-3, here, there);
  const points = [...document.querySelectorAll(".earned")];
  found.points = points.map((one) => [one.textContent, one.getAttribute("aria-hidden")]);
  for (const one of document.getAnimations()) one.finish();
  await wait(() => !document.querySelector(".earned"));
  const [now, hurries] = [performance.now(), hurry()];
  found.hurries = [0, 399, 798, 1198, 1700, 1700].map((wait) => {
    performance.now = () => now + wait;
    return hurries();
  });
  return found;
}"""


def test_numbers_count_and_points_rise_and_go(stage: Page) -> None:
    assert ask(stage, MOTION, _COUNT) == {
        "atOnce": [5, 9],
        "down": [10, True],
        "two": [0, 50, 50],
        "hidden": [90],
        "text": "12,345",
        "hiddenPoints": 0,
        "none": 0,
        "points": [["+1200", "true"], ["\N{MINUS SIGN}3", "true"]],
        # A turn that comes within 400 milliseconds of the one before is on its heels.
        "hurries": [False, True, True, False, False, True],
    }


def test_whoever_wants_no_motion_sees_everything_at_its_place(modules: Page) -> None:
    note(modules)
    script = """({isStill, fly, settle, countUp, earn, beckon, stamp}) => {
      const node = document.body.appendChild(document.createElement("p"));
      const written = [];
      countUp(node, 0, 9, (value) => written.push(value));
      earn(4, node, node);
      const none = [fly(node, node), settle(node), beckon(node), stamp(node)];
      return [isStill(), written, none, document.querySelector(".earned"), heard.moves];
    }"""
    found: list[Any] = ask(modules, MOTION, script)
    assert found == [True, [9], [None] * 4, None, []]
