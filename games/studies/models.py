"""A study, its tree of turns, and the comments beside them."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from typing_extensions import override

from games.packed import PackedJSONField

MOST_STUDIES = 100  # of a person
MOST_NODES = 1000  # turns in a study, those of the match itself too
LONGEST_TITLE = 100
LONGEST_COMMENT = 2000
START = 0  # the number of the place before the first turn


def new_code() -> str:
    """Return what nobody can guess: whoever knows a shared study's code can look at it."""
    return secrets.token_urlsafe(16)


class Study(models.Model):
    """A match that is over, to be looked at again and played on: what it takes to do that.

    It keeps all of that itself, as it may come from another site. ``nodes`` counts the nodes that
    were ever made, so that no number is used twice. Without a ``title`` it's called by its game and
    the day it was played.
    """

    code = models.CharField(max_length=32, unique=True, default=new_code)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="studies"
    )
    title = models.CharField(max_length=LONGEST_TITLE, default="")
    game = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    word_list_version = models.ForeignKey(
        "words.WordListVersion", null=True, on_delete=models.PROTECT, related_name="studies"
    )
    names = models.JSONField(help_text="what the players were called, by seat")
    secret = models.BinaryField(max_length=32)
    match = models.ForeignKey(
        "matches.Match",
        null=True,
        on_delete=models.SET_NULL,
        related_name="studies",
        help_text="the match of this site that it was made from",
    )
    played_at = models.DateTimeField(help_text="when the match ended")
    opens_at = models.PositiveIntegerField(default=START, help_text="the node that is shown first")
    nodes = models.PositiveIntegerField(default=0)
    is_shared = models.BooleanField(default=False, help_text="whether everyone with the link sees")
    hidden_at = models.DateTimeField(null=True, help_text="when a moderator hid it from others")
    made_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "studies"
        indexes = [models.Index("owner", F("changed_at").desc(), name="studies_of_a_person")]
        constraints = [
            models.CheckConstraint(
                condition=Q(is_shared=False) | Q(hidden_at__isnull=True),
                name="study_hidden_is_not_shared",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"study {self.code}"

    def get_absolute_url(self) -> str:
        """Return the address of the study."""
        return reverse("study", args=[self.code])


class Node(models.Model):
    """A turn in the tree of a study, played in the position of its parent.

    ``draw`` is the ply of the match whose chance it had, or would have had. ``text`` and ``events``
    are what was done and what came of it, as in a match's log.
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="tree")
    number = models.PositiveIntegerField()
    parent = models.PositiveIntegerField(help_text="its number, 0 for the start")
    draw = models.PositiveIntegerField()
    player = models.PositiveSmallIntegerField()
    actor = models.CharField(max_length=16)
    action = models.JSONField()
    text = models.CharField(max_length=200)
    events = PackedJSONField()
    is_main = models.BooleanField(help_text="whether it's of the match as it was played")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "number"], name="one_node_per_number"),
            models.CheckConstraint(
                condition=Q(number__gt=F("parent")), name="node_after_its_parent"
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"node {self.number} of study {self.study_id}"


class Comment(models.Model):
    """What the owner of a study says about a place in it; ``node`` is 0 at the start."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="comments")
    node = models.PositiveIntegerField()
    text = models.CharField(max_length=LONGEST_COMMENT)
    changed_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True, help_text="when a moderator hid it from others")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "node"], name="one_comment_per_node"),
            models.CheckConstraint(condition=~Q(text=""), name="comment_says_something"),
        ]

    @override
    def __str__(self) -> str:
        return f"comment {self.pk} in study {self.study_id}"
