"""The log that proves a match: actions, and what became of seats and clocks between them."""

from django.db import models
from django.db.models import Q
from typing_extensions import override

from games.matches.answers import Actor
from games.matches.models.table import Match


class Move(models.Model):
    """One action in the log of a match; append-only, refused otherwise by the database."""

    # The index of its constraints begins with the match.
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="moves", db_index=False)
    ply = models.PositiveIntegerField()
    player = models.PositiveSmallIntegerField()
    actor = models.CharField(max_length=16, choices=[(actor.value, actor.value) for actor in Actor])
    action = models.JSONField()
    text = models.CharField(max_length=200)
    events = models.JSONField()
    cmd_id = models.UUIDField(null=True)
    started_at = models.DateTimeField()
    played_at = models.DateTimeField()
    clock = models.JSONField(
        null=True,
        help_text="banks, rests and time given as the turn began, where it may be undone",
    )
    proof = models.CharField(
        max_length=64, help_text="made from the action, its text and the secret"
    )
    hash = models.CharField(max_length=64, help_text="made from this entry and the hash before it")

    class Meta:
        ordering = ["match", "ply"]
        constraints = [
            models.UniqueConstraint(fields=["match", "ply"], name="one_move_per_ply"),
            models.UniqueConstraint(fields=["match", "cmd_id"], name="one_move_per_command"),
            models.CheckConstraint(name="move_ply_from_one", condition=Q(ply__gte=1)),
            models.CheckConstraint(
                name="move_actor", condition=Q(actor__in=["human", "prepared", "computer", "clock"])
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.ply}. {self.text}"


class SeatChange(models.Model):
    """What became of a seat between two actions: taken over, taken back, lost. Append-only."""

    class Kind(models.TextChoices):
        SUBSTITUTED = "substituted"
        RECLAIMED = "reclaimed"
        RESIGNED = "resigned"
        EXCUSED = "excused"
        LOST = "lost"
        COVERED = "covered"

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="seat_changes")
    player = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=16, choices=Kind)
    ply = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.BigIntegerField(null=True, help_text="the user who did it; empty if the clock did")
    former = models.BigIntegerField(
        null=True, help_text="the user who sat here before, if somebody else has taken over"
    )

    class Meta:
        ordering = ["match", "at", "id"]

    @override
    def __str__(self) -> str:
        return f"{self.player} {self.kind} at ply {self.ply}"


class ClockChange(models.Model):
    """What became of the clock between two actions. Append-only."""

    class Kind(models.TextChoices):
        PAUSED = "paused"
        RESUMED = "resumed"
        DAY_GIVEN = "day_given"
        SITTING_BEGAN = "sitting_began"
        SITTING_ENDED = "sitting_ended"
        DESERTED = "deserted"
        WENT_ON = "went_on"

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="clock_changes")
    player = models.PositiveSmallIntegerField(null=True, help_text="who did it, if a player did")
    kind = models.CharField(max_length=16, choices=Kind)
    ply = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["match", "at", "id"]

    @override
    def __str__(self) -> str:
        return f"{self.kind} at ply {self.ply}"


class ReplayDrill(models.Model):
    """That all matches were played again from secret and log, and what came of it."""

    at = models.DateTimeField()
    matches = models.PositiveIntegerField()
    plies = models.PositiveIntegerField()
    older = models.PositiveIntegerField(help_text="played by older rules, so not replayed")
    differences = models.PositiveIntegerField()

    @override
    def __str__(self) -> str:
        return f"{self.matches} matches, {self.differences} differences"

    @property
    def is_clean(self) -> bool:
        """Tell whether all were as stored."""
        return self.differences == 0
