"""The tables of what people report of each other, and of what moderators decided.

Only ``accounts.trust.reports`` writes here. Names are copied, so that a case can be read when an
account is gone.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class Reason(models.TextChoices):
    """Why something is reported."""

    INSULT = "insult", _("Insulting or hateful")
    HARASSMENT = "harassment", _("Won't leave me alone")
    SEXUAL = "sexual", _("Sexual")
    SPAM = "spam", _("Advertising or spam")
    OTHER = "other", _("Something else")


class Act(models.TextChoices):
    """What a moderator does about a report."""

    NOTHING = "nothing", _("Leave the message as it is")
    HIDE = "hide", _("Hide the message")
    SILENCE = "silence", _("Hide the message and silence the sender")
    LIFT = "lift", _("Let them post again")


class Report(models.Model):
    """What somebody reported: a line another wrote, with a copy of the lines around it.

    ``line`` is the number of the line where it stands, ``lines`` the copy, in the order in which
    they were said: objects of ``line``, ``name``, ``text``, ``at`` and ``reported``.
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
    line = models.BigIntegerField()
    lines = models.JSONField()
    made_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)

    class Meta:
        """A line is reported once by each; open reports are what moderators look through."""

        permissions = [("handle_reports", "Can decide reports about people")]
        constraints = [
            models.UniqueConstraint(fields=["reporter", "line"], name="one_report_of_a_line"),
            models.CheckConstraint(condition=Q(reason__in=Reason.values), name="report_reason"),
        ]
        indexes = [
            models.Index(fields=["made_at"], condition=Q(decided_at=None), name="report_open"),
        ]

    @override
    def __str__(self) -> str:
        return f"report {self.pk} about {self.about_name}"


class Ruling(models.Model):
    """One act of a moderator: what, when, why, by whom. Append-only; the database sees to it.

    Numbers and names, and no keys of people: what was done stays, whatever becomes of an account.
    Somebody is silent while their latest silence has neither ended nor been lifted.
    """

    report = models.ForeignKey(Report, models.PROTECT, related_name="rulings")
    about = models.BigIntegerField(help_text="the person's number")
    act = models.CharField(max_length=16, choices=Act)
    until_at = models.DateTimeField(null=True, help_text="of a silence")
    reason = models.CharField(max_length=500, blank=True)
    by = models.BigIntegerField(help_text="the moderator's number")
    by_name = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        """A silence has an end and a reason, which its person is told."""

        constraints = [
            models.CheckConstraint(condition=Q(act__in=Act.values), name="ruling_act"),
            models.CheckConstraint(
                condition=Q(act="silence", until_at__isnull=False)
                | (~Q(act="silence") & Q(until_at__isnull=True)),
                name="ruling_until",
            ),
            models.CheckConstraint(condition=~Q(act="silence", reason=""), name="ruling_reason"),
        ]
        indexes = [
            models.Index(
                fields=["about", "-at"], condition=Q(act__in=["silence", "lift"]), name="silences"
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.act} by {self.by_name}"
