"""What moderators decide about reported lines: the decision, and what follows at the table.

Both happen in one transaction, so a decision that did nothing is never kept.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from accounts.trust import reports
from accounts.trust.cases import Act
from accounts.users.models import Report, User
from games.matches.talk import chat


def decide(
    *, report_id: int, moderator: User, act: str, days: int, reason: str, now: datetime
) -> Report:
    """Settle a report; raise UnknownReport, or ReportError with a sentence."""
    if act not in Act.values:
        raise reports.ReportError(gettext("Choose what to do."))
    with transaction.atomic():
        case = reports.decide(
            report_id=report_id,
            moderator=moderator,
            act=Act(act),
            days=days,
            reason=reason,
            now=now,
        )
        if act in (Act.HIDE, Act.SILENCE):
            chat.hide(line_id=case.line, now=now)
    return case
