"""What a person may write: in their own words, in ready phrases, or nothing for a while."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.trust import reports
from accounts.trust.models import Decision
from accounts.users.models import User
from accounts.users.services import is_confirmed


@dataclass(frozen=True, slots=True)
class Writing:
    """How somebody may write. ``why`` tells them what keeps them from it, "" if nothing does."""

    free: bool
    silence: Decision | None
    why: str


def refusal(*, user: User, now: datetime) -> str:
    """Return why a person may not write to others in their own words now, "" if they may.

    For all that others get to read: names and descriptions, reasons, announcements.
    """
    return writing_of(user=user, now=now).why


def is_silenced(*, user_id: int, now: datetime) -> bool:
    """Tell whether moderators have asked a person to be silent now."""
    return reports.silence_of(user_id=user_id, now=now) is not None


def writing_of(*, user: User, now: datetime) -> Writing:
    """Return how a person may write now."""
    if silence := reports.silence_of(user_id=user.pk, now=now):
        return Writing(False, silence, _("A moderator has silenced you for now."))
    if user.is_guest:
        why = _(
            "Guests can choose from these phrases. Sign up to write in your own words; you'll "
            "keep your games."
        )
        return Writing(False, None, why)
    if not is_confirmed(user):
        why = _("Confirm your email address to write in your own words.")
        return Writing(False, None, why)
    return Writing(True, None, "")
