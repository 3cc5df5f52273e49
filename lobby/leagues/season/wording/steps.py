"""What a step says of itself: what it is for, and how many it concerns."""

from collections import Counter
from collections.abc import Mapping, Sequence

from games.core.language.text import Plural, Text
from lobby.leagues.season.values import (
    Effect,
    Ended,
    EntrantChanged,
    Extended,
    How,
    Opened,
    Placed,
    RoundPaired,
    Standing,
    Told,
    Voided,
)

OUTLINES = {
    "registration": Text("Registration opens"),
    "check_in": Text("Check-in opens"),
    "remind_check_in": Text("We remind everyone who hasn't checked in"),
    "draw_up": Text("The divisions are drawn up"),
    "postpone": Text("There are too few players, so the season will start a week later"),
    "cancel": Text("There are still too few players, so the season won't take place"),
    "remind": Text("We remind everyone who hasn't taken their first turn"),
    "time": Text("Time is up for matches still in progress"),
    "withdraw": Text("There's no substitute, so the place is given up"),
    "play_off": Text("Play-offs begin"),
    "finish": Text("The season ends"),
    "next_season": Text("The next season is planned"),
}
ALL_BEGIN = Text("All matches begin")
ROUND_BEGINS = Text("Round {number} begins")
# What is counted of a step, in the order in which it is told; by these names it is stored.
COUNTED: Mapping[str, Plural] = {
    "divisions": Plural("{n} division", "{n} divisions"),
    "players": Plural("{n} player", "{n} players"),
    "absent": Plural("{n} player who didn't check in", "{n} players who didn't check in"),
    "matches": Plural("{n} match", "{n} matches"),
    "extended": Plural("{n} match with more time", "{n} matches with more time"),
    "void": Plural("{n} match that no longer counts", "{n} matches that no longer count"),
    How.BYE.value: Plural("{n} bye", "{n} byes"),
    How.EXCUSED.value: Plural("{n} player excused", "{n} players excused"),
    How.FORFEIT.value: Plural("{n} match forfeited", "{n} matches forfeited"),
    How.NO_SHOW.value: Plural("{n} no-show", "{n} no-shows"),
    How.SCORE.value: Plural("{n} match decided by score", "{n} matches decided by score"),
    How.PLAY_OUTS.value: Plural(
        "{n} match played out by the computer", "{n} matches played out by the computer"
    ),
    How.LOT.value: Plural("{n} match decided by lot", "{n} matches decided by lot"),
    "notices": Plural("{n} notification", "{n} notifications"),
    "running": Plural("{n} match in progress", "{n} matches in progress"),
}
ROUNDS = "rounds"  # counted as well, but not told: how many begin


def outline(key: str, counts: Mapping[str, int]) -> Text:
    """Return what a step is for."""
    kind, _, about = key.partition(":")
    if kind != "round":
        return OUTLINES[kind]
    if about == "1" and counts.get(ROUNDS, 0) > 1:
        return ALL_BEGIN
    return ROUND_BEGINS.having(number=int(about))


def describe(key: str, counts: Mapping[str, int]) -> Text:
    """Return what a step does: "Round 2 begins: 42 matches, 1 bye, 84 notifications"."""
    what = outline(key, counts)
    told = tuple(
        words.having(n=counts[name]) for name, words in COUNTED.items() if counts.get(name)
    )
    return Text("{what}: {numbers}", what=what, numbers=told) if told else what


def counted(effects: Sequence[Effect]) -> dict[str, int]:
    """Return how many of what a step concerns, by the names of ``COUNTED``."""
    found: Counter[str] = Counter()
    for effect in effects:
        name, number = _number(effect)
        found[name] += number
    found["divisions"] = len({each.level for each in effects if isinstance(each, Placed)})
    return {name: number for name, number in found.items() if name and number}


EACH_COUNTS = {Placed: "players", Opened: "matches", Extended: "extended", Voided: "void"}


def _number(effect: Effect) -> tuple[str, int]:
    """Return what an effect is counted under and as how many, ("", 0) for what is not told."""
    match effect:
        case EntrantChanged(_, Standing.ABSENT):
            return "absent", 1
        case Ended(_, outcome):
            return outcome.how.value, 1
        case Told(_, entrants):
            return "notices", len(entrants)
        case RoundPaired(rounds):
            return ROUNDS, rounds
    name = EACH_COUNTS.get(type(effect), "")
    return name, int(bool(name))
