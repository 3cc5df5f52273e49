"""What moderators decide about reported lines: the decision, and what follows at the table.

Both are done in one transaction, so that no decision is kept that did nothing.
"""

from datetime import datetime

from django.db import transaction

from accounts.models import Report, User
from accounts.people import reports
from accounts.people.cases import Act
from games import chat


def decide(
    *, report_id: int, moderator: User, act: str, days: int, reason: str, now: datetime
) -> Report:
    """Settle a report; raise UnknownReport, or ReportError with a sentence."""
    if act not in Act.values:
        raise reports.ReportError("Choose what is to be done.")
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
