"""The tables of people, of when they rest, of what they want to hear of, and of their mails.

``services`` alone changes people and their preferences, ``rest`` alone their calendars and
holidays, ``notifications`` alone writes the outbox, whose tables are in ``notices.models``.
"""

from typing import ClassVar
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from accounts.edge import zones
from accounts.notices.models import AccountMail as AccountMail
from accounts.notices.models import Delivery as Delivery
from accounts.notices.models import DeliveryStatus as DeliveryStatus
from accounts.notices.models import Notices as Notices
from accounts.notices.models import Notification as Notification
from accounts.notices.models import NotificationPreference as NotificationPreference
from accounts.push.models import CalendarFeed as CalendarFeed
from accounts.push.models import PushReceipt as PushReceipt
from accounts.push.models import PushSubscription as PushSubscription
from accounts.rest.rules import holiday
from accounts.trust.cases import Report as Report
from accounts.trust.cases import Ruling as Ruling
from accounts.trust.models import Block as Block
from accounts.trust.models import Friendship as Friendship
from accounts.trust.models import Mute as Mute
from accounts.users import names


class People(UserManager["User"]):
    """Finds a person by name in whatever case it is written."""

    @override
    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the person of that name."""
        return self.get(username__iexact=username)


class User(AbstractUser):
    """A person: a full account, or a guest who may become one and keep everything."""

    username = models.CharField(
        max_length=names.LONGEST,
        unique=True,
        validators=[names.validate_letters],
        help_text=_("The other players see this name."),
        error_messages={"unique": _("That name is taken. Try another.")},
    )
    is_guest = models.BooleanField(default=False)
    time_zone = models.CharField(max_length=64, default=zones.UTC, validators=[zones.validate_zone])
    language = models.CharField(
        max_length=16, blank=True, default="", help_text="blank: whatever the browser asks for"
    )
    rescued = models.BooleanField(
        default=True, help_text="holiday starts automatically before time runs out"
    )
    hides_coarse = models.BooleanField(
        default=False, help_text="hides the meanings of vulgar, sexual and insulting words"
    )

    objects: ClassVar[People] = People()

    class Meta(AbstractUser.Meta):
        """Names differ by more than their case."""

        constraints = [
            # The expression of iexact, so that looking a name up uses this index too.
            models.UniqueConstraint(
                Upper("username"),
                name="user_name_in_any_case",
                violation_error_message=_("That name is taken. Try another."),
            ),
            models.UniqueConstraint(
                names.BareName("username"),
                name="user_name_without_signs",
                violation_error_message=_("Someone already has a very similar name. Try another."),
            ),
        ]

    @property
    def display_name(self) -> str:
        """Return the name others see."""
        return self.username

    @property
    def zone(self) -> ZoneInfo:
        """Return the time zone dates are shown in."""
        return zones.load_zone(self.time_zone)

    def get_absolute_url(self) -> str:
        """Return the address of the public profile."""
        return reverse("profile", args=[self.username])


class CalendarChoice(models.Model):
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


class Holiday(models.Model):
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
        """Return what the ledger says of it."""
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
