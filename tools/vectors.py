"""Writes docs/notation/vectors.json anew: ``python -m tools.vectors``, or ``make vectors``.

The positions are those of each game's lesson. For each there are turns that its rules allow, as the
game writes them and in other ways that it reads; then come lines that it refuses. A test compares
the file with what the games read today.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings

from games.core import lessons
from games.core.errors import BadNotation
from games.core.table import options as table_options
from games.registry import AnyGame, lesson_of, load_game
from games.words.lists.packing import words_of

FILE = Path(__file__).parents[1] / "docs" / "notation" / "vectors.json"
FORMAT = "tilepost-notation/1"
TURNS = 6  # of each position that its rules allow, spread over all
OPTIONS: dict[str, dict[str, Any]] = {"words_with_chilwell": {"stopping": True}}

# Turns that few positions allow: a line can be read whether the rules allow its turn or not.
MORE: dict[str, list[str]] = {
    "tilekingdom": [],
    "upwords": ["D4 down QU", "exchange Q", "exchange QU", "pass"],
    "words_with_chilwell": [
        "HANDS +5",
        "no word +3",
        "no word +0",
        "QUIZZICALLY +12",
        "STOP +3",
        "stop",
    ],
    "tiled_of_it": ["LE C2", "LE C2 pile", "discard LE", "A H8"],
    "counting_tiles": ["B3-E3", "B3/B4", "discard", "remove B3", "B3=1", "wild B3", "drop"],
}

# Other ways to write a turn: what is replaced, by what.
OTHERWISE: dict[str, list[tuple[str, str]]] = {
    "tilekingdom": [(",", " , "), ("road EW", "road {W, E}"), ("desert 0127", "desert 7210")],
    "upwords": [
        (" across ", " a "), (" down ", " d "), (" down ", " DOWN "), ("(", ""), (")", ""),
        ("exchange ", "swap "), ("exchange Q", "exchange QU"),
    ],
    "words_with_chilwell": [(" +", "+"), ("+", "+ "), ("no word", "NO WORD")],
    "tiled_of_it": [(" pile", "  PILE"), ("discard ", "Discard ")],
    "counting_tiles": [("-", " - "), ("/", " / "), ("=1", " = 1"), ("remove ", "Remove  ")],
}  # fmt: skip

REFUSED: dict[str, list[str]] = {
    "tilekingdom": [
        "", "V", "V45 1,0", "V0 1", "V0 1,0 castle", "V0 1,0 road", "V0 1,0 road NS", "Y0 1,0",
        "A0 1,0", "V0 1000,0", "V0 1,0 desert 9", "V0 1;0", "pass",
    ],
    "upwords": [
        "", "D4", "D4 WORD", "D4 sideways WORD", "4D across WORD", "D44 across WORD",
        "D4 across", "D4 across W0RD", "D4 across (CAT", "D4 across CAT)", "D4 across ((CAT))",
        "J10 across CAT", "Z4 across CAT", "D4 across ....", "D4 across (Z)AT", "exchange",
        "exchange AB", "exchange 3", "passe",
    ],
    "words_with_chilwell": [
        "", "HANDS", "HANDS 5", "HANDS -5", "HANDS +", "HANDS +555", "H4NDS +5", "+5", "word",
        "no  word +3", "HÄNDE +5", "stop now",
    ],
    "tiled_of_it": [
        "", "LE", "LE C", "LE C9", "LE I2", "LE 2C", "L3 C2", "LE C2 deck", "discard",
        "discard LE C2", "pile", "ABCDEFG C2", "ÉL C2",
    ],
    "counting_tiles": [
        "", "B", "B8", "G3", "B3-", "B3-G3", "B3+B4", "B3=2", "remove", "wild", "discard B3",
        "drop B3", "99 B3", "3B", "B3 E3",
    ],
}  # fmt: skip


def made() -> dict[str, Any]:
    """Return all vectors as JSON."""
    return {"format": FORMAT, "games": {slug: vectors_of(slug) for slug in settings.GAMES}}


def rules_of(slug: str, options: dict[str, Any], words: list[str]) -> AnyGame:
    """Return a game's rules with those options and, where it needs any, those words."""
    return load_game(slug, options, words_of(words) if words else None)


def vectors_of(slug: str) -> dict[str, Any]:
    """Return a game's options, positions, lines that are read, and lines that are refused."""
    lesson = lesson_of(slug)
    options = {**table_options.write(lesson.options), **OPTIONS.get(slug, {})}
    rules = rules_of(slug, options, [*lesson.words])
    states = [lessons.begin(rules, step) for step in lesson.steps]
    read = [
        {"position": place, **one}
        for place, state in enumerate(states)
        for one in _read(rules, state)
    ]
    more = [{"position": 0, **one} for line in MORE[slug] for one in _ways(rules, states[0], line)]
    return {
        "rules_version": rules.info.rules_version,
        "options": options,
        "positions": [rules.encode_state(state) for state in states],
        "read": [*read, *more],
        "refused": [
            {"position": 0, "line": _refused(rules, states[0], one)} for one in REFUSED[slug]
        ],
    }


def _read(rules: AnyGame, state: Any) -> Iterator[dict[str, Any]]:
    """Yield some of the turns that a position allows, in all the ways to write them."""
    actions = list(rules.legal_actions(state))
    for action in actions[:: max(1, len(actions) // TURNS)]:
        yield from _ways(rules, state, rules.action_text(state, action))


def _ways(rules: AnyGame, state: Any, line: str) -> Iterator[dict[str, Any]]:
    """Yield a line, and others that are read as the same turn."""
    action = rules.parse_action(state, line)
    text = rules.action_text(state, action)
    others = [line.replace(*pair) for pair in OTHERWISE[rules.info.slug]]
    if rules.info.slug == "upwords":
        others.append(_dotted(line))
    for one in dict.fromkeys([line, line.lower(), f"  {line} ", *others]):
        if _reading(rules, state, one) == action:
            told = {"line": one, "action": rules.encode_action(action)}
            yield told if one == text else {**told, "text": text}


def _dotted(line: str) -> str:
    """Return a turn of Upwords with a dot for each letter that stays."""
    head, *rest = line.split("(")
    parts = (part.partition(")") for part in rest)
    return head + "".join("." * len(stay.replace("QU", "Q")) + after for stay, _, after in parts)


def _reading(rules: AnyGame, state: Any, line: str) -> Any:
    try:
        return rules.parse_action(state, line)
    except BadNotation:
        return None


def _refused(rules: AnyGame, state: Any, line: str) -> str:
    """Return a line that is refused in a position; raise ValueError if it's read."""
    if (action := _reading(rules, state, line)) is not None:
        raise ValueError(f"{rules.info.slug} reads “{line}” as {action}")
    return line


def written(vectors: dict[str, Any]) -> str:
    """Return vectors as they stand in the file: one on each line."""
    games = []
    for slug, one in vectors["games"].items():
        parts = [f'"rules_version": {one["rules_version"]}', f'"options": {_line(one["options"])}']
        for name in ("positions", "read", "refused"):
            rows = ",\n".join(f"    {_line(row)}" for row in one[name])
            parts.append(f'"{name}": [\n{rows}\n   ]')
        games.append(f'  "{slug}": {{\n   ' + ",\n   ".join(parts) + "\n  }")
    inside = ",\n".join(games)
    return f'{{\n "format": "{vectors["format"]}",\n "games": {{\n{inside}\n }}\n}}\n'


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    FILE.write_text(written(made()), encoding="utf-8")
