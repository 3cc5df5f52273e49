"""Rows of leagues and their seasons; only ``acts`` and ``bundle`` write here."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from games.core.language.text import Text
from games.matches.models.agreement import AgreementFields
from lobby.codes import new_code
from lobby.leagues.season import values as seasons
from lobby.leagues.season.wording import ledger
from lobby.leagues.season.wording.steps import describe


class League(AgreementFields):
    """What is played, how, and who may join; its seasons follow each other.

    ``rules`` and the settings of the table hold for the next season; each season keeps its own.
    """

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=60)
    about = models.TextField(max_length=2000, blank=True)
    club = models.ForeignKey(
        "clubs.Club", null=True, on_delete=models.SET_NULL, related_name="leagues"
    )
    game = models.CharField(max_length=40)
    options = models.JSONField()
    rules = models.JSONField()
    zone = models.CharField(max_length=64)
    code = models.CharField(max_length=16, default=new_code)
    founded_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    came_from = models.CharField(
        max_length=200, blank=True, help_text=_("the site where its first seasons were played")
    )

    @override
    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the league."""
        return reverse("league", args=[self.slug])


class LeagueRole(models.Model):
    """Somebody who runs a league: its organiser, a co-organiser or a referee."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        CO_ORGANISER = "co_organiser", _("co-organiser")
        REFEREE = "referee", _("referee")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="league_roles"
    )
    role = models.CharField(max_length=16, choices=Role)
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "user"], name="one_role_in_a_league"),
            models.UniqueConstraint(
                fields=["league"], condition=Q(role="organiser"), name="one_organiser"
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.user_id}: {self.role}"


class Season(AgreementFields):
    """One round of a league from registration to promotion, with what it froze at its start."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seasons")
    number = models.PositiveIntegerField()
    game = models.CharField(max_length=40)
    options = models.JSONField()
    rules = models.JSONField()
    zone = models.CharField(max_length=64)
    phase = models.CharField(max_length=16, default=seasons.Phase.PLANNED)
    registration_at = models.DateTimeField()
    check_in_at = models.DateTimeField()
    starts_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    rounds = models.PositiveSmallIntegerField(default=0)
    round_ends_at = models.DateTimeField(null=True)
    seed = models.CharField(
        max_length=64, help_text=_("the published seed for every lot drawn this season")
    )
    held_at = models.DateTimeField(
        null=True, help_text=_("when the season was put on hold; no step has run since")
    )
    unreadable_at = models.DateTimeField(
        null=True, help_text=_("when the season was put on hold because we couldn't read its rules")
    )
    next_at = models.DateTimeField(
        null=True,
        db_index=True,
        help_text=_("when the next step is due; empty if there's nothing to do"),
    )

    class Meta:
        ordering = ["league", "number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="one_season_of_a_number"),
            models.CheckConstraint(
                name="season_phase", condition=Q(phase__in=[each.value for each in seasons.Phase])
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"season {self.number} of {self.league_id}"

    def get_absolute_url(self) -> str:
        """Return the address of the season."""
        return reverse("season", args=[self.league.slug, self.number])


class Division(models.Model):
    """Players who share one list of places; level 1 is the highest."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    level = models.PositiveSmallIntegerField()
    reach = models.JSONField(
        default=dict,
        help_text=_("the places each player could still reach when we last worked them out"),
    )

    class Meta:
        ordering = ["season", "level"]
        constraints = [
            models.UniqueConstraint(fields=["season", "level"], name="one_division_of_a_level")
        ]

    @override
    def __str__(self) -> str:
        return f"division {self.level} of {self.season_id}"


class Entrant(models.Model):
    """A place in a season; whoever holds it may change, its results stay with it."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entrants")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="entrants"
    )
    name = models.CharField(max_length=150)
    joined_at = models.DateTimeField()
    standing = models.CharField(max_length=16)
    rating = models.FloatField(default=0)
    last = models.PositiveSmallIntegerField(null=True)
    last_place = models.PositiveSmallIntegerField(null=True)
    moved = models.SmallIntegerField(default=0)
    pause = models.PositiveSmallIntegerField(null=True)
    checked_in = models.BooleanField(default=False)
    division = models.ForeignKey(
        Division, null=True, on_delete=models.SET_NULL, related_name="entrants"
    )
    seed = models.PositiveSmallIntegerField(default=0)
    away = ArrayField(models.PositiveSmallIntegerField(), default=list)
    left_at = models.DateTimeField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    next_level = models.PositiveSmallIntegerField(null=True)
    agreed_at = models.DateTimeField(help_text=_("when the player promised to play to the end"))
    former = models.JSONField(
        default=list,
        help_text=_("who held the place before: their names, and when each passed it on"),
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["season", "user"],
                condition=~Q(standing="withdrawn"),
                name="one_place_in_a_season",
            )
        ]

    @override
    def __str__(self) -> str:
        return self.name


