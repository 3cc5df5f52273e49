"""What the board of Counting Tiles foretells, and in which order it sends: the functions alone."""

import json
from typing import Any

from playwright.sync_api import Page

from games.core.bots import Budget
from games.core.rng import Rng
from games.counting_tiles.bots.levels import easy
from games.counting_tiles.options import Options
from games.counting_tiles.position.model import CELLS, Action, Combine, Drop, Move, Place
from games.counting_tiles.rules import CountingTiles
from tests.scripts.tables import Table

POSITION = "/static/games/counting_tiles/position.js"
QUEUE = "/static/games/counting_tiles/queue.js"


def test_the_board_foretells_what_the_rules_say(modules: Page) -> None:
    """Its own sense of the rules agrees with them: what is legal and what comes of it."""
    cases = [case for number in range(8) for case in foretold(number)]
    # As one text: Playwright takes its time with what consists of many parts.
    asked = json.dumps([case[:3] for case in cases])
    told = json.loads(modules.evaluate(_FORETELL, [POSITION, asked]))
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


_FORETELL = """async ([position, cases]) => {
  const { foretell, problem } = await import(position);
  const facts = ["grid", "bonuses", "rows", "score", "placed", "moved", "combined", "saved"];
  const told = JSON.parse(cases).map(([state, options, action]) => {
    const why = problem(state, action, options);
    if (why) return [why, null];
    const next = foretell(state, action, options);
    const known = Object.fromEntries(facts.map((fact) => [fact, next[fact]]));
    return ["", { ...known, unknown: { tile: next.tile, targets: next.targets } }];
  });
  return JSON.stringify(told);
}"""

# Does one thing after the other to a queue, and notes after each: what has been sent for which ply
# and what was refused since, how many wait, which tiles moved to their place are seen.
_QUEUED = """async ([at, cases]) => {
  const { Queue } = await import(at);
  async function noted(steps) {
    const asked = [];
    let [sent, refused] = [[], []];
    const queue = new Queue({
      send(action, ply) {
        sent.push([action.to ?? action.cell, ply]);
        return new Promise((answer) => asked.push(answer));
      },
      refuse: (action, { text }) => refused.push([action.to ?? action.cell, text]),
      settle() {},
    });
    const does = {
      take: (view) => queue.take(view),
      add: (action) => queue.add(action),
      answer: (answer) => asked.shift()(answer),
    };
    const notes = [];
    for (const [deed, fact] of steps) {
      does[deed](fact);
      await new Promise((done) => setTimeout(done));
      const { grid } = queue.position;
      const moved = [...grid.keys()].filter((cell) => grid[cell]?.origin === "moved");
      notes.push({ sent, refused, waiting: queue.waiting.length, moved });
      [sent, refused] = [[], []];
    }
    return notes;
  }
  return Promise.all(cases.map(noted));
}"""


def queued(modules: Page, *steps: tuple[str, Any]) -> list[list[Any]]:
    """Return what is noted of a queue after each step: sent, refused, waiting, moved."""
    (notes,) = modules.evaluate(_QUEUED, [QUEUE, [steps]])
    return [[note["sent"], note["refused"], note["waiting"], note["moved"]] for note in notes]


def at_table(*actions: Action) -> dict[str, Any]:
    """Return the view of a game after some actions; tiles lie on 0, 3 and 19 of it, among others.

    A random tile falls on 24 if one does.
    """
    table = Table("counting_tiles", players=1)
    table.player = 0
    for action in actions:
        table.apply(action)
    return table.view()


ONE, TWO, ODD = Move(0, 1), Move(3, 4), Move(0, 24)


def add(action: Move | Place) -> tuple[str, dict[str, Any]]:
    """Return the step by which a player acts."""
    return "add", {**CountingTiles(Options()).encode_action(action)}


def answer(ply: int | None) -> tuple[str, dict[str, Any]]:
    """Return the step by which the server says yes and to which ply it led, or no."""
    return "answer", {"ok": ply is not None, "ply": ply, "text": "No."}


def test_actions_are_sent_one_after_the_other_and_wait_until_a_view_has_them(modules: Page) -> None:
    notes = queued(
        modules,
        ("take", at_table()),
        add(ONE),
        add(TWO),
        answer(1),
        ("take", at_table(ONE)),
        answer(2),
        ("take", at_table(ONE, TWO)),
    )
    assert notes == [
        [[], [], 0, []],
        [[[1, 0]], [], 1, [1]],
        [[], [], 2, [1, 4]],
        [[[4, 1]], [], 2, [1, 4]],  # for the ply that the answer told, before any view does
        [[], [], 1, [1, 4]],
        [[], [], 1, [1, 4]],
        [[], [], 0, [1, 4]],
    ]


def test_a_view_may_show_an_action_before_it_is_answered(modules: Page) -> None:
    notes = queued(
        modules, ("take", at_table()), add(ONE), ("take", at_table(ONE)), add(TWO), answer(1)
    )
    assert notes == [
        [[], [], 0, []],
        [[[1, 0]], [], 1, [1]],
        [[], [], 0, [1]],
        [[], [], 1, [1, 4]],  # still one at a time
        [[[4, 1]], [], 1, [1, 4]],
    ]


def test_a_random_tile_is_none_of_the_players_actions(modules: Page) -> None:
    notes = queued(
        modules,
        ("take", at_table()),
        add(ONE),
        ("take", at_table(Drop())),
        answer(2),
        ("take", at_table(Drop(), ONE)),
    )
    assert notes == [
        [[], [], 0, []],
        [[[1, 0]], [], 1, [1]],
        [[], [], 1, [1]],
        [[], [], 1, [1]],
        [[], [], 0, [1]],
    ]


def test_what_no_longer_fits_is_not_shown_and_taken_back_when_it_is_refused(modules: Page) -> None:
    notes = queued(
        modules,
        ("take", at_table()),
        add(ODD),
        add(TWO),
        ("take", at_table(Drop())),
        answer(None),
        add(ONE),
    )
    assert notes == [
        [[], [], 0, []],
        [[[24, 0]], [], 1, [24]],
        [[], [], 2, [4, 24]],
        [[], [], 2, [4]],
        [[], [[24, "No."]], 0, []],  # with all that was done after it, which was never sent
        [[[1, 1]], [], 1, [1]],
    ]
