"""The people who are made up, and the mail that one of them is owed."""

import dataclasses
from datetime import datetime

from django.core.mail import EmailMessage
from django.utils import timezone

from accounts.edge.languages import speaking_to
from accounts.notices import kinds, mail
from accounts.notices import outbox as notifications
from accounts.notices.kinds import Ref
from accounts.notices.mail import Hold
from accounts.notices.models import Notification
from accounts.users import services
from accounts.users.models import User

MOST_WAITS = 5


class NoSample(Exception):
    """Such a mail can't be made here just now; the text says why."""


@dataclasses.dataclass(slots=True)
class Company:
    """Whoever gets a mail, in the language and time zone of the host, and the others around."""

    reader: User
    now: datetime

    @classmethod
    def like(cls, host: User, now: datetime) -> "Company":
        """Return company for a mail that reads as it would to a host."""
        facts = {"language": host.language, "time_zone": host.time_zone}
        return cls(services.make_up(name="Robin", **facts), now)

    def other(self, name: str = "Sasha") -> User:
        """Return somebody else."""
        return services.make_up(name=name)

    def owe(self, kind: str, ref: Ref) -> None:
        """Owe the reader a notice."""
        notifications.schedule(
            user_id=self.reader.pk,
            kind=kind,
            key=f"sample:{kind}:{self.reader.pk}",
            ref=ref,
            due_at=self.now,
        )

    def owed(self, kind: str) -> Notification:
        """Return the latest notice of a kind that the reader is owed."""
        owed = Notification.objects.filter(user=self.reader, kind=kind).order_by("pk").last()
        if owed is None:
            raise NoSample(f"nothing of the kind {kind} was owed")
        owed.user = self.reader
        return owed

    def mail(self, kind: str) -> EmailMessage:
        """Return the mail of the latest notice of a kind, as it would leave."""
        notice = self.owed(kind)
        at = max(notice.due_at, self.now)
        with timezone.override(self.reader.zone), speaking_to(self.reader):
            for _wait in range(MOST_WAITS):
                made = kinds.KINDS[kind].render(notice, at)
                if not isinstance(made, Hold):
                    return mail.assemble(notice=notice, mail=made)
                if made.until is None:
                    raise NoSample(made.reason)
                at = made.until
        raise NoSample(f"the mail of the kind {kind} waited again and again")
