"""Rows of how matches ended for people, which ``acts`` writes, and of their trophies."""

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
    UNCOUNTED = "", _("Doesn't count")  # practice, another game, or not played


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
    weighed = models.BooleanField(
        default=False, help_text=_("the trophies that follow from it were given")
    )

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
            models.Index(fields=["id"], condition=Q(weighed=False), name="results_to_weigh"),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.user_id} {self.outcome or 'uncounted'} {self.match_id}"


class Trophy(models.Model):
    """Something somebody has earned; ``trophies.awarding`` alone gives it, and takes it back.

    ``detail`` tells those of a kind apart: the game that was won, the place in a league.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="trophies"
    )
    kind = models.CharField(max_length=16)
    detail = models.CharField(max_length=40, blank=True)
    match = models.ForeignKey(
        "matches.Match", null=True, on_delete=models.SET_NULL, related_name="trophies"
    )
    season = models.ForeignKey(
        "leagues.Season", null=True, on_delete=models.CASCADE, related_name="trophies"
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = _("trophies")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind", "detail", "season"],
                name="one_trophy_of_a_kind",
                nulls_distinct=False,
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.kind} {self.detail} of {self.user_id}"