class Substitute(models.Model):
    """Somebody who is ready to take over a place in a season, if asked."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="substitutes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="substitutes"
    )
    since = models.DateTimeField()
    asked_for = models.ForeignKey(
        Entrant, null=True, on_delete=models.SET_NULL, related_name="asked_substitutes"
    )
    asked_at = models.DateTimeField(null=True)
    declined = models.JSONField(
        default=list, help_text=_("ids of the places they were offered but didn't take")
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "user"], name="one_substitute_of_a_season")
        ]

    @override
    def __str__(self) -> str:
        return f"{self.user_id} for {self.season_id}"


class Fixture(models.Model):
    """A meeting of a season: who sits where, its match, and how it ended."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="fixtures")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="fixtures")
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    purpose = models.CharField(max_length=16, blank=True)
    status = models.CharField(max_length=16)
    opened_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    extended = models.BooleanField(default=False)
    lobby = models.OneToOneField(
        "tables.Lobby", null=True, on_delete=models.PROTECT, related_name="fixture"
    )
    places = models.JSONField(null=True)
    scores = models.JSONField(null=True)
    how = models.CharField(max_length=16, blank=True)
    ended_at = models.DateTimeField(null=True)
    transcript = models.JSONField(
        null=True, help_text=_("the transcript of the play-outs, if they settled the match")
    )
    records = models.JSONField(
        null=True, help_text=_("the files of its matches, if they were played on another site")
    )

    class Meta:
        ordering = ["division", "round", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["division", "round", "number"], name="one_fixture_of_a_key"
            ),
            models.CheckConstraint(
                name="fixture_over_has_places",
                condition=Q(status="over", places__isnull=False) | ~Q(status="over"),
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"round {self.round}, {self.number}"


class Leftover(models.Model):
    """A table its season no longer wants, as a step was undone; its match has to be closed."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="leftovers")
    lobby = models.OneToOneField(
        "tables.Lobby", on_delete=models.PROTECT, related_name="left_by_league"
    )
    closed_at = models.DateTimeField(null=True)

    @override
    def __str__(self) -> str:
        return f"table {self.lobby_id}"


class FixtureSeat(models.Model):
    """A chair at a meeting, and the place of the season that sits on it."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="seats")
    player = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="seats")

    class Meta:
        ordering = ["fixture", "player"]
        constraints = [
            models.UniqueConstraint(fields=["fixture", "player"], name="one_fixture_seat"),
            models.UniqueConstraint(fields=["fixture", "entrant"], name="never_against_oneself"),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.player}: {self.entrant_id}"


class StepDone(models.Model):
    """A step of a season that was carried out, with its effects, for reading and for undoing."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="steps")
    key = models.CharField(max_length=60)
    counts = models.JSONField(help_text=_("how many people and matches the step affected"))
    due_at = models.DateTimeField()
    done_at = models.DateTimeField()
    effects = models.JSONField()
    before = models.JSONField(help_text=_("what is restored if the step is undone"))
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["season", "done_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "key"],
                condition=Q(undone_at__isnull=True),
                name="a_step_is_done_once",
            )
        ]

    @override
    def __str__(self) -> str:
        return self.key

    @property
    def text(self) -> Text:
        """Return what it did, in words."""
        return describe(self.key, self.counts)


class LedgerEntry(models.Model):
    """An intervention in a league, for everyone to read; the database refuses any change."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="ledger")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.DO_NOTHING,
        related_name="+",
        db_constraint=False,
    )
    by_name = models.CharField(
        max_length=150, blank=True, help_text=_("empty if the site itself did it")
    )
    kind = models.CharField(max_length=40)
    reason = models.CharField(max_length=1000, blank=True)
    data = models.JSONField(help_text=_("the details of what was done"))
    former = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["league", "number"]
        verbose_name_plural = _("ledger entries")
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="one_entry_of_a_number")
        ]

    @override
    def __str__(self) -> str:
        return str(self.text)

    @property
    def text(self) -> Text:
        """Return what was done, in words."""
        return ledger.told(self.by_name, self.kind, self.data)

    @property
    def why(self) -> str:
        """Return the reason that was written, or what stands there for none."""
        return self.reason or str(ledger.reasoned(self.kind))


class Announcement(models.Model):
    """What organisers say to all members of a league."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="announcements")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    text = models.TextField(max_length=2000)

    class Meta:
        ordering = ["-at"]

    @override
    def __str__(self) -> str:
        return self.text[:60]
