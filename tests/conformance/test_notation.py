"""The vectors in docs/notation: lines that anyone's program must read, and ours does."""

import collections
import functools
import json
import typing
import unicodedata
from typing import Any

import pytest

from games.core.errors import BadNotation
from games.core.extras.protocols import parse_reply
from games.registry import game_class, lesson_of
from tests.conformance.playing import SLUGS
from tools import vectors

FILE: dict[str, Any] = json.loads(vectors.FILE.read_text(encoding="utf-8"))
FEWEST = {"read": 100, "refused": 10}


def rules_of(slug: str) -> Any:
    return vectors.rules_of(slug, FILE["games"][slug]["options"], [*lesson_of(slug).words])


def test_every_game_of_this_site_is_in_the_file() -> None:
    assert FILE["format"] == vectors.FORMAT
    assert list(FILE["games"]) == list(SLUGS)
    versions = {slug: one["rules_version"] for slug, one in FILE["games"].items()}
    assert versions == {slug: game_class(slug).info.rules_version for slug in SLUGS}


@pytest.mark.parametrize("slug", SLUGS)
def test_the_code_reads_and_writes_as_every_vector_says(slug: str) -> None:
    rules, given = rules_of(slug), FILE["games"][slug]
    states = [rules.decode_state(position) for position in given["positions"]]
    for one in given["read"]:
        state = states[one["position"]]
        action = rules.parse_action(state, one["line"])
        assert rules.encode_action(action) == one["action"], one
        assert rules.action_text(state, action) == one.get("text", one["line"]), one
    for one in given["refused"]:
        with pytest.raises(BadNotation):
            rules.parse_action(states[one["position"]], one["line"])


@pytest.mark.parametrize("slug", SLUGS)
def test_a_turn_in_words_is_no_line_of_notation(slug: str) -> None:
    rules, given = rules_of(slug), FILE["games"][slug]
    states = [rules.decode_state(position) for position in given["positions"]]
    for one in given["read"]:
        state = states[one["position"]]
        words = str(rules.action_in_words(state, rules.decode_action(one["action"])))
        assert words not in ("", one.get("text", one["line"])), one


@functools.cache
def other_signs() -> dict[str, list[str]]:
    """Return, by a sign of ASCII, all others that Python takes for it in some way."""
    others: dict[str, list[str]] = {}
    for sign in map(chr, range(128, 0x20000)):
        digit = str(unicodedata.digit(sign, ""))
        space = " " if sign.isspace() else ""
        for like in {sign.upper(), sign.lower(), unicodedata.normalize("NFKC", sign), digit, space}:
            if len(like) == 1 and like.isascii():
                others.setdefault(like, []).append(sign)
                others.setdefault(like.swapcase(), []).append(sign)
    return others


@pytest.mark.parametrize("slug", SLUGS)
def test_only_ascii_is_read(slug: str) -> None:
    """Put fullwidth and Arabic digits, the long s, the Kelvin sign and all their kind in lines."""
    rules, given, others = rules_of(slug), FILE["games"][slug], other_signs()
    assert {"\u017f", "\u212a"} <= {*others["s"], *others["k"]}
    states = [rules.decode_state(position) for position in given["positions"]]
    placed: collections.Counter[str] = collections.Counter()
    for one in given["read"]:
        line, state = one["line"], states[one["position"]]
        lines = [f"\u3000{line}", f"{line}\u00a0", f"{line}\u2028"]
        for at, sign in enumerate(line):
            of_it = others.get(sign, [])
            lines += [line[:at] + other + line[at + 1 :] for other in of_it[placed[sign] :][:3]]
            placed[sign] = (placed[sign] + 3) % (len(of_it) or 1)
        for other in lines:
            for read in (rules.parse_action, functools.partial(parse_reply, rules)):
                with pytest.raises(BadNotation):
                    read(state, other)
            assert rules.read_log(0, other) is None


@pytest.mark.parametrize("slug", SLUGS)
def test_every_kind_of_action_is_among_them(slug: str) -> None:
    """Run `make vectors` after a change of notation, and look at what has changed."""
    given = FILE["games"][slug]
    kinds = typing.get_args(game_class(slug).action_class) or (game_class(slug).action_class,)
    assert {one["action"]["type"] for one in given["read"]} == {kind.__name__ for kind in kinds}
    assert any("text" in one for one in given["read"])
    assert {name: len(given[name]) >= few for name, few in FEWEST.items()} == {
        "read": True,
        "refused": True,
    }


def test_the_file_stands_as_the_program_writes_it() -> None:
    assert vectors.FILE.read_text(encoding="utf-8") == vectors.written(FILE)
