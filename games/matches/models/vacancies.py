"""Lost seats, and those who are willing to take one over."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from games.matches.models.table import Match


class SubstituteListing(models.Model):
    """Somebody who is willing to take over lost seats of a game."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="substitute_listings"
    )
    game = models.CharField(max_length=40)
    since = models.DateTimeField()
    last_asked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game"], name="one_listing_per_game"),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.user_id} for {self.game}"


class Vacancy(models.Model):
    """A lost seat for which somebody is sought; closed when taken, or when the match is over."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="vacancies")
    player = models.PositiveSmallIntegerField()
    opened_at = models.DateTimeField()
    wave = models.PositiveSmallIntegerField(default=0)
    next_wave_at = models.DateTimeField(null=True, db_index=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = _("vacancies")
        constraints = [
            models.UniqueConstraint(
                fields=["match", "player"],
                condition=Q(closed_at__isnull=True),
                name="one_open_vacancy",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"seat {self.player} since {self.opened_at}"


class VacancyCall(models.Model):
    """A substitute who was asked to take a seat over, and the answer."""

    vacancy = models.ForeignKey(Vacancy, on_delete=models.CASCADE, related_name="calls")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacancy_calls"
    )
    asked_at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["vacancy", "user"], name="asked_once"),
        ]

    @override
    def __str__(self) -> str:
        return f"asked {self.user_id}"
