"""A review: asked for, worked out turn by turn, and kept."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from games.packed import PackedJSONField


class Review(models.Model):
    """The review of one match; a newer one takes its place.

    Until it's done ``turns`` holds those that have been judged, and ``claimed_until`` says how long
    somebody is expected to be at work on it.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    match = models.OneToOneField(
        "matches.Match", on_delete=models.CASCADE, primary_key=True, related_name="review"
    )
    game = models.CharField(max_length=40)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="reviews_asked_for",
        help_text=_("empty if it was made unasked, as for leagues"),
    )
    asked_at = models.DateTimeField()
    status = models.CharField(max_length=16, choices=Status, default=Status.WAITING)
    version = models.CharField(max_length=16, help_text=_("of the rules and of who judges"))
    looks = models.PositiveIntegerField(help_text=_("how much was thought about a turn"))
    to_judge = models.PositiveIntegerField(help_text=_("turns"))
    judged = models.PositiveIntegerField(default=0, help_text=_("turns"))
    turns = PackedJSONField(null=True)
    worked_at = models.DateTimeField(
        null=True, help_text=_("when work was last done for whoever asked, on this or another one")
    )
    worked_on = models.CharField(max_length=255, default="", help_text=_("the machine that did it"))
    claimed_until = models.DateTimeField(null=True)
    seconds = models.FloatField(default=0, help_text=_("that it has taken so far"))
    report = PackedJSONField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="review_status", condition=Q(status__in=["waiting", "done", "failed"])
            ),
            models.CheckConstraint(
                name="review_done_has_a_report",
                condition=~Q(status="done") | Q(report__isnull=False, finished_at__isnull=False),
            ),
        ]
        indexes = [
            models.Index("asked_by", name="review_waiting", condition=Q(status="waiting")),
            models.Index("worked_at", name="review_worked"),
            models.Index("asked_by", "asked_at", name="review_asked"),
            models.Index("game", "finished_at", name="review_done", condition=Q(status="done")),
        ]

    @override
    def __str__(self) -> str:
        return f"review of {self.match_id}"
