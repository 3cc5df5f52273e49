"""Whoever sets a new password by mail has the account to themselves again.

An account can have been opened with somebody else's address, or stolen: what was let in before
hears nothing more. Sessions end by themselves, as they are bound to the password.
"""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import password_reset

from accounts.feeds import services as feeds
from accounts.push import devices
from accounts.users.models import User


def forget_listeners(user: User, **_: Any) -> None:
    """Close a person's calendar feed, and forget devices and an address that waits to be theirs."""
    EmailAddress.objects.filter(user=user, primary=False).delete()
    feeds.close_feed(user=user)
    devices.unsubscribe_all(user=user)


def register() -> None:
    """Have a password set by mail do so."""
    password_reset.connect(forget_listeners, dispatch_uid="recovery")
