"""Pages of words: what one means, which lists have it and why, and proposing a change."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.edge import typed
from accounts.edge.clock import read_clock
from accounts.edge.requests import signed_in
from games.core.table.words import LIST_NAMES
from games.words.dictionary import labels, lookup
from games.words.lists import access, reading
from games.words.lists.lexicon import NotLoaded
from games.words.lists.tables import tables
from games.words.moderation import evidence, proposals, queue, wishes
from games.words.moderation.proposals import AlreadyProposed
from games.words.pages import answers
from games.words.pages.answers import answered, said_on, told
from games.words.pages.forms import KINDS, ProposalForm

LONGEST = 40  # letters of a word that is looked up at all
OF_A_LIST = ("add", "remove")  # labels and meanings are the same in all lists
PAST = 10  # decisions of the past on the page of a word


@require_safe
@answered
def word_index(request: HttpRequest) -> HttpResponse:
    """Show the lists, a field to look a word up, and whose work the lists are."""
    asked = request.GET.get("word", "").strip()
    if wishes.WORD.fullmatch(word := typed.read(asked).lower()):
        return redirect("word", word=word)
    if asked:
        messages.error(request, str(wishes.NO_WORD))
    return render(request, "words/index.html", {"lists": _lists()})


@require_safe
@answered
def word_page(request: HttpRequest, word: str) -> HttpResponse:
    """Show all that is known of a word."""
    context = _found(request, word)
    name = context["found"].word
    past = list(queue.of_word(name)[: PAST + 1])
    context |= {
        "statuses": evidence.statuses(name),
        "forms": evidence.forms_of(name),
        "label_source": labels.label_source(name),
        "played": tables().times_played(word=name),
        "open": [one for one in past if one.status == queue.Status.OPEN],
        "past": [one for one in past if one.status != queue.Status.OPEN][:PAST],
        "can_propose": wishes.WORD.fullmatch(name) is not None,
        "no_word": wishes.NO_WORD,
    }
    return render(request, "words/word.html", context)


@require_safe
def word_meaning(request: HttpRequest, word: str) -> HttpResponse:
    """Answer with what is known of a word as JSON, for a board that shows it."""
    try:
        context = _found(request, word)
    except NotLoaded as error:
        return JsonResponse({"ok": False, "text": str(error)}, status=503)
    found: evidence.LookUp = context["found"]
    told = context["told"]
    meanings = [_meaning(one) for one in told.meanings]
    folded = [{**_meaning(one), "label": one.label} for one in told.folded]
    table = context["table"]
    problem = "" if wishes.WORD.fullmatch(found.word) else str(wishes.NO_WORD)
    lists = [{"title": title, "has": has} for title, has in found.lists if not problem]
    facts = {"word": found.word, "counts": table and table.counts, "lists": lists}
    facts |= {"problem": problem}
    facts |= {"label": found.label, "meanings": meanings, "folded": folded, "hidden": told.hidden}
    return JsonResponse(facts)


def _meaning(one: lookup.Meaning) -> dict[str, str]:
    return {"lemma": one.lemma, "part": one.part_name, "gloss": one.gloss}


def _lists() -> list[tuple[str, str, int, str, int]]:
    return [
        (slug, title, number, number_format(count, force_grouping=True), slurs)
        for slug, title, number, count, slurs, _checksum in reading.counts()
    ]


def _found(request: HttpRequest, word: str) -> dict[str, Any]:
    word = typed.read(word).lower()
    if len(word) > LONGEST:
        raise Http404(_("That's too long to be a word."))
    public_id = request.GET.get("match", "")
    try:
        table = tables().word_at(public_id=public_id, word=word) if public_id else None
    except LookupError as error:
        raise Http404(_("There's no such table.")) from error
    found = evidence.look_up(word)
    facts = {"found": found, "table": table, "match_id": public_id}
    return {**facts, "told": told(request, found.label, found.meanings, found.folded)}


# --- Proposing ------------------------------------------------------------------------------------


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
@answered
def propose_page(request: HttpRequest, word: str) -> HttpResponse:
    """Ask what should be different about a word, and propose it."""
    word = typed.read(word).lower()
    if not wishes.WORD.fullmatch(word):
        raise Http404(str(wishes.NO_WORD))
    found = evidence.look_up(word)
    kind = request.GET.get("kind", "")
    if kind not in KINDS:
        kind = "remove" if any(has for _, has in found.lists) else "add"
    form = ProposalForm(
        request.POST if request.method == "POST" else None,
        kind=kind,
        word=word,
        lists=_offered(request),
        meanings=_choices(found),
        initial=_initial(request, kind, found),
    )
    if form.is_valid():
        with said_on(form):
            return _propose(request, form)
    context = {"form": form, "kind": kind, "kinds": KINDS.items(), "word": word, "found": found}
    context |= {"forms": evidence.forms_of(word), "match_id": request.GET.get("match", "")}
    context |= {
        "most": (proposals.MOST_OPEN, proposals.MOST_A_DAY),
        "word_list": _asked_list(request),
    }
    custom_list = access.custom_list_of(_asked_list(request)) if kind in OF_A_LIST else None
    context |= {
        "custom_list": custom_list,
        "may_decide": custom_list is not None and access.may_decide(request.user, custom_list),
    }
    return render(request, "words/propose.html", context, status=422 if form.errors else 200)


def _propose(request: HttpRequest, form: ProposalForm) -> HttpResponse:
    """Propose what a valid form says, and go on to that; raise Refusal."""
    facts: dict[str, Any] = {"user": request.user, "now": read_clock()}
    try:
        made = proposals.propose(wishes=form.wishes(), **facts)
    except AlreadyProposed as known:
        messages.info(request, str(known))
        return redirect("proposal", public_id=known.public_id)
    return answers.thank(request, made[0].public_id)


def _choices(found: evidence.LookUp) -> list[lookup.Meaning]:
    """Return the meanings to choose from; a labelled word's are all folded away."""
    known = [*found.meanings, *found.folded]
    return [dataclasses.replace(one, label=one.label or found.label) for one in known]


def _asked_list(request: HttpRequest) -> str:
    return request.GET.get("list", "")


def _offered(request: HttpRequest) -> Sequence[tuple[str, str]]:
    """Return the lists to choose from: those of the site, and the one the address names."""
    offered = list(LIST_NAMES.items())
    if (slug := _asked_list(request)) and slug not in dict(offered):
        offered = [(slug, access.list_of(slug).title), *offered]
    return offered


def _initial(request: HttpRequest, kind: str, found: evidence.LookUp) -> dict[str, str]:
    missing = [title for title, has in found.lists if not has]
    titles = {title: slug for slug, title in LIST_NAMES.items()}
    first = titles.get(missing[-1]) if kind == "add" and missing else "broad"
    related = {
        word
        for forms in evidence.forms_of(found.word)
        if forms.lemma == found.word
        for word, lists in forms.words
        if word != found.word and bool(lists) == (kind != "add")
    }
    if kind == "relabel":  # forms that are labelled otherwise were decided on
        related = {word for word in related if labels.label_of(word) == found.label}
    return {
        "word_list": _asked_list(request) or first or "",
        "label": found.label,
        "also": " ".join(sorted(related)),
        "match": request.GET.get("match", "")[:16],
    }
