"""How control flows in Tiled Of It, and what of a turn is shown when: the functions themselves."""

from typing import Any

from playwright.sync_api import Page

CELLS = "/static/games/tiled_of_it/cells.js"
FLOW = "/static/games/tiled_of_it/grid/flow.js"


def test_control_flows_word_by_word_and_by_the_shortest_way(modules: Page) -> None:
    chain = [[0, 1], [1, 2], [2, 8]]
    diamond = [[0, 1], [0, 6], [1, 7], [6, 7], [7, 8]]
    cases = [
        ([0, []], []),
        ([1, chain], [["1-2"], ["2-8"]]),  # never back to where a word starts
        ([0, diamond], [["0-1", "0-6"], ["1-7"], ["7-8"]]),
        ([0, [*diamond, [0, 7]]], [["0-1", "0-6", "0-7"], ["7-8"]]),
        ([3, diamond], []),
    ]
    told = modules.evaluate(
        """async ([at, cases]) => {
          const { flowFrom } = await import(at);
          const named = ({ from, to }) => `${from}-${to}`;
          return cases.map(([given]) => flowFrom(...given).map((round) => round.map(named)));
        }""",
        [CELLS, cases],
    )
    assert told == [expected for _, expected in cases]


def test_what_a_line_of_notation_is_about(modules: Page) -> None:
    lines = ["LE C2", "LE C2 pile", "S F6", "discard MAN", "le C2", "LE I2", "LE C9", ""]
    told = modules.evaluate(
        "([at, lines]) => import(at).then(({turnOf}) => lines.map((line) => turnOf(line, 6)))",
        [CELLS, lines],
    )
    assert told == [
        {"text": "le", "cell": 8},
        {"text": "le", "cell": 8},
        {"text": "s", "cell": 35},
        {"text": "man", "cell": None},
        None,
        None,
        None,
        None,
    ]


# A field of 3 by 3 cells, and what a turn on it lets move: its class, its text, after how long.
_SHOWN = """async ([at, cases]) => {
  const { Flow } = await import(at);
  const named = (name) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", "g");
    node.setAttribute("class", name);
    return node;
  };
  class Noting extends Flow {
    notes = [];
    move(element, frames, { delay = 0 }) {
      this.notes.push([element.getAttribute("class"), element.textContent, delay]);
    }
  }
  return cases.map(([turn, before, after, how]) => {
    const cells = after.map((card, cell) => {
      const node = document.createElement("div");
      if (card) node.append(named("word-card"));
      return node;
    });
    const middle = (cell) => ({ x: cell % 3, y: Math.floor(cell / 3) });
    const card = ({ player }, cell) => named(`old-${player}-${cell}`);
    const flow = new Noting({ size: 3, layer: named("layer"), cells, middle, card });
    flow.show(turn, before, after, { from: null, arrives: false, bonus: 0, scores: true, ...how });
    const drawn = flow.field.layer.childElementCount;
    flow.stop();
    return { notes: flow.notes, drawn, left: flow.field.layer.childElementCount };
  });
}"""


def lying(*players: int | None) -> list[dict[str, int] | None]:
    """Return the cards of a field as a view has them, as far as their colours go."""
    return [None if player is None else {"player": player} for player in players]


BEFORE = lying(None, 1, None, None, 0, None, None, None, None)
AFTER = lying(0, 0, None, None, 0, None, None, None, None)
TURN = {
    "cell": 0,
    "rounds": [[{"from": 0, "to": 1}], [{"from": 1, "to": 4}]],
    "words": [{"cell": 1, "points": 2, "owner": 1, "share": 3}],
    "entry": {"player": 0},
}
LAID = {**TURN, "rounds": [], "words": []}


def test_a_turn_is_shown_from_cell_to_cell(modules: Page) -> None:
    modules.emulate_media(reduced_motion="no-preference")
    steps = [
        ["drop player-0", "", 80],
        ["word-card", "", 260],
        ["old-1-1", "", 230],  # only what has another colour now
        ["drop player-0", "", 380],
        ["word-card", "", 560],
    ]
    scores = [["score player-0", "+2", 80], ["score player-1", "+3", 380]]
    end = [["score player-0", "+5", delay] for delay in (80, 170, 260)]
    cases: list[tuple[list[Any], list[Any]]] = [
        ([TURN, BEFORE, AFTER, {}], [*scores, *steps]),
        ([TURN, BEFORE, AFTER, {"scores": False}], steps),
        ([LAID, BEFORE, AFTER, {"arrives": True}], [["word-card", "", 0]]),
        ([{**LAID, "cell": None}, BEFORE, AFTER, {"arrives": True}], []),
        ([LAID, BEFORE, AFTER, {"bonus": 5}], end),
    ]
    told = modules.evaluate(_SHOWN, [FLOW, [given for given, _ in cases]])
    assert [shown["notes"] for shown in told] == [expected for _, expected in cases]
    assert [shown["drawn"] for shown in told] == [5, 3, 0, 0, 3]
    assert [shown["left"] for shown in told] == [0] * len(cases)


def test_nothing_of_a_turn_moves_where_that_is_not_wanted(modules: Page) -> None:
    told = modules.evaluate(_SHOWN, [FLOW, [[TURN, BEFORE, AFTER, {"bonus": 5}]]])
    assert told == [{"notes": [], "drawn": 0, "left": 0}]
