"""Modules by which a match is looked back at: its result, the curve of a review, a study."""

from typing import Any

from playwright.sync_api import Page

from tests.scripts.modules.asking import ask

CURVE = "/static/shell/reviews/curve.js"
TREE = "/static/shell/studies/tree.js"
RESULT = "/static/shell/panels/result.js"
LOG = "/static/shell/panels/log.js"
ENDING = "/static/shell/panels/ending.js"
NAMES = ("Anna", "Ben", "Clara")

# --- The curve of a review ------------------------------------------------------------------------

REPORT = {
    "turns": [
        {"ply": 1, "player": 0, "grade": "best", "before": [0.5, 0.5]},
        {"ply": 2, "player": 1, "grade": "mistake", "before": [0.25, 0.75]},
        {"ply": 3, "player": 0, "grade": "inaccurate", "before": [0.4, 0.6]},
    ],
    "result": [1, 0],
}
ALONE = {
    "turns": [
        {"ply": 1, "player": 0, "grade": "good", "before": [0.25]},
        {"ply": 2, "player": 0, "grade": "good", "before": [0.5], "after": [0.75]},
    ],
    "result": [42],
}


def test_points_of_a_curve_are_the_chances_before_each_turn_and_the_result(modules: Page) -> None:
    report = {
        "turns": [{"ply": 3, "before": [0.5, 0.5]}, {"ply": 4, "before": [0.7, 0.3]}],
        "result": [1, 0],
    }
    cases = [[report, 9], [report, 2], [ALONE, 2]]
    found = ask(modules, CURVE, "({points}, cases) => cases.map((one) => points(...one))", cases)
    known = [{"ply": 2, "chances": [0.5, 0.5]}, {"ply": 3, "chances": [0.7, 0.3]}]
    assert found == [
        [*known, {"ply": 9, "chances": [1, 0]}],
        [*known, {"ply": 4, "chances": [1, 0]}],  # never before its last turn
        # A score is no chance: whoever plays alone has that of the last position at the end.
        [
            {"ply": 0, "chances": [0.25]},
            {"ply": 1, "chances": [0.5]},
            {"ply": 2, "chances": [0.75]},
        ],
    ]


_DRAW = """({curve}, [report, alone]) => {
  const went = [];
  const draw = (report, last, names) => {
    const {node, mark} = curve(report, last, names, (ply) => went.push(ply));
    const areas = [...node.querySelectorAll("polygon")];
    const marks = [...node.querySelectorAll(".curve-mark")];
    const now = node.querySelector(".curve-now");
    const at = () => [now.getAttribute("x1"), now.getAttribute("x2")];
    const before = at();
    mark(2);
    return {
      node,
      says: node.getAttribute("aria-label"),
      look: node.getAttribute("class"),
      areas: areas.map((one) => [one.getAttribute("class"), one.getAttribute("points")]),
      marks: marks.map((one) => [one.getAttribute("class"), one.getAttribute("d")]),
      now: [before, at()],
    };
  };
  const {node, ...two} = draw(report, 4, ["Anna", "Ben"]);
  // As many pixels as it has units, 5 of them before the first ply and after the last.
  node.style = "position: fixed; left: 0; top: 0; width: 610px; height: 138px";
  document.body.append(node);
  for (const clientX of [0, 5, 79, 81, 305, 609])
    node.dispatchEvent(new MouseEvent("click", {clientX, clientY: 60}));
  const {node: _, ...one} = draw(alone, 2, ["Anna"]);
  const {node: __, ...none} = draw(report, 0, ["Anna", "Ben"]);
  return {two, one, none: none.areas[0][1], went};
}"""


def test_a_curve_is_drawn_with_its_mistakes_and_leads_to_the_ply_pointed_at(modules: Page) -> None:
    found = ask(modules, CURVE, _DRAW, [REPORT, ALONE])
    upper = "0.0,0.0 150.0,0.0 300.0,0.0 600.0,0.0"
    between = ["0.0,60.0", "150.0,30.0", "300.0,48.0", "600.0,120.0"]
    lower = "600.0,120.0 300.0,120.0 150.0,120.0 0.0,120.0"
    assert found["two"] == {
        "says": "Chances to win, move by move: Anna, Ben",
        "look": "curve-svg",
        "areas": [
            ["curve-area player-0", f"{upper} {' '.join(reversed(between))}"],
            ["curve-area player-1", f"{' '.join(between)} {lower}"],
        ],
        "marks": [
            ["curve-mark grade-mistake player-1", "M300.0 129h0.01"],
            ["curve-mark grade-inaccurate player-0", "M450.0 129h0.01"],
        ],
        "now": [["0", "0"], ["300", "300"]],
    }
    assert found["one"] == {
        "says": "Chance to do well, move by move",
        "look": "curve-svg is-alone",
        "areas": [
            [
                "curve-area player-0",
                "0.0,0.0 300.0,0.0 600.0,0.0 600.0,90.0 300.0,60.0 0.0,30.0",
            ]
        ],
        "marks": [],
        "now": [["0", "0"], ["600", "600"]],
    }
    assert "NaN" not in found["none"]  # a match that ended before its first move
    assert found["went"] == [0, 0, 0, 1, 2, 4]


