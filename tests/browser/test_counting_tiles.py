"""Counting Tiles in the browser: games by mouse, touch and keys, duels, what comes between."""

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, Route, WebSocket, expect

from config.local.stack import Stack
from games.core.bots import Budget
from games.core.rng import Rng
from games.counting_tiles.bots import Easy
from games.counting_tiles.model import CELLS, Action, Combine, Discard, Drop, Move, Place, Wild
from games.counting_tiles.options import Options
from games.counting_tiles.rules import CountingTiles
from tests.browser import people
from tests.browser.conftest import PHONE, OpenScreen
from tests.browser.people import press
from tests.browser.playing import button, tab_to, view, wait_for_ply
from tests.browser.rowplay import (
    KNOWN,
    Keyboard,
    Mouse,
    Pointer,
    bonus,
    cell,
    play_out,
    start,
    turn,
    wait_until_told,
)
from tests.browser.test_accessible import assert_open_to_all

GAME = "Counting Tiles"
STRIP = ".strip"
MINUS = "\u2212"


def tile(page: Page, number: int) -> Locator:
    """Return the tile on a cell."""
    return cell(page, number).locator(".tile")


def alone(page: Page, **settings: object) -> Page:
    """Begin a game for one and start its clock."""
    people.play_alone(page, game=GAME, **settings)
    if settings.get("pace") != "correspondence":
        start(page)
    page.wait_for_selector(KNOWN)
    return page


def assert_shown(page: Page) -> dict[str, Any]:
    """Hold that the page shows the position as the server has it; return the view.

    A random tile may fall between the two looks: then both are taken again.
    """
    for _ in range(5):
        seen = view(page)
        try:
            _compare(page, seen)
        except AssertionError:
            if view(page)["ply"] == seen["ply"]:
                raise
        else:
            return seen
    raise AssertionError("the position never stood still")


def _compare(page: Page, seen: dict[str, Any]) -> None:
    expect(page.locator(".match")).to_have_attribute("data-ply", str(seen["ply"]), timeout=4000)
    state = seen["state"]
    shown = page.locator(".cell").evaluate_all(
        "cells => cells.map(cell => Number(cell.querySelector('.tile')?.dataset.value ?? 0))"
    )
    assert shown == [tile["value"] if tile else 0 for tile in state["grid"]]
    missing = [
        target - sum(tile["value"] for tile in state["grid"][row * 6 : row * 6 + 6] if tile)
        for row, target in enumerate(state["targets"])
    ]
    texts = [str(number).replace("-", MINUS) for number in missing]
    expect(page.locator(".end-missing")).to_have_text(texts, timeout=4000)
    expect(page.locator("[data-points]")).to_have_text(
        re.sub(r"\B(?=(\d{3})+$)", "\u202f", str(state["score"]))
    )
    expect(page.locator("[data-rows]")).to_have_text(str(state["rows"]))
    for index, name in enumerate(("Discard", "Remove", "Change", "Wild")):
        button_of = page.locator(f'[data-bonus="{name}"]')
        expect(button_of).to_have_attribute("data-standing", state["bonuses"][index])


def assert_result(page: Page, site: Stack) -> None:
    """Hold that the page shows the stored result, and that the log played again gives it."""
    end = assert_shown(page)
    assert (end["status"], end["result"]["reason"]) == ("finished", "over")
    result = page.locator("[data-result]")
    expect(result).to_contain_text(f"{end['scores'][0]} points")
    for label in ("placed", "moved", "combined"):
        row = result.locator(".statistics div").filter(has_text=f"Tiles {label}")
        expect(row.locator("dd")).to_have_text(str(end["state"][label]))
    points = [line["points"][0] for line in end["result"]["breakdown"]]
    assert sum(points) == end["scores"][0]
    said = site.manage("replay", end["id"])
    assert said == f"1 matches, {end['ply']} plies: all as stored.\n"


def test_by_mouse(open_screen: OpenScreen, site: Stack) -> None:
    page = alone(open_screen(), pace="correspondence", option_limit=4)
    done = play_out(page, Mouse())
    assert len({type(action) for action in done}) > 1
    assert_result(page, site)
    press(button(page, "rematch"))
    page.wait_for_selector(KNOWN)
    assert view(page)["ply"] == 0


