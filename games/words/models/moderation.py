"""Proposals, votes, files of words, and editions.

Proposals and decisions are kept for ever. The migrations' triggers accept nothing without enough
votes.
"""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from games.core.language.text import Text
from games.words.models.lists import BYTEWISE, LONGEST, WordList, WordListVersion
from games.words.models.meanings import Label, Part

PUBLIC_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"


def new_public_id() -> str:
    """Return a short unguessable name for addresses: 12 characters, 58 bits."""
    return "".join(secrets.choice(PUBLIC_ALPHABET) for _ in range(12))


class Proposal(models.Model):
    """What somebody wants changed, and what became of it; what it says never changes.

    ``word_list`` is the list to add to or remove from; labels and meanings are the same in all.
    """

    class Kind(models.TextChoices):
        ADD = "add", _("Add a word")
        REMOVE = "remove", _("Remove a word")
        RELABEL = "relabel", _("Change a label")
        DEFINE = "define", _("Correct a meaning")
        IMPORT = "import", _("Import a file")
        ROLLBACK = "rollback", _("Go back to an earlier version")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        REJECTED = "rejected", _("rejected")
        WITHDRAWN = "withdrawn", _("withdrawn")

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    kind = models.CharField(max_length=8, choices=Kind)
    word = models.CharField(max_length=LONGEST, blank=True, db_collation=BYTEWISE)
    word_list = models.ForeignKey(
        WordList, null=True, on_delete=models.PROTECT, related_name="proposals"
    )
    label = models.CharField(
        max_length=8,
        blank=True,
        choices=Label.Kind,
        help_text="the label that the word or meaning should get",
    )
    lemma = models.CharField(max_length=40, blank=True, db_collation=BYTEWISE)
    part = models.CharField(max_length=10, blank=True, choices=Part)
    former = models.TextField(blank=True, help_text="the meaning to replace; empty to add one")
    former_label = models.CharField(
        max_length=8, blank=True, choices=Label.Kind, help_text="the label of that meaning"
    )
    gloss = models.TextField(blank=True, help_text="the new meaning; empty to remove the old one")
    target = models.ForeignKey(
        WordListVersion, null=True, on_delete=models.PROTECT, related_name="rollbacks"
    )
    group = models.CharField(
        max_length=16,
        blank=True,
        db_index=True,
        help_text="what was proposed together has the same",
    )
    reason = models.CharField(max_length=300)
    source = models.CharField(max_length=300, blank=True)
    match = models.CharField(max_length=16, blank=True, help_text="the table where it came up")
    proposer = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="proposals"
    )
    made_at = models.DateTimeField()
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    decided_at = models.DateTimeField(null=True)
    published_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["made_at", "id"]
        permissions = [("decide", "Can decide on proposals for the lists of the site")]
        indexes = [
            models.Index("status", "made_at", name="proposals_waiting"),
            models.Index("word", name="proposals_of_a_word"),
            models.Index("published_at", "decided_at", name="decisions_in_order"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["word", "kind", "word_list"],
                condition=Q(status="open"),
                nulls_distinct=False,
                name="one_open_proposal",
            ),
            models.CheckConstraint(
                name="proposal_status",
                condition=Q(status="open", decided_at__isnull=True)
                | Q(status__in=["accepted", "rejected", "withdrawn"], decided_at__isnull=False),
            ),
            models.CheckConstraint(
                name="proposal_published_after_it_was_accepted",
                condition=Q(published_at__isnull=True) | Q(status="accepted"),
            ),
            models.CheckConstraint(
                name="proposal_says_what",
                condition=Q(kind__in=["add", "remove"], word_list__isnull=False)
                | Q(kind__in=["relabel", "define"], word_list__isnull=True)
                | Q(kind="import", word="", word_list__isnull=False)
                | Q(kind="rollback", word="", word_list__isnull=False, target__isnull=False),
            ),
            models.CheckConstraint(
                name="proposal_is_of_a_word",
                condition=Q(word__regex=r"^[a-z]{2,15}$") | Q(kind__in=["import", "rollback"]),
            ),
            models.CheckConstraint(
                name="proposal_label", condition=Q(label__in=["", "slur", "vulgar", "sexual"])
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.kind} {self.word or self.word_list}"

    @property
    def is_of_custom_list(self) -> bool:
        """Tell whether it is for somebody's own list, whose people decide alone."""
        return self.word_list is not None and self.word_list.is_custom

    @property
    def title(self) -> str:
        """Return what is asked, in a few words; looks at ``word_list`` and ``target``."""
        label = self.get_label_display()
        target = self.target.number if self.target else 0
        places = {"word": self.word.upper(), "list": str(self.word_list), "label": label}
        return str(self._asked().having(**places, number=target))

    def _asked(self) -> Text:
        match self.kind:
            case self.Kind.ADD:
                return Text("Add {word} to {list}")
            case self.Kind.REMOVE:
                return Text("Remove {word} from {list}")
            case self.Kind.RELABEL if self.label:
                return Text("Label {word} as {label}")
            case self.Kind.RELABEL:
                return Text("Remove the label from {word}")
            case self.Kind.DEFINE:
                return Text("Correct a meaning of {word}")
            case self.Kind.IMPORT:
                return Text("Import a file into {list}")
        return Text("Go back to version {number} of {list}")


class ChangedWords(models.Model):
    """What a file would change in a list: its words in order, one a line."""

    added = models.TextField(blank=True)
    removed = models.TextField(blank=True)
    reasons = models.JSONField(
        default=dict, help_text="the reasons that the file gives for single words"
    )

    class Meta:
        abstract = True

    @property
    def words(self) -> dict[str, list[str]]:
        """Return the words as lists, by ``added`` and ``removed``."""
        return {"added": self.added.split(), "removed": self.removed.split()}


class Batch(ChangedWords):
    """The words of a proposed import; never changes."""

    proposal = models.OneToOneField(
        Proposal, on_delete=models.PROTECT, primary_key=True, related_name="batch"
    )
    slurs = models.TextField(blank=True, help_text="which of the added words are slurs")

    @override
    def __str__(self) -> str:
        return f"words of {self.proposal_id}"


class Upload(ChangedWords):
    """What somebody's last file would change, until they propose it; forgotten after a day."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="upload"
    )
    word_list = models.ForeignKey(WordList, on_delete=models.CASCADE, related_name="uploads")
    made_at = models.DateTimeField(db_index=True)
    name = models.CharField(max_length=100)
    unchanged = models.PositiveIntegerField()
    repeated = models.PositiveIntegerField()
    left_out = models.PositiveIntegerField(help_text="lines we couldn't read")
    faults = models.JSONField(
        default=list, help_text="the first of those lines: [line, kind, facts]"
    )

    @override
    def __str__(self) -> str:
        return self.name


class Support(models.Model):
    """Somebody who supports another's proposal, and what they add to it."""

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="supports")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="supports"
    )
    text = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["proposal", "user"], name="one_support_per_user"),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.user_id} for {self.proposal_id}"


