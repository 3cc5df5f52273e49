"""What a study is made of: a match of this site that is over, or one from a file."""

import dataclasses
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.core import codec
from games.core.errors import Refusal
from games.core.extras.protocols import AnyGame
from games.core.language.text import Text
from games.matches import reading


class NotStudied(Refusal):
    """A match, or a file, that no study can be made of."""

    code = "not_studied"


NOT_OVER = Text("You can study a match once it's over.")
OLDER = Text("The rules have changed since this match was played, so you can't study it.")
BROKEN = Text("We can't replay this match, so you can't study it.")


@dataclasses.dataclass(frozen=True, slots=True)
class Source:
    """A match with its secret and its whole log: the entries as JSON, and who made each."""

    rules: AnyGame
    options: dict[str, Any]
    version_id: int | None  # of the word list
    names: Sequence[str]
    secret: bytes
    log: Sequence[tuple[codec.JSON, str]]
    match_id: int | None = None
    played_at: datetime | None = None  # if that's known


def of_match(loaded: reading.Loaded) -> Source:
    """Return what a study of a stored match is made of; raise NotStudied before it's revealed."""
    match = loaded.match
    if not reading.is_revealed(match):
        raise NotStudied(NOT_OVER)
    if match.rules_version != loaded.rules.info.rules_version:
        raise NotStudied(OLDER)
    return Source(
        rules=loaded.rules,
        options=match.options,
        version_id=match.word_list_version_id,
        names=loaded.names,
        secret=bytes(match.secret.secret),
        log=[(move.action, move.actor) for move in loaded.moves],
        match_id=match.pk,
        played_at=match.finished_at,
    )
