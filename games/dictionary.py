"""Pages of words: what one means, which lists have it, and whether it counts in a match."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from games import queries
from games.words import queries as words
from games.words.lexicon import NotLoaded

LONGEST = 40  # letters of a word that is looked up at all


@require_GET
def word_index(request: HttpRequest) -> HttpResponse:
    """Show the lists, a field to look a word up, and whose work the lists are."""
    if word := request.GET.get("word", "").strip():
        return redirect("word", word=word[:LONGEST].lower())
    return _answer(request, "words/index.html", lambda: {"lists": _lists()})


@require_GET
def word_page(request: HttpRequest, word: str) -> HttpResponse:
    """Show all that is known of a word."""
    return _answer(request, "words/word.html", lambda: _found(request, word))


@require_GET
def word_meaning(request: HttpRequest, word: str) -> HttpResponse:
    """Answer with what is known of a word as JSON, for a board that shows it."""
    try:
        context = _found(request, word)
    except NotLoaded as error:
        return JsonResponse({"ok": False, "text": str(error)}, status=503)
    found: words.LookUp = context["found"]
    meanings = [
        {"lemma": meaning.lemma, "part": meaning.part, "gloss": meaning.gloss}
        for meaning in found.meanings
    ]
    lists = [{"title": title, "has": has} for title, has in found.lists]
    facts = {"word": found.word, "counts": context["counts"], "lists": lists}
    return JsonResponse({**facts, "label": found.label, "meanings": meanings})


def _lists() -> list[tuple[str, int, str, int]]:
    counted = words.counts()
    return [(title, number, f"{count:,}", slurs) for title, number, count, slurs, _ in counted]


def _found(request: HttpRequest, word: str) -> dict[str, Any]:
    if len(word) > LONGEST:
        raise Http404("No word is that long.")
    public_id = request.GET.get("match", "")
    try:
        counts = queries.word_counts(public_id=public_id, word=word.lower()) if public_id else None
    except queries.UnknownMatch as error:
        raise Http404("There is no such table.") from error
    return {"found": words.look_up(word), "counts": counts, "match_id": public_id}


def _answer(
    request: HttpRequest, template: str, context: Callable[[], dict[str, Any]]
) -> HttpResponse:
    try:
        return render(request, template, context())
    except NotLoaded as error:
        return render(request, "words/not_loaded.html", {"text": str(error)}, status=503)
