"""Mail servers that fail in the ways mail servers fail."""

from collections.abc import Sequence
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.locmem import EmailBackend as Remembering


class Refusing(BaseEmailBackend):
    """Nobody answers."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        raise SMTPServerDisconnected("Connection unexpectedly closed")


class Unknown(BaseEmailBackend):
    """The mail server knows nobody of that name."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        to = [address for message in email_messages for address in message.to]
        raise SMTPRecipientsRefused(dict.fromkeys(to, (550, b"no such user")))


class ProcessKilled(BaseException):
    """What kill -9 looks like from inside: nothing after it happens."""


class KilledAfterSending(Remembering):
    """The mail server takes the mail, then our process is gone."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        super().send_messages(messages)
        raise ProcessKilled
