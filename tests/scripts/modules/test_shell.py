"""Modules that other scripts are made of: what each function returns."""

from playwright.sync_api import Page

from tests.scripts.modules.asking import ask

CATALOG = "/static/shell/common/catalog.js"
KEYS = "/static/shell/board/keys.js"
NEWS = "/static/shell/match/news.js"
CLOCK = "/static/shell/panels/clock.js"
TIMES = "/static/shell/common/times.js"


# --- What is said ---------------------------------------------------------------------------------

_SAY = """({say, count, tell, tellListing, listing, either, number, locale}) => {
  const kinds = (pieces) => pieces.map((one) => one instanceof Node ? one.outerHTML : one);
  const node = document.createElement("b");
  return {
    locale,
    say: [
      say("Just so."),
      say("It's {name}'s turn.", {name: "Anna"}),
      say("{a} of {a} and {b}", {a: 12345, b: "x"}),
      say("{name} of {other}", {name: "{other}", other: null}),
      say("A {place} without a fact."),
    ],
    count: [0, 1, 2, -1, 10000].map((n) => count("{n} tile left", "{n} tiles left", n)),
    facts: count("{name} has {n} tile", "{name} has {n} tiles", 2, {name: "Ben"}),
    tell: kinds(tell("{who} plays {n}.", {who: node, n: 5})),
    listings: [[], ["a"], ["a", "b"], ["a", "b", "c"]].map(listing),
    nodes: kinds(tellListing([node, "b", 3])),
    single: kinds(tellListing([node])),
    either: [[], ["a"], ["a", "b"], ["a", "b", "c"]].map(either),
    numbers: [0, 7, 1234, 12345, 1234567, -12345, 0.5].map(number),
  };
}"""

_TRANSLATE = """({fill, say, count, tellListing}) => {
  const messages = {
    "It's {name}'s turn.": "{name} ist dran.",
    "{n} tile": ["{n} Stein", "{n} Steine", "viele Steine"],
    "{most} and {last}": "{most} und {last}",
  };
  fill({messages, plural: (n) => (n === 1 ? 0 : n < 5 ? 1 : 2)});
  const found = [
    say("It's {name}'s turn.", {name: "Anna"}),
    say("Not translated: {n}", {n: 1}),
    ...[1, 2, 9].map((n) => count("{n} tile", "{n} tiles", n)),
    count("{n} card", "{n} cards", 2),
    tellListing(["a", "b"]).join(""),
    say("toString"),
  ];
  fill({alter: (message) => message.toUpperCase()});
  return [...found, say("It's {name}'s turn.", {name: "Anna", NAME: "Anna"})];
}"""


def test_sentences_are_filled_counted_and_listed(modules: Page) -> None:
    assert ask(modules, CATALOG, _SAY) == {
        "locale": "en-GB",
        "say": [
            "Just so.",
            "It's Anna's turn.",
            "12,345 of 12,345 and x",
            "{other} of ",  # what is filled in is no place
            "A {place} without a fact.",
        ],
        "count": [
            f"{n} left"
            for n in ("0 tiles", "1 tile", "2 tiles", "\N{MINUS SIGN}1 tile", "10,000 tiles")
        ],
        "facts": "Ben has 2 tiles",
        "tell": ["<b></b>", " plays ", "5", "."],
        "listings": ["", "a", "a and b", "a, b and c"],
        "nodes": ["<b></b>", ", ", "b", " and ", "3"],
        "single": ["<b></b>"],
        "either": ["", "a", "a or b", "a, b or c"],
        "numbers": ["0", "7", "1234", "12,345", "1,234,567", "\N{MINUS SIGN}12,345", "0.5"],
    }


def test_another_language_has_its_own_messages_and_forms(modules: Page) -> None:
    assert ask(modules, CATALOG, _TRANSLATE) == [
        "Anna ist dran.",
        "Not translated: 1",
        "1 Stein",
        "2 Steine",
        "viele Steine",
        "2 cards",
        "a und b",
        "toString",
        "Anna IST DRAN.",
    ]


