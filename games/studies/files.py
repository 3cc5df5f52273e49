"""A match from a file: the JSON that a site like this gives of one that is over, or its GCG.

All that is in it was written by somebody else: it's checked against the rules before anything is
kept, and the players' names are cut to what can be shown.
"""

import contextlib
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from django.conf import settings

from accounts.edge.requests import is_text, read_json
from accounts.users.models import User
from games.core.codec import BadData
from games.core.errors import BadNotation
from games.core.extras.gcg import GcgHead, GcgMatch
from games.core.extras.protocols import AnyGame, WritesGcg
from games.core.language.text import Text, listed
from games.core.log.takeback import encode_entry
from games.core.table import options as table_options
from games.matches import reading
from games.matches.answers import Actor
from games.matches.proofs import replays, transcripts
from games.registry import UnknownGame, game_class, load_game
from games.studies.material import NOT_OVER, OLDER, NotStudied, Source
from games.studies.models import MOST_NODES
from games.studies.planting import course_of
from games.studies.texts import shown_name
from games.words.lists import access
from games.words.lists.lexicon import lexicon, version_of_checksum

EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)  # no match was played before
MOST_BYTES = 2 * 1024 * 1024
NO_FILE = Text("This isn't a match from a Tilepost site. Choose a game.json or game.gcg file.")
NO_WORDS = Text("This site doesn't have the word list that this match was played with.")
_GAME = re.compile(r"^#tilepost-game ([a-z0-9_]{1,40}) \d{1,4}\s*$", re.MULTILINE)


