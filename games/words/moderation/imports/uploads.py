"""Files of words before they are proposed: read, checked against the list, kept as rows.

No list changes here, and only the rows that were checked are kept, not the file.
"""

from datetime import datetime, timedelta

from django.db import transaction

from games.core.errors import Refusal
from games.core.language.text import Plural, Text
from games.words.lists import publishing
from games.words.lists.access import Person, enter, insist_on_account, list_of
from games.words.models import Proposal, Upload
from games.words.moderation import proposals, wishes
from games.words.moderation.imports import reading
from games.words.moderation.imports.reading import Preview, Rows

KEPT = timedelta(days=1)
WAIT = timedelta(seconds=5)  # from one file of a person to the next
LONGEST_NAME = 100


class NoUpload(Refusal):
    """There is no file of this person, or no longer."""

    code = "no_upload"
    usual = Text("Please choose the file again. We only keep it for a day.")


class Faulty(Refusal):
    """Some lines can't be read, and nobody said to leave them out."""

    code = "faulty"

    def __init__(self, rows: Rows) -> None:
        super().__init__(
            Plural(
                "We couldn't read {n} line. Nothing has changed.",
                "We couldn't read {n} lines. Nothing has changed.",
                n=rows.fault_count,
            )
        )
        self.rows = rows


def preview(
    *, word_list: str, data: bytes, meaning: str = reading.ADD, lenient: bool = False
) -> tuple[Rows, Preview]:
    """Return what a file says and what it would change in the newest version of a list.

    Raises Refusal; of its kinds Faulty unless ``lenient``.
    """
    newest = wishes.newest(list_of(word_list))
    if meaning not in reading.MEANINGS:
        raise Refusal("Choose what to do with the words in the file.")
    rows = reading.read(data, meaning=meaning)
    if rows.fault_count and not (lenient and rows.actions):
        raise Faulty(rows)
    return rows, reading.preview(rows, publishing.content(newest))


def upload(
    *,
    user: Person,
    word_list: str,
    data: bytes,
    name: str,
    meaning: str = reading.ADD,
    lenient: bool = False,
    now: datetime,
) -> Upload:
    """Keep what a file would change as somebody's upload, in place of their last one.

    Raises NotAllowed, and what ``preview`` raises.
    """
    with transaction.atomic():
        account = enter(user)
        if Upload.objects.filter(user=account, made_at__gt=now - WAIT).exists():
            raise Refusal("We've only just read your last file. Wait a few seconds.")
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
            "faults": [fault.as_row() for fault in rows.faults],
        }
        made, _ = Upload.objects.update_or_create(user=account, defaults=facts)
    return made


def upload_of(user: Person, word_list: str) -> Upload:
    """Return the file somebody has waiting for a list; raise NotAllowed or NoUpload."""
    account_id = insist_on_account(user)
    kept = Upload.objects.select_related("word_list").filter(user_id=account_id)
    found = kept.filter(word_list=list_of(word_list)).first()
    if found is None:
        raise NoUpload
    return found


def propose(
    *, user: Person, word_list: str, reason: str, source: str = "", now: datetime
) -> Proposal:
    """Propose the waiting file, then forget it."""
    with transaction.atomic():
        enter(user)
        kept = upload_of(user, word_list)
        made = proposals.propose_import(
            user=user,
            word_list=word_list,
            **kept.words,
            reason=reason,
            source=source,
            reasons=kept.reasons,
            now=now,
        )
        kept.delete()
    return made


def discard(*, user: Person, word_list: str) -> None:
    """Forget the waiting file."""
    with transaction.atomic():
        enter(user)
        upload_of(user, word_list).delete()


def forget_old(*, now: datetime) -> int:
    """Forget files that nobody proposed in a day; return how many."""
    return Upload.objects.filter(made_at__lte=now - KEPT).delete()[0]
