"""Files that somebody wrote to break the site: whatever they hold fits its table or is refused."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.users.models import User
from games.core.errors import Refusal
from games.core.log.fairness import record
from games.core.rng import commitment
from games.matches.models import Match
from games.matches.proofs import transcripts
from games.registry import load_game
from games.studies import acts
from games.studies.files import EARLIEST
from games.studies.models import LONGEST_TITLE, Node, Study
from games.studies.texts import LONGEST_NAME
from tests.factories import NOW, SECRET
from tests.games.matches.pages.finished import finished
from tests.games.studies.test_doors import file_of, problem_of

pytestmark = pytest.mark.usefixtures("common_lists")

LONG, DEEP = "x" * 5000, json.loads("[" * 400 + "]" * 400)
HOSTILE = (
    LONG, "", "\u0000", "\ud800", 10**30, -(10**30), -1, 0, 1.5, 2.0, True, None, DEEP, [], {},
    [LONG] * 3, {LONG: LONG},
)  # fmt: skip
AS_WRITTEN = ("1e999", "NaN", "-Infinity", "9" * 5000)  # numbers that Python can't write


def unplayed(secret: bytes = SECRET, players: int = 2) -> dict[str, Any]:
    """Return the file of a match without a move, all of which is as the rules make it."""
    rules = load_game("tilekingdom")
    start, _ = transcripts._log(rules, [], list(record(rules, players, secret, [])))
    return {
        "format": transcripts.FORMAT, "match": "", "game": "tilekingdom",
        "rules_version": rules.info.rules_version, "options": {}, "word_list": None,
        "players": [{"player": seat, "name": f"P{seat}"} for seat in range(players)],
        "finished_at": NOW.isoformat(), "ended": "deserted",
        "scores": [0] * players, "places": [1] * players,
        "commitment": commitment(secret), "seal": "", "changes": [], "secret": secret.hex(),
        "start": start, "log": [], "key": "", "signature": "",
    }  # fmt: skip


def places_in(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to everything in a file; of long lists, to the first of it."""
    yield at
    first = dict(enumerate(data[:1])) if isinstance(data, list) else data
    for key, value in first.items() if isinstance(first, dict) else ():
        yield from places_in(value, (*at, key))


def spoilt(data: dict[str, Any], at: tuple[Any, ...], value: Any) -> bytes:
    """Return the file with something else in one place."""
    data = copy.deepcopy(data)
    inner: Any = data
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = "here" if value in AS_WRITTEN else value
    text = json.dumps(data)
    return (text.replace('"here"', value) if value in AS_WRITTEN else text).encode()


def assert_it_fits_or_is_refused(data: bytes, user: User) -> None:
    before = Study.objects.count(), Node.objects.count()
    try:
        study = acts.make_of_file(data=data, user=user, now=NOW)
    except Refusal:
        assert (Study.objects.count(), Node.objects.count()) == before
        return
    study.refresh_from_db()
    assert len(study.secret) == len(SECRET)
    assert len(study.title) <= LONGEST_TITLE
    assert EARLIEST <= study.played_at <= NOW
    assert all(len(name) <= LONGEST_NAME for name in study.names)
    study.delete()


def test_a_secret_is_as_long_as_that_of_a_match(client: Client, anna: User) -> None:
    client.force_login(anna)
    for secret in (bytes(31), bytes(33), b"x" * 900_000):
        assert problem_of(client, json.dumps(unplayed(secret)).encode()) == (
            "This file isn't what the rules make of it:"
            f" The secret has {len(secret)} bytes instead of 32."
        )
    assert not Study.objects.exists()
    acts.make_of_file(data=json.dumps(unplayed()).encode(), user=anna, now=NOW)


def test_no_more_play_than_can(client: Client, anna: User) -> None:
    client.force_login(anna)
    for players in (1, 6, 300):
        assert problem_of(client, json.dumps(unplayed(players=players)).encode()) == (
            f"This file isn't what the rules make of it: So many can't play Tilekingdom: {players}."
        )
    assert not Study.objects.exists()


@pytest.mark.parametrize("value", [*HOSTILE, *AS_WRITTEN], ids=lambda value: repr(value)[:12])
def test_whatever_stands_in_a_file_fits_or_is_refused(anna: User, value: Any) -> None:
    data = unplayed()
    for at in places_in({**data, "more": ""}):
        if at and at[0] != "start":
            assert_it_fits_or_is_refused(spoilt(data, at, value), anna)


def test_so_does_whatever_stands_in_a_move(client: Client, anna: User, ben: User) -> None:
    client.force_login(anna)
    data = json.loads(file_of(client, finished("upwords", anna, ben))) | {
        "key": "",
        "signature": "",
    }
    data |= {"ended": "deserted", "log": data["log"][:1]}
    action = [at for at in places_in(data["log"], ("log",)) if "action" in at]
    for at in [("log",), ("log", 0), ("log", 0, "actor"), ("log", 0, "text"), *action]:
        for value in HOSTILE[::2]:
            assert_it_fits_or_is_refused(spoilt(data, at, value), anna)


def test_what_is_signed_is_not_too_deep_to_be_looked_at(anna: User, match: Match) -> None:
    # As deep as the reader takes it, and the check of a signature goes deeper.
    for depth in range(40, 1200, 20):
        deep = "[" * depth + "]" * depth
        text = json.dumps(unplayed() | {"key": "00" * 32, "signature": "00" * 64, "more": "here"})
        assert_it_fits_or_is_refused(text.replace('"here"', deep).encode(), anna)


def test_a_gcg_file_fits_or_is_refused(client: Client, anna: User, ben: User) -> None:
    client.force_login(anna)
    lines = file_of(client, finished("upwords", anna, ben), "game.gcg").decode().splitlines()
    del lines[11:]
    for number, line in enumerate(lines):
        for value in (LONG, "\0", "9" * 5000):
            words = line.split(" ")
            for place in range(len(words)):
                told = " ".join([*words[:place], value, *words[place + 1 :]])
                text = "\n".join([*lines[:number], told, *lines[number + 1 :]])
                assert_it_fits_or_is_refused(text.encode(), anna)
        for told in (f"#player{'9' * 5000} a A", "#id Tilepost \0", "#tilepost-words \0"):
            text = "\n".join([*lines[:number], told, *lines[number + 1 :]])
            assert_it_fits_or_is_refused(text.encode(), anna)


def test_commands_refuse_such_a_file_in_words(tmp_path: Any, db: None) -> None:
    file = tmp_path / "game.json"
    for command in ("replay", "review"):
        file.write_text("[" * 100_000)
        with pytest.raises(CommandError, match="We couldn't read the file: too deep"):
            call_command(command, file=str(file))
        file.write_text(json.dumps(unplayed(bytes(900))))
        with pytest.raises(CommandError, match="The secret has 900 bytes instead of 32"):
            call_command(command, file=str(file))
