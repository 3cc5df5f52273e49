"""Tables of words: what all lists are made from, their numbered versions, and what words mean.

A version is not stored word by word. It is the base (every ``Word`` up to the list's tier) with the
changes of all versions of its list up to it, the latest of each word counting. Base, published
versions and their changes never change again, which the database sees to; so any version can be
made anew, and its checksums prove it. Only ``loading`` and ``publishing`` write here.
"""

from django.db import models
from django.db.models import F, Q
from typing_extensions import override

from games.core.words import WORD_LISTS

LONGEST = 15
# Compared byte by byte: the order of a list must not depend on the server's language.
BYTEWISE = "C"


class Word(models.Model):
    """A word of the base, with how common it is and whether it is an insult."""

    word = models.CharField(max_length=LONGEST, primary_key=True, db_collation=BYTEWISE)
    tier = models.PositiveSmallIntegerField(help_text="from 10, known to everyone, to 80")
    slur = models.BooleanField(default=False)

    @override
    def __str__(self) -> str:
        return self.word


class WordList(models.Model):
    """A list that tables can agree on; what it holds is in its versions."""

    slug = models.SlugField(max_length=40, unique=True)
    title = models.CharField(max_length=80)
    max_tier = models.PositiveSmallIntegerField()

    @override
    def __str__(self) -> str:
        return self.title

    @classmethod
    def titles(cls) -> dict[str, str]:
        """Return the names of the lists of every site by slug, the smallest list first."""
        return {slug: label.partition(":")[0] for slug, label in WORD_LISTS}


class WordListVersion(models.Model):
    """One state of a list, frozen once published; matches refer to it for ever."""

    word_list = models.ForeignKey(WordList, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    created_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    words = models.PositiveIntegerField(help_text="how many words it has without the slurs")
    slurs = models.PositiveIntegerField(help_text="how many it has besides")
    sha256 = models.CharField(max_length=64, help_text="of the sorted words without the slurs")
    full_sha256 = models.CharField(max_length=64, help_text="of the sorted words with the slurs")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["word_list", "number"], name="one_version_per_number"),
            models.CheckConstraint(name="version_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="version_published_after_it_was_made",
                condition=Q(published_at__isnull=True) | Q(published_at__gte=F("created_at")),
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.word_list} {self.number}"


class Status(models.TextChoices):
    """What a word is in a list from some version on."""

    WORD = "word"
    SLUR = "slur", "word, but only where slurs are allowed"
    OUT = "out", "no word"


class Change(models.Model):
    """What a version says anew of one word, and why."""

    version = models.ForeignKey(WordListVersion, on_delete=models.PROTECT, related_name="changes")
    word = models.CharField(max_length=LONGEST, db_collation=BYTEWISE)
    status = models.CharField(max_length=8, choices=Status)
    reason = models.CharField(max_length=300)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "word"], name="one_change_per_word"),
            models.CheckConstraint(
                name="change_status", condition=Q(status__in=["word", "slur", "out"])
            ),
            models.CheckConstraint(
                name="change_is_of_a_word", condition=Q(word__regex=r"^[a-z]{2,15}$")
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.word}: {self.status}"


class Label(models.Model):
    """Why a word is not shown unasked."""

    class Kind(models.TextChoices):
        SLUR = "slur"
        VULGAR = "vulgar"
        SEXUAL = "sexual"

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
    part = models.CharField(max_length=10, blank=True, help_text="noun, verb, adjective, adverb")
    gloss = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["lemma", "rank"], name="one_definition_per_rank")
        ]

    @override
    def __str__(self) -> str:
        return f"{self.lemma}: {self.gloss}"


class Form(models.Model):
    """A word as a form of another: mice of mouse, running of run."""

    form = models.CharField(max_length=LONGEST, db_collation=BYTEWISE)
    lemma = models.CharField(max_length=40, db_collation=BYTEWISE)
    part = models.CharField(max_length=10, blank=True, help_text="of which meanings; all if empty")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["form", "lemma", "part"], name="one_form_per_part")
        ]

    @override
    def __str__(self) -> str:
        return f"{self.form} of {self.lemma}"


class LoadedFile(models.Model):
    """A data file of this release as it was when last loaded."""

    name = models.CharField(max_length=40, primary_key=True)
    sha256 = models.CharField(max_length=64)

    @override
    def __str__(self) -> str:
        return self.name
