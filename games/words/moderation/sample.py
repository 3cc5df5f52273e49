"""A proposal that is made and decided so that a host can read the mail about it."""

from collections.abc import Callable
from datetime import datetime

from django.contrib.auth.models import Permission
from django.utils.translation import gettext

from accounts.notices import outbox
from accounts.users.models import User
from games.words.lists import access
from games.words.models import Proposal
from games.words.moderation import mails, proposals, votes
from games.words.moderation.wishes import Wish

WORD = "zyxxyz"
NAMES = ("Ines", "Kim", "Noor")


def register() -> None:
    """Make it known who can owe such a mail."""
    outbox.register_sampler(mails.KIND, owe)


def owe(reader: User, other: Callable[[str], User], now: datetime) -> None:
    """Have a reader propose a word and others decide; the caller rolls all of it back."""
    reason = gettext("It's in the dictionary I have at home.")
    wish = Wish(kind="add", word=WORD, word_list="broad", reason=reason)
    (made,) = proposals.propose(user=reader, wishes=[wish], now=now)
    app, _, codename = access.DECIDE.partition(".")
    may_decide = Permission.objects.get(content_type__app_label=app, codename=codename)
    for name in NAMES:
        if made.status != Proposal.Status.OPEN:
            break
        moderator = other(name)
        moderator.user_permissions.add(may_decide)
        why = gettext("We couldn't find it in any dictionary.")
        votes.decide(
            user=moderator, proposals=[made.public_id], accepted=False, reason=why, now=now
        )
        made.refresh_from_db()
