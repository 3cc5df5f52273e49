"""Reading proposals: what waits, what became of it, and who supports it."""

import dataclasses

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.edge import typed
from games.core.errors import Refusal
from games.core.language.text import Text
from games.words.lists import exports
from games.words.models import Proposal, Vote, WordList

Status = Proposal.Status
STATUSES, KINDS = Status.choices, Proposal.Kind.choices


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
    group: str = ""
    proposer: str = ""  # a name


def queue(filters: Filters | None = None) -> QuerySet[Proposal]:
    """Return proposals, the oldest first, each with ``support_count`` and ``vote_count``."""
    filters = filters or Filters()
    wanted = {
        "status": filters.status,
        "kind": filters.kind,
        "word_list__slug": filters.word_list,
        "word__startswith": filters.word.lower(),
        "group": filters.group,
        "proposer__username__iexact": typed.read(filters.proposer),
    }
    found = Proposal.objects.filter(**{name: value for name, value in wanted.items() if value})
    return _with_counts(found)


def _with_counts(found: QuerySet[Proposal]) -> QuerySet[Proposal]:
    return (
        found.select_related("word_list", "proposer", "target")
        .annotate(
            support_count=Count("supports", distinct=True), vote_count=Count("votes", distinct=True)
        )
        .order_by("made_at", "pk")
    )


def waiting(*, user_id: int) -> int:
    """Return how many open proposals for the site's lists this moderator can decide on."""
    of_the_site = Q(word_list__isnull=True) | Q(word_list__base__isnull=True)
    open_ones = Proposal.objects.filter(of_the_site, status=Status.OPEN)
    done = Vote.objects.filter(moderator_id=user_id, proposal=OuterRef("pk"))
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


def together_with(proposal: Proposal) -> list[Proposal]:
    """Return the open proposals made together with one, without itself."""
    if not proposal.group:
        return []
    others = Proposal.objects.filter(group=proposal.group, status=Status.OPEN)
    return list(_with_counts(others.exclude(pk=proposal.pk)))


def batch_of(proposal: Proposal, *, limit: int) -> dict[str, tuple[int, list[str]]]:
    """Return how many words a proposed file adds and removes, and the first of each."""
    if proposal.kind != Proposal.Kind.IMPORT:
        return {}
    return {name: (len(some), some[:limit]) for name, some in proposal.batch.words.items()}


def custom_titles() -> list[tuple[str, str]]:
    """Return (slug, title) of the custom lists with proposals, by name."""
    asked = WordList.objects.filter(base__isnull=False, proposals__isnull=False).distinct()
    return list(asked.order_by("title", "pk").values_list("slug", "title"))


def batch_lines(proposal: Proposal) -> list[str]:
    """Return all words of a proposed file as lines of CSV; none for other proposals."""
    if proposal.kind != Proposal.Kind.IMPORT:
        return []
    batch = proposal.batch
    said = [("add", word) for word in batch.words["added"]]
    said += [("remove", word) for word in batch.words["removed"]]
    rows = (f"{word},{act},{exports.cell(batch.reasons.get(word, ''))}" for act, word in said)
    return ["word,action,reason", *rows]
