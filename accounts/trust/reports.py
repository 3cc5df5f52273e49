"""Reports about what people wrote, and what moderators decide: the only writer of both.

A decision is kept with who made it, when and why, and is never changed; another one may follow. The
reporter is told that it was looked at, and the person that they are silenced, until when and why.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.notices import outbox as notifications
from accounts.trust.models import CHAT, Decision, Measure, Reason, Report
from accounts.users.models import User
from accounts.users.services import lock

HANDLE = "trust.handle_reports"
MOST_REPORTS = 10
REPORTED_WITHIN = timedelta(days=1)
LONGEST = 500  # characters, of what a reporter or a moderator writes
DAYS = (1, 3, 7, 30, 365)  # for which a person can be silenced
SHOWN = 50  # cases decided lately


Hide = Callable[..., None]  # hides the text of that number: ``hide(line=17, now=now)``
_hiding: dict[str, Hide] = {}


class ReportError(Exception):
    """Something that cannot be done; its text is for the person who tried."""


class UnknownReport(LookupError):
    """There is no such report."""


def register(subject: str, hide: Hide) -> None:
    """Make known how texts of one kind are hidden, if a moderator decides so."""
    _hiding[subject] = hide


def hide(*, case: Report, now: datetime) -> None:
    """Hide what a report is about from those who read it."""
    _hiding[case.subject](line=case.line, now=now)


def report(
    *,
    reporter: User,
    about: User | None,
    about_name: str,
    reason: str,
    words: str,
    place: str,
    path: str,
    line: int,
    lines: list[dict[str, Any]],
    now: datetime,
    subject: str = CHAT,
) -> Report:
    """Put a line before the moderators, with the lines around it; a second time changes nothing."""
    if reason not in Reason.values:
        raise ReportError(_("Say what's wrong with the message."))
    words = words.replace("\0", "").strip()
    if len(words) > LONGEST:
        raise ReportError(_too_long())
    with transaction.atomic():
        lock(reporter.pk)
        own = Report.objects.filter(reporter=reporter)
        if known := own.filter(subject=subject, line=line).first():
            return known
        if own.filter(made_at__gt=now - REPORTED_WITHIN).count() >= MOST_REPORTS:
            raise ReportError(
                _("You've made a lot of reports today. You can also mute or block people.")
            )
        return Report.objects.create(
            reporter=reporter,
            reporter_name=reporter.display_name,
            about=about,
            about_name=about_name,
            reason=reason,
            words=words,
            place=place[:200],
            path=path,
            subject=subject,
            line=line,
            lines=lines,
            made_at=now,
        )


def decide(
    *, report_id: int, moderator: User, measure: Measure, days: int, reason: str, now: datetime
) -> Report:
    """Settle a report, and all open ones about the same line; return it.

    ``days`` and ``reason`` are for a silence. Raise UnknownReport, or ReportError with a sentence.
    """
    reason = reason.replace("\0", "").strip()
    if problem := _problem(measure, days, reason):
        raise ReportError(problem)
    with transaction.atomic():
        case, *others = _lock(report_id)
        _check_may_decide(case, moderator, now)
        if case.decided_at:
            raise ReportError(_("Someone has already dealt with this report."))
        for each in [case, *(other for other in others if not other.decided_at)]:
            each.decided_at = now
            each.save(update_fields=["decided_at"])
            until = now + timedelta(days=days) if measure == Measure.SILENCE else None
            # One silence, though several asked for it.
            done = Measure.HIDE if until and each.pk != case.pk else measure
            _decide(each, moderator, done, reason, until if done == measure else None, now)
            _tell_reporter(each, now)
    return case


def lift(*, report_id: int, moderator: User, reason: str, now: datetime) -> None:
    """Let somebody write again whom a report has silenced."""
    with transaction.atomic():
        case, *_others = _lock(report_id)
        _check_may_decide(case, moderator, now)
        if case.about_id is None or silence_of(user_id=case.about_id, now=now) is None:
            raise ReportError(_("This person isn't silenced."))
        _decide(
            case, moderator, Measure.LIFT, reason.replace("\0", "").strip()[:LONGEST], None, now
        )


def _problem(measure: Measure, days: int, reason: str) -> str:
    if measure not in (Measure.NOTHING, Measure.HIDE, Measure.SILENCE):
        return _("Choose what to do.")
    if len(reason) > LONGEST:
        return _too_long()
    if measure == Measure.SILENCE and days not in DAYS:
        return _("Choose how long to silence them for.")
    if measure == Measure.SILENCE and not reason:
        return _("Say why. The person you're silencing will read it.")
    return ""


def _too_long() -> str:
    said = ngettext(
        "Use no more than %(most)d character.", "Use no more than %(most)d characters.", LONGEST
    )
    return said % {"most": LONGEST}


def _lock(report_id: int) -> list[Report]:
    """Return a report and then all others about its line, held in the order of their numbers."""
    case = get(report_id=report_id)
    about = Report.objects.filter(subject=case.subject, line=case.line)
    rows = about.select_for_update(no_key=True).order_by("pk")
    return sorted(rows, key=lambda case: case.pk != report_id)


def _check_may_decide(case: Report, moderator: User, now: datetime) -> None:
    if not (moderator.is_active and moderator.has_perm(HANDLE)):
        raise ReportError(_("Only moderators who handle reports can do this."))
    if moderator.pk in (case.about_id, case.reporter_id):
        raise ReportError(_("This report involves you, so someone else has to decide."))
    if silence_of(user_id=moderator.pk, now=now):
        raise ReportError(_("You're silenced at the moment, so someone else has to decide."))


def _decide(
    case: Report,
    moderator: User,
    measure: Measure,
    reason: str,
    until: datetime | None,
    now: datetime,
) -> None:
    decision = Decision.objects.create(
        report=case,
        about=case.about_id or 0,
        measure=measure,
        until_at=until,
        reason=reason,
        by=moderator.pk,
        by_name=moderator.display_name,
        at=now,
    )
    if measure == Measure.SILENCE and case.about_id:
        notifications.schedule(
            user_id=case.about_id,
            kind="silence",
            key=f"silence:{decision.pk}",
            ref={"decision": decision.pk},
            due_at=now,
        )


def _tell_reporter(case: Report, now: datetime) -> None:
    if case.reporter_id is not None:
        notifications.schedule(
            user_id=case.reporter_id,
            kind="report",
            key=f"report:{case.pk}",
            ref={"report": case.pk},
            due_at=now,
        )


# --- Reading --------------------------------------------------------------------------------------


def open_reports() -> list[Report]:
    """Return what waits for a decision, the oldest first."""
    return list(Report.objects.filter(decided_at__isnull=True).order_by("made_at", "pk"))


def decided_reports() -> list[Report]:
    """Return what was decided lately, the latest first."""
    rows = Report.objects.filter(decided_at__isnull=False).prefetch_related("decisions")
    return list(rows.order_by("-decided_at", "-pk")[:SHOWN])


def get(*, report_id: int) -> Report:
    """Return a report with what was decided; raise UnknownReport."""
    case = Report.objects.prefetch_related("decisions").filter(pk=report_id).first()
    if case is None:
        raise UnknownReport(report_id)
    return case


def reports_by(*, user_id: int) -> list[Report]:
    """Return what a person has reported, the latest first."""
    rows = Report.objects.filter(reporter_id=user_id).prefetch_related("decisions")
    return list(rows.order_by("-made_at")[:SHOWN])


def earlier(*, case: Report) -> QuerySet[Decision]:
    """Return what was decided about the same person before, the latest first."""
    if case.about_id is None:
        return Decision.objects.none()
    decisions = Decision.objects.filter(about=case.about_id).exclude(report=case)
    return decisions.order_by("-at", "-pk")


def outcome(case: Report) -> str:
    """Return in a sentence what its reporter is told of a report."""
    if not case.decided_at:
        return _("The moderators haven't looked at it yet.")
    measures = {decision.measure for decision in case.decisions.all()}
    if measures & {Measure.HIDE, Measure.SILENCE}:
        return _("We agree, and we've done something about it. Thank you.")
    return _("We've looked at it and are leaving it as it is. Thank you for telling us.")


def silence_of(*, user_id: int, now: datetime) -> Decision | None:
    """Return the decision by which somebody may not write now, if there is one."""
    latest = Decision.objects.filter(about=user_id, measure__in=[Measure.SILENCE, Measure.LIFT])
    decision = latest.order_by("-at", "-pk").first()
    silent = decision is not None and decision.until_at is not None and decision.until_at > now
    return decision if silent else None


def waiting(*, user_id: int) -> int:
    """Return how many reports wait for a decision that this moderator may make."""
    own = Q(about_id=user_id) | Q(reporter_id=user_id)
    return Report.objects.filter(decided_at__isnull=True).exclude(own).count()