# --- The turns of a study -------------------------------------------------------------------------


def _turn(number: int, parent: int, *, main: bool = True, points: int = 0) -> dict[str, Any]:
    """Return a turn of a study as the server tells it; they alternate between two players."""
    player = number % 2
    events = [{"player": player, "points": points, "told": []}] if points else []
    entry = {
        "player": player,
        "text": f"T{number}",
        "ply": 77,
        "deed": {"told": ["Played ", {"name": "word", "text": f"W{number}"}, "."]},
        "events": events,
    }
    return {"n": number, "parent": parent, "main": main, "entry": entry}


# Turns 1, 2 and 3 follow on each other; 4 and 6 were tried instead of 2, and 5 follows on 4.
TURNS = [
    _turn(1, 0, points=1200),
    _turn(4, 1, main=False, points=-3),
    _turn(2, 1),
    _turn(3, 2),
    _turn(5, 4),
    _turn(6, 1, main=False),
]

_GO_THROUGH = """({Tree}, turns) => {
  const tree = new Tree(turns);
  tree.add({...turns[0], entry: null});  // it's there already
  const all = [0, 1, 2, 3, 4, 5, 6, 7];
  return {
    children: all.map((n) => tree.children(n)),
    paths: all.slice(0, 7).map((n) => tree.path(n).map((node) => node.n)),
    parents: all.map((n) => tree.parent(n)),
    depths: all.slice(0, 7).map((n) => tree.depth(n)),
    has: all.filter((n) => tree.has(n)),
    log: tree.log(5).map(({ply, text}) => [ply, text]),
    start: tree.log(0),
  };
}"""


def test_a_tree_knows_what_follows_on_what(modules: Page) -> None:
    assert ask(modules, TREE, _GO_THROUGH, TURNS) == {
        # What was played comes first, whenever it was added.
        "children": [[1], [2, 4, 6], [3], [], [5], [], [], []],
        "paths": [[], [1], [1, 2], [1, 2, 3], [1, 4], [1, 4, 5], [1, 6]],
        "parents": [0, 0, 1, 2, 1, 4, 1, 0],
        "depths": [0, 1, 2, 3, 2, 3, 2],
        "has": [0, 1, 2, 3, 4, 5, 6],
        "log": [[1, "T1"], [2, "T4"], [3, "T5"]],
        "start": [],
    }


_LIST = """({Tree, List, sentence}, turns) => {
  const root = document.createElement("div");
  root.style = "height: 60px; overflow: auto; position: relative";
  // Without the site's style sheets a player's mark would be as wide as the page.
  document.head.append(Object.assign(document.createElement("style"),
    {textContent: "svg { width: 12px; height: 12px }"}));
  document.body.append(root);
  const [tree, said, went] = [new Tree(turns), new Set([4]), []];
  const list = new List(root, tree, {
    go: (n) => went.push(n), says: (n) => said.has(n), alone: false,
  });
  list.render(3);
  const outline = (line) => [...line.children].map((row) => row.matches(".study-branch")
    ? [row.querySelector("p").textContent, outline(row.querySelector("ol"))]
    : Number(row.dataset.node));
  const current = () => [...root.querySelectorAll("[aria-current]")]
    .map((one) => [Number(one.parentNode.dataset.node), one.getAttribute("aria-current")]);
  const signed = () => [...root.querySelectorAll("[data-sign]:not([hidden])")]
    .map((one) => Number(one.dataset.sign));
  const inSight = () => {
    const [whole, row] = [root, root.querySelector("[aria-current]")]
      .map((one) => one.getBoundingClientRect());
    return row.top >= whole.top && row.bottom <= whole.bottom;
  };
  const text = (n, part) => root.querySelector(`[data-node="${n}"] ${part}`)?.textContent ?? null;
  const found = {
    outline: outline(root.querySelector("ol")),
    row: [".study-ply", ".study-what", ".study-text", ".study-points"].map((one) => text(1, one)),
    start: text(0, ".study-what"),
    points: [1, 2, 4].map((n) => text(n, ".study-points")),
    players: [1, 2].map((n) =>
      root.querySelector(`[data-node="${n}"] .player-mark`).getAttribute("class")),
    current: [current()],
    signed: [signed()],
    inSight: [inSight()],
  };
  for (const n of [4, 0]) root.querySelector(`[data-node="${n}"] > button`).click();
  list.mark(0);
  found.current.push(current());
  found.inSight.push(inSight());
  list.mark(9);  // no such turn
  found.current.push(current());
  said.clear();
  said.add(2);
  for (const n of [2, 4, 9]) list.sign(n);
  found.signed.push(signed());
  new List(root, tree, {go() {}, says: () => false, alone: true}).render(0);
  found.alone = root.querySelectorAll(".player-mark").length;
  const [told, silent] = [{told: ["It brought 3."]}, {told: []}];
  found.sentences = [
    sentence({deed: silent, events: [silent, told], text: "T1"}),
    sentence({deed: silent, events: [], text: "T1"}),
  ];
  return {...found, went};
}"""


