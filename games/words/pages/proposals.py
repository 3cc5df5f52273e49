"""Pages of word moderation: what waits, one proposal with its evidence, and votes."""

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import signed_in
from games.core.errors import Refusal
from games.core.table.words import LIST_NAMES
from games.words.dictionary import labels, lookup
from games.words.lists import access
from games.words.lists.tables import tables
from games.words.moderation import evidence, proposals, queue, votes
from games.words.pages.answers import answered, is_hidden, tell, told
from games.words.pages.forms import FilterForm

PAGE = 40  # proposals on a page of the queue
MOST_WORDS = 60  # of an import, on the page of the proposal


@require_safe
@answered
def queue_page(request: HttpRequest) -> HttpResponse:
    """Show what was proposed, by filters, and let moderators decide on several at once."""
    form = FilterForm(request.GET or None, lists=[*LIST_NAMES.items(), *queue.custom_titles()])
    filters = form.filters() if form.is_bound else queue.Filters()
    page = Paginator(queue.queue(filters), PAGE).get_page(request.GET.get("page"))
    open_to_me = votes.decidable(request.user, page)
    said = {name: text for name, text in request.GET.items() if name != "page" and text}
    context = {
        "form": form,
        "page": page,
        "open_to_me": open_to_me,
        "answers": votes.ANSWERS,
        "filtered": urlencode(said),
        "may_decide": access.may_decide(request.user, None),
    }
    return render(request, "words/moderation/queue.html", context)


@signed_in
@require_safe
@answered
def label_page(request: HttpRequest) -> HttpResponse:
    """Show moderators the families of words with labels, or those whose forms differ, and why."""
    access.insist_on_deciding(request.user, None)
    families = labels.labelled_families()
    differing = [family for family in families if any(one.differs for one in family.members)]
    is_all = request.GET.get("show") == "all"
    chosen = Paginator(families if is_all else differing, PAGE)
    context = {
        "page": chosen.get_page(request.GET.get("page")),
        "is_all": is_all,
        "counts": (len(differing), len(families)),
        "undecided": [word for family in families for word in family.undecided],
    }
    return render(request, "words/moderation/labels.html", context)


@require_safe
@answered
def proposal_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a proposal with its evidence, who is for it, and what was decided."""
    proposal = queue.find(public_id)
    user = request.user
    is_open = proposal.status == queue.Status.OPEN
    own = proposal.proposer_id is not None and proposal.proposer_id == user.pk
    may_decide = is_open and votes.may_vote(user, proposal)
    together = queue.together_with(proposal)
    mine = votes.decidable(user, together)
    context = {
        "proposal": proposal,
        "votes": proposal.votes.select_related("moderator"),
        "supports": proposal.supports.select_related("user"),
        "needed": votes.needed(proposal),
        "may_decide": may_decide,
        "objection": votes.objection(user, proposal) if is_open else None,
        "is_judge": access.may_decide(user, proposal.word_list),
        "is_own": own,
        "may_support": is_open and not own and user.is_authenticated,
        "has_supported": user.pk is not None and proposal.supports.filter(user_id=user.pk).exists(),
        "together": [(one, one.pk in mine) for one in together],
        "answers": votes.ANSWERS,
        **_evidence(request, proposal),
        "hidden": is_hidden(request),
    }
    return render(request, "words/moderation/proposal.html", context)


def _evidence(request: HttpRequest, proposal: Any) -> dict[str, Any]:
    """Return what the page shows of the word, or of the words of a file."""
    word = proposal.word
    if not word:
        return {"batch": queue.batch_of(proposal, limit=MOST_WORDS)}
    label = labels.label_of(word)
    known = lookup.definitions(dict.fromkeys([word, proposal.lemma or word]))
    meanings = list(dict.fromkeys(one for found in known.values() for one in found))
    shown = [one for one in meanings if not one.label]
    folded = [one for one in meanings if one.label]
    return {
        "statuses": evidence.statuses(word),
        "beside": evidence.beside(word),
        "forms": evidence.forms_of(proposal.lemma or word),
        "regular": evidence.regular(word),
        "told": told(request, label, shown, folded),
        "label": label,
        "label_name": labels.label_name(label),
        "label_source": labels.label_source(word),
        "played": tables().times_played(word=word),
        "past": [one for one in queue.of_word(word) if one.pk != proposal.pk][:PAGE],
    }


@signed_in
@require_POST
@answered
def add_support(request: HttpRequest, public_id: str) -> HttpResponse:
    """Support what somebody else has proposed."""
    text, now = request.POST.get("text", ""), read_clock()
    tell(
        request,
        lambda: proposals.add_support(user=request.user, proposal=public_id, text=text, now=now),
        _("You now support this proposal."),
    )
    return redirect("proposal", public_id=public_id)


@signed_in
@require_POST
@answered
def withdraw(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take one's own proposal back."""
    now = read_clock()
    tell(
        request,
        lambda: proposals.withdraw(user=request.user, proposal=public_id, now=now),
        _("You've withdrawn your proposal."),
    )
    return redirect("proposal", public_id=public_id)


@signed_in
@require_POST
@answered
def decide(request: HttpRequest) -> HttpResponse:
    """Give one vote on ``proposals``: ``accepted``, and a ``reason`` or an ``answer``."""
    chosen = request.POST.getlist("proposals")
    accepted = {"yes": True, "no": False}.get(request.POST.get("accepted", ""))
    back = _back(request, chosen)
    if accepted is None or not chosen:
        tell(request, _refuse, "")
        return back
    facts: dict[str, Any] = {"accepted": accepted, "now": read_clock()}
    facts |= {name: request.POST.get(name, "") for name in ("reason", "answer")}
    count = len(set(chosen))
    done = ngettext(
        "Your decision on %(count)s proposal has been saved.",
        "Your decisions on %(count)s proposals have been saved.",
        count,
    ) % {"count": count}
    tell(request, lambda: votes.decide(user=request.user, proposals=chosen, **facts), done)
    return back


def _refuse() -> None:
    raise Refusal("Choose at least one proposal, then accept or reject it.")


def _back(request: HttpRequest, chosen: list[str]) -> HttpResponse:
    """Return to where the vote was given: the queue as it was filtered, or the proposal."""
    if request.POST.get("from") == "queue" or not chosen:
        filtered = request.POST.get("filtered", "")
        return redirect(f"{reverse('proposals')}?{filtered}" if filtered else reverse("proposals"))
    try:
        return redirect("proposal", public_id=chosen[0])
    except NoReverseMatch as error:
        raise queue.UnknownProposal from error
