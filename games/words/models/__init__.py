"""Tables of words: what all lists are made from, their numbered versions, and what words mean.

A version isn't stored word by word. It is the base (every ``Word`` up to the list's tier; for a
custom list, a version of the site's list below it) with the changes of all its list's versions up
to then; the latest change of a word counts. The database makes sure that the base, published
versions and their changes never change again, so any version can be rebuilt and its checksums
prove it.

Proposals and decisions are kept for ever. The migrations' triggers accept nothing without enough
verdicts, and note who changed what and why.
"""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from games.core.language.text import Text

LONGEST = 15
# Compared byte by byte: the order of a list must not depend on the server's language.
BYTEWISE = "C"
PUBLIC_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"
RELEASE = "release"  # the reason of a change that came with a release of the site


def new_public_id() -> str:
    """Return a short unguessable name for addresses: 12 characters, 58 bits."""
    return "".join(secrets.choice(PUBLIC_ALPHABET) for _ in range(12))


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
    base = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="houses")
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
        "self", null=True, on_delete=models.PROTECT, related_name="houses"
    )
    edition = models.ForeignKey(
        "Edition", null=True, on_delete=models.PROTECT, related_name="versions"
    )

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
        max_length=8,
        blank=True,
        choices=Label.Kind,
        help_text="why it's hidden; empty if it isn't",
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


class Deck(models.Model):
    """A game's cards, made for one version of a list; they stay with it."""

    version = models.ForeignKey(WordListVersion, on_delete=models.PROTECT, related_name="decks")
    game = models.CharField(max_length=40)
    cards = models.TextField(help_text="separated by spaces")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "game"], name="one_deck_per_version")
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
    family = models.CharField(max_length=16, blank=True, db_index=True)
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


class Batch(models.Model):
    """The words of a proposed import, sorted, one a line; never changes."""

    proposal = models.OneToOneField(
        Proposal, on_delete=models.PROTECT, primary_key=True, related_name="batch"
    )
    added = models.TextField(blank=True)
    removed = models.TextField(blank=True)
    slurs = models.TextField(blank=True, help_text="which of the added words are slurs")
    reasons = models.JSONField(
        default=dict, help_text="the reasons that the file gives for single words"
    )

    @override
    def __str__(self) -> str:
        return f"words of {self.proposal_id}"


class Upload(models.Model):
    """What somebody's last file would change, until they propose it; forgotten after a day."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="upload"
    )
    word_list = models.ForeignKey(WordList, on_delete=models.CASCADE, related_name="uploads")
    made_at = models.DateTimeField(db_index=True)
    name = models.CharField(max_length=100)
    added = models.TextField(blank=True)
    removed = models.TextField(blank=True)
    reasons = models.JSONField(default=dict)
    unchanged = models.PositiveIntegerField()
    repeated = models.PositiveIntegerField()
    left_out = models.PositiveIntegerField(help_text="lines we couldn't read")
    faults = models.JSONField(
        default=list, help_text="the first of those lines: [line, kind, facts]"
    )

    @override
    def __str__(self) -> str:
        return self.name


class Voice(models.Model):
    """Somebody who supports another's proposal, and what they add to it."""

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="voices")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="voices"
    )
    text = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["proposal", "user"], name="one_voice_per_user"),
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


class Verdict(models.Model):
    """What one moderator says of a proposal, and why. Append-only."""

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="verdicts")
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="verdicts"
    )
    accepted = models.BooleanField()
    reason = models.CharField(max_length=300, blank=True, help_text="in their own words")
    answer = models.CharField(max_length=16, blank=True, choices=Answer)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["proposal", "moderator"], name="one_verdict_per_moderator"
            ),
            models.CheckConstraint(
                name="verdict_says_why", condition=~Q(reason="") | ~Q(answer="")
            ),
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


class AuditEntry(models.Model):
    """One statement that changed a table of words, written by the database. Append-only.

    ``before`` and ``after`` are rows, or only how many if a statement changed too many. ``reason``
    is what somebody wrote, or a word for what was done.
    """

    at = models.DateTimeField()
    person = models.BigIntegerField(null=True, help_text="the user; empty for the site itself")
    reason = models.CharField(max_length=300)
    table = models.CharField(max_length=40)
    operation = models.CharField(max_length=6)
    rows = models.PositiveIntegerField()
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    class Meta:
        db_table = "words_audit"
        verbose_name_plural = "audit entries"
        ordering = ["-id"]
        indexes = [models.Index("table", "at", name="audit_of_a_table")]

    @override
    def __str__(self) -> str:
        return f"{self.operation} {self.table}"
