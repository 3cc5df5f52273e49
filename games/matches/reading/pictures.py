"""The picture of a match as spectators see it: its address, and the picture, drawn once.

The address ends with a mark of all that the picture shows, so nobody needs to ask for it twice.
"""

import contextlib
import re
import zlib
from collections.abc import Sequence

from django.core.cache import cache
from django.utils import translation
from redis.exceptions import RedisError

from games.matches.models import Match
from games.matches.reading.matches import UnknownMatch, is_revealed, position, rules_of, seats

KEPT = 3600  # seconds for which a picture that was drawn is kept for others
MARK = re.compile(r"[0-9]{1,9}-[0-9a-f]{8}")


def mark_of(match: Match, names: Sequence[str]) -> str:
    """Return what tells a match's picture from all others of it: position, names and language."""
    words = "\n".join((translation.get_language() or "", *names))
    return f"{match.version}-{zlib.crc32(words.encode()):08x}"


def address_of(match: Match, names: Sequence[str]) -> str:
    """Return where the picture of a match is, with its timer read; "" before the game has begun."""
    if match.timer.waits:
        return ""
    return f"{match.get_absolute_url()}board.svg?v={mark_of(match, names)}"


def find_seen(*, public_id: str) -> Match:
    """Return the match of an address with its timer and its duel; raise UnknownMatch."""
    found = Match.objects.select_related("timer", "duel").filter(public_id=public_id).first()
    if found is None:
        raise UnknownMatch(public_id)
    return found


def is_open(match: Match) -> bool:
    """Tell whether a picture can be shown to anyone: not while a duel goes on."""
    return match.duel is None or is_revealed(match)


def drawn(match: Match) -> tuple[str, str]:
    """Return the mark of a match's picture and the picture, a small SVG for spectators.

    One that anyone can see is kept for whoever asks next.
    """
    names = [seat.name for seat in seats(match_id=match.pk)]
    mark, rules = mark_of(match, names), rules_of(match)
    seen = rules.observation(position(match, rules), None)
    picture = rules.miniature(seen, names)
    if is_open(match):
        with contextlib.suppress(RedisError):  # it's drawn again
            cache.set(_key(match.public_id, mark), picture, KEPT)
    return mark, picture


def kept(*, public_id: str, mark: str) -> str | None:
    """Return the picture with that mark, if it was drawn lately and anyone can see it."""
    if not MARK.fullmatch(mark):
        return None
    try:
        found: str | None = cache.get(_key(public_id, mark))
    except RedisError:
        return None
    return found


def _key(public_id: str, mark: str) -> str:
    return f"board:{public_id}:{mark}"
