"""What leaves a site by mail: it stays in the site, where tests read it."""

import time
from datetime import timedelta
from email.message import EmailMessage

from django.utils import timezone

from accounts.notices import outbox as notifications
from accounts.notices.delivery import kept_mails
from accounts.notices.models import Delivery, DeliveryStatus
from tests.browser import inside
from tests.gauge import PATIENCE
from tests.stack import Stack

STEP = 0.05  # seconds between two looks


def deliver(*, after: timedelta = timedelta(0)) -> None:
    """Deliver what will be due after a while, and wait for what the site is just delivering."""
    inside.call(_deliver, after)


def mails(site: Stack, address: str, subject: str) -> list[EmailMessage]:
    """Return the mails to an address whose subject begins so, the latest first."""
    found = inside.call(kept_mails.newest)
    return [one.message for one in found if one.to == address and one.subject.startswith(subject)]


def text_of(mail: EmailMessage) -> str:
    """Return the plain text of a mail."""
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def forget_notices() -> None:
    """Hold back for good every notice that is still owed."""
    queued = Delivery.objects.filter(status=DeliveryStatus.QUEUED)
    queued.update(status=DeliveryStatus.HELD, lease_until=None)


def _deliver(after: timedelta) -> None:
    queued = Delivery.objects.filter(status=DeliveryStatus.QUEUED)
    for _ in range(int(PATIENCE / STEP)):
        now = timezone.now() + after
        notifications.deliver(now=now)
        if not queued.filter(due_at__lte=now).exists():
            return
        time.sleep(STEP)
    raise AssertionError("what is due does not leave")
