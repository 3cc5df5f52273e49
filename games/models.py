"""Tables of matches: the snapshot a match runs on and the log that proves it.

Only ``games.play`` writes here, ``games.queries`` and the admin read.
"""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from typing_extensions import override

from games.answers import Actor
from games.core.clock import Pace

ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"


def new_public_id() -> str:
    """Return a short unguessable name for addresses: 12 characters, 58 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


class Duel(models.Model):
    """Some who play the same game alone, each when it suits, dealt from one secret.

    Each entrant has a match of his own; boards and scores of the others stay hidden until all have
    finished.
    """

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    started_at = models.DateTimeField()
    closes_at = models.DateTimeField(db_index=True)
    finished_at = models.DateTimeField(null=True)

    @override
    def __str__(self) -> str:
        return f"duel {self.public_id}"

    def get_absolute_url(self) -> str:
        """Return the address of the duel."""
        return f"/duel/{self.public_id}/"


class Match(models.Model):
    """One game from the first turn to the result: what was agreed, and where it stands."""

    class Status(models.TextChoices):
        RUNNING = "running"
        FINISHED = "finished"

    class EndReason(models.TextChoices):
        NONE = ""
        OVER = "over"
        RESIGNED = "resigned"
        CLOSED = "closed"

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    game = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    word_list_version = models.ForeignKey(
        "words.WordListVersion", null=True, on_delete=models.PROTECT, related_name="matches"
    )
    players = models.PositiveSmallIntegerField()
    pace = models.CharField(max_length=16, choices=[(pace.value, pace.value) for pace in Pace])
    budget = models.PositiveIntegerField(help_text="seconds a turn")
    bank = models.PositiveIntegerField(default=0, help_text="seconds for each player")
    commitment = models.CharField(max_length=64)

    state = models.JSONField()
    ply = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    to_move = models.PositiveSmallIntegerField(null=True)
    scores = models.JSONField()
    status = models.CharField(max_length=16, choices=Status, default=Status.RUNNING)
    end_reason = models.CharField(
        max_length=16, choices=EndReason, default=EndReason.NONE, blank=True
    )
    places = models.JSONField(null=True)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    quarantined_at = models.DateTimeField(null=True)
    proved_at = models.DateTimeField(
        null=True, help_text="when its score was found again from its log"
    )
    duel = models.ForeignKey(Duel, null=True, on_delete=models.PROTECT, related_name="matches")

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            # What a table of high scores looks through: finished matches for one.
            models.Index(
                "game", "finished_at", name="match_alone", condition=Q(players=1, status="finished")
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="match_status", condition=Q(status__in=["running", "finished"])
            ),
            models.CheckConstraint(
                name="match_to_move_while_running",
                condition=Q(status="running", to_move__isnull=False, finished_at__isnull=True)
                | Q(status="finished", to_move__isnull=True, finished_at__isnull=False),
            ),
            models.CheckConstraint(
                name="match_to_move_is_a_seat",
                condition=Q(to_move__isnull=True) | Q(to_move__lt=F("players")),
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.game} {self.public_id}"

    def get_absolute_url(self) -> str:
        """Return the address of the table."""
        return f"/match/{self.public_id}/"


class MatchSecret(models.Model):
    """The source of a match's chance; kept apart so that nothing lists it by accident."""

    match = models.OneToOneField(
        Match, on_delete=models.PROTECT, primary_key=True, related_name="secret"
    )
    secret = models.BinaryField()

    @override
    def __str__(self) -> str:
        return "secret"


class Seat(models.Model):
    """A chair at a match: whose it is, and who or what plays it now."""

    class Controller(models.TextChoices):
        HUMAN = "human"
        EASY = "easy"
        MEDIUM = "medium"
        HARD = "hard"

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="seats")
    player = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats"
    )
    name = models.CharField(max_length=150)
    controller = models.CharField(max_length=16, choices=Controller)
    present_until = models.DateTimeField(null=True)
    substituted_at = models.DateTimeField(null=True)
    resigned_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_per_player"),
            models.UniqueConstraint(fields=["match", "user"], name="one_seat_per_user"),
            models.CheckConstraint(
                name="seat_controller",
                condition=Q(controller__in=["human", "easy", "medium", "hard"]),
            ),
            models.CheckConstraint(
                name="seat_substitute_is_a_computer",
                condition=Q(substituted_at__isnull=True) | ~Q(controller="human"),
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.name} ({self.player})"


