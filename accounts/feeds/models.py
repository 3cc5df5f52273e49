"""The table of calendars for other programs: ``services`` alone changes it."""

from django.conf import settings
from django.db import models
from typing_extensions import override


class CalendarFeed(models.Model):
    """The secret address of a person's calendar, what it is to hold, and what it told last.

    ``told`` has for each UID what a calendar program needs to see that an event has moved: its
    content as a digest, its SEQUENCE and the instant of its last change.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="calendar_feed"
    )
    key = models.CharField(max_length=48, unique=True)
    made_at = models.DateTimeField()
    with_rest = models.BooleanField(default=False, help_text="holiday and days off too")
    alarm = models.PositiveSmallIntegerField(
        default=0, help_text="hours before a deadline; 0 for none"
    )
    told = models.JSONField(default=dict)
    digest = models.CharField(max_length=64, blank=True, default="")
    changed_at = models.DateTimeField(null=True)
    read_at = models.DateTimeField(null=True)

    @override
    def __str__(self) -> str:
        return f"calendar of {self.user_id}"
