"""Rows of ratings and of the matches they rest on; only ``acts`` writes here."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from lobby.ratings.terms import WhyNot


class Rating(models.Model):
    """How strong somebody is in a game at a pace, as the results so far tell."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings"
    )
    game = models.CharField(max_length=40)
    pace = models.CharField(max_length=16)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField(default=0)
    met = models.JSONField(
        default=list, help_text=_("the first few different people it comes from, by id")
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "pace"], name="one_rating_of_a_kind")
        ]

    @override
    def __str__(self) -> str:
        return f"{self.user_id} in {self.game}"


class RatedMatch(models.Model):
    """That a finished match has been looked at for ratings, in which order, and with which result.

    ``results`` holds for each rated seat user and place, ``left_out`` the pairs of users of whom it
    says nothing.
    """

    match = models.OneToOneField(
        "matches.Match", null=True, on_delete=models.PROTECT, related_name="rated"
    )
    duel = models.OneToOneField(
        "matches.Duel", null=True, on_delete=models.PROTECT, related_name="rated"
    )
    game = models.CharField(max_length=40)
    pace = models.CharField(max_length=16)
    finished_at = models.DateTimeField()
    results = models.JSONField()
    left_out = models.JSONField(default=list)
    why_not = models.CharField(max_length=16, choices=WhyNot, blank=True)

    @override
    def __str__(self) -> str:
        return f"{self.game} at {self.finished_at}"


class RatingChange(models.Model):
    """What a match did to a rating."""

    rated = models.ForeignKey(RatedMatch, on_delete=models.CASCADE, related_name="changes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rating_changes"
    )
    mu = models.FloatField(help_text=_("the rating after the match"))
    sigma = models.FloatField()
    model = models.CharField(max_length=60, help_text=_("the rating library's model and version"))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["rated", "user"], name="one_change_of_a_match")
        ]

    @override
    def __str__(self) -> str:
        return f"{self.user_id} after {self.rated_id}"
