"""What players propose to each other, prepare, and keep in mind."""

from django.conf import settings
from django.db import models
from typing_extensions import override

from games.matches.models.table import Match


class Offer(models.Model):
    """What one player proposes and all others must agree to; gone once it is settled.

    One that was declined is kept while it stands, so that it is not made again and again.
    """

    class Kind(models.TextChoices):
        PAUSE = "pause"
        TAKEBACK = "takeback"
        DRAW = "draw"
        END = "end"
        LIVE = "live"

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="offers")
    kind = models.CharField(max_length=16, choices=Kind)
    player = models.PositiveSmallIntegerField()
    ply = models.PositiveIntegerField()
    made_at = models.DateTimeField()
    agreed = models.JSONField(
        default=list, help_text="players who agreed; the first made the offer"
    )
    declined_by = models.PositiveSmallIntegerField(null=True, help_text="the player who said no")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "kind"], name="one_offer_of_a_kind"),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.kind} by {self.player}"


class PreparedTurn(models.Model):
    """A turn that a player has prepared, and when to play it.

    ``footing`` and ``points`` are what the conditions of these names compare with. One that did not
    hold when its turn came waits no longer; its owner reads why.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="prepared")
    player = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField(
        help_text="its name; a key would give away that others have prepared something"
    )
    rank = models.PositiveSmallIntegerField()
    action = models.JSONField()
    text = models.CharField(max_length=200)
    condition = models.CharField(max_length=16)
    footing = models.JSONField(null=True)
    points = models.IntegerField(null=True)
    repeat = models.BooleanField(default=False)
    ply = models.PositiveIntegerField()
    made_at = models.DateTimeField()
    fell = models.CharField(
        max_length=16, default="", blank=True, help_text="why it wasn't played when its turn came"
    )

    class Meta:
        ordering = ["match", "player", "rank"]
        constraints = [
            models.UniqueConstraint(fields=["match", "player", "rank"], name="one_turn_per_rank"),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.text} ({self.condition})"


class TableNote(models.Model):
    """What a player keeps in mind about a table; nobody else reads it."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="notes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="table_notes"
    )
    text = models.TextField(max_length=4000, blank=True)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="one_note_per_user"),
        ]

    @override
    def __str__(self) -> str:
        return f"note {self.pk}"
