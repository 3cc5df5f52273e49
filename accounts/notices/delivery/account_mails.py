"""Mails about an account itself, such as codes: sent soon, outside the budget, and noted.

People wait for them, so no budget, quiet hours or digest hold them back. No page waits for a mail
server, though: a mail is a row until it has gone. The ledger says what kind of mail each was and
when it went, never what it said or where it went.
"""

import json
import logging
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused
from time import monotonic
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as _

from accounts.edge import addresses
from accounts.notices.delivery import kept_mails, server
from accounts.notices.delivery.channels import FOR_GOOD
from accounts.notices.delivery.relay import BATCH_SECONDS, LEASE
from accounts.notices.kinds import ACCOUNT, MAIL, register_kind
from accounts.notices.mail import Hold
from accounts.notices.models import AccountMail, Delivery, DeliveryStatus, Notification
from accounts.users.models import User
from config.meters import counting, queues

logger = logging.getLogger(__name__)

QUEUE = "send_account_mails"
MOST_ATTEMPTS = 8  # in twenty minutes: by then a code is useless
FIRST_DELAY = timedelta(seconds=10)
PURPOSE = "account mails"
LABEL = gettext_lazy("Your account")
OUTSIDE = _("without counting towards your daily email limit")
# What the account library calls its mails, in words that the ledger translates.
SUBJECTS = {
    "answer_address": _("Confirm an address you answer from"),
    "answer_address_added": _("You can now answer from another address"),
    "account_already_exists": _("Someone tried to sign up with your address"),
    "email_changed": _("Your email address has changed"),
    "email_confirm": _("Your email address is confirmed"),
    "email_confirmation": _("Confirm your address"),
    "email_confirmation_signup": _("Confirm your address"),
    "email_deleted": _("An address was removed from your account"),
    "login_code": _("A sign-in code"),
    "password_changed": _("Your password has changed"),
    "password_reset": _("Your password has changed"),
    "password_reset_code": _("Choose a new password"),
    "password_reset_key": _("Choose a new password"),
    "password_set": _("Your account now has a password"),
}


def register() -> None:
    """Make the kind known, so that the ledger has a name for it."""
    register_kind(
        ACCOUNT,
        LABEL,
        lambda *_notice: Hold(_("it went out straight away")),
        on=(MAIL,),
        optional=False,
    )


def send(message: EmailMessage, *, template: str, user: User | None, now: datetime) -> None:
    """Have a mail of the account library go: at once if it stays here, else by ``deliver``.

    ``template`` is its name there. Without a ``user`` whose account has the address is looked up.
    """
    reader = user or _owner_of(message.to[0])
    reader = None if reader is None or reader.pk is None else reader
    name = template.rpartition("/")[2]
    if settings.MAIL_LEAVES:
        sealed = _seal(message)
        AccountMail.objects.create(user=reader, template=name, sealed=sealed, due_at=now)
    else:
        message.send()
        _note(reader, name, now)


def deliver(*, now: datetime) -> int:
    """Send the mails about accounts that are due; return how many went."""
    sent = 0
    stop_at = monotonic() + BATCH_SECONDS
    while monotonic() < stop_at and not server.rests() and (mail := _claim(now)) is not None:
        with queues.apart(QUEUE, mail.pk, now=now):
            sent += _deliver_one(mail, now)
    return sent


@transaction.atomic
def _claim(now: datetime) -> AccountMail | None:
    """Return a due mail that nobody else sends; whoever dies over it leaves it to the next one."""
    due = AccountMail.objects.filter(due_at__lte=now).order_by("due_at", "pk")
    mail = due.select_for_update(skip_locked=True, no_key=True).first()
    if mail is not None:
        mail.attempts += 1
        mail.due_at = now + LEASE
        mail.save(update_fields=["attempts", "due_at"])
    return mail


def _deliver_one(mail: AccountMail, now: datetime) -> bool:
    """Send one claimed mail, or see when to try again; return whether it went."""
    trouble = ""
    try:
        with server.asked():
            _unseal(mail.sealed).send()
    except (SMTPException, OSError) as error:
        if mail.attempts < MOST_ATTEMPTS and not _is_for_good(error):
            # What went wrong in full would tell an address.
            logger.warning("account mail %s was not taken: %s", mail.pk, type(error).__name__)
            due_at = now + FIRST_DELAY * 2 ** (mail.attempts - 1)
            AccountMail.objects.filter(pk=mail.pk).update(due_at=due_at)
            counting.NOTICES.labels(ACCOUNT, "put_off").inc()
            return False
        logger.warning("account mail %s is given up: %s", mail.pk, type(error).__name__)
        trouble = _("no mail server would accept it")
    except Exception:
        queues.put_off(QUEUE, mail.pk, now=now)
        logger.exception("account mail %s is given up", mail.pk)
        trouble = _("we couldn't send it")
    reader = mail.user
    mail.delete()  # first: it goes once, even if it can't be noted
    _note(reader, mail.template, now, trouble)
    outcome = DeliveryStatus.FAILED if trouble else DeliveryStatus.SENT
    counting.NOTICES.labels(ACCOUNT, str(outcome)).inc()
    return not trouble


def _is_for_good(error: Exception) -> bool:
    """Tell whether there is no point in trying again, since nobody has that address."""
    refused = error.recipients.values() if isinstance(error, SMTPRecipientsRefused) else ()
    return any(code >= FOR_GOOD for code, _ in refused)


def _note(reader: User | None, template: str, now: datetime, trouble: str = "") -> None:
    """Note in the ledger what became of a mail; one to a stranger's address is noted nowhere."""
    if reader is None:
        return
    with transaction.atomic():
        notice = Notification.objects.create(
            user=reader, kind=ACCOUNT, key=f"{ACCOUNT}:{uuid4().hex}", due_at=now
        )
        Delivery.objects.create(
            notification=notice,
            user=reader,
            channel=MAIL,
            status=DeliveryStatus.FAILED if trouble else DeliveryStatus.SENT,
            due_at=now,
            sent_at=None if trouble else now,
            outcome=trouble or (OUTSIDE if settings.MAIL_LEAVES else kept_mails.OUTCOME),
            subject=SUBJECTS.get(template, ""),
        )


def _owner_of(email: str) -> User | None:
    spelled = addresses.spelled(email)
    known = EmailAddress.objects.filter(email__iexact=spelled).values("user")
    return User.objects.filter(Q(email__iexact=spelled) | Q(pk__in=known)).order_by("pk").first()


def _seal(message: EmailMessage) -> bytes:
    """Return a mail of plain text so that this site alone can read it."""
    said = [message.subject, message.body, message.from_email, message.to]
    return kept_mails.cipher(PURPOSE).encrypt(json.dumps(said).encode())


def _unseal(sealed: bytes | memoryview) -> EmailMessage:
    return EmailMessage(*json.loads(kept_mails.cipher(PURPOSE).decrypt(bytes(sealed))))
