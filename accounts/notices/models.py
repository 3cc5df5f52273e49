"""The tables of the outbox: what people are owed, how it goes out, and what they want to hear of.

A ``Notification`` is what is owed, one row for each occasion; a ``Delivery`` is how it goes out,
one row for each channel. The rows of deliveries are the ledger people read.
"""

from datetime import time

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from typing_extensions import override

MAILS_PER_DAY = 20


def digest_hours() -> list[time]:
    """Return when digests leave unless somebody says otherwise, by their own clock."""
    return [time(8), time(18)]


class NoticeChoices(models.Model):
    """How much a person wants to hear, and when; without a row the defaults hold.

    Times are of the person's own day. Mail is paused for the address that refused one.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    mails_per_day = models.PositiveSmallIntegerField(default=MAILS_PER_DAY)
    digest = models.BooleanField(default=False)
    digest_hours = ArrayField(models.TimeField(), default=digest_hours)
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_to = models.TimeField(null=True, blank=True)
    opened = ArrayField(
        models.CharField(max_length=8), default=list, help_text="channels that were set up"
    )
    refused_address = models.EmailField(blank=True, default="")
    refused_reason = models.CharField(max_length=200, blank=True, default="")
    refused_at = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """There is always a mail a day, and an hour for digests."""

        constraints = [
            models.CheckConstraint(condition=Q(mails_per_day__gte=1), name="a_mail_a_day"),
            models.CheckConstraint(
                condition=Q(quiet_from__isnull=True, quiet_to__isnull=True)
                | Q(quiet_from__isnull=False, quiet_to__isnull=False),
                name="quiet_has_an_end",
            ),
            models.CheckConstraint(
                condition=Q(digest_hours__len__gte=1), name="digest_has_an_hour"
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"at most {self.mails_per_day} mails a day"


class NotificationPreference(models.Model):
    """Whether a person wants one kind by one channel; without a row the kind's default holds."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notification_preferences"
    )
    kind = models.CharField(max_length=32)
    channel = models.CharField(max_length=8, default="mail")
    wanted = models.BooleanField()

    class Meta:
        """One answer per person, kind and channel."""

        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "channel"], name="one_preference")
        ]

    @override
    def __str__(self) -> str:
        return f"{self.kind} by {self.channel}: {'on' if self.wanted else 'off'}"


class Notification(models.Model):
    """What a person is owed: a row of the outbox, written with what it is about.

    ``key`` names the occasion, so that nobody hears of one thing twice. ``ref`` says in a little
    JSON what it is about; only the app that registered the kind reads it. ``about`` is the path of
    the page it is about, so that all of one table are found. After ``deadline_at`` it is too late
    to be told.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=32)
    key = models.CharField(max_length=128, unique=True)
    ref = models.JSONField(default=dict)
    about = models.CharField(max_length=100, blank=True, default="")
    due_at = models.DateTimeField()
    deadline_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        """A ledger is read by the day."""

        indexes = [
            models.Index(fields=["user", "due_at"], name="notification_of_a_day"),
            models.Index("due_at", name="notification_due"),  # those that are long over are deleted
        ]

    @override
    def __str__(self) -> str:
        return self.key


class DeliveryStatus(models.TextChoices):
    """The life of a delivery: queued, then one of the others for good."""

    QUEUED = "queued"
    MERGED = "merged"
    SENT = "sent"
    BOUNCED = "bounced"
    HELD = "held"
    CANCELLED = "cancelled"
    FAILED = "failed"


class Delivery(models.Model):
    """One notice on its way by one channel, and what became of it: a line of the ledger.

    ``bundled`` ones go with others in one mail; a merged one went with ``merged_into``, a digest.
    ``subject`` and ``link`` are what was told, ``outcome`` is why not.
    """

    notification = models.ForeignKey(Notification, models.CASCADE, related_name="deliveries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=8)
    status = models.CharField(max_length=9, choices=DeliveryStatus, default=DeliveryStatus.QUEUED)
    due_at = models.DateTimeField()
    bundled = models.BooleanField(default=False)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=200, blank=True, default="")
    subject = models.CharField(max_length=200, blank=True, default="")
    link = models.CharField(max_length=200, blank=True, default="")
    merged_into = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, related_name="merged"
    )

    class Meta:
        """The queue is the open rows; whatever has ended has no lease."""

        verbose_name_plural = "deliveries"
        indexes = [
            models.Index(fields=["due_at"], condition=Q(status="queued"), name="delivery_due"),
            models.Index(
                fields=["user", "sent_at"], condition=Q(status="sent"), name="delivery_sent"
            ),
            models.Index(fields=["user"], condition=Q(status="queued"), name="delivery_owed"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["notification", "channel"], name="one_delivery"),
            models.CheckConstraint(
                condition=Q(status__in=DeliveryStatus.values), name="delivery_status"
            ),
            models.CheckConstraint(
                condition=Q(status="sent", sent_at__isnull=False)
                | (~Q(status="sent") & Q(sent_at__isnull=True)),
                name="delivery_sent_at",
            ),
            models.CheckConstraint(
                condition=Q(lease_until__isnull=True) | Q(status="queued"), name="delivery_lease"
            ),
            models.CheckConstraint(
                condition=Q(status="merged", merged_into__isnull=False)
                | (~Q(status="merged") & Q(merged_into__isnull=True)),
                name="delivery_merged",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.notification_id} by {self.channel}: {self.status}"


class AccountMail(models.Model):
    """A mail about an account on its way, sealed: codes and links are for its reader alone.

    The row goes when the mail has gone, or is given up. Its reader may have no account.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="account_mails"
    )
    template = models.CharField(max_length=100, help_text="its name in the account library")
    sealed = models.BinaryField()
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)

    @override
    def __str__(self) -> str:
        return f"{self.template} for {self.user_id}"


class KeptMail(models.Model):
    """A mail that stays here because no mail server is set, sealed as those about accounts are."""

    sealed = models.BinaryField()
    written_at = models.DateTimeField(db_default=Now(), db_index=True)

    @override
    def __str__(self) -> str:
        return f"written at {self.written_at}"
