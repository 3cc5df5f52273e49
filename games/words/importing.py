"""Files of words on their way to the court: read, held against the list, kept as rows, proposed.

Nothing of a list changes here, and of the file only the rows that were checked are kept.
"""

from datetime import datetime, timedelta

from django.db import transaction

from games.core.errors import BadData
from games.words import claims, court, publishing, uploads
from games.words.models import Proposal, Upload
from games.words.rights import NotAllowed, Person, enter, list_of
from games.words.uploads import Preview, Rows

KEPT = timedelta(days=1)
WAIT = timedelta(seconds=5)  # from one file of a person to the next
LONGEST_NAME = 100


class NoUpload(BadData):
    """There is no file of this person, or no longer."""

    def __init__(self) -> None:
        super().__init__("Choose the file once more: we keep it for a day, until it is proposed.")


class Faulty(BadData):
    """Some lines cannot be taken over, and nobody said to leave them out."""

    def __init__(self, rows: Rows) -> None:
        count = rows.fault_count
        lines = "One line" if count == 1 else f"{count:,} lines"
        super().__init__(f"{lines} cannot be taken over. Nothing is changed.")
        self.rows = rows


def preview(
    *, word_list: str, data: bytes, meaning: str = uploads.ADD, lenient: bool = False
) -> tuple[Rows, Preview]:
    """Return what a file says and what it would change in the newest version of a list.

    Raises Refusal, Faulty unless ``lenient``, or BadData.
    """
    newest = claims.newest(list_of(word_list))
    if meaning not in uploads.MEANINGS:
        raise BadData("Choose what the words of the file stand for.")
    rows = uploads.read(data, meaning=meaning)
    if rows.fault_count and not (lenient and rows.actions):
        raise Faulty(rows)
    return rows, uploads.preview(rows, publishing.content(newest))


def upload(
    *,
    user: Person,
    word_list: str,
    data: bytes,
    name: str,
    meaning: str = uploads.ADD,
    lenient: bool = False,
    now: datetime,
) -> Upload:
    """Keep what a file would change as somebody's upload, in place of their last one.

    Raises NotAllowed, and what ``preview`` raises.
    """
    with transaction.atomic():
        account = enter(user)
        if Upload.objects.filter(user=account, made_at__gt=now - WAIT).exists():
            raise BadData("Your last file has only just been read. Wait a few seconds.")
        rows, changes = preview(word_list=word_list, data=data, meaning=meaning, lenient=lenient)
        facts = {
            "word_list": list_of(word_list),
            "made_at": now,
            "name": "".join(sign for sign in name if sign.isprintable())[:LONGEST_NAME],
            "added": "\n".join(changes.added),
            "removed": "\n".join(changes.removed),
            "reasons": changes.reasons,
            "unchanged": changes.unchanged,
            "repeated": rows.repeated,
            "left_out": rows.fault_count,
            "faults": [[fault.line, fault.text] for fault in rows.faults],
        }
        made, _ = Upload.objects.update_or_create(user=account, defaults=facts)
    return made


def upload_of(user: Person, word_list: str) -> Upload:
    """Return the file somebody has waiting for a list; raise NotAllowed or NoUpload."""
    if not user.is_authenticated or user.is_guest:
        raise NotAllowed("Guests cannot do this. Keep your name and things by signing up.")
    kept = Upload.objects.select_related("word_list").filter(user_id=user.pk)
    found = kept.filter(word_list=list_of(word_list)).first()
    if found is None:
        raise NoUpload
    return found


def propose(
    *, user: Person, word_list: str, reason: str, source: str = "", now: datetime
) -> Proposal:
    """Put the file that waits before the court, and keep it no longer."""
    with transaction.atomic():
        enter(user)
        kept = upload_of(user, word_list)
        made = court.propose_import(
            user=user,
            word_list=word_list,
            added=kept.added.split(),
            removed=kept.removed.split(),
            reason=reason,
            source=source,
            reasons=kept.reasons,
            now=now,
        )
        kept.delete()
    return made


def discard(*, user: Person, word_list: str) -> None:
    """Forget the file that waits."""
    with transaction.atomic():
        enter(user)
        upload_of(user, word_list).delete()


def forget_old(*, now: datetime) -> int:
    """Forget files that nobody proposed in a day; return how many."""
    return Upload.objects.filter(made_at__lte=now - KEPT).delete()[0]