def test_by_touch(open_screen: OpenScreen, site: Stack) -> None:
    page = alone(open_screen(**PHONE), pace="correspondence", option_limit=5)
    for part in (".tally", ".bar", ".grid", ".hand", ".bonuses"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= 390 - box["width"], part
        assert 0 <= box["y"] <= 844 - box["height"], part
    play_out(page, Pointer())
    assert_result(page, site)
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_by_keyboard_alone(open_screen: OpenScreen, site: Stack) -> None:
    page = open_screen()
    people.play_alone(page, game=GAME, option_interval=60, option_limit=1)
    pointed: list[str] = []
    page.expose_function("pointed", lambda words: pointed.append(words))
    page.evaluate(_TELL_OF_POINTERS)
    expect(button(page, "begin")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector(KNOWN)
    expect(page.locator(":focus")).to_have_attribute("role", "gridcell")
    way = Keyboard()
    for kind in (Place, Place, Move, Combine):
        now = turn(page)
        found = [a for a in now.game.legal_actions(now.state) if isinstance(a, kind)]
        way.act(page, found[len(found) // 2] if found else now.best())
        wait_until_told(page, now.ply + 1)
    assert_shown(page)
    tab_to(page, '[data-action="resign"]')
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-result]")).to_contain_text("You ended this game.")
    assert pointed == []


_TELL_OF_POINTERS = """() => {
  for (const name of ["pointerdown", "pointermove", "mousedown", "touchstart"])
    addEventListener(name, (event) => pointed(`${name} on ${event.target.tagName}`), true);
}"""


def test_a_duel(open_screen: OpenScreen) -> None:
    """Two play the same game apart, and nobody sees the other's board before both have finished."""
    anna, ben = open_screen(), open_screen()
    code = people.open_table(anna, game=GAME, seats=2, option_interval=10, option_limit=1)
    people.enter_code(ben, code)
    people.sit_down(ben)
    first: list[Any] = []
    for page in (anna, ben):
        expect(page.get_by_role("heading", name="Duel")).to_be_visible()
        press(page.get_by_role("link", name="Play your game"))
        expect(page.locator(".gate")).to_contain_text("In a duel the clock goes on")
        expect(page.locator("[data-duel]")).to_contain_text("A duel with")
        first.append(view(page)["state"])
    assert first[0] == first[1]
    start(anna)
    for _ in range(3):
        now = turn(anna)
        Mouse().act(anna, now.best())
        wait_until_told(anna, now.ply + 1)
    ben_url = ben.url
    anna.goto(ben_url)  # a look at the other's board leads to the duel
    expect(anna.get_by_role("heading", name="Duel")).to_be_visible()
    expect(anna.locator(".match-row").last).to_contain_text("Not begun")
    press(anna.get_by_role("link", name="Go on with your game"))
    result = anna.locator("[data-result]")
    expect(result).to_contain_text("Waiting for", timeout=30_000)
    expect(button(anna, "rematch")).to_be_hidden()
    start(ben)
    press(button(ben, "resign"))
    expect(ben.get_by_role("dialog")).to_contain_text("In the duel you keep the points you have.")
    press(ben.get_by_role("button", name="End it"))
    expect(ben.locator("[data-result]")).to_contain_text("win")
    expect(result.locator("h2")).to_have_text(re.compile("^You (win|and .* share the win)$"))
    expect(result.locator(".entrants li")).to_have_count(2)
    expect(button(anna, "rematch")).to_be_visible()
    press(result.get_by_role("link", name="Look at the duel"))
    expect(anna.locator(".match-row.is-mine")).to_contain_text("Place 1")
    assert_open_to_all(anna)
    anna.goto("/my-games/")
    expect(anna.locator(".match-row")).to_contain_text("duel with")
    expect(anna.locator(".match-row")).to_contain_text("You won")
    assert_open_to_all(anna)


def first_open(grid: tuple[Any, ...]) -> int:
    return next(number for number, tile in enumerate(grid) if tile is None)


def hold_moves(page: Page) -> list[Route]:
    """Keep what the page sends from arriving; return what is held."""
    held: list[Route] = []
    page.route("**/moves", lambda route: held.append(route))
    return held


def test_a_random_tile_falls_while_actions_are_on_their_way(
    open_screen: OpenScreen, console: list[str]
) -> None:
    """What still fits is played after it; what does not is taken back with the reason."""
    page = alone(open_screen(), option_interval=8)
    held = hold_moves(page)
    now = turn(page)
    free = first_open(now.state.grid)
    # What is held for long is sent once more.
    expect(page.locator(".bar-left")).to_have_text(re.compile(r"^[1-4] s$"))
    press(cell(page, free))
    expect(tile(page, free)).to_have_attribute("data-value", str(now.state.tile))
    expect(page.locator(KNOWN)).to_have_count(0)
    wait_for_ply(page, 1)
    grids = zip(now.state.grid, turn(page).state.grid, strict=True)
    fallen = next(number for number, (before, after) in enumerate(grids) if before != after)
    expect(tile(page, fallen)).to_have_class(re.compile("is-random"))
    route = held.pop()
    if fallen != free:
        expect(tile(page, free)).to_be_visible()
        route.continue_()
        wait_until_told(page, 2)
        page.mouse.move(1, 1)  # where it points, a row tells what it would miss
        log = [entry["text"] for entry in assert_shown(page)["log"]]
        assert log == ["drop", f"{now.state.tile} {name(free)}"]
        press(cell(page, first_open(turn(page).state.grid)))
        expect(page.locator(KNOWN)).to_have_count(0)
        route = held.pop()
    # Where the random tile lies, the one in hand cannot go.
    sent: dict[str, Any] = route.request.post_data_json or {}
    aimed = {**sent, "action": {"type": "Place", "cell": fallen}}
    route.continue_(post_data=aimed)
    reason = f"Taken back: There is a tile at {name(fallen)} already."
    expect(page.locator(STRIP)).to_have_text(reason)
    assert len(console) == 1
    console.clear()
    page.wait_for_selector(KNOWN)
    page.mouse.move(1, 1)
    assert_shown(page)


def test_quick_actions_wait_for_each_other(open_screen: OpenScreen, console: list[str]) -> None:
    """Several are shown at once and sent in order; when one is refused so are those after it."""
    page = alone(open_screen(), option_interval=60)
    held = hold_moves(page)
    now = turn(page)
    moves = [a for a in now.game.legal_actions(now.state) if isinstance(a, Move)]
    one = moves[0]
    two = next(a for a in moves if a.cell != one.cell and a.to not in (one.cell, one.to))
    for action in (one, two):
        Pointer().act(page, action)
    for action in (one, two):
        expect(cell(page, action.to).locator(".tile.is-moved")).to_be_visible()
    assert len(held) == 1
    held.pop().continue_()
    wait_for_ply(page, 1)
    page.wait_for_timeout(200)
    held.pop().continue_()
    wait_until_told(page, 2)
    assert [entry["text"] for entry in assert_shown(page)["log"]] == [
        f"{name(one.cell)}-{name(one.to)}",
        f"{name(two.cell)}-{name(two.to)}",
    ]

    # Played on another page meanwhile, the position is no longer the one he saw.
    now = turn(page)
    Pointer().act(page, now.first(Place))
    place = {"type": "Place", "cell": last_open(now.state.grid)}
    assert page.evaluate(_POST, [now.ply, place])["ok"]
    held.pop().continue_()
    expect(page.locator(STRIP)).to_contain_text("Taken back:")
    assert len(console) == 1
    console.clear()
    page.wait_for_selector(KNOWN)
    page.mouse.move(0, 0)  # the end of a row tells what it would miss with the tile in hand
    assert_shown(page)


_POST = """async ([ply, action]) => {
  const answer = await fetch(document.querySelector("[data-match]").dataset.base + "moves?direct", {
    method: "POST",
    headers: {"Content-Type": "application/json",
      "X-CSRFToken": document.querySelector('meta[name="csrf-token"]').content},
    body: JSON.stringify({ply, action, cmd_id: crypto.randomUUID()}),
  });
  return answer.json();
}"""


def name(number: int) -> str:
    return f"{'ABCDEF'[number % 6]}{number // 6 + 1}"


def last_open(grid: tuple[Any, ...]) -> int:
    return max(number for number, tile in enumerate(grid) if tile is None)


def test_the_board_foretells_what_the_rules_say(open_screen: OpenScreen) -> None:
    """Its own sense of the rules agrees with them: what is legal and what comes of it."""
    page = alone(open_screen(), pace="correspondence")
    cases = [case for number in range(8) for case in foretold(number)]
    told = page.evaluate(_FORETELL, json.dumps([case[:3] for case in cases]))
    for (_, options, action, legal, after), [problem, next_one] in zip(cases, told, strict=True):
        assert (problem == "") == legal, (action, options, problem)
        if after is None:
            continue
        unknown = next_one.pop("unknown")
        assert next_one == {key: after[key] for key in next_one}, action
        targets = zip(after["targets"], unknown["targets"], strict=True)
        assert all(guess in (0, target) for target, guess in targets)
        assert unknown["tile"] in (0, after["tile"])


def foretold(number: int) -> list[tuple[Any, ...]]:
    """Return (state, options, action, whether it is legal, state after) of a random game."""
    options = Options(steps="one" if number % 4 == 3 else "any", row_points=10 * number)
    game = CountingTiles(options)
    secret = number.to_bytes(32, "big")
    state = game.initial_state(1, Rng(secret, 0))
    plain = {"steps": options.steps, "row_points": options.row_points}
    cases: list[tuple[Any, ...]] = []
    easy = Easy()
    for ply in range(1, 200):
        rng = Rng(secret, ply, "test")
        if state.to_move is None:
            break
        actions = list(game.legal_actions(state))
        best = easy.choose(game, state, 0, rng, Budget(1.0, lambda: 0.0))
        action: Action = Drop() if ply % 9 == 0 else best if ply % 4 else rng.choice(actions)
        after = game.apply_action(state, action, Rng(secret, ply))
        before = game.encode_state(state)
        if not isinstance(action, Drop):
            told = game.encode_state(after)
            cases.append((before, plain, game.encode_action(action), True, told))
        cells = rng.below(CELLS), rng.below(CELLS)
        odd: Action = Move(*cells) if ply % 2 else Combine(*cells)
        cases.append((before, plain, game.encode_action(odd), odd in actions, None))
        state = after
    return cases


_FORETELL = """async (cases) => {
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const { foretell, problem } = await import(loaded.find((url) => /tiles\\/position\\./.test(url)));
  const facts = ["grid", "bonuses", "rows", "score", "placed", "moved", "combined", "saved"];
  return JSON.parse(cases).map(([state, options, action]) => {
    const why = problem(state, action, options);
    if (why) return [why, null];
    const next = foretell(state, action, options);
    const known = Object.fromEntries(facts.map((fact) => [fact, next[fact]]));
    return ["", { ...known, unknown: { tile: next.tile, targets: next.targets } }];
  });
}"""


def test_what_is_held_and_where_it_can_go(open_screen: OpenScreen) -> None:
    page = alone(open_screen(), option_interval=60)
    now = turn(page)
    moves = {a.cell for a in now.game.legal_actions(now.state) if isinstance(a, Move)}
    held = min(moves)
    press(cell(page, held))
    legal = [a for a in now.game.legal_actions(now.state) if getattr(a, "cell", None) == held]
    targets = [
        a.to if isinstance(a, Move) else a.onto for a in legal if isinstance(a, Move | Combine)
    ]
    shown = page.locator(".is-target").evaluate_all("all => all.map(x => Number(x.dataset.cell))")
    assert sorted(targets) == shown
    expect(page.locator(STRIP)).to_contain_text("Move the")
    page.keyboard.press("Escape")
    expect(page.locator(".is-target")).to_have_count(0)

    # The end of a row tells what an action would leave to be filled.
    free = first_open(now.state.grid)
    row = free // 6
    missing = page.locator(".end-missing").nth(row)
    before = int(missing.inner_text().replace(MINUS, "-"))
    cell(page, free).hover()
    after = before - (now.state.tile or 0)
    expect(missing).to_have_text(str(after).replace("-", MINUS))
    page.locator(STRIP).hover()
    expect(missing).to_have_text(str(before).replace("-", MINUS))

    # A bonus that is locked says so, and nothing happens.
    bonus(page, Wild).click(force=True)
    expect(page.locator(STRIP)).to_have_text("Wild card: not unlocked yet. Complete a row first.")
    bonus(page, Discard).click(force=True)
    expect(page.locator(STRIP)).to_contain_text("Discard the tile in hand: not unlocked yet.")
    assert view(page)["ply"] == 0


def test_the_clock_stands_while_its_player_is_away(open_screen: OpenScreen) -> None:
    page, watcher = open_screen(), open_screen()
    sockets: list[WebSocket] = []
    page.on("websocket", lambda opened: "/match/" in opened.url and sockets.append(opened))
    people.play_alone(page, game=GAME)
    bar = page.locator("[data-countdown]")
    expect(bar).to_contain_text("Not begun")
    watcher.goto(page.url)
    expect(watcher.locator("[data-turn]")).to_have_text("Not begun yet.")
    expect(watcher.locator(".gate")).to_be_hidden()
    start(page)
    expect(bar).to_contain_text("Random tile in")
    expect(watcher.locator("[data-countdown]")).to_contain_text("Random tile in")
    expect(watcher.locator("[data-turn]")).to_contain_text("is playing.")
    press(cell(page, first_open(turn(page).state.grid)))
    wait_for_ply(watcher, 1)
    assert_shown(watcher)
    press(cell(watcher, 0))
    expect(watcher.locator(".is-target")).to_have_count(0)

    # Who looks at another tab gives no sign of life, and does so at once when he is back.
    sent: list[str] = []
    socket = sockets[-1]
    socket.on("framesent", lambda frame: sent.append(str(frame)))
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    with socket.expect_event("framereceived", lambda frame: "ping" in str(frame)):
        pass
    page.wait_for_timeout(200)
    assert sent == []
    page.evaluate("""() => {
      delete document.hidden;
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    page.wait_for_timeout(200)
    assert sent == ['{"t":"pong"}']

    page.goto("/my-games/")
    row = page.locator(".match-row")
    expect(row).to_contain_text("alone")
    expect(row).to_contain_text("goes on when you are there")
    expect(page.get_by_text("Take your turn")).to_have_count(0)


def test_nothing_is_laid_out_anew_while_a_tile_is_carried(open_screen: OpenScreen) -> None:
    """What moves is moved without layout, whatever machine this is; frames.py times the frames."""
    page = alone(open_screen(reduced_motion="no-preference"), option_interval=60)
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


def test_the_board_is_open_to_all(open_screen: OpenScreen) -> None:
    page = open_screen()
    people.play_alone(page, game=GAME, pace="correspondence", option_limit=3)
    assert_open_to_all(page)
    way = Pointer()
    for _ in range(3):
        now = turn(page)
        way.act(page, now.best())
        wait_until_told(page, now.ply + 1)
    press(cell(page, turn(page).first(Move).cell))
    assert_open_to_all(page)
    page.keyboard.press("Escape")
    play_out(page, way)
    expect(page.locator("[data-result]")).to_be_visible()
    assert_open_to_all(page)


def test_pages_about_the_game(open_screen: OpenScreen) -> None:
    page = open_screen()
    page.goto("/tables/new/counting_tiles/")
    expect(page.get_by_label("Players")).to_have_value("1")
    expect(page.get_by_text("Who may join")).to_be_hidden()
    expect(page.get_by_text("Seconds a turn")).to_have_count(0)
    page.get_by_label("Players").select_option(label="A duel of 3")
    expect(page.get_by_text("Who may join")).to_be_visible()
    for path in ("/tables/new/counting_tiles/", "/rules/counting_tiles/", "/scores/"):
        page.goto(path)
        for fold in page.locator("details[data-options] > summary").all():
            press(fold)
        assert_open_to_all(page)
    people.play_alone(page, game=GAME)
    assert_open_to_all(page)  # with the gate shut
