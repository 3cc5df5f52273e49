"""The tables of when people rest: ``services`` alone changes them."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from typing_extensions import override

from accounts.rest.rules import holiday
from accounts.users.models import User


class CalendarRow(models.Model):
    """When a person rests, as chosen at an instant and in force until the next choice.

    Append-only; the database itself refuses to change a row. Without a row there is no rest.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="calendars")
    at = models.DateTimeField()
    zone = models.CharField(max_length=64)
    sleep_from = models.TimeField()
    sleep_to = models.TimeField()
    days_off = ArrayField(models.PositiveSmallIntegerField(), help_text="Monday is 0")
    dates_off = ArrayField(models.DateField())

    class Meta:
        """One calendar at a time."""

        constraints = [models.UniqueConstraint(fields=["user", "at"], name="one_calendar")]

    @override
    def __str__(self) -> str:
        return f"from {self.at:%Y-%m-%d %H:%M} on, {self.zone}"


class HolidayRow(models.Model):
    """A stretch in which a person's clocks stand, and when it was ended if before its time."""

    user = models.ForeignKey(User, models.CASCADE, related_name="holidays")
    booked_at = models.DateTimeField()
    from_at = models.DateTimeField()
    until_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    by_itself = models.BooleanField(help_text="began before time ran out")

    class Meta:
        """What is booked lies ahead, and what is ended was not over."""

        constraints = [
            models.CheckConstraint(
                condition=Q(booked_at__lte=F("from_at"), from_at__lt=F("until_at")),
                name="holiday_ahead",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True)
                | Q(ended_at__gte=F("booked_at"), ended_at__lt=F("until_at")),
                name="holiday_ended_early",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.from_at:%Y-%m-%d %H:%M} to {self.until_at:%Y-%m-%d %H:%M}"

    @property
    def entry(self) -> holiday.Holiday:
        """Return its value."""
        return holiday.Holiday(self.booked_at, self.from_at, self.until_at, self.ended_at)


class ActiveDay(models.Model):
    """A day (UTC) on which a person played, and when first on it."""

    user = models.ForeignKey(User, models.CASCADE, related_name="active_days")
    day = models.DateField()
    at = models.DateTimeField()

    class Meta:
        """A day counts once."""

        constraints = [models.UniqueConstraint(fields=["user", "day"], name="one_active_day")]

    @override
    def __str__(self) -> str:
        return f"{self.day}"
