"""Tables that wait for players: what would be played, and who sits down for it.

Only ``acts`` writes here.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from typing_extensions import override

from games.matches.models.agreement import AgreementFields
from lobby.codes import new_code
from lobby.tables.choices import StartRule, Status, Visibility


class Lobby(AgreementFields):
    """A table that waits: game, settings, clock, and how it begins."""

    code = models.CharField(max_length=16, unique=True, default=new_code)
    game = models.CharField(max_length=40)
    options = models.JSONField()
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.OPEN)
    start_rule = models.CharField(max_length=8, choices=StartRule, default=StartRule.FULL)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="hosted"
    )
    match = models.OneToOneField(
        "matches.Match", null=True, on_delete=models.PROTECT, related_name="lobby"
    )
    duel = models.OneToOneField(
        "matches.Duel", null=True, on_delete=models.PROTECT, related_name="lobby"
    )
    rematch_of = models.OneToOneField(
        "matches.Match", null=True, on_delete=models.PROTECT, related_name="rematch"
    )
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = "table"
        constraints = [
            models.CheckConstraint(
                name="lobby_match_when_started",
                condition=Q(status="started", match__isnull=False, duel__isnull=True)
                | Q(status="started", match__isnull=True, duel__isnull=False)
                | Q(status__in=["waiting", "closed"], match__isnull=True, duel__isnull=True),
            ),
        ]
        indexes = [
            models.Index("created_at", name="lobby_waiting", condition=Q(status="waiting")),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.game} {self.pk}"

    def get_absolute_url(self) -> str:
        """Return the address that is also the invitation."""
        return f"/tables/{self.code}/"

    @property
    def began(self) -> Any:
        """Return what the table has become: a match or a duel."""
        return self.match or self.duel


class LobbySeat(models.Model):
    """A chair at a waiting table: free, kept for someone, taken by a person or by a computer."""

    lobby = models.ForeignKey(Lobby, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="lobby_seats"
    )
    kept_for = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="kept_seats"
    )
    level = models.CharField(max_length=16, blank=True)
    away_since = models.DateTimeField(
        null=True,
        help_text="at an open live table: when we first saw that its owner had no page open",
    )

    class Meta:
        ordering = ["lobby", "index"]
        constraints = [
            models.UniqueConstraint(fields=["lobby", "index"], name="one_lobby_seat_per_index"),
            models.UniqueConstraint(fields=["lobby", "user"], name="one_lobby_seat_per_user"),
            models.CheckConstraint(
                name="lobby_seat_person_or_computer",
                condition=Q(user__isnull=True) | Q(level=""),
            ),
            models.CheckConstraint(
                name="lobby_seat_level", condition=Q(level__in=["", "easy", "medium", "hard"])
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.lobby_id}/{self.index}"

    @property
    def taken(self) -> bool:
        """Tell whether a person or a computer sits here."""
        return self.user_id is not None or bool(self.level)
