"""The pages of rest: sleep and days off, the holiday, and coming back from it."""

import dataclasses
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.edge.clock import read_clock
from accounts.edge.languages import said
from accounts.edge.links import own_address
from accounts.edge.requests import person_of, signed_in
from accounts.rest import reading, week
from accounts.rest import services as rest
from accounts.rest.forms import BookingForm, CalendarForm
from accounts.rest.rules import holiday
from accounts.rest.rules.calendars import BadCalendar, Calendar
from accounts.rest.rules.holiday import ACTIVE_DAYS_FOR_ONE, MOST_SAVED, Earned, NoHoliday
from accounts.users.models import User

# --- Sleep and days off ---------------------------------------------------------------------------


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def calendar(request: HttpRequest) -> HttpResponse:
    """Show and change when a person's clocks stand for sleep and days off."""
    user, now = person_of(request), read_clock()
    current = reading.calendar(user=user)
    form = CalendarForm(request.POST or None, calendar=current, now=now)
    if form.is_valid():
        try:
            rest.choose_calendar(user=user, calendar=form.cleaned_data["calendar"], now=now)
        except BadCalendar as refusal:
            form.add_error("new_date", said(refusal))
        else:
            messages.success(
                request, _("Saved. Your changes apply from your next turn at each table.")
            )
            return redirect("rest")
    context = {"form": form, **_week(user, current, now)}
    return render(request, "accounts/rest.html", context, status=422 if form.is_bound else 200)


@signed_in
@require_safe
def coming_week(request: HttpRequest) -> HttpResponse:
    """Return the coming week as a half-filled form would have it; nothing if the form is wrong."""
    user, now = person_of(request), read_clock()
    form = CalendarForm(request.GET, calendar=reading.calendar(user=user), now=now)
    if not form.is_valid():
        return HttpResponse(status=204)
    return render(request, "accounts/week.html", _week(user, form.cleaned_data["calendar"], now))


@signed_in
@require_safe
def quiet(request: HttpRequest) -> JsonResponse:
    """Return when no page is to make a sound in the coming week, as pairs of instants."""
    found = reading.quiet(user=person_of(request), now=read_clock())
    return JsonResponse(
        {"quiet": [[from_at.isoformat(), to_at.isoformat()] for from_at, to_at in found]}
    )


def _week(user: User, calendar: Calendar, now: datetime) -> dict[str, Any]:
    away = holiday.stretches(reading.earned(user_id=user.pk))
    days = week.week(calendar, now=now, away=away)
    return {"week": days, "week_has_holiday": any(day.away for day in days)}


@dataclasses.dataclass(frozen=True, slots=True)
class HolidayShown:
    """A holiday as its owner sees it."""

    id: int
    entry: holiday.Holiday
    by_itself: bool
    zone: ZoneInfo
    now: datetime

    @property
    def state(self) -> str:
        """Return what became of it so far."""
        if self.entry.over_at <= self.entry.from_at:
            return "cancelled"
        if self.now < self.entry.from_at:
            return "ahead"
        if self.now < self.entry.over_at:
            return "running"
        return "ended early" if self.entry.ended_at else "over"

    @property
    def last_at(self) -> datetime:
        """Return an instant on its last day."""
        over_at = self.entry.until_at if self.state == "cancelled" else self.entry.over_at
        return over_at - rest.MOMENT

    @property
    def days(self) -> int:
        """Return how many days it took."""
        return self.entry.booked - self.entry.given_back

    @property
    def until(self) -> str:
        """Return in words when it ends."""
        return week.until(self.entry.over_at, zone=self.zone, now=self.now)


# --- Holiday -------------------------------------------------------------------------------------


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def holidays(request: HttpRequest) -> HttpResponse:
    """Show what is saved, what is booked and what was; book a holiday."""
    user, now = person_of(request), read_clock()
    form = BookingForm(request.POST or None, zone=user.zone, now=now)
    if form.is_valid():
        data = form.cleaned_data
        try:
            rest.book(user=user, from_at=data["from_at"], until_at=data["until_at"], now=now)
        except NoHoliday as refusal:
            form.add_error("last_day", said(refusal))
        else:
            messages.success(request, _("Your holiday is booked."))
            return redirect("holiday")
    context = {"form": form, **_account(user, now)}
    return render(request, "accounts/holiday.html", context, status=422 if form.is_bound else 200)


def _account(user: User, now: datetime) -> dict[str, Any]:
    """Return what the page of holiday shows of what was earned."""
    earned = reading.earned(user_id=user.pk)
    balance = holiday.balance(earned, now)
    rows = reading.holidays(user=user)
    shown = [HolidayShown(row.pk, row.entry, row.by_itself, user.zone, now) for row in rows]
    return {
        "balance": balance,
        "is_full": balance.days == MOST_SAVED,
        "most": MOST_SAVED,
        "needed": ACTIVE_DAYS_FOR_ONE,
        "steps": [step < balance.towards for step in range(ACTIVE_DAYS_FOR_ONE)],
        "now_until": _would_last(user, earned, now),
        "running": next((each for each in shown if each.state == "running"), None),
        "ahead": [each for each in reversed(shown) if each.state == "ahead"],
        "past": [each for each in shown if each.state not in ("running", "ahead")],
    }


def _would_last(user: User, earned: Earned, now: datetime) -> str:
    """Return until when a holiday would last that is switched on now, or nothing."""
    try:
        switched_on = holiday.switch_on(earned, at=now)
    except NoHoliday:
        return ""
    return week.until(switched_on.holidays[-1].until_at, zone=user.zone, now=now)


@signed_in
@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """Begin a holiday now."""
    try:
        rest.switch_on(user=person_of(request), now=read_clock())
    except NoHoliday as refusal:
        messages.error(request, said(refusal))
    return redirect("holiday")


@signed_in
@require_POST
def end(request: HttpRequest, holiday_id: int) -> HttpResponse:
    """End a holiday, or cancel it."""
    now = read_clock()
    try:
        row = rest.end(user=person_of(request), holiday_id=holiday_id, now=now)
    except NoHoliday as refusal:
        messages.error(request, said(refusal))
        return redirect("holiday")
    messages.success(request, _ended(row.entry.given_back, cancelled=row.from_at > now))
    return redirect("holiday")


def _ended(days: int, *, cancelled: bool) -> str:
    """Say how many days come back of a holiday that was ended."""
    if cancelled:
        told = ngettext(
            "Holiday cancelled. You get %(days)d day back.",
            "Holiday cancelled. You get %(days)d days back.",
            days,
        )
    elif days:
        told = ngettext(
            "Welcome back. You get %(days)d day back.",
            "Welcome back. You get %(days)d days back.",
            days,
        )
    else:
        told = _(
            "Welcome back. The last day of your holiday has already begun, so you don't get any"
            " days back."
        )
    return told % {"days": days}


@signed_in
@require_POST
def back(request: HttpRequest) -> HttpResponse:
    """End the holiday a person is on, and go on where they were."""
    if rest.come_back(user_id=person_of(request).pk, now=read_clock()):
        messages.success(request, _("Welcome back. Your clocks are running again."))
    return redirect(own_address(request) or "holiday")


@signed_in
@require_POST
def automatic_start(request: HttpRequest) -> HttpResponse:
    """Set whether a holiday starts automatically."""
    wished = "automatic" in request.POST
    rest.choose_automatic_start(user=person_of(request), wished=wished)
    by_itself = _("Saved. If you're about to run out of time, your holiday starts automatically.")
    by_hand = _("Saved. Your holiday no longer starts automatically.")
    messages.success(request, by_itself if wished else by_hand)
    return redirect("holiday")
