"""Questions that wait for a thought, and for a while the answers."""

from django.db import models
from django.db.models import Q
from typing_extensions import override

from games.packed import PackedJSONField


class Thought(models.Model):
    """A question, who asked it first, and its answer; ``key`` tells it from all others.

    ``claimed_until`` says how long somebody is expected to think about it. An ``answer`` that is
    empty though it was answered: whoever thought about it failed. Losing a row costs time alone.
    """

    key = models.CharField(max_length=64, primary_key=True)
    question = PackedJSONField()
    asked_by = models.CharField(max_length=80)
    asked_at = models.DateTimeField()
    claimed_until = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)
    answer = PackedJSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["asked_by"],
                name="one_thought_at_a_time",
                condition=Q(answered_at__isnull=True),
            ),
        ]
        indexes = [
            models.Index("asked_at", name="thought_waiting", condition=Q(answered_at__isnull=True)),
            models.Index("answered_at", name="thought_answered"),
        ]

    @override
    def __str__(self) -> str:
        return f"thought {self.key[:8]}"
