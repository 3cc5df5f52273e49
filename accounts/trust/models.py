"""The tables of whom people want to meet: friends, blocks, reports, and moderators' decisions.

``friends`` alone writes friendships, ``blocking`` blocks and mutes, ``reports`` the others. Names
are copied, so that a case can be read when an account is gone.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

CHAT = "chat"  # what is said at a table, among what can be reported


class Friendship(models.Model):
    """Two people, from the question of one of them on; friends once the other has said yes.

    A no is kept and not told: whoever asked sees a question without an answer.
    """

    asker = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="friendships_asked"
    )
    friend = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="friendships_offered"
    )
    asked_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)
    declined_at = models.DateTimeField(null=True)

    class Meta:
        """Once for two people, whoever asked."""

        constraints = [
            models.UniqueConstraint(
                Least("asker", "friend"), Greatest("asker", "friend"), name="one_friendship"
            ),
            models.CheckConstraint(condition=~Q(asker=F("friend")), name="friend_of_another"),
            models.CheckConstraint(
                condition=Q(accepted_at__isnull=True) | Q(declined_at__isnull=True),
                name="friend_or_not",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.asker_id} and {self.friend_id}"


class Block(models.Model):
    """Somebody with whom a person does not want to have to do; who it is does not learn of it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocked_by")
    at = models.DateTimeField()

    class Meta:
        """Once, and never oneself."""

        constraints = [
            models.UniqueConstraint(fields=["user", "blocked"], name="one_block"),
            models.CheckConstraint(condition=~Q(user=F("blocked")), name="block_of_another"),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.user_id} blocks {self.blocked_id}"


class Mute(models.Model):
    """Somebody whose lines a person does not read: in one place, or everywhere (no place)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="muted_by")
    place = models.CharField(max_length=32, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        """Once for each place, and never oneself."""

        constraints = [
            models.UniqueConstraint(fields=["user", "muted", "place"], name="one_mute"),
            models.CheckConstraint(condition=~Q(user=F("muted")), name="mute_of_another"),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.user_id} mutes {self.muted_id} {self.place or 'everywhere'}"


class Reason(models.TextChoices):
    """Why something is reported."""

    INSULT = "insult", _("Insulting or hateful")
    HARASSMENT = "harassment", _("Won't leave me alone")
    SEXUAL = "sexual", _("Sexual")
    SPAM = "spam", _("Advertising or spam")
    OTHER = "other", _("Something else")


class Measure(models.TextChoices):
    """What a moderator does about a report."""

    NOTHING = "nothing", _("Leave the message as it is")
    HIDE = "hide", _("Hide the message")
    SILENCE = "silence", _("Hide the message and silence the sender")
    LIFT = "lift", _("Let them post again")


class Report(models.Model):
    """What somebody reported: a line another wrote, with a copy of the lines around it.

    ``subject`` says where lines of its kind stand, ``line`` is its number there, and ``lines`` the
    copy, in the order in which they were said: objects of ``line``, ``name``, ``text``, ``at`` and
    ``reported``.
    """

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="reports_made"
    )
    reporter_name = models.CharField(max_length=150)
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="reports_about"
    )
    about_name = models.CharField(max_length=150)
    reason = models.CharField(max_length=16, choices=Reason)
    words = models.CharField(max_length=500, blank=True)
    place = models.CharField(max_length=200)
    path = models.CharField(max_length=200)
    subject = models.CharField(max_length=16, default=CHAT, db_default=CHAT)
    line = models.BigIntegerField()
    lines = models.JSONField()
    made_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)

    class Meta:
        """A line is reported once by each; open reports are what moderators look through."""

        permissions = [("handle_reports", "Can decide reports about people")]
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "subject", "line"], name="one_report_of_a_text"
            ),
            models.CheckConstraint(condition=Q(reason__in=Reason.values), name="report_reason"),
        ]
        indexes = [
            models.Index(fields=["made_at"], condition=Q(decided_at=None), name="report_open"),
        ]

    @override
    def __str__(self) -> str:
        return f"report {self.pk} about {self.about_name}"


class Decision(models.Model):
    """One decision of a moderator: what, when, why, by whom. Append-only; the database sees to it.

    Numbers and names, and no keys of people: what was done stays, whatever becomes of an account.
    Somebody is silent while their latest silence has neither ended nor been lifted.
    """

    report = models.ForeignKey(Report, models.PROTECT, related_name="decisions")
    about = models.BigIntegerField(help_text="the person's number")
    measure = models.CharField(max_length=16, choices=Measure)
    until_at = models.DateTimeField(null=True, help_text="of a silence")
    reason = models.CharField(max_length=500, blank=True)
    by = models.BigIntegerField(help_text="the moderator's number")
    by_name = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        """A silence has an end and a reason, which its person is told."""

        constraints = [
            models.CheckConstraint(
                condition=Q(measure__in=Measure.values), name="decision_measure"
            ),
            models.CheckConstraint(
                condition=Q(measure="silence", until_at__isnull=False)
                | (~Q(measure="silence") & Q(until_at__isnull=True)),
                name="decision_until",
            ),
            models.CheckConstraint(
                condition=~Q(measure="silence", reason=""), name="decision_reason"
            ),
        ]
        indexes = [
            models.Index(
                fields=["about", "-at"],
                condition=Q(measure__in=["silence", "lift"]),
                name="silences",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.measure} by {self.by_name}"
