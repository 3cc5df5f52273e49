"""The tables of who knows whom: friends, and whom one does not want to meet or to read.

``friends`` alone writes friendships, ``blocking`` alone writes the others.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from typing_extensions import override


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
