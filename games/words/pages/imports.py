"""Pages of files of words: read one, look at it and propose it; take any version home."""

import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import signed_in
from games.words.lists import access, exports, reading
from games.words.moderation import queue
from games.words.moderation.imports import unpacking, uploads
from games.words.moderation.imports.reading import Fault, Rows
from games.words.moderation.imports.uploads import Faulty, NoUpload
from games.words.pages import answers
from games.words.pages.answers import answered, said_on
from games.words.pages.forms import FileForm, ReasonForm

SHOWN = 200  # words of each kind
SHORT = 2  # letters of the words that make a file of their own
FOR_EVER = "public, max-age=31536000, immutable"  # a version never changes


# --- In -------------------------------------------------------------------------------------------


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
@answered
def choose_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for a file of words and read it; say what is wrong with it, line by line."""
    word_list = access.list_of(slug)
    access.insist_on_account(request.user)
    posted = request.method == "POST"
    form = FileForm(request.POST, request.FILES) if posted else FileForm()
    rows: Rows | None = None
    if form.is_valid():
        with said_on(form, "file"):
            try:
                _read(request, slug, form)
            except Faulty as error:
                rows = error.rows
                raise
            return redirect("word-import-check", slug=slug)
    context = {"form": form, "list": word_list, "rows": rows}
    return render(request, "words/lists/upload.html", context, status=422 if form.errors else 200)


def _read(request: HttpRequest, slug: str, form: FileForm) -> None:
    file = form.cleaned_data["file"]
    uploads.upload(
        user=request.user,
        word_list=slug,
        data=file.read(unpacking.MOST_BYTES + 1),  # one more than is taken: no more is needed
        name=file.name,
        meaning=form.cleaned_data["meaning"],
        lenient=form.cleaned_data["lenient"],
        now=read_clock(),
    )


@signed_in
@require_safe
@answered
def check_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what one's file would change, before anything does."""
    try:
        return _shown(request, slug, ReasonForm())
    except NoUpload as error:
        messages.info(request, str(error))
        return redirect("word-import", slug=slug)


@signed_in
@require_POST
@answered
def propose_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Propose the words of one's file."""
    form = ReasonForm(request.POST)
    facts: dict[str, Any] = {"user": request.user, "now": read_clock()}
    try:
        if form.is_valid():
            with said_on(form):
                made = uploads.propose(word_list=slug, **facts, **form.cleaned_data)
                return answers.thank(request, made.public_id)
        return _shown(request, slug, form)
    except NoUpload as error:
        messages.info(request, str(error))
        return redirect("word-import", slug=slug)


@signed_in
@require_POST
@answered
def discard_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Forget one's file."""
    with contextlib.suppress(NoUpload):  # it has gone already
        uploads.discard(user=request.user, word_list=slug)
    return redirect("word-import", slug=slug)


def _shown(request: HttpRequest, slug: str, form: ReasonForm) -> HttpResponse:
    """Show what a file would change; raise NoUpload if there is none."""
    upload = uploads.upload_of(request.user, slug)
    context = {
        "form": form,
        "list": upload.word_list,
        "upload": upload,
        "changes": {name: (len(some), some[:SHOWN]) for name, some in upload.words.items()},
        "reasons": sorted(upload.reasons.items())[:SHOWN],
        "faults": [Fault(*row) for row in upload.faults],
    }
    return render(
        request, "words/lists/upload_check.html", context, status=422 if form.errors else 200
    )


# --- Out ------------------------------------------------------------------------------------------


@require_safe
@answered
def export(request: HttpRequest, slug: str, number: int, form: str) -> StreamingHttpResponse:
    """Answer with the words of a version as a file, with checksum and licence before them."""
    version = reading.version_of(slug, number)
    if version is None or form not in exports.FORMS:
        raise Http404(_("There's no such file."))
    slurs = request.GET.get("slurs") == "yes"
    letters = SHORT if request.GET.get("letters") == str(SHORT) else 0
    lines = exports.lines_of(version, form=form, slurs=slurs, letters=letters)
    return _file(lines, exports.name_of(version, form=form, slurs=slurs, letters=letters), form)


@require_safe
@answered
def proposed_words(_request: HttpRequest, public_id: str) -> StreamingHttpResponse:
    """Answer with all words of a proposed file, for those who decide on it."""
    lines = queue.batch_lines(queue.find(public_id))
    if not lines:
        raise Http404(_("There's no such file."))
    return _file(lines, f"proposal-{public_id}.csv", "csv")


def _file(lines: list[str], name: str, form: str) -> StreamingHttpResponse:
    kind = f"{exports.FORMS[form]}; charset=utf-8"
    answer = StreamingHttpResponse(_flow(exports.chunks(lines)), content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = FOR_EVER
    return answer


async def _flow(chunks: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Yield what is in memory as a server of many wants it."""
    for chunk in chunks:
        yield chunk
