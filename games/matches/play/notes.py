"""What a player notes about a table, for nobody else to read."""

from datetime import datetime

from games.core.errors import Refusal
from games.matches.models import TableNote

LONGEST = 4000  # characters


def write_note(*, match_id: int, user_id: int, text: str, now: datetime) -> None:
    """Keep what a user noted about a match; an empty note is none. The last one written counts."""
    text = text.replace("\r\n", "\n").replace("\0", "").strip()
    if len(text) > LONGEST:
        raise Refusal(
            "Keep your note to {most} characters; this one has {length}.",
            most=LONGEST,
            length=len(text),
        )
    if not text:
        TableNote.objects.filter(match_id=match_id, user_id=user_id).delete()
        return
    TableNote.objects.update_or_create(
        match_id=match_id, user_id=user_id, defaults={"text": text, "changed_at": now}
    )
