"""What people type about their sleep, their days off and their holiday."""

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from accounts.edge import languages, zones
from accounts.edge.instants import MIDNIGHT, first_instant, last_instant
from accounts.rest.rules.calendars import BadCalendar, Calendar
from accounts.rest.services import FARTHEST

DAY = timedelta(days=1)
NO_TIME = _("Write the time like this: 23:00.")
# A time of the day as browsers offer it.
TIME: dict[str, Any] = {
    "required": False,
    "widget": forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    "error_messages": {"invalid": NO_TIME},
}
NO_DATE = _("Write the date like this: 2026-12-24.")


def date_input(today: date) -> forms.DateInput:
    """Return a date as browsers offer it, not in the past and not too far ahead."""
    bounds = {"min": today.isoformat(), "max": (today + FARTHEST).isoformat()}
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", **bounds})


class DatesField(forms.TypedMultipleChoiceField):
    """Any dates: some are stored, some were added on the page."""

    def __init__(self) -> None:
        super().__init__(
            coerce=date.fromisoformat,
            required=False,
            widget=forms.CheckboxSelectMultiple,
            error_messages={"invalid_choice": NO_DATE},
        )

    @override
    def valid_value(self, value: Any) -> bool:
        """Return whether this is a date."""
        try:
            date.fromisoformat(value)
        except ValueError:
            return False
        return True


class CalendarForm(forms.Form):
    """Where a person lives, the hours of sleep, and the days and dates that are off."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("All the dates and times you see will be in this zone too."),
    )
    sleep_from = forms.TimeField(label=_("Sleep from"), **TIME)
    sleep_to = forms.TimeField(label=_("Sleep until"), **TIME)
    days_off = forms.TypedMultipleChoiceField(
        label=_("Days off"),
        coerce=int,
        choices=list(WEEKDAYS.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    dates_off = DatesField()
    new_date = forms.DateField(
        label=_("Add a date"), required=False, error_messages={"invalid": NO_DATE}
    )

    def __init__(self, *args: Any, calendar: Calendar, now: datetime, **kwargs: Any) -> None:
        asleep = bool(calendar.sleep)
        initial = {
            "time_zone": calendar.zone.key,
            "sleep_from": calendar.sleep_from if asleep else None,
            "sleep_to": calendar.sleep_to if asleep else None,
            "days_off": sorted(calendar.days_off),
        }
        super().__init__(*args, **{"initial": initial, **kwargs})
        self._now = now
        today = now.astimezone(calendar.zone).date()
        self._stored = frozenset(day for day in calendar.dates_off if day >= today)
        self.fields["new_date"].widget = date_input(today)
        offered = sorted({*zones.offered_names(), calendar.zone.key})
        self.fields["time_zone"].choices = [  # type: ignore[attr-defined]
            (name, name.replace("_", " ")) for name in offered
        ]

    @property
    def weekdays(self) -> list[tuple[int, str, bool]]:
        """Return number and name of each day of the week and whether it is off."""
        chosen = {str(day) for day in self["days_off"].value() or ()}
        return [(day, str(name), str(day) in chosen) for day, name in WEEKDAYS.items()]

    @property
    def dates(self) -> list[tuple[str, str, bool]]:
        """Return each single date, how it is read, and whether it is to be off."""
        field = self.fields["dates_off"]
        posted = {
            date.fromisoformat(value)
            for value in (self["dates_off"].value() or () if self.is_bound else ())
            if isinstance(field, DatesField) and field.valid_value(value)
        }
        chosen = posted if self.is_bound else self._stored
        return [
            (day.isoformat(), date_format(day, "D j M Y"), day in chosen)
            for day in sorted(posted | self._stored)
        ]

    @override
    def clean(self) -> dict[str, Any]:
        """Put the calendar together; a part that asks for too much is told so beside it."""
        said = self.cleaned_data
        self._check_sleep()
        self._check_new_date()
        if self.errors:
            return said
        zone = ZoneInfo(said["time_zone"])
        today = self._now.astimezone(zone).date()
        dates = {*said["dates_off"], *filter(None, [said["new_date"]])}
        parts: dict[str, dict[str, Any]] = {
            "sleep_to": {name: said[name] or MIDNIGHT for name in ("sleep_from", "sleep_to")},
            "days_off": {"days_off": frozenset(said["days_off"])},
            "new_date": {"dates_off": frozenset(day for day in dates if day >= today)},
        }
        for name, part in parts.items():
            try:
                Calendar(zone, **part)
            except BadCalendar as refusal:
                self.add_error(name, languages.said(refusal))
        if not self.errors:
            whole = {key: value for part in parts.values() for key, value in part.items()}
            said["calendar"] = Calendar(zone, **whole)
        return said

    def _check_sleep(self) -> None:
        if "sleep_from" in self.errors or "sleep_to" in self.errors:
            return
        down, up = self.cleaned_data["sleep_from"], self.cleaned_data["sleep_to"]
        if (down is None) != (up is None):
            missing = "sleep_from" if down is None else "sleep_to"
            self.add_error(missing, gettext("Give both times, or leave both empty."))
        elif down is not None and down == up:
            self.add_error(
                "sleep_to",
                gettext(
                    "The two times are the same. If you don't want sleep hours, leave both empty."
                ),
            )

    def _check_new_date(self) -> None:
        if self.errors or not (day := self.cleaned_data["new_date"]):
            return
        zone = ZoneInfo(self.cleaned_data["time_zone"])
        if day < self._now.astimezone(zone).date():
            self.add_error("new_date", gettext("That date has passed."))


class BookingForm(forms.Form):
    """The first and the last day of a holiday."""

    first_day = forms.DateField(label=_("First day"), error_messages={"invalid": NO_DATE})
    last_day = forms.DateField(label=_("Last day"), error_messages={"invalid": NO_DATE})

    def __init__(self, *args: Any, zone: ZoneInfo, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._zone, self._now = zone, now
        self._today = now.astimezone(zone).date()
        for field in self.fields.values():
            field.widget = date_input(self._today)

    @override
    def clean(self) -> dict[str, Any]:
        """Find the instants: from midnight, or from now on, to the midnight after the last day."""
        said = self.cleaned_data
        for name in list(said):
            self._check_day(name)
        if self.errors:
            return said
        first, last = said["first_day"], said["last_day"]
        if last < first:
            self.add_error("last_day", gettext("The last day is before the first."))
            return said
        begins_at = first_instant(self._zone, datetime.combine(first, MIDNIGHT))
        said["from_at"] = self._now if first == self._today else begins_at
        said["until_at"] = last_instant(self._zone, datetime.combine(last + DAY, MIDNIGHT))
        return said

    def _check_day(self, name: str) -> None:
        day = self.cleaned_data[name]
        if day < self._today:
            self.add_error(name, gettext("That day has passed."))
        elif day > self._today + FARTHEST:
            self.add_error(name, gettext("You can book a holiday up to a year ahead."))
