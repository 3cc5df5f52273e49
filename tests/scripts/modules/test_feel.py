"""What a view gives cause to hear and feel, and what then sounds and ticks."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.feel.hearing import STROKES, note, sounds_of, touch
from tests.scripts.modules.asking import ask

CUES = "/static/shell/feel/cues.js"
SOUND = "/static/shell/feel/sound.js"
FEEL = "/static/shell/feel/feel.js"
QUIET = "/static/shell/feel/quiet.js"
TICK, TURN = "12", "18,60,18"
SILENT = {"contexts": 0, "strokes": [], "buzzes": [], "moves": []}


@pytest.fixture
def ears(modules: Page) -> Iterator[Page]:
    """An empty page that somebody has touched and that notes what it sounds; its clock is ours.

    No time passes on it but by ``later(milliseconds)``.
    """
    note(modules)
    touch(modules)
    modules.evaluate("""() => {
      let now = performance.now();
      performance.now = () => now;
      window.later = (milliseconds) => (now += milliseconds);
    }""")
    yield modules
    modules.evaluate("localStorage.removeItem('feel')")


def view(ply: int, to_move: int | None, *players: int, viewer: int | None = 0, **more: Any) -> Any:
    """Return a view of two players as its reader sees it, after turns of these players."""
    log = [
        {"ply": ply - len(players) + number, "player": player, "actor": "human"}
        for number, player in enumerate(players, start=1)
    ]
    return {
        "status": "running",
        "player": viewer,
        "to_move": to_move,
        "ply": ply,
        "seats": [{"player": 0, "substituted": False}, {"player": 1, "substituted": False}],
        "log": log,
        "scores": [0, 0],
        "duel": None,
        "result": None,
        "clock": {"pace": "live", "budget": 60, "tempo": False, "started_at": f"at {ply}"},
        **more,
    }


def over(*places: int, reason: str = "over", short: bool = False, **more: Any) -> dict[str, Any]:
    """Return what is different in the view of a match that is over."""
    result = {"places": list(places), "reason": reason, "short": short}
    return {"status": "finished", "result": result, **more}


ONE = {"seats": [{"player": 0, "substituted": False}], "scores": [0]}
HELD = {"seats": [{"player": 0, "substituted": True}, {"player": 1, "substituted": False}]}


def test_each_view_has_its_cues(modules: Page) -> None:
    mine, theirs = view(3, 0, 1, 0, 1), view(3, 1, 0, 1, 0)
    cases = {
        "nothing is new": (mine, mine, []),
        "I played": (view(4, 1, 0), mine, ["place"]),
        "they played": (view(4, 0, 1), theirs, ["place", "turn"]),
        "they played twice": (view(5, 1, 0, 1), mine, ["place"]),
        "all came round to me": (view(5, 0, 0, 1), mine, ["place", "turn"]),
        "I play on": (view(4, 0, 0), mine, ["place"]),
        "the turn came without a move": (view(3, 0, 1, 0, 1), theirs, ["turn"]),
        "a computer holds my seat": (view(4, 0, 1, **HELD), theirs, ["place"]),
        "I look on": (view(4, 1, 0, viewer=None), view(3, 0, viewer=None), ["place"]),
        "I play alone": (view(4, 0, 0, **ONE), view(3, 0, **ONE), ["place"]),
        "I won": (view(4, None, 1, **over(1, 2)), theirs, ["place", "won"]),
        "I won by their leaving": (view(3, None, **over(1, 2)), theirs, ["won"]),
        "it was too short": (view(3, None, **over(1, 2, short=True)), theirs, ["over"]),
        "I lost": (view(4, None, 0, **over(2, 1)), mine, ["place", "over"]),
        "all had left": (view(3, None, **over(1, 1, reason="deserted")), mine, ["over"]),
        "I looked on": (
            view(4, None, 0, viewer=None, **over(1, 2)),
            view(3, 0, viewer=None),
            ["place", "over"],
        ),
        "I was alone": (view(4, None, 0, **ONE, **over(1)), view(3, 0, **ONE), ["place", "over"]),
        "I won a duel": (
            view(4, None, **{**ONE, **over(1, duel={"over": True, "open": False})}),
            view(4, 0, **ONE),
            ["won"],
        ),
        "a challenge": (
            view(4, None, **{**ONE, **over(1, duel={"over": True, "open": True})}),
            view(4, 0, **ONE),
            ["over"],
        ),
        "it was over before": (
            view(4, None, **over(1, 2)),
            view(4, None, **over(1, 2)),
            [],
        ),
    }
    given = {name: [view, before] for name, (view, before, _) in cases.items()}
    script = """({cuesOf}, cases) => Object.fromEntries(
      Object.entries(cases).map(([name, [view, before]]) => [name, cuesOf(view, before)]))"""
    assert ask(modules, CUES, script, given) == {name: cues for name, (*_, cues) in cases.items()}


def test_a_turn_is_ones_own_if_ones_own_hand_played_all_of_it(modules: Page) -> None:
    by_clock = view(4, 1, 0)
    by_clock["log"][0]["actor"] = "clock"
    cases = [view(4, 1, 0), view(4, 0, 1), view(5, 0, 0, 1), view(5, 1, 0, 0), view(3, 0), by_clock]
    script = """({isOwn, freshOf}, cases) => cases.map((view) =>
      [isOwn(view, {ply: 3}), freshOf(view, {ply: 3}).map(({ply}) => ply)])"""
    assert ask(modules, CUES, script, cases) == [
        [True, [4]],
        [False, [4]],
        [False, [4, 5]],
        [True, [4, 5]],
        [False, []],
        [False, [4]],
    ]


# --- Sounds and ticks -----------------------------------------------------------------------------

_PLAY = """async ({play, sample, tick}, names) => {
  const {choose, choices} = await import("/static/shell/feel/choices.js");
  const take = () => heard.strokes.splice(0);
  const felt = () => heard.buzzes.splice(0);
  const found = {};
  const touched = (hasBeenActive) => Object.defineProperty(
    navigator, "userActivation", {value: {hasBeenActive}, configurable: true});
  const all = () => {
    later(1000);
    for (const name of names) play(name);
    tick(12);
    return [take().length, felt().length, heard.contexts];
  };
  found.given = [choices.sound, choices.volume, choices.ticks];
  found.off = all();
  choose({sound: true});
  touched(false);
  found.untouched = all();
  touched(true);
  choose({volume: 0});
  found.mute = all();
  choose({volume: 60, ticks: false});
  tick(12);
  found.unfelt = felt();
  choose({ticks: null});  // with the sound
  tick(18, 60, 18);
  found.felt = felt();
  found.each = names.map((name) => {
    later(1000);
    play(name);
    return take();
  });
  const again = (wait) => {
    later(wait);
    play("place");
    return take().length > 0;
  };
  later(1000);
  found.again = [0, 119, 1, 119, 120].map(again);
  sample("place");
  sample("place");
  found.sampled = take().length;
  found.later = (play("turn", 2), Math.min(...take().map(([at]) => at)) >= 2);
  found.contexts = heard.contexts;
  found.kept = JSON.parse(localStorage.getItem("feel"));
  return found;
}"""


def test_sounds_are_made_once_asked_for_and_each_is_its_own(ears: Page) -> None:
    found = ask(ears, SOUND, _PLAY, list(STROKES))
    assert found["given"] == [False, 60, False]
    # Tones, ticks, and what would make tones: none is made before it is needed.
    assert (found["off"], found["untouched"], found["mute"]) == ([0, 0, 0], [0, 0, 0], [0, 1, 0])
    assert (found["unfelt"], found["felt"]) == ([], [TURN])
    assert [sounds_of(strokes) for strokes in found["each"]] == [[name] for name in STROKES]
    assert found["again"] == [True, False, True, False, True]
    assert found["sampled"] == 6  # both of them, of three tones each
    assert found["later"]
    assert found["contexts"] == 1
    assert found["kept"] == {"sound": True, "volume": 60, "ticks": None, "awake": True}


_HEAR = """async ({Feel}, [steps, sound]) => {
  const {choose} = await import("/static/shell/feel/choices.js");
  if (sound) choose({sound: true});
  const feel = new Feel(document.body);
  const hide = (hidden) =>
    Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
  return steps.map(([what, ...given]) => {
    later(1000);
    if (what === "hide") hide(...given);
    else if (what === "time") feel.time(given[0], {timeless: given[2], left: () => given[1]});
    else if (what === "talk") feel.talk();
    else feel.follow(...given, null);
    return [heard.strokes.splice(0), heard.buzzes.splice(0)];
  });
}"""


def hear(page: Page, *steps: tuple[Any, ...], sound: bool = True) -> list[tuple[list[str], Any]]:
    """Return what is heard and felt at each step: (what happens, what is given to it)."""
    found = ask(page, FEEL, _HEAR, [steps, sound])
    return [(sounds_of(strokes), buzzes) for strokes, buzzes in found]


MINE, THEIRS = view(3, 0, 1, 0, 1), view(3, 1, 0, 1, 0)
I_PLAY, THEY_PLAY = ("follow", view(4, 1, 0), MINE), ("follow", view(4, 0, 1), THEIRS)
I_WIN = ("follow", view(4, None, 1, **over(1, 2)), THEIRS)
I_LOSE = ("follow", view(4, None, 1, **over(2, 1)), THEIRS)
TALK = ("talk",)


def test_each_event_has_its_sound(ears: Page) -> None:
    nothing = ("follow", MINE, MINE)
    assert hear(ears, I_PLAY, THEY_PLAY, I_WIN, I_LOSE, TALK, nothing) == [
        (["place"], [TICK]),
        (["place", "turn"], [TURN]),
        (["place", "won"], []),
        (["place", "over"], []),
        (["talk"], []),
        ([], []),
    ]
    assert ears.evaluate("heard.contexts") == 1


def test_a_page_in_the_background_tells_only_that_it_is_your_turn(ears: Page) -> None:
    steps = [I_PLAY, THEY_PLAY, I_WIN, TALK, ("hide", False), TALK]
    assert hear(ears, ("hide", True), *steps)[1:] == [
        ([], []),
        (["turn"], []),
        ([], []),
        ([], []),
        ([], []),
        (["talk"], []),
    ]


def test_little_time_is_heard_once_by_whoever_is_to_move(ears: Page) -> None:
    def left(seconds: float | None, of: Any = MINE, timeless: str = "") -> tuple[Any, ...]:
        return "time", of, None if seconds is None else {"all": seconds}, timeless

    def other(clock: str, value: Any) -> Any:
        return {**MINE, "clock": {**MINE["clock"], clock: value}}

    none, low = ([], []), (["low"], [])
    told = [
        (left(10.5), none),
        (left(0), none),
        (left(None), none),
        (left(5, timeless="paused"), none),
        (left(5, THEIRS), none),
        (left(5, other("pace", "correspondence")), none),
        (left(5, other("tempo", True)), none),
        (left(5, other("budget", 19)), none),
        (left(5, view(3, 0, viewer=None)), none),
        (left(10), low),
        (left(8), none),
        (left(9, other("started_at", "later")), low),
        (left(9, view(5, 0)), low),
    ]
    assert hear(ears, *[step for step, _ in told]) == [what for _, what in told]


def test_nobody_is_woken(ears: Page) -> None:
    slow = {"clock": {**MINE["clock"], "pace": "correspondence"}}
    by_post = ("follow", {**I_PLAY[1], **slow}, MINE)
    ears.evaluate("""() => {
      document.body.dataset.quiet = "/quiet/";
      window.asked = [];
      const night = [Date.now() - 60_000, Date.now() + 3_600_000].map((at) => new Date(at));
      window.fetch = async (address) => {
        asked.push(address);
        return {ok: true, json: async () => ({quiet: [night]})};
      };
    }""")
    # In their sleep hours somebody who plays live hears their own moves and nothing else.
    assert hear(ears, I_PLAY, THEY_PLAY, I_WIN, TALK, by_post) == [
        (["place"], [TICK]),
        ([], []),
        ([], []),
        ([], []),
        ([], []),
    ]
    assert ears.evaluate("asked") == ["/quiet/"]
    script = """({isQuiet}) => [-120_000, 0, 3_500_000, 3_700_000]
      .map((milliseconds) => isQuiet(Date.now() + milliseconds))"""
    assert ask(ears, QUIET, script) == [False, True, True, False]


def test_it_is_quiet_until_the_site_has_said_otherwise(ears: Page) -> None:
    ears.evaluate("""() => {
      document.body.dataset.quiet = "/quiet/";
      window.answers = [null, {quiet: []}];
      window.fetch = async () => {
        const answer = answers.shift();
        return {ok: answer !== null, json: async () => answer};
      };
    }""")
    script = """async ({isQuiet}) => {
      const {choose} = await import("/static/shell/feel/choices.js");
      const found = [isQuiet(), answers.length];  // without sound nobody is asked
      choose({sound: true});  // out of reach
      await new Promise((done) => setTimeout(done));
      found.push(isQuiet(), answers.length);  // asked again
      await new Promise((done) => setTimeout(done));
      return [...found, isQuiet(), answers.length];
    }"""
    assert ask(ears, QUIET, script) == [True, 2, True, 0, False, 0]


def test_without_sound_and_motion_nothing_sounds_and_nothing_moves(ears: Page) -> None:
    steps = [I_PLAY, THEY_PLAY, I_WIN, TALK, ("time", MINE, {"all": 5}, "")]
    assert hear(ears, *steps, sound=False) == [([], [])] * len(steps)
    assert ears.evaluate("heard") == SILENT
