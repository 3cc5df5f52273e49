"""What moderators decide about reported lines: the decision, and what follows where they stand.

Both happen in one transaction, so a decision that did nothing is never kept.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from accounts.trust import reports
from accounts.trust.models import Measure, Report
from accounts.users.models import User


def decide(
    *, report_id: int, moderator: User, measure: str, days: int, reason: str, now: datetime
) -> Report:
    """Settle a report; raise UnknownReport, or ReportError with a sentence."""
    if measure not in Measure.values:
        raise reports.ReportError(gettext("Choose what to do."))
    with transaction.atomic():
        case = reports.decide(
            report_id=report_id,
            moderator=moderator,
            measure=Measure(measure),
            days=days,
            reason=reason,
            now=now,
        )
        if measure in (Measure.HIDE, Measure.SILENCE):
            reports.hide(case=case, now=now)
    return case
