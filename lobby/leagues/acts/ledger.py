"""Every intervention in a league, for everyone to read.

An entry is never changed or removed, which the database itself refuses; each holds the hash of the
one before, so that nobody can alter one behind its back either. The hash is SHA-256 over the
entry as JSON with sorted keys and no spaces, ``former`` being the hash of the entry before.
"""

import hashlib
import json
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Any

from accounts.trust import writing
from accounts.users.models import User
from games.core.codec import canonical
from games.core.errors import Refusal
from lobby.leagues.mails import telling
from lobby.leagues.models import League, LedgerEntry

FIRST = "0" * 64  # what the first entry of a league has for the hash of the one before
LONGEST_REASON = 1000


class Altered(Exception):
    """A ledger does not prove itself; the text says where."""


def enter(
    *,
    league: League,
    by: User | None,
    kind: str,
    reason: str,
    data: Mapping[str, Any],
    now: datetime,
    concerns: Collection[int] = (),
) -> LedgerEntry:
    """Write down an intervention, in its own transaction, and tell those (user ids) it concerns.

    ``kind`` and ``data`` say what was done: ``entries`` has the words. Whoever does it says why in
    their own words; raise Refusal without any. The site itself (``by`` is None) has none, nor has
    somebody who is silenced, as a league goes on all the same.
    """
    reason = _reason(reason) if by else ""
    if by is not None and writing.is_silenced(user_id=by.pk, now=now):
        reason = ""
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    last = LedgerEntry.objects.filter(league=league).order_by("-number").first()
    entry = LedgerEntry(
        league=league,
        number=last.number + 1 if last else 1,
        at=now,
        by=by,
        by_name=by.display_name if by else "",
        kind=kind,
        reason=reason,
        data=json.loads(json.dumps(dict(data), default=str)),
        former=last.digest if last else FIRST,
    )
    entry.digest = digest(entry)
    entry.save(force_insert=True)
    telling.tell_of_ruling(entry, {*concerns} - ({by.pk} if by else set()), now)
    return entry


def _reason(said: str) -> str:
    said = said.replace("\0", "").strip()
    if not said or len(said) > LONGEST_REASON:
        raise Refusal(
            "Say why, in no more than {most} characters. Everyone can read your reason.",
            most=LONGEST_REASON,
        )
    return said


def facts(entry: LedgerEntry) -> dict[str, Any]:
    """Return what an entry says, as everybody can read and hash it."""
    return {
        "number": entry.number,
        "at": entry.at.astimezone(UTC).isoformat(),
        "by": entry.by_name,
        "kind": entry.kind,
        "reason": entry.reason,
        "data": entry.data,
        "former": entry.former,
    }


def digest(entry: LedgerEntry) -> str:
    """Return the hash of an entry, in hexadecimal."""
    written = canonical(facts(entry))
    return hashlib.sha256(written.encode()).hexdigest()


def verify(*, league_id: int) -> int:
    """Return how many entries a ledger has, each as it was written; raise Altered at the first."""
    former = FIRST
    entries = LedgerEntry.objects.filter(league_id=league_id).order_by("number")
    count = 0
    for count, entry in enumerate(entries.iterator(), start=1):
        if entry.number != count:
            raise Altered(f"Entry {count} is missing.")
        if entry.former != former or entry.digest != digest(entry):
            raise Altered(f"Entry {count} has been altered.")
        former = entry.digest
    return count


def leagues(*, slug: str = "") -> list[tuple[str, int]]:
    """Return (slug, id) of all leagues, or of one."""
    those = League.objects.filter(slug=slug) if slug else League.objects.all()
    return list(those.order_by("pk").values_list("slug", "pk"))
