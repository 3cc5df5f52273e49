"""Rows of how matches ended for people; only ``acts`` writes here."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class Outcome(models.TextChoices):
    """How a match ended for somebody."""

    WON = "won", _("Won")
    DRAWN = "drawn", _("Drawn")  # the first place shared
    LOST = "lost", _("Lost")  # any other place
    ALONE = "alone", _("Played alone")  # a game that is for one
    UNCOUNTED = "", _("Doesn't count")  # practice, or broken off


class Result(models.Model):
    """How a match or a duel ended for one person.

    There is a row for everything a person has finished, so that each is looked at once. All
    entrants of a duel have the first of its matches as ``match``, and their own as ``own``.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="results"
    )
    match = models.ForeignKey(
        "matches.Match", on_delete=models.PROTECT, related_name="results", db_index=False
    )
    own = models.ForeignKey(
        "matches.Match", on_delete=models.PROTECT, related_name="own_results", db_index=False
    )
    game = models.CharField(max_length=40)
    pace = models.CharField(max_length=16)
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True)
    place = models.PositiveSmallIntegerField(help_text=_("1 is best; shared ones are equal"))
    score = models.IntegerField()
    lead = models.IntegerField(
        null=True, help_text=_("points ahead of the best of the others; empty alone")
    )
    finished_at = models.DateTimeField()
    is_open = models.BooleanField(help_text=_("everyone can see it on the profile"))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="one_result_of_a_match"),
            models.CheckConstraint(condition=Q(outcome__in=Outcome.values), name="result_outcome"),
        ]
        indexes = [
            models.Index(
                fields=["user", "-finished_at"],
                condition=~Q(outcome=""),
                name="results_that_count",
            ),
            models.Index(fields=["own", "user"], name="result_of_own_match"),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.user_id} {self.outcome or 'uncounted'} {self.match_id}"
