"""Kinds of league that a founder can begin with: rules and a clock that go together."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from games.core.game import GameInfo
from games.core.language.text import Text
from lobby.leagues.season.rules import Format, Movement, Schedule, TieBreak, seats_of

HOUR, DAY = 3600, 86400


@dataclasses.dataclass(frozen=True, slots=True)
class Preset:
    """A usual kind of league; all of it can be changed before it is founded.

    ``rules`` differ from the usual ones, ``clock`` is as the form of a new table asks for it.
    """

    slug: str
    name: Text
    words: Text
    rules: Mapping[str, Any]
    clock: Mapping[str, Any]

    def suits(self, info: GameInfo) -> bool:
        """Tell whether enough people can sit at a table of the game."""
        return self.rules.get("format") != Format.TABLES or seats_of(info) > 2

    def rules_for(self, info: GameInfo) -> dict[str, Any]:
        """Return its rules with a table as large as the game allows."""
        rules = dict(self.rules)
        if "table_size" in rules:
            rules["table_size"] = min(rules["table_size"], seats_of(info))
        return rules


QUICK = {"clock": "bank", "correspondence_budget": 8 * HOUR, "correspondence_bank": 2 * DAY}
SLOW = {"clock": "bank", "correspondence_budget": DAY, "correspondence_bank": 5 * DAY}
PRESETS = (
    Preset(
        slug="round-robin",
        name=Text("Classic round robin"),
        words=Text(
            "Divisions of about eight players. Everyone plays everyone, one match after another,"
            " with two weeks for each match. The top players go up and the bottom ones go down."
        ),
        rules={"format": Format.ROUND_ROBIN.value, "round_days": 14, "division_ideal": 8},
        clock=QUICK,
    ),
    Preset(
        slug="at-once",
        name=Text("One month, all matches at the same time"),
        words=Text(
            "Divisions of about eight players. All matches start together, and you have four weeks"
            " to play them. For people who like to have several games on the go."
        ),
        rules={
            "format": Format.ROUND_ROBIN.value,
            "schedule": Schedule.AT_ONCE.value,
            "season_days": 28,
        },
        clock=SLOW,
    ),
    Preset(
        slug="swiss",
        name=Text("Weekly Swiss"),
        words=Text(
            "One match a week, against someone with about as many points as you. Five rounds, "
            "everyone in one division, and nobody is knocked out."
        ),
        rules={
            "format": Format.SWISS.value,
            "rounds": 5,
            "round_days": 7,
            "division_ideal": 20,
            "movement": Movement.NONE.value,
            "tie_1": TieBreak.BUCHHOLZ.value,
            "tie_2": TieBreak.HEAD_TO_HEAD.value,
        },
        clock=QUICK,
    ),
    Preset(
        slug="knock-out",
        name=Text("Knockout cup"),
        words=Text(
            "Lose and you're out; if you lose a semi-final, you play for third place. Ten days"
            " for each round."
        ),
        rules={
            "format": Format.KNOCKOUT.value,
            "round_days": 10,
            "division_ideal": 16,
            "movement": Movement.NONE.value,
            "repeats": False,
        },
        clock=QUICK,
    ),
    Preset(
        slug="tables",
        name=Text("Tables of four"),
        words=Text(
            "Four at a table, with new opponents each round, and points for every place. Five"
            " rounds of three weeks."
        ),
        rules={
            "format": Format.TABLES.value,
            "table_size": 4,
            "rounds": 5,
            "round_days": 21,
            "division_ideal": 12,
            "tie_1": TieBreak.WINS.value,
            "tie_2": TieBreak.SPREAD.value,
            "tie_3": TieBreak.NONE.value,
        },
        clock=QUICK,
    ),
)


def preset(slug: str) -> Preset:
    """Return the way of playing of that name, or the first one."""
    return next((each for each in PRESETS if each.slug == slug), PRESETS[0])