# --- Keys -----------------------------------------------------------------------------------------

_STEP = """({stepped, namesOf}, {from, size}) => ({
  steps: Object.fromEntries(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map(
    (key) => [key, from.map((place) => stepped(place, key, ...size))])),
  square: stepped([4, 4], "ArrowRight", 5),
  names: [
    namesOf({keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]}),
    namesOf({keys: [" ", "Escape", "Enter", "?"]}),
    namesOf({keys: ["Backspace"], letters: true}),
    namesOf({keys: [], letters: true}),
  ],
})"""


def test_arrow_keys_step_to_the_edge_and_keys_have_their_printed_names(modules: Page) -> None:
    given = {"from": [[0, 0], [1, 1], [2, 6]], "size": [3, 7]}
    assert ask(modules, KEYS, _STEP, given) == {
        "steps": {
            "ArrowLeft": [[0, 0], [1, 0], [2, 5]],
            "ArrowRight": [[0, 1], [1, 2], [2, 6]],
            "ArrowUp": [[0, 0], [0, 1], [1, 6]],
            "ArrowDown": [[1, 0], [2, 1], [2, 6]],
        },
        "square": [4, 4],
        "names": [
            ["←", "→", "↑", "↓"],
            ["Space", "Esc", "Enter", "?"],
            ["A to Z", "Backspace"],
            ["A to Z"],
        ],
    }


# --- News of a match ------------------------------------------------------------------------------

_FOLLOW = """({following}, [view, news, other]) => {
  const was = JSON.stringify(view);
  const next = following(view, news);
  const only = following(view, other);
  return {
    next,
    only,
    shares: [next.state.far === view.state.far, only.state === view.state],
    untouched: JSON.stringify(view) === was,
    whole: following(view, {...other, state: [[[], {fresh: true}]]}).state,
  };
}"""


def test_news_are_laid_over_the_view_before(modules: Page) -> None:
    view = {
        "t": "view",
        "version": 4,
        "to_move": 0,
        "seats": ["Anna", "Ben"],
        "state": {"rows": [[1, 2], [3]], "hand": {"a": 1, "b": 2}, "far": {"off": [0]}},
        "log": [{"ply": ply} for ply in range(1, 8)],
        "changes": ["begun"],
    }
    changes = [
        [["rows", 0, 1], 9],  # a value put into a list
        [["rows", 1, 1], 4],  # one more at its end
        [["hand", "a"]],  # gone
        [["hand", "c"], None],  # there, and nothing
        [["rows", 2], [5, 6, 7]],
        [["rows", 2, 1]],  # a list that ends there
    ]
    news = {"t": "news", "follows": 4, "version": 5, "to_move": 1, "state": changes}
    news |= {"log": [{"ply": 8}, {"ply": 9}], "changes": ["resigned"]}
    other = {"t": "news", "follows": 4, "version": 5, "state": None, "log": [], "changes": []}
    found = ask(modules, NEWS, _FOLLOW, [view, news, other])
    assert found["next"] == {
        **view,
        "follows": 4,
        "version": 5,
        "to_move": 1,
        "state": {
            "rows": [[1, 9], [3, 4], [5]],
            "hand": {"b": 2, "c": None},
            "far": {"off": [0]},
        },
        "log": [{"ply": ply} for ply in range(2, 10)],  # the eight last ones
        "changes": ["begun", "resigned"],
    }
    assert found["only"] == {**view, "follows": 4, "version": 5}
    assert found["shares"] == [True, True]
    assert found["untouched"]
    assert found["whole"] == {"fresh": True}


# --- Times ----------------------------------------------------------------------------------------


