"""The tables of what players say to each other; only ``games.matches.talk.chat`` writes here."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from typing_extensions import override


class ChatLine(models.Model):
    """A line that a player said at a table, under the name and seat they had then.

    ``cmd_id`` names the wish to say it, so that it stands once however often it is sent.
    """

    match = models.ForeignKey("matches.Match", on_delete=models.PROTECT, related_name="chat")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="chat_lines"
    )
    player = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=150)
    text = models.CharField(max_length=500, blank=True, help_text="in the player's own words")
    phrase = models.CharField(max_length=16, blank=True, help_text="the name of a ready phrase")
    cmd_id = models.UUIDField()
    at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True, help_text="when a moderator hid it")

    class Meta:
        indexes = [
            models.Index(fields=["match", "id"], name="chat_of_a_match"),
            models.Index(fields=["user", "-at"], name="chat_of_a_person"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["user", "cmd_id"], name="one_line_per_command"),
            models.CheckConstraint(
                condition=~Q(text="") | ~Q(phrase=""), name="chat_says_something"
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"line {self.pk}"


class ChatMark(models.Model):
    """How far somebody has read what is said at a table: the number of the last line."""

    match = models.ForeignKey("matches.Match", on_delete=models.PROTECT, related_name="chat_marks")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="chat_marks"
    )
    line = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="one_mark_per_user"),
        ]

    @override
    def __str__(self) -> str:
        return f"read to {self.line}"
