"""The board of Counting Tiles: what it shows while actions are on their way, and foretells."""

import json
import re
from typing import Any

from django.contrib.staticfiles import finders
from playwright.sync_api import Page, Route, WebSocket, expect

from games.core.bots import Budget
from games.core.rng import Rng
from games.counting_tiles.bots.levels import easy
from games.counting_tiles.options import Options
from games.counting_tiles.position.model import (
    CELLS,
    Action,
    Change,
    Combine,
    Discard,
    Drop,
    Move,
    Place,
    Remove,
    Wild,
)
from games.counting_tiles.rules import CountingTiles
from tests.browser import people
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import view, wait_for_ply
from tests.browser.rowplay import (
    GAME,
    KNOWN,
    MINUS,
    Pointer,
    alone,
    assert_shown,
    bonus,
    cell,
    start,
    tile,
    turn,
    wait_until_told,
)

STRIP = ".strip"


def first_open(grid: tuple[Any, ...]) -> int:
    return next(number for number, tile in enumerate(grid) if tile is None)


def hold_moves(page: Page) -> list[Route]:
    """Keep what the page sends from arriving; return what is held."""
    held: list[Route] = []
    page.route("**/moves", lambda route: held.append(route))
    return held


def came(page: Page, held: list[Route]) -> Route:
    """Return what the page has sent last, as soon as it is held."""
    route: Route = people.until(page, lambda: held).pop()
    return route


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
    route = came(page, held)
    if fallen != free:
        expect(tile(page, free)).to_be_visible()
        route.continue_()
        wait_until_told(page, 2)
        page.mouse.move(1, 1)  # where it points, a row tells what it would miss
        log = [entry["text"] for entry in assert_shown(page)["log"]]
        assert log[:2] == ["drop", f"{now.state.tile} {name(free)}"]
        press(cell(page, first_open(turn(page).state.grid)))
        expect(page.locator(KNOWN)).to_have_count(0)
        route = came(page, held)
    # Where the random tile lies, the one in hand cannot go.
    sent: dict[str, Any] = route.request.post_data_json or {}
    aimed = {**sent, "action": {"type": "Place", "cell": fallen}}
    route.continue_(post_data=aimed)
    reason = f"Taken back: There's already a tile at {name(fallen)}."
    expect(page.locator(STRIP)).to_have_text(reason)
    assert len(console) == 1
    console.clear()
    page.wait_for_selector(KNOWN)
    page.mouse.move(1, 1)
    assert_shown(page)


def test_quick_actions_wait_for_each_other(open_screen: OpenScreen, console: list[str]) -> None:
    """Several show at once and are sent in order; if one is refused, so are those after it."""
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
    assert people.until(page, lambda: len(held)) == 1
    held.pop().continue_()
    wait_for_ply(page, 1)
    came(page, held).continue_()
    wait_until_told(page, 2)
    assert [entry["text"] for entry in assert_shown(page)["log"]] == [
        f"{name(one.cell)}-{name(one.to)}",
        f"{name(two.cell)}-{name(two.to)}",
    ]

    # Played on another page meanwhile, the position is no longer the one the player saw.
    now = turn(page)
    Pointer().act(page, now.first(Place))
    place = {"type": "Place", "cell": last_open(now.state.grid)}
    assert page.evaluate(_POST, [now.ply, place])["ok"]
    came(page, held).continue_()
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
    page.route("**/source/**", _from_source)  # the site has it as a part of the board's script
    position = "/source/games/counting_tiles/position.js"
    told = page.evaluate(_FORETELL, [position, json.dumps([case[:3] for case in cases])])
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


def _from_source(route: Route) -> None:
    """Answer with a script as it is written."""
    path = finders.find(route.request.url.partition("/source/")[2])
    route.fulfill(path=path, content_type="text/javascript")


_FORETELL = """async ([position, cases]) => {
  const { foretell, problem } = await import(position);
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

    # The goal of each row is filled as far as its tiles go, and the open cells are counted.
    def filled() -> list[float]:
        ends = page.locator(".end")
        return [
            round(float(part), 4)
            for part in ends.evaluate_all(
                "all => all.map((end) => end.style.getPropertyValue('--filled'))"
            )
        ]

    sums = [
        sum(tile.value for tile in now.state.grid[at : at + 6] if tile) for at in range(0, 42, 6)
    ]
    wanted = [
        round(min(1, total / target), 4)
        for total, target in zip(sums, now.state.targets, strict=True)
    ]
    assert filled() == wanted
    expect(page.locator("[data-open]")).to_have_text(str(now.state.grid.count(None)))

    # A bonus that is locked says so, and nothing happens.
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
    assert view(page)["ply"] == 0


def test_the_clock_stands_while_its_player_is_away(open_screen: OpenScreen) -> None:
    page, watcher = open_screen(), open_screen()
    sockets: list[WebSocket] = []
    page.on("websocket", lambda opened: "/match/" in opened.url and sockets.append(opened))
    people.play_alone(page, game=GAME)
    bar = page.locator("[data-countdown]")
    expect(bar).to_contain_text("Not started")
    watcher.goto(page.url)
    expect(watcher.locator("[data-turn]")).to_have_text("Not started yet.")
    expect(watcher.locator(".gate")).to_be_hidden()
    for seen in (page, watcher):  # nobody may look and think before the clock runs
        expect(seen.locator(".grid")).to_be_hidden()
        expect(seen.locator(".grid .tile, .hand .tile")).to_have_count(0)
    start(page)
    expect(bar).to_contain_text("Next random tile")
    expect(watcher.locator("[data-countdown]")).to_contain_text("Next random tile")
    expect(watcher.locator("[data-turn]")).to_contain_text("is playing.")
    press(cell(page, first_open(turn(page).state.grid)))
    wait_for_ply(watcher, 1)
    assert_shown(watcher)
    press(cell(watcher, 0))
    expect(watcher.locator(".is-target")).to_have_count(0)

    # Whoever looks at another tab sends no heartbeat, and sends one as soon as they're back.
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    sent: list[str] = []
    socket = sockets[-1]
    socket.on("framesent", lambda frame: sent.append(str(frame)))
    with socket.expect_event("framereceived", lambda frame: "ping" in str(frame)):
        pass
    page.wait_for_timeout(200)
    assert sent == []
    page.evaluate("""() => {
      delete document.hidden;
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    people.until(page, lambda: sent)
    assert sent == ['{"t":"pong"}']

    page.goto("/my-games/")
    row = page.locator(".boards .board")
    expect(row).to_contain_text("on your own")
    expect(row).to_contain_text("goes on when you come back")
    expect(page.get_by_text("Take your turn")).to_have_count(0)


def test_nothing_is_laid_out_again_while_a_tile_is_carried(open_screen: OpenScreen) -> None:
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
