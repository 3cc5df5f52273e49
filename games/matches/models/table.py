"""A match and who sits at it: the snapshot it runs on."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from games.matches.models.agreement import AgreementFields
from games.packed import PackedJSONField

ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"


def new_public_id() -> str:
    """Return a short unguessable name for addresses: 12 characters, 58 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


class Duel(models.Model):
    """Some who play the same game alone, each when it suits, dealt from one secret.

    Each entrant has a match of their own; boards and scores of the others stay hidden until all
    have finished. In one that's open, anyone can begin until it closes.
    """

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    started_at = models.DateTimeField()
    closes_at = models.DateTimeField(db_index=True)
    finished_at = models.DateTimeField(null=True)
    is_open = models.BooleanField(
        default=False, db_default=False, help_text=_("anyone can begin until it closes")
    )
    told_at = models.CharField(
        max_length=100,
        blank=True,
        default="",
        db_default="",
        help_text=_("the address of the page that tells of it, if it's not its own"),
    )

    class Meta:
        indexes = [
            models.Index(
                "closes_at",
                name="duel_open",
                condition=Q(is_open=True, finished_at__isnull=True),
            ),
            models.Index(
                "finished_at", name="duel_finished", condition=Q(finished_at__isnull=False)
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"duel {self.public_id}"

    def get_absolute_url(self) -> str:
        """Return the address of the duel."""
        return self.told_at or f"/duel/{self.public_id}/"


class Match(AgreementFields):
    """One game from the first turn to the result: what was agreed, and where it stands."""

    class Status(models.TextChoices):
        RUNNING = "running", _("In progress")
        FINISHED = "finished", _("Finished")

    class EndReason(models.TextChoices):
        NONE = ""
        OVER = "over", _("Over")
        RESIGNED = "resigned", _("Resigned")
        CLOSED = "closed", _("Closed")
        LOST = "lost", _("Lost")
        DRAWN = "drawn", _("Drawn")
        ENDED = "ended", _("Ended")
        DESERTED = "deserted", _("Deserted")

    COUNTED = Q(was_short=False) & ~Q(end_reason=EndReason.DESERTED)  # as ``counts`` says

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    game = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    word_list_version = models.ForeignKey(
        "words.WordListVersion", null=True, on_delete=models.PROTECT, related_name="matches"
    )
    players = models.PositiveSmallIntegerField()
    commitment = models.CharField(max_length=64)
    last_hash = models.CharField(
        max_length=64, help_text="the last hash of the log; see games.core.log.chain"
    )

    state = PackedJSONField()
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
    was_short = models.BooleanField(
        default=False,
        db_default=False,
        help_text="over before everyone had chosen two turns, so it counts for nothing",
    )
    quarantined_at = models.DateTimeField(null=True)
    proved_at = models.DateTimeField(
        null=True, help_text="when its score was checked against its log"
    )
    words_noted_at = models.DateTimeField(
        null=True, help_text="when the words played in it were counted"
    )
    duel = models.ForeignKey(Duel, null=True, on_delete=models.PROTECT, related_name="matches")
    arranged = models.BooleanField(
        default=False, help_text="set up by a league, say, which ends it by its own dates"
    )

    class Meta:
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(
                "finished_at",
                name="match_words_not_noted",
                condition=Q(
                    status="finished", words_noted_at__isnull=True, word_list_version__isnull=False
                ),
            ),
            # The latest results, for the front page.
            models.Index(
                F("finished_at").desc(), name="match_finished", condition=Q(status="finished")
            ),
            # A few among all there ever were: what sweeps look through.
            models.Index("pace", name="match_running", condition=Q(status="running")),
            models.Index(
                "id",
                name="match_not_proved",
                condition=Q(
                    players=1,
                    status="finished",
                    end_reason="over",
                    proved_at__isnull=True,
                    quarantined_at__isnull=True,
                ),
            ),
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

    @property
    def counts(self) -> bool:
        """Tell whether its result counts: it wasn't left by all, nor too short."""
        return not self.was_short and self.end_reason != self.EndReason.DESERTED


class PlayedWord(models.Model):
    """A word that was played from a seat of a finished match, and how often; taken from its log."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="played_words")
    word = models.CharField(max_length=15)
    player = models.PositiveSmallIntegerField(
        null=True, help_text=_("empty if the computer or the clock played it")
    )
    times = models.PositiveSmallIntegerField()
    best = models.IntegerField(default=0, help_text=_("the most points it brought at once"))

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["word", "match", "player"],
                name="one_count_per_word_and_seat",
                nulls_distinct=False,
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.word} at {self.match_id}"


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
        HUMAN = "human", _("Human")
        EASY = "easy", _("Easy")
        MEDIUM = "medium", _("Medium")
        HARD = "hard", _("Hard")

    # The index of its constraints begins with the match.
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="seats", db_index=False)
    player = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats"
    )
    name = models.CharField(max_length=150)
    controller = models.CharField(max_length=16, choices=Controller)
    present_until = models.DateTimeField(null=True)
    heard_by = models.BigIntegerField(
        null=True, help_text=_("the web process that last heard from the owner")
    )
    substituted_at = models.DateTimeField(null=True)
    resigned_at = models.DateTimeField(null=True)
    lost_at = models.DateTimeField(
        null=True,
        help_text=_("when the seat was lost (time ran out, or the computer stepped in too often)"),
    )
    spells = models.PositiveSmallIntegerField(
        default=0, help_text=_("how many times the computer has taken over")
    )
    excuses = models.PositiveSmallIntegerField(
        default=0, help_text=_("how many times the clock has started again")
    )
    plays_forced = models.BooleanField(
        default=False, help_text=_("play the move automatically if there's only one legal move")
    )
    covers = models.BooleanField(
        default=False,
        help_text=_("the player is a substitute, so the result doesn't affect their rating"),
    )

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
        indexes = [
            models.Index("heard_by", name="seat_heard_by", condition=Q(heard_by__isnull=False)),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.name} ({self.player})"
