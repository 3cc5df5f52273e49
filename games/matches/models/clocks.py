"""The running turn and its deadline, and when players could reach the site."""

from datetime import datetime

from django.db import models
from django.db.models import F, Q
from typing_extensions import override

from games.core.clock import TurnClock
from games.matches.models.table import Match


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
    banks = models.JSONField(help_text="seconds left in each player's bank")
    thinking = models.FloatField(null=True, help_text="seconds; empty without a clock")
    given = models.PositiveIntegerField(default=0, help_text="seconds given by the other players")
    rests = models.JSONField(
        default=list, help_text="seconds for which each clock can still be stopped"
    )
    stops = models.JSONField(
        default=list, help_text="from and to: when the clock was stopped for everyone this turn"
    )
    silences = models.JSONField(
        default=list, help_text="from and to: outages this turn whose time was given back"
    )
    paused_at = models.DateTimeField(null=True, help_text="when it was stopped for everyone")
    deserted = models.BooleanField(
        default=False, help_text="stopped because everyone has left, until someone comes back"
    )
    sitting_at = models.DateTimeField(
        null=True, help_text="when everyone was here and began to play live"
    )
    deadline_at = models.DateTimeField(null=True)
    fires_at = models.DateTimeField(null=True)
    tempo = models.BooleanField(default=False, help_text="the game runs its own countdown")
    stands_at = models.DateTimeField(
        null=True, help_text="at a table for one: when the clock stops while its player is away"
    )
    waits = models.BooleanField(default=False, help_text="stopped until its player begins")
    stood = models.FloatField(
        default=0.0, help_text="seconds it was stopped in all while its player was away"
    )

    # When the player to move could last reach us, and until when we know all that anybody sent:
    # read along where a match is held for a move.
    reached_at: datetime | None = None
    heard_until: datetime | None = None
    # The clock by which this was written last, with the player's rests as they were read for it.
    clock: TurnClock | None = None

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
            models.Index("paused_at", name="timer_deserted", condition=Q(deserted=True)),
            models.Index("match", name="timer_stood_long", condition=Q(stood__gt=60)),
            # Which matches are being played, for the front page: the latest turns first.
            models.Index(
                F("started_at").desc(), name="timer_latest", condition=Q(player__isnull=False)
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"until {self.deadline_at}"


class Pulse(models.Model):
    """When players could last reach the site: one row."""

    beat_at = models.DateTimeField()
    maintenance_at = models.DateTimeField(
        null=True, help_text="since when the site is closed; empty while it is open"
    )
    disturbed_at = models.DateTimeField(
        null=True, help_text="when pages last had to find their way back to us"
    )

    @override
    def __str__(self) -> str:
        return f"beat at {self.beat_at}"


class WebProcess(models.Model):
    """A process that serves pages, and when it last did: one that is late hangs, or has died."""

    beat_at = models.DateTimeField()
    heard_until = models.DateTimeField(
        null=True, help_text="what had reached it by then has been taken up"
    )
    place = models.CharField(
        max_length=80, db_default="", help_text="the running machine on which its number counts"
    )
    pid = models.BigIntegerField(null=True, help_text="its number there")
    ended = models.BooleanField(db_default=False, help_text="it was killed, and does no more")
    node = models.CharField(max_length=120, db_default="", help_text="the name of its machine")
    version = models.CharField(max_length=20, db_default="", help_text="which version it runs")

    @override
    def __str__(self) -> str:
        return f"process {self.pk}, beat at {self.beat_at}"


class Sweep(models.Model):
    """When a periodic job began last, anywhere: one at a time does it for the whole site."""

    name = models.CharField(max_length=80, primary_key=True)
    at = models.DateTimeField()

    @override
    def __str__(self) -> str:
        return f"{self.name}, last at {self.at}"


class Outage(models.Model):
    """A time in which players could not reach the site; running clocks got it back.

    One of a single web process was felt by those whom that process served.
    """

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    process = models.BigIntegerField(
        null=True, help_text="the one process that couldn't be reached; empty for the whole site"
    )

    class Meta:
        ordering = ["-began_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["process", "began_at"], name="outage_of_a_process_once"
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.began_at} to {self.ended_at}"
