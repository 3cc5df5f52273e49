"""Pages of word moderation: what waits, one proposal with its evidence, and verdicts."""

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.edge import signed_in
from games import queries
from games.core.errors import Refusal
from games.pages import court_access
from games.pages.court_access import answered, is_hidden, tell, told
from games.pages.word_forms import FilterForm
from games.words import court, docket, dossier, rights
from games.words import queries as words

PAGE = 40  # proposals on a page of the queue
MOST_WORDS = 60  # of an import, on the page of the proposal


@require_safe
@answered
def docket_page(request: HttpRequest) -> HttpResponse:
    """Show what was proposed, by filters, and let moderators decide on several at once."""
    form = FilterForm(request.GET or None, lists=docket.site_lists() + docket.house_titles())
    filters = form.filters() if form.is_bound else docket.Filters()
    page = Paginator(docket.queue(filters), PAGE).get_page(request.GET.get("page"))
    open_to_me = court.decidable(request.user, page)
    said = {name: text for name, text in request.GET.items() if name != "page" and text}
    context = {
        "form": form,
        "page": page,
        "open_to_me": open_to_me,
        "answers": words.ANSWERS,
        "filtered": urlencode(said),
        "may_decide": rights.may_decide(request.user, None),
    }
    return render(request, "words/court.html", context)


@signed_in
@require_safe
@answered
def label_page(request: HttpRequest) -> HttpResponse:
    """Show moderators the families of words with labels, or those whose forms differ, and why."""
    rights.insist_on_deciding(request.user, None)
    families = dossier.labelled_families()
    differing = [family for family in families if any(one.differs for one in family.members)]
    is_all = request.GET.get("show") == "all"
    chosen = Paginator(families if is_all else differing, PAGE)
    context = {
        "page": chosen.get_page(request.GET.get("page")),
        "is_all": is_all,
        "counts": (len(differing), len(families)),
        "undecided": [word for family in families for word in family.undecided],
    }
    return render(request, "words/court_labels.html", context)


@require_safe
@answered
def proposal_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a proposal with its evidence, who is for it, and what was decided."""
    proposal = docket.find(public_id)
    user = request.user
    is_open = proposal.status == docket.Status.OPEN
    own = proposal.proposer_id is not None and proposal.proposer_id == user.pk
    may_decide = is_open and court.may_give_verdict(user, proposal)
    family = docket.family_of(proposal)
    family_open = court.decidable(user, family)
    context = {
        "proposal": proposal,
        "verdicts": proposal.verdicts.select_related("moderator"),
        "voices": proposal.voices.select_related("user"),
        "votes": court.votes_needed(proposal),
        "may_decide": may_decide,
        "objection": court.objection(user, proposal) if is_open else None,
        "is_judge": rights.may_decide(user, proposal.word_list),
        "is_own": own,
        "may_speak": is_open and not own and user.is_authenticated,
        "has_spoken": user.pk is not None and proposal.voices.filter(user_id=user.pk).exists(),
        "family": [(one, one.pk in family_open) for one in family],
        "answers": words.ANSWERS,
        **_evidence(request, proposal),
        "hidden": is_hidden(request),
    }
    return render(request, "words/court_proposal.html", context)


def _evidence(request: HttpRequest, proposal: Any) -> dict[str, Any]:
    """Return what the page shows of the word, or of the words of a file."""
    word = proposal.word
    if not word:
        return {"batch": docket.batch_of(proposal, limit=MOST_WORDS)}
    label = words.label_of(word)
    known = words.definitions(dict.fromkeys([word, proposal.lemma or word]))
    meanings = list(dict.fromkeys(one for found in known.values() for one in found))
    shown = [one for one in meanings if not one.label]
    folded = [one for one in meanings if one.label]
    return {
        "standings": dossier.standings(word),
        "beside": dossier.beside(word),
        "families": dossier.families(proposal.lemma or word),
        "regular": dossier.regular(word),
        "told": told(request, label, shown, folded),
        "label": label,
        "label_name": words.label_name(label),
        "label_source": dossier.label_source(word),
        "played": queries.times_played(word=word),
        "past": [one for one in docket.of_word(word) if one.pk != proposal.pk][:PAGE],
    }


@signed_in
@require_POST
@answered
def add_voice(request: HttpRequest, public_id: str) -> HttpResponse:
    """Support what somebody else has proposed."""
    text, now = request.POST.get("text", ""), court_access.now()
    tell(
        request,
        lambda: court.add_voice(user=request.user, proposal=public_id, text=text, now=now),
        _("You now support this proposal."),
    )
    return redirect("proposal", public_id=public_id)


@signed_in
@require_POST
@answered
def withdraw(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take one's own proposal back."""
    now = court_access.now()
    tell(
        request,
        lambda: court.withdraw(user=request.user, proposal=public_id, now=now),
        _("You've withdrawn your proposal."),
    )
    return redirect("proposal", public_id=public_id)


@signed_in
@require_POST
@answered
def decide(request: HttpRequest) -> HttpResponse:
    """Give one verdict on ``proposals``: ``accepted``, and a ``reason`` or an ``answer``."""
    chosen = request.POST.getlist("proposals")
    accepted = {"yes": True, "no": False}.get(request.POST.get("accepted", ""))
    back = _back(request, chosen)
    if accepted is None or not chosen:
        tell(request, _refuse, "")
        return back
    facts: dict[str, Any] = {"accepted": accepted, "now": court_access.now()}
    facts |= {name: request.POST.get(name, "") for name in ("reason", "answer")}
    count = len(set(chosen))
    done = ngettext(
        "Your decision on %(count)s proposal has been saved.",
        "Your decisions on %(count)s proposals have been saved.",
        count,
    ) % {"count": count}
    tell(
        request,
        lambda: court.decide_together(user=request.user, proposals=chosen, **facts),
        done,
    )
    return back


def _refuse() -> None:
    raise Refusal("Choose at least one proposal, then accept or reject it.")


def _back(request: HttpRequest, chosen: list[str]) -> HttpResponse:
    """Return to where the verdict was given: the queue as it was filtered, or the proposal."""
    if request.POST.get("from") == "queue" or not chosen:
        filtered = request.POST.get("filtered", "")
        return redirect(f"{reverse('court')}?{filtered}" if filtered else reverse("court"))
    try:
        return redirect("proposal", public_id=chosen[0])
    except NoReverseMatch as error:
        raise docket.UnknownProposal from error
