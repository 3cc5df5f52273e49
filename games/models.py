"""Tables of matches: the snapshot a match runs on and the log that proves it.

Only ``games.play`` writes here, ``games.queries`` and the admin read.
"""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from typing_extensions import override

from games.agreement import Agreement
from games.answers import Actor
from games.chat_models import ChatLine as ChatLine
from games.chat_models import ChatMark as ChatMark

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


class Match(Agreement):
    """One game from the first turn to the result: what was agreed, and where it stands."""

    class Status(models.TextChoices):
        RUNNING = "running"
        FINISHED = "finished"

    class EndReason(models.TextChoices):
        NONE = ""
        OVER = "over"
        RESIGNED = "resigned"
        CLOSED = "closed"
        LOST = "lost"
        DRAWN = "drawn"
        ENDED = "ended"

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    game = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    word_list_version = models.ForeignKey(
        "words.WordListVersion", null=True, on_delete=models.PROTECT, related_name="matches"
    )
    players = models.PositiveSmallIntegerField()
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
    words_noted_at = models.DateTimeField(
        null=True, help_text="when the words played at it were counted"
    )
    duel = models.ForeignKey(Duel, null=True, on_delete=models.PROTECT, related_name="matches")

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            models.Index(
                "finished_at",
                name="match_words_not_noted",
                condition=Q(
                    status="finished", words_noted_at__isnull=True, word_list_version__isnull=False
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


class PlayedWord(models.Model):
    """A word that was played at a finished match, and how often; taken from its log."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="played_words")
    word = models.CharField(max_length=15)
    times = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["word", "match"], name="one_count_per_word_and_match")
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
    lost_at = models.DateTimeField(
        null=True, help_text="by time, or by too many spells of the computer"
    )
    spells = models.PositiveSmallIntegerField(
        default=0, help_text="times that the computer took over"
    )
    excuses = models.PositiveSmallIntegerField(default=0, help_text="spent")
    plays_forced = models.BooleanField(
        default=False, help_text="an only legal action is played by itself"
    )
    covers = models.BooleanField(
        default=False, help_text="a substitute from the bench; the result counts for nobody"
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
                name="move_actor", condition=Q(actor__in=["human", "order", "computer", "clock"])
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
    by = models.BigIntegerField(null=True, help_text="the user who made it so; none: time did")
    former = models.BigIntegerField(
        null=True, help_text="the user who sat here before, when somebody else sits down"
    )

    class Meta:
        ordering = ["match", "at", "id"]

    @override
    def __str__(self) -> str:
        return f"{self.player} {self.kind} at ply {self.ply}"


class ClockChange(models.Model):
    """What players did to the clock between two actions. Append-only."""

    class Kind(models.TextChoices):
        PAUSED = "paused"
        RESUMED = "resumed"
        DAY_GIVEN = "day_given"
        SITTING_BEGAN = "sitting_began"
        SITTING_ENDED = "sitting_ended"

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
    agreed = models.JSONField(default=list, help_text="players who agreed, the first made it")
    declined_by = models.PositiveSmallIntegerField(null=True, help_text="the player who said no")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "kind"], name="one_offer_of_a_kind"),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.kind} by {self.player}"


class StandingOrder(models.Model):
    """An action prepared for a later turn of one's own, with the condition on which it is played.

    ``footing`` and ``points`` are what the conditions of these names compare with. One that did not
    hold when its turn came waits no longer; its owner reads why.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="orders")
    player = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField(
        help_text="its name: a key would tell that others have prepared something"
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
        max_length=200, default="", blank=True, help_text="why it was not played when it was due"
    )

    class Meta:
        ordering = ["match", "player", "rank"]
        constraints = [
            models.UniqueConstraint(fields=["match", "player", "rank"], name="one_order_per_rank"),
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


class BenchMember(models.Model):
    """Somebody who is willing to take over lost seats of a game."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="benches"
    )
    game = models.CharField(max_length=40)
    since = models.DateTimeField()
    last_asked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game"], name="one_bench_per_game"),
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
        verbose_name_plural = "vacancies"
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
    """Somebody of the bench who was asked to take a seat over, and the answer."""

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


class TurnTimer(models.Model):
    """The running turn and its one deadline; ``deadline_at`` is derived and swept for.

    ``thinking`` is all the time the turn has, in which its clock runs; none without a clock.
    """

    match = models.OneToOneField(
        Match, on_delete=models.PROTECT, primary_key=True, related_name="timer"
    )
    player = models.PositiveSmallIntegerField(null=True)
    started_at = models.DateTimeField()
    budget = models.FloatField(help_text="seconds")
    banks = models.JSONField(help_text="seconds left of each player's bank")
    thinking = models.FloatField(null=True, help_text="seconds; none without a clock")
    given = models.PositiveIntegerField(default=0, help_text="seconds, by the others")
    rests = models.JSONField(default=list, help_text="seconds each clock may still stand")
    stops = models.JSONField(
        default=list, help_text="from and to: when the clock stood for all, this turn"
    )
    paused_at = models.DateTimeField(null=True, help_text="since when it stands for all")
    sitting_at = models.DateTimeField(
        null=True, help_text="since when all are here and play on live"
    )
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
                | Q(player__isnull=False, deadline_at__isnull=False, tempo=True)
                # Without a clock, or while it stands for all, nothing is due.
                | Q(player__isnull=False, deadline_at__isnull=True, fires_at__isnull=True),
            ),
            models.CheckConstraint(
                name="timer_never_due_in_a_pause",
                condition=Q(paused_at__isnull=True) | Q(fires_at__isnull=True),
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
