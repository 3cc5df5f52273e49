"""The channels the site itself brings: mail, and the list in the app."""

from accounts import mail
from accounts.mail import Mail
from accounts.models import Delivery
from accounts.notices.kinds import APP, MAIL, register_channel


def register() -> None:
    """Make the channels known."""
    register_channel(MAIL, "Mail", send_mail)
    register_channel(APP, "On the site", show, rings=False)


def send_mail(delivery: Delivery, content: Mail) -> None:
    """Hand a mail to the mail server."""
    mail.assemble(notice=delivery.notification, mail=content).send()


def show(_delivery: Delivery, _content: Mail) -> None:
    """Do nothing more: the row that notes it as sent is the line people read."""