def test_a_list_shows_other_turns_below_the_one_they_were_played_instead_of(modules: Page) -> None:
    instead = "Another turn for move 2:"
    assert ask(modules, TREE, _LIST, TURNS) == {
        "outline": [0, 1, 2, [instead, [4, 5]], [instead, [6]], 3],
        "row": ["1", "Played W1.T1", "T1", "+1200"],
        "start": "The start",
        "points": ["+1200", None, "\N{MINUS SIGN}3"],
        "players": ["player-mark player-1", "player-mark player-0"],
        "current": [[[3, "step"]], [[0, "step"]], []],
        "signed": [[4], [2]],
        "inSight": [True, True],
        "alone": 0,
        "sentences": ["It brought 3.", "T1"],
        "went": [4, 0],
    }


# --- How it ended, and the points of its moves ----------------------------------------------------


def over(
    *places: int, viewer: int | None = 0, reason: str = "over", short: bool = False
) -> dict[str, Any]:
    """Return what a view tells of a match that is over, by the places of its players."""
    seats = [{"player": player, "name": NAMES[player]} for player in range(len(places))]
    result = {"places": list(places), "reason": reason, "short": short}
    return {"seats": seats, "player": viewer, "result": result, "scores": [], "duel": None}


def duel(*places: int, short: bool = False) -> dict[str, Any]:
    entrants = [
        {"name": NAMES[number], "mine": number == 0, "place": place}
        for number, place in enumerate(places)
    ]
    told = {"over": True, "open": False, "entrants": entrants}
    return {**over(1, short=short), "duel": told}


def test_nobody_has_won_what_was_too_short_to_count(modules: Page) -> None:
    views = [over(1, 2, reason="resigned", short=True), duel(1, 2, short=True)]
    found = ask(modules, RESULT, "({verdict}, views) => views.map(verdict)", views)
    assert found == ["Too short to count"] * 2


def test_who_came_first_together_with_everyone_has_drawn(modules: Page) -> None:
    cases = {
        "You win": over(1, 2),
        "Ben wins": over(2, 1),
        "A draw": over(1, 1),
        "You and Ben share first place": over(1, 1, 3),
        "Ben and Clara share first place": over(3, 1, 1),
        "A draw between you and Ben": over(1, 1, 3, reason="drawn"),
    }
    more = {"all three": over(1, 1, 1), "watched": over(1, 1, viewer=None), "a duel": duel(1, 1)}
    found = ask(modules, RESULT, "({verdict}, views) => views.map(verdict)", list(cases.values()))
    assert found == list(cases)
    found = ask(modules, RESULT, "({verdict}, views) => views.map(verdict)", list(more.values()))
    assert dict(zip(more, found, strict=True)) == dict.fromkeys(more, "A draw")


_POINTS = """({Log}, points) => {
  const log = new Log(document.createElement("ol"), {});
  const events = points.map(([player, points]) => ({player, points}));
  return log.points({player: 0, events}).map((node) => [node.textContent, node.className]);
}"""


def test_points_lost_are_marked_and_have_a_minus(modules: Page) -> None:
    found = ask(modules, LOG, _POINTS, [[0, 12], [1, -27]])
    assert found == [["+12", "player-0"], ["\N{MINUS SIGN}27", "player-1 is-lost"]]


_LIE = """({Ending}, [top, height, left]) => {
  const box = (parent, style) => {
    const node = parent.appendChild(document.createElement("div"));
    Object.assign(node.style, {position: "absolute", ...style});
    return node;
  };
  const frame = box(document.body, {top: "50px", left: "0", width: "800px", height: "700px"});
  const [x, y, high] = [left, top, height].map((pixels) => `${pixels}px`);
  const word = box(frame, {top: y, left: x, width: "100px", height: high});
  const root = box(frame, {left: "150px", width: "500px", height: "400px"});
  root.className = "result";
  const style = document.head.appendChild(document.createElement("style"));
  style.textContent = ".result { top: 84px }";
  Ending.prototype.moveFrom.call({root}, [word, null]);
  const found = [root.style.top, root.style.maxHeight];
  frame.remove();
  style.remove();
  return found;
}"""


def test_a_result_lies_beside_the_last_word(modules: Page) -> None:
    cases = {
        "low on the board": ([400, 60, 300], ["8px", "384px"]),
        "high on the board": ([100, 60, 300], ["168px", "524px"]),
        "beside the result anyway": ([100, 60, 690], ["", ""]),
        "too long to lie beside": ([100, 500, 300], ["", ""]),
    }
    found = [ask(modules, ENDING, _LIE, facts) for facts, _ in cases.values()]
    assert dict(zip(cases, found, strict=True)) == {name: at for name, (_, at) in cases.items()}