def source_of(data: bytes, user: User) -> Source:
    """Return what the study of a file is made of; raise NotStudied, which says what's wrong."""
    if len(data) > MOST_BYTES:
        raise NotStudied("Choose a file of up to {n} MB.", n=MOST_BYTES // 1024**2)
    try:
        text = data.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise NotStudied(NO_FILE) from error
    if text.startswith(("#", ">")) and is_text(text):
        return _of_gcg(text, user)
    try:
        found = read_json(text.encode())
    except ValueError as error:
        raise NotStudied(NO_FILE) from error
    if not isinstance(found, dict) or found.get("format") != transcripts.FORMAT:
        raise NotStudied(NO_FILE)
    return _of_json(found, user)


@contextlib.contextmanager
def _checking() -> Iterator[None]:
    """Raise NotStudied for whatever else is found to be wrong with a file."""
    try:
        yield
    except replays.Difference as error:
        raise NotStudied(
            "This file isn't what the rules make of it: {why}", why=str(error)
        ) from error
    except (AttributeError, BadData, LookupError, TypeError, ValueError) as error:
        raise NotStudied("Something is missing from this file, or has been changed.") from error


# --- JSON -----------------------------------------------------------------------------------------


def _of_json(data: dict[str, Any], user: User) -> Source:
    if not data.get("secret") or _is_hidden_here(data.get("match")):
        raise NotStudied(NOT_OVER)
    with _checking():
        source = _told_by(data, user)
        transcripts.verify(data)
        return source


def _told_by(data: dict[str, Any], user: User) -> Source:
    """Return a source by what a file says, which isn't checked yet."""
    if len(data["log"]) > MOST_NODES:
        raise NotStudied("A study can have {n} moves. This match has more.", n=MOST_NODES)
    words: Mapping[str, Any] | None = data["word_list"]
    checksum = "" if words is None else words["sha256"]
    named = {} if words is None else {"word_list": words["list"], "number": words["version"]}
    rules, version_id = _rules(
        data["game"], data["rules_version"], data["options"], checksum, user, **named
    )
    names = [player["name"] for player in data["players"]]
    return Source(
        rules=rules,
        options=table_options.write(rules.options),
        version_id=version_id,
        names=_names(names),
        secret=transcripts.secret_of(rules, data["secret"], len(names)),
        log=[(one["action"], _actor(one["actor"])) for one in data["log"]],
        played_at=_instant(data.get("finished_at")),
    )


def _rules(
    slug: str,
    rules_version: int,
    options: Mapping[str, Any],
    checksum: Any,
    user: User,
    **named: Any,
) -> tuple[AnyGame, int | None]:
    """Return the rules of a match in a file, and the version of its word list."""
    try:
        info = game_class(slug).info
    except UnknownGame as error:
        raise NotStudied("This site doesn't have this game.") from error
    if rules_version != info.rules_version:
        raise NotStudied(OLDER)
    if not info.uses_words:
        return load_game(slug, options), None
    slurs = options["slurs"]
    if not isinstance(checksum, str) or type(slurs) is not bool:
        raise BadData("word list")
    version = version_of_checksum(checksum, slurs=slurs, **named)
    # Who tries words out could tell what's in a list that isn't theirs to use.
    if version is None or not access.may_use(user, version.word_list):
        raise NotStudied(NO_WORDS)
    return load_game(slug, options, lexicon(version.pk, slurs=slurs)), version.pk


def _names(names: list[Any]) -> list[str]:
    if not all(isinstance(name, str) for name in names):
        raise BadData("names")
    return [shown_name(name) or str(seat) for seat, name in enumerate(names, start=1)]


def _instant(text: str | None) -> datetime | None:
    if text is None:
        return None
    when = datetime.fromisoformat(text)
    if when.tzinfo is None or when < EARLIEST:
        raise BadData("instant")
    return when


def _actor(actor: Any) -> str:
    return Actor(actor).value


def _is_hidden_here(public_id: Any) -> bool:
    """Tell whether a file names a match of this site of which not all may be told yet."""
    if not isinstance(public_id, str):
        return False
    try:
        return not reading.is_revealed(reading.find(public_id=public_id[:40]))
    except reading.UnknownMatch:
        return False


# --- GCG ------------------------------------------------------------------------------------------


def _of_gcg(text: str, user: User) -> Source:
    named = _GAME.search(text)
    slug = named[1] if named else _only_game()
    try:
        cls = game_class(slug)
    except UnknownGame as error:
        raise NotStudied("This site doesn't have this game.") from error
    if not issubclass(cls, WritesGcg):
        raise NotStudied("There are no GCG files of this game.")
    try:
        read = cls.read_gcg(text)
    except BadNotation as problem:
        raise NotStudied(problem.text) from problem
    _insist_on_all(read.head)
    if _is_hidden_here(read.head.match):
        raise NotStudied(NOT_OVER)
    with _checking():
        return _checked(_of_head(read, user), read)


def _only_game() -> str:
    """Return the game whose matches are written as GCG; a file of another program names none."""
    games = [slug for slug in settings.GAMES if issubclass(game_class(slug), WritesGcg)]
    if not games:
        raise NotStudied(NO_FILE)
    return games[0]


def _insist_on_all(head: GcgHead) -> None:
    """Raise NotStudied unless a file says all that it takes to play a match again."""
    needed = {
        "#tilepost-game": head.game,
        "#tilepost-options": head.options,
        "#tilepost-words": head.words,
        "#tilepost-secret": head.secret,
    }
    missing = [name for name, value in needed.items() if not value]
    if missing:
        raise NotStudied(
            "This GCG file lacks {missing}, so we can't tell which tiles come next. Files from this"
            " site have that.",
            missing=listed(missing),
        )


def _of_head(read: GcgMatch, user: User) -> Source:
    head = read.head
    options = head.options or {}
    rules, version_id = _rules(head.game, head.rules_version, options, head.words, user)
    return Source(
        rules=rules,
        options=table_options.write(rules.options),
        version_id=version_id,
        names=_names([*head.players]),
        secret=transcripts.secret_of(rules, head.secret, len(head.players)),
        log=[(encode_entry(rules, turn.entry), Actor.HUMAN.value) for turn in read.turns],
    )


def _checked(source: Source, read: GcgMatch) -> Source:
    """Return the source if the rules make of it what its file says; raise NotStudied."""
    course, entries = course_of(source)
    rules: Any = source.rules
    made: GcgMatch = rules.read_gcg(rules.write_gcg(read.head, course.states, entries))
    for told, should in zip(read.turns, made.turns, strict=True):
        rack = should.rack if told.rack is None else told.rack
        if (told.player, rack, told.points, told.total) != (
            should.player, should.rack, should.points, should.total,
        ):  # fmt: skip
            raise NotStudied("Line {n} isn't what the rules make of the lines before.", n=told.line)
    return source
