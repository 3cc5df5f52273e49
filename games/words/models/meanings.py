"""What words mean, what they are forms of, and why we don't show some unless asked."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from games.words.models.lists import BYTEWISE, LONGEST


class Part(models.TextChoices):
    """The parts of speech."""

    NOUN = "noun", _("noun")
    VERB = "verb", _("verb")
    ADJECTIVE = "adjective", _("adjective")
    ADVERB = "adverb", _("adverb")


class Label(models.Model):
    """Why we don't show a word unless asked."""

    class Kind(models.TextChoices):
        SLUR = "slur", _("slur")
        VULGAR = "vulgar", _("vulgar")
        SEXUAL = "sexual", _("sexual")

    word = models.CharField(max_length=LONGEST, primary_key=True, db_collation=BYTEWISE)
    kind = models.CharField(max_length=8, choices=Kind)
    source = models.CharField(max_length=300)

    @override
    def __str__(self) -> str:
        return f"{self.word}: {self.kind}"


class Definition(models.Model):
    """One meaning of a dictionary form; the commonest has the lowest rank."""

    lemma = models.CharField(max_length=40, db_collation=BYTEWISE)
    rank = models.PositiveSmallIntegerField()
    part = models.CharField(max_length=10, blank=True, choices=Part)
    gloss = models.TextField()
    label = models.CharField(
        max_length=8, blank=True, choices=Label.Kind, help_text="why it's hidden; empty if it isn't"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["lemma", "rank"], name="one_definition_per_rank"),
            models.CheckConstraint(
                name="definition_label", condition=Q(label__in=["", "slur", "vulgar", "sexual"])
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.lemma}: {self.told}"

    @property
    def told(self) -> str:
        """Return the meaning for showing it in passing: of a folded one only its label."""
        return f"({self.get_label_display()})" if self.label else self.gloss


class Form(models.Model):
    """A word as a form of another: mice of mouse, running of run."""

    form = models.CharField(max_length=LONGEST, db_collation=BYTEWISE)
    lemma = models.CharField(max_length=40, db_collation=BYTEWISE)
    part = models.CharField(
        max_length=10, blank=True, help_text="the part of speech it's a form of; empty for any"
    )
    rank = models.SmallIntegerField(
        default=1, help_text="the commonest lemma has the lowest rank; the form's own meaning has 0"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["form", "lemma", "part"], name="one_form_per_part")
        ]
        indexes = [models.Index("lemma", name="forms_of_a_lemma")]

    @override
    def __str__(self) -> str:
        return f"{self.form} of {self.lemma}"
