"""Who can do what: people as they visit, and the no to whoever asks for what is not theirs."""

from datetime import datetime

from django.contrib.auth.models import AnonymousUser

from accounts.trust import writing
from accounts.users.models import User
from games.core.errors import Refusal

Person = User | AnonymousUser


class Unknown(LookupError):
    """There is no such thing here; the text says so to whoever asked for it."""


class NotAllowed(Refusal):
    """The person may not do this; the text says who may."""

    code = "not_allowed"


def insist_on_voice(user: User, now: datetime) -> None:
    """Raise NotAllowed for people who may not write to others in their own words."""
    if why := writing.refusal(user=user, now=now):
        raise NotAllowed("{why}", why=why)
