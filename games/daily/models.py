"""A day's challenges, who has taken them up, and what each has answered."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from games.packed import PackedJSONField


class Challenge(models.Model):
    """What everybody plays in a game on a day: an open duel, or three positions.

    Until it's made ``course`` holds what was found so far, and ``claimed_until`` says how long
    somebody is expected to be at work on it.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        READY = "ready", _("Ready")
        FAILED = "failed", _("Failed")

    game = models.CharField(max_length=40)
    day = models.DateField()
    status = models.CharField(max_length=16, choices=Status, default=Status.WAITING)
    options = models.JSONField(default=dict)
    word_list_version = models.ForeignKey(
        "words.WordListVersion", null=True, on_delete=models.PROTECT, related_name="+"
    )
    rules_version = models.PositiveSmallIntegerField()
    version = models.CharField(max_length=16, help_text=_("of the rules and of who judges"))
    looks = models.PositiveIntegerField(help_text=_("how much was thought about a turn"))
    duel = models.OneToOneField(
        "matches.Duel", null=True, on_delete=models.PROTECT, related_name="challenge"
    )
    course = PackedJSONField(null=True)
    wanted_at = models.DateTimeField(null=True)
    worked_at = models.DateTimeField(null=True)
    judged = models.PositiveIntegerField(default=0, help_text=_("turns so far"))
    seconds = models.FloatField(default=0.0, help_text=_("of work so far"))
    claimed_until = models.DateTimeField(null=True)
    made_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["day", "game"], name="one_challenge_a_day"),
            models.CheckConstraint(
                name="challenge_status", condition=Q(status__in=["waiting", "ready", "failed"])
            ),
        ]
        indexes = [
            models.Index("day", name="challenge_waiting", condition=Q(status="waiting")),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.game} of {self.day}"


class Position(models.Model):
    """One of the three positions of a challenge, with its turns judged; ``number`` is from 1."""

    challenge = models.ForeignKey(
        Challenge, on_delete=models.CASCADE, related_name="positions", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    slot = models.PositiveSmallIntegerField(help_text=_("which of the day's games it's from"))
    player = models.PositiveSmallIntegerField()
    state = PackedJSONField()
    turn = PackedJSONField(help_text=_("as judged, with what a plain player would do"))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["challenge", "number"], name="one_position_a_number"),
        ]

    @override
    def __str__(self) -> str:
        return f"position {self.number} of {self.challenge_id}"


class Entry(models.Model):
    """Somebody's one try at a challenge; it goes when their account does.

    In a game for one ``match`` is theirs. The points are there once it's finished.
    """

    challenge = models.ForeignKey(
        Challenge, on_delete=models.CASCADE, related_name="entries", db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="daily_entries"
    )
    match = models.OneToOneField(
        "matches.Match", null=True, on_delete=models.PROTECT, related_name="daily_entry"
    )
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    points = models.IntegerField(null=True)

    class Meta:
        verbose_name_plural = _("entries")
        constraints = [
            models.UniqueConstraint(fields=["challenge", "user"], name="one_entry_a_challenge"),
            models.CheckConstraint(
                name="entry_finished_has_points",
                condition=Q(finished_at__isnull=True, points__isnull=True)
                | Q(finished_at__isnull=False, points__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                "challenge",
                models.F("points").desc(),
                name="entry_table",
                condition=Q(finished_at__isnull=False),
            ),
            models.Index(
                "challenge",
                name="entry_playing",
                condition=Q(finished_at__isnull=True, match__isnull=False),
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.user_id} at {self.challenge_id}"


class Sent(models.Model):
    """A turn somebody has chosen that is still being judged; it becomes an answer then."""

    challenge = models.ForeignKey(
        Challenge, on_delete=models.CASCADE, related_name="sent", db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="daily_sent"
    )
    number = models.PositiveSmallIntegerField()
    action = models.JSONField()
    sent_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = _("sent")
        constraints = [
            models.UniqueConstraint(
                fields=["challenge", "user", "number"], name="one_sent_a_position"
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.user_id} at {self.number} of {self.challenge_id}"


class Answer(models.Model):
    """A turn somebody chose in a position, as it was judged; nobody can choose again."""

    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="answers", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    action = models.JSONField()
    turn = PackedJSONField(help_text=_("as judged, without the other ideas"))
    points = models.PositiveSmallIntegerField()
    answered_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "number"], name="one_answer_a_position"),
        ]

    @override
    def __str__(self) -> str:
        return f"answer {self.number} of {self.entry_id}"
