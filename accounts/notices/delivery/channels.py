"""The channels the site itself brings: mail, and the list on the site."""

from smtplib import SMTPRecipientsRefused

from django.utils.translation import gettext_lazy, gettext_noop

from accounts.notices import mail
from accounts.notices.delivery import bounces, server
from accounts.notices.delivery.reasons import with_fact
from accounts.notices.kinds import APP, MAIL, Gone, register_channel
from accounts.notices.mail import Mail
from accounts.notices.models import Delivery

FOR_GOOD = 500  # an answer of a mail server from here on is its last word


def register() -> None:
    """Make the channels known."""
    register_channel(MAIL, gettext_lazy("Email"), send_mail)
    register_channel(APP, gettext_lazy("On the site"), show, rings=False)
    bounces.register()


def send_mail(delivery: Delivery, content: Mail) -> None:
    """Hand a mail to the mail server; one that refuses somebody for good pauses their mail."""
    try:
        with server.asked():
            mail.assemble(notice=delivery.notification, mail=content).send()
    except SMTPRecipientsRefused as refusal:
        for address, (code, text) in refusal.recipients.items():
            if code < FOR_GOOD:
                continue
            words = text.decode(errors="replace")
            reason = f"{code} {words}"
            bounces.note_bounce(user_id=delivery.user_id, address=address, reason=reason)
            said = with_fact(gettext_noop("your mail server refused it: %(fact)s"), reason)
            raise Gone(said) from refusal
        raise


def show(_delivery: Delivery, _content: Mail) -> None:
    """Do nothing more: the row that notes it as sent is the line people read."""
