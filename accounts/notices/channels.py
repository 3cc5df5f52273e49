"""The channels the site itself brings: mail, and the list on the site."""

from smtplib import SMTPRecipientsRefused

from accounts import mail
from accounts.mail import Mail
from accounts.models import Delivery
from accounts.notices import bounces
from accounts.notices.kinds import APP, MAIL, Gone, register_channel

FOR_GOOD = 500  # an answer of a mail server from here on is its last word


def register() -> None:
    """Make the channels known."""
    register_channel(MAIL, "Mail", send_mail)
    register_channel(APP, "On the site", show, rings=False)
    bounces.register()


def send_mail(delivery: Delivery, content: Mail) -> None:
    """Hand a mail to the mail server; one that refuses the person for good pauses his mail."""
    try:
        mail.assemble(notice=delivery.notification, mail=content).send()
    except SMTPRecipientsRefused as refusal:
        for address, (code, text) in refusal.recipients.items():
            if code < FOR_GOOD:
                continue
            words = text.decode(errors="replace")
            reason = f"{code} {words}"
            bounces.note_bounce(user_id=delivery.user_id, address=address, reason=reason)
            raise Gone(f"your mail server refused it: {reason}") from refusal
        raise


def show(_delivery: Delivery, _content: Mail) -> None:
    """Do nothing more: the row that notes it as sent is the line people read."""
