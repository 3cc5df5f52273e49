"""Puzzles, where they come from, and how people fared with them; only ``acts`` writes here."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from games.packed import PackedJSONField
from games.puzzles.rating import START

ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"


def new_code() -> str:
    """Return a short name for an address: 10 characters."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


class Source(models.Model):
    """A public match in which puzzles can be found, and whether somebody has looked."""

    match = models.OneToOneField(
        "matches.Match", on_delete=models.CASCADE, primary_key=True, related_name="puzzle_source"
    )
    offered_at = models.DateTimeField()
    looked_at = models.DateTimeField(null=True)
    found = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [
            models.Index(
                "offered_at", name="source_to_look_at", condition=Q(looked_at__isnull=True)
            )
        ]

    @override
    def __str__(self) -> str:
        return f"puzzles of {self.match_id}"


class Puzzle(models.Model):
    """A turn of a match, and what was weighed there, the best first."""

    code = models.CharField(max_length=16, unique=True, default=new_code)
    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="puzzles")
    ply = models.PositiveIntegerField()
    game = models.CharField(max_length=40)
    ideas = PackedJSONField()
    looks = models.PositiveIntegerField(help_text=_("how much was thought about it"))
    margin = models.FloatField(help_text=_("how much better the best choice is than the next one"))
    mu = models.FloatField(default=START.mu)
    sigma = models.FloatField(default=START.sigma)
    tries = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    good = models.PositiveIntegerField(default=0, help_text=_("votes"))
    bad = models.PositiveIntegerField(default=0, help_text=_("votes"))
    made_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True, help_text=_("when it was voted out"))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "ply"], name="one_puzzle_of_a_turn")
        ]
        indexes = [
            models.Index(
                "game", "mu", name="puzzle_by_rating", condition=Q(retired_at__isnull=True)
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.game} puzzle {self.code}"

    def get_absolute_url(self) -> str:
        """Return the address of the puzzle."""
        return f"/puzzle/{self.code}/"


class Solver(models.Model):
    """How good somebody is at the puzzles of a game."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_ratings"
    )
    game = models.CharField(max_length=40)
    mu = models.FloatField(default=START.mu)
    sigma = models.FloatField(default=START.sigma)
    tries = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game"], name="one_puzzle_rating_of_a_game")
        ]

    @override
    def __str__(self) -> str:
        return f"{self.user_id} at {self.game} puzzles"


class Attempt(models.Model):
    """Somebody's first try at a puzzle, the one that counts, and what they think of it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_attempts"
    )
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="attempts")
    at = models.DateTimeField()
    solved = models.BooleanField()
    change = models.IntegerField(help_text=_("of the solver's rating"))
    vote = models.SmallIntegerField(default=0, help_text=_("1 for good, -1 for bad, 0 without one"))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "puzzle"], name="one_first_try_at_a_puzzle"),
            models.CheckConstraint(name="puzzle_vote", condition=Q(vote__in=[-1, 0, 1])),
        ]
        indexes = [models.Index(F("at").desc(), name="attempt_latest")]

    @override
    def __str__(self) -> str:
        return f"{self.user_id} at {self.puzzle_id}"
