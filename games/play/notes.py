"""What a player keeps in mind about a table, for himself alone."""

from datetime import datetime

from games.answers import PlayError
from games.models import TableNote

LONGEST = 4000  # characters


def write_note(*, match_id: int, user_id: int, text: str, now: datetime) -> None:
    """Keep what a user noted about a match; an empty note is none. The last one written counts."""
    text = text.replace("\r\n", "\n").replace("\0", "").strip()
    if len(text) > LONGEST:
        raise PlayError(f"A note has at most {LONGEST} characters; this one has {len(text)}.")
    if not text:
        TableNote.objects.filter(match_id=match_id, user_id=user_id).delete()
        return
    TableNote.objects.update_or_create(
        match_id=match_id, user_id=user_id, defaults={"text": text, "changed_at": now}
    )
