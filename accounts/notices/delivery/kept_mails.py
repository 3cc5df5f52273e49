"""The mails that stay here because no mail server is set: for the administrator to read.

They are kept in the database, where every node finds them, sealed so that this site alone can read
them: sign-in codes are among them, and copies of a database get about.
"""

import email
import email.policy
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage

from cryptography.fernet import Fernet, InvalidToken
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac
from typing_extensions import override

from accounts.notices.models import KeptMail

FOR = timedelta(days=30)
OUTCOME = "kept here"  # of a delivery that is done, though nothing has left the site
PURPOSE = "kept mails"
LARGEST_ID = 2**63


class Backend(BaseEmailBackend):
    """Where Django's mails go while there is no mail server."""

    @override
    def send_messages(self, email_messages: Sequence[mail.EmailMessage]) -> int:
        """Keep mails; return how many."""
        seal = cipher(PURPOSE).encrypt
        KeptMail.objects.bulk_create(
            KeptMail(sealed=seal(message.message().as_bytes())) for message in email_messages
        )
        return len(email_messages)


@dataclass(frozen=True)
class Kept:
    """A mail that stayed here, and by what it is found again."""

    id: str
    message: EmailMessage

    @property
    def to(self) -> str:
        """Return whom it is for."""
        return str(self.message.get("To", ""))

    @property
    def subject(self) -> str:
        """Return what it is about."""
        return str(self.message.get("Subject", ""))


def newest(*, limit: int = 100) -> list[Kept]:
    """Return the newest mails, the latest first."""
    return list(_opened(KeptMail.objects.order_by("-pk")[:limit]))


def find(mail_id: str) -> Kept | None:
    """Return one mail, or None."""
    if not (mail_id.isascii() and mail_id.isdecimal() and int(mail_id) < LARGEST_ID):
        return None
    return next(_opened(KeptMail.objects.filter(pk=int(mail_id))), None)


def delete_old(*, now: datetime) -> int:
    """Delete the mails that were written thirty days ago; return how many."""
    deleted, _ = KeptMail.objects.filter(written_at__lt=now - FOR).delete()
    return deleted


def cipher(purpose: str) -> Fernet:
    """Return what seals mails so that this site alone can read them, by its secret key."""
    return Fernet(urlsafe_b64encode(salted_hmac(purpose, "", algorithm="sha256").digest()))


def _opened(rows: QuerySet[KeptMail]) -> Iterator[Kept]:
    """Yield the mails of rows, but for those that were sealed by another secret key."""
    unseal = cipher(PURPOSE).decrypt
    for row in rows:
        try:
            source = unseal(bytes(row.sealed))
        except InvalidToken:
            continue
        yield Kept(str(row.pk), email.message_from_bytes(source, policy=email.policy.default))