class Move(models.Model):
    """One action in the log of a match; append-only, refused otherwise by the database."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="moves")
    ply = models.PositiveIntegerField()
    player = models.PositiveSmallIntegerField()
    actor = models.CharField(max_length=16, choices=[(actor.value, actor.value) for actor in Actor])
    action = models.JSONField()
    text = models.CharField(max_length=200)
    events = models.JSONField()
    cmd_id = models.UUIDField(null=True)
    started_at = models.DateTimeField()
    played_at = models.DateTimeField()

    class Meta:
        ordering = ["match", "ply"]
        constraints = [
            models.UniqueConstraint(fields=["match", "ply"], name="one_move_per_ply"),
            models.UniqueConstraint(fields=["match", "cmd_id"], name="one_move_per_command"),
            models.CheckConstraint(name="move_ply_from_one", condition=Q(ply__gte=1)),
            models.CheckConstraint(
                name="move_actor", condition=Q(actor__in=["human", "computer", "clock"])
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.ply}. {self.text}"


class SeatChange(models.Model):
    """A change of hands between two actions: taken over, taken back, resigned. Append-only."""

    class Kind(models.TextChoices):
        SUBSTITUTED = "substituted"
        RECLAIMED = "reclaimed"
        RESIGNED = "resigned"

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="seat_changes")
    player = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=16, choices=Kind)
    ply = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["match", "at", "id"]

    @override
    def __str__(self) -> str:
        return f"{self.player} {self.kind} at ply {self.ply}"


class TurnTimer(models.Model):
    """The running turn and its one deadline; ``deadline_at`` is derived and swept for."""

    match = models.OneToOneField(
        Match, on_delete=models.PROTECT, primary_key=True, related_name="timer"
    )
    player = models.PositiveSmallIntegerField(null=True)
    started_at = models.DateTimeField()
    budget = models.FloatField(help_text="seconds")
    banks = models.JSONField(help_text="seconds left of each player's bank")
    deadline_at = models.DateTimeField(null=True)
    fires_at = models.DateTimeField(null=True)
    tempo = models.BooleanField(default=False, help_text="a countdown of the game's own")
    stands_at = models.DateTimeField(
        null=True, help_text="at a table for one: when it stands still without its player"
    )
    waits = models.BooleanField(default=False, help_text="stands until its player begins")

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="timer_waits_standing",
                condition=Q(waits=False) | Q(stands_at__isnull=False),
            ),
            models.CheckConstraint(
                name="timer_runs_or_not",
                condition=Q(player__isnull=True, deadline_at__isnull=True, fires_at__isnull=True)
                | Q(player__isnull=False, deadline_at__isnull=False, fires_at__isnull=False)
                # A computer player in a duel brings its own time: no sweep is to hurry it.
                | Q(player__isnull=False, deadline_at__isnull=False, tempo=True),
            ),
        ]
        indexes = [
            models.Index("fires_at", name="timer_fires_at", condition=Q(fires_at__isnull=False)),
        ]

    @override
    def __str__(self) -> str:
        return f"until {self.deadline_at}"


class Pulse(models.Model):
    """When players could last reach the site: one row."""

    beat_at = models.DateTimeField()

    @override
    def __str__(self) -> str:
        return f"beat at {self.beat_at}"


class Outage(models.Model):
    """A time in which players could not reach the site; running clocks got it back."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()

    class Meta:
        ordering = ["-began_at"]

    @override
    def __str__(self) -> str:
        return f"{self.began_at} to {self.ended_at}"
