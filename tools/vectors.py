"""Writes docs/notation/vectors.json anew: ``python -m tools.vectors``, or ``make vectors``.

The positions are those of each game's lesson. For each there are turns that its rules allow, as the
game writes them and in other ways that it reads; then come lines that it refuses. A test compares
the file with what the games read today.
"""

import functools
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings

from games.core import lessons
from games.core.errors import BadNotation
from games.core.table import options as table_options
from games.registry import AnyGame, lesson_of, load_game
from games.words.lists.packing import words_of

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docs" / "notation" / "vectors.json"
FORMAT = "tilepost-notation/1"
TURNS = 6  # of each position that its rules allow, spread over all


@dataclass(frozen=True)
class Lines:
    """A game's own lines, as they stand in ``lines.json`` beside its tests.

    ``more`` are turns that few positions allow: a line can be read whether the rules allow its turn
    or not. ``otherwise`` are other ways to write a turn: what is replaced, by what. ``refused`` are
    lines that nobody may read as a turn, and ``options`` those of the table.
    """

    options: dict[str, Any]
    more: list[str]
    otherwise: list[tuple[str, str]]
    refused: list[str]


@functools.cache
def lines_of(slug: str) -> Lines:
    """Return a game's own lines."""
    file = ROOT / "tests" / "games" / slug / "lines.json"
    return Lines(**json.loads(file.read_text(encoding="utf-8")))


def made() -> dict[str, Any]:
    """Return all vectors as JSON."""
    return {"format": FORMAT, "games": {slug: vectors_of(slug) for slug in settings.GAMES}}


def rules_of(slug: str, options: dict[str, Any], words: list[str]) -> AnyGame:
    """Return a game's rules with those options and, where it needs any, those words."""
    return load_game(slug, options, words_of(words) if words else None)


def vectors_of(slug: str) -> dict[str, Any]:
    """Return a game's options, positions, lines that are read, and lines that are refused."""
    lesson, lines = lesson_of(slug), lines_of(slug)
    options = {**table_options.write(lesson.options), **lines.options}
    rules = rules_of(slug, options, [*lesson.words])
    states = [lessons.begin(rules, step) for step in lesson.steps]
    read = [
        {"position": place, **one}
        for place, state in enumerate(states)
        for one in _read(rules, state)
    ]
    more = [{"position": 0, **one} for line in lines.more for one in _ways(rules, states[0], line)]
    return {
        "rules_version": rules.info.rules_version,
        "options": options,
        "positions": [rules.encode_state(state) for state in states],
        "read": [*read, *more],
        "refused": [
            {"position": 0, "line": _refused(rules, states[0], one)} for one in lines.refused
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
    others = [line.replace(*pair) for pair in lines_of(rules.info.slug).otherwise]
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
