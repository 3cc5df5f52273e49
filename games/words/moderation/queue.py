"""Reading proposals: what waits, what became of it, and who supports it."""

import dataclasses
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.core.errors import Refusal
from games.core.language.text import Text
from games.words.lists import exports, reading
from games.words.lists.access import Person, list_of
from games.words.models import (
    AuditEntry,
    Edition,
    Proposal,
    Verdict,
    WordList,
    WordListVersion,
)

Status = Proposal.Status


class UnknownProposal(Refusal):
    """No proposal has that address."""

    code = "unknown_proposal"
    usual = Text("There's no such proposal.")


@dataclasses.dataclass(frozen=True, slots=True)
class Filters:
    """Which proposals to show; without any, all that are open."""

    status: str = Status.OPEN
    kind: str = ""
    word_list: str = ""  # a slug
    word: str = ""  # what the word begins with
    family: str = ""
    proposer: str = ""  # a name


def queue(filters: Filters | None = None) -> QuerySet[Proposal]:
    """Return proposals, the oldest first, each with ``voice_count`` and ``verdict_count``."""
    filters = filters or Filters()
    wanted = {
        "status": filters.status,
        "kind": filters.kind,
        "word_list__slug": filters.word_list,
        "word__startswith": filters.word.lower(),
        "family": filters.family,
        "proposer__username__iexact": filters.proposer,
    }
    found = Proposal.objects.filter(**{name: value for name, value in wanted.items() if value})
    return _with_counts(found)


def _with_counts(found: QuerySet[Proposal]) -> QuerySet[Proposal]:
    return (
        found.select_related("word_list", "proposer", "target")
        .annotate(
            voice_count=Count("voices", distinct=True),
            verdict_count=Count("verdicts", distinct=True),
        )
        .order_by("made_at", "pk")
    )


def waiting(*, user_id: int) -> int:
    """Return how many open proposals for the site's lists this moderator can decide on."""
    of_the_site = Q(word_list__isnull=True) | Q(word_list__base__isnull=True)
    open_ones = Proposal.objects.filter(of_the_site, status=Status.OPEN)
    done = Verdict.objects.filter(moderator_id=user_id, proposal=OuterRef("pk"))
    return open_ones.exclude(proposer_id=user_id).filter(~Exists(done)).count()


def find(public_id: str) -> Proposal:
    """Return a proposal by its address; raise UnknownProposal."""
    found = _with_counts(Proposal.objects.filter(public_id=public_id)).first()
    if found is None:
        raise UnknownProposal
    return found


def of_word(word: str) -> QuerySet[Proposal]:
    """Return all that was ever proposed about a word, the newest first."""
    return _with_counts(Proposal.objects.filter(word=word)).order_by("-made_at", "-pk")


def of_user(user: Person) -> QuerySet[Proposal]:
    """Return what somebody has proposed, the newest first."""
    return _with_counts(Proposal.objects.filter(proposer_id=user.pk)).order_by("-made_at", "-pk")


def version_at(slug: str, at: datetime) -> WordListVersion | None:
    """Return the version of a list that was in force at an instant, or None."""
    return reading.versions_of(slug).filter(published_at__lte=at).first()


def editions_of(slug: str = "") -> QuerySet[Edition]:
    """Return the editions of a custom list, or of the site's lists, the newest first."""
    return Edition.objects.filter(word_list=list_of(slug) if slug else None).select_related("by")


def family_of(proposal: Proposal) -> list[Proposal]:
    """Return the open proposals made together with one, without itself."""
    if not proposal.family:
        return []
    related = Proposal.objects.filter(family=proposal.family, status=Status.OPEN)
    return list(_with_counts(related.exclude(pk=proposal.pk)))


def batch_of(proposal: Proposal, *, limit: int) -> dict[str, tuple[int, list[str]]]:
    """Return how many words a proposed file adds and removes, and the first of each."""
    if proposal.kind != Proposal.Kind.IMPORT:
        return {}
    batch = proposal.batch
    words = {"added": batch.added.split(), "removed": batch.removed.split()}
    return {name: (len(some), some[:limit]) for name, some in words.items()}


def house_titles() -> list[tuple[str, str]]:
    """Return (slug, title) of the custom lists with proposals, by name."""
    asked = WordList.objects.filter(base__isnull=False, proposals__isnull=False).distinct()
    return list(asked.order_by("title", "pk").values_list("slug", "title"))


def batch_lines(proposal: Proposal) -> list[str]:
    """Return all words of a proposed file as lines of CSV; none for other proposals."""
    if proposal.kind != Proposal.Kind.IMPORT:
        return []
    batch = proposal.batch
    said = [("add", word) for word in batch.added.split()]
    said += [("remove", word) for word in batch.removed.split()]
    lines = ["word,action,reason"]
    return lines + [
        f"{word},{act},{exports.cell(batch.reasons.get(word, ''))}" for act, word in said
    ]


def history(table: str, *, limit: int = 100) -> list[AuditEntry]:
    """Return the last changes of a table as the database noted them, the newest first."""
    return list(AuditEntry.objects.filter(table=table)[:limit])
