"""Lists, their numbered versions, and what each version changes.

A version isn't stored word by word. It is the base (every ``Word`` up to the list's tier; for a
custom list, a version of the site's list below it) with the changes of all its list's versions up
to then; the latest change of a word counts. The database makes sure that the base, published
versions and their changes never change again, so any version can be rebuilt and its checksums
prove it.
"""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

LONGEST = 15
# Compared byte by byte: the order of a list must not depend on the server's language.
BYTEWISE = "C"
RELEASE = "release"  # the reason of a change that came with a release of the site


class Word(models.Model):
    """A word of the base: how common it is, and whether it insults people."""

    word = models.CharField(max_length=LONGEST, primary_key=True, db_collation=BYTEWISE)
    tier = models.PositiveSmallIntegerField(help_text="from 10 (known to everyone) to 80")
    slur = models.BooleanField(default=False)

    @override
    def __str__(self) -> str:
        return self.word


class WordList(models.Model):
    """A list that tables can agree on; what it holds is in its versions.

    A custom list is one with a ``base``, a list of the site; it says only what differs from that.
    """

    slug = models.SlugField(max_length=40, unique=True)
    title = models.CharField(max_length=80)
    max_tier = models.PositiveSmallIntegerField()
    base = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="custom_lists"
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="word_lists"
    )
    moderators = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="moderated_lists", blank=True
    )
    theme = models.CharField(max_length=200, blank=True, default="")
    public = models.BooleanField(
        default=True, help_text="for a custom list: whether anyone can choose it"
    )

    @override
    def __str__(self) -> str:
        return self.title

    @property
    def is_custom(self) -> bool:
        """Tell whether it is somebody's own, and not one of the site's lists."""
        return self.base_id is not None

    def newest(self) -> "WordListVersion | None":
        """Return the version that new tables play by, with what it builds on; None without one."""
        related = ("word_list", "base_version__word_list")
        return self.versions.published().select_related(*related).first()


class Versions(models.QuerySet["WordListVersion"]):
    """Versions of lists."""

    def published(self) -> Self:
        """Return those that are published, the newest first."""
        return self.filter(published_at__isnull=False).order_by("-number")


class WordListVersion(models.Model):
    """One state of a list, frozen once published; matches refer to it for ever."""

    word_list = models.ForeignKey(WordList, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    created_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    words = models.PositiveIntegerField(help_text="how many words it has, not counting slurs")
    slurs = models.PositiveIntegerField(help_text="how many slurs it has")
    sha256 = models.CharField(max_length=64, help_text="of the sorted words, leaving out slurs")
    full_sha256 = models.CharField(max_length=64, help_text="of the sorted words, including slurs")
    base_version = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="custom_versions"
    )
    edition = models.ForeignKey(
        "Edition", null=True, on_delete=models.PROTECT, related_name="versions"
    )

    objects = Versions.as_manager()

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

    WORD = "word", _("a word")
    SLUR = "slur", _("a slur")  # counts only where slurs are allowed
    OUT = "out", _("not a word")

    @classmethod
    def of(cls, slur: bool | None) -> "Status":
        """Return what a word is that counts, as a slur or not; None if it isn't there."""
        return cls.OUT if slur is None else cls.SLUR if slur else cls.WORD


class Change(models.Model):
    """What a version changes about one word, and why."""

    version = models.ForeignKey(WordListVersion, on_delete=models.PROTECT, related_name="changes")
    word = models.CharField(max_length=LONGEST, db_collation=BYTEWISE)
    status = models.CharField(max_length=8, choices=Status)
    reason = models.CharField(max_length=300)
    proposal = models.ForeignKey(
        "Proposal",
        null=True,
        on_delete=models.PROTECT,
        related_name="changes",
        help_text="the decision it comes from; empty if it came with a release",
    )

    class Meta:
        indexes = [models.Index("word", name="changes_of_a_word")]
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

    @property
    def why(self) -> str:
        """Return the reason as people read it."""
        if self.proposal_id is None and self.reason == RELEASE:
            return gettext("It came with an update to the site.")
        return self.reason


class Cards(models.Model):
    """A game's cards, made for one version of a list; they stay with it."""

    version = models.ForeignKey(WordListVersion, on_delete=models.PROTECT, related_name="cards")
    game = models.CharField(max_length=40)
    cards = models.TextField(help_text="separated by spaces")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "game"], name="one_set_of_cards_per_version")
        ]

    @override
    def __str__(self) -> str:
        return f"{self.game} by {self.version_id}"


class LoadedFile(models.Model):
    """A data file of this release, as it was when we last loaded it."""

    name = models.CharField(max_length=40, primary_key=True)
    sha256 = models.CharField(max_length=64)

    @override
    def __str__(self) -> str:
        return self.name