class Answer(models.TextChoices):
    """What moderators answer again and again; a page offers them to begin with."""

    SOURCE = "source", _("It's in the source given.")
    DICTIONARIES = "dictionaries", _("It's in several good dictionaries.")
    NOWHERE = "nowhere", _("It isn't in any good dictionary.")
    NAME = "name", _("It's a name or an abbreviation.")
    SPELLING = "spelling", _("It has a hyphen or an apostrophe, or it's two words.")
    FOREIGN = "foreign", _("It belongs to another language and isn't used in English.")
    FORM = "form", _("It's a form of a word that's in the list.")
    MARKED = "marked", _("Dictionaries give the word the same label.")


class Vote(models.Model):
    """What one moderator says of a proposal, and why. Append-only."""

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="votes")
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="votes"
    )
    accepted = models.BooleanField()
    reason = models.CharField(max_length=300, blank=True, help_text="in their own words")
    answer = models.CharField(max_length=16, blank=True, choices=Answer)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["proposal", "moderator"], name="one_vote_per_moderator"
            ),
            models.CheckConstraint(name="vote_says_why", condition=~Q(reason="") | ~Q(answer="")),
        ]

    @override
    def __str__(self) -> str:
        return "yes" if self.accepted else "no"

    @property
    def why(self) -> str:
        """Return the reason as people read it."""
        return self.reason or str(self.get_answer_display())


class Edition(models.Model):
    """What was published at once: decisions for the site's lists, or for one custom list."""

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    word_list = models.ForeignKey(
        WordList,
        null=True,
        on_delete=models.PROTECT,
        related_name="editions",
        help_text="a custom list; empty for the site's own lists",
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="editions"
    )
    note = models.CharField(max_length=300, blank=True)
    made_at = models.DateTimeField()
    scheduled_at = models.DateTimeField(null=True)
    cancelled_at = models.DateTimeField(null=True)
    published_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["word_list"],
                condition=Q(published_at__isnull=True, cancelled_at__isnull=True),
                nulls_distinct=False,
                name="one_edition_to_come",
            ),
            models.CheckConstraint(
                name="edition_published_or_cancelled",
                condition=Q(published_at__isnull=True) | Q(cancelled_at__isnull=True),
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"edition of {self.word_list or 'the site'}"
