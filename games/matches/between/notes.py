"""What players have noted about their matches, each for themselves."""

from collections.abc import Collection

from games.matches.models import TableNote


def note_of(*, match_id: int, user_id: int | None) -> str:
    """Return what a user noted about a match; nobody else may be shown it."""
    if user_id is None:
        return ""
    notes = TableNote.objects.filter(match_id=match_id, user_id=user_id)
    return notes.values_list("text", flat=True).first() or ""


def noted(*, match_ids: Collection[int], user_id: int) -> set[int]:
    """Return at which of these matches a user has noted something."""
    notes = TableNote.objects.filter(match_id__in=match_ids, user_id=user_id)
    return set(notes.values_list("match_id", flat=True))
