"""Mails about an account itself, such as codes: sent at once, outside the budget, and noted.

Somebody waits for them, so no budget, quiet hour or digest holds them back. The ledger says of what
kind each was and when it went, and never what it said or where it went.
"""

from datetime import datetime
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Q

from accounts.mail import Hold
from accounts.models import Delivery, DeliveryStatus, Notification, User
from accounts.notices.kinds import ACCOUNT, MAIL, register_kind

LABEL = "Your account"
OUTSIDE = "not counted among the mails of your day"
# What the account library calls its mails, in our words.
SUBJECTS = {
    "account_already_exists": "Somebody tried to sign up with your address",
    "email_changed": "Your address was changed",
    "email_confirm": "Your address was confirmed",
    "email_confirmation": "To confirm your address",
    "email_confirmation_signup": "To confirm your address",
    "email_deleted": "An address was taken off your account",
    "login_code": "A code to sign in",
    "password_changed": "Your password was changed",
    "password_reset": "Your password was changed",
    "password_reset_code": "To choose another password",
    "password_reset_key": "To choose another password",
    "password_set": "Your password was set",
}


def register() -> None:
    """Make the kind known, so that the ledger has a name for it."""
    register_kind(ACCOUNT, LABEL, lambda *_: Hold("it went at once"), on=(MAIL,), optional=False)


def note_sent(*, template: str, email: str, user: User | None, now: datetime) -> None:
    """Note in the ledger that a mail of the account library has gone.

    ``template`` is its name there. Without a ``user`` whose account has the address is looked up;
    what goes to a stranger's address is noted nowhere.
    """
    reader = user or _owner_of(email)
    if reader is None or reader.pk is None:
        return
    with transaction.atomic():
        notice = Notification.objects.create(
            user=reader, kind=ACCOUNT, key=f"{ACCOUNT}:{uuid4().hex}", due_at=now
        )
        Delivery.objects.create(
            notification=notice,
            user=reader,
            channel=MAIL,
            status=DeliveryStatus.SENT,
            due_at=now,
            sent_at=now,
            outcome=OUTSIDE,
            subject=SUBJECTS.get(template.rpartition("/")[2], LABEL),
        )


def _owner_of(email: str) -> User | None:
    known = EmailAddress.objects.filter(email__iexact=email).values("user")
    return User.objects.filter(Q(email__iexact=email) | Q(pk__in=known)).order_by("pk").first()