def test_minutes_are_rounded_up_and_never_below_nothing(modules: Page) -> None:
    told = {
        -3: "0:00",
        0: "0:00",
        0.01: "0:01",
        1: "0:01",
        9.5: "0:10",
        59.01: "1:00",
        60: "1:00",
        61: "1:01",
        600: "10:00",
        3599.2: "60:00",
        36000: "600:00",
    }
    found = ask(modules, CLOCK, "({minutes}, cases) => cases.map(minutes)", list(told))
    assert found == list(told.values())


_TIME = """async (_, [at, now, instants]) => {
  const say = async (zone) => {
    document.body.dataset.zone = zone;  // it is read once, by the module
    const {shortTime, fullTime} = await import(`${at}?${zone}`);
    return [instants.map((one) => shortTime(one, Date.parse(now))), fullTime(now)];
  };
  const clock = {hour: "2-digit", minute: "2-digit"};
  return {
    berlin: await say("Europe/Berlin"),
    auckland: await say("Pacific/Auckland"),
    unknown: (await say("Mars/Olympus"))[0][0],
    device: new Intl.DateTimeFormat("en-GB", clock).format(new Date(instants[0])),
  };
}"""


def test_instants_are_told_in_the_readers_zone_and_as_briefly_as_is_clear(modules: Page) -> None:
    now = "2026-11-24T12:00:00Z"
    instants = [
        "2026-11-24T06:05:00Z",
        "2026-11-25T07:59:59Z",  # just within 20 hours
        "2026-11-25T08:00:00Z",
        "2026-11-30T11:59:59Z",  # just within six days
        "2026-11-30T12:00:00Z",
        "2026-11-18T11:00:00Z",
    ]
    found = ask(modules, TIMES, _TIME, [TIMES, now, instants])
    assert found["berlin"] == [
        ["07:05", "08:59", "Wed 09:00", "Mon 12:59", "30 Nov, 13:00", "18 Nov, 12:00"],
        "Tuesday 24 November, 13:00",
    ]
    assert found["auckland"] == [
        ["19:05", "20:59", "Wed 21:00", "Tue 00:59", "1 Dec, 01:00", "19 Nov, 00:00"],
        "Wednesday 25 November, 01:00",
    ]
    assert found["unknown"] == found["device"]


# --- What takes a thought -------------------------------------------------------------------------

COMMAND = "/static/shell/common/command.js"

# Answers come in this order, the last one for ever; waits pass at once.
_ASK = """async ({ask}, answers) => {
  const [fetched, later] = [window.fetch, window.setTimeout];
  const said = [], waits = [];
  let asked = 0;
  window.setTimeout = (done, wait) => { waits.push(wait); return later(done, 0); };
  window.fetch = async () => {
    const [status, body] = answers[Math.min(asked++, answers.length - 1)];
    return new Response(JSON.stringify(body), {status});
  };
  try {
    const answer = await ask("/anywhere", {}, (text) => said.push(text));
    return {answer, asked, said, seconds: waits.reduce((sum, wait) => sum + wait, 0) / 1000};
  } finally {
    [window.fetch, window.setTimeout] = [fetched, later];
  }
}"""


def test_what_takes_a_thought_is_asked_again_and_given_up_in_words(modules: Page) -> None:
    thinking = [202, {"ok": True, "thinking": True, "text": "We're thinking about that."}]
    there = [200, {"ok": True, "shown": []}]
    assert ask(modules, COMMAND, _ASK, [thinking, thinking, there]) == {
        "answer": there[1],
        "asked": 3,
        "said": ["We're thinking about that."],
        "seconds": 1.0,
    }
    never = ask(modules, COMMAND, _ASK, [thinking])
    assert never["answer"] == {
        "ok": False,
        "error": "thinking",
        "text": "That's taking longer than usual. Try again in a minute.",
    }
    assert never["seconds"] == 30.0
    for status, code in ((429, "one_at_a_time"), (503, "crowded")):
        refused = [status, {"ok": False, "error": code, "text": "Try again in a moment."}]
        found = ask(modules, COMMAND, _ASK, [refused])
        assert (found["answer"], found["asked"], found["said"]) == (refused[1], 1, [])
