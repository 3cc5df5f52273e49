"""The moderators' pages: what people reported, the lines around it, and what to do about it."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import signed_in
from accounts.trust import reports
from accounts.trust.models import Measure, Report
from accounts.trust.reports import ReportError
from accounts.users.models import User
from games.matches.talk import conduct

DECISIONS = (Measure.NOTHING, Measure.HIDE, Measure.SILENCE)


def _moderator(request: HttpRequest) -> User:
    user = request.user
    if not (isinstance(user, User) and user.has_perm(reports.HANDLE)):
        raise PermissionDenied
    return user


@never_cache
@signed_in
@require_safe
def report_list(request: HttpRequest) -> HttpResponse:
    """List the reports: those waiting for a decision, and those decided lately."""
    _moderator(request)
    context = {"waiting": reports.open_reports(), "decided": reports.decided_reports()}
    return render(request, "people/reports.html", context)


@never_cache
@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def one_report(request: HttpRequest, report_id: int) -> HttpResponse:
    """Show one report with the lines around it; a POST decides it, or ends a silence."""
    moderator = _moderator(request)
    try:
        case = reports.get(report_id=report_id)
    except reports.UnknownReport as error:
        raise Http404(_("There's no such report.")) from error
    if request.method != "POST":
        return _show(request, case)
    try:
        _act(request, moderator, report_id)
    except ReportError as error:
        messages.error(request, str(error))
        return _show(request, reports.get(report_id=report_id), status=422)
    return redirect("reports")


def _act(request: HttpRequest, moderator: User, report_id: int) -> None:
    asked, reason = request.POST.get("measure", ""), request.POST.get("reason", "")
    if asked == Measure.LIFT:
        reports.lift(report_id=report_id, moderator=moderator, reason=reason, now=read_clock())
        messages.success(
            request, _("This person is no longer silenced and can post messages again.")
        )
        return
    days = request.POST.get("days", "")
    conduct.decide(
        report_id=report_id,
        moderator=moderator,
        measure=asked,
        days=int(days) if days.isdecimal() and len(days) < 4 else 0,
        reason=reason,
        now=read_clock(),
    )
    messages.success(
        request, _("Your decision has been saved. We'll tell whoever made the report.")
    )


def _show(request: HttpRequest, case: Report, *, status: int = 200) -> HttpResponse:
    silence = case.about_id and reports.silence_of(user_id=case.about_id, now=read_clock())
    context = {
        "case": case,
        "lines": _lines(case),
        "choices": [(measure.value, measure.label) for measure in DECISIONS],
        "days": reports.DAYS,
        "earlier": reports.earlier(case=case)[:20],
        "silence": silence or None,
        "said": request.POST,
        "own": request.user.pk in (case.about_id, case.reporter_id),
    }
    return render(request, "people/report.html", context, status=status)


def _lines(case: Report) -> list[dict[str, object]]:
    return [{**line, "at": parse_datetime(line["at"])} for line in case.lines]
